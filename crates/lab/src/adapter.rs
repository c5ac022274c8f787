//! Any hosted study as the lab uses it, whatever its types.

use std::{collections::BTreeMap, fmt::Write as _, marker::PhantomData};

use faultline_core::{
    Answer, Ask, Case as _, Digest, Field, Likelihood, Next, PolicySpec, Reply, Terms, TokenScore,
};
use faultline_runner::{Budget, Cache, Counts, Driver, Handled, Request, Step};
use faultline_wire::{ChatRequest, LikelihoodRequest, ModelRequest};
use serde_json::{Map, Value, json};

use crate::{
    CaseSpec, CaseView, Forecast, LabError, PolicyInfo,
    case::view_of,
    host::Hosted,
    scoring::HostedScoring,
    study::{Adapter, Drive, Respond, Scoring},
    table::TableKind,
};

/// A study behind the lab's own interface.
pub(crate) struct Host<S>(PhantomData<S>);

impl<S> Host<S> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The config that a JSON value is.
pub(crate) fn read_config<S: Hosted>(config: &Value) -> Result<S::Config, LabError> {
    faultline_core::check_config(config, &S::fields())
        .map_err(|error| LabError::Config(error.to_string()))?;
    // Through text, as everything is read: values as a second source would double the code for it.
    let config = serde_json::from_str(&config.to_string()).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        LabError::Config(what.to_owned())
    })?;
    S::check(&config).map_err(LabError::Config)?;
    Ok(config)
}

/// The same config with the fewest tasks: what all runs that differ in their number of tasks have in common. Of a study without that
/// setting, the config itself.
fn smallest<S: Hosted>(config: &S::Config) -> S::Config {
    let one = faultline_core::apply_setting(config, &S::fields(), "tasks", "1");
    one.unwrap_or_else(|_| config.clone())
}

/// A digest of the suite: of the config but for the number of tasks, and of what the generator makes of it.
pub(crate) fn suite_of<S: Hosted>(config: &S::Config) -> Digest {
    let one = smallest::<S>(config);
    let cases: Vec<Digest> = S::cases(&one).map(|case| case.digest()).collect();
    Digest::of_json(&(one, cases))
}

impl<S: Hosted> Adapter for Host<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn question(&self) -> &'static str {
        S::QUESTION
    }

    fn scores_texts(&self) -> bool {
        S::SCORES_TEXTS
    }

    fn table_kind(&self, columns: &[String]) -> Option<TableKind> {
        S::table_kind(columns)
    }

    fn tables(&self) -> &'static [(&'static str, &'static str)] {
        S::TABLES
    }

    fn brief_tables(&self) -> &'static [&'static str] {
        S::BRIEF
    }

    fn fields(&self) -> Vec<Field> {
        S::fields()
    }

    fn policies(&self) -> Vec<PolicyInfo> {
        S::POLICIES.iter().map(policy_info).collect()
    }

    fn config(&self, settings: &BTreeMap<String, String>) -> Result<Value, LabError> {
        if S::fields().is_empty() {
            return Err(LabError::MadeFromAnswers(S::NAME));
        }
        let mut config = S::Config::default();
        for (key, value) in settings {
            config = faultline_core::apply_setting(&config, &S::fields(), key, value)
                .map_err(|error| LabError::Setting(error.to_string()))?;
        }
        S::check(&config).map_err(LabError::Setting)?;
        serde_json::to_value(config).map_err(|error| LabError::Config(error.to_string()))
    }

    fn value_of_files(
        &self,
        key: &str,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Value, LabError> {
        S::value_of_files(key, files).map_err(LabError::Setting)
    }

    fn counts_of_files(&self, key: &str, value: &Value) -> Vec<(String, u64)> {
        S::counts_of_files(key, value)
    }

    fn suite(&self, config: &Value) -> Result<Digest, LabError> {
        Ok(suite_of::<S>(&read_config::<S>(config)?))
    }

    fn generate(&self, config: &Value) -> Result<Box<dyn Iterator<Item = Value>>, LabError> {
        let config = read_config::<S>(config)?;
        Ok(Box::new(S::cases(&config).map(|case| {
            let mut line = Map::from_iter([
                ("case".to_owned(), json!(case.id())),
                ("digest".to_owned(), json!(case.digest())),
                ("task".to_owned(), json!(case.group())),
            ]);
            if let Ok(Value::Object(fields)) = serde_json::to_value(&case) {
                line.extend(fields);
            }
            for (name, gold) in S::gold(&case) {
                line.insert(name.to_owned(), gold);
            }
            Value::Object(line)
        })))
    }

    fn forecast(&self, config: &Value, terms: &Terms) -> Result<Forecast, LabError> {
        let config = read_config::<S>(config)?;
        let oracle = S::policy(S::FAULTLESS).ok();
        let mut forecast = Forecast::default();
        for kind in S::kinds(&config) {
            let calls = calls_of::<S>(&kind.case, terms, oracle.as_ref());
            let own = calls.get(kind.n_shared as usize..).unwrap_or_default();
            forecast.cases += kind.count;
            forecast.calls += kind.count * own.len() as u64;
            for (input, output) in own {
                forecast.input_tokens += kind.count * input;
                forecast.output_tokens += kind.count * output;
            }
        }
        Ok(forecast)
    }

    fn drive(
        &self,
        config: &Value,
        terms: Terms,
        cache: Cache,
        budget: Budget,
        concurrency: u32,
    ) -> Result<Box<dyn Drive>, LabError> {
        Ok(Box::new(Driver::<S>::live(
            &read_config::<S>(config)?,
            terms,
            cache,
            budget,
            concurrency,
        )))
    }

    fn respondent(&self, spec: &str) -> Result<Box<dyn Respond>, LabError> {
        match S::policy(spec) {
            Ok(policy) => Ok(Box::new(Simulated::<S>(policy))),
            Err(error) => Err(LabError::Model(error.to_string())),
        }
    }

    fn scoring(&self) -> Box<dyn Scoring> {
        Box::new(HostedScoring::<S>::default())
    }

    fn shows_cases(&self) -> bool {
        !S::outlines(&smallest::<S>(&S::Config::default())).is_empty()
    }

    fn case(&self, config: &Value, spec: &CaseSpec) -> Result<CaseView, LabError> {
        view_of::<S>(&read_config::<S>(config)?, spec)
    }
}

/// The tokens of each request of a case where all goes well: sent and answered, about four bytes each. Of a study without an oracle
/// that answers, requests are counted up to the first answer in words.
fn calls_of<S: Hosted>(
    case: &S::Case,
    terms: &Terms,
    oracle: Option<&S::Policy>,
) -> Vec<(u64, u64)> {
    let mut calls = Vec::new();
    let mut episode = S::episode(case, terms);
    while let Next::Ask { ask, .. } = episode.poll() {
        let answer = match ask {
            Ask::Generate(prompt) => {
                let chat = ChatRequest::from_prompt(prompt);
                let Some(oracle) = oracle else { break };
                let body = S::answer(oracle, &chat, chat.digest());
                let reply = Reply::from_body(200, body.as_bytes());
                let Ok(reading) =
                    faultline_wire::read_reply(&reply, prompt.mode, prompt.form, &prompt.tools)
                else {
                    break;
                };
                calls.push((
                    chat.body("", &[]).len() as u64 / 4,
                    (reading.text.len() as u64 / 4).max(16),
                ));
                Answer::Read {
                    request: chat.digest(),
                    reading,
                }
            }
            Ask::Loglikelihood(text) => {
                let bytes = text.context.len() + text.continuation.len();
                calls.push((bytes as u64 / 4, 1));
                Answer::Scored {
                    request: LikelihoodRequest::from(text.clone()).digest(),
                    tokens: likely_tokens(text),
                }
            }
        };
        episode.handle(answer);
    }
    calls
}

/// A token for each four bytes of a text, at −1 nat.
fn likely_tokens(text: &Likelihood) -> Vec<TokenScore> {
    let mut tokens: Vec<TokenScore> = Vec::new();
    for character in text.continuation.chars() {
        match tokens.last_mut().filter(|token| token.text.len() < 4) {
            Some(token) => token.text.push(character),
            None => tokens.push(TokenScore {
                text: character.into(),
                logprob: -1.0,
            }),
        }
    }
    tokens
}

fn policy_info(spec: &PolicySpec) -> PolicyInfo {
    let mut text = format!("sim:{}", spec.name);
    let with_default = spec
        .parameters
        .iter()
        .filter_map(|parameter| Some((parameter.name, parameter.default?)));
    for (place, (name, default)) in with_default.enumerate() {
        let separator = if place == 0 { '?' } else { '&' };
        // Writing to a string can't fail.
        write!(text, "{separator}{name}={default}").unwrap_or_default();
    }
    let parameters: Vec<String> = spec
        .parameters
        .iter()
        .map(|parameter| format!("{}: {}", parameter.name, parameter.help))
        .collect();
    let help = if parameters.is_empty() {
        spec.help.to_owned()
    } else {
        format!("{} ({})", spec.help, parameters.join("; "))
    };
    PolicyInfo { spec: text, help }
}

impl<S: Hosted> Drive for Driver<S> {
    fn next_step(&mut self, now_ms: u64) -> Step {
        while self.finished().is_some() {}
        Driver::next_step(self, now_ms)
    }

    fn handle(
        &mut self,
        id: u64,
        reply: Reply,
        headers: &[(String, String)],
        now_ms: u64,
    ) -> Option<Handled> {
        Driver::handle(self, id, reply, headers, now_ms)
    }

    fn stop(&mut self, cause: faultline_core::Unmeasured) {
        Driver::stop(self, cause);
    }

    fn ended(&mut self) -> Option<(String, bool)> {
        let finished = self.finished()?;
        let transcript = &finished.transcript;
        let is_unmeasured = transcript
            .exchanges
            .iter()
            .any(|exchange| exchange.outcome.is_err())
            || transcript.scored.iter().any(|text| text.outcome.is_err());
        Some((finished.case.id(), is_unmeasured))
    }

    fn counts(&self) -> Counts {
        Driver::counts(self)
    }

    fn in_flight(&self) -> usize {
        Driver::in_flight(self)
    }
}

struct Simulated<S: Hosted>(S::Policy);

impl<S: Hosted> Respond for Simulated<S> {
    fn answer(&mut self, request: &Request) -> Reply {
        let body = match &request.content {
            ModelRequest::Chat(chat) => Some(S::answer(&self.0, chat, request.digest)),
            ModelRequest::Likelihood(request) => S::likelihood(&mut self.0, &request.text),
        };
        match body {
            Some(body) => Reply::from_body(200, body.as_bytes()),
            None => Reply::from_body(
                400,
                br#"{"error":{"message":"this policy does not say how likely a text is"}}"#,
            ),
        }
    }
}

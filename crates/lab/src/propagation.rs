//! The propagation study as the lab needs it.

use std::{collections::BTreeMap, fmt::Write as _};

use faultline_core::{Case as _, Digest, Field, Next, Reply, Study as _, Terms};
use faultline_propagation::{
    Arm, ChainCase, Config, POLICIES, Policy, Propagation, RecordRef, ReportOptions, RunKey, Tally,
    case, outcome_words, report, step_views,
};
use faultline_report::{RecordView, Report, TranscriptView};
use faultline_runner::{
    Budget, Cache, Counts, Driver, Handled, Request, Step, replay, replay_case,
};
use faultline_wire::ChatRequest;
use serde_json::{Map, Value, json};

use crate::{
    Forecast, LabError, PolicyInfo,
    study::{Adapter, Drive, Respond, ScoreProblem, Scoring, Source},
};

pub(crate) struct PropagationAdapter;

fn read_config(config: &Value) -> Result<Config, LabError> {
    faultline_core::check_config(config, &Propagation::fields())
        .map_err(|error| LabError::Config(error.to_string()))?;
    // Through text, as everything is read: values as a second source would double the code for it.
    serde_json::from_str(&config.to_string()).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        LabError::Config(what.to_owned())
    })
}

impl Adapter for PropagationAdapter {
    fn name(&self) -> &'static str {
        Propagation::NAME
    }

    fn question(&self) -> &'static str {
        "How fast does a chain of calls fall apart once one is wrong, and how much of that is the scoring rule?"
    }

    fn fields(&self) -> Vec<Field> {
        Propagation::fields()
    }

    fn policies(&self) -> Vec<PolicyInfo> {
        let info = |spec: &faultline_propagation::PolicySpec| {
            let mut text = format!("sim:{}", spec.name);
            let with_default = spec
                .parameters
                .iter()
                .filter_map(|parameter| Some((parameter.name, parameter.default?)));
            for (place, (name, default)) in with_default.enumerate() {
                // Writing to a string can't fail.
                write!(
                    text,
                    "{}{name}={default}",
                    if place == 0 { '?' } else { '&' }
                )
                .unwrap_or_default();
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
        };
        POLICIES.iter().map(info).collect()
    }

    fn config(&self, settings: &BTreeMap<String, String>) -> Result<Value, LabError> {
        let mut config = Config::default();
        for (key, value) in settings {
            config = faultline_core::apply_setting(&config, &self.fields(), key, value)
                .map_err(|error| LabError::Setting(error.to_string()))?;
        }
        serde_json::to_value(config).map_err(|error| LabError::Config(error.to_string()))
    }

    fn suite(&self, config: &Value) -> Result<Digest, LabError> {
        let one = Config {
            tasks: 1,
            ..read_config(config)?
        };
        let cases: Vec<Digest> = Propagation::cases(&one).map(|case| case.digest()).collect();
        Ok(Digest::of_json(&(one, cases)))
    }

    fn generate(&self, config: &Value) -> Result<Box<dyn Iterator<Item = Value>>, LabError> {
        let config = read_config(config)?;
        Ok(Box::new(Propagation::cases(&config).map(|case| {
            let mut line = Map::from_iter([
                ("case".to_owned(), json!(case.id())),
                ("digest".to_owned(), json!(case.digest())),
                ("task".to_owned(), json!(case.group())),
            ]);
            if let Ok(Value::Object(fields)) = serde_json::to_value(&case) {
                line.extend(fields);
            }
            line.insert("gold".into(), json!(case.gold()));
            Value::Object(line)
        })))
    }

    fn forecast(&self, config: &Value, terms: &Terms) -> Result<Forecast, LabError> {
        let config = read_config(config)?;
        let oracle =
            Policy::parse("sim:oracle").map_err(|error| LabError::Model(error.to_string()))?;
        let mut forecast = Forecast::default();
        let tasks = u64::from(config.tasks);
        for depth in &config.depths {
            let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
            // One task stands for all of its depth: they differ in their numbers only.
            let case = case(&config, *depth, 0, Arm::TeacherForced);
            let mut episode = Propagation::episode(&case, terms);
            while let Next::Ask {
                ask: faultline_core::Ask::Generate(prompt),
                ..
            } = episode.poll()
            {
                let chat = ChatRequest::from_prompt(prompt);
                let body = oracle.answer(&chat, chat.digest());
                inputs.push(chat.body("", &[]).len() as u64 / 4);
                let reply = Reply::from_body(200, body.as_bytes());
                let Ok(reading) = faultline_wire::read_reply(&reply, terms.mode, &prompt.tools)
                else {
                    break;
                };
                outputs.push((reading.text.len() as u64 / 4).max(16));
                episode.handle(faultline_core::Answer::Read {
                    request: chat.digest(),
                    reading,
                });
            }
            // The free arm's first step is shared; its later ones are, as long as it is right.
            let both_arms = |tokens: &[u64]| {
                let first = tokens.first().copied().unwrap_or(0);
                tasks * (2 * tokens.iter().sum::<u64>() - first)
            };
            forecast.cases += 2 * tasks;
            forecast.calls += tasks * (2 * inputs.len() as u64).saturating_sub(1);
            forecast.input_tokens += both_arms(&inputs);
            forecast.output_tokens += both_arms(&outputs);
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
        Ok(Box::new(Driver::<Propagation>::live(
            &read_config(config)?,
            terms,
            cache,
            budget,
            concurrency,
        )))
    }

    fn respondent(&self, spec: &str) -> Result<Box<dyn Respond>, LabError> {
        Policy::parse(spec)
            .map(|policy| Box::new(policy) as Box<dyn Respond>)
            .map_err(|error| LabError::Model(error.to_string()))
    }

    fn scoring(&self) -> Box<dyn Scoring> {
        Box::new(PropagationScoring::default())
    }
}

impl Drive for Driver<Propagation> {
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
        let is_unmeasured = |exchange: &faultline_core::Exchange| exchange.outcome.is_err();
        Some((
            finished.case.id(),
            finished.transcript.exchanges.iter().any(is_unmeasured),
        ))
    }

    fn counts(&self) -> Counts {
        Driver::counts(self)
    }

    fn in_flight(&self) -> usize {
        Driver::in_flight(self)
    }
}

impl Respond for Policy {
    fn answer(&self, request: &Request) -> Reply {
        Reply::from_body(
            200,
            Policy::answer(self, &request.chat, request.digest).as_bytes(),
        )
    }
}

#[derive(Default)]
struct PropagationScoring {
    tally: Tally,
    sources: Vec<(RunKey, Config, Terms, Cache)>,
    records: Vec<RecordRef>,
}

impl Scoring for PropagationScoring {
    fn add(&mut self, source: Source) -> Result<Vec<ScoreProblem>, LabError> {
        let config = read_config(&source.config)?;
        let key = RunKey::new(&source.model, &source.terms, &config);
        let mut problems = Vec::new();
        let ours = PropagationAdapter.suite(&source.config)?.to_string();
        if !source.suite.is_empty() && source.suite != ours {
            problems.push(ScoreProblem::failure(format!(
                "the trace was made by another version of the program: its suite is {}, this program makes {ours} of the same \
                 settings; only cases whose digests agree are scored",
                source.suite
            )));
        }
        let mut used = std::collections::HashSet::new();
        let (mut not_begun, mut total) = (0_u64, 0_u64);
        // The first case that another version made, and how many there are.
        let mut mismatched: Option<(String, u64)> = None;
        let is_stored = |case: &str| source.cases.contains_key(case);
        let passed_over = replay::<Propagation, LabError>(
            &config,
            &source.terms,
            &source.cache,
            is_stored,
            |case, transcript, begun| {
                total += 1;
                let (id, digest) = (case.id(), case.digest());
                let stored = source.cases.get(&id);
                if stored.is_some_and(|stored| *stored != digest) {
                    mismatched.get_or_insert((id, 0)).1 += 1;
                    return Ok(());
                }
                if !begun {
                    not_begun += 1;
                    return Ok(());
                }
                let requests = transcript.exchanges.iter();
                used.extend(requests.filter_map(|exchange| exchange.request));
                let steps = Propagation::score(case, transcript);
                self.tally
                    .add_case(&key, config.seed, case, digest, steps)
                    .map_err(|conflict| LabError::Conflict(conflict.to_string()))
            },
        )?;
        (total, not_begun) = (total + passed_over, not_begun + passed_over);
        if let Some((first, count)) = &mismatched {
            let place = source
                .lines
                .get(first)
                .map_or(String::new(), |line| format!("line {line}: "));
            let more = if *count > 1 {
                format!(", nor are {} more", count - 1)
            } else {
                String::new()
            };
            problems.push(ScoreProblem::failure(format!(
                "{place}case {first} was made by another version of the program (its digest differs) and is not scored{more}"
            )));
        }
        let unused = source
            .replies
            .iter()
            .filter(|facts| facts.failure.is_none() && !used.contains(&facts.request))
            .count();
        if unused > 0 && mismatched.is_none() {
            problems.push(ScoreProblem::note(format!(
                "{unused} replies answer no request of this suite: they were made by another version of the program, under \
                 another reading, or after a call that was read differently"
            )));
        }
        if not_begun > 0 && mismatched.is_none() {
            problems.push(ScoreProblem::note(format!(
                "{not_begun} of {total} cases were not begun; running again with the same file goes on from here"
            )));
        }
        for facts in &source.replies {
            match &facts.failure {
                None => self
                    .tally
                    .add_reply(&key, facts.request, facts.usage, facts.ms),
                Some(kind) => self.tally.add_failure(&key, facts.request, kind),
            }
            self.tally.add_facts(&key, &facts.limits, &facts.dropped);
        }
        self.sources.push((key, config, source.terms, source.cache));
        Ok(problems)
    }

    fn report(&mut self, chains: bool) -> Report {
        let options = ReportOptions {
            chains,
            ..ReportOptions::default()
        };
        let (report, records) = report(&self.tally, options);
        self.records = records;
        report
    }

    fn first_record(&self, case_id: &str) -> Option<u32> {
        let is_it = |reference: &RecordRef| {
            let task = reference.task;
            self.sources.iter().any(|(_, config, ..)| {
                case(config, task.depth, task.index, reference.arm).id() == case_id
            })
        };
        let place = self
            .records
            .iter()
            .position(|reference| reference.step == 0 && is_it(reference));
        place.and_then(|place| u32::try_from(place).ok())
    }

    fn record(&self, record: u32) -> Option<RecordView> {
        let reference = self.records.get(record as usize)?;
        let (case, _, transcript) = self.replay(reference)?;
        let steps = Propagation::score(&case, &transcript.transcript);
        let step = steps.get(reference.step as usize)?;
        Some(RecordView {
            record,
            model: reference.run.model.clone(),
            case: case.id(),
            step: reference.step,
            outcome: outcome_words(step),
            gold: step.measured.as_ref().ok().map(|measured| measured.gold),
            state: step.measured.as_ref().ok().map(|measured| measured.state),
        })
    }

    fn transcript(&self, record: u32) -> Option<TranscriptView> {
        let reference = self.records.get(record as usize)?;
        let (case, config, replayed) = self.replay(reference)?;
        let steps = Propagation::score(&case, &replayed.transcript);
        let mut views = step_views(&case, &replayed.transcript, &steps);
        let first = record - reference.step;
        for view in &mut views {
            view.record = first + view.step;
            for (attempt, shown) in view.attempts.iter_mut().enumerate() {
                let sent = replayed
                    .sent
                    .iter()
                    .find(|sent| sent.0 == view.step && sent.1 as usize == attempt);
                if let Some((_, _, chat, reply)) = sent {
                    shown.request = messages(chat);
                    shown.raw = reply
                        .as_ref()
                        .map(|reply| reply.raw.json().to_owned())
                        .unwrap_or_default();
                }
            }
        }
        let opening = replayed
            .sent
            .first()
            .map(|(_, _, chat, _)| messages(chat))
            .unwrap_or_default();
        let other = self.records.iter().position(|other| {
            (&other.run, other.task, other.step) == (&reference.run, reference.task, 0)
                && other.arm != reference.arm
        });
        let other_arm = if reference.arm == Arm::Free {
            Arm::TeacherForced
        } else {
            Arm::Free
        };
        let other_arms = other
            .and_then(|place| Some((other_arm.name().to_owned(), u32::try_from(place).ok()?)))
            .into_iter()
            .collect();
        let fact = |name: &str, value: String| (name.to_owned(), value);
        Some(TranscriptView {
            model: reference.run.model.clone(),
            simulated: reference.run.model.starts_with("sim:"),
            case: case.id(),
            other_arms,
            arm: reference.arm.name().into(),
            facts: vec![
                fact("depth", case.depth.to_string()),
                fact("condition", config.condition.name().into()),
                fact("calls", reference.run.mode.name().into()),
                fact("seed", config.seed.to_string()),
                fact("digest", case.digest().to_string()),
            ],
            opening,
            steps: views,
        })
    }
}

impl PropagationScoring {
    /// The case of a record, replayed from the source that measured most of it.
    fn replay(
        &self,
        reference: &RecordRef,
    ) -> Option<(ChainCase, &Config, faultline_runner::Replayed)> {
        let task = reference.task;
        let fits = |key: &RunKey, config: &Config| {
            *key == reference.run
                && config.seed == task.seed
                && config.depths.contains(&task.depth)
                && task.index < config.tasks
        };
        self.sources
            .iter()
            .filter(|(key, config, ..)| fits(key, config))
            .map(|(_, config, terms, cache)| {
                let case = case(config, task.depth, task.index, reference.arm);
                let replayed = replay_case::<Propagation>(&case, terms, cache);
                (case, config, replayed)
            })
            .max_by_key(|(_, _, replayed)| {
                replayed
                    .transcript
                    .exchanges
                    .iter()
                    .filter(|exchange| exchange.outcome.is_ok())
                    .count()
            })
    }
}

fn messages(chat: &ChatRequest) -> Vec<(String, String)> {
    chat.messages
        .iter()
        .map(|message| {
            let role = serde_json::to_value(message.role)
                .ok()
                .and_then(|role| role.as_str().map(str::to_owned));
            let mut text = message.content.clone().unwrap_or_default();
            for call in &message.tool_calls {
                if !text.is_empty() {
                    text.push('\n');
                }
                // Writing to a string can't fail.
                write!(text, "{} {}", call.name, call.arguments).unwrap_or_default();
            }
            (role.unwrap_or_default(), text)
        })
        .collect()
}

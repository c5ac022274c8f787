//! What the run form holds, and the run that it describes.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, ReadingRule, Sampling, number_of};
use faultline_lab::{Forecast, PolicyInfo, RunSpec, StudyInfo};
use faultline_wire::{ScoringWay, scoring_way};

/// What stands for the value of a setting that is made from files: it is long, and stays in the engine. On the command line it is the
/// folder with the files.
pub const FROM_FILES: &str = "DIR";

/// What the run form holds. All of it may stand in an address.
#[derive(Clone, Debug, PartialEq)]
pub struct RunForm {
    /// The study's name.
    pub study: String,
    /// Settings that differ from the defaults, as typed.
    pub settings: BTreeMap<String, String>,
    /// Whether a live model is run, not a simulated policy.
    pub live: bool,
    /// The simulated policy; empty for the study's first that has parameters.
    pub policy: String,
    /// The live model's name.
    pub model: String,
    /// How the live model is asked how likely a text is, in a study that asks for it; absent where that is found out.
    pub likelihood: Option<ScoringWay>,
    /// How calls are made.
    pub mode: CallingMode,
    /// Which reading is executed.
    pub reading: ReadingRule,
    /// The temperature, as typed.
    pub temperature: String,
    /// The most tokens an answer may have.
    pub answer_tokens: u32,
    /// Requests at once.
    pub concurrency: u32,
    /// The most requests.
    pub max_calls: Option<u64>,
    /// The most tokens.
    pub max_tokens: Option<u64>,
}

impl Default for RunForm {
    fn default() -> Self {
        Self {
            study: "propagation".into(),
            settings: BTreeMap::new(),
            live: false,
            policy: String::new(),
            model: String::new(),
            likelihood: None,
            mode: CallingMode::default(),
            reading: ReadingRule::default(),
            temperature: "0".into(),
            answer_tokens: Sampling::default().max_tokens,
            concurrency: 4,
            max_calls: None,
            max_tokens: None,
        }
    }
}

/// Where a live model is, and what opens it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Account {
    /// The endpoint, such as `https://api.openai.com/v1`.
    pub base_url: String,
    /// The key; empty where the server wants none.
    pub key: String,
    /// Whether the key is kept for this tab, over reloads.
    pub keep: bool,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("base_url", &self.base_url)
            .field(
                "key",
                &if self.key.is_empty() {
                    "none"
                } else {
                    "hidden"
                },
            )
            .field("keep", &self.keep)
            .finish()
    }
}

impl RunForm {
    /// The form of another study: what both have stays, the rest is at its defaults.
    #[must_use]
    pub fn of_study(self, study: &str) -> Self {
        Self {
            study: study.into(),
            settings: BTreeMap::new(),
            policy: String::new(),
            ..self
        }
    }

    /// The simulated policy, whether it was chosen or is the study's first that has parameters.
    pub fn policy<'a>(&'a self, policies: &'a [PolicyInfo]) -> &'a str {
        let has_parameters = |policy: &&PolicyInfo| policy.spec.contains('?');
        match policies.iter().find(has_parameters).or(policies.first()) {
            Some(first) if self.policy.is_empty() => &first.spec,
            _ => &self.policy,
        }
    }

    /// Why the browser won't let a live model be asked at this address; absent where it does.
    pub fn blocked(&self, base_url: &str) -> Option<&'static str> {
        let place = base_url.trim().strip_prefix("http://")?;
        let host = place.split(['/', '?', '#']).next().unwrap_or_default();
        let host = host.split(':').next().unwrap_or_default();
        (self.live && !["localhost", "127.0.0.1"].contains(&host)).then_some(
            "Over http:// this page may only speak to this machine (localhost or 127.0.0.1): its content policy blocks the rest. Give an \
             https:// address, or use the command line, which has no such limit.",
        )
    }

    /// The run that the form describes.
    ///
    /// # Errors
    ///
    /// What is missing or does not fit, as a sentence for the form.
    pub fn spec(&self, base_url: &str, study: &StudyInfo) -> Result<RunSpec, String> {
        let temperature = number_of(self.temperature.trim())
            .filter(|value| (0.0..=2.0).contains(value))
            .ok_or("The temperature is a number from 0 to 2.")?;
        if !(1..=64).contains(&self.concurrency) {
            return Err("Requests at once are 1 to 64.".into());
        }
        if self.answer_tokens == 0 {
            return Err("An answer needs at least one token.".into());
        }
        let base_url = base_url.trim().trim_end_matches('/');
        if self.live && self.model.trim().is_empty() {
            return Err("Name the model, as its provider does.".into());
        }
        if self.live && !(base_url.starts_with("https://") || base_url.starts_with("http://")) {
            return Err(
                "The address starts with https:// or http://, and ends before /chat/completions."
                    .into(),
            );
        }
        if self.live && study.scores_texts {
            scoring_way(base_url, self.model.trim(), self.likelihood)?;
        }
        let policy = self.policy(&study.policies);
        let is_known = |known: &PolicyInfo| family(&known.spec) == family(policy);
        if !self.live && !study.policies.iter().any(is_known) {
            let known: Vec<&str> = study
                .policies
                .iter()
                .map(|known| family(&known.spec))
                .collect();
            return Err(format!(
                "The {} study has no policy {}; it has {}.",
                study.name,
                family(policy),
                known.join(", ")
            ));
        }
        let model = if self.live { &self.model } else { policy };
        Ok(RunSpec {
            study: self.study.clone(),
            settings: self.settings.clone(),
            model: model.trim().into(),
            base_url: self.live.then(|| base_url.to_owned()),
            likelihood: self.likelihood.filter(|_| self.live && study.scores_texts),
            mode: self.mode,
            reading: self.reading,
            sampling: Sampling {
                temperature,
                max_tokens: self.answer_tokens,
            },
            concurrency: self.concurrency,
            max_calls: self.max_calls,
            max_tokens: self.max_tokens,
        })
    }
}

/// A policy's name without its parameters.
pub fn family(policy: &str) -> &str {
    policy.split(['?', ',']).next().unwrap_or_default()
}

/// A forecast in a line.
pub fn forecast_text(forecast: &Forecast, live: bool) -> String {
    let Forecast {
        cases,
        calls,
        input_tokens,
        output_tokens,
    } = *forecast;
    let cost = if live {
        format!(
            ", about {} tokens in and {} out",
            count_text(input_tokens),
            count_text(output_tokens)
        )
    } else {
        ", answered in this tab".into()
    };
    format!(
        "{} episodes, up to {} requests{cost}",
        count_text(cases),
        count_text(calls)
    )
}

/// A count with its thousands set apart by a narrow space.
pub fn count_text(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_describes_a_run_or_says_what_is_missing() {
        let study = faultline_lab::studies().remove(0);
        let live = RunForm {
            live: true,
            model: " gpt ".into(),
            ..RunForm::default()
        };
        for (form, url, expected) in [
            (
                RunForm::default(),
                "",
                Ok(("sim:noisy?p=0.7&syntax=0", None)),
            ),
            (
                live.clone(),
                "https://x/v1/ ",
                Ok(("gpt", Some("https://x/v1"))),
            ),
            (live.clone(), "x/v1", Err("https://")),
            (
                RunForm {
                    model: " ".into(),
                    ..live
                },
                "https://x",
                Err("Name the model"),
            ),
            (
                RunForm {
                    temperature: "2.5".into(),
                    ..RunForm::default()
                },
                "",
                Err("0 to 2"),
            ),
            (
                RunForm {
                    policy: "sim:nobody?p=1".into(),
                    ..RunForm::default()
                },
                "",
                Err("no policy sim:nobody; it has sim:"),
            ),
            (
                RunForm {
                    concurrency: 65,
                    ..RunForm::default()
                },
                "",
                Err("1 to 64"),
            ),
        ] {
            match (form.spec(url, &study), expected) {
                (Ok(spec), Ok((model, base_url))) => {
                    assert_eq!(
                        (spec.model.as_str(), spec.base_url.as_deref()),
                        (model, base_url)
                    );
                }
                (Err(message), Err(part)) => assert!(message.contains(part), "{message}"),
                (got, expected) => panic!("{got:?} is not {expected:?}"),
            }
        }
    }

    #[test]
    fn an_address_that_the_page_may_not_speak_to_is_told() {
        let live = RunForm {
            live: true,
            ..RunForm::default()
        };
        for (url, blocked) in [
            ("http://10.0.0.5:8080/v1", true),
            ("http://localhost.example/v1", true),
            ("http://localhost:11434/v1", false),
            (" http://127.0.0.1/v1", false),
            ("https://x/v1", false),
            ("", false),
        ] {
            assert_eq!(live.blocked(url).is_some(), blocked, "{url}");
            assert_eq!(RunForm::default().blocked(url), None);
        }
    }

    #[test]
    fn a_key_is_never_printed() {
        let account = Account {
            key: "sk-secret".into(),
            ..Account::default()
        };
        assert!(!format!("{account:?}").contains("secret"));
    }

    #[test]
    fn counts_are_grouped() {
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1\u{202f}000"),
            (1_234_567, "1\u{202f}234\u{202f}567"),
        ] {
            assert_eq!(count_text(count), text);
        }
    }
}

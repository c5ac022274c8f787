//! Simulated judges with known rates. They read the question that a judge is sent, and nothing else.

use faultline_core::{Digest, ParameterSpec, PolicyError, PolicySettings, PolicySpec, Stream};
use faultline_wire::{ChatRequest, Role, text_body};

use crate::episode::{ANSWER, REFERENCE};

/// Every simulated judge.
pub const POLICIES: &[PolicySpec] = &[
    PolicySpec {
        name: "oracle",
        help: "says yes where every number and every capitalised word of the reference stands in the answer",
        parameters: &[],
    },
    PolicySpec {
        name: "noisy",
        help: "as the oracle, with errors of both kinds",
        parameters: &[
            ParameterSpec::share("miss", 0.1, "says no where the oracle says yes"),
            ParameterSpec::share("pass", 0.1, "says yes where the oracle says no"),
        ],
    },
];

/// A simulated judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy(PolicySettings);

impl Policy {
    /// Reads `sim:noisy?miss=0.2`.
    ///
    /// # Errors
    /// An unknown policy or parameter, or a value out of its range.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        PolicySettings::parse(text, POLICIES).map(Self)
    }

    /// The body of the reply to a request, in the shape of a chat completion.
    pub fn answer(&self, request: &ChatRequest, digest: Digest) -> String {
        let yes = matches(&question(request));
        let mut draws = Stream::of_request(digest);
        let slip = self.0.parameter(if yes { "miss" } else { "pass" });
        let said = yes != draws.chance(slip);
        text_body(if said { "yes" } else { "no" })
    }
}

/// The question as it was sent.
fn question(request: &ChatRequest) -> String {
    let asked = request
        .messages
        .iter()
        .rev()
        .find(|message| message.role == Role::User);
    asked
        .and_then(|message| message.content.clone())
        .unwrap_or_default()
}

fn matches(question: &str) -> bool {
    let Some((before, answer)) = question.split_once(&format!("\n{ANSWER}")) else {
        return false;
    };
    let Some((_, reference)) = before.split_once(&format!("\n{REFERENCE}")) else {
        return false;
    };
    let said: Vec<String> = words(answer).collect();
    let mut telling = words(reference)
        .zip(reference.split_whitespace())
        .filter(|(word, written)| {
            word.contains(|c: char| c.is_ascii_digit()) || written.starts_with(char::is_uppercase)
        })
        .map(|(word, _)| word)
        .peekable();
    telling.peek().is_some() && telling.all(|word| said.contains(&word))
}

/// The words of a text in lower case, without what stands around them.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(|word| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    })
}

//! What a reply says: the calls in it, read strictly and leniently.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Call, Usage};

/// A usable reply, read.
///
/// Both readings are kept, since a parser can flip a result. Where they differ, `flags` says what was repaired.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The calls in the form that was asked for, without any repair; or why there is none.
    pub strict: Result<Vec<Call>, CallFault>,
    /// The calls that a fair reader finds, with every repair in `flags`; or why there is none.
    pub lenient: Result<Vec<Call>, CallFault>,
    /// What was repaired or is odd, by name, such as `code_fence` or `missing_id`.
    pub flags: Vec<String>,
    /// The visible text of the answer.
    pub text: String,
    /// In the `ReAct` form, what the model said of its reasons before a call or an answer; empty elsewhere.
    pub thought: String,
    /// In the `ReAct` form, the final answer of a reply that does not call; absent elsewhere.
    pub answer: Option<FinalAnswer>,
    /// The tokens that the reply itself reports.
    pub usage: Usage,
}

/// What a model answers in the end, instead of another call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalAnswer {
    /// The answer without the words that announce it.
    pub text: String,
    /// Whether it is in the form that was asked for.
    pub as_asked: bool,
}

impl Reading {
    /// The calls under a rule.
    pub fn calls(&self, rule: ReadingRule) -> &Result<Vec<Call>, CallFault> {
        match rule {
            ReadingRule::Strict => &self.strict,
            ReadingRule::Lenient => &self.lenient,
        }
    }

    /// The final answer under a rule: the strict one takes an answer only in the form that was asked for.
    pub fn final_answer(&self, rule: ReadingRule) -> Option<&str> {
        let answer = self.answer.as_ref()?;
        (answer.as_asked || rule == ReadingRule::Lenient).then_some(answer.text.as_str())
    }
}

/// Which of the two readings counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadingRule {
    /// No repair.
    Strict,
    /// What a fair reader finds.
    #[default]
    Lenient,
}

impl ReadingRule {
    /// The name used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lenient => "lenient",
        }
    }
}

impl std::str::FromStr for ReadingRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Strict, Self::Lenient]
            .into_iter()
            .find(|rule| rule.name() == text)
            .ok_or_else(|| format!("a reading is strict or lenient, not '{text}'"))
    }
}

/// Why a usable reply holds no call that can be executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallFault {
    /// Nothing in it is like a call.
    NoCall,
    /// Something in it is like a call and can't be read as one; the text says why.
    Unparseable(String),
    /// The arguments are not an object, or not JSON; the text says why.
    MalformedArguments(String),
    /// The call names no tool.
    NoName,
    /// The answer ended within the call.
    Truncated,
}

impl fmt::Display for CallFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCall => f.write_str("the reply holds no call"),
            Self::Unparseable(why) => write!(f, "the call can't be read: {why}"),
            Self::MalformedArguments(why) => write!(f, "the arguments can't be read: {why}"),
            Self::NoName => f.write_str("the call names no tool"),
            Self::Truncated => f.write_str("the reply ends within the call"),
        }
    }
}

/// Why nothing was measured: the request or its reply failed, which says nothing about the model's answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unmeasured {
    /// The kind of failure, such as `rate_limited_minute`, `auth_error`, `timeout`, `budget_exhausted` or `no_reply`.
    pub kind: String,
    /// What happened, in the provider's words where there are any, cut to a line.
    pub message: String,
    /// Seconds after which the provider wants to be asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u32>,
    /// Whether asking again can't help: a wrong key, no credit, a daily quota.
    #[serde(default)]
    pub stops_run: bool,
}

impl Unmeasured {
    /// A case's request was never answered in what was read: the file ends before, or holds another version's replies.
    pub fn no_reply() -> Self {
        Self {
            kind: "no_reply".into(),
            message: "no stored reply to this request".into(),
            retry_after_s: None,
            stops_run: false,
        }
    }

    /// What was answered is not what was asked for: scores for a conversation, or the other way round.
    pub(crate) fn other_kind() -> Self {
        Self {
            kind: "other_kind".into(),
            message: "the answer is not to what was asked for".into(),
            ..Self::no_reply()
        }
    }
}

impl fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

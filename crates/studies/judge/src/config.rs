//! What is judged.

use serde::{Deserialize, Serialize};

/// The answers to be judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The answers, in the order in which they are judged.
    pub items: Vec<Item>,
}

/// One answer, with what it is judged by.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The model that answered; the judge is not told.
    pub model: String,
    /// The case that it answered.
    pub case: String,
    /// The task of the case, which answers of several models and conditions share; empty where that is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub task: String,
    /// What was asked.
    pub query: String,
    /// The reference.
    pub reference: String,
    /// The answer.
    pub answer: String,
}

//! The conversation of an episode.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One message of a conversation, in the order of the conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// Standing instructions.
    System {
        /// What it says.
        text: String,
    },
    /// The person's side.
    User {
        /// What it says.
        text: String,
    },
    /// The model's side: what it said, what it called, or both.
    Assistant {
        /// What it said; empty where it only called.
        text: String,
        /// What it called, in order.
        calls: Vec<Call>,
    },
    /// What a tool gave back, or the error that a call met.
    Tool {
        /// The id of the call it answers.
        call_id: String,
        /// The tool's name.
        name: String,
        /// The result or the error, as the model sees it.
        text: String,
    },
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The id by which a result names its call.
    pub id: String,
    /// The tool's name, as it was written.
    pub name: String,
    /// The arguments: an object where the call is well formed.
    pub arguments: Value,
}

impl Call {
    /// A call that no result has to name.
    pub fn new(name: impl Into<String>, arguments: Value) -> Self {
        Self {
            id: String::new(),
            name: name.into(),
            arguments,
        }
    }
}

//! What a tool looks like to whoever may call it.

use serde::Serialize;

use crate::Schema;

/// A tool on offer: its name, what it says of itself, and the schema of its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolSpec {
    /// The name to call it by.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// What its arguments must be.
    pub parameters: Schema,
}

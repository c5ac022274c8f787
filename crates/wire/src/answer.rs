//! A usable reply whatever its provider: text, calls of the structured field, and how it ended.

use faultline_core::{CallFault, Unmeasured, Usage};
use serde_json::Value;

/// What a reply says, before its calls are judged.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// The text, thinking included where the server left it there.
    pub(crate) text: String,
    /// Thinking in a field of its own.
    pub(crate) reasoning: String,
    /// The calls of the structured field, in order.
    pub(crate) calls: Vec<FieldCall>,
    /// Whether the structured field was there and empty.
    pub(crate) empty_field: bool,
    /// How it ended.
    pub(crate) finish: Finish,
    /// Why the model's attempt at a call failed, as the server says.
    pub(crate) fault: Option<CallFault>,
    /// What is odd, by name.
    pub(crate) flags: Vec<String>,
    /// What had to be repaired to assemble a stream, by name.
    pub(crate) repairs: Vec<String>,
    /// The tokens.
    pub(crate) usage: Usage,
}

/// A call in the field that the provider has for calls.
#[derive(Debug, Default)]
pub(crate) struct FieldCall {
    /// Its id, if it has one.
    pub(crate) id: Option<String>,
    /// Its name; empty where there is none.
    pub(crate) name: String,
    /// Its arguments.
    pub(crate) arguments: Given,
}

/// Arguments as they were given.
#[derive(Debug, Default)]
pub(crate) enum Given {
    /// JSON as text.
    Text(String),
    /// JSON.
    Json(Value),
    /// None, in a shape where that means an empty object.
    #[default]
    Nothing,
}

/// How an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Finish {
    /// The model ended it.
    Stop,
    /// The model ended it to call.
    Calls,
    /// The budget of tokens ended it.
    Length,
    /// Not said.
    #[default]
    Unknown,
}

impl Answer {
    /// Adds a flag, once.
    pub(crate) fn flag(&mut self, name: impl Into<String>) {
        add(&mut self.flags, name.into());
    }
}

/// Adds a name to a list that has each name once, up to a number that no honest reply reaches.
pub(crate) fn add(flags: &mut Vec<String>, name: String) {
    if flags.len() < 64 && !flags.contains(&name) {
        flags.push(name);
    }
}

/// A non-empty text member of an object.
pub(crate) fn text_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str().filter(|text| !text.is_empty())
}

/// The items of an array member, none if it is no array.
pub(crate) fn items<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// A failure that says nothing of the model, and that asking again may cure.
pub(crate) fn unmeasured(kind: &str, message: &str) -> Unmeasured {
    Unmeasured {
        kind: kind.into(),
        message: first_line(message),
        retry_after_s: None,
        stops_run: false,
    }
}

/// The first line that says something, cut to a length that a table can hold.
pub(crate) fn first_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    if line.chars().count() <= LONGEST {
        line.into()
    } else {
        line.chars().take(LONGEST).chain(['…']).collect()
    }
}

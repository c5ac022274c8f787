//! What a policy reads of a request: the tools on offer, what is asked, and what came back.

use faultline_core::ToolSpec;
use faultline_wire::{ChatMessage, ChatRequest, Role};
use serde_json::{Map, Value, json};

use crate::opening::{DECIDE, EXAMPLES, START, SYSTEM};

/// A request of this study, read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    /// The tools on offer.
    pub(super) tools: Vec<Offered>,
    /// What the user asks.
    pub(super) request: String,
    /// What came back, where a decision is asked for.
    pub(super) packet: Option<Value>,
}

/// A tool on offer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offered {
    /// The name to call it by.
    pub(super) name: String,
    /// What it says of itself.
    pub(super) description: String,
    /// The schema of each argument.
    pub(super) arguments: Map<String, Value>,
}

impl Offered {
    fn of_spec(spec: &ToolSpec) -> Self {
        Self {
            name: spec.name.clone(),
            description: spec.description.clone(),
            arguments: properties(&json!(spec.parameters)),
        }
    }

    /// A line of the tools' section: name, description, schema.
    fn of_line(line: &str) -> Option<Self> {
        let (name, rest) = line.split_once(": ")?;
        let (description, schema) = rest.split_at(rest.find(" {\"")?);
        let schema: Value = serde_json::from_str(schema.trim()).ok()?;
        Some(Self {
            name: name.into(),
            description: description.into(),
            arguments: properties(&schema),
        })
    }
}

/// The schema of each property of an object's schema.
fn properties(schema: &Value) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.cloned().unwrap_or_default()
}

impl Shown {
    /// Reads a request; nothing if it is none of this study.
    pub(super) fn read(request: &ChatRequest) -> Option<Self> {
        let text = |message: &ChatMessage| message.content.clone().unwrap_or_default();
        let mut messages = request.messages.iter();
        let system = text(messages.next()?);
        if !system.starts_with(SYSTEM) {
            return None;
        }
        let tools = if request.tools.is_empty() {
            system.lines().filter_map(Offered::of_line).collect()
        } else {
            request.tools.iter().map(Offered::of_spec).collect()
        };
        let mut asked = messages
            .find(|message| message.role == Role::User)
            .map(text)?;
        if asked.starts_with(EXAMPLES) {
            // What stands before the task was about other requests.
            asked = messages.find_map(|message| {
                let text = message.content.as_deref()?.strip_prefix(START)?;
                Some(text.trim_start().to_owned())
            })?;
        }
        let rest: Vec<String> = messages.map(text).collect();
        let packet = rest.iter().find_map(|text| {
            let told = text.split(DECIDE).next().unwrap_or(text);
            let told = told.strip_prefix("Result: ").unwrap_or(told);
            let value: Value = serde_json::from_str(told.trim()).ok()?;
            // The call that stands in the text has the same form as a result.
            (value.get("tool").is_none() || value.get("arguments").is_none()).then_some(value)
        });
        let decides = rest.iter().any(|text| text.contains(DECIDE));
        Some(Self {
            tools,
            request: asked,
            packet: packet.filter(|_| decides),
        })
    }
}

//! What a policy reads of a request: the tools on offer, what is asked, and what came back.

use faultline_core::ToolSpec;
use faultline_wire::{ChatMessage, ChatRequest, Role};
use serde_json::{Map, Value, json};

use crate::opening::{DECIDE, EXAMPLES, FIELDS, START, SYSTEM};

/// A request of this study, read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    /// The tools on offer.
    pub(super) tools: Vec<Offered>,
    /// What the user asks.
    pub(super) request: String,
    /// What came back, where a decision is asked for.
    pub(super) returned: Option<Return>,
}

/// What came back from a call, as the conversation shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Return {
    /// The arguments of the call.
    pub(super) arguments: Map<String, Value>,
    /// What it returned.
    pub(super) packet: Value,
    /// The fields of the tool's results, in order.
    pub(super) fields: Vec<String>,
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
        let rest: Vec<&ChatMessage> = messages.collect();
        Some(Self {
            tools,
            request: asked,
            returned: Return::read(&rest),
        })
    }
}

impl Return {
    /// Reads the call, its return and the ask for a decision.
    fn read(messages: &[&ChatMessage]) -> Option<Self> {
        let contents = || {
            messages
                .iter()
                .filter_map(|message| message.content.as_deref())
        };
        let ask = contents().find_map(|text| Some(&text[text.find(DECIDE)?..]))?;
        let arguments = messages.iter().find_map(|message| {
            if let Some(call) = message.tool_calls.first() {
                return serde_json::from_str(&call.arguments).ok();
            }
            let call: Value = serde_json::from_str(message.content.as_deref()?).ok()?;
            call.get("tool")?;
            call.get("arguments")?.as_object().cloned()
        })?;
        let packet = contents().find_map(|text| {
            let told = text.split(DECIDE).next().unwrap_or(text);
            let told = told.strip_prefix("Result: ").unwrap_or(told);
            let value: Value = serde_json::from_str(told.trim()).ok()?;
            // The call that stands in the text has the same form as a result.
            (value.get("tool").is_none() || value.get("arguments").is_none()).then_some(value)
        })?;
        let listed = ask.split_once(FIELDS).map_or("", |(_, listed)| listed);
        // Each field is followed by its meaning in brackets.
        let fields = listed.split(", ").filter_map(|part| {
            let (name, _) = part.split_once(" (")?;
            let name = name.trim();
            (!name.contains(' ')).then(|| name.to_owned())
        });
        Some(Self {
            arguments,
            packet,
            fields: fields.collect(),
        })
    }
}

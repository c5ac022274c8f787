//! How a policy says what it does, in the shape that a provider would give it.

use faultline_core::Call;
use faultline_wire::{ChatRequest, call_text};
use serde_json::{Value, json};

/// What a policy says.
#[derive(Debug)]
pub(super) enum Utterance {
    /// A call, which may be one that can't be executed.
    Call {
        /// The tool.
        tool: String,
        /// Its arguments.
        arguments: Value,
    },
    /// A call that ends in the middle.
    Cut,
    /// Words without a call.
    Text(String),
}

impl Utterance {
    /// A call of this tool with these arguments.
    pub(super) fn call((tool, arguments): (String, Value)) -> Self {
        Self::Call { tool, arguments }
    }
}

/// The body of a chat completion that says this, in the calling mode of the request.
pub(super) fn body(request: &ChatRequest, utterance: &Utterance) -> String {
    let native = !request.tools.is_empty();
    let message = match utterance {
        Utterance::Text(text) => text_message(text),
        Utterance::Call { tool, arguments } => call_message(native, tool, arguments),
        Utterance::Cut if native => native_message("lost", "{\"ref\":"),
        Utterance::Cut => text_message("{\"tool\":\"lost\",\"arguments\":{\"ref\":"),
    };
    let finish = if message.get("tool_calls").is_some() {
        "tool_calls"
    } else {
        "stop"
    };
    json!({
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
    })
    .to_string()
}

fn text_message(text: &str) -> Value {
    json!({ "role": "assistant", "content": text })
}

fn native_message(name: &str, arguments: &str) -> Value {
    json!({
        "role": "assistant", "content": null,
        "tool_calls": [{ "id": "call0", "type": "function", "function": { "name": name, "arguments": arguments } }],
    })
}

fn call_message(native: bool, tool: &str, arguments: &Value) -> Value {
    if native {
        return native_message(tool, &arguments.to_string());
    }
    text_message(&call_text(&Call {
        id: String::new(),
        name: tool.into(),
        arguments: arguments.clone(),
    }))
}

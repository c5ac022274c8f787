//! How a policy says what it does, in the shape that a provider would give it.

use faultline_core::Call;
use faultline_wire::{ChatRequest, call_text};
use serde_json::{Value, json};

/// The body of a chat completion that calls a tool, in the calling mode of the request.
pub(super) fn call(request: &ChatRequest, name: &str, arguments: &Value) -> String {
    if request.tools.is_empty() {
        return text(&call_text(&Call {
            id: String::new(),
            name: name.into(),
            arguments: arguments.clone(),
        }));
    }
    let call = json!({ "name": name, "arguments": arguments.to_string() });
    let message = json!({
        "role": "assistant", "content": null,
        "tool_calls": [{ "id": "call0", "type": "function", "function": call }],
    });
    body(&message, "tool_calls")
}

/// The body of a chat completion that says this.
pub(super) fn text(text: &str) -> String {
    body(&json!({ "role": "assistant", "content": text }), "stop")
}

fn body(message: &Value, finish: &str) -> String {
    json!({
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
    })
    .to_string()
}

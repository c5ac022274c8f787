//! Replies as a provider would send them, for whatever stands in for one.

use serde_json::{Value, json};

/// The body of a chat completion that says this.
pub fn text_body(text: &str) -> String {
    body(&json!({ "role": "assistant", "content": text }), "stop")
}

/// The body of a chat completion that calls a tool natively, with what is said beside the call.
pub fn call_body(said: Option<&str>, name: &str, arguments: &str) -> String {
    let call = json!({ "name": name, "arguments": arguments });
    let message = json!({
        "role": "assistant", "content": said,
        "tool_calls": [{ "id": "call0", "type": "function", "function": call }],
    });
    body(&message, "tool_calls")
}

fn body(message: &Value, finish: &str) -> String {
    json!({
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
    })
    .to_string()
}

//! How a policy says what it does, in the shape that a provider would give it.

use faultline_core::Call;
use faultline_wire::{ChatRequest, react_text};
use serde_json::{Value, json};

/// What a policy says.
#[derive(Debug)]
pub(super) enum Utterance {
    /// A call.
    Call {
        /// The tool.
        tool: String,
        /// Its arguments.
        arguments: Value,
    },
    /// A call that ends in the middle.
    Cut,
    /// The final answer.
    Answer(String),
}

/// The body of a chat completion that says this for these reasons, in the calling mode of the request.
pub(super) fn body(request: &ChatRequest, thought: &str, utterance: &Utterance) -> String {
    let native = !request.tools.is_empty();
    let text = |text: &str| json!({ "role": "assistant", "content": text });
    let message = match utterance {
        Utterance::Answer(answer) if native => text(answer),
        Utterance::Answer(answer) => text(&format!("Thought: {thought}\nFinal Answer: {answer}")),
        Utterance::Cut if native => native_message(thought, "lost", "{\"id\":"),
        Utterance::Cut => text(&format!(
            "Thought: {thought}\nAction: lost\nAction Input: {{\"id\":"
        )),
        Utterance::Call { tool, arguments } if native => {
            native_message(thought, tool, &arguments.to_string())
        }
        Utterance::Call { tool, arguments } => {
            let call = Call {
                id: String::new(),
                name: tool.clone(),
                arguments: arguments.clone(),
            };
            text(&react_text(thought, &call))
        }
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

fn native_message(thought: &str, name: &str, arguments: &str) -> Value {
    json!({
        "role": "assistant", "content": thought,
        "tool_calls": [{ "id": "call0", "type": "function", "function": { "name": name, "arguments": arguments } }],
    })
}

//! How a policy says what it does, in the shape that a provider would give it.

use faultline_core::Call;
use faultline_wire::{ChatRequest, call_body, react_text, text_body};
use serde_json::Value;

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
    match utterance {
        Utterance::Answer(answer) if native => text_body(answer),
        Utterance::Answer(answer) => {
            text_body(&format!("Thought: {thought}\nFinal Answer: {answer}"))
        }
        Utterance::Cut if native => call_body(Some(thought), "lost", "{\"id\":"),
        Utterance::Cut => text_body(&format!(
            "Thought: {thought}\nAction: lost\nAction Input: {{\"id\":"
        )),
        Utterance::Call { tool, arguments } if native => {
            call_body(Some(thought), tool, &arguments.to_string())
        }
        Utterance::Call { tool, arguments } => {
            text_body(&react_text(thought, &Call::new(tool, arguments.clone())))
        }
    }
}

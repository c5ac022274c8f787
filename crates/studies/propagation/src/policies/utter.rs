//! How a policy says what it does, in the shape that a provider would give it.

use faultline_core::Call;
use faultline_wire::{ChatRequest, call_body, call_text, text_body};
use serde_json::Value;

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
    match utterance {
        Utterance::Text(text) => text_body(text),
        Utterance::Call { tool, arguments } if native => {
            call_body(None, tool, &arguments.to_string())
        }
        Utterance::Call { tool, arguments } => {
            text_body(&call_text(&Call::new(tool, arguments.clone())))
        }
        Utterance::Cut if native => call_body(None, "lost", "{\"ref\":"),
        Utterance::Cut => text_body("{\"tool\":\"lost\",\"arguments\":{\"ref\":"),
    }
}

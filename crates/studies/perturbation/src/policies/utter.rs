//! How a policy says what it does, in the shape that a provider would give it.

use faultline_core::Call;
use faultline_wire::{ChatRequest, call_body, call_text, text_body};
use serde_json::Value;

/// The body of a chat completion that calls a tool, in the calling mode of the request.
pub(super) fn call(request: &ChatRequest, name: &str, arguments: Value) -> String {
    if request.tools.is_empty() {
        text_body(&call_text(&Call::new(name, arguments)))
    } else {
        call_body(None, name, &arguments.to_string())
    }
}

//! The shape of Ollama's own chat: `message`, whole or in lines that add up.

use faultline_core::Unmeasured;
use serde_json::Value;

use super::{chat, truncated};
use crate::answer::{Answer, FieldCall, Finish, Given, items, text_of};

pub(super) fn answer(lines: &[Value]) -> Result<Answer, Unmeasured> {
    let mut answer = Answer::default();
    let mut done = false;
    for line in lines {
        let message = line.get("message").unwrap_or(&Value::Null);
        let text = |key: &str| text_of(message, key).unwrap_or_default();
        answer.text.push_str(text("content"));
        answer.reasoning.push_str(text("thinking"));
        for call in items(message, "tool_calls") {
            let call = chat::field_call(call);
            answer.calls.push(FieldCall {
                // No text where there is nothing: this shape gives arguments as objects.
                arguments: match call.arguments {
                    Given::Text(text) if text.is_empty() => Given::Nothing,
                    given => given,
                },
                ..call
            });
        }
        done |= line.get("done") == Some(&Value::Bool(true));
        answer.finish = match text_of(line, "done_reason") {
            Some("stop") => Finish::Stop,
            Some("length") => Finish::Length,
            _ => answer.finish,
        };
    }
    if !done && lines.len() > 1 {
        return Err(truncated());
    }
    Ok(answer)
}

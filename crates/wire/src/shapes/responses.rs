//! The shape of `OpenAI`'s responses: `output[]` items.

use faultline_core::{CallFault, Unmeasured};
use serde_json::Value;

use super::{chat, truncated};
use crate::answer::{Answer, FieldCall, Finish, Given, items, text_of, unmeasured};

pub(super) fn answer(body: &Value) -> Result<Answer, Unmeasured> {
    let reason = body
        .pointer("/incomplete_details/reason")
        .and_then(Value::as_str);
    let mut answer = Answer {
        finish: match (text_of(body, "status"), reason) {
            (Some("incomplete"), Some("content_filter")) => {
                return Err(unmeasured(
                    "content_filter",
                    "the provider's filter stopped the answer",
                ));
            }
            (Some("incomplete"), _) => Finish::Length,
            (Some("failed"), _) => {
                let message = body.pointer("/error/message").and_then(Value::as_str);
                return Err(unmeasured("provider_error", message.unwrap_or("failed")));
            }
            _ => Finish::Unknown,
        },
        ..Answer::default()
    };
    for item in items(body, "output") {
        match text_of(item, "type") {
            Some("message") => {
                if let Some(content) = item.get("content") {
                    chat::read_content(content, &mut answer);
                }
            }
            Some("function_call") => {
                if text_of(item, "status") == Some("incomplete") {
                    answer.fault = Some(CallFault::Truncated);
                    continue;
                }
                let call = chat::field_call(item);
                answer.calls.push(FieldCall {
                    id: text_of(item, "call_id").map(str::to_owned).or(call.id),
                    ..call
                });
            }
            Some("custom_tool_call") => answer.calls.push(FieldCall {
                id: text_of(item, "call_id").map(str::to_owned),
                name: text_of(item, "name").unwrap_or_default().to_owned(),
                arguments: Given::Text(text_of(item, "input").unwrap_or_default().to_owned()),
            }),
            Some("reasoning") => {
                for part in items(item, "summary") {
                    answer
                        .reasoning
                        .push_str(text_of(part, "text").unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    Ok(answer)
}

/// The last event holds the whole response.
pub(super) fn streamed(events: &[Value]) -> Result<Answer, Unmeasured> {
    let response = events
        .iter()
        .rev()
        .filter(|event| {
            matches!(
                text_of(event, "type"),
                Some("response.completed" | "response.incomplete" | "response.failed")
            )
        })
        .find_map(|event| event.get("response"));
    answer(response.ok_or_else(truncated)?)
}

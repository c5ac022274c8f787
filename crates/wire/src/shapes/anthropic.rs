//! The shape of Anthropic's messages: `content[]` blocks.

use faultline_core::Unmeasured;
use serde_json::Value;

use super::truncated;
use crate::answer::{Answer, FieldCall, Finish, Given, items, text_of, unmeasured};

pub(super) fn answer(body: &Value) -> Result<Answer, Unmeasured> {
    let mut answer = Answer::default();
    for block in items(body, "content") {
        read_block(block, &mut answer);
    }
    close(text_of(body, "stop_reason"), answer)
}

fn read_block(block: &Value, answer: &mut Answer) {
    let text = |key: &str| text_of(block, key).unwrap_or_default();
    match text_of(block, "type") {
        Some("text") => answer.text.push_str(text("text")),
        Some("thinking") => answer.reasoning.push_str(text("thinking")),
        Some("tool_use") => answer.calls.push(FieldCall {
            id: text_of(block, "id").map(str::to_owned),
            name: text("name").to_owned(),
            arguments: block
                .get("input")
                .cloned()
                .map_or(Given::Nothing, Given::Json),
        }),
        Some("server_tool_use") => {
            answer.flag(format!("server_tool_ignored:{}", text("name")));
        }
        _ => {}
    }
}

fn close(stop_reason: Option<&str>, mut answer: Answer) -> Result<Answer, Unmeasured> {
    answer.finish = match stop_reason {
        Some("end_turn" | "stop_sequence") => Finish::Stop,
        Some("tool_use") => Finish::Calls,
        Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
        Some("refusal") => {
            answer.flag("refusal");
            Finish::Stop
        }
        _ => Finish::Unknown,
    };
    if answer.finish == Finish::Calls && answer.calls.is_empty() {
        if answer.text.is_empty() {
            return Err(unmeasured(
                "empty_response",
                "the reply announces calls and holds none",
            ));
        }
        answer.flag("finish_reason_mismatch");
    }
    Ok(answer)
}

/// The most blocks that are put together from one stream, so that a hostile one costs no more than its length.
const MOST_BLOCKS: usize = 256;

/// Blocks by their index, begun, filled and ended by events.
pub(super) fn streamed(events: &[Value]) -> Result<Answer, Unmeasured> {
    let mut blocks: Vec<(u64, Value, String)> = Vec::new();
    let mut stop_reason = None;
    let mut ended = false;
    for event in events {
        let index = event
            .get("index")
            .and_then(Value::as_u64)
            .unwrap_or_default();
        match text_of(event, "type") {
            Some("content_block_start") if blocks.len() < MOST_BLOCKS => {
                let block = event.get("content_block").cloned().unwrap_or_default();
                blocks.push((index, block, String::new()));
            }
            Some("content_block_delta") => {
                let delta = event.get("delta").unwrap_or(&Value::Null);
                let piece = ["text", "partial_json", "thinking"]
                    .into_iter()
                    .find_map(|key| text_of(delta, key));
                let block = blocks.iter_mut().rev().find(|(at, ..)| *at == index);
                if let (Some((.., text)), Some(piece)) = (block, piece) {
                    text.push_str(piece);
                }
            }
            Some("message_delta") => {
                stop_reason = event
                    .pointer("/delta/stop_reason")
                    .and_then(Value::as_str)
                    .or(stop_reason);
            }
            Some("message_stop") => ended = true,
            _ => {}
        }
    }
    if !ended && stop_reason.is_none() {
        return Err(truncated());
    }
    let mut answer = Answer::default();
    for (_, block, filled) in blocks {
        read_block(&block, &mut answer);
        match text_of(&block, "type") {
            Some("text") => answer.text.push_str(&filled),
            Some("thinking") => answer.reasoning.push_str(&filled),
            // A call without arguments is filled with nothing.
            Some("tool_use") if !filled.is_empty() => {
                if let Some(call) = answer.calls.last_mut() {
                    call.arguments = Given::Text(filled);
                }
            }
            _ => {}
        }
    }
    close(stop_reason, answer)
}

//! The shape of Gemini's generated content: `candidates[].content.parts[]`, whole or in chunks that add up.

use faultline_core::{CallFault, Unmeasured};
use serde_json::Value;

use super::truncated;
use crate::answer::{Answer, FieldCall, Finish, Given, items, text_of, unmeasured};

pub(super) fn answer(chunks: &[Value]) -> Result<Answer, Unmeasured> {
    let mut answer = Answer::default();
    let mut finish_reason = None;
    let mut finish_message = None;
    for chunk in chunks {
        let blocked = chunk.pointer("/promptFeedback/blockReason");
        if let Some(reason) = blocked.and_then(Value::as_str) {
            return Err(unmeasured("prompt_blocked", reason));
        }
        let Some(candidate) = items(chunk, "candidates").first() else {
            continue;
        };
        finish_reason = text_of(candidate, "finishReason").or(finish_reason);
        finish_message = text_of(candidate, "finishMessage").or(finish_message);
        let content = candidate.get("content").unwrap_or(&Value::Null);
        for part in items(content, "parts") {
            read_part(part, &mut answer);
        }
    }
    answer.finish = match finish_reason {
        Some("STOP") => Finish::Stop,
        Some("MAX_TOKENS") => Finish::Length,
        Some(
            reason @ ("MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS"),
        ) => {
            answer.flag(reason.to_ascii_lowercase());
            answer.fault = Some(CallFault::Unparseable(
                finish_message.unwrap_or(reason).to_owned(),
            ));
            Finish::Stop
        }
        Some(reason @ ("SAFETY" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII")) => {
            return Err(unmeasured("safety_block", reason));
        }
        Some(reason @ ("RECITATION" | "LANGUAGE")) => {
            return Err(unmeasured("content_filter", reason));
        }
        None if chunks.len() > 1 => return Err(truncated()),
        _ => Finish::Unknown,
    };
    let empty = answer.calls.is_empty() && answer.text.is_empty() && answer.reasoning.is_empty();
    if empty && answer.fault.is_none() && answer.finish != Finish::Length {
        return Err(unmeasured("empty_response", "the reply has no part"));
    }
    Ok(answer)
}

fn read_part(part: &Value, answer: &mut Answer) {
    if let Some(call) = part.get("functionCall").filter(|call| call.is_object()) {
        answer.calls.push(FieldCall {
            id: text_of(call, "id").map(str::to_owned),
            name: text_of(call, "name").unwrap_or_default().to_owned(),
            arguments: call
                .get("args")
                .cloned()
                .map_or(Given::Nothing, Given::Json),
        });
    } else if let Some(text) = text_of(part, "text") {
        if part.get("thought") == Some(&Value::Bool(true)) {
            answer.reasoning.push_str(text);
        } else {
            answer.text.push_str(text);
        }
    }
    if part.get("thoughtSignature").is_some() {
        answer.flag("keep:thoughtSignature");
    }
}

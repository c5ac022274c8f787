//! The shapes of usable replies, one file each.

mod anthropic;
mod chat;
mod chat_stream;
mod gemini;
mod ollama;
mod responses;

use faultline_core::{Unmeasured, Usage};
use serde_json::Value;

use crate::{
    answer::{Answer, unmeasured},
    body::{Body, Stream},
    usage::{later, read_usage},
};

/// The answer in a body that is no report of a failure.
pub(crate) fn answer(body: &Body) -> Result<Answer, Unmeasured> {
    match body {
        Body::Json(value) => whole(value),
        Body::Stream(stream) => streamed(stream),
        Body::Text(text) if text.trim().is_empty() => {
            Err(unmeasured("empty_response", "the body is empty"))
        }
        Body::Text(text) => Err(unmeasured("non_json_body", text)),
    }
}

fn whole(body: &Value) -> Result<Answer, Unmeasured> {
    let mut answer = if body.get("choices").is_some() {
        chat::answer(body)?
    } else if body.get("candidates").is_some() || body.get("promptFeedback").is_some() {
        gemini::answer(std::slice::from_ref(body))?
    } else if body.get("output").is_some_and(Value::is_array) {
        responses::answer(body)?
    } else if body.get("content").is_some_and(Value::is_array) {
        anthropic::answer(body)?
    } else if body.get("message").is_some_and(Value::is_object) {
        ollama::answer(std::slice::from_ref(body))?
    } else if let Some(chunks) = body
        .as_array()
        .filter(|chunks| chunks.iter().any(|chunk| chunk.get("candidates").is_some()))
    {
        gemini::answer(chunks)?
    } else {
        return Err(unmeasured(
            "empty_response",
            "the body is in no shape that holds an answer",
        ));
    };
    if answer.usage == Usage::default() {
        answer.usage = read_usage(body);
    }
    Ok(answer)
}

fn streamed(stream: &Stream) -> Result<Answer, Unmeasured> {
    let values = stream.values.as_slice();
    if let Some(failed) = values.iter().find_map(stream_error) {
        return Err(failed);
    }
    let has = |key: &str| values.iter().any(|value| value.get(key).is_some());
    let types = |prefix: &str| {
        values.iter().any(|value| {
            value
                .get("type")
                .and_then(Value::as_str)
                .is_some_and(|kind| kind.starts_with(prefix))
        })
    };
    let mut answer = if has("choices") {
        chat_stream::answer(values, stream.done)?
    } else if has("candidates") || has("promptFeedback") {
        gemini::answer(values)?
    } else if types("response.") {
        responses::streamed(values)?
    } else if types("message_") || types("content_block") {
        anthropic::streamed(values)?
    } else if has("message") {
        ollama::answer(values)?
    } else {
        return Err(unmeasured("empty_response", "the stream holds no answer"));
    };
    if stream.glued {
        answer.repairs.push("repaired:two_objects_in_event".into());
    }
    answer.usage = values.iter().map(read_usage).fold(Usage::default(), later);
    Ok(answer)
}

/// The stream ended before the answer did.
fn truncated() -> Unmeasured {
    unmeasured("stream_truncated", "the stream ends before its answer does")
}

/// An error that came after the response had begun.
fn stream_error(value: &Value) -> Option<Unmeasured> {
    let error = match value.get("error") {
        Some(error) if !error.is_null() => error,
        _ if value.get("type").and_then(Value::as_str) == Some("error") => value,
        _ => value.pointer("/x_groq/error")?,
    };
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    let message = match (text("type").filter(|kind| *kind != "error"), text("code")) {
        (Some(kind), _) | (None, Some(kind)) => {
            format!("{kind}: {}", text("message").unwrap_or_default())
        }
        (None, None) => error
            .as_str()
            .or(text("message"))
            .map_or_else(|| error.to_string(), str::to_owned),
    };
    Some(unmeasured("stream_error", &message))
}

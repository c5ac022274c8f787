//! The chat shape: `choices[].message`, of `OpenAI` and of all who speak like it.

use faultline_core::Unmeasured;
use serde_json::Value;

use crate::answer::{Answer, FieldCall, Finish, Given, add, items, text_of, unmeasured};

pub(super) fn answer(body: &Value) -> Result<Answer, Unmeasured> {
    let empty = || unmeasured("empty_response", "the reply has no choice");
    let choice = items(body, "choices").first().ok_or_else(empty)?;
    let mut answer = Answer {
        finish: finish(choice)?,
        ..Answer::default()
    };
    let Some(message) = choice.get("message").filter(|message| message.is_object()) else {
        // The older completions shape.
        answer
            .text
            .push_str(text_of(choice, "text").ok_or_else(empty)?);
        return Ok(answer);
    };
    read_message(message, &mut answer);
    close(&mut answer)?;
    Ok(answer)
}

/// What follows from how the answer ended, and is the same for a stream.
pub(super) fn close(answer: &mut Answer) -> Result<(), Unmeasured> {
    let called = !answer.calls.is_empty();
    if answer.finish == Finish::Calls
        && !called
        && answer.text.is_empty()
        && answer.reasoning.is_empty()
    {
        return Err(unmeasured(
            "empty_response",
            "the reply announces calls and holds none",
        ));
    }
    if matches!(
        (answer.finish, called),
        (Finish::Stop, true) | (Finish::Calls, false)
    ) {
        answer.flag("finish_reason_mismatch");
    }
    Ok(())
}

/// How a choice ended; being stopped by the provider is no answer.
pub(super) fn finish(choice: &Value) -> Result<Finish, Unmeasured> {
    Ok(match text_of(choice, "finish_reason") {
        Some("stop" | "eos" | "end_turn") => Finish::Stop,
        Some("tool_calls" | "function_call") => Finish::Calls,
        Some("length" | "model_length" | "max_tokens") => Finish::Length,
        Some("content_filter") => {
            return Err(unmeasured(
                "content_filter",
                "the provider's filter stopped the answer",
            ));
        }
        Some(reason @ ("error" | "insufficient_system_resource")) => {
            return Err(unmeasured("provider_error", reason));
        }
        _ => Finish::Unknown,
    })
}

fn read_message(message: &Value, answer: &mut Answer) {
    if let Some(content) = message.get("content") {
        read_content(content, answer);
    }
    for key in ["reasoning_content", "reasoning", "thinking"] {
        answer
            .reasoning
            .push_str(text_of(message, key).unwrap_or_default());
    }
    if let Some(refusal) = text_of(message, "refusal") {
        answer.flag("refusal");
        answer.text.push_str(refusal);
    }
    answer.empty_field = message
        .get("tool_calls")
        .and_then(Value::as_array)
        .is_some_and(Vec::is_empty);
    for call in items(message, "tool_calls") {
        if call.get("type").is_none() {
            add(&mut answer.flags, "missing_type".into());
        }
        answer.calls.push(field_call(call));
    }
    if let Some(call) = message.get("function_call").filter(|call| call.is_object()) {
        answer.flag("legacy_function_call");
        answer.calls.push(FieldCall {
            id: None,
            name: text_of(call, "name").unwrap_or_default().to_owned(),
            arguments: arguments(call),
        });
    }
}

/// Text, or a list of parts of which some are thinking.
pub(super) fn read_content(content: &Value, answer: &mut Answer) {
    match content {
        Value::String(text) => answer.text.push_str(text),
        Value::Array(parts) => {
            for part in parts {
                match part.get("type").and_then(Value::as_str) {
                    Some("thinking") => {
                        let thinking = part.get("thinking").unwrap_or(&Value::Null);
                        let inner: String = match thinking {
                            Value::String(text) => text.clone(),
                            _ => thinking
                                .as_array()
                                .into_iter()
                                .flatten()
                                .filter_map(|part| text_of(part, "text"))
                                .collect(),
                        };
                        answer.reasoning.push_str(&inner);
                    }
                    Some("refusal") => {
                        answer.flag("refusal");
                        answer
                            .text
                            .push_str(text_of(part, "refusal").unwrap_or_default());
                    }
                    _ => answer
                        .text
                        .push_str(part.as_str().or(text_of(part, "text")).unwrap_or_default()),
                }
            }
        }
        _ => {}
    }
}

/// A call with its `function`, or with the function's members beside its own.
pub(super) fn field_call(call: &Value) -> FieldCall {
    let function = call
        .get("function")
        .filter(|function| function.is_object())
        .unwrap_or(call);
    // One provider writes the word for an id that it has not.
    let id = text_of(call, "id").filter(|id| *id != "null");
    FieldCall {
        id: id.map(str::to_owned),
        name: text_of(function, "name").unwrap_or_default().to_owned(),
        arguments: arguments(function),
    }
}

fn arguments(function: &Value) -> Given {
    match function.get("arguments") {
        Some(Value::String(text)) => Given::Text(text.clone()),
        Some(value) => Given::Json(value.clone()),
        None => Given::Text(String::new()),
    }
}

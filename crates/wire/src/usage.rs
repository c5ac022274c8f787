//! Tokens, in every provider's words.

use faultline_core::Usage;
use serde_json::Value;

/// Two reports of one stream: what the later says, else what the earlier said.
pub(crate) fn later(earlier: Usage, late: Usage) -> Usage {
    Usage {
        input: late.input.or(earlier.input),
        output: late.output.or(earlier.output),
    }
}

/// The tokens in a body or in a chunk of a stream.
pub(crate) fn read_usage(body: &Value) -> Usage {
    if let Some(gemini) = body.get("usageMetadata") {
        return Usage {
            input: sum(gemini, &["promptTokenCount", "toolUsePromptTokenCount"]),
            output: sum(gemini, &["candidatesTokenCount", "thoughtsTokenCount"]),
        };
    }
    let usage = [
        body.get("usage"),
        body.pointer("/message/usage"),
        body.pointer("/response/usage"),
        body.pointer("/x_groq/usage"),
    ];
    if let Some(usage) = usage.into_iter().flatten().find(|usage| usage.is_object()) {
        return if usage.get("prompt_tokens").is_some() || usage.get("completion_tokens").is_some() {
            chat_usage(usage)
        } else {
            // The cached parts are other tokens in this shape, and a part of the input in the next.
            Usage {
                input: sum(
                    usage,
                    &[
                        "input_tokens",
                        "cache_creation_input_tokens",
                        "cache_read_input_tokens",
                    ],
                ),
                output: sum(usage, &["output_tokens"]),
            }
        };
    }
    Usage {
        input: sum(body, &["prompt_eval_count"]),
        output: sum(body, &["eval_count"]),
    }
}

/// The chat shape; some servers leave hidden reasoning out of the completion, which only the total shows.
fn chat_usage(usage: &Value) -> Usage {
    let count = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64);
    let (input, completion) = (count("/prompt_tokens"), count("/completion_tokens"));
    let reasoning = count("/completion_tokens_details/reasoning_tokens").unwrap_or(0);
    let output = completion.map(|completion| {
        let with_reasoning = completion.saturating_add(reasoning);
        let total = input.map(|input| input.saturating_add(with_reasoning));
        if total.is_some() && total == count("/total_tokens") {
            with_reasoning
        } else {
            completion
        }
    });
    Usage { input, output }
}

/// The sum of the counts that are there, or none if none is.
fn sum(usage: &Value, keys: &[&str]) -> Option<u64> {
    keys.iter()
        .filter_map(|key| usage.get(key).and_then(Value::as_u64))
        .reduce(u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use faultline_core::RawReply;

    /// The tokens that a body reports; of a stream, what its last report says.
    fn usage_of(raw: &RawReply) -> Usage {
        match Body::of(raw) {
            Body::Json(value) => read_usage(&value),
            Body::Stream(stream) => stream
                .values
                .iter()
                .map(read_usage)
                .fold(Usage::default(), later),
            Body::Text(_) => Usage::default(),
        }
    }

    #[test]
    fn every_shape_is_read() {
        for (body, input, output) in [
            (
                r#"{"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}"#,
                Some(7),
                Some(3),
            ),
            // Reasoning inside the completion, then beside it.
            (
                r#"{"usage":{"prompt_tokens":7,"completion_tokens":9,"total_tokens":16,"completion_tokens_details":{"reasoning_tokens":6}}}"#,
                Some(7),
                Some(9),
            ),
            (
                r#"{"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":16,"completion_tokens_details":{"reasoning_tokens":6}}}"#,
                Some(7),
                Some(9),
            ),
            (
                r#"{"usage":{"input_tokens":4,"cache_read_input_tokens":90,"output_tokens":2}}"#,
                Some(94),
                Some(2),
            ),
            (
                r#"{"usageMetadata":{"promptTokenCount":8,"candidatesTokenCount":2,"thoughtsTokenCount":5}}"#,
                Some(8),
                Some(7),
            ),
            (
                r#"{"done":true,"prompt_eval_count":8,"eval_count":2}"#,
                Some(8),
                Some(2),
            ),
            (r#"{"usage":null}"#, None, None),
            (r#"{"usage":{"prompt_tokens":-1}}"#, None, None),
            (
                "data: {\"choices\":[]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n",
                Some(1),
                Some(2),
            ),
            ("<html>", None, None),
        ] {
            assert_eq!(
                usage_of(&RawReply::from_body(body.as_bytes())),
                Usage { input, output },
                "{body}"
            );
        }
    }
}

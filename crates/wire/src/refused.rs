//! Which parameter a server refused.

use faultline_core::Reply;
use serde_json::Value;

use crate::{
    body::Body,
    failure::{self, Failure},
    report::Report,
};

/// The parameters that a request may do without.
const PARAMETERS: [&str; 9] = [
    "temperature",
    "max_completion_tokens",
    "max_tokens",
    "tool_choice",
    "parallel_tool_calls",
    "seed",
    "top_p",
    "logprobs",
    "stop",
];

/// Words of which a refusal has at least one.
const SIGNS: [&str; 15] = [
    "support",
    "unknown",
    "unrecognized",
    "unexpected",
    "extra",
    "not permitted",
    "not allowed",
    "not available",
    "deprecated",
    "invalid",
    "only",
    "must be",
    "should be",
    "cannot",
    "require",
];

/// The parameter that a reply refuses, if it is a refusal (400 or 422) that names one of those a request can do without.
///
/// Leave it out once, ask again, and record it in [`Reply::dropped`]: a run at the provider's own sampling is not comparable
/// to one at temperature 0. A server that wants `max_completion_tokens` refuses `max_tokens`, and
/// [`ChatRequest::body`](crate::ChatRequest::body) then sends the other name.
pub fn refused_parameter(reply: &Reply) -> Option<String> {
    if !matches!(reply.status, 400 | 422) {
        return None;
    }
    let body = Body::of(&reply.raw);
    // A request that is too long, or a wrong key, may name a parameter as well.
    match failure::of(reply.status, &[], &body) {
        Some(Failure::Unmeasured(failure)) if failure.kind == "invalid_request" => {}
        _ => return None,
    }
    let Body::Json(body) = &body else {
        return None;
    };
    let report = Report::of(body)?;
    let known = |name: &str| PARAMETERS.into_iter().find(|known| *known == name);
    let member = report
        .error
        .and_then(|error| error.get("param"))
        .and_then(Value::as_str)
        .and_then(known);
    if let Some(name) = member {
        return Some(name.to_owned());
    }
    let words = report.words();
    if !SIGNS.iter().any(|sign| words.contains(sign)) {
        return None;
    }
    // The one named first: what follows is advice.
    PARAMETERS
        .into_iter()
        .filter_map(|name| Some((place_of_word(&words, name)?, name)))
        .min()
        .map(|(_, name)| name.to_owned())
}

/// Where a name stands as a word of its own.
fn place_of_word(words: &str, name: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    words
        .match_indices(name)
        .map(|(place, _)| place)
        .find(|place| {
            let (before, after) = (&words[..*place], &words[place + name.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refused_parameter_is_the_one_named_first() {
        for (status, body, expected) in [
            (
                400,
                r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}"#,
                Some("max_tokens"),
            ),
            (
                400,
                r#"{"error":{"message":"use 'max_completion_tokens', not 'max_tokens', which is unsupported","param":null}}"#,
                Some("max_completion_tokens"),
            ),
            (
                400,
                r#"{"error":{"message":"temperature: only 1.0 is allowed"}}"#,
                Some("temperature"),
            ),
            (
                422,
                r#"{"detail":[{"loc":["body","tool_choice"],"msg":"Extra inputs are not permitted","type":"extra_forbidden"}]}"#,
                Some("tool_choice"),
            ),
            (
                400,
                r#"{"code":"x","error":"this model does not support parameter seed"}"#,
                Some("seed"),
            ),
            (
                400,
                r#"{"error":{"message":"Unsupported parameter: 'stop' is not supported with this model."}}"#,
                Some("stop"),
            ),
            (
                400,
                r#"{"error":{"message":"this is not supported, the request was stopped"}}"#,
                None,
            ),
            (
                400,
                r#"{"error":{"message":"temperature is high today"}}"#,
                None,
            ),
            (
                400,
                r#"{"error":{"message":"the prompt is invalid"}}"#,
                None,
            ),
            (
                400,
                r#"{"error":{"message":"max_tokens is too large: the maximum context length is 4096, which must be kept"}}"#,
                None,
            ),
            (
                429,
                r#"{"error":{"message":"unsupported temperature"}}"#,
                None,
            ),
            (400, "no temperature, unsupported", None),
        ] {
            let found = refused_parameter(&Reply::from_body(status, body.as_bytes()));
            assert_eq!(found.as_deref(), expected, "{body}");
        }
    }
}

//! One small request that shows whether a server scores a text.

use faultline_core::{Likelihood, Reply};

use super::{LikelihoodRequest, ScoringWay, read_scores, way::no_way};
use crate::failure;

/// A short text, to be sent by [`ScoringWay::Echo`] to a server of which nothing is known.
pub fn probe_request() -> LikelihoodRequest {
    LikelihoodRequest::from(Likelihood {
        context: "One, two, three,".into(),
        continuation: " four".into(),
    })
}

/// The way that a server takes, by its reply to [`probe_request`].
///
/// # Errors
/// It does not score a text, or the request failed for another reason; the sentence says which, and what to do.
pub fn after_probe(reply: &Reply) -> Result<ScoringWay, String> {
    let Err(cause) = read_scores(reply, &probe_request().text) else {
        return Ok(ScoringWay::Echo);
    };
    match failure(reply, &[]) {
        // The server understood the request and refused what it asks for, or has no such endpoint.
        Some(failed) if !matches!(failed.kind.as_str(), "invalid_request" | "model_not_found") => {
            Err(format!(
                "one small request was sent to see whether the server scores a text, and it failed: {failed}"
            ))
        }
        _ => Err(no_way(&cause.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probe_shows_the_way_or_why_there_is_none() {
        let echo = r#"{"choices":[{"text":"One, two, three, four five","logprobs":{
            "tokens":["One",","," two",", three",","," four"," five"],
            "token_logprobs":[null,-1,-1,-1,-1,-0.5,-1]}}]}"#;
        for (status, body, expected) in [
            (200, echo, Ok(ScoringWay::Echo)),
            (
                400,
                r#"{"error":{"code":400,"message":"Only no echo is supported","type":"invalid_request_error"}}"#,
                Err("Only no echo is supported). Where it is vLLM"),
            ),
            (
                404,
                r#"{"error":{"message":"File Not Found"}}"#,
                Err("choose forced"),
            ),
            (
                200,
                r#"{"choices":[{"text":" five","logprobs":null}]}"#,
                Err("choose forced"),
            ),
            (
                401,
                r#"{"error":{"message":"Incorrect API key provided"}}"#,
                Err("it failed: auth_error"),
            ),
            (0, "connection refused", Err("it failed: network_error")),
        ] {
            let found = after_probe(&Reply::from_body(status, body.as_bytes()));
            match (&found, expected) {
                (Ok(way), Ok(expected)) => assert_eq!(*way, expected),
                (Err(message), Err(part)) => assert!(message.contains(part), "{message}"),
                _ => panic!("{found:?} is not {expected:?}"),
            }
        }
    }
}

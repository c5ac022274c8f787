//! A completions endpoint that repeats the prompt with log-probabilities, of a model that can be computed by hand.

use anyhow::Result;
use serde_json::{Value, json};

use crate::{Asked, ModelServer, Response};

/// Characters that the model remembers.
const MEMORY: usize = 64;

impl ModelServer {
    /// A server that repeats a prompt with the log-probability of each of its characters.
    ///
    /// # Errors
    /// When there is no free port.
    pub fn echoing() -> Result<Self> {
        Self::start(echo)
    }
}

/// How likely the model finds a character after a text, in nats: one of the last [`MEMORY`] characters is worth half a nat, any other five
/// for each of its bytes.
pub fn logprob_after(text: &str, character: char) -> f64 {
    let mut remembered = text.chars().rev().take(MEMORY);
    if remembered.any(|known| known == character) {
        -0.5
    } else {
        -5.0 * character.len_utf8() as f64
    }
}

/// What the model answers to a completions request: each character is a token, and after the prompt it generates line feeds.
pub fn echo(asked: &Asked) -> Response {
    let (Some(prompt), true) = (
        asked.body["prompt"].as_str(),
        asked.path.ends_with("/v1/completions"),
    ) else {
        return Response::status(
            404,
            r#"{"error":{"message":"there is only /v1/completions"}}"#,
        );
    };
    if asked.body["echo"] != json!(true) || asked.body["logprobs"].as_u64().is_none() {
        return Response::status(
            400,
            r#"{"error":{"message":"echo and logprobs are required"}}"#,
        );
    }
    let generated = asked.body["max_tokens"].as_u64().unwrap_or(16).min(16);
    let whole: String = prompt.chars().chain((0..generated).map(|_| '\n')).collect();
    let (mut tokens, mut logprobs, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (at, character)) in whole.char_indices().enumerate() {
        tokens.push(character.to_string());
        offsets.push(place);
        logprobs.push(match at {
            0 => Value::Null,
            _ => json!(logprob_after(&whole[..at], character)),
        });
    }
    let prompt_tokens = prompt.chars().count();
    let body = json!({
        "object": "text_completion",
        "model": asked.body["model"],
        "choices": [{
            "index": 0,
            "text": whole,
            "finish_reason": "length",
            "logprobs": {"tokens": tokens, "token_logprobs": logprobs, "text_offset": offsets},
        }],
        "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": generated, "total_tokens": prompt_tokens as u64 + generated},
    });
    Response::ok(body.to_string())
}

#[cfg(test)]
mod tests {
    use faultline_core::{Likelihood, Reply};
    use faultline_wire::{
        LikelihoodRequest, ModelRequest, ScoringWay, Sending, Target, read_scores,
    };

    use super::*;

    #[test]
    fn what_is_read_of_its_answers_is_the_model() -> Result<()> {
        let text = Likelihood {
            context: "order #W1: \u{e9}".into(),
            continuation: "delivered \u{1f600}".into(),
        };
        let target = Target {
            base_url: "http://127.0.0.1:1".into(),
            model: "m".into(),
            way: ScoringWay::Echo,
        };
        let request = ModelRequest::Likelihood(LikelihoodRequest::from(text.clone()));
        let (_, post) = Sending::start(&request, &[], &target);
        let asked = Asked {
            number: 0,
            path: post.url.trim_start_matches("http://127.0.0.1:1").into(),
            authorization: None,
            body: serde_json::from_str(&post.body)?,
        };
        let Response::Answer { status, body, .. } = echo(&asked) else {
            anyhow::bail!("it did not answer");
        };
        let scores = read_scores(&Reply::from_body(status, body.as_bytes()), &text);
        let scores = scores.map_err(|cause| anyhow::anyhow!("{cause}"))?;
        let mut before = text.context.to_string();
        assert_eq!(scores.len(), text.continuation.chars().count());
        for (score, character) in scores.iter().zip(text.continuation.chars()) {
            assert_eq!(score.text, character.to_string());
            let expected = logprob_after(&before, character);
            assert!(
                (score.logprob - expected).abs() < 1e-12,
                "{score:?} is not {expected}"
            );
            before.push(character);
        }
        Ok(())
    }
}

//! The shapes in which servers list the tokens of a text.

use faultline_core::Unmeasured;
use serde_json::Value;

use crate::answer::{items, text_of, unmeasured};

/// The most log-probabilities that are looked through for a forced token.
const MOST_ALTERNATIVES: usize = 1 << 16;

/// Tokens with their log-probabilities, which may be anything.
#[derive(Debug, Default)]
pub(super) struct Tokens<'a> {
    /// The text of each; none where the server does not say it.
    pub(super) texts: Vec<Option<&'a str>>,
    /// As many as there are tokens, or fewer.
    pub(super) logprobs: Vec<Option<&'a Value>>,
}

/// The tokens of an answer of a completions endpoint, with those of the prompt.
pub(super) fn completion(body: &Value) -> Result<Tokens<'_>, Unmeasured> {
    let choice = items(body, "choices").first().unwrap_or(&Value::Null);
    for place in [choice, body] {
        if let Some(prompt) = place.get("prompt_logprobs").and_then(Value::as_array) {
            return Ok(prompt_logprobs(prompt));
        }
    }
    // Together tells the prompt from what follows it.
    let own = items(body, "prompt")
        .first()
        .and_then(|prompt| prompt.get("logprobs"));
    for logprobs in [own, choice.get("logprobs")].into_iter().flatten() {
        let tokens = items(logprobs, "tokens");
        if !tokens.is_empty() {
            return legacy(tokens, logprobs);
        }
    }
    let why = if choice.pointer("/logprobs/content").is_some() {
        "the reply has the log-probabilities of what it generated and not of the text that was sent"
    } else {
        "the reply has no log-probabilities of the text that was sent"
    };
    Err(unmeasured("missing_logprobs", why))
}

fn legacy<'a>(tokens: &'a [Value], logprobs: &'a Value) -> Result<Tokens<'a>, Unmeasured> {
    let logprobs = items(logprobs, "token_logprobs");
    if logprobs.len() > tokens.len() {
        let (tokens, logprobs) = (tokens.len(), logprobs.len());
        return Err(unmeasured(
            "bad_logprob",
            &format!(
                "there are {logprobs} log-probabilities of {tokens} tokens, so which is whose can't be told"
            ),
        ));
    }
    Ok(Tokens {
        texts: tokens.iter().map(Value::as_str).collect(),
        logprobs: logprobs.iter().map(Some).collect(),
    })
}

/// Each place has the token that was sent, and after it those that are likelier; the first has nothing.
fn prompt_logprobs(prompt: &[Value]) -> Tokens<'_> {
    let texts = prompt
        .iter()
        .map(|place| first(place)?.get("decoded_token")?.as_str());
    Tokens {
        texts: texts.collect(),
        logprobs: prompt
            .iter()
            .map(|place| first(place)?.get("logprob"))
            .collect(),
    }
}

/// The token that was sent.
fn first(place: &Value) -> Option<&Value> {
    place.as_object()?.values().next()
}

/// The tokens that a llama.cpp server cut a text into: their ids, and their texts.
pub(super) fn pieces(body: &Value) -> Result<(Vec<u64>, Vec<String>), Unmeasured> {
    let tokens = body.get("tokens").and_then(Value::as_array);
    let tokens = tokens.filter(|tokens| !tokens.is_empty());
    let read = tokens.and_then(|tokens| tokens.iter().map(piece).collect::<Option<Vec<_>>>());
    let Some(read) = read else {
        return Err(unmeasured(
            "missing_logprobs",
            "/tokenize did not answer with the tokens of the text and their pieces",
        ));
    };
    Ok(read.into_iter().unzip())
}

/// A piece is a text, or bytes where it is not one.
fn piece(token: &Value) -> Option<(u64, String)> {
    let text = match token.get("piece")? {
        Value::String(text) => text.clone(),
        Value::Array(bytes) => {
            let byte = |value: &Value| u8::try_from(value.as_u64()?).ok();
            let bytes = bytes.iter().map(byte).collect::<Option<Vec<u8>>>()?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => return None,
    };
    Some((token.get("id")?.as_u64()?, text))
}

/// The log-probability of a token that was forced, in the answer of a llama.cpp server: the token that was taken, or one of those that
/// are likelier.
pub(super) fn forced(body: &Value, id: u64) -> Result<&Value, Unmeasured> {
    let Some(taken) = items(body, "completion_probabilities").first() else {
        return Err(unmeasured(
            "missing_logprobs",
            "the reply has no log-probability of the token that it generated",
        ));
    };
    let is_it = |entry: &&Value| entry.get("id").and_then(Value::as_u64) == Some(id);
    let others = items(taken, "top_logprobs").iter().take(MOST_ALTERNATIVES);
    let found = std::iter::once(taken).chain(others).find(is_it);
    found
        .and_then(|entry| entry.get("logprob"))
        .ok_or_else(|| {
            let taken = text_of(taken, "token").unwrap_or_default();
            unmeasured(
                "not_among_top",
                &format!("the token {id} was not generated where it was forced, nor is it among those that are listed; {taken:?} was"),
            )
        })
}

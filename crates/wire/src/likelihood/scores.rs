//! Reading how likely each token of a text is, and what of a reply is kept.

use faultline_core::{Likelihood, RawReply, Reply, TokenScore, Unmeasured, Usage};
use serde_json::{Value, json};

use super::{
    place::place,
    shapes::{self, Tokens},
};
use crate::{
    answer::{first_line, unmeasured},
    body::Body,
    failure::{self, Failure},
    usage::read_usage,
};

/// How much above 0 a log-probability may be, in nats: what rounding makes of a certain token.
const ROUNDING: f64 = 1e-6;

/// What some servers say of a token that they find too unlikely for a number, or less.
const FILLER: f64 = -9999.0;

/// The most tokens of a text that are forced, each in a request of its own.
const MOST_FORCED: usize = 4096;

/// The longest body without a usable score that is kept, in bytes.
const LONGEST_KEPT: usize = 16 << 10;

/// How likely each token of the continuation is, in whatever shape the reply lists them: a completion that repeats the prompt, vLLM's
/// `prompt_logprobs`, a list of a llama.cpp server's replies, or the reduced form of [`reduce_scores`].
///
/// The texts of the tokens are the continuation. A log-probability above 0 by no more than rounding is read as 0.
///
/// # Errors
/// Where the request failed, or the reply does not say how likely the text is. The kinds beside those of [`failure`](crate::failure()):
///
/// - `missing_logprobs`: there are none, or fewer than tokens.
/// - `text_differs`, `text_cut`: the server changed what was sent.
/// - `straddling_token`: a token holds the end of the context too.
/// - `unclear_tokens`: where tokens of parts of characters end can't be told.
/// - `bad_logprob`: null, not a number, positive, a filler, or more than there are tokens.
/// - `not_among_top`: a forced token.
pub fn read_scores(reply: &Reply, of: &Likelihood) -> Result<Vec<TokenScore>, Unmeasured> {
    read(reply.status, &Body::of(&reply.raw), of)
}

/// Reads a reply that has just arrived, and reduces it to what is stored of it: `{"scored":{"tokens":[…],"token_logprobs":[…]}}` with the
/// continuation's tokens alone, or `{"unscored":{"kind":…,"message":…}}` with the body as a text where it is short, and the provider's own
/// count of tokens beside either. A refusal or failure that has a status of its own stays as it arrived.
///
/// # Errors
/// As [`read_scores`].
pub fn reduce_scores(reply: &mut Reply, of: &Likelihood) -> Result<Vec<TokenScore>, Unmeasured> {
    let body = Body::of(&reply.raw);
    let scores = read(reply.status, &body, of);
    if failure::of(reply.status, &[], &body).is_some() || is_stored(&body) {
        return scores;
    }
    let (usage, own) = usage(&body);
    let mut stored = match &scores {
        Ok(tokens) => scored(tokens),
        Err(cause) if reply.raw.json().len() <= LONGEST_KEPT => {
            json!({"unscored": {"kind": cause.kind, "message": cause.message}, "body": reply.raw.json()})
        }
        Err(cause) => json!({"unscored": {"kind": cause.kind, "message": cause.message}}),
    };
    if let Some(own) = own {
        stored["usage"] = own.clone();
    }
    reply.usage.input = reply.usage.input.or(usage.input);
    reply.usage.output = reply.usage.output.or(usage.output);
    reply.raw = RawReply::from_body(stored.to_string().as_bytes());
    scores
}

/// The reduced form of a reply that scores these tokens.
pub fn scored_body(tokens: &[TokenScore]) -> String {
    scored(tokens).to_string()
}

/// Whether a stored reply is to a request for a likelihood, and if so, whether it has scores; none where it is of another kind, or failed
/// by its status.
pub fn stored_scores(reply: &Reply) -> Option<Result<(), Unmeasured>> {
    // Only such replies are opened: all others are read as what they are.
    if !["{\"scored\":", "{\"unscored\":"]
        .iter()
        .any(|start| reply.raw.json().starts_with(start))
    {
        return None;
    }
    let Body::Json(body) = Body::of(&reply.raw) else {
        return None;
    };
    Some(match body.get("scored") {
        Some(stored) => stored_tokens(stored).map(|_| ()),
        None => unscored(&body).map_or(Ok(()), Err),
    })
}

fn scored(tokens: &[TokenScore]) -> Value {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let logprobs: Vec<f64> = tokens.iter().map(|token| token.logprob).collect();
    json!({"scored": {"tokens": texts, "token_logprobs": logprobs}})
}

fn is_stored(body: &Body) -> bool {
    matches!(body, Body::Json(value) if value.get("scored").is_some() || value.get("unscored").is_some())
}

fn read(status: u16, body: &Body, of: &Likelihood) -> Result<Vec<TokenScore>, Unmeasured> {
    match failure::of(status, &[], body) {
        Some(Failure::Unmeasured(cause)) => return Err(cause),
        Some(Failure::Rejected(_)) => {
            return Err(unmeasured(
                "missing_logprobs",
                "the reply is the refusal of a call",
            ));
        }
        None => {}
    }
    let value = match body {
        Body::Json(value) => value,
        // Python writes what is no number as no JSON.
        Body::Text(text) if text.contains("NaN") || text.contains("Infinity") => {
            return Err(unmeasured(
                "bad_logprob",
                "the body is no JSON: it holds NaN or Infinity",
            ));
        }
        Body::Text(_) | Body::Stream(_) => {
            return Err(unmeasured("non_json_body", "the body is no JSON"));
        }
    };
    if let Some(stored) = value.get("scored") {
        return read_stored(stored, of);
    }
    if let Some(cause) = unscored(value) {
        return Err(cause);
    }
    if let Some(replies) = value.as_array() {
        return read_forced(replies, of);
    }
    let Tokens { texts, logprobs } = shapes::completion(value)?;
    let placed = place(&texts, of)?;
    let logprob = |place: usize| logprobs.get(place).copied().flatten();
    placed
        .spans
        .iter()
        .enumerate()
        .map(|(place, span)| {
            score(
                &of.continuation[span.clone()],
                logprob(placed.first + place),
            )
        })
        .collect()
}

/// The scored tokens that a stored reply holds, of whatever text.
fn stored_tokens(stored: &Value) -> Result<Vec<TokenScore>, Unmeasured> {
    let (Some(texts), Some(logprobs)) = (
        stored.get("tokens").and_then(Value::as_array),
        stored.get("token_logprobs").and_then(Value::as_array),
    ) else {
        return Err(unmeasured(
            "missing_logprobs",
            "the stored reply has no tokens or no log-probabilities",
        ));
    };
    if logprobs.len() > texts.len() {
        return Err(unmeasured(
            "bad_logprob",
            "there are more log-probabilities than tokens",
        ));
    }
    let told = |text: &Value| text.as_str().unwrap_or_default().to_owned();
    let places = texts.iter().enumerate();
    places
        .map(|(place, text)| score(&told(text), logprobs.get(place)))
        .collect()
}

fn read_stored(stored: &Value, of: &Likelihood) -> Result<Vec<TokenScore>, Unmeasured> {
    let tokens = stored_tokens(stored)?;
    let mut rest = of.continuation.as_str();
    for token in &tokens {
        rest = rest.strip_prefix(token.text.as_str()).ok_or_else(|| {
            unmeasured(
                "text_differs",
                "the stored tokens are not the text that is asked for",
            )
        })?;
    }
    if rest.is_empty() && !tokens.is_empty() {
        Ok(tokens)
    } else {
        Err(unmeasured(
            "text_cut",
            "the stored tokens end before the text that is asked for",
        ))
    }
}

/// Why a stored reply has no scores.
fn unscored(body: &Value) -> Option<Unmeasured> {
    let words = |key: &str| {
        let member = body.get("unscored")?.get(key)?;
        Some(member.as_str().unwrap_or_default())
    };
    Some(Unmeasured {
        kind: words("kind")?.to_owned(),
        message: first_line(words("message").unwrap_or_default()),
        retry_after_s: None,
        stops_run: false,
    })
}

/// The tokens of the text, then a reply for each token of the continuation.
fn read_forced(replies: &[Value], of: &Likelihood) -> Result<Vec<TokenScore>, Unmeasured> {
    let forcing = Forcing::of(replies.first().unwrap_or(&Value::Null), of)?;
    let mut tokens = Vec::with_capacity(forcing.texts.len());
    for (place, text) in forcing.texts.iter().enumerate() {
        let reply = replies.get(place + 1).unwrap_or(&Value::Null);
        let logprob = shapes::forced(reply, forcing.ids[forcing.first + place])?;
        tokens.push(score(text, Some(logprob))?);
    }
    Ok(tokens)
}

/// The tokens that are to be forced.
pub(super) struct Forcing {
    /// The tokens of the whole text.
    pub(super) ids: Vec<u64>,
    /// The first of the continuation.
    pub(super) first: usize,
    /// The texts of the continuation's tokens.
    pub(super) texts: Vec<String>,
}

impl Forcing {
    /// What is to be forced, by the tokens that a llama.cpp server cut the text into.
    pub(super) fn of(tokens: &Value, of: &Likelihood) -> Result<Self, Unmeasured> {
        let (ids, pieces) = shapes::pieces(tokens)?;
        let pieces: Vec<Option<&str>> = pieces.iter().map(|piece| Some(piece.as_str())).collect();
        let placed = place(&pieces, of)?;
        let count = placed.spans.len();
        if count > MOST_FORCED {
            return Err(unmeasured(
                "request_too_large",
                &format!(
                    "the text has {count} tokens, and no more than {MOST_FORCED} are forced, each in a request of its own"
                ),
            ));
        }
        let texts = placed.spans.iter();
        let texts = texts.map(|span| of.continuation[span.clone()].to_owned());
        Ok(Self {
            first: placed.first,
            texts: texts.collect(),
            ids,
        })
    }
}

fn score(text: &str, logprob: Option<&Value>) -> Result<TokenScore, Unmeasured> {
    let bad = |what: &str| {
        let text: String = text.chars().take(40).collect();
        unmeasured(
            "bad_logprob",
            &format!("the log-probability of the token {text:?} is {what}"),
        )
    };
    let logprob = match logprob {
        None => {
            return Err(unmeasured(
                "missing_logprobs",
                "there are fewer log-probabilities than tokens",
            ));
        }
        Some(Value::Null) => return Err(bad("null")),
        Some(value) => value.as_f64().ok_or_else(|| bad("no number"))?,
    };
    if logprob > ROUNDING {
        return Err(bad(&format!("{logprob}, which is above 0")));
    }
    if logprob <= FILLER {
        return Err(bad(&format!("{logprob}, which stands for no number")));
    }
    Ok(TokenScore {
        text: text.to_owned(),
        logprob: if logprob >= 0.0 { 0.0 } else { logprob },
    })
}

/// The tokens that a body counts, and its own words for it, if it has them.
fn usage(body: &Body) -> (Usage, Option<&Value>) {
    match body {
        Body::Json(Value::Array(replies)) => {
            let count = |reply: &Value| reply.get("tokens_evaluated").and_then(Value::as_u64);
            let input = replies.iter().filter_map(count).max();
            let usage = Usage {
                input,
                output: input.map(|_| replies.len().saturating_sub(1) as u64),
            };
            (usage, None)
        }
        Body::Json(value) => (read_usage(value), value.get("usage")),
        Body::Stream(_) | Body::Text(_) => (Usage::default(), None),
    }
}

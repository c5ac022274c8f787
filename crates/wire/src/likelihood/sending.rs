//! The requests that one exchange with a server takes.

use faultline_core::{RawReply, Reply};
use serde_json::{Value, json};

use super::{LikelihoodRequest, ScoringWay, scores::Forcing, shapes};
use crate::{
    ChatRequest,
    providers::{chat_url, completions_url, root_url},
};

/// What a model is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelRequest {
    /// To continue a conversation.
    Chat(ChatRequest),
    /// How likely a text is.
    Likelihood(LikelihoodRequest),
}

impl ModelRequest {
    /// The conversation, where it is one.
    pub fn chat(&self) -> Option<&ChatRequest> {
        match self {
            Self::Chat(chat) => Some(chat),
            Self::Likelihood(_) => None,
        }
    }

    /// The text that is to be scored, where there is one.
    pub fn likelihood(&self) -> Option<&LikelihoodRequest> {
        match self {
            Self::Chat(_) => None,
            Self::Likelihood(request) => Some(request),
        }
    }
}

/// Which server is asked, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The base URL, as [`chat_url`](crate::chat_url) takes it.
    pub base_url: String,
    /// The model's name.
    pub model: String,
    /// How it is asked how likely a text is.
    pub way: ScoringWay,
}

/// One body to be posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Where to.
    pub url: String,
    /// JSON.
    pub body: String,
}

/// What follows a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// One more is to be posted.
    Post(Post),
    /// This is the reply to the whole.
    Reply(Reply),
}

/// An exchange with a server: one post, but where the tokens of a text are forced, one for each of them.
///
/// ```
/// use faultline_core::Reply;
/// use faultline_wire::{ModelRequest, ScoringWay, Sending, Target, Then, probe_request};
///
/// let target = Target { base_url: "localhost:8000".into(), model: "m".into(), way: ScoringWay::Echo };
/// let (mut sending, post) = Sending::start(&ModelRequest::Likelihood(probe_request()), &[], &target);
/// assert_eq!(post.url, "http://localhost:8000/v1/completions");
/// let reply = Reply::from_body(200, b"{}");
/// assert_eq!(sending.then(reply.clone()), Then::Reply(reply));
/// ```
#[derive(Clone, Debug)]
pub struct Sending(State);

#[derive(Clone, Debug)]
enum State {
    /// The next response is the reply.
    Single,
    /// The next response is the tokens of the text.
    Cutting(LikelihoodRequest, String),
    /// The next response is to a forced token.
    Forcing(Box<Forced>),
}

#[derive(Clone, Debug)]
struct Forced {
    url: String,
    ids: Vec<u64>,
    /// The next token.
    next: usize,
    replies: Vec<RawReply>,
    ms: u32,
}

impl Sending {
    /// Begins an exchange: the first post. Parameters that the server refused are left out of a conversation.
    pub fn start(request: &ModelRequest, dropped: &[String], target: &Target) -> (Self, Post) {
        let Target {
            base_url,
            model,
            way,
        } = target;
        match (request, way) {
            (ModelRequest::Chat(chat), _) => (
                Self(State::Single),
                Post {
                    url: chat_url(base_url),
                    body: chat.body(model, dropped),
                },
            ),
            (ModelRequest::Likelihood(request), ScoringWay::Echo) => (
                Self(State::Single),
                Post {
                    url: completions_url(base_url),
                    body: request.echo_body(model),
                },
            ),
            (ModelRequest::Likelihood(request), ScoringWay::PromptLogprobs) => (
                Self(State::Single),
                Post {
                    url: completions_url(base_url),
                    body: request.prompt_logprobs_body(model),
                },
            ),
            (ModelRequest::Likelihood(request), ScoringWay::Forced) => (
                Self(State::Cutting(
                    request.clone(),
                    root_url(base_url, "/completion"),
                )),
                Post {
                    url: root_url(base_url, "/tokenize"),
                    body: request.tokenize_body(),
                },
            ),
        }
    }

    /// What follows a response. A response without success ends the exchange, and is its reply.
    pub fn then(&mut self, reply: Reply) -> Then {
        if reply.status != 200 {
            return Then::Reply(reply);
        }
        match std::mem::replace(&mut self.0, State::Single) {
            State::Single => Then::Reply(reply),
            State::Cutting(request, url) => {
                let tokens = serde_json::from_str::<Value>(reply.raw.json()).unwrap_or_default();
                // What is wrong with the tokens is seen again where the replies are read.
                let forcing = Forcing::of(&tokens, &request.text);
                let (next, ids) = forcing
                    .map(|forcing| (forcing.first, forcing.ids))
                    .unwrap_or_default();
                self.go_on(Forced {
                    url,
                    ids,
                    next,
                    replies: vec![reply.raw],
                    ms: reply.ms,
                })
            }
            State::Forcing(mut forced) => {
                forced.ms = forced.ms.saturating_add(reply.ms);
                if let Some(kept) = forced.kept(&reply.raw) {
                    forced.replies.push(kept);
                    forced.next += 1;
                } else {
                    // Where the replies are read, this last one says what is wrong; no more are asked for.
                    forced.replies.push(reply.raw);
                    forced.ids.clear();
                }
                self.go_on(*forced)
            }
        }
    }

    /// Forces the next token, or gives all replies as one.
    fn go_on(&mut self, forced: Forced) -> Then {
        let Some(id) = forced.ids.get(forced.next) else {
            let replies: Vec<&str> = forced.replies.iter().map(RawReply::json).collect();
            let body = format!("[{}]", replies.join(","));
            return Then::Reply(Reply {
                ms: forced.ms,
                ..Reply::from_body(200, body.as_bytes())
            });
        };
        // The bias makes the token the one that is generated; log-probabilities are those before it.
        let body = json!({
            "prompt": forced.ids[..forced.next],
            "n_predict": 1,
            "temperature": 0,
            "n_probs": 1,
            "logit_bias": [[id, 1e6]],
            "cache_prompt": true,
            "response_fields": ["completion_probabilities", "tokens_evaluated"],
        });
        let post = Post {
            url: forced.url.clone(),
            body: body.to_string(),
        };
        self.0 = State::Forcing(Box::new(forced));
        Then::Post(post)
    }
}

impl Forced {
    /// What is kept of a reply that says how likely the next token is, so that all of them together stay small.
    fn kept(&self, reply: &RawReply) -> Option<RawReply> {
        let body = serde_json::from_str::<Value>(reply.json()).ok()?;
        let id = *self.ids.get(self.next)?;
        let logprob = shapes::forced(&body, id).ok()?;
        let kept = json!({
            "completion_probabilities": [{"id": id, "logprob": logprob.as_f64()?}],
            "tokens_evaluated": body.get("tokens_evaluated").and_then(Value::as_u64),
        });
        Some(RawReply::from_body(kept.to_string().as_bytes()))
    }
}

//! What providers speak: requests, replies, calls, errors, limits.
//!
//! A prompt becomes a [`ChatRequest`], which has a digest of its own and the exact body that goes over the wire. A reply, in
//! whatever shape it came (chat, responses, messages, generated content, whole or as a stream), becomes a
//! [`Reading`](faultline_core::Reading) by [`read_reply`], the one way to read a call out of a reply: strictly, as it was asked
//! for, and leniently, as a fair reader would, with every repair named in its flags. What is no answer becomes an
//! [`Unmeasured`](faultline_core::Unmeasured) with its cause, its wait, and whether it ends the run.
//!
//! This crate sends nothing and has no clock: a wait is seconds, counted from the response's own date. It checks no argument
//! against a schema and turns no value into another type, which is for studies to do; the exception is mark-up that carries
//! no types, where the schema says which texts are numbers. It never panics on input, and reads any body in time and space
//! proportional to its length.
//!
//! ```
//! use faultline_core::{CallingMode, Message, Prompt, PromptedForm, Reply, Sampling};
//! use faultline_wire::{ChatRequest, read_reply};
//!
//! let prompt = Prompt {
//!     messages: vec![Message::User { text: "Pick seven.".into() }],
//!     tools: Vec::new(),
//!     mode: CallingMode::Prompted,
//!     form: PromptedForm::Json,
//!     sampling: Sampling::default(),
//! };
//! let request = ChatRequest::from_prompt(&prompt);
//! assert!(request.body("some-model", &[]).starts_with(r#"{"model":"some-model","messages":[{"role":"user""#));
//!
//! let body = br#"{"choices":[{"message":{"content":"Sure: {\"tool\":\"pick\",\"arguments\":{\"id\":7}}"}}]}"#;
//! let reading = read_reply(&Reply::from_body(200, body), prompt.mode, prompt.form, &prompt.tools).unwrap();
//! assert!(reading.strict.is_err());
//! assert_eq!(reading.lenient.unwrap()[0].name, "pick");
//! assert!(reading.flags.contains(&"leading_text".to_string()));
//! ```
//!
//! | what | where |
//! | --- | --- |
//! | asking | [`ChatRequest`], [`ChatMessage`], [`ChatCall`], [`Role`], [`call_text`], [`react_text`] |
//! | reading | [`read_reply`] |
//! | standing in for a provider | [`text_body`], [`call_body`] |
//! | likelihoods | [`LikelihoodRequest`], [`LikelihoodDigester`], [`read_scores`], [`reduce_scores`], [`stored_scores`], [`scored_body`] |
//! | sending | [`ModelRequest`], [`Sending`], [`Target`], [`Post`], [`Then`] |
//! | failing | [`failure`], [`worth_retrying`], [`LONGEST_WAIT_S`], [`refused_parameter`], [`limit_facts`] |
//! | whom to ask | [`PROVIDERS`], [`Provider`], [`FromPage`], [`provider_of`], [`chat_url`], [`TextScoring`], [`ScoringWay`], [`scoring_way`], [`probe_request`], [`WaySearch`] |

mod prompted;
mod request;
mod request_digest;

mod answer;
mod body;
mod shapes;
mod usage;

mod arguments;
mod extract;
mod json;
mod names;
mod react;
mod read;
mod think;

mod failure;
mod limits;
mod redact;
mod refused;
mod report;
mod wait;

mod likelihood;
mod providers;
mod stand_in;

pub use crate::{
    failure::{LONGEST_WAIT_S, failure, worth_retrying},
    likelihood::{
        LikelihoodDigester, LikelihoodRequest, ModelRequest, Post, ScoringWay, Sending, Target,
        TextScoring, Then, WaySearch, probe_request, read_scores, reduce_scores, scored_body,
        scoring_way, stored_scores,
    },
    limits::limit_facts,
    prompted::{call_text, react_text},
    providers::{FromPage, PROVIDERS, Provider, chat_url, provider_of},
    read::read_reply,
    redact::without_key,
    refused::refused_parameter,
    request::{ChatCall, ChatMessage, ChatRequest, Role},
    request_digest::RequestDigester,
    stand_in::{call_body, text_body},
};

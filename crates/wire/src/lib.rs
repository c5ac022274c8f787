//! What providers speak: requests, replies, calls, errors, limits.

mod answer;
mod arguments;
mod body;
mod extract;
mod failure;
mod json;
mod limits;
mod names;
mod prompted;
mod providers;
mod read;
mod refused;
mod report;
mod request;
mod shapes;
mod think;
mod usage;
mod wait;

pub use crate::{
    failure::{LONGEST_WAIT_S, failure, worth_retrying},
    limits::limit_facts,
    prompted::call_text,
    providers::{FromPage, PROVIDERS, Provider, chat_url, provider_of},
    read::read_reply,
    refused::refused_parameter,
    request::{ChatCall, ChatMessage, ChatRequest, Role},
    usage::usage_of,
};

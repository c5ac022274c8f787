//! What providers speak: requests, replies, calls, errors, limits.

mod prompted;
mod request;

pub use crate::{
    prompted::call_text,
    request::{ChatCall, ChatMessage, ChatRequest, Role},
};

//! The injection study: its tasks, and its numbers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop where something is not as it set it up"
)]

mod published;
mod support;
mod tasks;

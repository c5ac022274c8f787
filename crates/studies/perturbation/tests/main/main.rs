//! The perturbation study from its instances on.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop where something is not as it set it up"
)]

mod diagnosed;
mod examples;
mod packets;
mod policies;
mod published;
mod recoverability;
mod report;
mod suite;
mod support;
mod transcripts;
mod wording;

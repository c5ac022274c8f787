//! The boundary study from its trajectories on.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop where something is not as it set it up"
)]

mod arms;
mod asks;
mod digests;
mod measures;
mod published;
mod simulation;
mod source;
mod support;

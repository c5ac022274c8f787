//! The propagation study from its tasks to its report, driven as a run drives it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop where something is not as it set it up"
)]

mod support;

mod arms;
mod broken_loop;
mod digests;
mod miniature;
mod oracle;
mod published;
mod recovery;
#[cfg(not(target_arch = "wasm32"))]
mod report;
#[cfg(not(target_arch = "wasm32"))]
mod tally;

//! The injection study from its tasks on.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop where something is not as it set it up"
)]

mod episodes;
mod files;
mod imports;
mod judged;
mod judges;
mod labels;
mod oracle;
mod published;
mod recovery;
mod report;
mod solver;
mod suite;
mod support;
#[cfg(not(target_arch = "wasm32"))]
mod tally;
mod tasks;

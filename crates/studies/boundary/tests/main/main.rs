//! The boundary study from outside.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop where something is not as it set it up"
)]

mod source;

//! Drives episodes against whatever answers: a provider, a cache of earlier replies, a simulated policy.
//!
//! [`Driver`] is a state machine without network and without clock: it says which request to send next and when, takes the replies,
//! reads them, waits where a provider asks for it, leaves out a parameter that a server refuses, and stops at a budget. The
//! same driver runs a live run on the command line, a live run in a page, and a replay of stored replies.

mod budget;
mod cache;
mod driver;
mod pacing;
mod replay;

pub use crate::{
    budget::{Budget, Counts},
    cache::Cache,
    driver::{Driver, Finished, Handled, Request, Step},
    replay::{Replayed, replay_case},
};

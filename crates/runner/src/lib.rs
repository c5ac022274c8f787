//! Drives episodes against whatever answers: a provider, a cache of earlier replies, a simulated policy.
//!
//! [`Driver`] is a state machine without network and without clock: it says which request to send next and when, takes the replies,
//! reads them, waits where a provider asks for it, leaves out a parameter that a server refuses, and stops at a budget. The
//! same driver runs a live run on the command line and in a page, whether conversations are continued or texts are scored.
//! [`replay`] works the same episodes through from a [`Cache`] of stored replies, without asking anybody.

mod budget;
mod cache;
mod digester;
mod driver;
mod groups;
mod pacing;
mod replay;
mod step;
mod wanted;

pub use crate::{
    budget::{Budget, Counts},
    cache::Cache,
    driver::Driver,
    replay::{Replayed, replay, replay_case},
    step::{Finished, Handled, Request, Step},
};

//! The propagation study: how fast does a chain of tool calls fall apart once a call is wrong, and how much of that is the
//! scoring rule?
//!
//! A task is a chain of calls of hidden modular tools: each call's argument is made from the value that the last call returned,
//! and the tool follows from its parity. Every step is measured twice: with the right history before it (*teacher-forced*, p)
//! and within the model's own history (*free*, g). The loss L = 1 − g/p is what the model's own earlier errors cost it. Both are
//! scored by agreement with the gold chain and, beside it, conditional on the value that the model actually holds.
//!
//! The protocol is that of "Invocation-Level Reliability of Tool-Using Agents" (2026); where the paper leaves a choice open, the
//! documentation of the item says what was chosen.
//!
//! | room | what |
//! | --- | --- |
//! | `cases` | tasks from (depth, index, seed), two cases each |
//! | `episode` | asks step by step, executes, keeps the history |
//! | `score` | both verdicts for every step, and the class of its error |
//! | `report` | tables and figures |
//! | `policies` | simulated models with known parameters |

mod config;

mod cases;
mod opening;

mod episode;
mod execute;

mod policies;
mod score;

use faultline_core::{Episode, Field, Study, Terms, Transcript};

pub use crate::{
    cases::{Arm, ChainCase},
    config::{Condition, Config},
    policies::{POLICIES, ParameterSpec, Policy, PolicyError, PolicySpec},
    score::{ArgumentError, Attempt, Measured, Pick, SelectionError, Step},
};

/// The study.
#[derive(Clone, Copy, Debug)]
pub struct Propagation;

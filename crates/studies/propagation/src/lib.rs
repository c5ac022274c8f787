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
mod report;
mod score;
mod tally;
mod transcript;

use faultline_core::{Episode, Field, Study, Terms, Transcript};

#[cfg(feature = "nuts")]
pub use crate::report::Chains;
pub use crate::{
    cases::{Arm, ChainCase, case},
    config::{Condition, Config},
    policies::{POLICIES, Policy},
    report::{RecordRef, ReportOptions, overview, report},
    score::{ArgumentError, Attempt, Measured, Pick, SelectionError, Step},
    tally::{RunKey, RunTally, Tally, TaskKey},
    transcript::{outcome_words, step_views},
};

/// The study, as `faultline_core::Study` wants one.
#[derive(Clone, Copy, Debug)]
pub struct Propagation;

impl Study for Propagation {
    const NAME: &'static str = "propagation";
    type Config = Config;
    type Case = ChainCase;
    type Verdict = Vec<Step>;
    type Tally = Tally;
    type Report = faultline_report::Report;

    fn fields() -> Vec<Field> {
        config::fields()
    }

    fn cases(config: &Config) -> impl Iterator<Item = ChainCase> + use<> {
        cases::cases(config)
    }

    fn episode(case: &ChainCase, terms: &Terms) -> Box<dyn Episode> {
        Box::new(episode::ChainEpisode::new(case, terms))
    }

    fn score(case: &ChainCase, transcript: &Transcript) -> Vec<Step> {
        score::score(case, transcript)
    }
}

//! The perturbation study: which stage of one call breaks first under stress on interface, intent, output or runtime?
//!
//! A seed task is a request that one call of one deterministic tool answers. Four families of perturbations enter at four
//! places of the call: the tools on offer (A), the request (B), what the call returned (C), and how its execution went (D). Each of
//! their fourteen subtypes comes in three severities, whose static strength is checked before anything is generated.
//!
//! The protocol is that of "`ToolRobustBench`: Stage-Wise Perturbation Evaluation and Failure Diagnosis for Tool-Calling Agents"
//! (2026); where the paper leaves a choice open, the documentation of the item says what was chosen.
//!
//! This crate asks no model and reads no file.
//!
//! ```
//! use faultline_core::Case as _;
//! use faultline_perturbation::{Config, Subtype, generate};
//!
//! let config = Config { tasks: 1, ..Config::default() };
//! let cases: Vec<_> = generate(&config)?.collect();
//! assert_eq!(cases.len(), 4 + 14 * 3);
//! assert_eq!(cases[0].group(), cases[45].group());
//! assert_eq!(cases[1].instance.subtype, Some(Subtype::A1));
//! # Ok::<(), faultline_perturbation::GenerateError>(())
//! ```
//!
//! | room | what |
//! | --- | --- |
//! | `kinds`, `pair`, `instance` | the words: families, subtypes, severities, pairs, instances and what they are judged by |
//! | `instances`, `cases` | seed tasks, operators, templates, the preflight gate, packets; one case an instance |
//! | `episode` | asks for a call, and where something came back for a decision |
//! | `score`, `attribution`, `repair` | the record of an episode: checks, symptom and source, what a repair brings |
//! | `recoverability` | whether a packet determines the answer |
//! | `labels`, `tally` | people's labels; records added up |
//! | `report` | tables and figures |
//! | `shown` | a case beside the clean one, as texts |
//! | `policies` | simulated models with known parameters |

mod config;
mod instance;
mod kinds;
mod pair;

mod cases;
mod instances;

mod episode;
mod opening;

mod aliases;
mod attribution;
mod decision;
mod record;
mod recoverability;
mod repair;
mod score;

mod board;
mod labels;
mod policies;
mod report;
mod shown;
mod tally;
mod transcript;

use faultline_core::{Episode, Field, Study, Terms, Transcript};

pub use crate::{
    aliases::{ALIASES, Alias, failure_type},
    attribution::{
        Attribution, Check, EXPECTED, Expected, Failure, Stage, attribute, expected, is_spillover,
    },
    board::{Board, FamilyCounts},
    cases::{PerturbationCase, generate},
    config::{Arm, Config, ConfigError, Intervention, PUBLISHED_SEED},
    decision::{Decision, is_same_value},
    instance::{
        Example, ExposedTool, FailureType, GoldCall, GoldDecision, Instance, Packet, Recovery,
        Status,
    },
    instances::{GateError, GenerateError, Outline},
    kinds::{Family, Severity, Subtype},
    labels::{Label, LabelColumns, Question},
    pair::Pair,
    policies::{POLICIES, Policy},
    record::{DecisionMatches, Record, Tier, label_case},
    recoverability::{determines, undetermined},
    report::{RecordRef, ReportOptions, report},
    shown::{clean_of, outlines, return_text},
    tally::{RecordKey, RunKey, Tally},
    transcript::{outcome_words, step_views},
};

/// The study, as `faultline_core::Study` wants one.
#[derive(Clone, Copy, Debug)]
pub struct Perturbation;

impl Study for Perturbation {
    const NAME: &'static str = "perturbation";
    type Config = Config;
    type Case = PerturbationCase;
    type Verdict = Record;
    type Tally = Tally;
    type Report = faultline_report::Report;

    fn fields() -> Vec<Field> {
        config::fields()
    }

    /// The cases of a config; none of one that makes no suite, which [`generate`] says why.
    fn cases(config: &Config) -> impl Iterator<Item = PerturbationCase> + use<> {
        generate(config).into_iter().flatten()
    }

    fn episode(case: &PerturbationCase, terms: &Terms) -> Box<dyn Episode> {
        Box::new(episode::PerturbationEpisode::new(case, terms))
    }

    fn score(case: &PerturbationCase, transcript: &Transcript) -> Record {
        score::score(case, transcript)
    }
}

//! The perturbation study: which stage of one call breaks first under stress on interface, intent, output or runtime?
//!
//! A seed task is a request that one call of one deterministic tool answers. Four families of perturbations enter at four
//! places of the call: the tools on offer (A), the request (B), what the call returned (C), and how its execution went (D). Each of
//! their fourteen subtypes comes in three severities, whose static strength is checked before anything is generated.
//!
//! The protocol is that of "ToolRobustBench: Stage-Wise Perturbation Evaluation and Failure Diagnosis for Tool-Calling Agents"
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

mod config;
mod instance;
mod kinds;
mod pair;

mod cases;
mod instances;

pub use crate::{
    cases::{PerturbationCase, generate},
    config::{Arm, Config, ConfigError, Intervention, PUBLISHED_SEED},
    instance::{
        ExposedTool, FailureType, GoldCall, GoldDecision, Instance, Packet, Recovery, Status,
    },
    instances::{GateError, GenerateError},
    kinds::{Family, Severity, Subtype},
    pair::Pair,
};

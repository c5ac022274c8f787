//! The injection study: does a corrupted parameter reach the answer, and does a judge or a monitor notice?
//!
//! A task is a question over a small simulated world, answered by a chain of tool calls. Between the agent and the tool the
//! critical parameter of one call is replaced, so that the agent reads in its history what it planned and observes what another
//! call returned. Three stages tell how far the error gets: it was injected (S1), what came back differs (S2), the answer is
//! wrong under a named judge (S3). Beside them stand what an agent claims without any call, and a monitor that counts signals
//! while the agent works and may withhold the answer.
//!
//! The protocol is that of "Auditing Automated Evaluation, Error Propagation, and Runtime Mitigation in Tool-Using Language
//! Agents" (2026); where the paper leaves a choice open, the documentation of the item says what was chosen. The same tables are
//! made from its released result files.
//!
//! This crate asks no model and reads no file. Its simulated policies see the request alone.
//!
//! ```
//! use faultline_core::{Case as _, Study as _};
//! use faultline_injection::{Config, Injection};
//!
//! let config = Config { tasks: 1, ..Config::default() };
//! let cases: Vec<_> = Injection::cases(&config).collect();
//! assert_eq!(cases[0].group(), cases[1].group());
//! assert_eq!(cases[1].condition.name(), "semantic");
//! ```
//!
//! | room | what |
//! | --- | --- |
//! | `tasks`, `cases` | tasks from (domain, difficulty, index, seed), one case a condition |
//! | `episode` | asks turn by turn, changes a call on its way to the tool, watches |
//! | `score` | the evidence of an episode: stages, verdicts, signals |
//! | `judges`, `fabrication`, `monitor` | the rules by which answers and episodes are judged |
//! | `released`, `labels` | others' result files, and people's labels |
//! | `report` | tables and figures |
//! | `policies` | simulated models with known parameters |

mod config;
mod evidence;
mod task;

mod cases;
mod tasks;

mod episode;
mod inject;
mod opening;

mod fabrication;
mod judges;
mod labels;
mod monitor;
mod released;
mod report;
mod tally;
mod text;

mod policies;
mod score;
mod trail;
mod transcript;

use faultline_core::{Episode, Field, Study, Terms, Transcript};

pub use crate::{
    cases::{InjectionCase, cases},
    config::{Condition, Config, Domain, Preset},
    evidence::{Evidence, Signals},
    fabrication::{DONE, EXCUSES, fabricated_claim},
    judges::{
        FACTS, HEURISTIC_PAPER, HEURISTIC_RELEASED, MAJORITY, PEOPLE, facts, heuristic_paper,
        heuristic_released, judge_of_column, majority,
    },
    labels::{Judgement, LABELS_VERSION, Label, LabelColumns, Question, write_labels},
    monitor::{DOUBTS, Layer, Monitor, Thresholds},
    policies::{POLICIES, Policy},
    released::{BadValue, ResultColumns, ResultRow},
    report::{Draws, RecordRef, ReportOptions, kappa_by_task, report},
    tally::{Conflict, EpisodeKey, RunKey, RunTerms, Tally, label_case},
    task::{Difficulty, GoldCall, Swap, Task},
    tasks::task,
    transcript::step_views,
};

/// The study, as `faultline_core::Study` wants one.
#[derive(Clone, Copy, Debug)]
pub struct Injection;

impl Study for Injection {
    const NAME: &'static str = "injection";
    type Config = Config;
    type Case = InjectionCase;
    type Verdict = Evidence;
    type Tally = Tally;
    type Report = faultline_report::Report;

    fn fields() -> Vec<Field> {
        config::fields()
    }

    fn cases(config: &Config) -> impl Iterator<Item = InjectionCase> + use<> {
        cases(config)
    }

    fn episode(case: &InjectionCase, terms: &Terms) -> Box<dyn Episode> {
        Box::new(episode::InjectionEpisode::new(case, terms))
    }

    fn score(case: &InjectionCase, transcript: &Transcript) -> Evidence {
        score::score(case, transcript)
    }
}

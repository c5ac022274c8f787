//! The boundary study: does the model's own likelihood notice a bad tool return as it arrives?
//!
//! A task of a retail desk is replayed by its reference calls up to one `get_order_details`. What that returns is left as it is, or made wrong
//! in one of five ways. Then a model is asked how likely the return is after the tools' schemas alone (S₀) and after everything before it
//! (S₁), and how likely each of the seventeen actions is that could follow. The same is asked after the next three reference calls, whose
//! returns are the same in all arms. Every number is compared with that of the clean return of the same task at the same step.
//!
//! The protocol is that of "Robustness Analysis of Agentic AI to Inconsistent and Incomplete Tool Responses"; where the paper leaves a choice
//! open, the documentation of the item says what was chosen.
//!
//! This crate asks no model, reads no file and lets no agent act: the reference calls are made whatever the model would do.
//!
//! ```
//! use faultline_boundary::{Arm, Config, generate};
//! use faultline_core::Case as _;
//!
//! let config = Config { tasks: 12, ..Config::default() };
//! let cases: Vec<_> = generate(&config).collect();
//! assert_eq!((cases[0].arm, cases[1].arm), (Arm::Clean, Arm::Failed));
//! assert_eq!(cases[0].group(), cases[1].group());
//! assert_eq!(cases[1].returned, "Error: Order not found");
//! ```
//!
//! | room | what |
//! | --- | --- |
//! | `arms`, `actions`, `trajectory` | the words: arms, actions, reference calls with what they returned |
//! | `source` | where trajectories come from, and which tasks are measured |
//! | `falsify`, `constraint`, `cases` | the returns of the arms, what holds against them, one case an arm |
//! | `rendering`, `episode` | the plain text that likelihoods are asked of, and the asks in the order that shares most |
//! | `measures`, `score`, `record` | the quantities, and the record of an episode |
//! | `tally` | records added up |
//! | `report` | tables and figures |
//! | `policies` | a byte model that needs no weights |

mod actions;
mod arms;
mod config;
mod trajectory;

mod source;

mod cases;
mod constraint;
mod falsify;
mod json_span;

mod episode;
mod rendering;

mod measures;
mod record;
mod score;

mod policies;
mod report;
mod tally;
mod transcript;

use faultline_core::{Episode, Field, Study, Terms, Transcript};

pub use crate::{
    actions::{Action, ActionGroup, N_ACTIONS, REPLY, action_name, action_of, group_of},
    arms::{Arm, Recovery},
    cases::{BoundaryCase, MOST_STEPS, Suite, generate, reference_calls},
    config::Config,
    constraint::Constraint,
    falsify::returned,
    measures::{
        HEADROOM, Measures, TIE, distribution, entropy, joint, log_probability, sign, surprisal,
    },
    policies::{POLICIES, Policy},
    record::{Record, Row, outcome_words},
    rendering::rendering_digest,
    report::{RecordRef, ReportOptions, report},
    source::{
        DATABASE_FILE, Excluded, Imported, Inclusion, LONGEST_FILE, Rule, Source, SourceError,
        TASKS_FILE, trajectories,
    },
    tally::{RecordKey, RunKey, Tally},
    trajectory::{Trajectory, TrajectoryStep},
    transcript::step_views,
};

/// The study, as `faultline_core::Study` wants one.
#[derive(Clone, Copy, Debug)]
pub struct Boundary;

impl Study for Boundary {
    const NAME: &'static str = "boundary";
    const SCORES_TEXTS: bool = true;
    type Config = Config;
    type Case = BoundaryCase;
    type Verdict = Record;
    type Tally = Tally;
    type Report = faultline_report::Report;

    fn fields() -> Vec<Field> {
        config::fields()
    }

    fn cases(config: &Config) -> impl Iterator<Item = BoundaryCase> + use<> {
        generate(config)
    }

    fn episode(case: &BoundaryCase, _: &Terms) -> Box<dyn Episode> {
        Box::new(episode::BoundaryEpisode::new(case))
    }

    fn score(case: &BoundaryCase, transcript: &Transcript) -> Record {
        score::score(case, transcript)
    }
}

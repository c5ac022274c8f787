//! The injection study: does a corrupted parameter reach the answer, and does a judge or a monitor notice?

mod config;
mod evidence;
mod task;

mod cases;
mod tasks;

mod fabrication;
mod judges;
mod labels;
mod monitor;
mod released;
mod report;
mod tally;
mod text;

pub use crate::{
    cases::{InjectionCase, cases},
    config::{Condition, Config, Domain, Preset},
    evidence::{Evidence, Signals},
    fabrication::{DONE, EXCUSES, fabricated_claim},
    judges::{
        FACTS, HEURISTIC_PAPER, HEURISTIC_RELEASED, MAJORITY, PEOPLE, QUESTION, facts,
        heuristic_paper, heuristic_released, judge_of_column, majority, verdict,
    },
    labels::{Judgement, LABELS_VERSION, Label, LabelColumns, LabelError, Question, write_labels},
    monitor::{DOUBTS, Layer, Monitor, Thresholds},
    released::{BadValue, ResultColumns, ResultRow},
    report::{Draws, RecordRef, ReportOptions, report},
    tally::{Conflict, EpisodeKey, RunKey, RunTerms, Tally, label_case},
    task::{Difficulty, GoldCall, Swap, Task},
    tasks::task,
};

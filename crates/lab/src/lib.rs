//! The facade: knows the studies by name, opens trace files, scores them, builds reports, and drives runs.
//!
//! The page and the command line are thin layers over this crate, and know no study. It opens no file, sends nothing and has no
//! clock: bytes, replies and times are given to it.
//!
//! ```
//! use std::collections::BTreeMap;
//! use faultline_lab::{Run, RunSpec, ScoreOptions, Session, Step};
//!
//! let spec = RunSpec {
//!     settings: BTreeMap::from([("tasks".into(), "2".into()), ("depths".into(), "1,2".into())]),
//!     ..RunSpec::new("propagation", "sim:oracle")
//! };
//! let mut run = Run::start(&spec, None, "2026-01-01T00:00:00Z")?;
//! let mut trace = run.header_line().unwrap_or_default().to_owned();
//! while let Step::Send(request) = run.next_step(0) {
//!     let reply = run.simulate(&request).expect("the model is simulated");
//!     trace.extend(run.handle(request.id, reply, &[], 0, "2026-01-01T00:00:00Z"));
//! }
//!
//! let mut session = Session::new();
//! session.open("trace.jsonl");
//! session.feed(trace.as_bytes());
//! assert!(session.close().can_be_scored);
//! let scored = session.score(&ScoreOptions::default())?;
//! assert_eq!(scored.report.tables[0].id, "by_depth");
//! assert_eq!(scored.records_behind("curves", 0, 0).len(), 2);
//! # Ok::<(), faultline_lab::LabError>(())
//! ```

mod error;
mod study;
mod view;

mod case_view;
mod difference;
mod label_sheet;

mod adapter;
mod boundary;
mod case;
mod costs;
mod host;
mod injection;
mod judge;
mod labels;
mod open_file;
mod perturbation;
mod problems;
mod propagation;
mod scoring;
mod table;

mod demo;
mod run;
mod session;

pub use faultline_core::LabelError;
pub use faultline_injection::Draws;
pub use faultline_report::{AttemptView, CaseOrigin, RecordView, StepView, TranscriptView};
pub use faultline_runner::{Request, Step};

pub use crate::{
    case::case_view,
    case_view::{
        CaseChoice, CaseResult, CaseSpec, CaseView, ExchangeView, FieldForm, FieldInput, PairView,
        PartView, QuestionView, ReplyForm, ToolForm,
    },
    demo::Demo,
    difference::Piece,
    error::LabError,
    label_sheet::{ItemPart, Label, LabelItem, LabelOption, LabelSheet, QuestionInfo, UNCLEAR},
    labels::{Agreement, agreements, label_file, read_labels},
    run::{Run, forecast, forecast_of},
    session::{Scored, Session},
    study::{QUESTIONS, StudyId},
    view::{
        AnswerView, FileReport, Forecast, PolicyInfo, Problem, Progress, RunSpec, ScoreOptions,
        SettingInfo, StudyInfo,
    },
};

/// The studies that can be set up, as forms need them.
pub fn studies() -> Vec<StudyInfo> {
    let studies = StudyId::ALL.into_iter().map(StudyId::info);
    studies.filter(|study| !study.settings.is_empty()).collect()
}

/// The JSON Schema of a line of a trace.
pub fn trace_schema() -> serde_json::Value {
    faultline_traces::trace_schema()
}

//! The facade: knows the studies by name, opens trace files, scores them, builds reports, and drives runs.

mod view;

pub use crate::view::{
    AttemptView, FileReport, Forecast, PolicyInfo, Problem, Progress, RecordView, RunSpec,
    SettingInfo, StepView, StudyInfo, TranscriptView,
};

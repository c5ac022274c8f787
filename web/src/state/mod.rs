//! What the page knows, and how it changes: no Yew, no browser.

mod action;
mod desk;
mod explorer;
mod form;
mod load;
mod run;
mod sheet;
mod told;
mod wants;

use std::rc::Rc;

use faultline_core::ReadingRule;
use faultline_lab::{CaseSpec, CaseView, RecordView, RunSpec, StudyInfo, TranscriptView};
use faultline_report::{Report, Run};

pub use self::{
    action::{Action, Clearing},
    desk::Desk,
    explorer::{Axis, Explorer, original, with_chosen},
    form::{Account, FROM_FILES, RunForm, count_text, family, forecast_text},
    load::Load,
    run::{ActiveRun, Ended, RunRow, RunStatus, span_text},
    sheet::Sheet,
};
use crate::{
    route::{MarkRef, Route, Source},
    worker::protocol::FileRow,
};

/// All that is drawn.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent switches of one view"
)]
pub struct State {
    /// The view.
    pub route: Route,
    /// The studies and their settings.
    pub studies: Load<Rc<Vec<StudyInfo>>>,
    /// Headline and first figure of the demo.
    pub preview: Load<Rc<Sheet>>,
    /// The provider's address and key. Never in the address or in storage, but for what was asked to be kept for the tab.
    pub account: Account,
    /// What the run in the form would take.
    pub forecast: Load<faultline_lab::Forecast>,
    /// The run that `forecast` was asked for.
    pub forecast_of: Option<RunSpec>,
    /// What is in the files that a setting was made from, in counts with their names.
    pub taken: Load<Rc<Vec<(String, u64)>>>,
    /// Study and setting that `taken` was asked for.
    pub taken_of: Option<(String, String)>,
    /// Whether a run was ordered and is not under way yet.
    pub starting: bool,
    /// Why the run that was ordered last could not be started, until something in the form is changed.
    pub refused: Option<String>,
    /// The runs stored in this browser, newest first.
    pub runs: Load<Rc<Vec<RunRow>>>,
    /// The run that is under way or ended last.
    pub active: Option<Rc<ActiveRun>>,
    /// The report on view.
    pub results: Results,
    /// What is labelled.
    pub desk: Desk,
    /// The records behind the mark on view.
    pub records: Load<Rc<Vec<RecordView>>>,
    /// The mark that `records` belongs to.
    pub records_of: Option<(Source, MarkRef)>,
    /// The record that `transcript` was asked for.
    pub transcript_of: Option<u32>,
    /// The episode on view.
    pub transcript: Load<Rc<TranscriptView>>,
    /// The case on view.
    pub case: Load<Rc<CaseView>>,
    /// What `case` was asked for.
    pub case_of: Option<CaseSpec>,
    /// The files that were dropped, with what was found in them.
    pub files: Rc<Vec<FileRow>>,
    /// Whether all of them were read.
    pub opened: bool,
    /// Whether a transcript shows request and reply of its step as they were.
    pub raw: bool,
    /// Whether the keys are explained.
    pub keys: bool,
    /// Light or dark, where one was chosen: `light`, `dark` or empty.
    pub theme: String,
    /// Whether the network lock is closed.
    pub locked: bool,
    /// A short message, such as `Copied`; the number tells one from the next.
    pub notice: Option<(u32, String)>,
    /// Messages so far.
    pub notices: u32,
}

/// A report, and what it is of.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Where the traces are.
    pub source: Option<Source>,
    /// Which reading was scored; absent where it is the run's own.
    pub reading: Option<ReadingRule>,
    /// Whether labels of this browser are scored with them.
    pub labels: bool,
    /// How much there is for people to label.
    pub answers: u64,
    /// The report.
    pub report: Load<Rc<Sheet>>,
    /// What could not be used: file and cause.
    pub problems: Rc<Vec<(String, String)>>,
    /// How many of the chains that the report wants were run, and how many there are; absent where none is left to run.
    pub sampling: Option<(u32, u32)>,
    /// Whether they are being run.
    pub samples: bool,
}

impl Results {
    /// Whether this is, or will be, the report of these traces under this reading, with or without the labels of this browser.
    pub fn is_of(&self, source: &Source, reading: Option<ReadingRule>, labels: bool) -> bool {
        self.is_of_source(source) && self.reading == reading && self.labels == labels
    }

    /// Whether this is, or will be, a report of these traces.
    pub fn is_of_source(&self, source: &Source) -> bool {
        self.source.as_ref() == Some(source) && !matches!(self.report, Load::Idle)
    }
}

/// What a result is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The models, each once, and whether each is simulated.
    pub models: Vec<(String, bool)>,
    /// The study.
    pub study: String,
    /// The settings, where all runs have the same; else how many there are.
    pub settings: String,
    /// How much it rests on, and which program made it.
    pub counts: String,
}

impl Quote {
    /// What this report is of.
    pub fn of(report: &Report) -> Self {
        let mut models: Vec<(String, bool)> = Vec::new();
        let mut settings: Vec<&str> = Vec::new();
        for run in &report.runs {
            let model = (run.model.clone(), run.simulated);
            if !models.contains(&model) {
                models.push(model);
            }
            if !settings.contains(&run.settings.as_str()) {
                settings.push(&run.settings);
            }
        }
        let is_table = report.runs.iter().all(|run| run.mode.is_empty());
        let sum = |count: fn(&Run) -> u64| report.runs.iter().map(count).sum();
        let all = Run {
            tasks: sum(|run| run.tasks),
            replies: sum(|run| run.replies),
            unmeasured: sum(|run| run.unmeasured),
            mode: if is_table { "" } else { "some" }.into(),
            ..Run::default()
        };
        Self {
            models,
            study: report.study.clone(),
            settings: match settings.as_slice() {
                [one] => (*one).to_owned(),
                several => format!("{} settings", several.len()),
            },
            counts: format!("{} · Faultline {}", run_counts(&all), report.app),
        }
    }
}

/// How much a run holds. What came from a result file was never called in any way, and is counted in rows.
pub fn run_counts(run: &Run) -> String {
    let unit = if run.mode.is_empty() {
        "rows"
    } else {
        "replies"
    };
    let (tasks, replies) = (count_text(run.tasks), count_text(run.replies));
    let unmeasured = match run.unmeasured {
        0 => String::new(),
        count => format!(", {} not measured", count_text(count)),
    };
    format!("n = {tasks} tasks, {replies} {unit}{unmeasured}")
}

/// What a result is of, in a line that can be quoted, with all its settings.
pub fn quotable(report: &Report) -> String {
    let quote = Quote::of(report);
    let models: Vec<String> = quote
        .models
        .iter()
        .map(|(model, simulated)| {
            let note = if *simulated { " (simulated)" } else { "" };
            format!("{model}{note}")
        })
        .collect();
    let mut settings: Vec<&str> = Vec::new();
    for run in &report.runs {
        if !settings.contains(&run.settings.as_str()) {
            settings.push(&run.settings);
        }
    }
    format!(
        "{} · {} · {} · {}",
        models.join(", "),
        quote.study,
        settings.join("; "),
        quote.counts
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_what_it_is_of() {
        let run = |model: &str, simulated| Run {
            model: model.into(),
            simulated,
            condition: "routing".into(),
            mode: "prompted".into(),
            settings: "condition routing".into(),
            tasks: 10,
            replies: 30,
            unmeasured: 0,
        };
        let report = Report {
            study: "propagation".into(),
            app: "0.1.0".into(),
            runs: vec![run("sim:noisy", true), run("gemma", false)],
            ..Report::default()
        };
        assert_eq!(
            quotable(&report),
            "sim:noisy (simulated), gemma · propagation · condition routing · n = 20 tasks, 60 replies · Faultline 0.1.0"
        );
    }
}

//! What the page asks of the worker, and what the worker tells.

use faultline_core::ReadingRule;
use faultline_lab::{
    Agreement, CaseSpec, CaseView, FileReport, Forecast, Label, LabelSheet, Problem, Progress,
    RecordView, RunSpec, StudyInfo, TranscriptView,
};
use faultline_report::Report;
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wasm_bindgen::{JsCast, JsValue};

use super::unpack::unpack;
use crate::{
    route::{MarkRef, Source},
    state::{Ended, RunRow},
};

/// A message as bytes, to be posted. Both sides are made from the same sources, so fields go by their places.
pub(super) fn packed(message: &impl Serialize) -> Result<JsValue, String> {
    let bytes = postcard::to_allocvec(message).map_err(|_| "it can't be made into bytes")?;
    Ok(Uint8Array::from(bytes.as_slice()).into())
}

/// A message that was posted.
pub(super) fn unpacked<T: DeserializeOwned>(message: &JsValue) -> Result<T, String> {
    let bytes = message
        .dyn_ref::<Uint8Array>()
        .ok_or("it is not made of bytes")?
        .to_vec();
    let message = unpack(&bytes).ok_or("it is made of other bytes")?;
    Ok(message)
}

/// A question or an order to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// The page's own address, against which relative ones are resolved. Always the first message.
    Hello {
        /// Absolute, without a fragment.
        base: String,
    },
    /// The studies.
    Studies,
    /// Headline and first figure of the demo, made afresh. The one thing that the page's own module answers; all else is the
    /// engine's.
    Preview,
    /// What a run would take.
    Forecast {
        /// The run.
        spec: RunSpec,
    },
    /// The stored runs.
    Runs,
    /// Run this.
    Start {
        /// The run.
        spec: RunSpec,
        /// The provider's key; empty where there is none. Held in memory while the run lasts.
        key: String,
    },
    /// Go on with a stored run.
    Resume {
        /// Its number.
        run: u32,
        /// The provider's key; empty where there is none.
        key: String,
    },
    /// Stop the run that is under way.
    Stop,
    /// Remove a stored run with its trace.
    Delete {
        /// Its number.
        run: u32,
    },
    /// The trace itself, to be saved as a file.
    Trace {
        /// Where it is.
        source: Source,
    },
    /// Write a report as JSON, to be saved as a file.
    Json {
        /// The report.
        report: Box<Report>,
    },
    /// Read the files that come with this message.
    Open {
        /// Their names, in the order of the files.
        names: Vec<String>,
    },
    /// Make a setting from the files that come with this message, and from those that came for it before.
    Take {
        /// The study's name.
        study: String,
        /// The setting's.
        setting: String,
    },
    /// The report of some traces.
    Score {
        /// Where they are.
        source: Source,
        /// Which reading counts; absent where it is the run's own.
        reading: Option<ReadingRule>,
        /// A label file to be scored with them, which may be empty; absent where none is.
        labels: Option<String>,
    },
    /// What people are asked of the traces that were scored last.
    Sheet {
        /// Where they are.
        source: Source,
        /// The name of the question; empty for the first.
        question: String,
    },
    /// How far annotators agree on a question about the traces that were scored last.
    Agree {
        /// Where the traces are.
        source: Source,
        /// The name of the question; empty for the first.
        question: String,
        /// What they said.
        labels: Vec<Label>,
    },
    /// Read a label file.
    ReadLabels {
        /// The traces whose answers it labels.
        source: Source,
        /// Its name.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Run the chains that the report wants which was scored last: these traces, this reading. Goes on where it was stopped.
    Sample {
        /// Where the traces are.
        source: Source,
        /// Which reading counts; absent where it is the run's own.
        reading: Option<ReadingRule>,
    },
    /// Run no more chains for now.
    Rest,
    /// The records behind a mark of the report that was scored last from this source.
    Records {
        /// The source.
        source: Source,
        /// The mark.
        mark: MarkRef,
    },
    /// One case by itself, with what came of the replies.
    Case {
        /// Which, and what was replied.
        spec: CaseSpec,
    },
    /// The episode of a record.
    Transcript {
        /// The source.
        source: Source,
        /// The record's place.
        record: u32,
    },
}

/// An answer or news from a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Tell {
    /// The studies.
    Studies(Vec<StudyInfo>),
    /// Headline and first figure of the demo.
    Preview(Result<Report, String>),
    /// What the run that was asked for last would take.
    Forecast(Result<Forecast, String>),
    /// The stored runs, newest first.
    Runs(Result<Vec<RunRow>, String>),
    /// A run is under way.
    Started(RunRow),
    /// A run could not be started: why, and what to do.
    Refused(String),
    /// How far the run is.
    Progress {
        /// Its number.
        run: u32,
        /// How far.
        progress: Progress,
        /// Milliseconds since it was started or resumed.
        elapsed_ms: f64,
        /// What holds it up; empty where nothing does.
        remark: String,
    },
    /// What the run shows so far.
    Growing {
        /// Its number.
        run: u32,
        /// The report so far.
        report: Report,
        /// The newest episode.
        transcript: Option<TranscriptView>,
    },
    /// The run is over.
    Ended {
        /// Its number.
        run: u32,
        /// How.
        how: Ended,
    },
    /// A file that was asked for.
    Written {
        /// The name it is saved under.
        name: String,
        /// Its media type.
        kind: String,
        /// What is in it.
        text: Result<String, String>,
    },
    /// What was found in a file so far.
    File(FileRow),
    /// What a setting was made from, or why it could not be.
    Taken {
        /// The study's name.
        study: String,
        /// The setting's.
        setting: String,
        /// What is in the files, in counts with their names.
        counts: Result<Vec<(String, u64)>, String>,
    },
    /// All files were read; they can be scored.
    Opened,
    /// The report of some traces.
    Scored {
        /// Where they are.
        source: Source,
        /// Which reading counts; absent where it is the run's own.
        reading: Option<ReadingRule>,
        /// The report, with what could not be used: file and cause.
        report: Result<(Report, Vec<(String, String)>), String>,
        /// Whether labels were scored with them.
        labels: bool,
        /// How many of the chains that the report wants were run, and how many there are; absent where none is left to run.
        sampling: Option<(u32, u32)>,
        /// How much there is for people to label.
        answers: u64,
    },
    /// What people are asked of some traces.
    Sheet {
        /// Where the traces are.
        source: Source,
        /// The name of the question, as it was asked for.
        question: String,
        /// The questions, and what this one is asked of.
        sheet: Result<LabelSheet, String>,
    },
    /// How far annotators agree.
    Agreed {
        /// Where the traces are.
        source: Source,
        /// The name of the question, as it was asked for.
        question: String,
        /// Every two annotators.
        agreements: Vec<Agreement>,
    },
    /// What is in a label file.
    Labels {
        /// The traces whose answers it labels.
        source: Source,
        /// The labels, and what can't be read.
        labels: Result<(Vec<Label>, Vec<Problem>), String>,
    },
    /// One more chain was run for a report.
    Sampled {
        /// Where the traces are.
        source: Source,
        /// Which reading counts; absent where it is the run's own.
        reading: Option<ReadingRule>,
        /// How many chains were run, and how many there are; absent where all were run.
        sampling: Option<(u32, u32)>,
        /// The report with what the chains show, where all were run.
        report: Option<Report>,
    },
    /// The records behind a mark.
    Records {
        /// The source.
        source: Source,
        /// The mark.
        mark: MarkRef,
        /// The records.
        records: Result<Vec<RecordView>, String>,
    },
    /// An episode.
    Transcript {
        /// The source.
        source: Source,
        /// The episode.
        transcript: Result<TranscriptView, String>,
    },
    /// One case by itself.
    Case {
        /// What was asked for.
        spec: CaseSpec,
        /// The case.
        case: Result<Box<CaseView>, String>,
    },
    /// A worker can't go on: what broke.
    Broken(String),
}

/// A dropped file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileRow {
    /// Its place among the dropped files, from 0.
    pub index: u32,
    /// Its size in bytes.
    pub size: f64,
    /// Bytes read so far.
    pub read: f64,
    /// Whether reading ended.
    pub closed: bool,
    /// What was found.
    pub report: FileReport,
}

#[cfg(test)]
mod tests {
    use faultline_report::{AttemptView, StepView, SurprisalView};

    use super::*;

    /// Fields that are left out where they are empty, or told apart by their names, don't come through.
    #[test]
    fn messages_come_through_as_bytes() {
        let source = Source::Sample("s".into());
        let transcript = TranscriptView {
            steps: vec![StepView {
                attempts: vec![AttemptView::default(), AttemptView::default()],
                surprisals: vec![SurprisalView::default()],
                ..StepView::default()
            }],
            ..TranscriptView::default()
        };
        let record = RecordView {
            record: 3,
            model: "m".into(),
            case: "c".into(),
            step: 1,
            outcome: String::new(),
            gold: Some(true),
            state: None,
        };
        let report = Report {
            headline: "h".into(),
            ..Report::default()
        };
        for tell in [
            Tell::Transcript {
                source: source.clone(),
                transcript: Ok(transcript.clone()),
            },
            Tell::Growing {
                run: 1,
                report: report.clone(),
                transcript: Some(transcript),
            },
            Tell::Scored {
                source: source.clone(),
                reading: Some(ReadingRule::Strict),
                report: Ok((report, vec![("file".into(), "cause".into())])),
                labels: true,
                sampling: Some((1, 8)),
                answers: 3,
            },
            Tell::Sheet {
                source: source.clone(),
                question: "q".into(),
                sheet: Ok(LabelSheet {
                    questions: vec![faultline_lab::QuestionInfo::default()],
                    items: vec![faultline_lab::LabelItem::default()],
                    ..LabelSheet::default()
                }),
            },
            Tell::Agreed {
                source: source.clone(),
                question: "q".into(),
                agreements: vec![Agreement {
                    first: "Ada".into(),
                    second: "Ben".into(),
                    n: 2,
                    same: 1,
                    kappa: Some((0.0, -1.0, 1.0)),
                }],
            },
            Tell::Labels {
                source: source.clone(),
                labels: Ok((vec![Label::default()], vec![])),
            },
            Tell::Records {
                source,
                mark: MarkRef {
                    figure: "f".into(),
                    series: 1,
                    mark: 2,
                },
                records: Ok(vec![record]),
            },
            Tell::File(FileRow::default()),
            Tell::Taken {
                study: "s".into(),
                setting: "k".into(),
                counts: Ok(vec![("all".into(), 114)]),
            },
            Tell::Case {
                spec: CaseSpec::default(),
                case: faultline_lab::case_view(&CaseSpec::default())
                    .map(Box::new)
                    .map_err(|error| error.to_string()),
            },
            Tell::Studies(faultline_lab::studies()),
        ] {
            let bytes = postcard::to_allocvec(&tell).unwrap();
            assert_eq!(unpack(&bytes), Some(tell));
        }
        let ask = Ask::Start {
            spec: RunSpec::new("propagation", "sim:oracle"),
            key: "k".into(),
        };
        let bytes = postcard::to_allocvec(&ask).unwrap();
        assert_eq!(unpack(&bytes), Some(ask));
    }
}

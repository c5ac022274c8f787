//! Addresses: every view is a fragment, and every fragment a view.

mod instance;

use std::fmt;

use faultline_core::ReadingRule;
use serde::{Deserialize, Serialize};

pub use self::instance::InstanceRoute;
use crate::{query::Query, state::RunForm};

/// What is on view.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Route {
    /// What this is, and the three ways in.
    #[default]
    Start,
    /// Choosing and watching runs.
    Run(RunRoute),
    /// The report of some traces.
    Results(ResultsRoute),
    /// One episode of them, step by step.
    Transcript(TranscriptRoute),
    /// Dropping traces and result files.
    Rescore,
    /// People's labels of answers.
    Label(LabelRoute),
    /// One case by itself, and what was replied to it.
    Instance(InstanceRoute),
}

/// The run page: a form, or one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunRoute {
    /// Start the demo at once.
    pub demo: bool,
    /// The stored run on view.
    pub run: Option<u32>,
    /// What the form holds.
    pub form: RunForm,
    /// What the address says that the form has no place for: name and value.
    pub unread: Vec<(String, String)>,
}

/// The results page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultsRoute {
    /// Where the traces are.
    pub source: Option<Source>,
    /// Which reading is scored; absent where it is the run's own.
    pub reading: Option<ReadingRule>,
    /// Whether the labels that this browser keeps of the traces are scored with them.
    pub labels: bool,
    /// The setting that is chosen where a table has one row for each; absent for the one in use.
    pub setting: Option<String>,
    /// The mark whose records are listed.
    pub mark: Option<MarkRef>,
}

/// The label page.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelRoute {
    /// Where the traces are whose records are labelled.
    pub source: Option<Source>,
    /// What is asked of them, by name; empty for the first question that there is.
    pub question: String,
    /// The most items that are asked about.
    pub most: u32,
}

impl Default for LabelRoute {
    fn default() -> Self {
        Self {
            source: None,
            question: String::new(),
            most: 100,
        }
    }
}

/// The transcript page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TranscriptRoute {
    /// The results it belongs to.
    pub results: ResultsRoute,
    /// The record whose episode is shown; its step is the one in focus.
    pub record: u32,
}

/// Where traces are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Source {
    /// The run of which the demo is the beginning.
    Preview,
    /// A run stored in this browser.
    Run(u32),
    /// A trace that comes with the page, by its name.
    Sample(String),
    /// The files that were dropped on the page.
    Files,
}

/// One mark of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkRef {
    /// The figure's id.
    pub figure: String,
    /// The series, from 0.
    pub series: usize,
    /// The mark in it, from 0.
    pub mark: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preview => f.write_str("preview"),
            Self::Run(id) => write!(f, "run-{id}"),
            Self::Sample(name) => write!(f, "sample-{name}"),
            Self::Files => f.write_str("files"),
        }
    }
}

impl Source {
    /// The source that a text names.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "preview" => Some(Self::Preview),
            "files" => Some(Self::Files),
            _ => {
                let run = text.strip_prefix("run-").and_then(|id| id.parse().ok());
                let sample = text
                    .strip_prefix("sample-")
                    .filter(|name| !name.is_empty())
                    .map(|name| Self::Sample(name.into()));
                run.map(Self::Run).or(sample)
            }
        }
    }
}

impl Route {
    /// The view of a fragment, with or without its leading `#`. What is not understood is left at its default.
    pub fn from_fragment(fragment: &str) -> Self {
        let text = fragment.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let query = Query::parse(query);
        match path {
            "run" => Self::Run(run_from(query)),
            "results" => Self::Results(results_from(&query)),
            "transcript" => Self::Transcript(TranscriptRoute {
                results: results_from(&query),
                record: query.number("record").unwrap_or(0),
            }),
            "rescore" => Self::Rescore,
            "label" => Self::Label(label_from(&query)),
            "instance" => Self::Instance(InstanceRoute::from_query(query)),
            _ => Self::Start,
        }
    }

    /// The fragment of this view, with its leading `#`.
    pub fn to_fragment(&self) -> String {
        let mut query = Query::default();
        let path = match self {
            Self::Start => "",
            Self::Rescore => "rescore",
            Self::Run(run) => {
                run_into(run, &mut query);
                "run"
            }
            Self::Results(results) => {
                results_into(results, &mut query);
                "results"
            }
            Self::Label(label) => {
                label_into(label, &mut query);
                "label"
            }
            Self::Instance(instance) => {
                instance.put_into(&mut query);
                "instance"
            }
            Self::Transcript(transcript) => {
                results_into(&transcript.results, &mut query);
                query.put("record", &transcript.record);
                "transcript"
            }
        };
        let query = query.to_text();
        if query.is_empty() {
            format!("#/{path}")
        } else {
            format!("#/{path}?{query}")
        }
    }

    /// The page's name, for the window's title.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Run(_) => "Run",
            Self::Results(_) => "Results",
            Self::Transcript(_) => "Transcript",
            Self::Rescore => "Rescore",
            Self::Label(_) => "Label",
            Self::Instance(_) => "Instance",
        }
    }
}

fn run_from(mut query: Query) -> RunRoute {
    let defaults = RunForm::default();
    let form = RunForm {
        settings: query.take_prefixed("set."),
        study: query.take("study").unwrap_or(defaults.study),
        live: query.take("live").is_some(),
        policy: query.take("policy").unwrap_or(defaults.policy),
        model: query.take("model").unwrap_or(defaults.model),
        likelihood: query.take_parsed("likelihood"),
        mode: query.take_parsed("mode").unwrap_or(defaults.mode),
        reading: query.take_parsed("reading").unwrap_or(defaults.reading),
        temperature: query.take("temperature").unwrap_or(defaults.temperature),
        answer_tokens: query
            .take_parsed("answer")
            .unwrap_or(defaults.answer_tokens),
        concurrency: query.take_parsed("at-once").unwrap_or(defaults.concurrency),
        max_calls: query.take_parsed("max-calls"),
        max_tokens: query.take_parsed("max-tokens"),
    };
    RunRoute {
        demo: query.take("demo").is_some(),
        run: query.take_parsed("run"),
        form,
        unread: query.0,
    }
}

fn run_into(run: &RunRoute, query: &mut Query) {
    if run.demo {
        query.put("demo", "1");
    }
    if let Some(id) = run.run {
        query.put("run", &id);
        return;
    }
    let (form, defaults) = (&run.form, RunForm::default());
    query.put_unless(&defaults.study, "study", &form.study);
    if form.live {
        query.put("live", "1");
    }
    query.put_unless(&defaults.policy, "policy", &form.policy);
    query.put_unless(&defaults.model, "model", &form.model);
    if let Some(way) = form.likelihood {
        query.put("likelihood", way.name());
    }
    query.put_unless(&defaults.mode.name(), "mode", &form.mode.name());
    query.put_unless(&defaults.reading.name(), "reading", &form.reading.name());
    query.put_unless(&defaults.temperature, "temperature", &form.temperature);
    query.put_unless(&defaults.answer_tokens, "answer", &form.answer_tokens);
    query.put_unless(&defaults.concurrency, "at-once", &form.concurrency);
    if let Some(calls) = form.max_calls {
        query.put("max-calls", &calls);
    }
    if let Some(tokens) = form.max_tokens {
        query.put("max-tokens", &tokens);
    }
    for (key, value) in &form.settings {
        query.put(&format!("set.{key}"), value);
    }
    for (key, value) in &run.unread {
        query.put(key, value);
    }
}

fn label_from(query: &Query) -> LabelRoute {
    let defaults = LabelRoute::default();
    LabelRoute {
        source: query.text("from").and_then(|text| Source::from_text(&text)),
        question: query.text("about").unwrap_or_default(),
        most: query.number("most").unwrap_or(defaults.most),
    }
}

fn label_into(label: &LabelRoute, query: &mut Query) {
    let defaults = LabelRoute::default();
    if let Some(source) = &label.source {
        query.put("from", source);
    }
    query.put_unless(&defaults.question, "about", &label.question);
    query.put_unless(&defaults.most, "most", &label.most);
}

fn results_from(query: &Query) -> ResultsRoute {
    let mark = query.text("figure").and_then(|figure| {
        Some(MarkRef {
            figure,
            series: query.number("series")?,
            mark: query.number("mark")?,
        })
    });
    ResultsRoute {
        source: query.text("from").and_then(|text| Source::from_text(&text)),
        reading: query.parsed("reading"),
        labels: query.text("labels").is_some(),
        setting: query.text("at"),
        mark,
    }
}

fn results_into(results: &ResultsRoute, query: &mut Query) {
    if let Some(source) = &results.source {
        query.put("from", source);
    }
    if let Some(reading) = results.reading {
        query.put("reading", reading.name());
    }
    if results.labels {
        query.put("labels", "1");
    }
    if let Some(setting) = &results.setting {
        query.put("at", setting);
    }
    if let Some(mark) = &results.mark {
        query.put("figure", &mark.figure);
        query.put("series", &mark.series);
        query.put("mark", &mark.mark);
    }
}

#[cfg(test)]
mod tests {
    use faultline_core::CallingMode;
    use faultline_lab::CaseSpec;
    use faultline_wire::ScoringWay;

    use super::*;

    #[test]
    fn a_fragment_is_read_as_it_was_written() {
        let form = RunForm {
            settings: [
                ("depths".into(), "1,2 & 4".into()),
                ("tasks".into(), "7".into()),
            ]
            .into(),
            policy: "sim:noisy?p=0.7&syntax=0.1".into(),
            likelihood: Some(ScoringWay::Forced),
            mode: CallingMode::Native,
            max_calls: Some(40),
            ..RunForm::default()
        };
        let mark = MarkRef {
            figure: "by_depth".into(),
            series: 1,
            mark: 3,
        };
        let results = ResultsRoute {
            source: Some(Source::Sample("gemma-3-270m".into())),
            reading: Some(ReadingRule::Strict),
            mark: Some(mark),
            ..ResultsRoute::default()
        };
        for (route, fragment) in [
            (Route::Start, "#/"),
            (Route::Rescore, "#/rescore"),
            (
                Route::Run(RunRoute {
                    form,
                    ..RunRoute::default()
                }),
                "#/run?policy=sim:noisy?p%3D0.7%26syntax%3D0.1&likelihood=forced&mode=native&max-calls=40&set.depths=1,2%20%26%204&set.tasks=7",
            ),
            (
                Route::Run(RunRoute {
                    run: Some(3),
                    ..RunRoute::default()
                }),
                "#/run?run=3",
            ),
            (
                Route::Run(RunRoute {
                    unread: vec![("mode".into(), "loud".into())],
                    ..RunRoute::default()
                }),
                "#/run?mode=loud",
            ),
            (
                Route::Results(ResultsRoute {
                    source: Some(Source::Run(2)),
                    labels: true,
                    setting: Some("L1 ≥ 1".into()),
                    ..ResultsRoute::default()
                }),
                "#/results?from=run-2&labels=1&at=L1%20%E2%89%A5%201",
            ),
            (
                Route::Label(LabelRoute {
                    source: Some(Source::Files),
                    question: "fabrication".into(),
                    most: 20,
                }),
                "#/label?from=files&about=fabrication&most=20",
            ),
            (Route::Label(LabelRoute::default()), "#/label"),
            (Route::Instance(InstanceRoute::default()), "#/instance"),
            (
                Route::Instance(InstanceRoute {
                    spec: CaseSpec {
                        study: "s".into(),
                        settings: [("tasks".into(), "3".into())].into(),
                        case: "a-1+2".into(),
                        replies: vec![r#"{"tool":"t"}"#.into(), String::new()],
                    },
                    alone: true,
                }),
                "#/instance?study=s&set.tasks=3&case=a-1%2B2&alone=1&reply.0=%7B%22tool%22:%22t%22%7D&reply.1=",
            ),
            (
                Route::Results(results.clone()),
                "#/results?from=sample-gemma-3-270m&reading=strict&figure=by_depth&series=1&mark=3",
            ),
            (
                Route::Transcript(TranscriptRoute {
                    results,
                    record: 17,
                }),
                "#/transcript?from=sample-gemma-3-270m&reading=strict&figure=by_depth&series=1&mark=3&record=17",
            ),
        ] {
            assert_eq!(route.to_fragment(), fragment);
            assert_eq!(Route::from_fragment(fragment), route);
        }
    }

    #[test]
    fn what_is_not_understood_is_left_at_its_default_or_kept_to_be_told() {
        for (fragment, route) in [
            ("", Route::Start),
            ("#/nowhere?x=1", Route::Start),
            (
                "#/results?from=run-x&figure=f&series=-1&mark=0",
                Route::Results(ResultsRoute::default()),
            ),
            (
                "#/run?run=&live=1&at-once=many",
                Route::Run(RunRoute {
                    form: RunForm {
                        live: true,
                        ..RunForm::default()
                    },
                    unread: vec![
                        ("run".into(), String::new()),
                        ("at-once".into(), "many".into()),
                    ],
                    ..RunRoute::default()
                }),
            ),
            (
                "#/results?from=%zz",
                Route::Results(ResultsRoute::default()),
            ),
        ] {
            assert_eq!(Route::from_fragment(fragment), route, "{fragment}");
        }
    }
}

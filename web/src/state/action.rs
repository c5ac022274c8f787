//! Everything that can happen to the state.

use std::rc::Rc;

use faultline_lab::{Label, TranscriptView, UNCLEAR};

use super::{Account, ActiveRun, Ended, Load, RunStatus, State};
use crate::{
    route::{Route, Source},
    worker::protocol::{Ask, FileRow, Tell},
};

/// How far it is with removing all labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearing {
    /// It was asked for, and is to be confirmed.
    Asked,
    /// It was confirmed.
    Confirmed,
    /// It was not meant.
    Withdrawn,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// The address changed.
    Navigate(Route),
    /// The worker was asked.
    Asked(Ask),
    /// The worker said something.
    Told(Tell),
    /// The worker was started afresh: what it held is gone.
    WorkerRestarted,
    /// Files were dropped or chosen.
    Dropped(Vec<FileRow>),
    /// The provider's address or key was typed.
    Account(Account),
    /// The labels that this browser keeps of some traces.
    Laid(Source, Vec<Label>),
    /// The name of who labels was typed or chosen.
    Annotator(String),
    /// Whether all labels are to go: asked, or answered.
    Clear(Clearing),
    /// The network lock was closed.
    Locked,
    /// Something worth a short message.
    Notice(String),
    /// The message of this number has been on view long enough.
    NoticeOver(u32),
    /// Light or dark was chosen: `light` or `dark`.
    Theme(String),
    /// A key was pressed, and not into a field.
    Key(String),
}

impl State {
    /// The state after something happened.
    #[must_use]
    pub fn reduced(mut self, action: Action) -> Self {
        match action {
            Action::Navigate(route) => self.navigate(route),
            Action::Asked(ask) => self.asked(ask),
            Action::Told(tell) => self.told(tell),
            Action::WorkerRestarted => self.forget_worker(),
            Action::Dropped(files) => {
                self.files = Rc::new(files);
                self.opened = false;
                self.results = super::Results::default();
                self.records_of = None;
                self.transcript = Load::Idle;
                if self.desk.source == Some(Source::Files) {
                    self.desk.forget_sheet();
                }
            }
            Action::Account(account) => {
                self.account = account;
                self.refused = None;
            }
            Action::Laid(source, labels) => self.desk.lay(source, labels),
            Action::Annotator(name) => {
                self.desk.annotator = name;
                self.desk.at = None;
            }
            Action::Clear(clearing) => {
                self.desk.clears = clearing == Clearing::Asked;
                if clearing == Clearing::Confirmed {
                    self.desk.labels = Rc::default();
                    self.desk.at = None;
                    self.desk.problems = Rc::default();
                    self.labels_changed();
                }
            }
            Action::Locked => self.locked = true,
            Action::Notice(text) => self.say(text),
            Action::NoticeOver(number) => {
                self.notice = self.notice.filter(|(shown, _)| *shown != number);
            }
            Action::Theme(theme) => self.theme = theme,
            Action::Key(key) => self.key(&key),
        }
        self
    }

    fn asked(&mut self, ask: Ask) {
        match ask {
            Ask::Studies => self.studies = Load::Loading,
            Ask::Preview => self.preview = Load::Loading,
            Ask::Forecast { spec } => {
                self.forecast_of = Some(spec);
                // The last forecast stays on view until the next is there: typing must not make the line jump.
                if self.forecast.ready().is_none() {
                    self.forecast = Load::Loading;
                }
            }
            Ask::Runs => {
                if self.runs.ready().is_none() {
                    self.runs = Load::Loading;
                }
            }
            Ask::Stop => self.change_run(|run| {
                if run.status == RunStatus::Running {
                    run.status = RunStatus::Stopping;
                }
            }),
            Ask::Score {
                source,
                reading,
                labels,
            } => {
                self.results = super::Results {
                    source: Some(source),
                    reading,
                    labels: labels.is_some(),
                    report: Load::Loading,
                    ..super::Results::default()
                };
                self.records_of = None;
                self.transcript = Load::Idle;
            }
            Ask::Records { source, mark } => {
                self.records = Load::Loading;
                self.records_of = Some((source, mark));
            }
            Ask::Transcript { record, .. } => {
                self.transcript = Load::Loading;
                self.transcript_of = Some(record);
            }
            Ask::Case { spec } => {
                // The case before stays on view until this one is there, so that nothing jumps.
                if self.case.ready().is_none() {
                    self.case = Load::Loading;
                }
                self.case_of = Some(spec);
            }
            Ask::Sample { .. } => self.results.samples = true,
            Ask::Rest => self.results.samples = false,
            Ask::Start { .. } | Ask::Resume { .. } => {
                self.starting = true;
                self.refused = None;
            }
            Ask::Take { study, setting } => {
                self.taken = Load::Loading;
                self.taken_of = Some((study, setting));
            }
            Ask::Sheet { question, .. } => {
                // The question before stays on view until this one is there.
                if self.desk.sheet.ready().is_none() {
                    self.desk.sheet = Load::Loading;
                }
                self.desk.sheet_of = Some(question);
                self.desk.forget_agreement();
            }
            Ask::Agree { labels, .. } => {
                self.desk.agreed_of = Rc::new(labels);
                self.desk.agreeing += 1;
            }
            Ask::Hello { .. }
            | Ask::Delete { .. }
            | Ask::Trace { .. }
            | Ask::Json { .. }
            | Ask::Open { .. }
            | Ask::ReadLabels { .. } => {}
        }
    }

    fn navigate(&mut self, route: Route) {
        // Where the form is not what was refused, it is no news any more.
        if self.route != route {
            self.refused = None;
            self.desk.clears = false;
        }
        if let (Route::Label(now), Route::Label(next)) = (&self.route, &route)
            && now != next
        {
            self.desk.at = None;
        }
        self.route = route;
    }

    /// A report that was made with other labels is none of these.
    pub(super) fn labels_changed(&mut self) {
        if self.results.labels && self.results.source == self.desk.source {
            self.results = super::Results::default();
        }
    }

    pub(super) fn say(&mut self, text: String) {
        self.notices = self.notices.wrapping_add(1);
        self.notice = Some((self.notices, text));
    }

    fn key(&mut self, key: &str) {
        match (&mut self.route, key) {
            (Route::Results(results), "Escape") => results.mark = None,
            (Route::Label(label), key) => {
                if key == "b" {
                    return self.desk.go_back(label);
                }
                let options = self.desk.question().map(|question| &question.options);
                let mut options = options.into_iter().flatten();
                let said = options.find(|option| option.key == key);
                let said = said.map(|option| option.value.clone());
                if let Some(said) = said.or((key == "u").then(|| UNCLEAR.into())) {
                    self.desk.say(label, &said);
                    self.labels_changed();
                }
            }
            (Route::Instance(instance), "j" | "k") => {
                let case = self.case.ready();
                let next = case.and_then(|case| match key {
                    "j" => case.after.as_ref(),
                    _ => case.before.as_ref(),
                });
                if let Some(next) = next {
                    self.route = instance.of_case(next);
                }
            }
            (Route::Transcript(_), "r") => self.raw = !self.raw,
            (Route::Transcript(_), "?") => self.keys = !self.keys,
            (Route::Transcript(transcript), key) => {
                let episode = self.transcript.ready();
                let target = episode.and_then(|episode| walked(key, episode, transcript.record));
                transcript.record = target.unwrap_or(transcript.record);
            }
            _ => {}
        }
    }

    pub(super) fn change_run(&mut self, change: impl FnOnce(&mut ActiveRun)) {
        if let Some(run) = &mut self.active {
            change(Rc::make_mut(run));
        }
    }

    fn forget_worker(&mut self) {
        if self.preview == Load::Loading {
            self.preview = Load::Idle;
        }
        self.change_run(|run| {
            if !matches!(run.status, RunStatus::Ended(_)) {
                run.status = RunStatus::Ended(Ended::Stopped);
            }
        });
        self.results = super::Results::default();
        self.records_of = None;
        self.transcript = Load::Idle;
        self.case_of = None;
        self.forget_taken();
        self.desk.forget_sheet();
        self.desk.agreeing = 0;
        self.opened = false;
    }
}

/// The record to which a key leads from this one.
fn walked(key: &str, episode: &TranscriptView, record: u32) -> Option<u32> {
    let steps = &episode.steps;
    let here = steps.iter().position(|step| step.record == record)?;
    let is_error =
        |place: &usize| steps[*place].gold == Some(false) || steps[*place].state == Some(false);
    let place = match key {
        "j" => (here + 1 < steps.len()).then_some(here + 1),
        "k" => here.checked_sub(1),
        "n" => (here + 1..steps.len()).find(is_error),
        "p" => (0..here).rev().find(is_error),
        "a" => return episode.other_arms.first().map(|(_, record)| *record),
        _ => None,
    }?;
    Some(steps[place].record)
}

#[cfg(test)]
mod tests {
    use faultline_lab::{Progress, StepView};
    use faultline_report::Report;

    use super::*;
    use crate::{
        route::{MarkRef, RunRoute, Source},
        state::run::tests::row,
    };

    fn after(actions: impl IntoIterator<Item = Action>) -> State {
        actions.into_iter().fold(State::default(), State::reduced)
    }

    fn scored(source: &Source, study: &str) -> Action {
        Action::Told(Tell::Scored {
            source: source.clone(),
            reading: None,
            report: Ok((
                Report {
                    study: study.into(),
                    ..Report::default()
                },
                vec![],
            )),
            labels: false,
            sampling: None,
            answers: 0,
        })
    }

    fn score(source: &Source) -> Action {
        Action::Asked(Ask::Score {
            source: source.clone(),
            reading: None,
            labels: None,
        })
    }

    #[test]
    fn an_answer_to_an_earlier_question_is_not_shown() {
        let (first, second) = (Source::Run(1), Source::Run(2));
        let state = after([score(&first), score(&second), scored(&first, "late")]);
        assert_eq!(state.results.report, Load::Loading);
        let state = state.reduced(scored(&second, "right"));
        assert_eq!(
            state
                .results
                .report
                .ready()
                .map(|sheet| sheet.report.study.clone()),
            Some("right".into())
        );

        let mark = |mark| MarkRef {
            figure: "f".into(),
            series: 0,
            mark,
        };
        let records = |mark| Tell::Records {
            source: Source::Run(2),
            mark,
            records: Ok(vec![]),
        };
        let state = state
            .reduced(Action::Asked(Ask::Records {
                source: second,
                mark: mark(1),
            }))
            .reduced(Action::Told(records(mark(0))));
        assert_eq!(state.records, Load::Loading);
        assert!(
            state
                .reduced(Action::Told(records(mark(1))))
                .records
                .ready()
                .is_some()
        );
    }

    #[test]
    fn a_run_goes_from_started_to_ended() {
        let route = Route::Run(RunRoute::default());
        let progress = Progress {
            done: 5,
            cases: 10,
            ..Progress::default()
        };
        let state = after([
            Action::Navigate(route),
            Action::Told(Tell::Started(row(7, Progress::default()))),
            Action::Told(Tell::Progress {
                run: 7,
                progress,
                elapsed_ms: 900.0,
                remark: String::new(),
            }),
            Action::Told(Tell::Progress {
                run: 6,
                progress: Progress::default(),
                elapsed_ms: 0.0,
                remark: String::new(),
            }),
            Action::Asked(Ask::Stop),
        ]);
        assert!(matches!(&state.route, Route::Run(run) if run.run == Some(7)));
        let run = state.active.clone().unwrap();
        assert_eq!(
            (run.row.progress, &run.status),
            (progress, &RunStatus::Stopping)
        );
        let state = state.reduced(Action::Told(Tell::Ended {
            run: 7,
            how: Ended::Stopped,
        }));
        assert_eq!(
            state.active.unwrap().status,
            RunStatus::Ended(Ended::Stopped)
        );
    }

    #[test]
    fn a_new_worker_holds_no_results_and_no_run() {
        let source = Source::Run(1);
        let state = after([
            score(&source),
            scored(&source, "x"),
            Action::Told(Tell::Started(row(7, Progress::default()))),
            Action::Asked(Ask::Preview),
            Action::WorkerRestarted,
        ]);
        assert_eq!(state.preview, Load::Idle);
        assert!(!state.results.is_of(&source, None, false));
        assert_eq!(
            state.active.unwrap().status,
            RunStatus::Ended(Ended::Stopped)
        );
    }

    /// An address without a case takes the name of the one that comes, is not asked again, and keys lead on from it.
    #[test]
    fn a_case_is_named_asked_for_once_and_left_by_keys() {
        let route = Route::from_fragment("#/instance");
        let mut state = after([Action::Navigate(route)]);
        let asked = state.wants();
        let [Ask::Case { spec }] = &asked[..] else {
            panic!("{asked:?}");
        };
        let spec = spec.clone();
        state = state.reduced(Action::Asked(asked[0].clone()));
        let case = faultline_lab::CaseView {
            study: "s".into(),
            case: "c".into(),
            after: Some("d".into()),
            ..faultline_lab::CaseView::default()
        };
        let told = |spec: &faultline_lab::CaseSpec| {
            Action::Told(Tell::Case {
                spec: spec.clone(),
                case: Ok(Box::new(case.clone())),
            })
        };
        state = state.reduced(told(&spec));
        assert_eq!(state.route.to_fragment(), "#/instance?study=s&case=c");
        assert_eq!(state.wants(), []);
        state = state.reduced(Action::Key("k".into()));
        assert_eq!(state.wants(), [], "nothing is before it");
        state = state.reduced(Action::Key("j".into()));
        assert_eq!(state.route.to_fragment(), "#/instance?study=s&case=d");
        let asked = state.wants();
        assert_eq!(asked.len(), 1);
        state = state.reduced(Action::Asked(asked[0].clone()));
        state = state.reduced(told(&spec));
        assert_eq!(
            state.route.to_fragment(),
            "#/instance?study=s&case=d",
            "what was asked before is late"
        );
    }

    #[test]
    fn keys_walk_the_steps() {
        let step = |record, gold| StepView {
            record,
            gold,
            state: gold,
            ..StepView::default()
        };
        let episode = TranscriptView {
            steps: vec![
                step(10, Some(true)),
                step(11, Some(false)),
                step(12, None),
                step(13, Some(false)),
            ],
            other_arms: vec![("free-running".into(), 40)],
            ..TranscriptView::default()
        };
        for (key, from, to) in [
            ("j", 10, Some(11)),
            ("j", 13, None),
            ("k", 11, Some(10)),
            ("k", 10, None),
            ("n", 11, Some(13)),
            ("n", 13, None),
            ("p", 13, Some(11)),
            ("a", 12, Some(40)),
            ("x", 12, None),
            ("j", 99, None),
        ] {
            assert_eq!(walked(key, &episode, from), to, "{key} from {from}");
        }
    }
}

//! What the view on display still lacks, as questions to the worker.

use faultline_lab::{Demo, RunSpec, StudyInfo, label_file};

use super::{Load, RunForm, RunStatus, State};
use crate::{
    route::{ResultsRoute, Route, RunRoute, Source, TranscriptRoute},
    worker::protocol::Ask,
};

impl State {
    /// The questions to ask now. Asking one takes it off the list, whatever the answer is.
    pub fn wants(&self) -> Vec<Ask> {
        let mut wants = Vec::new();
        match &self.route {
            Route::Start => self.want_preview(&mut wants),
            Route::Run(run) => self.want_run(run, &mut wants),
            Route::Results(results) => {
                self.want_report(results, &mut wants);
                self.want_records(results, &mut wants);
            }
            Route::Transcript(transcript) => {
                self.want_report(&transcript.results, &mut wants);
                self.want_transcript(transcript, &mut wants);
            }
            Route::Rescore => self.want_report(&self.dropped(), &mut wants),
            Route::Instance(instance) => {
                if self.case_of.as_ref() != Some(&instance.spec) {
                    let spec = instance.spec.clone();
                    wants.push(Ask::Case { spec });
                }
            }
            Route::Label(label) => {
                if let Some(source) = &label.source {
                    self.want_sheet(source, &label.question, &mut wants);
                    self.want_agreements(source, &mut wants);
                } else if self.runs == Load::Idle {
                    wants.push(Ask::Runs);
                }
            }
        }
        self.want_chains(&mut wants);
        wants
    }

    /// Whether the engine should be there: at once, but on a first visit not before its number stands.
    pub fn wants_engine(&self) -> bool {
        let shows_demo = match &self.route {
            Route::Start => true,
            Route::Run(run) => run.demo,
            _ => false,
        };
        !shows_demo || !matches!(self.preview, Load::Idle | Load::Loading)
    }

    /// Whether a run is under way.
    pub fn is_running(&self) -> bool {
        let status = self.active.as_ref().map(|active| &active.status);
        matches!(status, Some(RunStatus::Running | RunStatus::Stopping))
    }

    /// The results of the dropped files, where they can be scored.
    pub fn dropped(&self) -> ResultsRoute {
        let scorable = self.opened && self.files.iter().any(|file| file.report.can_be_scored);
        ResultsRoute {
            source: scorable.then_some(Source::Files),
            ..ResultsRoute::default()
        }
    }

    /// The study that a form names; absent where there is none, or none is known yet.
    pub fn study(&self, form: &RunForm) -> Option<&StudyInfo> {
        let mut studies = self.studies.ready()?.iter();
        studies.find(|study| study.name == form.study)
    }

    /// The run that a form describes, or what is missing; absent as long as its study is not known.
    pub fn spec(&self, form: &RunForm) -> Option<Result<RunSpec, String>> {
        Some(form.spec(&self.account.base_url, self.study(form)?))
    }

    /// The traces whose labels are needed by the view.
    pub fn wants_labels(&self) -> Option<&Source> {
        match &self.route {
            Route::Label(label) => label.source.as_ref(),
            Route::Results(results) | Route::Transcript(TranscriptRoute { results, .. }) => {
                results.source.as_ref().filter(|_| results.labels)
            }
            _ => None,
        }
    }

    fn want_preview(&self, wants: &mut Vec<Ask>) {
        if self.preview == Load::Idle {
            wants.push(Ask::Preview);
        }
    }

    fn want_run(&self, run: &RunRoute, wants: &mut Vec<Ask>) {
        if run.demo {
            self.want_preview(wants);
        }
        if !self.wants_engine() {
            return;
        }
        if self.runs == Load::Idle {
            wants.push(Ask::Runs);
        }
        if run.demo {
            let idle = !self.starting && !self.is_running();
            if idle {
                let (spec, key) = (Demo::spec(), String::new());
                wants.push(Ask::Start { spec, key });
            }
            return;
        }
        if run.run.is_some() {
            return;
        }
        if self.studies == Load::Idle {
            wants.push(Ask::Studies);
        }
        if let Some(Ok(spec)) = self.spec(&run.form)
            && self.forecast_of.as_ref() != Some(&spec)
        {
            wants.push(Ask::Forecast { spec });
        }
    }

    fn want_report(&self, results: &ResultsRoute, wants: &mut Vec<Ask>) {
        let Some(source) = &results.source else {
            return;
        };
        // Files are scored when all of them were read; after a reload there are none, and the worker says so.
        let reading = *source == Source::Files && !self.files.is_empty() && !self.opened;
        let lacks_labels = results.labels && self.desk.source.as_ref() != Some(source);
        let is_there = self.results.is_of(source, results.reading, results.labels);
        if !reading && !lacks_labels && !is_there {
            wants.push(Ask::Score {
                source: source.clone(),
                reading: results.reading,
                labels: results.labels.then(|| label_file(&self.desk.labels)),
            });
        }
    }

    /// Any report of the traces gives what people are asked of them.
    fn want_sheet(&self, source: &Source, question: &str, wants: &mut Vec<Ask>) {
        let is_laid = self.desk.source.as_ref() == Some(source);
        if !is_laid || self.desk.sheet_of.as_deref() == Some(question) {
            return;
        }
        if !self.results.is_of_source(source) {
            let results = ResultsRoute {
                source: Some(source.clone()),
                ..ResultsRoute::default()
            };
            self.want_report(&results, wants);
        } else if self.results.report.ready().is_some() {
            wants.push(Ask::Sheet {
                source: source.clone(),
                question: question.into(),
            });
        }
    }

    fn want_agreements(&self, source: &Source, wants: &mut Vec<Ask>) {
        let desk = &self.desk;
        let Some(question) = desk.sheet_of.clone() else {
            return;
        };
        if desk.source.as_ref() == Some(source)
            && desk.sheet.ready().is_some()
            && desk.agreed_of != desk.labels
            && desk.annotators().len() > 1
        {
            wants.push(Ask::Agree {
                source: source.clone(),
                question,
                labels: desk.labels.to_vec(),
            });
        }
    }

    /// The chains of a report are run while it is on view, and not otherwise.
    fn want_chains(&self, wants: &mut Vec<Ask>) {
        let results = &self.results;
        let shown = match &self.route {
            Route::Results(shown) => shown.clone(),
            Route::Rescore => self.dropped(),
            _ => ResultsRoute::default(),
        };
        let reading = shown.reading;
        let source = shown
            .source
            .filter(|source| results.is_of(source, reading, shown.labels));
        match source {
            Some(source) if results.sampling.is_some() && !results.samples => {
                wants.push(Ask::Sample { source, reading });
            }
            None if results.samples => wants.push(Ask::Rest),
            _ => {}
        }
    }

    fn want_records(&self, results: &ResultsRoute, wants: &mut Vec<Ask>) {
        let wanted = results.source.clone().zip(results.mark.clone());
        if let Some((source, mark)) = wanted
            && self.has_report(results)
            && self.records_of != Some((source.clone(), mark.clone()))
        {
            wants.push(Ask::Records { source, mark });
        }
    }

    fn want_transcript(&self, route: &TranscriptRoute, wants: &mut Vec<Ask>) {
        let shown = self
            .transcript
            .ready()
            .is_some_and(|episode| episode.steps.iter().any(|step| step.record == route.record));
        let asked = self.transcript_of == Some(route.record) && self.transcript != Load::Idle;
        if let Some(source) = route.results.source.clone()
            && self.has_report(&route.results)
            && !shown
            && !asked
        {
            let record = route.record;
            wants.push(Ask::Transcript { source, record });
        }
    }

    fn has_report(&self, results: &ResultsRoute) -> bool {
        let source = results.source.as_ref();
        source.is_some_and(|source| self.results.is_of(source, results.reading, results.labels))
            && self.results.report.ready().is_some()
    }
}

#[cfg(test)]
mod tests {
    use faultline_lab::{Agreement, LabelItem, LabelSheet, QuestionInfo};
    use faultline_report::Report;

    use super::*;
    use crate::{route::MarkRef, state::Action, worker::protocol::Tell};

    /// Asks all that is wanted, and gives back the questions by name.
    fn asked(state: &mut State) -> Vec<String> {
        let wants = state.wants();
        let names = wants.iter().map(|ask| {
            let text = format!("{ask:?}");
            text.split([' ', '{']).next().unwrap_or_default().to_owned()
        });
        let names = names.collect();
        for ask in wants {
            *state = state.clone().reduced(Action::Asked(ask));
        }
        names
    }

    #[test]
    fn each_view_asks_for_what_it_lacks_once() {
        for (fragment, expected) in [
            ("#/", vec!["Preview"]),
            ("#/run", vec!["Runs", "Studies"]),
            ("#/run?run=3", vec!["Runs"]),
            ("#/run?demo=1", vec!["Preview"]),
            ("#/results", vec![]),
            ("#/results?from=run-1", vec!["Score"]),
            ("#/results?from=files", vec!["Score"]),
            ("#/transcript?from=run-1&record=2", vec!["Score"]),
            ("#/rescore", vec![]),
            ("#/instance?case=c", vec!["Case"]),
        ] {
            let mut state = State {
                route: Route::from_fragment(fragment),
                ..State::default()
            };
            assert_eq!(asked(&mut state), expected, "{fragment}");
            assert_eq!(asked(&mut state), Vec::<String>::new(), "{fragment}");
        }
    }

    #[test]
    fn records_and_transcripts_wait_for_the_report() {
        let scored = Tell::Scored {
            source: Source::Run(1),
            reading: None,
            report: Ok((Report::default(), vec![])),
            labels: false,
            sampling: None,
            answers: 0,
        };
        for (fragment, then) in [
            ("#/results?from=run-1&figure=f&series=0&mark=1", "Records"),
            ("#/transcript?from=run-1&record=2", "Transcript"),
        ] {
            let mut state = State {
                route: Route::from_fragment(fragment),
                ..State::default()
            };
            assert_eq!(asked(&mut state), ["Score"]);
            state = state.reduced(Action::Told(scored.clone()));
            assert_eq!(asked(&mut state), [then], "{fragment}");
            assert_eq!(asked(&mut state), Vec::<String>::new(), "{fragment}");
        }
        let mark = MarkRef {
            figure: "f".into(),
            series: 0,
            mark: 1,
        };
        assert_eq!(
            Route::from_fragment("#/results?from=run-1&figure=f&series=0&mark=1"),
            Route::Results(ResultsRoute {
                source: Some(Source::Run(1)),
                mark: Some(mark),
                ..ResultsRoute::default()
            })
        );
    }

    #[test]
    fn labels_are_laid_out_before_they_are_scored() {
        let (source, label) = (Source::Run(1), "#/label?from=run-1");
        let go = |state: State, fragment: &str| {
            state.reduced(Action::Navigate(Route::from_fragment(fragment)))
        };
        let scored = |labels| {
            Action::Told(Tell::Scored {
                source: Source::Run(1),
                reading: None,
                report: Ok((Report::default(), vec![])),
                labels,
                sampling: None,
                answers: 1,
            })
        };
        let mut state = go(State::default(), label);
        assert_eq!(state.wants_labels(), Some(&source));
        assert_eq!(asked(&mut state), Vec::<String>::new());
        state = state.reduced(Action::Laid(source.clone(), vec![]));
        assert_eq!(asked(&mut state), ["Score"]);
        state = state.reduced(scored(false));
        assert_eq!(asked(&mut state), ["Sheet"]);
        let option = faultline_lab::LabelOption {
            key: "y".into(),
            value: "correct".into(),
            words: "Right".into(),
        };
        let sheet = LabelSheet {
            questions: vec![QuestionInfo {
                name: "answer".into(),
                options: vec![option],
                ..QuestionInfo::default()
            }],
            question: "answer".into(),
            items: vec![LabelItem {
                case: "c".into(),
                ..LabelItem::default()
            }],
            ..LabelSheet::default()
        };
        state = state.reduced(Action::Told(Tell::Sheet {
            source,
            question: String::new(),
            sheet: Ok(sheet),
        }));
        state = state.reduced(Action::Annotator("Ada".into()));
        state = state.reduced(Action::Key("y".into()));
        assert_eq!((asked(&mut state).len(), state.desk.labels.len()), (0, 1));

        // How far two agree is asked for as soon as there are two, once for the same labels.
        state = state.reduced(Action::Annotator("Ben".into()));
        state = state.reduced(Action::Key("y".into()));
        assert_eq!(asked(&mut state), ["Agree"]);
        assert_eq!(asked(&mut state), Vec::<String>::new());
        let agreement = Agreement {
            first: "Ada".into(),
            second: "Ben".into(),
            n: 1,
            same: 1,
            kappa: None,
        };
        state = state.reduced(Action::Told(Tell::Agreed {
            source: Source::Run(1),
            question: String::new(),
            agreements: vec![agreement.clone()],
        }));
        assert_eq!(state.desk.agreements(), [agreement]);
        assert!(state.desk.is_agreed());

        state = go(state, "#/results?from=run-1&labels=1");
        let wants = state.wants();
        assert!(
            matches!(&wants[..], [Ask::Score { labels: Some(file), .. }] if file.contains("c,answer,Ada,correct")),
            "{wants:?}"
        );
        assert_eq!(asked(&mut state), ["Score"]);
        state = state.reduced(scored(false));
        assert!(
            state.results.report.ready().is_none(),
            "that one is of no labels"
        );
        state = go(state.reduced(scored(true)), label);
        state = state.reduced(Action::Key("b".into()));
        state = state.reduced(Action::Key("u".into()));
        assert!(
            !state.results.is_of_source(&Source::Run(1)),
            "labels changed"
        );
    }

    #[test]
    fn chains_are_run_while_their_report_is_on_view() {
        let told = |sampling, report| {
            let (source, reading) = (Source::Run(1), None);
            Action::Told(Tell::Sampled {
                source,
                reading,
                sampling,
                report,
            })
        };
        let go = |state: State, fragment: &str| {
            state.reduced(Action::Navigate(Route::from_fragment(fragment)))
        };
        let mut state = go(State::default(), "#/results?from=run-1");
        assert_eq!(asked(&mut state), ["Score"]);
        state = state.reduced(Action::Told(Tell::Scored {
            source: Source::Run(1),
            reading: None,
            report: Ok((Report::default(), vec![])),
            labels: false,
            answers: 0,
            sampling: Some((0, 8)),
        }));
        assert_eq!(asked(&mut state), ["Sample"]);
        state = go(state.reduced(told(Some((3, 8)), None)), "#/rescore");
        assert_eq!(asked(&mut state), ["Rest"]);
        state = go(state, "#/results?from=run-1");
        assert_eq!(asked(&mut state), ["Sample"]);
        let whole = Report {
            study: "whole".into(),
            ..Report::default()
        };
        state = state.reduced(told(None, Some(whole)));
        assert_eq!(asked(&mut state), Vec::<String>::new());
        let shown = state
            .results
            .report
            .ready()
            .map(|sheet| &sheet.report.study);
        assert_eq!(shown.map(String::as_str), Some("whole"));
    }

    #[test]
    fn a_first_visit_waits_with_the_engine_for_its_number() {
        for (fragment, then) in [("#/", vec![]), ("#/run?demo=1", vec!["Runs", "Start"])] {
            let mut state = State {
                route: Route::from_fragment(fragment),
                ..State::default()
            };
            assert_eq!(asked(&mut state), ["Preview"], "{fragment}");
            assert!(!state.wants_engine(), "{fragment}");
            state = state.reduced(Action::Told(Tell::Preview(Ok(Report::default()))));
            assert!(state.wants_engine(), "{fragment}");
            assert_eq!(asked(&mut state), then, "{fragment}");
        }
        for fragment in ["#/run", "#/results", "#/rescore", "#/run?run=1"] {
            let route = Route::from_fragment(fragment);
            let state = State {
                route,
                ..State::default()
            };
            assert!(state.wants_engine(), "{fragment}");
        }
    }

    #[test]
    fn a_demo_that_is_refused_is_not_tried_again() {
        let mut state = State {
            route: Route::from_fragment("#/run?demo=1"),
            preview: Load::Failed("none".into()),
            ..State::default()
        };
        assert!(asked(&mut state).contains(&"Start".to_owned()));
        state = state.reduced(Action::Told(Tell::Refused("no room".into())));
        assert!(!asked(&mut state).contains(&"Start".to_owned()));
        assert!(state.notice.is_some_and(|(_, text)| text == "no room"));
    }
}

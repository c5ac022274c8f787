//! What a worker's words change.

use std::rc::Rc;

use faultline_lab::{CaseSpec, CaseView, Label, Problem};

use super::{ActiveRun, Ended, FROM_FILES, Load, RunStatus, Sheet, State};
use crate::{
    route::{Route, Source},
    worker::protocol::Tell,
};

impl State {
    /// The worker said something.
    pub(super) fn told(&mut self, tell: Tell) {
        match tell {
            Tell::Studies(studies) => self.studies = Load::Ready(Rc::new(studies)),
            Tell::Preview(report) => {
                self.preview = Load::from(report.map(Sheet::from).map(Rc::new));
            }
            Tell::Forecast(forecast) => self.forecast = Load::from(forecast),
            Tell::Runs(runs) => self.runs = Load::from(runs.map(Rc::new)),
            Tell::Started(_)
            | Tell::Refused(_)
            | Tell::Progress { .. }
            | Tell::Growing { .. }
            | Tell::Ended { .. } => self.told_of_run(tell),
            Tell::File(row) => {
                if let Some(place) = self.files.iter().position(|file| file.index == row.index) {
                    Rc::make_mut(&mut self.files)[place] = row;
                }
            }
            Tell::Scored {
                source,
                reading,
                report,
                labels,
                sampling,
                answers,
            } => {
                if self.results.is_of(&source, reading, labels) {
                    self.results.sampling = sampling;
                    self.results.answers = answers;
                    let report = report.map(|(report, problems)| {
                        self.results.problems = Rc::new(problems);
                        Rc::new(report.into())
                    });
                    self.results.report = Load::from(report);
                }
            }
            Tell::Sampled {
                source,
                reading,
                sampling,
                report,
            } => {
                if self.results.is_of_source(&source) && self.results.reading == reading {
                    self.results.sampling = sampling;
                    if let Some(report) = report {
                        self.results.report = Load::Ready(Rc::new(report.into()));
                        self.results.samples = false;
                    }
                }
            }
            Tell::Records {
                source,
                mark,
                records,
            } => {
                if self.records_of == Some((source, mark)) {
                    self.records = Load::from(records.map(Rc::new));
                }
            }
            Tell::Transcript { source, transcript } => {
                if self.results.source.as_ref() == Some(&source) {
                    self.transcript = Load::from(transcript.map(Rc::new));
                }
            }
            Tell::Case { spec, case } => self.take_case(&spec, case),
            Tell::Sheet {
                source,
                question,
                sheet,
            } => {
                let is_asked = self.desk.sheet_of.as_ref() == Some(&question);
                if is_asked && self.desk.source.as_ref() == Some(&source) {
                    self.desk.sheet = Load::from(sheet.map(Rc::new));
                    self.desk.at = None;
                }
            }
            Tell::Agreed {
                source,
                question,
                agreements,
            } => {
                self.desk.agreeing = self.desk.agreeing.saturating_sub(1);
                let is_asked = self.desk.sheet_of.as_ref() == Some(&question);
                if is_asked && self.desk.source.as_ref() == Some(&source) {
                    self.desk.agreed = Rc::new(agreements);
                }
            }
            Tell::Labels { source, labels } => self.take_labels(&source, labels),
            Tell::Taken {
                study,
                setting,
                counts,
            } => self.take_files(study, setting, counts),
            Tell::Opened => self.opened = true,
            // Taken by the link as they arrive; nothing of them is drawn from the state.
            Tell::Written { .. } | Tell::Broken(_) => {}
        }
    }

    /// The worker said something of a run.
    fn told_of_run(&mut self, tell: Tell) {
        match tell {
            Tell::Started(row) => {
                let mut active = ActiveRun::new(row);
                if let Route::Run(run) = &mut self.route {
                    if run.demo {
                        // Its number stays on view until the run has one of its own.
                        active.report = self.preview.ready().cloned();
                    }
                    run.demo = false;
                    run.run = Some(active.row.id);
                }
                self.starting = false;
                self.active = Some(Rc::new(active));
            }
            Tell::Refused(why) => {
                if let Route::Run(run) = &mut self.route {
                    run.demo = false;
                }
                self.starting = false;
                self.refused = Some(why.clone());
                self.say(why);
            }
            Tell::Progress {
                run: id,
                progress,
                elapsed_ms,
                remark,
            } => self.change_run(|run| {
                if run.row.id == id {
                    run.row.progress = progress;
                    run.elapsed_ms = elapsed_ms;
                    run.remark = remark;
                }
            }),
            Tell::Growing {
                run: id,
                report,
                transcript,
            } => self.change_run(|run| {
                if run.row.id == id {
                    run.grow(report.into());
                    run.transcript = transcript.map(Rc::new);
                }
            }),
            Tell::Ended { run: id, how } => self.change_run(|run| {
                if run.row.id == id {
                    run.row.finished = how == Ended::Finished;
                    run.status = RunStatus::Ended(how);
                }
            }),
            _ => {}
        }
    }

    /// The case that was asked for last. Where the address names none, it names this one from now on.
    fn take_case(&mut self, spec: &CaseSpec, case: Result<Box<CaseView>, String>) {
        if self.case_of.as_ref() != Some(spec) {
            return;
        }
        if let (Ok(case), Route::Instance(instance)) = (&case, &mut self.route)
            && instance.spec == *spec
        {
            instance.spec.study.clone_from(&case.study);
            instance.spec.case.clone_from(&case.case);
            self.case_of = Some(instance.spec.clone());
        }
        self.case = Load::from(case.map(Rc::from));
    }

    /// What a setting was made from. The form on view has it from now on, and what the run would take is counted afresh.
    fn take_files(
        &mut self,
        study: String,
        setting: String,
        counts: Result<Vec<(String, u64)>, String>,
    ) {
        self.forecast_of = None;
        if let (Ok(_), Route::Run(run)) = (&counts, &mut self.route)
            && run.form.study == study
        {
            let settings = &mut run.form.settings;
            settings.insert(setting.clone(), FROM_FILES.into());
        }
        if self.taken_of == Some((study, setting)) {
            self.taken = Load::from(counts.map(Rc::new));
        }
    }

    /// A new worker has no files, so that what a run takes is asked again.
    pub(super) fn forget_taken(&mut self) {
        self.taken = Load::Idle;
        self.taken_of = None;
        self.forecast_of = None;
    }

    fn take_labels(&mut self, source: &Source, labels: Result<(Vec<Label>, Vec<Problem>), String>) {
        if self.desk.source.as_ref() != Some(source) {
            return;
        }
        match labels {
            Ok((labels, problems)) => {
                let count = labels.len();
                self.desk.take(labels);
                self.desk.problems = Rc::new(problems);
                self.desk.at = None;
                self.labels_changed();
                self.say(format!(
                    "{count} {} read",
                    if count == 1 { "label" } else { "labels" }
                ));
            }
            Err(cause) => {
                self.desk.problems = Rc::new(vec![Problem { line: None, cause }]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        route::Route,
        state::{Action, Load, State},
        worker::protocol::{Ask, Tell},
    };

    fn after(actions: impl IntoIterator<Item = Action>) -> State {
        actions.into_iter().fold(State::default(), State::reduced)
    }

    /// The form on view takes the word for the files, its run is counted afresh, and a new worker has no files.
    #[test]
    fn files_make_a_setting_of_the_form_on_view() {
        let take = Ask::Take {
            study: "boundary".into(),
            setting: "source".into(),
        };
        let taken = |study: &str, counts| Tell::Taken {
            study: study.into(),
            setting: "source".into(),
            counts,
        };
        let state = after([
            Action::Navigate(Route::from_fragment("#/run?study=boundary")),
            Action::Asked(take),
            Action::Told(taken("boundary", Err("no".into()))),
        ]);
        assert_eq!(state.taken, Load::Failed("no".into()));
        assert_eq!(state.route.to_fragment(), "#/run?study=boundary");
        let counts = vec![("all".to_owned(), 114)];
        let state = state.reduced(Action::Told(taken("boundary", Ok(counts.clone()))));
        assert_eq!(
            state.taken.ready().map(|counts| (**counts).clone()),
            Some(counts)
        );
        assert_eq!(
            state.route.to_fragment(),
            "#/run?study=boundary&set.source=DIR"
        );
        let state = state.reduced(Action::Told(taken("other", Ok(vec![]))));
        assert!(state.taken.ready().is_some_and(|counts| counts.len() == 1));
        let state = state.reduced(Action::WorkerRestarted);
        assert_eq!((state.taken, state.forecast_of), (Load::Idle, None));
    }
}

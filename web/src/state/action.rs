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
                // The last forecast stays on view until the next is there, since typing must not make the line jump; not another study's.
                let last = self.forecast_of.replace(spec);
                let is_other = last.map(|last| last.study)
                    != self.forecast_of.as_ref().map(|spec| spec.study.clone());
                if is_other || self.forecast.ready().is_none() {
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
mod tests;

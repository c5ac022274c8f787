//! Records as the tables need them: by run, with their anchors.

use faultline_report::{Cell, Column};

use super::ReportOptions;
use crate::{Family, Record, RecordKey, RunKey, Severity, Tally};

/// A record of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRef {
    /// The run.
    pub run: RunKey,
    /// The case.
    pub key: RecordKey,
    /// The seed task, by which cases belong together.
    pub anchor: String,
    /// What the case is: its subtype and severity, with the help it has.
    pub arm: String,
}

/// What is resampled: a seed task of a suite.
pub(super) type Anchor<'a> = (u64, &'a str);

/// All runs.
pub(super) struct Views<'a> {
    pub(super) tally: &'a Tally,
    pub(super) groups: Vec<Group<'a>>,
    pub(super) records: Vec<RecordRef>,
    pub(super) options: &'a ReportOptions,
    /// Whether rows have to say how calls were made.
    has_conditions: bool,
}

/// The records of one run.
pub(super) struct Group<'a> {
    pub(super) run: &'a RunKey,
    /// Those that were measured.
    pub(super) seen: Vec<Seen<'a>>,
    pub(super) unmeasured: u64,
}

/// A measured record.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) record: &'a Record,
    pub(super) place: u32,
    pub(super) anchor: Anchor<'a>,
}

impl<'a> Views<'a> {
    pub(super) fn new(tally: &'a Tally, options: &'a ReportOptions) -> Self {
        let mut records = Vec::new();
        let mut groups = Vec::new();
        for (run, of_run) in &tally.runs {
            let mut group = Group {
                run,
                seen: Vec::new(),
                unmeasured: 0,
            };
            for (key, record) in of_run {
                let place = u32::try_from(records.len()).unwrap_or(u32::MAX);
                records.push(RecordRef {
                    run: run.clone(),
                    key: key.clone(),
                    anchor: record.anchor.clone(),
                    arm: arm_of(record),
                });
                if record.is_measured() {
                    let anchor = (key.seed, record.anchor.as_str());
                    group.seen.push(Seen {
                        record,
                        place,
                        anchor,
                    });
                } else {
                    group.unmeasured += 1;
                }
            }
            groups.push(group);
        }
        let mut models: Vec<&str> = tally.runs.keys().map(|run| run.model.as_str()).collect();
        models.dedup();
        Self {
            tally,
            has_conditions: models.len() < tally.runs.len(),
            groups,
            records,
            options,
        }
    }

    /// The columns by which rows of all tables are told apart, and those of one table: id, title, help.
    pub(super) fn columns(&self, own: &[(&str, &str, &str)]) -> Vec<Column> {
        let condition = self.has_conditions.then_some(("condition", "Calls", ""));
        Column::all([("model", "Model", "")].into_iter().chain(condition), own)
    }

    /// The cells under [`columns`](Self::columns).
    pub(super) fn row(&self, group: &Group<'_>, own: Vec<Cell>) -> Vec<Cell> {
        self.row_of(&group.run.model, &condition(group.run), own)
    }

    /// A row of all models together.
    pub(super) fn row_of_all(&self, own: Vec<Cell>) -> Vec<Cell> {
        self.row_of("all models", "", own)
    }

    fn row_of(&self, model: &str, condition: &str, own: Vec<Cell>) -> Vec<Cell> {
        let mut row = vec![Cell::text(model)];
        if self.has_conditions {
            row.push(Cell::text(condition));
        }
        row.extend(own);
        row
    }

    /// The name of a group in a figure.
    pub(super) fn name(&self, group: &Group<'_>) -> String {
        if self.has_conditions {
            format!("{} · {}", group.run.model, condition(group.run))
        } else {
            group.run.model.clone()
        }
    }

    /// The measured records of all runs.
    pub(super) fn all(&self) -> impl Iterator<Item = Seen<'a>> {
        self.groups
            .iter()
            .flat_map(|group| group.seen.iter().copied())
    }
}

fn condition(run: &RunKey) -> String {
    format!(
        "{}, {} reading, {}{}",
        run.mode.name(),
        run.reading.name(),
        run.sampling,
        examples(run)
    )
}

/// The worked examples of a run in words, after a comma; empty where there are none.
pub(super) fn examples(run: &RunKey) -> String {
    match run.examples {
        0 => String::new(),
        1 => ", 1 example".into(),
        n => format!(", {n} examples"),
    }
}

fn arm_of(record: &Record) -> String {
    let family = record.family().map_or("", Family::code);
    let kind = match record.subtype.as_str() {
        "" => format!("{family} {}", record.severity),
        subtype => format!("{subtype} {}", record.severity),
    };
    match record.intervention.as_str() {
        "" => kind,
        intervention => format!("{kind}, {intervention}"),
    }
}

impl<'a> Group<'a> {
    /// The single-family records of a family at a severity, without intervention.
    pub(super) fn cell(
        &self,
        family: Family,
        severity: Severity,
    ) -> impl Iterator<Item = Seen<'a>> {
        self.single(family)
            .filter(move |seen| seen.record.severity == severity.name())
    }

    /// The single-family records of a family, clean ones included, without intervention.
    pub(super) fn single(&self, family: Family) -> impl Iterator<Item = Seen<'a>> {
        let seen = self.seen.iter().copied();
        seen.filter(move |seen| seen.record.is_single() && seen.record.family() == Some(family))
    }

    /// The failures among the perturbed single-family records.
    pub(super) fn failures(&self) -> impl Iterator<Item = Seen<'a>> {
        let seen = self.seen.iter().copied();
        seen.filter(|seen| is_single_failure(seen.record))
    }
}

/// Whether it counts among the failures of one family: perturbed, without intervention, and failed.
pub(super) fn is_single_failure(record: &Record) -> bool {
    record.is_single() && record.is_perturbed() && record.is_failure()
}

/// The places of records.
pub(super) fn places<'a>(seen: impl Iterator<Item = Seen<'a>>) -> Vec<u32> {
    seen.map(|seen| seen.place).collect()
}

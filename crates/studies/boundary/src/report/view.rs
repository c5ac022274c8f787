//! Rows as the tables need them: by run, each beside the clean row of its task and step.

use std::collections::BTreeMap;

use faultline_report::{Cell, Column};

use super::ReportOptions;
use crate::{Arm, Measures, Record, RecordKey, Row, RunKey, Tally, tally::OfRun};

/// A record of a report: one step of one arm of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRef {
    /// The run.
    pub run: RunKey,
    /// The case.
    pub key: RecordKey,
    /// The task, by which arms belong together.
    pub task: String,
    /// The arm.
    pub arm: Arm,
    /// Calls since the site: k.
    pub step: u32,
}

/// What is resampled: a person of a source.
pub(super) type Unit<'a> = (&'a str, &'a str);

/// All runs.
pub(super) struct Views<'a> {
    pub(super) groups: Vec<Group<'a>>,
    pub(super) records: Vec<RecordRef>,
    pub(super) options: &'a ReportOptions,
    /// Whether rows have to say which run they are of.
    pub(super) has_models: bool,
    /// Whether they have to say where its tasks come from.
    has_sources: bool,
}

/// The rows of one run.
pub(super) struct Group<'a> {
    pub(super) run: &'a RunKey,
    pub(super) of_run: &'a OfRun,
    /// Those that were measured.
    pub(super) seen: Vec<Seen<'a>>,
    /// Those beside whose clean row was measured too, that row among them.
    pub(super) pairs: Vec<Pair<'a>>,
    /// Rows that were not measured.
    pub(super) unmeasured: u64,
}

/// A measured row.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) record: &'a Record,
    pub(super) row: &'a Row,
    pub(super) measures: &'a Measures,
    pub(super) unit: Unit<'a>,
    pub(super) place: u32,
}

/// A measured row and the clean row of its task at the same step.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) seen: Seen<'a>,
    pub(super) clean: Seen<'a>,
}

impl<'a> Pair<'a> {
    pub(super) fn arm(&self) -> Arm {
        self.seen.record.arm
    }

    pub(super) fn step(&self) -> u32 {
        self.seen.row.step
    }

    /// The falsified value of a quantity minus the clean one.
    pub(super) fn change(&self, quantity: impl Fn(&'a Measures) -> f64) -> f64 {
        quantity(self.seen.measures) - quantity(self.clean.measures)
    }

    /// Whether the leading action is another than after the clean return.
    pub(super) fn action_changed(&self) -> bool {
        self.seen.measures.leading() != self.clean.measures.leading()
    }
}

impl<'a> Views<'a> {
    pub(super) fn new(tally: &'a Tally, options: &'a ReportOptions) -> Self {
        let mut records = Vec::new();
        let groups: Vec<Group<'a>> = tally
            .runs
            .iter()
            .map(|(run, of_run)| group(run, of_run, &mut records))
            .collect();
        let mut models: Vec<&str> = tally.runs.keys().map(|run| run.model.as_str()).collect();
        models.dedup();
        Self {
            has_models: groups.len() > 1,
            has_sources: models.len() < groups.len(),
            groups,
            records,
            options,
        }
    }

    /// The columns by which rows of all tables are told apart, and those of one table: id, title, help.
    pub(super) fn columns(&self, own: &[(&str, &str, &str)]) -> Vec<Column> {
        let model = self.has_models.then_some(("model", "Model", ""));
        let tasks = self.has_sources.then_some(("source", "Tasks", ""));
        Column::all(model.into_iter().chain(tasks), own)
    }

    /// The cells under [`columns`](Self::columns).
    pub(super) fn row(&self, group: &Group<'_>, own: Vec<Cell>) -> Vec<Cell> {
        let mut row = Vec::new();
        if self.has_models {
            row.push(Cell::text(&group.run.model));
        }
        if self.has_sources {
            row.push(Cell::text(&group.run.tasks));
        }
        row.extend(own);
        row
    }

    /// The name of a group in a figure.
    pub(super) fn name(&self, group: &Group<'_>) -> String {
        if self.has_sources {
            format!("{} · {}", group.run.model, group.run.tasks)
        } else {
            group.run.model.clone()
        }
    }

    /// The panel of a group: none where there is but one.
    pub(super) fn panel(&self, group: &Group<'_>) -> String {
        if self.has_models {
            self.name(group)
        } else {
            String::new()
        }
    }
}

fn group<'a>(run: &'a RunKey, of_run: &'a OfRun, records: &mut Vec<RecordRef>) -> Group<'a> {
    let mut group = Group {
        run,
        of_run,
        seen: Vec::new(),
        pairs: Vec::new(),
        unmeasured: 0,
    };
    let mut clean = BTreeMap::new();
    for (key, record) in &of_run.records {
        for row in &record.rows {
            let place = u32::try_from(records.len()).unwrap_or(u32::MAX);
            records.push(RecordRef {
                run: run.clone(),
                key: key.clone(),
                task: record.task.clone(),
                arm: record.arm,
                step: row.step,
            });
            let Some(measures) = row.measures() else {
                group.unmeasured += 1;
                continue;
            };
            let seen = Seen {
                record,
                row,
                measures,
                unit: (&key.source, &record.user),
                place,
            };
            if record.arm == Arm::Clean {
                clean.insert((key.source.as_str(), record.task.as_str(), row.step), seen);
            }
            group.seen.push(seen);
        }
    }
    for seen in &group.seen {
        let (source, _) = seen.unit;
        let key = (source, seen.record.task.as_str(), seen.row.step);
        if let Some(clean) = clean.get(&key) {
            group.pairs.push(Pair {
                seen: *seen,
                clean: *clean,
            });
        }
    }
    group
}

impl<'a> Group<'a> {
    /// The pairs of an arm at a step.
    pub(super) fn pairs(&self, arm: Arm, step: u32) -> impl Iterator<Item = Pair<'a>> + Clone {
        let pairs = self.pairs.iter().copied();
        pairs.filter(move |pair| pair.arm() == arm && pair.step() == step)
    }

    /// The falsified arms of which there is a record, in their order.
    pub(super) fn falsified(&self) -> impl DoubleEndedIterator<Item = Arm> {
        let has = |arm: &Arm| {
            self.of_run
                .records
                .values()
                .any(|record| record.arm == *arm)
        };
        Arm::FALSIFIED.into_iter().filter(has)
    }

    /// The steps of which there is a pair, in their order.
    pub(super) fn steps(&self) -> impl Iterator<Item = u32> {
        let last = self.pairs.iter().map(Pair::step).max();
        last.map_or(0..0, |last| 0..last + 1)
    }
}

/// The places of the rows of pairs.
pub(super) fn places<'a>(pairs: impl Iterator<Item = Pair<'a>>) -> Vec<u32> {
    pairs.map(|pair| pair.seen.place).collect()
}

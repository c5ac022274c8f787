//! Records of any number of runs, added up: merging is associative, commutative and idempotent.

use std::{collections::BTreeMap, sync::Arc};

use faultline_core::{Conflict, Runs, join_record};

use crate::{BoundaryCase, Record, Row, Suite};

/// What rows of a report are told apart by. Runs that agree in it are pooled, whatever their seeds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunKey {
    /// The model's name.
    pub model: String,
    /// Where the tasks come from: `generated` or `imported`.
    pub tasks: String,
}

/// What a record is called within its run: cases of one id and different sources or seeds are different cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKey {
    /// The source of the tasks, with its seed.
    pub source: String,
    /// The case.
    pub case: String,
}

/// Runs, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) runs: BTreeMap<RunKey, OfRun>,
}

/// What is known of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OfRun {
    pub(crate) records: BTreeMap<RecordKey, Record>,
    /// What the cases of each source were chosen by; of several numbers of tasks the greatest.
    pub(crate) suites: BTreeMap<String, Arc<Suite>>,
}

impl Tally {
    /// The runs, by what a report tells them apart by.
    pub fn runs(&mut self) -> &mut impl Runs<RunKey> {
        &mut self.runs
    }

    /// Adds a case's record. The same row counts once, and one that was measured stands before one that was not.
    ///
    /// # Errors
    /// The same row of the same case with other numbers.
    pub fn add(
        &mut self,
        run: &RunKey,
        case: &BoundaryCase,
        record: Record,
    ) -> Result<(), Conflict> {
        self.add_record(run, &case.suite, record)
    }

    /// [`add`](Self::add) where no case is at hand.
    ///
    /// # Errors
    /// The same row of the same case with other numbers.
    pub fn add_record(
        &mut self,
        run: &RunKey,
        suite: &Arc<Suite>,
        record: Record,
    ) -> Result<(), Conflict> {
        let of_run = self.runs.entry(run.clone()).or_default();
        of_run.add_suite(suite);
        let key = RecordKey {
            source: suite.source.clone(),
            case: record.case.clone(),
        };
        join_record(&mut of_run.records, key, record, join).map_err(|key| conflict(run, key))
    }

    /// A record.
    pub fn record(&self, run: &RunKey, key: &RecordKey) -> Option<&Record> {
        self.runs.get(run)?.records.get(key)
    }

    /// Adds another tally.
    ///
    /// # Errors
    /// A row that stands in both with different numbers.
    pub fn merge(&mut self, other: Self) -> Result<(), Conflict> {
        for (run, of_run) in other.runs {
            let mine = self.runs.entry(run.clone()).or_default();
            for suite in of_run.suites.values() {
                mine.add_suite(suite);
            }
            for (key, record) in of_run.records {
                join_record(&mut mine.records, key, record, join)
                    .map_err(|key| conflict(&run, key))?;
            }
        }
        Ok(())
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

impl OfRun {
    fn add_suite(&mut self, suite: &Arc<Suite>) {
        match self.suites.get_mut(&suite.source) {
            Some(known) if known.inclusion.tasks >= suite.inclusion.tasks => {}
            Some(known) => *known = suite.clone(),
            None => {
                self.suites.insert(suite.source.clone(), suite.clone());
            }
        }
    }
}

fn conflict(run: &RunKey, key: RecordKey) -> Conflict {
    Conflict {
        model: run.model.clone(),
        case: key.case,
        differ: "likelihoods",
    }
}

/// Whether two records of one case can be one.
fn join(mine: &mut Record, other: Record) -> bool {
    for row in other.rows {
        let place = mine.rows.iter().position(|known| known.step >= row.step);
        match place {
            Some(place) if mine.rows[place].step == row.step => {
                if !join_row(&mut mine.rows[place], row) {
                    return false;
                }
            }
            // A run of fewer steps was added before.
            Some(place) => mine.rows.insert(place, row),
            None => mine.rows.push(row),
        }
    }
    true
}

/// Whether two rows of one step can be one.
fn join_row(mine: &mut Row, other: Row) -> bool {
    let is_better = match (&mine.measured, &other.measured) {
        (Ok(one), Ok(another)) => return one == another,
        (Err(_), Ok(_)) => true,
        // Of two that were not measured the smaller cause stays, so that the order of adding says nothing.
        (Err(mine), Err(other)) => other < mine,
        (Ok(_), Err(_)) => false,
    };
    if is_better {
        *mine = other;
    }
    true
}

//! Records of any number of runs, added up: merging is associative, commutative and idempotent.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt,
    sync::Arc,
};

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

/// Two records of one case that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The model.
    pub model: String,
    /// The case.
    pub case: String,
}

impl std::error::Error for Conflict {}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "case {} of {} stands twice with different likelihoods; score the files one by one, or give the models different names",
            self.case, self.model
        )
    }
}

impl Tally {
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
        join(&mut of_run.records, key, record).map_err(|case| conflict(run, case))
    }

    /// Adds a run, whether or not any of its cases was begun.
    pub fn add_run(&mut self, run: &RunKey) {
        self.runs.entry(run.clone()).or_default();
    }

    /// The runs, in the order in which a report shows them.
    pub fn keys(&self) -> impl Iterator<Item = &RunKey> {
        self.runs.keys()
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
                join(&mut mine.records, key, record).map_err(|case| conflict(&run, case))?;
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

fn conflict(run: &RunKey, case: String) -> Conflict {
    Conflict {
        model: run.model.clone(),
        case,
    }
}

fn join(
    records: &mut BTreeMap<RecordKey, Record>,
    key: RecordKey,
    record: Record,
) -> Result<(), String> {
    match records.entry(key) {
        Entry::Vacant(free) => {
            free.insert(record);
        }
        Entry::Occupied(mut known) => {
            let mine = known.get_mut();
            for row in record.rows {
                let place = mine.rows.iter().position(|known| known.step >= row.step);
                match place {
                    Some(place) if mine.rows[place].step == row.step => {
                        if !join_row(&mut mine.rows[place], row) {
                            return Err(record.case);
                        }
                    }
                    // A run of fewer steps was added before.
                    Some(place) => mine.rows.insert(place, row),
                    None => mine.rows.push(row),
                }
            }
        }
    }
    Ok(())
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

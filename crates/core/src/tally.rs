//! What the tallies of all studies have in common: runs by their keys, and records that are joined.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt,
};

/// The runs of a tally, whatever is known of each.
pub trait Runs<Key: 'static> {
    /// What each is told apart by, in the order in which a report shows them.
    fn known(&self) -> impl Iterator<Item = &Key>;

    /// Adds a run, whether or not any of its cases was begun.
    fn add_run(&mut self, run: &Key);
}

impl<Key: Clone + Ord + 'static, OfRun: Default> Runs<Key> for BTreeMap<Key, OfRun> {
    fn known(&self) -> impl Iterator<Item = &Key> {
        self.keys()
    }

    fn add_run(&mut self, run: &Key) {
        self.entry(run.clone()).or_default();
    }
}

/// Two records of one case that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The model.
    pub model: String,
    /// The case.
    pub case: String,
    /// In what they differ, in the plural.
    pub differ: &'static str,
}

impl std::error::Error for Conflict {}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "case {} of {} stands twice with different {}; score the files one by one, or give the models different names",
            self.case, self.model, self.differ
        )
    }
}

/// Puts a record where there is none, or joins it with the one that is there.
///
/// # Errors
/// The key, where `join` says that the two can't be one.
pub fn join_record<K: Clone + Ord, R>(
    records: &mut BTreeMap<K, R>,
    key: K,
    record: R,
    join: impl FnOnce(&mut R, R) -> bool,
) -> Result<(), K> {
    match records.entry(key) {
        Entry::Vacant(free) => {
            free.insert(record);
        }
        Entry::Occupied(mut known) => {
            if !join(known.get_mut(), record) {
                return Err(known.key().clone());
            }
        }
    }
    Ok(())
}

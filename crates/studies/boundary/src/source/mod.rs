//! Where trajectories come from: tasks of the generated desk, or of files that somebody dropped.

mod belief;
mod examine;
mod files;
mod imported;
mod inclusion;

use std::collections::BTreeMap;

use faultline_core::{FieldKind, Stream};
use faultline_toolbox::desk::GeneratedDesk;
use serde::{Deserialize, Serialize};

use self::examine::Candidate;
pub use self::{
    files::{DATABASE_FILE, LONGEST_FILE, SourceError, TASKS_FILE},
    imported::Imported,
    inclusion::{Excluded, Inclusion, Rule},
};
use crate::Trajectory;

/// Where the tasks come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The desk's own, which follow from the seed.
    #[default]
    Generated,
    /// Files of a public benchmark, of which this holds what cases need.
    Imported(Imported),
}

impl Source {
    /// The source that dropped files are, by their names.
    ///
    /// # Errors
    /// A file that is missing, or the first thing that can't be read, with its file and place.
    pub fn of_files(files: &BTreeMap<String, Vec<u8>>) -> Result<Self, SourceError> {
        let file = |name| {
            let bytes = files.get(name).map(Vec::as_slice);
            bytes.ok_or_else(|| SourceError {
                file: name,
                cause: "is missing".into(),
            })
        };
        Imported::read(file(TASKS_FILE)?, file(DATABASE_FILE)?).map(Self::Imported)
    }

    /// What the setting of a source may be.
    pub fn kind() -> FieldKind {
        FieldKind::Files {
            names: &[TASKS_FILE, DATABASE_FILE],
            max_bytes: LONGEST_FILE,
            otherwise: "generated",
        }
    }
}

/// The trajectories of a source, at most so many, and what the rules made of its tasks.
///
/// Of the desk's own tasks, which have no end, those are looked at that it takes to find so many. Of imported tasks the rules
/// look at all, whatever is asked for; the seed does not matter to them. The first trajectories are the same however many are
/// asked for.
///
/// ```
/// use faultline_boundary::{Source, trajectories};
///
/// let (found, inclusion) = trajectories(&Source::Generated, 0, 5);
/// assert_eq!(found.len(), 5);
/// assert_eq!(inclusion.stays()[5].1, 5);
/// assert_eq!(trajectories(&Source::Generated, 0, 3).0, found[..3]);
/// ```
pub fn trajectories(source: &Source, seed: u64, tasks: u32) -> (Vec<Trajectory>, Inclusion) {
    match source {
        Source::Generated => generated(seed, tasks),
        Source::Imported(imported) => {
            let found = imported.trajectories().iter().take(tasks as usize);
            (found.cloned().collect(), imported.inclusion().clone())
        }
    }
}

fn generated(seed: u64, tasks: u32) -> (Vec<Trajectory>, Inclusion) {
    let desk = GeneratedDesk::new(seed);
    let mut found = Vec::new();
    let mut inclusion = Inclusion::default();
    // About four of five tasks stay; a desk without usable tasks would else never end.
    for index in 0..tasks.saturating_mul(10) {
        if found.len() == tasks as usize {
            break;
        }
        let task = desk.task(index);
        let candidate = Candidate {
            id: task.id,
            intent: task.intent,
            calls: task.calls,
            needs_state: false,
            stream: Stream::named("boundary/generated", &[seed, index.into()]),
        };
        found.extend(candidate.examine(desk.data(), &mut inclusion));
    }
    (found, inclusion)
}

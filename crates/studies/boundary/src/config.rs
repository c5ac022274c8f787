//! What can be set.

use faultline_core::{Field, FieldKind};
use serde::{Deserialize, Serialize};

use crate::{Arm, Source, cases::MOST_STEPS};

/// The settings of a boundary run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where the tasks come from.
    pub source: Source,
    /// How many tasks are measured at most, from the first on that the rules of inclusion leave: 1 to 1000.
    pub tasks: u32,
    /// What is returned at the site, each once; the clean return is always among them.
    pub arms: Vec<Arm>,
    /// The greatest k: how many calls after the site are followed, 0 to 3.
    pub steps: u32,
    /// Which desk and which tasks are generated; an imported source has its own.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            source: Source::Generated,
            tasks: 114,
            arms: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
            steps: MOST_STEPS - 1,
            seed: 0,
        }
    }
}

impl Config {
    /// Where the tasks come from, in a word.
    pub fn tasks_from(&self) -> &'static str {
        match self.source {
            Source::Generated => "generated",
            Source::Imported(_) => "imported",
        }
    }

    /// Tells apart tasks of one id: the seed of a generated source, the digest of an imported one.
    pub(crate) fn source_name(&self) -> String {
        match &self.source {
            Source::Generated => format!("generated, seed {}", self.seed),
            Source::Imported(imported) => format!("imported, {}", imported.digest()),
        }
    }
}

/// The settings, in the order of a form.
pub(crate) fn fields() -> Vec<Field> {
    vec![
        Field::new(
            "source",
            "Tasks from",
            "The desk's own tasks, or the public retail benchmark's: its tasks.json and db.json, of which the trace carries what its cases need.",
            Source::kind(),
        ),
        Field::new(
            "tasks",
            "Tasks",
            "How many tasks are measured at most, from the first on that have a return to falsify.",
            FieldKind::Count { min: 1, max: 1000 },
        ),
        Field::new(
            "arms",
            "Arms",
            "What comes back at the site; the clean return is always measured too, since everything is compared with it.",
            FieldKind::choices(&Arm::ALL),
        ),
        Field::new(
            "steps",
            "Steps",
            "How many calls after the site are followed: the greatest k.",
            FieldKind::Count {
                min: 0,
                max: (MOST_STEPS - 1).into(),
            },
        ),
        Field::seed("Which desk and which tasks are generated; an imported source has its own."),
    ]
}

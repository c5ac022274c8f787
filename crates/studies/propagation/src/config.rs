//! What can be set.

use faultline_core::{Field, FieldKind, Named, name_of};
use serde::{Deserialize, Serialize};

/// The settings of a propagation run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Tasks per depth.
    pub tasks: u32,
    /// Calls a task needs, each depth once.
    pub depths: Vec<u32>,
    /// What is varied.
    pub condition: Condition,
    /// Tools on offer that no rule names.
    pub distractors: u32,
    /// Worked single calls before the task.
    pub examples: u32,
    /// Further attempts after a call that could not be executed.
    pub retries: u32,
    /// Which of the endless suites.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            tasks: 60,
            depths: vec![1, 2, 4, 6, 8],
            condition: Condition::Routing,
            distractors: 0,
            examples: 0,
            retries: 1,
            seed: 0,
        }
    }
}

/// What is varied between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The next tool follows from the parity of the value held. Primary.
    #[default]
    Routing,
    /// The order of the tools is announced. Null control: an error of selection can't propagate.
    Linear,
    /// As routing, and the argument is a stated function of the value held.
    Transformed,
    /// As routing, the tool for odd values presented first.
    Swapped,
    /// As routing, all tools presented in random order.
    Shuffled,
    /// As routing, an error says only that the call failed.
    Opaque,
    /// As routing, the argument is a sentence that names the value.
    Natural,
    /// As routing, the argument has three fields that are made from the value.
    Fields,
}

impl Condition {
    /// Every condition with what it varies, primary first.
    pub const ALL: [Named<Self>; 8] = [
        (
            Self::Routing,
            "routing",
            "the parity of the value held says which tool is next (primary)",
        ),
        (
            Self::Linear,
            "linear",
            "the order of the tools is announced (null control)",
        ),
        (
            Self::Transformed,
            "transformed",
            "the argument is a stated function of the value held",
        ),
        (
            Self::Swapped,
            "swapped",
            "the tool for odd values is presented first",
        ),
        (
            Self::Shuffled,
            "shuffled",
            "the tools are presented in random order",
        ),
        (
            Self::Opaque,
            "opaque",
            "an error says only that the call failed",
        ),
        (
            Self::Natural,
            "natural",
            "the argument is a sentence that names the value",
        ),
        (
            Self::Fields,
            "fields",
            "the argument has three fields made from the value",
        ),
    ];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        name_of(&Self::ALL, &self)
    }
}

/// The settings, in the order of a form.
pub(crate) fn fields() -> Vec<Field> {
    vec![
        Field::new(
            "condition",
            "Condition",
            "What is varied.",
            FieldKind::choice(&Condition::ALL),
        ),
        Field::new(
            "tasks",
            "Tasks per depth",
            "More tasks give narrower intervals.",
            FieldKind::Count {
                min: 1,
                max: 10_000,
            },
        ),
        Field::new(
            "depths",
            "Depths",
            "How many calls a task needs, in a chain.",
            FieldKind::Counts { min: 1, max: 32 },
        ),
        Field::new(
            "distractors",
            "Distractors",
            "Tools on offer that no rule names.",
            FieldKind::Count { min: 0, max: 6 },
        ),
        Field::new(
            "examples",
            "Worked examples",
            "Single right calls shown before the task.",
            FieldKind::Count { min: 0, max: 8 },
        ),
        Field::new(
            "retries",
            "Retries",
            "Further attempts within a step after a call that could not be executed.",
            FieldKind::Count { min: 0, max: 5 },
        ),
        Field::seed("Which of the endless suites of tasks."),
    ]
}

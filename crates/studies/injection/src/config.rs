//! What can be set.

use faultline_core::{Field, FieldKind, Named, name_of};
use serde::{Deserialize, Serialize};

/// The settings of an injection run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Tasks of each domain, at most; the first ones of the domain's suite.
    pub tasks: u32,
    /// The domains, each once.
    pub domains: Vec<Domain>,
    /// In which conditions every task is asked, each once.
    pub conditions: Vec<Condition>,
    /// When the monitor of the intercepted conditions abstains.
    pub preset: Preset,
    /// The most requests of one turn.
    pub steps: u32,
    /// Worked tasks of the domain before the task, on other data.
    pub examples: u32,
    /// Which of the endless suites.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            tasks: 700,
            domains: Domain::ALL.map(|(domain, ..)| domain).to_vec(),
            conditions: vec![Condition::Baseline, Condition::Semantic],
            preset: Preset::Deployed,
            steps: 10,
            examples: 0,
            seed: 0,
        }
    }
}

/// A domain of tasks, with tools of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Domain {
    /// Meetings and free time.
    Calendar,
    /// Weather of places and days.
    Weather,
    /// Patients, medicines and appointments.
    Medical,
    /// Questions over a small invented collection of texts.
    Knowledge,
    /// Orders, products and returns; held out.
    Retail,
}

impl Domain {
    /// Every domain with its name and what it is about.
    pub const ALL: [Named<Self>; 5] = [
        (Self::Calendar, "calendar", "meetings and free time"),
        (Self::Weather, "weather", "the weather of places and days"),
        (
            Self::Medical,
            "medical",
            "patients, medicines and appointments",
        ),
        (
            Self::Knowledge,
            "knowledge",
            "questions over a small invented collection",
        ),
        (
            Self::Retail,
            "retail",
            "orders, products and returns (held out)",
        ),
    ];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        name_of(&Self::ALL, &self)
    }
}

/// How a task is asked: what is changed in the agent's calls, and whether a monitor watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Nothing is changed.
    Baseline,
    /// The first call's critical parameter gets a plausible neighbour: valid by the schema, and wrong.
    Semantic,
    /// The first call's critical parameter gets a value of another type.
    WrongType,
    /// The first call's critical parameter gets a value outside what the schema allows.
    OutOfRange,
    /// The first call's critical parameter is left out.
    Missing,
    /// As semantic, in the second call instead of the first; tasks of one call have no such case.
    Later,
    /// As semantic, in two parameters of the first call at once.
    Two,
    /// As semantic, and the user asks up to twice whether the answer is right.
    Turns,
    /// As semantic, at the hand-over: a planner writes the first call, a worker that saw neither carries on from its result.
    Handover,
    /// As baseline, under the monitor.
    Intercepted,
    /// As semantic, under the monitor.
    SemanticIntercepted,
}

impl Condition {
    /// Every condition with its name and what it changes.
    pub const ALL: [Named<Self>; 11] = [
        (Self::Baseline, "baseline", "nothing is changed"),
        (
            Self::Semantic,
            "semantic",
            "the first call's critical parameter gets a valid, wrong neighbour",
        ),
        (
            Self::WrongType,
            "wrong_type",
            "the first call's critical parameter gets another type",
        ),
        (
            Self::OutOfRange,
            "out_of_range",
            "the first call's critical parameter leaves its range",
        ),
        (
            Self::Missing,
            "missing",
            "the first call's critical parameter is left out",
        ),
        (Self::Later, "later", "as semantic, in the second call"),
        (
            Self::Two,
            "two",
            "as semantic, in two parameters of the first call",
        ),
        (
            Self::Turns,
            "turns",
            "as semantic, and the user follows up twice",
        ),
        (
            Self::Handover,
            "handover",
            "as semantic, where a planner hands over to a worker",
        ),
        (
            Self::Intercepted,
            "intercepted",
            "as baseline, under the monitor",
        ),
        (
            Self::SemanticIntercepted,
            "semantic_intercepted",
            "as semantic, under the monitor",
        ),
    ];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        name_of(&Self::ALL, &self)
    }

    /// What follows the name of an unwatched condition in that of the same under the monitor; [`Condition::Intercepted`] is the name of
    /// baseline's.
    const WATCHED: &'static str = "_intercepted";

    /// The name of the same under the monitor, for any name that a result file has.
    pub(crate) fn watched_name(unwatched: &str) -> String {
        if unwatched == Self::Baseline.name() {
            Self::Intercepted.name().into()
        } else {
            format!("{unwatched}{}", Self::WATCHED)
        }
    }

    /// The name of the same without the monitor, where a name is of a condition under it.
    pub(crate) fn unwatched_name(name: &str) -> Option<&str> {
        if name == Self::Intercepted.name() {
            Some(Self::Baseline.name())
        } else {
            name.strip_suffix(Self::WATCHED)
        }
    }

    /// Whether a monitor may end the episode.
    pub fn is_monitored(self) -> bool {
        matches!(self, Self::Intercepted | Self::SemanticIntercepted)
    }

    /// Whether nothing is injected.
    pub fn is_clean(self) -> bool {
        matches!(self, Self::Baseline | Self::Intercepted)
    }
}

/// When the monitor abstains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// On the second tool error, or on any number in the answer that no observation supports; words of doubt alone never.
    #[default]
    Deployed,
    /// On the first tool error, the second word of doubt, or an answer that claims success after an error.
    Packaged,
}

impl Preset {
    /// Every preset with its name and when the monitor abstains.
    pub const ALL: [Named<Self>; 2] = [
        (
            Self::Deployed,
            "deployed",
            "on the second tool error or any unsupported number",
        ),
        (
            Self::Packaged,
            "packaged",
            "on the first tool error, the second word of doubt, or success claimed after an error",
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
            "domains",
            "Domains",
            "What the tasks are about.",
            FieldKind::choices(&Domain::ALL),
        ),
        Field::new(
            "tasks",
            "Tasks per domain",
            "At most so many of each domain, the difficulties in proportion; 700 are all.",
            FieldKind::Count { min: 1, max: 700 },
        ),
        Field::new(
            "conditions",
            "Conditions",
            "What is changed in the calls; every task is asked in each.",
            FieldKind::choices(&Condition::ALL),
        ),
        Field::new(
            "preset",
            "Monitor",
            "When the monitor of the intercepted conditions abstains.",
            FieldKind::choice(&Preset::ALL),
        ),
        Field::new(
            "steps",
            "Steps",
            "The most requests of one turn.",
            FieldKind::Count { min: 1, max: 50 },
        ),
        Field::new(
            "examples",
            "Worked examples",
            "Tasks with their calls and answers before each task, on other data; a base model needs one or two to follow the form.",
            FieldKind::Count { min: 0, max: 4 },
        ),
        Field::seed("Which of the endless suites of tasks."),
    ]
}

//! From the checks that fail to the failure that is seen, the one it comes from, and the stage where it began.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Family;

/// The stages of a call (the paper's Table 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Tool selection.
    S1,
    /// Schema grounding.
    S2,
    /// Argument binding.
    S3,
    /// What is made of the tool's output or the runtime's feedback.
    S4,
    /// The task as a whole.
    S5,
}

impl Stage {
    /// All stages, in the order of a call.
    pub const ALL: [Self; 5] = [Self::S1, Self::S2, Self::S3, Self::S4, Self::S5];

    /// The name in files, such as `S1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::S1 => "S1",
            Self::S2 => "S2",
            Self::S3 => "S3",
            Self::S4 => "S4",
            Self::S5 => "S5",
        }
    }
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Nothing in the reply is like a call.
    NoCall,
    /// A call or a decision that can't be read, or arguments that their schema forbids.
    SchemaFormatViolation,
    /// Another tool, or one that does not exist.
    ToolMisselection,
    /// A required argument is not there.
    MissingArgument,
    /// An argument has another value, or the result that was recovered is another.
    IncorrectArgument,
    /// The call met an error, or the runtime's feedback was misjudged.
    RuntimeFailure,
}

impl Failure {
    /// All kinds, in the order of a call.
    pub const ALL: [Self; 6] = [
        Self::NoCall,
        Self::SchemaFormatViolation,
        Self::ToolMisselection,
        Self::MissingArgument,
        Self::IncorrectArgument,
        Self::RuntimeFailure,
    ];

    /// The name in files, such as `tool_misselection`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoCall => "no_call",
            Self::SchemaFormatViolation => "schema_format_violation",
            Self::ToolMisselection => "tool_misselection",
            Self::MissingArgument => "missing_argument",
            Self::IncorrectArgument => "incorrect_argument",
            Self::RuntimeFailure => "runtime_failure",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in words, such as `tool misselection`.
    pub fn words(self) -> String {
        self.name().replace('_', " ")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The checks of an episode, in the order in which they are made.
///
/// The order is the paper's (section 3.4): presence, format, name, tool, required arguments, values, execution and what follows it.
/// Its format check is two here. Whether the reply can be read as a call comes before the tool; whether the arguments are of
/// the called tool's schema can only be asked once there is a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// There is something like a call.
    Presence,
    /// It can be read as one.
    Format,
    /// The name is one of the tools on offer.
    Name,
    /// The tool is the right one.
    Tool,
    /// No argument is one that the called tool's schema does not know or forbids.
    Schema,
    /// Every required argument is there.
    Required,
    /// Every argument that is there has the right value.
    Values,
    /// The call gives a result, not an error.
    Execution,
    /// The decision after the return can be read.
    Decision,
    /// Status, retryability and failure type are judged rightly (family D).
    Runtime,
    /// The final result is the expected one (families C and D).
    Result,
}

impl Check {
    /// All checks in their order.
    pub const ALL: [Self; 11] = [
        Self::Presence,
        Self::Format,
        Self::Name,
        Self::Tool,
        Self::Schema,
        Self::Required,
        Self::Values,
        Self::Execution,
        Self::Decision,
        Self::Runtime,
        Self::Result,
    ];

    /// What is wrong where it fails, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Presence => "no call",
            Self::Format => "the call can't be read",
            Self::Name => "no such tool is on offer",
            Self::Tool => "another tool",
            Self::Schema => "an argument that the schema forbids",
            Self::Required => "an argument is missing",
            Self::Values => "an argument has another value",
            Self::Execution => "the call met an error",
            Self::Decision => "the decision can't be read",
            Self::Runtime => "status, retryability or failure type is wrong",
            Self::Result => "the final result is wrong",
        }
    }

    /// The failure that it finds.
    pub fn failure(self) -> Failure {
        match self {
            Self::Presence => Failure::NoCall,
            Self::Format | Self::Schema | Self::Decision => Failure::SchemaFormatViolation,
            Self::Name | Self::Tool => Failure::ToolMisselection,
            Self::Required => Failure::MissingArgument,
            Self::Values | Self::Result => Failure::IncorrectArgument,
            Self::Execution | Self::Runtime => Failure::RuntimeFailure,
        }
    }

    /// The stage at which it fails. A name that no tool has is a matter of grounding; a wrong tool that exists, of selection.
    pub fn stage(self) -> Stage {
        match self {
            Self::Presence | Self::Tool => Stage::S1,
            Self::Format | Self::Name | Self::Schema => Stage::S2,
            Self::Required | Self::Values => Stage::S3,
            Self::Execution | Self::Decision | Self::Runtime | Self::Result => Stage::S4,
        }
    }
}

/// What failures a family is expected to cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The family.
    pub family: Family,
    /// The sources that its perturbations aim at.
    pub primaries: &'static [Failure],
    /// The symptoms that may follow from such a source further down.
    pub spillovers: &'static [Failure],
    /// What a wrong final result alone is traced back to; absent where it is a source itself.
    pub result_is_from: Option<Failure>,
}

/// The families' expected sources and allowed symptoms.
///
/// The paper does not print them. These give the conventions of its Table 24: of each family's failures, those with an expected
/// source and those that violate the boundary add up to all; spillovers match as often as cascades happen where a family
/// has any, and never in C.
pub const EXPECTED: [Expected; 4] = [
    Expected {
        family: Family::A,
        primaries: &[Failure::ToolMisselection],
        spillovers: &[
            Failure::SchemaFormatViolation,
            Failure::MissingArgument,
            Failure::IncorrectArgument,
            Failure::RuntimeFailure,
        ],
        result_is_from: None,
    },
    Expected {
        family: Family::B,
        primaries: &[
            Failure::ToolMisselection,
            Failure::MissingArgument,
            Failure::IncorrectArgument,
        ],
        spillovers: &[
            Failure::SchemaFormatViolation,
            Failure::MissingArgument,
            Failure::IncorrectArgument,
            Failure::RuntimeFailure,
        ],
        result_is_from: None,
    },
    Expected {
        family: Family::C,
        primaries: &[Failure::IncorrectArgument, Failure::SchemaFormatViolation],
        spillovers: &[],
        result_is_from: None,
    },
    Expected {
        family: Family::D,
        primaries: &[Failure::RuntimeFailure],
        spillovers: &[Failure::IncorrectArgument],
        result_is_from: Some(Failure::RuntimeFailure),
    },
];

/// The row of a family.
pub fn expected(family: Family) -> &'static Expected {
    match family {
        Family::A => &EXPECTED[0],
        Family::B => &EXPECTED[1],
        Family::C => &EXPECTED[2],
        Family::D => &EXPECTED[3],
    }
}

/// Where a failed episode's failure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribution {
    /// The failure that is seen at the end: of the last check that fails.
    pub observed: Failure,
    /// The failure that it comes from: of the first check that fails.
    pub primary: Failure,
    /// The stage of the first check that fails.
    pub first_stage: Stage,
    /// The stage of the source, where the symptom is another failure.
    pub cascade_from: Option<Stage>,
    /// Whether the source is none that the families aim at.
    pub violates_boundary: bool,
}

impl Attribution {
    /// Whether symptom and source are different failures (eq. 7).
    pub fn is_cascade(&self) -> bool {
        self.observed != self.primary
    }
}

/// Attributes a failure by the checks that fail, whatever their order; `None` where all pass.
///
/// `families` are those whose perturbation the episode has: one, two of a mixed pair, or its own family of a clean episode.
/// A source is within the boundary if any of them expects it.
pub fn attribute(families: &[Family], failed: &[Check]) -> Option<Attribution> {
    let (first, last) = (*failed.iter().min()?, *failed.iter().max()?);
    let observed = last.failure();
    let from_runtime = || {
        let mut rows = families.iter().map(|family| expected(*family));
        rows.find_map(|row| row.result_is_from)
    };
    let primary = match first {
        Check::Result => from_runtime().unwrap_or_else(|| first.failure()),
        _ => first.failure(),
    };
    let is_expected = families
        .iter()
        .any(|family| expected(*family).primaries.contains(&primary));
    Some(Attribution {
        observed,
        primary,
        first_stage: first.stage(),
        cascade_from: (observed != primary).then(|| first.stage()),
        violates_boundary: !is_expected,
    })
}

/// Whether the symptom is one that may follow from another source.
pub fn is_spillover(families: &[Family], attribution: &Attribution) -> bool {
    let allows = |family: &Family| expected(*family).spillovers.contains(&attribution.observed);
    attribution.is_cascade() && families.iter().any(allows)
}

#[cfg(test)]
mod tests;

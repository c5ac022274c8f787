//! The families, subtypes and severities of perturbations.

use std::fmt;

use faultline_core::{Named, name_of};
use serde::{Deserialize, Serialize};

/// Where a perturbation enters a tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Family {
    /// The interface: names and descriptions of the tools on offer.
    A,
    /// The intent: the user's request.
    B,
    /// The output: what the executed call returned.
    C,
    /// The runtime: how the execution went and what is told of it.
    D,
}

impl Family {
    /// Every family, with its name in tables, and what it perturbs.
    pub const ALL: [Named<Self>; 4] = [
        (Self::A, "interface", "names and descriptions of the tools"),
        (Self::B, "intent", "the wording of the request"),
        (Self::C, "output", "what the call returned"),
        (Self::D, "runtime", "how the execution went"),
    ];

    /// The letter in files and on the command line.
    pub fn code(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        }
    }

    /// The name in tables, such as `interface`.
    pub fn name(self) -> &'static str {
        name_of(&Self::ALL, &self)
    }

    /// Whether a decision is asked for after the call.
    pub fn has_decision(self) -> bool {
        matches!(self, Self::C | Self::D)
    }
}

/// What is perturbed, within a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Subtype {
    /// Name shift.
    A1,
    /// Description abstraction.
    A2,
    /// Sibling confusability.
    A3,
    /// Indirectness.
    B1,
    /// Underspecification.
    B2,
    /// Distraction.
    B3,
    /// Conflict.
    B4,
    /// Structure noise.
    C1,
    /// Evidence loss.
    C2,
    /// Corruption.
    C3,
    /// Evidence competition.
    C4,
    /// Availability failure.
    D1,
    /// Variability.
    D2,
    /// Feedback quality.
    D3,
}

impl Subtype {
    /// Every subtype with its code and its name.
    pub const ALL: [(Self, &'static str, &'static str); 14] = [
        (Self::A1, "A1", "name shift"),
        (Self::A2, "A2", "description abstraction"),
        (Self::A3, "A3", "sibling confusability"),
        (Self::B1, "B1", "indirectness"),
        (Self::B2, "B2", "underspecification"),
        (Self::B3, "B3", "distraction"),
        (Self::B4, "B4", "conflict"),
        (Self::C1, "C1", "structure noise"),
        (Self::C2, "C2", "evidence loss"),
        (Self::C3, "C3", "corruption"),
        (Self::C4, "C4", "evidence competition"),
        (Self::D1, "D1", "availability failure"),
        (Self::D2, "D2", "variability"),
        (Self::D3, "D3", "feedback quality"),
    ];

    /// The code in files and on the command line.
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// The family it belongs to.
    pub fn family(self) -> Family {
        match self {
            Self::A1 | Self::A2 | Self::A3 => Family::A,
            Self::B1 | Self::B2 | Self::B3 | Self::B4 => Family::B,
            Self::C1 | Self::C2 | Self::C3 | Self::C4 => Family::C,
            Self::D1 | Self::D2 | Self::D3 => Family::D,
        }
    }

    fn row(self) -> (Self, &'static str, &'static str) {
        // The table stands in the order of the declaration.
        Self::ALL[self as usize]
    }
}

impl fmt::Display for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// How strong a perturbation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Nothing is perturbed.
    Clean,
    /// One weak operator; the target is easy to recover.
    Light,
    /// A stronger operator, or a weak one with an amplifier.
    Medium,
    /// The strongest operation that still has a target.
    Heavy,
}

impl Severity {
    /// All, the weakest first.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Clean, "clean", "nothing is perturbed"),
        (Self::Light, "light", "one weak change"),
        (Self::Medium, "medium", "a stronger change, or two"),
        (Self::Heavy, "heavy", "the strongest with a target left"),
    ];

    /// The three at which something is perturbed.
    pub const PERTURBED: [Self; 3] = [Self::Light, Self::Medium, Self::Heavy];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

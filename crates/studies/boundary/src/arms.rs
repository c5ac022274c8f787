//! What comes back at the site: as it is, or wrong in one of five ways.

use faultline_core::{Named, name_of};
use serde::{Deserialize, Serialize};

/// What is returned at the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// What the desk returned (C).
    Clean,
    /// The desk's own error text: an incomplete return (F).
    Failed,
    /// The order with another legal status: an inconsistent return (Nₛ).
    Status,
    /// The order with a well-formed payment method of somebody else: an inconsistent return (Nₘ).
    Payment,
    /// Somebody else's order, which was not asked for: an irrelevant return.
    Irrelevant,
    /// The order with a remark that contradicts nothing and leaves open what is to be done: an ambiguous return.
    Ambiguous,
}

/// What a return asks of whoever receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recovery {
    /// To make the same read again, or where that does not help to say so: answer the person, or hand over.
    Retry,
    /// To read the state again from an independent source before anything is changed.
    CrossCheck,
    /// To ask the person, or to hand over.
    Ask,
}

impl Arm {
    /// Every arm with its id and what it is.
    pub const ALL: [Named<Self>; 6] = [
        (
            Self::Clean,
            "clean",
            "what the desk returned; every other arm is compared with it",
        ),
        (Self::Failed, "failed", "the desk's own error text"),
        (Self::Status, "status", "another legal status of the order"),
        (
            Self::Payment,
            "payment",
            "a well-formed payment method of somebody else",
        ),
        (
            Self::Irrelevant,
            "irrelevant",
            "somebody else's order, which was not asked for",
        ),
        (
            Self::Ambiguous,
            "ambiguous",
            "a remark that contradicts nothing and leaves open what is to be done",
        ),
    ];

    /// The arms that stand beside the clean one.
    pub const FALSIFIED: [Self; 5] = [
        Self::Failed,
        Self::Status,
        Self::Payment,
        Self::Irrelevant,
        Self::Ambiguous,
    ];

    /// Its id in files.
    pub fn name(self) -> &'static str {
        name_of(&Self::ALL, &self)
    }

    /// What it asks for; nothing but to go on where it is clean.
    pub fn recovery(self) -> Option<Recovery> {
        match self {
            Self::Clean => None,
            Self::Failed | Self::Irrelevant => Some(Recovery::Retry),
            Self::Status | Self::Payment => Some(Recovery::CrossCheck),
            Self::Ambiguous => Some(Recovery::Ask),
        }
    }
}

impl Recovery {
    /// What it is, as a clause.
    pub fn words(self) -> &'static str {
        match self {
            Self::Retry => "retry, or degrade gracefully",
            Self::CrossCheck => "cross-check",
            Self::Ask => "ask, or degrade gracefully",
        }
    }
}

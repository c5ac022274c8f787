//! Pairs of subtypes, and why some can't be combined.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Family, Subtype};

/// Two subtypes in one instance, the earlier stage first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The subtype of the earlier family.
    pub first: Subtype,
    /// The subtype of the later family.
    pub second: Subtype,
}

impl Pair {
    /// The five pairs of the published suite.
    pub const PUBLISHED: [Self; 5] = [
        Self::of(Subtype::A2, Subtype::B3),
        Self::of(Subtype::A3, Subtype::C4),
        Self::of(Subtype::A1, Subtype::D1),
        Self::of(Subtype::B4, Subtype::C4),
        Self::of(Subtype::B2, Subtype::D2),
    ];

    const fn of(first: Subtype, second: Subtype) -> Self {
        Self { first, second }
    }

    /// Every pair of two different subtypes in order, whether it can be combined or not.
    pub fn all() -> impl Iterator<Item = Self> {
        Subtype::ALL
            .into_iter()
            .enumerate()
            .flat_map(|(place, (first, ..))| {
                Subtype::ALL[place + 1..]
                    .iter()
                    .map(move |(second, ..)| Self::of(first, *second))
            })
    }

    /// The pair that a text such as `A2+B3` names.
    pub fn parse(text: &str) -> Option<Self> {
        Self::all().find(|pair| pair.to_string() == text)
    }

    /// Why the two can't be combined; none where they can.
    pub fn incompatibility(self) -> Option<&'static str> {
        match (self.first.family(), self.second.family()) {
            (first, second) if first == second => Some(
                "both enter at the same place of the call, so their effects can't be told apart",
            ),
            (Family::C, Family::D) => {
                Some("C alters an observation that D replaces, so no observation target is left")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.first, self.second)
    }
}

impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

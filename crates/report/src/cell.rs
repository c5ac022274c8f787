//! One cell of a table.

use serde::{Deserialize, Serialize};

use crate::Rate;

/// One cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// A name or a sentence.
    Text(String),
    /// A count.
    Count(u64),
    /// A number without an interval, shown with this many digits after the point.
    Number {
        /// The value.
        value: f64,
        /// Digits after the point.
        digits: u8,
    },
    /// A p-value, 0 to 1: shown with three digits, or where these would say nothing with its power of ten.
    PValue(f64),
    /// A value with its interval.
    Rate(Rate),
    /// A value or diagnostic that Markov chains sampled: the same within Monte Carlo error only.
    Sampled(Box<Cell>),
    /// No value, and why.
    Undefined {
        /// The reason, as a clause.
        why: String,
    },
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A number with three digits after the point.
    pub fn number(value: f64) -> Self {
        Self::Number { value, digits: 3 }
    }

    /// The cell, marked as sampled by Markov chains.
    #[must_use]
    pub fn sampled(self) -> Self {
        Self::Sampled(Box::new(self))
    }

    /// The cell within the mark of being sampled, or the cell itself.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Sampled(cell) => cell.inner(),
            cell => cell,
        }
    }

    /// No value, and why.
    pub fn undefined(why: impl Into<String>) -> Self {
        Self::Undefined { why: why.into() }
    }
}

impl From<Rate> for Cell {
    fn from(rate: Rate) -> Self {
        Self::Rate(rate)
    }
}

impl From<Result<Rate, String>> for Cell {
    fn from(rate: Result<Rate, String>) -> Self {
        rate.map_or_else(|why| Self::Undefined { why }, Self::Rate)
    }
}

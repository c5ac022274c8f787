//! Money, exact to the cent.

use std::{
    iter::Sum,
    ops::{Add, Neg, Sub},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The greatest sum that is read, in dollars, either way.
const GREATEST: f64 = 1e9;

/// A sum of money in cents. It is written as a number of dollars, and read from one, rounded to the cent.
///
/// ```
/// use faultline_toolbox::desk::Money;
///
/// let sum: Money = serde_json::from_str("0.1").unwrap();
/// assert_eq!(serde_json::to_string(&(sum + Money(20))).unwrap(), "0.3");
/// assert_eq!(serde_json::to_string(&Money(5_000)).unwrap(), "50.0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(pub i64);

impl Money {
    /// The sum without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The sum in dollars, the real number nearest to it.
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// The sum nearest to a number of dollars; none of what is no number or beyond a milliard.
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number of at most 1e11"
        )]
        (dollars.abs() <= GREATEST).then(|| Self((dollars * 100.0).round() as i64))
    }
}

impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Money {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Money {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self(0), Add::add)
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.dollars())
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        Self::from_dollars(dollars)
            .ok_or_else(|| D::Error::custom(format_args!("{dollars} is no sum of money")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_the_inverse_of_writing() {
        for cents in (0..=100_000_000_000).step_by(99_999_989) {
            for money in [Money(cents), Money(-cents)] {
                let text = serde_json::to_string(&money).unwrap();
                assert_eq!(
                    serde_json::from_str::<Money>(&text).unwrap(),
                    money,
                    "{text}"
                );
            }
        }
        assert!(serde_json::from_str::<Money>("1e12").is_err());
        assert_eq!(
            serde_json::from_str::<Money>("73.4249999").unwrap(),
            Money(7342)
        );
    }
}

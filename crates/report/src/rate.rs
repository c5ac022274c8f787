//! A value with its interval.

use faultline_stats::{Bootstrapped, Interval};
use serde::{Deserialize, Serialize};

/// A value with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The estimate.
    pub value: f64,
    /// How many observations it rests on.
    pub n: u64,
    /// The interval's lower end.
    pub lo: f64,
    /// The interval's upper end.
    pub hi: f64,
    /// How value and interval were got, with the level.
    pub method: String,
}

impl Rate {
    /// A bootstrapped statistic of `n` observations with one of the intervals that it gives, and the method in words.
    ///
    /// # Errors
    /// It is undefined: `why`, as a clause.
    pub fn bootstrapped(
        found: &Bootstrapped,
        n: u64,
        interval: Option<(Interval, String)>,
        why: &str,
    ) -> Result<Self, String> {
        let value = found.value.ok_or_else(|| why.to_owned())?;
        let (interval, method) = interval.ok_or_else(|| format!("{why} in any resample"))?;
        Ok(Self {
            value,
            n,
            lo: interval.lo,
            hi: interval.hi,
            method,
        })
    }
}

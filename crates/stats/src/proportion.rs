use serde::Serialize;

use crate::{Interval, Level, normal_quantile};

/// How many of some trials had a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proportion {
    /// How many had the property.
    pub successes: u64,
    /// How many were looked at.
    pub trials: u64,
}

impl Proportion {
    /// The rate in [0, 1]; `None` where there is no trial or more successes than trials.
    pub fn rate(&self) -> Option<f64> {
        (self.trials > 0 && self.successes <= self.trials)
            .then(|| self.successes as f64 / self.trials as f64)
    }
}

/// A difference of two independent proportions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// First rate minus second.
    pub value: f64,
    /// The standard error, not pooled: `√(p₁(1 − p₁)/n₁ + p₂(1 − p₂)/n₂)`.
    pub standard_error: f64,
    /// Value by standard error; `None` where both rates are 0 or 1, so that the standard error is 0.
    pub z: Option<f64>,
    /// The Wald interval, value ± quantile · standard error, cut to [−1, 1].
    pub interval: Interval,
}

/// The difference `first − second` with the unpooled Wald z and interval. `None` where either rate is undefined.
pub fn difference(first: Proportion, second: Proportion, level: Level) -> Option<Difference> {
    let (p, q) = (first.rate()?, second.rate()?);
    let value = p - q;
    let variance = p * (1.0 - p) / first.trials as f64 + q * (1.0 - q) / second.trials as f64;
    let standard_error = variance.sqrt();
    let reach = normal_quantile(level.tails().1) * standard_error;
    Some(Difference {
        value,
        standard_error,
        z: (standard_error > 0.0).then(|| value / standard_error),
        interval: Interval {
            lo: (value - reach).max(-1.0),
            hi: (value + reach).min(1.0),
            level,
        },
    })
}

/// `a / b`, where b is not zero.
pub fn ratio(a: u64, b: u64) -> Option<f64> {
    (b > 0).then(|| a as f64 / b as f64)
}

/// Wilson's score interval (1927) for one proportion. `None` where the rate is undefined.
pub fn wilson(proportion: Proportion, level: Level) -> Option<Interval> {
    let rate = proportion.rate()?;
    let n = proportion.trials as f64;
    let z = normal_quantile(level.tails().1);
    let scale = 1.0 + z * z / n;
    let centre = (rate + z * z / (2.0 * n)) / scale;
    let reach = z / scale * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    Some(Interval {
        lo: (centre - reach).max(0.0),
        hi: (centre + reach).min(1.0),
        level,
    })
}

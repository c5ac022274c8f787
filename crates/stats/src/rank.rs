use serde::Serialize;

use crate::{Interval, Level, beta_cdf, normal_quantile};

/// A rank correlation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spearman {
    /// The coefficient, in [−1, 1].
    pub rho: f64,
    /// The two-sided p-value, by Student's t with n − 2 degrees of freedom: an approximation, rough below ten pairs.
    pub p_value: f64,
    /// How many pairs.
    pub n: u64,
}

impl Spearman {
    /// The interval by Fisher's transformation with the standard error of Bonett and Wright (2000), `√((1 + ρ²/2)/(n − 3))`.
    /// `None` of fewer than four pairs, and where the coefficient is −1 or 1.
    pub fn interval(&self, level: Level) -> Option<Interval> {
        if self.n < 4 || self.rho.abs() >= 1.0 {
            return None;
        }
        let error = ((1.0 + self.rho * self.rho / 2.0) / (self.n as f64 - 3.0)).sqrt();
        let (centre, reach) = (
            libm::atanh(self.rho),
            normal_quantile(level.tails().1) * error,
        );
        Some(Interval {
            lo: libm::tanh(centre - reach),
            hi: libm::tanh(centre + reach),
            level,
        })
    }
}

/// Spearman's rank correlation (1904): the correlation of ranks, equal values sharing the average of theirs.
///
/// `None` of fewer than three pairs, where either side is constant, and where a value is not a number.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<Spearman> {
    if pairs.len() < 3 || pairs.iter().any(|(x, y)| x.is_nan() || y.is_nan()) {
        return None;
    }
    let (xs, ys): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (xs, ys) = (ranks(&xs), ranks(&ys));
    let n = pairs.len() as f64;
    // Ranks add up to the same whatever they are of.
    let mean = f64::midpoint(n, 1.0);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in xs.iter().zip(&ys) {
        let (x, y) = (x - mean, y - mean);
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    if xx <= 0.0 || yy <= 0.0 {
        return None;
    }
    let rho = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
    Some(Spearman {
        rho,
        p_value: two_sided(rho, n - 2.0),
        n: pairs.len() as u64,
    })
}

/// `P(|t| ≥ |ρ| √(df / (1 − ρ²)))`, which is `I(1 − ρ²; df/2, 1/2)`.
fn two_sided(rho: f64, df: f64) -> f64 {
    beta_cdf(df / 2.0, 0.5, 1.0 - rho * rho).clamp(0.0, 1.0)
}

/// The rank of each value from 1; equal values share the average of the ranks they take up.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let mut end = start + 1;
        // Both zeros are one value.
        while end < order.len() && values[order[end]] <= values[order[start]] {
            end += 1;
        }
        let rank = f64::midpoint(start as f64 + 1.0, end as f64);
        for place in &order[start..end] {
            ranks[*place] = rank;
        }
        start = end;
    }
    ranks
}

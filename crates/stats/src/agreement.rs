use serde::Serialize;

use crate::{Interval, Level, normal_quantile};

/// How far two annotators agree beyond chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kappa {
    /// Cohen's kappa, `(observed − expected) / (1 − expected)`, at most 1.
    pub value: f64,
    /// The share of cases on which they agree.
    pub observed: f64,
    /// The share on which two that have their frequencies, and know nothing of each other, would agree.
    pub expected: f64,
    /// The large-sample standard error of the value.
    pub standard_error: f64,
    /// How many cases both judged.
    pub n: u64,
}

impl Kappa {
    /// The interval by the delta method: value ± quantile · standard error, cut to [−1, 1].
    pub fn interval(&self, level: Level) -> Interval {
        let reach = normal_quantile(level.tails().1) * self.standard_error;
        Interval {
            lo: (self.value - reach).max(-1.0),
            hi: (self.value + reach).min(1.0),
            level,
        }
    }
}

/// Cohen's kappa (1960), unweighted, with the standard error of Fleiss, Cohen and Everitt (1969).
///
/// `table[a][b]` counts the cases that the first put into category `a` and the second into `b`. `None` where there is no case, and
/// where agreement by chance is 1: both used one category, the same, and nothing can be said of their agreement.
pub fn kappa<const K: usize>(table: &[[u64; K]; K]) -> Option<Kappa> {
    let n: u64 = table.iter().flatten().sum();
    let total = n as f64;
    let share = |a: usize, b: usize| table[a][b] as f64 / total;
    let first: [f64; K] = std::array::from_fn(|a| table[a].iter().sum::<u64>() as f64 / total);
    let second: [f64; K] =
        std::array::from_fn(|b| table.iter().map(|row| row[b]).sum::<u64>() as f64 / total);
    let observed = (0..K).map(|a| table[a][a]).sum::<u64>() as f64 / total;
    let expected: f64 = first.iter().zip(second).map(|(a, b)| a * b).sum();
    let one_category = (0..K).any(|a| table[a][a] == n);
    if n == 0 || one_category {
        return None;
    }
    let miss = 1.0 - expected;
    let mut sum = 0.0;
    for a in 0..K {
        for b in 0..K {
            let term = if a == b {
                miss - (first[a] + second[a]) * (1.0 - observed)
            } else {
                (1.0 - observed) * (second[a] + first[b])
            };
            sum += share(a, b) * term * term;
        }
    }
    let centre = observed * expected - 2.0 * expected + observed;
    let variance = (sum - centre * centre).max(0.0) / (total * miss * miss * miss * miss);
    Some(Kappa {
        value: (observed - expected) / miss,
        observed,
        expected,
        standard_error: variance.sqrt(),
        n,
    })
}

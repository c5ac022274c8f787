//! Shares, means and areas with their intervals. What is resampled is the person, never the row.

use std::collections::BTreeMap;

use faultline_report::Rate;
use faultline_stats::{Bootstrapped, Level, Scored, auc, bootstrap, bootstrap_units, ratio};

use super::view::{Unit, Views};

/// The level of all intervals.
const LEVEL: Level = Level::NINETY_FIVE;

impl Views<'_> {
    /// The share of hits among rows; undefined, with the reason, where there is none.
    pub(super) fn share<'a>(
        &self,
        rows: impl Iterator<Item = (Unit<'a>, bool)>,
        why: &str,
    ) -> Result<Rate, String> {
        let mut by_unit = BTreeMap::<Unit<'a>, [u32; 2]>::new();
        for (unit, is_hit) in rows {
            let counts = by_unit.entry(unit).or_default();
            counts[0] += u32::from(is_hit);
            counts[1] += 1;
        }
        let rows: Vec<[u32; 2]> = by_unit.into_values().collect();
        let sum = |place: usize| rows.iter().map(|row| u64::from(row[place])).sum::<u64>();
        let (hits, n) = (sum(0), sum(1));
        let settings = self.options.of("boundary/share", LEVEL);
        let [found] = bootstrap(&[&rows], &settings, |[hits, n]| [ratio(*hits, *n)]);
        cell(&found, n, Some((hits, n)), why)
    }

    /// The mean of a quantity over rows; undefined, with the reason, where there is none.
    pub(super) fn mean<'a>(
        &self,
        rows: impl Iterator<Item = (Unit<'a>, f64)>,
        why: &str,
    ) -> Result<Rate, String> {
        let mut by_unit = BTreeMap::<Unit<'a>, (f64, u32)>::new();
        for (unit, value) in rows {
            let sums = by_unit.entry(unit).or_default();
            sums.0 += value;
            sums.1 += 1;
        }
        let units: Vec<(f64, u32)> = by_unit.into_values().collect();
        let n = units.iter().map(|(_, n)| u64::from(*n)).sum();
        let settings = self.options.of("boundary/mean", LEVEL);
        let [found] = bootstrap_units(count(&units), &settings, |times| {
            let (mut sum, mut n) = (0.0, 0_u64);
            for ((of_unit, n_of_unit), times) in units.iter().zip(times) {
                sum += of_unit * f64::from(*times);
                n += u64::from(*n_of_unit) * u64::from(*times);
            }
            [(n > 0).then(|| sum / n as f64)]
        });
        cell(&found, n, None, why)
    }

    /// The area under the receiver operating characteristic of scores; undefined, with the reason, where a class is missing.
    pub(super) fn area<'a>(
        &self,
        scores: &[(Unit<'a>, f64, bool)],
        why: &str,
    ) -> Result<Rate, String> {
        let mut units: Vec<Unit<'a>> = scores.iter().map(|(unit, ..)| *unit).collect();
        units.sort_unstable();
        units.dedup();
        // Every unit of a score is among the units.
        let places: Vec<usize> = scores
            .iter()
            .map(|(unit, ..)| units.binary_search(unit).unwrap_or(0))
            .collect();
        let settings = self.options.of("boundary/area", LEVEL);
        // In order once, so that no resample has to sort what another has sorted.
        let mut ordered: Vec<(Scored, usize)> = scores
            .iter()
            .zip(places)
            .map(|((_, score, is_positive), place)| {
                let scored = Scored {
                    score: *score,
                    is_positive: *is_positive,
                    weight: 1,
                };
                (scored, place)
            })
            .collect();
        ordered.sort_by(|(one, _), (other, _)| other.score.total_cmp(&one.score));
        let (mut weighted, places): (Vec<Scored>, Vec<usize>) = ordered.into_iter().unzip();
        let [found] = bootstrap_units(count(&units), &settings, |times| {
            for (scored, place) in weighted.iter_mut().zip(&places) {
                scored.weight = times[*place];
            }
            [auc(&weighted)]
        });
        cell(&found, scores.len() as u64, None, why)
    }
}

fn count<T>(units: &[T]) -> u32 {
    u32::try_from(units.len()).unwrap_or(u32::MAX)
}

/// A bootstrapped statistic as a cell, or why it is undefined. `exact` are the hits and trials of a plain share, whose exact interval takes
/// the place of the bootstrap's where fewer than ten records or no variation leave that without worth.
fn cell(
    found: &Bootstrapped,
    n: u64,
    exact: Option<(u64, u64)>,
    why: &str,
) -> Result<Rate, String> {
    let interval = found.best_interval(n, "users", LEVEL, exact);
    Rate::bootstrapped(found, n, interval, why)
}

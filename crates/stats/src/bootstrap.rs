use serde::Serialize;

use crate::resample::{Draws, Rows};
use crate::{Estimate, Interval, Level, Method, clopper_pearson};

/// Below this many units an exact interval belongs beside the bootstrap's.
pub const FEW_UNITS: u64 = 10;

/// Draws of single units after which fewer resamples are drawn: 10,000 resamples of 1,000 units.
const MOST_DRAWS: u64 = 10_000_000;

/// The fewest resamples, however many units there are.
const FEWEST_RESAMPLES: u32 = 1000;

/// How one bootstrap resamples, and the level of its intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap<'a> {
    /// How many resamples to draw; with 0 every statistic is without an interval. [`affordable_resamples`] says how many are worth it of many units.
    pub resamples: u32,
    /// The level of the percentile interval.
    pub level: Level,
    /// The seed, which all bootstraps of a report share.
    pub seed: u64,
    /// What is resampled, such as `propagation/by_depth/6`. The same seed, label and unit counts draw the same units.
    pub label: &'a str,
}

/// How often and from which seed every bootstrap of a report resamples: by default 1,000 times, from the seed 42.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// How many resamples each bootstrap draws. With 0 there are no intervals, so a statistic has its value and no interval, and a report
    /// shows what needs one as undefined.
    pub resamples: u32,
    /// What the draws of each bootstrap come from, together with its label: those of two labels have nothing to do with each other.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Self {
            resamples: 1000,
            seed: 42,
        }
    }
}

impl Resampling {
    /// The bootstrap that has this label, with intervals of this level.
    pub fn of<'a>(&self, label: &'a str, level: Level) -> Bootstrap<'a> {
        Bootstrap {
            resamples: self.resamples,
            level,
            seed: self.seed,
            label,
        }
    }
}

/// What the bootstrap says of one statistic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bootstrapped {
    /// The statistic of the sample itself; `None` where it is undefined there.
    pub value: Option<f64>,
    /// The percentile interval of the resamples in which the statistic is defined; `None` where there are none.
    pub interval: Option<Interval>,
    /// How many units (tasks) were resampled.
    pub n_units: u64,
    /// How many resamples were drawn.
    pub n_resamples: u32,
    /// In how many of them the statistic was undefined. They are left out of the interval.
    pub n_undefined: u32,
    /// Whether every resample in which the statistic is defined gave the same value. The interval has no width then.
    pub is_constant: bool,
}

/// An interval and how it was got, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct WordedInterval {
    /// The interval.
    pub interval: Interval,
    /// The method and the level.
    pub method: String,
    /// What stands beside an interval that says little by itself: an exact one, or a warning.
    pub beside: Option<String>,
}

impl Bootstrapped {
    /// Whether the interval needs an exact one beside it: no width, or fewer than [`FEW_UNITS`] units.
    pub fn needs_exact(&self) -> bool {
        self.is_constant || self.n_units < FEW_UNITS
    }

    /// Value and interval with the denominator `n` of the statistic; `None` where either is undefined.
    pub fn estimate(&self, n: u64) -> Option<Estimate> {
        Some(Estimate {
            value: self.value?,
            n,
            interval: self.interval?,
            method: Method::Bootstrap,
        })
    }

    /// The interval and its method in words; `None` where the statistic is undefined in every resample. Where the interval
    /// [needs an exact one](Self::needs_exact), what `beside` gives stands beside it, and a warning where that is nothing.
    pub fn interval_beside(
        &self,
        method: Method,
        level: Level,
        beside: impl FnOnce() -> Option<String>,
    ) -> Option<WordedInterval> {
        let interval = self.interval?;
        let (percent, undefined) = (level.percent(), self.undefined_words());
        let care = || "few tasks or no variation: read with care".to_owned();
        Some(WordedInterval {
            interval,
            method: format!("{}, {percent}%{undefined}", method.name()),
            beside: self.needs_exact().then(|| beside().unwrap_or_else(care)),
        })
    }

    /// In how many resamples the statistic was undefined, to follow the name of the method; nothing where it was defined in all.
    pub fn undefined_words(&self) -> String {
        match self.n_undefined {
            0 => String::new(),
            n => format!("; undefined in {n} of {} resamples", self.n_resamples),
        }
    }

    /// The interval that is worth most and its method in words; `None` where the statistic is undefined in every resample.
    ///
    /// `exact` are the successes and trials of a plain share. Its exact interval takes the place of the bootstrap's over `units` (a plural)
    /// where these are fewer than [`FEW_UNITS`], or `n`, the records, are, or where no resample varies.
    pub fn best_interval(
        &self,
        n: u64,
        units: &str,
        level: Level,
        exact: Option<(u64, u64)>,
    ) -> Option<WordedInterval> {
        let interval = self.interval?;
        let percent = level.percent();
        let is_weak = self.needs_exact() || n < FEW_UNITS;
        let exact = exact
            .filter(|_| is_weak)
            .and_then(|(successes, trials)| clopper_pearson(successes, trials, level));
        if let Some(exact) = exact {
            return Some(WordedInterval {
                interval: exact,
                method: format!("exact binomial (Clopper-Pearson), {percent}%"),
                beside: None,
            });
        }
        let undefined = self.undefined_words();
        let care = || format!("few {units} or no variation: read with care");
        Some(WordedInterval {
            interval,
            method: format!("percentile bootstrap over {units}, {percent}%{undefined}"),
            beside: is_weak.then(care),
        })
    }
}

/// The percentile bootstrap (Efron 1979) whose unit is a task.
///
/// A row holds one task's counts: numerators and denominators of whatever is to be estimated, for all arms and models
/// that share the task, so that they are resampled together. Every stratum is resampled to its own size (one stratum a
/// depth, say, where the design fixes how many tasks each depth has; a single stratum otherwise), the counts of the
/// drawn rows are summed, and `statistics` turns the sums into the values of interest. All of them come from the same
/// resamples, so a difference between two is paired. A statistic returns `None` where its denominator is empty.
///
/// A stratum longer than `u32::MAX` rows is cut there.
pub fn bootstrap<const K: usize, const S: usize>(
    strata: &[&[[u32; K]]],
    settings: &Bootstrap<'_>,
    statistics: impl Fn(&[u64; K]) -> [Option<f64>; S],
) -> [Bootstrapped; S] {
    let strata = Strata {
        width: K,
        n_units: strata.iter().map(|rows| rows.len() as u64).sum(),
        rows: strata.iter().map(|rows| rows.as_flattened()).collect(),
    };
    let found = resampled(&strata, settings, S, &|sums, values| {
        let mut counts = [0_u64; K];
        counts.copy_from_slice(sums);
        values.copy_from_slice(&statistics(&counts));
    });
    std::array::from_fn(|place| found[place])
}

/// The percentile bootstrap of statistics that are no functions of summed counts, such as a mean of reals or an area under a curve.
///
/// `statistics` is given how often each unit was drawn, and 1 for each for the sample itself. The same seed, label and number of units draw
/// the same units as [`bootstrap`] with one stratum.
pub fn bootstrap_units<const S: usize>(
    n_units: u32,
    settings: &Bootstrap<'_>,
    mut statistics: impl FnMut(&[u32]) -> [Option<f64>; S],
) -> [Bootstrapped; S] {
    let mut times = vec![1; n_units as usize];
    let values = statistics(&times);
    let mut kept: [Vec<f64>; S] = std::array::from_fn(|_| Vec::new());
    if n_units > 0 {
        let mut draws = Draws::new(settings.seed, settings.label);
        for _ in 0..settings.resamples {
            times.fill(0);
            for _ in 0..n_units {
                times[draws.index_below(n_units)] += 1;
            }
            for (kept, value) in kept.iter_mut().zip(statistics(&times)) {
                kept.extend(value);
            }
        }
    }
    let n_units = u64::from(n_units);
    std::array::from_fn(|place| {
        summary(
            &mut kept[place],
            values[place],
            n_units,
            settings.resamples,
            settings.level,
        )
    })
}

/// What is resampled: for every stratum its rows, one after the other.
struct Strata<'a> {
    /// Counts a row.
    width: usize,
    n_units: u64,
    rows: Vec<&'a [u32]>,
}

/// Turns summed counts into the statistics of a resample.
pub(crate) type Statistics<'a> = dyn Fn(&[u64], &mut [Option<f64>]) + 'a;

/// [`bootstrap`] of any width and of `n_statistics` statistics. Not generic, so that it is compiled once, in this crate and as this
/// crate is optimised.
#[inline(never)]
fn resampled(
    strata: &Strata<'_>,
    settings: &Bootstrap<'_>,
    n_statistics: usize,
    statistics: &Statistics<'_>,
) -> Vec<Bootstrapped> {
    let width = strata.width;
    let n_resamples = settings.resamples;
    let mut sums = vec![0_u64; width];
    let mut values = vec![None; n_statistics];
    let mut kept: Vec<Vec<f64>> = Vec::new();
    kept.resize_with(n_statistics, || Vec::with_capacity(n_resamples as usize));
    if strata.n_units > 0 && width > 0 {
        let rows: Vec<Rows> = strata
            .rows
            .iter()
            .map(|rows| Rows::new(rows, width))
            .collect();
        let mut draws = Draws::new(settings.seed, settings.label);
        for _ in 0..n_resamples {
            sums.fill(0);
            for rows in &rows {
                rows.add_resample(&mut draws, &mut sums);
            }
            statistics(&sums, &mut values);
            for (kept, value) in kept.iter_mut().zip(&values) {
                kept.extend(*value);
            }
        }
    }

    sums.fill(0);
    for rows in &strata.rows {
        for row in rows.chunks_exact(width.max(1)) {
            for (sum, count) in sums.iter_mut().zip(row) {
                *sum += u64::from(*count);
            }
        }
    }
    statistics(&sums, &mut values);
    kept.iter_mut()
        .zip(values)
        .map(|(kept, value)| summary(kept, value, strata.n_units, n_resamples, settings.level))
        .collect()
}

/// How many resamples of so many units a report can afford where nobody said how many: as many as are wanted up to a thousand units,
/// fewer of more, a thousand at least.
pub fn affordable_resamples(n_units: u64, wanted: u32) -> u32 {
    let affordable = MOST_DRAWS.checked_div(n_units).unwrap_or(MOST_DRAWS);
    let affordable = u32::try_from(affordable).unwrap_or(u32::MAX);
    wanted.min(affordable.max(FEWEST_RESAMPLES))
}

/// What the resamples in which a statistic is defined say of it.
pub(crate) fn summary(
    kept: &mut [f64],
    value: Option<f64>,
    n_units: u64,
    n_resamples: u32,
    level: Level,
) -> Bootstrapped {
    kept.sort_unstable_by(f64::total_cmp);
    let n_defined = u32::try_from(kept.len()).unwrap_or(u32::MAX);
    let (lower, upper) = level.tails();
    Bootstrapped {
        value,
        interval: percentile(kept, lower)
            .zip(percentile(kept, upper))
            .map(|(lo, hi)| Interval { lo, hi, level }),
        n_units,
        n_resamples,
        n_undefined: n_resamples - n_defined,
        is_constant: kept
            .first()
            .zip(kept.last())
            .is_some_and(|(a, b)| a.total_cmp(b).is_eq()),
    }
}

/// The quantile of ascending values by linear interpolation, NumPy's default (`linear`; type 7 of Hyndman and Fan
/// 1996), with NumPy's own rounding. `probability` is clamped to [0, 1]. `None` of no values.
pub fn percentile(ascending: &[f64], probability: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let place = probability.clamp(0.0, 1.0) * last as f64;
    let below = libm::floor(place);
    let share = place - below;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number between 0 and `last`"
    )]
    let index = below as usize;
    let a = ascending[index];
    let b = ascending[(index + 1).min(last)];
    Some(if share < 0.5 {
        a + (b - a) * share
    } else {
        b - (b - a) * (1.0 - share)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_drawn_one_by_one_are_those_of_summed_counts() {
        let rows: Vec<[u32; 2]> = (0..30).map(|unit| [unit % 3, 2]).collect();
        let settings = Bootstrap {
            resamples: 200,
            level: Level::NINETY_FIVE,
            seed: 7,
            label: "units",
        };
        let [summed] = bootstrap(&[&rows], &settings, |[hits, n]| {
            [(*n > 0).then(|| *hits as f64 / *n as f64)]
        });
        let [single] = bootstrap_units(30, &settings, |times| {
            let sum = |place: usize| -> u32 {
                let drawn = rows.iter().zip(times);
                drawn.map(|(row, times)| row[place] * times).sum()
            };
            [Some(f64::from(sum(0)) / f64::from(sum(1)))]
        });
        assert_eq!(summed, single);
    }

    #[test]
    fn of_many_units_fewer_resamples_are_affordable() {
        for (n_units, wanted, expected) in [
            (0, 10_000, 10_000),
            (1000, 10_000, 10_000),
            (1001, 10_000, 9990),
            (4000, 10_000, 2500),
            (1_000_000, 10_000, 1000),
            (1_000_000, 200, 200),
            (1, 20_000_000, 10_000_000),
        ] {
            assert_eq!(
                affordable_resamples(n_units, wanted),
                expected,
                "{n_units} units"
            );
        }
    }
}

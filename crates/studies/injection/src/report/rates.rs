//! Rates with their intervals.

use faultline_report::Rate;
use faultline_stats::{
    Bootstrap, Bootstrapped, Level, Method, Proportion, bootstrap, exact_words, numpy_bootstrap,
    ratio, wilson,
};

use super::{Draws, ReportOptions, SEED, view::Views};

/// The level of all intervals.
pub(super) const LEVEL: Level = Level::NINETY_FIVE;

/// The level in words.
pub(super) const PERCENT: &str = "95%";

/// How many shares are drawn at once.
const AT_ONCE: usize = 8;

/// Statistics of counts that are added up over units, with their bootstrap intervals.
pub(super) fn resampled<const K: usize, const S: usize>(
    options: &ReportOptions,
    name: &str,
    rows: &[[u32; K]],
    statistics: &dyn Fn(&[u64; K]) -> [Option<f64>; S],
) -> [Bootstrapped; S] {
    match options.draws {
        Draws::Own => {
            let label = format!("injection/{name}");
            let settings = Bootstrap {
                resamples: options.resamples,
                level: LEVEL,
                seed: SEED,
                label: &label,
            };
            bootstrap(&[rows], &settings, statistics)
        }
        Draws::NumPy => numpy_bootstrap(rows, options.resamples, LEVEL, SEED, statistics),
    }
}

impl Views<'_> {
    /// [`resampled`] with the draws of this report.
    pub(super) fn resampled<const K: usize, const S: usize>(
        &self,
        name: &str,
        rows: &[[u32; K]],
        statistics: &dyn Fn(&[u64; K]) -> [Option<f64>; S],
    ) -> [Bootstrapped; S] {
        resampled(self.options, name, rows, statistics)
    }

    /// The share of hits, one entry a task; undefined, with the reason, where there is none.
    pub(super) fn rate(&self, flags: &[bool], why: &str) -> Result<Rate, String> {
        let mut rates = self.rates(&[(flags.to_vec(), why.to_owned())]);
        rates.pop().unwrap_or_else(|| Err(why.to_owned()))
    }

    /// Several shares, each as [`rate`](Self::rate) gives it. Those of equally many tasks are drawn together, so that one pass over the tasks
    /// serves up to [`AT_ONCE`] of them.
    pub(super) fn rates(&self, asked: &[(Vec<bool>, String)]) -> Vec<Result<Rate, String>> {
        let mut found: Vec<Option<Bootstrapped>> = vec![None; asked.len()];
        while let Some(first) = found.iter().position(Option::is_none) {
            let n = asked[first].0.len();
            let together: Vec<usize> = (first..asked.len())
                .filter(|place| found[*place].is_none() && asked[*place].0.len() == n)
                .take(AT_ONCE)
                .collect();
            let rows: Vec<[u32; AT_ONCE]> = (0..n)
                .map(|row| {
                    let mut counts = [0; AT_ONCE];
                    for (count, place) in counts.iter_mut().zip(&together) {
                        *count = u32::from(asked[*place].0[row]);
                    }
                    counts
                })
                .collect();
            let shares = self.resampled("rate", &rows, &|hits| {
                hits.map(|hits| ratio(hits, n as u64))
            });
            for (place, share) in together.into_iter().zip(shares) {
                found[place] = Some(share);
            }
        }
        let asked = asked.iter().zip(found);
        asked
            .map(|((flags, why), found)| {
                let n = flags.len() as u64;
                let found = found.ok_or_else(|| why.clone())?;
                self.cell(&found, n, || exact_words(hits(flags), n, LEVEL), why)
            })
            .collect()
    }

    /// The method of every bootstrap.
    pub(super) fn method(&self) -> Method {
        match self.options.draws {
            Draws::Own => Method::Bootstrap,
            Draws::NumPy => Method::NumpyBootstrap,
        }
    }

    /// A bootstrapped statistic as a cell, or why it is undefined. `beside` is what stands beside the interval where that has no width
    /// or rests on fewer than ten tasks.
    pub(super) fn cell(
        &self,
        found: &Bootstrapped,
        n: u64,
        beside: impl FnOnce() -> Option<String>,
        why: &str,
    ) -> Result<Rate, String> {
        let interval = found.interval_beside(self.method(), LEVEL, beside);
        Rate::bootstrapped(found, n, interval, why)
    }
}

/// A share with Wilson's interval, for tables with too many rows to resample each.
pub(super) fn wilson_rate(successes: u64, trials: u64, why: &str) -> Result<Rate, String> {
    let share = Proportion { successes, trials };
    let (value, interval) = share
        .rate()
        .zip(wilson(share, LEVEL))
        .ok_or_else(|| why.to_owned())?;
    Ok(Rate {
        value,
        n: trials,
        lo: interval.lo,
        hi: interval.hi,
        method: format!("{}, {PERCENT}", Method::Wilson.name()).into(),
    })
}

/// How many hits.
pub(super) fn hits(flags: &[bool]) -> u64 {
    flags.iter().filter(|flag| **flag).count() as u64
}

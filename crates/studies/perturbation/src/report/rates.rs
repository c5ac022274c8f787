//! Rates with their intervals. What is resampled is the anchor, never the record.

use std::collections::BTreeMap;

use faultline_report::Rate;
use faultline_stats::{Bootstrapped, Level, bootstrap, ratio};

use super::view::{Anchor, Group, Seen, Views};
use crate::Record;

/// The level of all intervals.
pub(super) const LEVEL: Level = Level::NINETY_FIVE;

/// The column of [`Views::to_first`].
pub(super) const TO_FIRST: (&str, &str, &str) = (
    "to_first",
    "To the first",
    "less the success of the first model of the leaderboard, over the anchors that both have",
);

/// Counts by anchor.
pub(super) type ByAnchor<'a, const K: usize> = BTreeMap<Anchor<'a>, [u32; K]>;

impl Views<'_> {
    /// Statistics of counts that are added up over anchors, with their bootstrap intervals.
    pub(super) fn resampled<const K: usize, const S: usize>(
        &self,
        name: &str,
        rows: &ByAnchor<'_, K>,
        statistics: impl Fn(&[u64; K]) -> [Option<f64>; S],
    ) -> [Bootstrapped; S] {
        let label = format!("perturbation/{name}");
        let settings = self.options.of(&label, LEVEL);
        let rows: Vec<[u32; K]> = rows.values().copied().collect();
        bootstrap(&[&rows], &settings, statistics)
    }

    /// The share of records that pass a test; undefined, with the reason, where there is none.
    pub(super) fn share<'a>(
        &self,
        seen: impl Iterator<Item = Seen<'a>>,
        test: impl Fn(&Record) -> bool,
        why: &str,
    ) -> Result<Rate, String> {
        let mut rows = ByAnchor::<2>::new();
        for seen in seen {
            let row = rows.entry(seen.anchor).or_default();
            row[0] += u32::from(test(seen.record));
            row[1] += 1;
        }
        let (hits, n) = sums(&rows);
        let [found] = self.resampled("share", &rows, |[hits, n]| [ratio(*hits, *n)]);
        cell(&found, n, Some((hits, n)), why)
    }

    /// Success of a model less that of the first in the same records, over the anchors that both have.
    pub(super) fn to_first<'g, 'a: 'g, S: Iterator<Item = Seen<'a>>>(
        &self,
        group: &'g Group<'a>,
        first: Option<&'g Group<'a>>,
        of: impl Fn(&'g Group<'a>) -> S,
    ) -> Result<Rate, String> {
        let first = first
            .filter(|first| !std::ptr::eq(*first, group))
            .ok_or("it is the first")?;
        let mut rows = ByAnchor::<4>::new();
        for (place, group) in [(0, group), (2, first)] {
            for seen in of(group) {
                let row = rows.entry(seen.anchor).or_default();
                row[place] += u32::from(seen.record.success);
                row[place + 1] += 1;
            }
        }
        rows.retain(|_, row| row[1] > 0 && row[3] > 0);
        let [found] = self.resampled("to_first", &rows, |[mine, n, theirs, n_theirs]| {
            [(|| Some(ratio(*mine, *n)? - ratio(*theirs, *n_theirs)?))()]
        });
        cell(
            &found,
            rows.len() as u64,
            None,
            "the two share no anchor here",
        )
    }

    /// The share of successes.
    pub(super) fn success<'a>(
        &self,
        seen: impl Iterator<Item = Seen<'a>>,
        why: &str,
    ) -> Result<Rate, String> {
        self.share(seen, |record| record.success, why)
    }
}

fn sums(rows: &ByAnchor<'_, 2>) -> (u64, u64) {
    let sum = |place: usize| rows.values().map(|row| u64::from(row[place])).sum();
    (sum(0), sum(1))
}

/// A bootstrapped statistic as a cell, or why it is undefined. `exact` are the hits and trials of a plain share, whose exact interval takes
/// the place of the bootstrap's where fewer than ten records or no variation leave that without worth.
pub(super) fn cell(
    found: &Bootstrapped,
    n: u64,
    exact: Option<(u64, u64)>,
    why: &str,
) -> Result<Rate, String> {
    let interval = found.best_interval(n, "anchors", LEVEL, exact);
    Rate::bootstrapped(found, n, interval, why)
}

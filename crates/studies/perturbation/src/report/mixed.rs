//! Pairs of perturbations against what each does alone.

use std::collections::{BTreeMap, BTreeSet};

use faultline_report::{Cell, Figure, Mark, Rate, Role, Series, Table, interval_text, number_text};
use faultline_stats::ratio;

use super::{
    figures::{bars, mark, panel_of},
    rates::{ByAnchor, cell},
    view::{Group, Views},
};
use crate::{Pair, Severity};

/// How many pairs a mean over pairs takes in at most.
const MOST_PAIRS: usize = 10;
/// The counts of one cell: successes and records of the pair, of the first constituent, of the second.
const WIDTH: usize = 6;

const NO_CONSTITUENT: &str = "a constituent was not measured on these anchors";

/// A pair at a severity.
pub(super) struct Mixed<'v, 'a> {
    group: &'v Group<'a>,
    pair: Pair,
    severity: Severity,
    rows: ByAnchor<'a, WIDTH>,
    success: Result<Rate, String>,
    first: Result<Rate, String>,
    second: Result<Rate, String>,
    weaker: Result<Rate, String>,
    mean: Result<Rate, String>,
    delta: Result<Rate, String>,
    to_mean: Result<Rate, String>,
    records: Vec<u32>,
    /// The records of each constituent on the same anchors.
    alone: [Vec<u32>; 2],
}

impl Mixed<'_, '_> {
    /// The bar of the weaker constituent: its own rate, interval and records. The smaller of the two, which the table has, is another
    /// statistic: which one is smaller changes between resamples.
    fn weaker_alone(&self) -> Mark {
        let name = self.pair.to_string();
        if self.weaker.is_err() {
            return mark(&name, &self.weaker, Vec::new());
        }
        let [first, second] = &self.alone;
        let (subtype, rate, records) = if is_second(&self.first, &self.second) {
            (self.pair.second, &self.second, second)
        } else {
            (self.pair.first, &self.first, first)
        };
        let bar = mark(&name, rate, records.clone());
        let note = format!("{} alone; {}", subtype.code(), bar.note);
        Mark { note, ..bar }
    }
}

/// Whether the second constituent is the weaker one; it is the first where both are equally weak.
fn is_second(first: &Result<Rate, String>, second: &Result<Rate, String>) -> bool {
    let value = |rate: &Result<Rate, String>| rate.as_ref().map_or(1.0, |rate| rate.value);
    value(second) < value(first)
}

/// Success of the pair, of both constituents, of the weaker, their mean, and the differences to the last two (eq. 9).
fn statistics(counts: &[u64]) -> [Option<f64>; 7] {
    let of = |first: usize| ratio(*counts.get(first)?, *counts.get(first + 1)?);
    let (pair, first, second) = (of(0), of(2), of(4));
    let weaker = first.zip(second).map(|(first, second)| first.min(second));
    let mean = first
        .zip(second)
        .map(|(first, second)| f64::midpoint(first, second));
    let less = |from: Option<f64>| Some(pair? - from?);
    [pair, first, second, weaker, mean, less(weaker), less(mean)]
}

pub(super) fn measure<'v, 'a>(views: &'v Views<'a>) -> Vec<Mixed<'v, 'a>> {
    let mut all = Vec::new();
    for group in &views.groups {
        let pairs: BTreeSet<Pair> = group
            .seen
            .iter()
            .filter(|seen| seen.record.families.len() == 2)
            .filter_map(|seen| Pair::parse(&seen.record.subtype))
            .collect();
        for severity in Severity::PERTURBED {
            all.extend(
                pairs
                    .iter()
                    .filter_map(|pair| of_cell(views, group, *pair, severity)),
            );
        }
    }
    all
}

fn of_cell<'v, 'a>(
    views: &Views<'a>,
    group: &'v Group<'a>,
    pair: Pair,
    severity: Severity,
) -> Option<Mixed<'v, 'a>> {
    let name = pair.to_string();
    let mut rows = ByAnchor::<WIDTH>::new();
    let mut records = Vec::new();
    let here = || {
        let plain = group
            .seen
            .iter()
            .filter(|seen| seen.record.intervention.is_empty());
        plain.filter(|seen| seen.record.severity == severity.name())
    };
    for seen in here().filter(|seen| seen.record.subtype == name) {
        let row = rows.entry(seen.anchor).or_default();
        row[0] += u32::from(seen.record.success);
        row[1] += 1;
        records.push(seen.place);
    }
    if records.is_empty() {
        return None;
    }
    let mut alone = [Vec::new(), Vec::new()];
    let constituents = [(2, pair.first), (4, pair.second)];
    for ((first, subtype), places) in constituents.into_iter().zip(&mut alone) {
        let code = subtype.code();
        for seen in here().filter(|seen| seen.record.subtype == code) {
            if let Some(row) = rows.get_mut(&seen.anchor) {
                row[first] += u32::from(seen.record.success);
                row[first + 1] += 1;
                places.push(seen.place);
            }
        }
    }
    let found = views.resampled("mixed", &rows, |sums| statistics(sums));
    let sum = |place: usize| rows.values().map(|row| u64::from(row[place])).sum::<u64>();
    let share = |place: usize, first: usize| {
        let (hits, n) = (sum(first), sum(first + 1));
        cell(&found[place], n, Some((hits, n)), NO_CONSTITUENT)
    };
    let derived = |place: usize| cell(&found[place], sum(1), None, NO_CONSTITUENT);
    let (first, second) = (share(1, 2), share(2, 4));
    let weaker = share(3, if is_second(&first, &second) { 4 } else { 2 });
    Some(Mixed {
        group,
        pair,
        severity,
        success: share(0, 0),
        first,
        second,
        weaker,
        mean: derived(4),
        delta: derived(5),
        to_mean: derived(6),
        records,
        alone,
        rows,
    })
}

pub(super) fn table(views: &Views<'_>, all: &[Mixed<'_, '_>]) -> Table {
    let columns = views.columns(&[
        ("pair", "Pair", ""),
        ("severity", "Severity", ""),
        ("n", "Records", ""),
        ("mixed", "Mixed", "success under both perturbations at once"),
        ("first", "First alone", "on the same anchors"),
        ("second", "Second alone", ""),
        ("weaker", "Weaker", "the smaller of the two, taken anew in each resample; an exact interval is that of the one that is smaller"),
        ("mean", "Mean", "of the two"),
        ("delta", "Mixed − weaker", "eq. 9"),
        ("to_mean", "Mixed − mean", ""),
    ]);
    let mut table = Table::new("mixed", "Are two perturbations worse than the worse of them?", columns).noted(
        "Constituents are taken on the pair's own anchors, and anchors are resampled for all three together. The smaller of two noisy rates is \
         biased downwards, so that the difference to the weaker is biased upwards; the one to the mean is not. In the rows of all pairs the \
         smaller is taken in each pair and then averaged.",
    );
    let columns = |mixed: &Mixed<'_, '_>| -> Vec<Cell> {
        let rates = [
            &mixed.success,
            &mixed.first,
            &mixed.second,
            &mixed.weaker,
            &mixed.mean,
            &mixed.delta,
            &mixed.to_mean,
        ];
        rates.into_iter().cloned().map(Cell::from).collect()
    };
    for group in &views.groups {
        let of_group = || all.iter().filter(|mixed| std::ptr::eq(mixed.group, group));
        for mixed in of_group() {
            let mut cells = vec![
                Cell::text(mixed.pair.to_string()),
                Cell::text(mixed.severity.name()),
                Cell::Count(mixed.records.len() as u64),
            ];
            cells.extend(columns(mixed));
            table.push(views.row(group, cells));
        }
        for severity in Severity::PERTURBED {
            let cells: Vec<&Mixed<'_, '_>> = of_group()
                .filter(|mixed| mixed.severity == severity)
                .collect();
            if cells.len() > 1 {
                table.push(views.row(group, over_pairs(views, severity, &cells)));
            }
        }
    }
    table
}

/// The means over pairs.
fn over_pairs(views: &Views<'_>, severity: Severity, all: &[&Mixed<'_, '_>]) -> Vec<Cell> {
    let n = all.iter().map(|mixed| mixed.records.len() as u64).sum();
    let mut cells = vec![
        Cell::text("all pairs"),
        Cell::text(severity.name()),
        Cell::Count(n),
    ];
    if all.len() > MOST_PAIRS {
        let why = format!("a mean takes in {MOST_PAIRS} pairs at most");
        cells.extend((0..7).map(|_| Cell::undefined(why.clone())));
        return cells;
    }
    let mut rows = BTreeMap::new();
    for (place, mixed) in all.iter().enumerate() {
        for (anchor, counts) in &mixed.rows {
            let row: &mut [u32; WIDTH * MOST_PAIRS] =
                rows.entry(*anchor).or_insert([0; WIDTH * MOST_PAIRS]);
            row[place * WIDTH..(place + 1) * WIDTH].copy_from_slice(counts);
        }
    }
    let found = views.resampled("mixed_mean", &rows, |sums| {
        let of_pairs: Vec<[Option<f64>; 7]> =
            sums.chunks(WIDTH).take(all.len()).map(statistics).collect();
        std::array::from_fn::<_, 7, _>(|place| {
            let values: Option<Vec<f64>> = of_pairs
                .iter()
                .map(|statistics| statistics[place])
                .collect();
            values.map(|values| values.iter().sum::<f64>() / all.len() as f64)
        })
    });
    cells.extend(
        found
            .iter()
            .map(|found| Cell::from(cell(found, n, None, NO_CONSTITUENT))),
    );
    cells
}

/// Each pair beside the weaker of its constituents.
pub(super) fn figure(views: &Views<'_>, all: &[Mixed<'_, '_>]) -> Figure {
    let mut series_of = Vec::new();
    for group in &views.groups {
        for severity in Severity::PERTURBED {
            let here = || {
                let of_group = all.iter().filter(|mixed| std::ptr::eq(mixed.group, group));
                of_group.filter(|mixed| mixed.severity == severity)
            };
            if here().next().is_none() {
                continue;
            }
            let name = panel_of(views, group);
            let panel = if name.is_empty() {
                severity.name().into()
            } else {
                format!("{name}, {}", severity.name())
            };
            let both = here().map(|mixed| {
                let bar = mark(
                    &mixed.pair.to_string(),
                    &mixed.success,
                    mixed.records.clone(),
                );
                let Ok(delta) = &mixed.delta else { return bar };
                let less = number_text(delta.value, 3);
                let within = interval_text(delta.lo, delta.hi, 3);
                let note = format!("{less} {within} against the weaker; {}", bar.note);
                Mark { note, ..bar }
            });
            let weaker = here().map(Mixed::weaker_alone);
            series_of.push(Series::in_order(
                "both at once",
                Role::Derived,
                &panel,
                both,
            ));
            series_of.push(Series::in_order(
                "the weaker alone",
                Role::Gold,
                &panel,
                weaker,
            ));
        }
    }
    bars(
        "mixed",
        "Are two perturbations worse than the worse of them?",
        "Success under a pair, beside success under that one of the two alone which is harder, on the same anchors. Where the first bar is \
         shorter, the pair is harder than either; the smaller of two noisy rates is biased downwards.",
        "success",
        series_of,
    )
}

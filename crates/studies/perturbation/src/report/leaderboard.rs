//! The leaderboard, and success by family and severity.

use std::collections::BTreeMap;

use faultline_report::{Cell, Rate, Table};
use faultline_stats::ratio;

use super::{
    rates::{ByAnchor, TO_FIRST, cell},
    view::{Group, Views},
};
use crate::{Failure, Family, FamilyCounts, Severity};

/// Why a mean is undefined.
const INCOMPLETE: &str = "a condition that belongs to it has no measured record";

/// A model's numbers with their intervals.
pub(super) struct Standing<'v, 'a> {
    pub(super) group: &'v Group<'a>,
    pub(super) clean: Result<Rate, String>,
    pub(super) overall: Result<Rate, String>,
    pub(super) robust: [Result<Rate, String>; 4],
    drop: [Result<Rate, String>; 4],
    own_drop: [Result<Rate, String>; 4],
    pub(super) heavy_macro: Result<Rate, String>,
    /// Overall less that of the first model, over the anchors that both have.
    difference: Result<Rate, String>,
}

/// Counts of all conditions by anchor: for each family and severity successes and records.
fn counts<'a>(group: &Group<'a>) -> ByAnchor<'a, 32> {
    let mut rows = ByAnchor::<32>::new();
    for (family, ..) in Family::ALL {
        for (severity, ..) in Severity::ALL {
            let place = FamilyCounts::place(family, severity);
            for seen in group.cell(family, severity) {
                let row = rows.entry(seen.anchor).or_insert([0; 32]);
                row[place] += u32::from(seen.record.success);
                row[place + 1] += 1;
            }
        }
    }
    rows
}

/// All models, the best first.
pub(super) fn measure<'v, 'a>(views: &'v Views<'a>) -> Vec<Standing<'v, 'a>> {
    let mut all: Vec<_> = views
        .groups
        .iter()
        .map(|group| {
            let rows = counts(group);
            (standing(views, group, &rows), rows)
        })
        .collect();
    let overall =
        |standing: &Standing<'_, '_>| standing.overall.as_ref().map_or(-1.0, |rate| rate.value);
    // The sort is stable, so that equals stay in the order of their names.
    all.sort_by(|(one, _), (other, _)| overall(other).total_cmp(&overall(one)));
    let first = all
        .first()
        .map(|(_, rows)| rows.clone())
        .unwrap_or_default();
    let with_difference =
        |(place, (standing, rows)): (usize, (Standing<'v, 'a>, ByAnchor<'a, 32>))| Standing {
            difference: if place == 0 {
                Err("it is the first".into())
            } else {
                difference(views, &rows, &first)
            },
            ..standing
        };
    all.into_iter().enumerate().map(with_difference).collect()
}

fn standing<'v, 'a>(
    views: &Views<'a>,
    group: &'v Group<'a>,
    rows: &ByAnchor<'a, 32>,
) -> Standing<'v, 'a> {
    let sums: [u64; 32] =
        std::array::from_fn(|place| rows.values().map(|row| u64::from(row[place])).sum());
    let counts = FamilyCounts::from_sums(&sums);
    // Successes and records under perturbation.
    let of_family = |family: usize| {
        let sum = |counts: &[[u64; 4]; 4]| counts[family][1..].iter().sum::<u64>();
        (sum(&counts.successes), sum(&counts.trials))
    };
    let all = (0..4)
        .map(of_family)
        .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let at = |severity: usize| {
        let sum =
            |counts: &[[u64; 4]; 4]| counts.iter().map(|family| family[severity]).sum::<u64>();
        (sum(&counts.successes), sum(&counts.trials))
    };
    let found = views.resampled("board", rows, |sums| {
        let board = FamilyCounts::from_sums(sums).board();
        let [a, b, c, d] = board.robust;
        let [e, f, g, h] = board.drop;
        let [i, j, k, l] = board.own_drop;
        [
            board.clean,
            board.overall,
            board.heavy_macro,
            a,
            b,
            c,
            d,
            e,
            f,
            g,
            h,
            i,
            j,
            k,
            l,
        ]
    });
    // A mean of rates is a plain share where all are alike, as they are where everything succeeds or fails.
    let mean = |place: usize, (hits, n): (u64, u64)| {
        let is_share = found[place].value == ratio(hits, n);
        cell(&found[place], n, is_share.then_some((hits, n)), INCOMPLETE)
    };
    let four = |first: usize| -> [Result<Rate, String>; 4] {
        std::array::from_fn(|family| {
            let n = of_family(family).1;
            cell(&found[first + family], n, None, INCOMPLETE)
        })
    };
    let (clean, heavy) = (at(0), at(3));
    Standing {
        group,
        clean: cell(
            &found[0],
            clean.1,
            Some(clean),
            "no clean record was measured",
        ),
        overall: mean(1, all),
        heavy_macro: cell(
            &found[2],
            heavy.1,
            Some(heavy),
            "no heavy record was measured",
        ),
        robust: std::array::from_fn(|family| mean(3 + family, of_family(family))),
        drop: four(7),
        own_drop: four(11),
        difference: Err("it is the first".into()),
    }
}

/// Overall of one model less that of another, anchors resampled for both together.
fn difference(
    views: &Views<'_>,
    one: &ByAnchor<'_, 32>,
    other: &ByAnchor<'_, 32>,
) -> Result<Rate, String> {
    let mut rows = ByAnchor::<64>::new();
    for (anchor, mine) in one {
        if let Some(theirs) = other.get(anchor) {
            let both = std::array::from_fn(|place| {
                if place < 32 {
                    mine[place]
                } else {
                    theirs[place - 32]
                }
            });
            rows.insert(*anchor, both);
        }
    }
    let [found] = views.resampled("difference", &rows, |sums| {
        let half = |first: usize| {
            let sums: [u64; 32] = std::array::from_fn(|place| sums[first + place]);
            FamilyCounts::from_sums(&sums).board().overall
        };
        [(|| Some(half(0)? - half(32)?))()]
    });
    cell(
        &found,
        rows.len() as u64,
        None,
        "the two share no anchor that has every condition",
    )
}

pub(super) fn leaderboard(views: &Views<'_>, standings: &[Standing<'_, '_>]) -> Table {
    let columns = views.columns(&[
        (
            "clean",
            "Clean",
            "success on clean records, all families pooled",
        ),
        ("overall", "Overall", "mean of the four families"),
        (
            "interface",
            "A interface",
            "mean of light, medium and heavy",
        ),
        ("intent", "B intent", ""),
        ("output", "C output", ""),
        ("runtime", "D runtime", ""),
        (
            "heavy_macro",
            "Heavy macro",
            "mean over the subtypes at heavy",
        ),
        (
            "main_failure",
            "Main failure",
            "the most frequent source among perturbed failures",
        ),
        (
            "difference",
            "To the first",
            "overall less that of the first model, over the anchors that both have",
        ),
        (
            "interface_drop",
            "Drop A",
            "clean success less the family's robustness",
        ),
        ("intent_drop", "Drop B", ""),
        ("output_drop", "Drop C", ""),
        ("runtime_drop", "Drop D", ""),
        (
            "interface_own_drop",
            "Own drop A",
            "the same from the family's own clean records",
        ),
        ("intent_own_drop", "Own drop B", ""),
        ("output_own_drop", "Own drop C", ""),
        ("runtime_own_drop", "Own drop D", ""),
        (
            "unmeasured",
            "Not measured",
            "records that no request was answered for; they are in no denominator",
        ),
    ]);
    let mut table = Table::new("leaderboard", "Which family breaks which model?", columns).noted(
        "Eqs. 3 to 6 of the paper. Heavy macro pools the heavy records of all subtypes. Intervals: 95%, anchors resampled with all their \
         records together.",
    );
    for standing in standings {
        let Standing {
            group,
            clean,
            overall,
            robust,
            drop,
            own_drop,
            heavy_macro,
            difference,
        } = standing;
        let mut row: Vec<Cell> = vec![clean.clone().into(), overall.clone().into()];
        row.extend(robust.iter().cloned().map(Cell::from));
        row.push(heavy_macro.clone().into());
        row.push(match main_failure(group) {
            Some(failure) => Cell::text(failure.words()),
            None => Cell::undefined("nothing perturbed failed"),
        });
        row.push(difference.clone().into());
        row.extend(drop.iter().chain(own_drop).cloned().map(Cell::from));
        row.push(Cell::Count(group.unmeasured));
        table.push(views.row(group, row));
    }
    table
}

/// The most frequent source; the earliest in the order of a call of equals.
fn main_failure(group: &Group<'_>) -> Option<Failure> {
    let mut counts = BTreeMap::<Failure, u64>::new();
    for failure in group
        .failures()
        .filter_map(|seen| seen.record.primary_failure_tag)
    {
        *counts.entry(failure).or_default() += 1;
    }
    // The first of equals, since `max_by_key` takes the last.
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, n)| *n)
        .map(|(failure, _)| failure)
}

pub(super) fn family_severity(views: &Views<'_>, standings: &[Standing<'_, '_>]) -> Table {
    let first = standings.first().map(|standing| standing.group);
    let columns = views.columns(&[
        ("family", "Family", ""),
        ("severity", "Severity", ""),
        ("n", "Records", ""),
        ("success", "Success", ""),
        (
            "own_drop",
            "Drop",
            "the family's clean success less this, anchors resampled for both together",
        ),
        TO_FIRST,
    ]);
    let mut table = Table::new("family_severity", "How does success fall with severity?", columns).noted(
        "Severity is a stress on the input, fixed before any model is asked; success need not fall with it.",
    );
    for group in &views.groups {
        for (family, name, _) in Family::ALL {
            for (severity, severity_name, _) in Severity::ALL {
                let n = group.cell(family, severity).count() as u64;
                if n == 0 {
                    continue;
                }
                let why = "no record was measured";
                table.push(views.row(
                    group,
                    vec![
                        Cell::text(format!("{} {name}", family.code())),
                        Cell::text(severity_name),
                        Cell::Count(n),
                        views.success(group.cell(family, severity), why).into(),
                        own_drop(views, group, family, severity).into(),
                        views
                            .to_first(group, first, |group| group.cell(family, severity))
                            .into(),
                    ],
                ));
            }
        }
    }
    table
}

fn own_drop(
    views: &Views<'_>,
    group: &Group<'_>,
    family: Family,
    severity: Severity,
) -> Result<Rate, String> {
    if severity == Severity::Clean {
        return Err("it is what the others are compared with".into());
    }
    let mut rows = ByAnchor::<4>::new();
    for (first, severity) in [(0, Severity::Clean), (2, severity)] {
        for seen in group.cell(family, severity) {
            let row = rows.entry(seen.anchor).or_default();
            row[first] += u32::from(seen.record.success);
            row[first + 1] += 1;
        }
    }
    let n = rows.values().map(|row| u64::from(row[3])).sum();
    let [found] = views.resampled("own_drop", &rows, |[clean, n_clean, hits, n]| {
        [(|| Some(ratio(*clean, *n_clean)? - ratio(*hits, *n)?))()]
    });
    cell(
        &found,
        n,
        None,
        "no clean record of the family was measured",
    )
}

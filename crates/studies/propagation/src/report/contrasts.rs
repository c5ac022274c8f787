//! Runs against each other, paired on the tasks that both have.

use faultline_report::{Cell, Table};
use faultline_stats::{bootstrap, ratio};

use super::{
    by_depth::counts,
    view::{View, Views, rate_cell, stream_label},
};

pub(super) fn contrasts(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        ("other_model", "Against model", ""),
        ("other_condition", "Against condition", ""),
        ("other_mode", "Against calls", ""),
        ("depth", "Depth", ""),
        ("p_difference", "Difference of p", ""),
        ("g_difference", "Difference of g", ""),
        ("loss_difference", "Difference of L", ""),
        ("tasks", "Shared tasks", ""),
    ]);
    let mut table = Table::new("contrasts", "Runs against each other", columns).noted(
        "First minus second, on the tasks that both runs have, resampled together. Only runs that differ in one thing (model, \
         condition, calls, reading or one setting) are compared.",
    );
    for (place, first) in views.runs.iter().enumerate() {
        for second in &views.runs[place + 1..] {
            if differences(first, second) == 1 {
                for depth in first.depths() {
                    push(&mut table, views, first, second, depth);
                }
            }
        }
    }
    table
}

/// In how many things two runs differ.
fn differences(first: &View<'_>, second: &View<'_>) -> u32 {
    let (first, second) = (first.key, second.key);
    u32::from(first.model != second.model)
        + u32::from(first.condition != second.condition)
        + u32::from(first.mode != second.mode)
        + u32::from(first.reading != second.reading)
        + u32::from(first.distractors != second.distractors)
        + u32::from(first.examples != second.examples)
        + u32::from(first.retries != second.retries)
        + u32::from(first.sampling != second.sampling)
}

fn push(table: &mut Table, views: &Views<'_>, first: &View<'_>, second: &View<'_>, depth: u32) {
    let mut rows = Vec::new();
    for task in first.of_depth(depth) {
        if let Some(other) = second.task(task.key) {
            let [a, b] = [counts(task), counts(other)];
            rows.push([a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]);
        }
    }
    if rows.is_empty() {
        return;
    }
    let statistics = |sums: &[u64; 8]| {
        let rates = |at: usize| {
            let (p, g) = (
                ratio(sums[at], sums[at + 1]),
                ratio(sums[at + 2], sums[at + 3]),
            );
            (
                p,
                g,
                p.filter(|p| *p > 0.0).zip(g).map(|(p, g)| 1.0 - g / p),
            )
        };
        let minus = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a - b);
        let (a, b) = (rates(0), rates(4));
        [minus(a.0, b.0), minus(a.1, b.1), minus(a.2, b.2)]
    };
    let label = stream_label(&format!("contrasts/{depth}"));
    let statistics: &dyn Fn(&[u64; 8]) -> [Option<f64>; 3] = &statistics;
    let [p, g, loss] = bootstrap(&[&rows], &views.bootstrap_settings(&label), statistics);
    let n = rows.len() as u64;
    let why = "one of the two is undefined";
    let [model, condition, mode] = second.cells();
    table.push(first.row(vec![
        model,
        condition,
        mode,
        Cell::Count(depth.into()),
        rate_cell(&p, n, None, why).into(),
        rate_cell(&g, n, None, why).into(),
        rate_cell(&loss, n, None, why).into(),
        Cell::Count(n),
    ]));
}

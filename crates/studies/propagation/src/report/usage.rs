//! What runs cost, and what they revealed of the account's limits.

use faultline_report::{Cell, Table};

use faultline_stats::percentile;

use super::view::{View, Views};

pub(super) fn usage(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        (
            "replies",
            "Replies",
            "different requests with a usable reply",
        ),
        (
            "input_tokens",
            "Prompt tokens",
            "as the provider counted them",
        ),
        (
            "output_tokens",
            "Answer tokens",
            "as the provider counted them",
        ),
        (
            "reported",
            "With a count",
            "replies whose provider counted tokens",
        ),
        ("tokens_per_reply", "Tokens a reply", ""),
        ("median_ms", "Median time, ms", ""),
        ("failed", "Failed requests", ""),
        ("causes", "Causes", ""),
    ]);
    let mut table = Table::new("usage", "What was used", columns)
        .noted("Replies that both arms share are counted once.");
    for view in &views.runs {
        let reported: Vec<(u64, u64)> = view
            .tally
            .usages()
            .filter_map(|(usage, _)| Some((usage.input?, usage.output?)))
            .collect();
        let (input, output) = reported
            .iter()
            // A provider can report any number.
            .fold((0_u64, 0_u64), |sum, one| {
                (sum.0.saturating_add(one.0), sum.1.saturating_add(one.1))
            });
        let counted = |value: Cell| {
            if reported.is_empty() {
                Cell::undefined("no reply reports its tokens")
            } else {
                value
            }
        };
        let mut times: Vec<u32> = view
            .tally
            .usages()
            .map(|(_, ms)| ms)
            .filter(|ms| *ms > 0)
            .collect();
        times.sort_unstable();
        let times: Vec<f64> = times.into_iter().map(f64::from).collect();
        let median = percentile(&times, 0.5).map_or_else(
            || Cell::undefined("no time was taken"),
            |value| Cell::Number { value, digits: 0 },
        );
        let causes: Vec<String> = view
            .tally
            .failure_kinds()
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        table.push(view.row(vec![
            Cell::Count(view.tally.reply_count()),
            counted(Cell::Count(input)),
            counted(Cell::Count(output)),
            Cell::Count(reported.len() as u64),
            counted(Cell::Number {
                value: input.saturating_add(output) as f64 / reported.len().max(1) as f64,
                digits: 1,
            }),
            median,
            Cell::Count(view.tally.failure_count()),
            Cell::text(causes.join(", ")),
        ]));
    }
    table
}

pub(super) fn limits(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        ("what", "What", ""),
        ("per", "Per", ""),
        ("limit", "Allowed", ""),
        ("source", "Read from", ""),
    ]);
    let mut table = Table::new("limits", "Limits of the account", columns)
        .noted("As response headers and refusals revealed them; a page can read the headers only where the provider lets it.");
    for view in &views.runs {
        for fact in &view.tally.limits {
            table.push(view.row(vec![
                Cell::text(&fact.what),
                Cell::text(&fact.per),
                Cell::Count(fact.limit),
                Cell::text(&fact.source),
            ]));
        }
    }
    table
}

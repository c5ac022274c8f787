//! Decisions after the return, part by part, and what the table of aliases changes.

use faultline_report::{Cell, Table};

use super::view::{Group, Seen, Views};
use crate::{Family, Record};

const NONE: &str = "no decision was asked for and measured";

/// The records of a family in which a decision was asked for: perturbed, without intervention.
fn decided<'a>(group: &Group<'a>, family: Family) -> impl Iterator<Item = Seen<'a>> {
    let seen = group.single(family);
    seen.filter(|seen| seen.record.has_decision && seen.record.is_perturbed())
}

/// A row for each run and each family in which it was asked for decisions: after the family and the number of its records what `cells` makes
/// of them, by the shares of those that pass a test.
fn push_families(
    views: &Views<'_>,
    table: &mut Table,
    cells: impl Fn(&[Seen<'_>], &dyn Fn(fn(&Record) -> bool) -> Cell) -> Vec<Cell>,
) {
    for group in &views.groups {
        for family in [Family::C, Family::D] {
            let decided: Vec<Seen<'_>> = decided(group, family).collect();
            if decided.is_empty() {
                continue;
            }
            let share = |test: fn(&Record) -> bool| {
                Cell::from(views.share(decided.iter().copied(), test, NONE))
            };
            let mut row = vec![
                Cell::text(format!("{} {}", family.code(), family.name())),
                Cell::Count(decided.len() as u64),
            ];
            row.extend(cells(&decided, &share));
            table.push(views.row(group, row));
        }
    }
}

pub(super) fn runtime_decisions(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("family", "Family", ""),
        ("n", "Records", "perturbed, with a decision"),
        ("status", "Status", ""),
        ("retryable", "Retryability", ""),
        ("failure_type", "Failure type", "by the table of aliases"),
        ("result", "Final result", ""),
        (
            "unreadable",
            "Unreadable",
            "replies in which no decision can be read; they count as wrong in every part",
        ),
    ]);
    let mut table = Table::new("runtime_decisions", "Which part of the decision is wrong?", columns).noted(
        "In family C only the final result belongs to success; in D all four do. The second request builds on the right call whatever the \
         first was, so a wrong call spoils no decision.",
    );
    push_families(views, &mut table, |_, share| {
        vec![
            share(|record| record.decision_matches.status),
            share(|record| record.decision_matches.retryable),
            share(|record| record.decision_matches.failure_type),
            share(|record| record.decision_matches.result),
            share(is_unreadable),
        ]
    });
    table
}

fn is_unreadable(record: &Record) -> bool {
    record.decision_status.is_none()
        && record.decision_retryable.is_none()
        && record.decision_failure_type.is_none()
        && record.decision_final_result.is_none()
}

pub(super) fn alias_ablation(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("family", "Family", ""),
        ("n", "Records", "perturbed, with a decision"),
        ("failure_type", "Failure type", "by the table of aliases"),
        (
            "failure_type_raw",
            "Failure type, as written",
            "compared letter by letter",
        ),
        ("success", "Success", ""),
        (
            "success_raw",
            "Success, as written",
            "where failure types are compared letter by letter",
        ),
        (
            "rescued",
            "Rescued",
            "records that succeed by the table alone",
        ),
    ]);
    let mut table = Table::new(
        "alias_ablation",
        "What does the table of aliases change?",
        columns,
    )
    .noted(
        "The table is the same for all models. In family C failure types do not belong to success.",
    );
    push_families(views, &mut table, |decided, share| {
        let rescued = |seen: &&Seen<'_>| seen.record.success && !seen.record.success_unnormalised;
        vec![
            share(|record| record.decision_matches.failure_type),
            share(|record| record.decision_matches.failure_type_unnormalised),
            share(|record| record.success),
            share(|record| record.success_unnormalised),
            Cell::Count(decided.iter().filter(rescued).count() as u64),
        ]
    });
    table
}

//! Success by subtype and by tool, and where more stress makes it easier.

use std::collections::BTreeSet;

use faultline_report::{Cell, Rate, Table};
use faultline_stats::ratio;

use super::{
    leaderboard::Standing,
    rates::{ByAnchor, TO_FIRST, cell},
    view::{Group, Seen, Views},
};
use crate::{Severity, Subtype};

const NONE: &str = "no record was measured";

/// The records of a subtype, at one severity or at all.
pub(super) fn of_subtype<'a>(
    group: &Group<'a>,
    subtype: Subtype,
    severity: Option<Severity>,
) -> impl Iterator<Item = Seen<'a>> {
    group.single(subtype.family()).filter(move |seen| {
        seen.record.subtype == subtype.code()
            && severity.is_none_or(|severity| seen.record.severity == severity.name())
    })
}

pub(super) fn subtypes(views: &Views<'_>, standings: &[Standing<'_, '_>]) -> Table {
    let first = standings.first().map(|standing| standing.group);
    let columns = views.columns(&[
        ("subtype", "Subtype", ""),
        ("name", "Name", ""),
        ("n", "Records", ""),
        ("success", "Success", "all three severities"),
        ("light", "Light", ""),
        ("medium", "Medium", ""),
        ("heavy", "Heavy", ""),
        TO_FIRST,
    ]);
    let mut table = Table::new("subtypes", "Which perturbation is hardest?", columns);
    for group in &views.groups {
        for (subtype, code, name) in Subtype::ALL {
            let n = of_subtype(group, subtype, None).count() as u64;
            if n == 0 {
                continue;
            }
            let rate =
                |severity| Cell::from(views.success(of_subtype(group, subtype, severity), NONE));
            let mut row = vec![
                Cell::text(code),
                Cell::text(name),
                Cell::Count(n),
                rate(None),
            ];
            row.extend(Severity::PERTURBED.map(|severity| rate(Some(severity))));
            row.push(
                views
                    .to_first(group, first, |group| of_subtype(group, subtype, None))
                    .into(),
            );
            table.push(views.row(group, row));
        }
    }
    table
}

pub(super) fn tools(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("tool", "Tool", "by its name without any perturbation"),
        ("n", "Clean records", ""),
        ("clean", "Clean", "success on clean records of all families"),
        (
            "perturbed",
            "Perturbed",
            "success on all perturbed records of single families",
        ),
    ]);
    let mut table = Table::new(
        "tools",
        "Which tool is hard even without perturbation?",
        columns,
    )
    .noted(
        "A tool has three anchors, too few to resample: the intervals are exact ones, which take its records for independent and are too narrow.",
    );
    for group in &views.groups {
        let single = || {
            group
                .seen
                .iter()
                .copied()
                .filter(|seen| seen.record.is_single())
        };
        let tools: BTreeSet<&str> = single()
            .map(|seen| seen.record.gold_canonical_tool_id.as_str())
            .collect();
        for tool in tools {
            let of_tool = |perturbed: bool| {
                single().filter(move |seen| {
                    seen.record.gold_canonical_tool_id == tool
                        && seen.record.is_perturbed() == perturbed
                })
            };
            table.push(views.row(
                group,
                vec![
                    Cell::text(tool),
                    Cell::Count(of_tool(false).count() as u64),
                    views.success(of_tool(false), NONE).into(),
                    views.success(of_tool(true), NONE).into(),
                ],
            ));
        }
    }
    table
}

pub(super) fn non_monotonic(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("subtype", "Subtype", ""),
        ("from", "From", ""),
        ("to", "To", ""),
        ("success_from", "Success there", ""),
        ("success_to", "Success here", ""),
        ("rise", "Rise", "anchors resampled for both together"),
    ]);
    let mut table = Table::new("non_monotonic", "Where is the heavier perturbation easier?", columns).noted(
        "Every pair of severities of a subtype of which the heavier has more successes. Among 42 such pairs some rise by chance: look at the \
         interval.",
    );
    let pairs = [
        (Severity::Light, Severity::Medium),
        (Severity::Medium, Severity::Heavy),
        (Severity::Light, Severity::Heavy),
    ];
    for group in &views.groups {
        for (subtype, code, _) in Subtype::ALL {
            for (from, to) in pairs {
                let Ok(rise) = rise(views, group, subtype, from, to) else {
                    continue;
                };
                if rise.value <= 0.0 {
                    continue;
                }
                let rate = |severity| {
                    Cell::from(views.success(of_subtype(group, subtype, Some(severity)), NONE))
                };
                table.push(views.row(
                    group,
                    vec![
                        Cell::text(code),
                        Cell::text(from.name()),
                        Cell::text(to.name()),
                        rate(from),
                        rate(to),
                        rise.into(),
                    ],
                ));
            }
        }
    }
    table
}

fn rise(
    views: &Views<'_>,
    group: &Group<'_>,
    subtype: Subtype,
    from: Severity,
    to: Severity,
) -> Result<Rate, String> {
    let mut rows = ByAnchor::<4>::new();
    for (first, severity) in [(0, from), (2, to)] {
        for seen in of_subtype(group, subtype, Some(severity)) {
            let row = rows.entry(seen.anchor).or_default();
            row[first] += u32::from(seen.record.success);
            row[first + 1] += 1;
        }
    }
    let n = rows.len() as u64;
    let [found] = views.resampled("rise", &rows, |[from, n_from, to, n_to]| {
        [(|| Some(ratio(*to, *n_to)? - ratio(*from, *n_from)?))()]
    });
    cell(&found, n, None, NONE)
}

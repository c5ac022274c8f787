//! Whether labels and instances hold what they say: recoverability, repair, interventions.

use std::collections::{BTreeMap, BTreeSet};

use faultline_report::{Cell, Rate, Table};
use faultline_stats::ratio;

use super::{
    rates::{ByAnchor, cell},
    view::{Anchor, Seen, Views},
};
use crate::{Family, Intervention, Question, Record, Severity, Subtype, Tier};

const NONE: &str = "no record was measured";

/// An instance with evidence loss.
type Case<'a> = (u64, &'a str);

fn case_of<'a>(seen: &Seen<'a>) -> Case<'a> {
    (seen.anchor.0, seen.record.case.as_str())
}

fn is_evidence_loss(record: &Record) -> bool {
    record.is_single() && record.subtype == Subtype::C2.code()
}

pub(super) fn recoverability(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("severity", "Severity", ""),
        ("n", "Records", "C2, evidence loss"),
        ("success", "Success", ""),
        (
            "determined",
            "Determined",
            "a solver that knows the call and the packet finds every field of the result",
        ),
        ("success_if_determined", "Success if determined", ""),
        (
            "success_if_open",
            "Success if open",
            "where the solver leaves a field open",
        ),
        (
            "solved_by_any",
            "Solved by any",
            "at least one of the runs in this report succeeds",
        ),
        (
            "solo",
            "Solved alone",
            "instances that only this run solves",
        ),
        (
            "people_recover",
            "People recover",
            "yes or partial, of the instances that people labelled",
        ),
        ("people_yes", "Yes", "labels"),
        ("people_partial", "Partial", "labels"),
        ("people_no", "No", "labels"),
    ]);
    let mut table = Table::new("recoverability", "Could what was lost be recovered?", columns).noted(
        "Three views of the same instances. The solver says what the packet determines; that some run solves an instance may also be a lucky \
         guess; people may read more from a packet than the solver does.",
    );
    let mut solved: BTreeMap<Case<'_>, u64> = BTreeMap::new();
    for seen in views.all().filter(|seen| is_evidence_loss(seen.record)) {
        *solved.entry(case_of(&seen)).or_default() += u64::from(seen.record.success);
    }
    for group in &views.groups {
        let severities = Severity::PERTURBED.map(Some).into_iter().chain([None]);
        for severity in severities {
            let seen: Vec<Seen<'_>> = group
                .seen
                .iter()
                .copied()
                .filter(|seen| is_evidence_loss(seen.record))
                .filter(|seen| {
                    severity.is_none_or(|severity| seen.record.severity == severity.name())
                })
                .collect();
            if !seen.is_empty() {
                let name = severity.map_or("all", Severity::name);
                table.push(views.row(group, recoverability_row(views, name, &seen, &solved)));
            }
        }
    }
    table
}

fn recoverability_row(
    views: &Views<'_>,
    severity: &str,
    seen: &[Seen<'_>],
    solved: &BTreeMap<Case<'_>, u64>,
) -> Vec<Cell> {
    let all = || seen.iter().copied();
    let with =
        |determined: bool| all().filter(move |seen| seen.record.is_determined == Some(determined));
    let times = |seen: &Seen<'_>| solved.get(&case_of(seen)).copied().unwrap_or(0);
    let any: BTreeSet<&str> = seen
        .iter()
        .filter(|seen| times(seen) > 0)
        .map(|seen| seen.record.case.as_str())
        .collect();
    let solo = seen
        .iter()
        .filter(|seen| seen.record.success && times(seen) == 1);
    let labels: Vec<(Seen<'_>, &str)> = all()
        .flat_map(|seen| {
            let said = views.tally.labels.iter();
            let of_case = said.filter(move |((case, question, _), label)| {
                *question == Question::Recoverable && *case == seen.record.case && !label.is_empty()
            });
            of_case.map(move |(_, label)| (seen, label.as_str()))
        })
        .collect();
    let said = |wanted: &str| labels.iter().filter(|(_, label)| *label == wanted).count() as u64;
    let mut people = ByAnchor::<2>::new();
    for (seen, label) in &labels {
        let row = people.entry(seen.anchor).or_default();
        row[0] += u32::from(*label != "no");
        row[1] += 1;
    }
    let [found] = views.resampled("people_recover", &people, |[hits, n]| [ratio(*hits, *n)]);
    let exact = (said("yes") + said("partial"), labels.len() as u64);
    vec![
        Cell::text(severity),
        Cell::Count(seen.len() as u64),
        views.success(all(), NONE).into(),
        views
            .share(all(), |record| record.is_determined == Some(true), NONE)
            .into(),
        views.success(with(true), "no packet is determined").into(),
        views
            .success(with(false), "every packet is determined")
            .into(),
        views
            .share(all(), |record| any.contains(record.case.as_str()), NONE)
            .into(),
        Cell::Count(solo.count() as u64),
        cell(
            &found,
            exact.1,
            Some(exact),
            "nobody labelled these instances",
        )
        .into(),
        Cell::Count(said("yes")),
        Cell::Count(said("partial")),
        Cell::Count(said("no")),
    ]
}

pub(super) fn counterfactual(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("by", "By", ""),
        ("group", "Failures", ""),
        (
            "n",
            "Repaired",
            "failures whose source was put right and the rest replayed",
        ),
        ("recovered", "Recovered", "all checks pass then"),
        (
            "not_tried",
            "Not tried",
            "failures that could not be replayed",
        ),
    ]);
    let mut table = Table::new("counterfactual", "Does it help to put right what is named as the source?", columns).noted(
        "Of each failure what its first failing check looks at is put right, and nothing else; then all checks are made again. Tier 1: one check \
         fails. Tier 2: several fail, all of the call or all of the decision. Tier 3: several fail of both, which are faults of their own, since the \
         decision builds on the right call.",
    );
    for group in &views.groups {
        let failures = || group.failures();
        let tiers = Tier::ALL.map(|tier| {
            let seen: Vec<_> = failures()
                .filter(|seen| seen.record.tier() == Some(tier))
                .collect();
            ("tier", tier.name().to_owned(), seen)
        });
        let families = Family::ALL.map(|(family, name, _)| {
            let seen: Vec<_> = failures()
                .filter(|seen| seen.record.family() == Some(family))
                .collect();
            ("family", format!("{} {name}", family.code()), seen)
        });
        let all = ("all", "all".to_owned(), failures().collect::<Vec<_>>());
        for (by, name, seen) in tiers.into_iter().chain(families).chain([all]) {
            let tried = || {
                seen.iter()
                    .copied()
                    .filter(|seen| seen.record.recovers().is_some())
            };
            let n = tried().count();
            table.push(views.row(
                group,
                vec![
                        Cell::text(by),
                        Cell::text(name),
                        Cell::Count(n as u64),
                        views
                            .share(
                                tried(),
                                |record| record.recovers() == Some(true),
                                "nothing failed",
                            )
                            .into(),
                        Cell::Count((seen.len() - n) as u64),
                    ],
            ));
        }
    }
    table
}

/// What an instance is apart from its intervention.
type Twin<'a> = (Anchor<'a>, &'a str, &'a str);

pub(super) fn interventions(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("intervention", "Intervention", ""),
        (
            "aims_at",
            "Aims at",
            "the family that it is meant for, and the stage",
        ),
        ("n", "Pairs", "instances asked both with and without it"),
        ("baseline", "Without", ""),
        ("result", "With", ""),
        (
            "difference",
            "Difference",
            "anchors resampled for both together",
        ),
        ("gained", "Gained", "failures that succeed with it"),
        ("lost", "Lost", "successes that fail with it"),
    ]);
    let mut table = Table::new("interventions", "Does help at the named stage help?", columns).noted(
        "The same instances with and without the intervention. Compare with the table `attribution`: help at a stage where no failure begins \
         should not help.",
    );
    for group in &views.groups {
        let plain: BTreeMap<Twin<'_>, Seen<'_>> = group
            .seen
            .iter()
            .filter(|seen| seen.record.intervention.is_empty())
            .map(|seen| (twin(seen), *seen))
            .collect();
        for (intervention, aims_at) in [
            (Intervention::Aliases, "A, S1"),
            (Intervention::Binding, "B, S3"),
        ] {
            let pairs: Vec<(Seen<'_>, Seen<'_>)> = group
                .seen
                .iter()
                .filter(|seen| {
                    seen.record.intervention == intervention.name() && seen.record.is_perturbed()
                })
                .filter_map(|seen| Some((*plain.get(&twin(seen))?, *seen)))
                .collect();
            if pairs.is_empty() {
                continue;
            }
            let changed = |before: bool| {
                let is_it = |(plain, helped): &&(Seen<'_>, Seen<'_>)| {
                    plain.record.success == before && helped.record.success != before
                };
                Cell::Count(pairs.iter().filter(is_it).count() as u64)
            };
            table.push(views.row(
                group,
                vec![
                    Cell::text(intervention.name()),
                    Cell::text(aims_at),
                    Cell::Count(pairs.len() as u64),
                    views.success(pairs.iter().map(|(plain, _)| *plain), NONE).into(),
                    views.success(pairs.iter().map(|(_, helped)| *helped), NONE).into(),
                    difference(views, &pairs).into(),
                    changed(false),
                    changed(true),
                ],
            ));
        }
    }
    table
}

fn twin<'a>(seen: &Seen<'a>) -> Twin<'a> {
    (
        seen.anchor,
        seen.record.subtype.as_str(),
        seen.record.severity.as_str(),
    )
}

fn difference(views: &Views<'_>, pairs: &[(Seen<'_>, Seen<'_>)]) -> Result<Rate, String> {
    let mut rows = ByAnchor::<3>::new();
    for (plain, helped) in pairs {
        let row = rows.entry(plain.anchor).or_default();
        row[0] += u32::from(plain.record.success);
        row[1] += u32::from(helped.record.success);
        row[2] += 1;
    }
    let [found] = views.resampled("intervention", &rows, |[plain, helped, n]| {
        [(|| Some(ratio(*helped, *n)? - ratio(*plain, *n)?))()]
    });
    cell(&found, pairs.len() as u64, None, NONE)
}

//! The figures: every mark carries its records.

use faultline_report::{Figure, FigureKind, Mark, Rate, Role, Series, interval_text, number_text};

use super::{
    failures::sources,
    leaderboard::Standing,
    mixed::{self, Mixed},
    subtypes::of_subtype,
    view::{Group, Views, places},
};
use crate::{Failure, Family, Record, Severity, Stage, Subtype};

const METHOD: &str =
    "95% intervals, percentile bootstrap over anchors; exact where few or no variation.";

pub(super) fn figures(
    views: &Views<'_>,
    standings: &[Standing<'_, '_>],
    mixed: &[Mixed<'_, '_>],
) -> Vec<Figure> {
    let all = [
        leaderboard(views, standings),
        heatmap(views),
        severity(views),
        subtypes(views),
        attribution(views),
        failures(views),
        cascade(views),
        mixed::figure(views, mixed),
    ];
    all.into_iter()
        .filter(|figure| !figure.is_empty())
        .collect()
}

/// The colours of series that stand for nothing that has one of its own.
const ROLES: &[Role] = Role::ALL.split_at(6).0;

/// The colours of models that stand side by side. The free arm's is not among them: a curve shades the gap between that and the
/// teacher-forced one, which two models have not.
const MODELS: [Role; 5] = [
    Role::TeacherForced,
    Role::Gold,
    Role::State,
    Role::Derived,
    Role::Fit,
];

/// Success as bars.
pub(super) fn bars(
    id: &str,
    title: &str,
    reads_as: &str,
    y_label: &str,
    series: Vec<Series>,
) -> Figure {
    Figure {
        id: id.into(),
        title: title.into(),
        reads_as: reads_as.into(),
        method: METHOD.into(),
        kind: FigureKind::Bars,
        x_label: String::new(),
        y_label: y_label.into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series,
    }
}

/// The mark of a rate.
pub(super) fn mark(label: &str, rate: &Result<Rate, String>, records: Vec<u32>) -> Mark {
    Mark::of(rate, records).named(label)
}

fn leaderboard(views: &Views<'_>, standings: &[Standing<'_, '_>]) -> Figure {
    let perturbed = |standing: &Standing<'_, '_>, family: Option<Family>| {
        let of_families = Family::ALL
            .into_iter()
            .filter(|(known, ..)| family.is_none_or(|family| family == *known));
        let seen = of_families.flat_map(|(family, ..)| standing.group.single(family));
        places(seen.filter(|seen| seen.record.is_perturbed()))
    };
    let marks_of = |rate: &dyn Fn(&Standing<'_, '_>) -> Mark| -> Vec<Mark> {
        standings.iter().map(rate).collect()
    };
    let name = |standing: &Standing<'_, '_>| views.name(standing.group);
    let clean = marks_of(&|standing| {
        let cells = Family::ALL.into_iter();
        let seen = cells.flat_map(|(family, ..)| standing.group.cell(family, Severity::Clean));
        mark(&name(standing), &standing.clean, places(seen))
    });
    let overall = marks_of(&|standing| {
        mark(
            &name(standing),
            &standing.overall,
            perturbed(standing, None),
        )
    });
    let mut all = vec![
        Series::in_order("clean", ROLES[2], "", clean),
        Series::in_order("overall", ROLES[4], "", overall),
    ];
    for ((place, (family, title, _)), role) in Family::ALL
        .into_iter()
        .enumerate()
        .zip([ROLES[0], ROLES[1], ROLES[3], ROLES[5]])
    {
        let marks = marks_of(&|standing| {
            mark(
                &name(standing),
                &standing.robust[place],
                perturbed(standing, Some(family)),
            )
        });
        all.push(Series::in_order(
            &format!("{} {title}", family.code()),
            role,
            "",
            marks,
        ));
    }
    bars(
        "leaderboard",
        "Which family breaks which model?",
        "Each family's bar is the mean of its success at light, medium and heavy; overall is the mean of the four.",
        "success",
        all,
    )
}

fn severity(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for (family, title, _) in Family::ALL {
        for (group, role) in views.groups.iter().zip(MODELS.into_iter().cycle()) {
            let of_severity = |(severity, name, _): (Severity, &str, &str)| {
                let rate = views.success(group.cell(family, severity), "no record was measured");
                let mark = mark(name, &rate, places(group.cell(family, severity)));
                mark.y.is_some().then_some(Mark {
                    x: f64::from(severity as u8),
                    ..mark
                })
            };
            let marks: Vec<Mark> = Severity::ALL.into_iter().filter_map(of_severity).collect();
            if !marks.is_empty() {
                all.push(Series {
                    label: views.name(group),
                    role,
                    panel: format!("{} {title}", family.code()),
                    marks,
                });
            }
        }
    }
    Figure {
        id: "family_severity".into(),
        title: "How does success fall with severity?".into(),
        reads_as: "Severity is a stress on the input; success need not fall with it.".into(),
        method: METHOD.into(),
        kind: FigureKind::Curve,
        x_label: "severity".into(),
        y_label: "success".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: all,
    }
}

fn heatmap(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for group in &views.groups {
        for (severity, name, _) in Severity::ALL {
            let cells = Family::ALL.into_iter().map(|(family, title, _)| {
                let rate = views.success(group.cell(family, severity), "no record was measured");
                let records = places(group.cell(family, severity));
                mark(&format!("{} {title}", family.code()), &rate, records)
            });
            let row = Series::in_order(name, Role::State, &panel_of(views, group), cells);
            if row.marks.iter().any(|mark| mark.y.is_some()) {
                all.push(row);
            }
        }
    }
    Figure {
        id: "heatmap".into(),
        title: "Which family breaks at which severity?".into(),
        reads_as: "Success of one family at one severity in each cell; the deeper the shade, the more succeed. A cell opens its records.".into(),
        method: METHOD.into(),
        kind: FigureKind::Heatmap,
        x_label: String::new(),
        y_label: "success".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: all,
    }
}

/// The panel of a group, where there are several.
pub(super) fn panel_of(views: &Views<'_>, group: &Group<'_>) -> String {
    if views.groups.len() > 1 {
        views.name(group)
    } else {
        String::new()
    }
}

fn subtypes(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for (family, title, _) in Family::ALL {
        for (group, role) in views.groups.iter().zip(MODELS.into_iter().cycle()) {
            let of_family = Subtype::ALL
                .into_iter()
                .filter(|(subtype, ..)| subtype.family() == family);
            let bars = of_family.filter_map(|(subtype, code, name)| {
                let seen = || of_subtype(group, subtype, None);
                let rate = views.success(seen(), "no record was measured");
                let bar = mark(&format!("{code} {name}"), &rate, places(seen()));
                bar.y.is_some().then_some(bar)
            });
            let bars = Series::in_order(
                &views.name(group),
                role,
                &format!("{} {title}", family.code()),
                bars,
            );
            if !bars.marks.is_empty() {
                all.push(bars);
            }
        }
    }
    bars(
        "subtypes",
        "Which perturbation is hardest?",
        "Success at light, medium and heavy together, one bar a subtype and model.",
        "success",
        all,
    )
}

fn attribution(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for group in &views.groups {
        let panel = panel_of(views, group);
        for (failure, role) in Failure::ALL.into_iter().zip(ROLES.iter().copied()) {
            let shares = sources(views, group, failure);
            if shares.iter().all(|(.., records)| records.is_empty()) {
                continue;
            }
            let marks = shares.into_iter().map(|(family, rate, records)| {
                mark(
                    &format!("{} {}", family.code(), family.name()),
                    &rate,
                    records,
                )
            });
            all.push(Series::in_order(&failure.words(), role, &panel, marks));
        }
    }
    bars(
        "attribution",
        "What do failures come from?",
        "The share of each source among a family's perturbed failures, by the first check that fails. A bar opens the failures that \
         have this source.",
        "share of failures",
        all,
    )
}

/// A test of what a record comes from or looks like.
type Is = fn(&Record, Failure) -> bool;

fn failures(views: &Views<'_>) -> Figure {
    let sides: [(&str, Role, Is); 2] = [
        (
            "source: the first check that fails",
            Role::Gold,
            |record, failure| record.primary_failure_tag == Some(failure),
        ),
        ("symptom: the last one", Role::Derived, |record, failure| {
            record.observed_failure_tag == Some(failure)
        }),
    ];
    let mut all = Vec::new();
    for group in &views.groups {
        for (label, role, is) in sides {
            let bars = Failure::ALL.into_iter().filter_map(|failure| {
                let either = group
                    .failures()
                    .any(|seen| sides.iter().any(|(_, _, is)| is(seen.record, failure)));
                let share = views.share(group.failures(), |record| is(record, failure), NONE);
                let records = places(group.failures().filter(|seen| is(seen.record, failure)));
                either.then(|| mark(&failure.words(), &share, records))
            });
            let bars = Series::in_order(label, role, &panel_of(views, group), bars);
            if !bars.marks.is_empty() {
                all.push(bars);
            }
        }
    }
    bars(
        "failures",
        "Which failures are seen, and which do they come from?",
        "The share of each kind among all perturbed failures, once by the source and once by the symptom. Where the two bars of a kind \
         differ, one failure shows up as another. A bar opens its failures.",
        "share of failures",
        all,
    )
}

/// Why a share among failures is undefined.
const NONE: &str = "nothing failed";

/// The colours of the stages.
const STAGE_ROLES: [Role; 5] = [
    Role::TeacherForced,
    Role::Free,
    Role::State,
    Role::Derived,
    Role::Fit,
];

/// What a stage is, in words that stand beside its name.
fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::S1 => "S1 tool selection",
        Stage::S2 => "S2 schema grounding",
        Stage::S3 => "S3 argument binding",
        Stage::S4 => "S4 reading the return",
        Stage::S5 => "S5 the task as a whole",
    }
}

fn cascade(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for group in &views.groups {
        for (stage, role) in Stage::ALL.into_iter().zip(STAGE_ROLES) {
            let bands = Failure::ALL.into_iter().filter_map(|failure| {
                let is = |record: &Record| {
                    record.first_failure_stage == Some(stage)
                        && record.observed_failure_tag == Some(failure)
                };
                let records = places(group.failures().filter(|seen| is(seen.record)));
                let share = views.share(group.failures(), is, NONE).ok()?;
                (!records.is_empty()).then(|| Mark {
                    label: failure.words(),
                    y: Some(records.len() as f64),
                    n: records.len() as u64,
                    note: format!(
                        "{} {} of n {} failures",
                        number_text(share.value, 3),
                        interval_text(share.lo, share.hi, 3),
                        share.n
                    ),
                    records,
                    ..Mark::default()
                })
            });
            let bands = Series::in_order(stage_words(stage), role, &panel_of(views, group), bands);
            if !bands.marks.is_empty() {
                all.push(bands);
            }
        }
    }
    Figure {
        id: "cascade".into(),
        title: "Where do failures begin, and what do they look like in the end?".into(),
        reads_as: "Each band is as thick as the failures that begin at the stage on the left and are seen as what is on the right. A band opens them."
            .into(),
        method: format!("Counts of perturbed failures; the share of each band among all of them with its interval is in its note. {METHOD}"),
        kind: FigureKind::Flow,
        x_label: String::new(),
        y_label: "failures".into(),
        y_range: None,
        reference: None,
        series: all,
    }
}

//! The figures: every mark carries its records.

use faultline_report::{Figure, FigureKind, Mark, Rate, Role, Series};

use super::{
    failures::sources,
    leaderboard::Standing,
    mixed::Mixed,
    subtypes::of_subtype,
    view::{Views, places},
};
use crate::{Failure, Family, Severity, Subtype};

const METHOD: &str =
    "95% intervals, percentile bootstrap over anchors; exact where few or no variation.";

pub(super) fn figures(
    views: &Views<'_>,
    standings: &[Standing<'_, '_>],
    mixed: &[Mixed<'_, '_>],
) -> Vec<Figure> {
    let all = [
        leaderboard(views, standings),
        severity(views),
        subtypes(views),
        attribution(views),
        mixed_scatter(views, mixed),
    ];
    all.into_iter()
        .filter(|figure| figure.series.iter().any(|series| !series.marks.is_empty()))
        .collect()
}

/// The colours of series that stand for nothing that has one of its own.
const ROLES: [Role; 6] = [
    Role::TeacherForced,
    Role::Free,
    Role::Gold,
    Role::State,
    Role::Derived,
    Role::Fit,
];

fn mark(label: &str, rate: &Result<Rate, String>, records: Vec<u32>) -> Mark {
    match rate {
        Ok(rate) => Mark {
            label: label.into(),
            y: Some(rate.value),
            lo: Some(rate.lo),
            hi: Some(rate.hi),
            n: rate.n,
            note: rate.method.clone(),
            records,
            ..Mark::default()
        },
        Err(why) => Mark {
            label: label.into(),
            note: format!("undefined: {why}"),
            ..Mark::default()
        },
    }
}

fn series(label: &str, role: Role, panel: &str, marks: impl IntoIterator<Item = Mark>) -> Series {
    let placed = marks.into_iter().enumerate().map(|(place, mark)| Mark {
        x: place as f64,
        ..mark
    });
    Series {
        label: label.into(),
        role,
        panel: panel.into(),
        marks: placed.collect(),
    }
}

fn leaderboard(views: &Views<'_>, standings: &[Standing<'_, '_>]) -> Figure {
    let perturbed = |standing: &Standing<'_, '_>, family: Option<Family>| {
        let of_families = Family::ALL
            .into_iter()
            .filter(|(known, ..)| family.is_none_or(|family| family == *known));
        let seen = of_families.flat_map(|(family, ..)| standing.group.single(family));
        places(seen.filter(|seen| seen.record.is_perturbed()))
    };
    let bars = |rate: &dyn Fn(&Standing<'_, '_>) -> Mark| -> Vec<Mark> {
        standings.iter().map(rate).collect()
    };
    let name = |standing: &Standing<'_, '_>| views.name(standing.group);
    let clean = bars(&|standing| {
        let cells = Family::ALL.into_iter();
        let seen = cells.flat_map(|(family, ..)| standing.group.cell(family, Severity::Clean));
        mark(&name(standing), &standing.clean, places(seen))
    });
    let overall = bars(&|standing| {
        mark(
            &name(standing),
            &standing.overall,
            perturbed(standing, None),
        )
    });
    let mut all = vec![
        series("clean", ROLES[2], "", clean),
        series("overall", ROLES[4], "", overall),
    ];
    for ((place, (family, title, _)), role) in Family::ALL
        .into_iter()
        .enumerate()
        .zip([ROLES[0], ROLES[1], ROLES[3], ROLES[5]])
    {
        let marks = bars(&|standing| {
            mark(
                &name(standing),
                &standing.robust[place],
                perturbed(standing, Some(family)),
            )
        });
        all.push(series(
            &format!("{} {title}", family.code()),
            role,
            "",
            marks,
        ));
    }
    Figure {
        id: "leaderboard".into(),
        title: "Which family breaks which model?".into(),
        reads_as: "Each family's bar is the mean of its success at light, medium and heavy; overall is the mean of the four.".into(),
        method: METHOD.into(),
        kind: FigureKind::Bars,
        x_label: String::new(),
        y_label: "success".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: all,
    }
}

fn severity(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for (family, title, _) in Family::ALL {
        for (group, role) in views.groups.iter().zip(ROLES.into_iter().cycle()) {
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
        reads_as: "Along: 0 clean, 1 light, 2 medium, 3 heavy. Severity is a stress on the input; success need not fall with it.".into(),
        method: METHOD.into(),
        kind: FigureKind::Curve,
        x_label: "severity".into(),
        y_label: "success".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: all,
    }
}

fn subtypes(views: &Views<'_>) -> Figure {
    let of_subtype = |(subtype, code, name): (Subtype, &str, &str)| {
        let role = ROLES[subtype.family() as usize];
        let marks = views.groups.iter().filter_map(|group| {
            let rate = views.success(of_subtype(group, subtype, None), "no record was measured");
            let mark = mark(
                &views.name(group),
                &rate,
                places(of_subtype(group, subtype, None)),
            );
            mark.y.is_some().then_some(mark)
        });
        series(&format!("{code} {name}"), role, "", marks)
    };
    Figure {
        id: "subtypes".into(),
        title: "Which perturbation is hardest?".into(),
        reads_as: "One row a subtype, one mark a model: success at all three severities.".into(),
        method: METHOD.into(),
        kind: FigureKind::Strip,
        x_label: "success".into(),
        y_label: String::new(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: Subtype::ALL
            .into_iter()
            .map(of_subtype)
            .filter(|series| !series.marks.is_empty())
            .collect(),
    }
}

fn attribution(views: &Views<'_>) -> Figure {
    let mut all = Vec::new();
    for group in &views.groups {
        let panel = if views.groups.len() > 1 {
            views.name(group)
        } else {
            String::new()
        };
        for (failure, role) in Failure::ALL.into_iter().zip(ROLES) {
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
            all.push(series(&failure.words(), role, &panel, marks));
        }
    }
    Figure {
        id: "attribution".into(),
        title: "What do failures come from?".into(),
        reads_as: "The share of each source among a family's perturbed failures, by the first check that fails. A bar opens the failures that \
                   have this source."
            .into(),
        method: METHOD.into(),
        kind: FigureKind::Bars,
        x_label: String::new(),
        y_label: "share of failures".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: all,
    }
}

fn mixed_scatter(views: &Views<'_>, all: &[Mixed<'_, '_>]) -> Figure {
    let of_severity = |(severity, role): (Severity, Role)| {
        let of_it = all.iter().filter(|mixed| mixed.severity == severity);
        let marks = of_it.filter_map(|mixed| {
            let label = format!("{} · {}", views.name(mixed.group), mixed.pair);
            Some(Mark {
                x: mixed.weaker.as_ref().ok()?.value,
                ..mark(&label, &mixed.success, mixed.records.clone())
            })
        });
        Series {
            label: severity.name().into(),
            role,
            panel: String::new(),
            marks: marks.collect(),
        }
    };
    let severities = [
        (Severity::Light, Role::Gold),
        (Severity::Medium, Role::State),
        (Severity::Heavy, Role::Derived),
    ];
    Figure {
        id: "mixed".into(),
        title: "Are two perturbations worse than the worse of them?".into(),
        reads_as: "Along: success under the weaker constituent alone, on the same anchors. Up: success under both. Below the diagonal the pair is \
                   harder than either; the smaller of two noisy rates is biased downwards."
            .into(),
        method: METHOD.into(),
        kind: FigureKind::Scatter,
        x_label: "success under the weaker alone".into(),
        y_label: "success under both".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: severities.into_iter().map(of_severity).filter(|series| !series.marks.is_empty()).collect(),
    }
}

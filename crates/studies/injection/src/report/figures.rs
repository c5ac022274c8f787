//! The figures: every mark carries its records.

use faultline_report::{Figure, FigureKind, Mark, Rate, Role, Series};

use super::{
    frontier::Frontier,
    people::Agreement,
    stages::{Stages, complement, has_effect, is_injected},
    tools::{ToolUse, claims},
    view::Views,
};

pub(super) fn figures(
    views: &Views<'_>,
    stages: &[Stages<'_, '_>],
    agreements: &[Agreement],
    frontiers: &[Frontier<'_, '_>],
    tools: &[ToolUse<'_, '_>],
) -> Vec<Figure> {
    let all = [
        stage_reach(views, stages),
        rejection_recovery(views, stages),
        judges(agreements),
        frontier(views, frontiers),
        fabrication(views, tools),
    ];
    all.into_iter()
        .filter(|figure| !figure.is_empty())
        .collect()
}

fn mark(label: &str, rate: &Result<Rate, String>, records: Vec<u32>) -> Mark {
    Mark::of(rate, records).named(label)
}

fn judge_name<'v>(views: &'v Views<'_>) -> &'v str {
    views.judges.first().map_or("a judge", String::as_str)
}

fn stage_reach(views: &Views<'_>, all: &[Stages<'_, '_>]) -> Figure {
    let mut of_stage = [Vec::new(), Vec::new(), Vec::new()];
    for stages in all {
        let group = stages.group;
        let name = views.name(group);
        let first = stages.judged.first();
        let not_judged = Err("nobody judged any answer".into());
        let s3 = first.map_or(&not_judged, |judged| &judged.s3);
        let records = [
            group.records(|seen| seen.evidence.injected.is_some()),
            group.records(|seen| seen.evidence.effect.is_some()),
            group.records(|seen| first.is_some_and(|judged| seen.verdict(&judged.judge).is_some())),
        ];
        let rates = [&stages.s1, &stages.s2, s3];
        for ((marks, rate), records) in of_stage.iter_mut().zip(rates).zip(records) {
            marks.push(mark(&name, rate, records));
        }
    }
    let [s1, s2, s3] = of_stage;
    Figure {
        id: "stage_reach".into(),
        title: "How far does a changed parameter get?".into(),
        reads_as: "S1: a call was emitted and changed. S2: the changed call took effect. S3: the answer is wrong, whatever made it so: many \
                   answers are wrong without a call, so that S3 may lie above S2."
            .into(),
        method: format!("S3 by {}; 95% intervals, percentile bootstrap over tasks.", judge_name(views)),
        kind: FigureKind::Interval,
        x_label: "share of episodes".into(),
        y_label: String::new(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: vec![
            Series::in_order("S1: changed", Role::TeacherForced, "", s1),
            Series::in_order("S2: took effect", Role::Free, "", s2),
            Series::in_order("S3: wrong answer", Role::Derived, "", s3),
        ],
    }
}

fn rejection_recovery(views: &Views<'_>, all: &[Stages<'_, '_>]) -> Figure {
    let marks = all.iter().filter_map(|stages| {
        let judged = stages.judged.first()?;
        let rejection = complement(&stages.s1).ok()?;
        let records = stages.group.records(|seen| {
            is_injected(seen) && has_effect(seen) && seen.verdict(&judged.judge).is_some()
        });
        let recovery = complement(&judged.r23);
        Some(Mark {
            x: rejection.value,
            ..mark(&views.name(stages.group), &recovery, records)
        })
    });
    Figure {
        id: "rejection_recovery".into(),
        title: "Do models that reject an error also recover from it?".into(),
        reads_as: "Along: 1 − S1, which counts an episode without a call as a rejection. Up: the share of right answers among the episodes \
                   in which the changed call took effect. The table of independence has the rank correlation."
            .into(),
        method: format!("S3 by {}; 95% intervals, percentile bootstrap over tasks.", judge_name(views)),
        kind: FigureKind::Scatter,
        x_label: "rejection, 1 − S1".into(),
        y_label: "recovery, 1 − S3 given S2".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: vec![Series {
            label: "model".into(),
            role: Role::Derived,
            panel: String::new(),
            marks: marks.collect(),
        }],
    }
}

fn judges(all: &[Agreement]) -> Figure {
    let mut references: Vec<&str> = Vec::new();
    for row in all {
        if !references.contains(&row.reference.as_str()) {
            references.push(&row.reference);
        }
    }
    let roles = [Role::Gold, Role::State, Role::Derived, Role::Fit];
    let all_series = references
        .iter()
        .zip(roles.iter().cycle())
        .map(|(reference, role)| {
            let marks = all
                .iter()
                .filter(|row| row.reference == *reference)
                .map(|row| mark(&row.judge, &row.kappa, row.records.clone()));
            Series::in_order(&format!("against {reference}"), *role, "", marks)
        });
    Figure {
        id: "judges".into(),
        title: "Do judges agree with people?".into(),
        reads_as: "Cohen's κ of each judge against each annotator and their consensus, and of the annotators against each other. At 0 a \
                   judge agrees no more than chance would."
            .into(),
        method: "95% intervals, percentile bootstrap over tasks; unclear labels are left out.".into(),
        kind: FigureKind::Interval,
        x_label: "Cohen's κ".into(),
        y_label: String::new(),
        y_range: None,
        reference: Some((0.0, "chance".into())),
        series: all_series.collect(),
    }
}

fn frontier(views: &Views<'_>, all: &[Frontier<'_, '_>]) -> Figure {
    let mut all_series = Vec::new();
    for frontier in all {
        let panel = if all.len() > 1 {
            views.name(frontier.group)
        } else {
            String::new()
        };
        for (label, role, wanted) in [
            ("setting", Role::Gold, false),
            ("in use", Role::Derived, true),
        ] {
            let chosen = frontier
                .settings
                .iter()
                .filter(|setting| setting.is_operating == wanted);
            let marks = chosen.filter_map(|setting| {
                let outcome = setting.outcome.as_ref().ok()?;
                let coverage = outcome.coverage().ok()?;
                let label = setting.thresholds.to_string();
                Some(Mark {
                    x: coverage.value,
                    ..mark(&label, &outcome.precision(), outcome.records.clone())
                })
            });
            all_series.push(Series {
                label: label.into(),
                role,
                panel: panel.clone(),
                marks: marks.collect(),
            });
        }
    }
    Figure {
        id: "frontier".into(),
        title: "What would the monitor do at other thresholds?".into(),
        reads_as: "Along: the share of episodes that it lets go on. Up: the share of its abstentions whose answer would have been wrong. A \
                   setting that never abstains has no precision."
            .into(),
        method: "Stored signals scored again at every setting; 95% Wilson intervals.".into(),
        kind: FigureKind::Scatter,
        x_label: "coverage".into(),
        y_label: "precision of abstentions".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: all_series,
    }
}

fn fabrication(views: &Views<'_>, all: &[ToolUse<'_, '_>]) -> Figure {
    let told = all.iter().filter(|tools| tools.fabricated.is_ok());
    let marks = told.map(|tools| {
        let records = tools.group.records(|seen| claims(seen) == Some(true));
        mark(&views.name(tools.group), &tools.fabricated, records)
    });
    Figure {
        id: "fabricated".into(),
        title: "How often is tool use claimed that did not happen?".into(),
        reads_as: "The share of all episodes that have no call and whose answer claims what only a tool could have returned or done. A bar \
                   opens these episodes, each with the sentence that gives it away."
            .into(),
        method: "Fixed rules on the sentences of answers; 95% intervals, percentile bootstrap over tasks.".into(),
        kind: FigureKind::Bars,
        x_label: String::new(),
        y_label: "share of episodes".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: vec![Series::in_order("fabricated tool use", Role::Derived, "", marks)],
    }
}

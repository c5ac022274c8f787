//! The figures: a mark of rows carries their records; lines that only guide the eye carry none.

use faultline_report::{Figure, FigureKind, Mark, Role, Series};

use super::{
    detector::{DETECTORS, Detector},
    movement::quartiles,
    view::{Group, Pair, Views, places},
};
use crate::{Arm, Measures, actions::ActionGroup};

/// The colour and shape of each falsified arm, the same in all figures. None has that of the clean one, between which and that of
/// `Free` a curve fills the gap.
fn role(arm: Arm) -> Role {
    match arm {
        Arm::Clean => Role::TeacherForced,
        Arm::Failed => Role::Derived,
        Arm::Status => Role::Free,
        Arm::Payment => Role::State,
        Arm::Irrelevant => Role::Gold,
        Arm::Ambiguous => Role::Fit,
    }
}

pub(super) fn figures(views: &Views<'_>, detectors: &[Vec<Detector<'_>>]) -> Vec<Figure> {
    let all = [
        plane(views),
        entropy(views),
        verify(views),
        by_step(
            views,
            "gap_by_step",
            "How long does the likelihood remember?",
            "change of the gap ΔG, nats per token",
            Measures::gap,
        ),
        by_step(
            views,
            "entropy_by_step",
            "How long does the next action remember?",
            "change of the entropy ΔH, nats",
            Measures::entropy,
        ),
        by_step(
            views,
            "verify_by_step",
            "Does the agent go back to check, and for how long?",
            "change of the verifying mass Δπ(V)",
            |of| of.mass(ActionGroup::Verify),
        ),
        receiver(views, detectors),
    ];
    all.into_iter()
        .filter(|figure| !figure.is_empty())
        .collect()
}

/// One series an arm and a run, of whatever marks.
fn by_arm<'a>(views: &Views<'a>, marks: impl Fn(&Group<'a>, Arm) -> Vec<Mark>) -> Vec<Series> {
    let mut all = Vec::new();
    for group in &views.groups {
        for arm in group.falsified() {
            all.push(Series {
                label: arm.name().into(),
                role: role(arm),
                panel: views.panel(group),
                marks: marks(group, arm),
            });
        }
    }
    all.retain(|series| !series.marks.is_empty());
    all
}

/// Where the values up and along are equal, from 0 to 1: nothing that was measured.
fn diagonal(name: &str, panel: String) -> Series {
    let end = |at: f64| Mark {
        x: at,
        y: Some(at),
        note: "a line to compare with".into(),
        ..Mark::default()
    };
    Series {
        label: name.into(),
        role: Role::Unmeasured,
        panel,
        marks: vec![end(0.0), end(1.0)],
    }
}

/// A diagonal in each panel that has marks.
fn with_diagonals(mut series: Vec<Series>, name: &str) -> Vec<Series> {
    let mut panels: Vec<String> = series.iter().map(|series| series.panel.clone()).collect();
    panels.dedup();
    series.extend(panels.into_iter().map(|panel| diagonal(name, panel)));
    series
}

/// A mark of one row.
fn mark(pair: Pair<'_>, x: f64, y: f64, note: String) -> Mark {
    Mark {
        x,
        y: Some(y),
        label: pair.seen.record.task.clone(),
        n: 1,
        note,
        records: vec![pair.seen.place],
        ..Mark::default()
    }
}

fn plane(views: &Views<'_>) -> Figure {
    Figure {
        id: "plane".into(),
        title: "Which reference does a bad return break with?".into(),
        reads_as: "A mark a task: how much less likely its return is than the clean one after the schemas alone (along), and how much less of that the trajectory \
                   makes up for (up). The clean return is the origin."
            .into(),
        method: "Differences from the clean row of the same task, in nats per token.".into(),
        kind: FigureKind::Scatter,
        x_label: "ΔS₀, nats per token".into(),
        y_label: "ΔG, nats per token".into(),
        y_range: None,
        reference: Some((0.0, "the clean return".into())),
        series: by_arm(views, |group, arm| {
            let pairs = group.pairs(arm, 0);
            pairs
                .map(|pair| {
                    let (x, y) = (pair.change(|of| of.s0), pair.change(Measures::gap));
                    mark(pair, x, y, String::new())
                })
                .collect()
        }),
    }
}

fn entropy(views: &Views<'_>) -> Figure {
    Figure {
        id: "entropy".into(),
        title: "Does the next action become less certain?".into(),
        reads_as: "A mark a task: the entropy over the seventeen actions after its return, less that after the clean one. Left of zero the choice narrows, right \
                   of it it opens; neither says that it is right."
            .into(),
        method: "Differences from the clean row of the same task, in nats; at most log 17 = 2.833 either way.".into(),
        kind: FigureKind::Strip,
        x_label: String::new(),
        y_label: "ΔH, nats".into(),
        y_range: None,
        reference: Some((0.0, "the clean return".into())),
        series: by_arm(views, |group, arm| {
            let pairs = group.pairs(arm, 0);
            pairs
                .map(|pair| {
                    let note = format!("clean H {:.4} nats", pair.clean.measures.entropy());
                    mark(pair, 0.0, pair.change(Measures::entropy), note)
                })
                .collect()
        }),
    }
}

fn verify(views: &Views<'_>) -> Figure {
    let mass = |of: &Measures| of.mass(ActionGroup::Verify);
    Figure {
        id: "verify".into(),
        title: "Does the agent want to look again?".into(),
        reads_as: "A mark a task: the probability of a tool that re-reads state after the clean return (along) and after this one (up). On the diagonal the \
                   two are equal: the return moves nothing."
            .into(),
        method: "Sums of the probabilities of get_order_details and get_user_details.".into(),
        kind: FigureKind::Scatter,
        x_label: "π(V) after the clean return".into(),
        y_label: "π(V) after this return".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: with_diagonals(
            by_arm(views, |group, arm| {
                let pairs = group.pairs(arm, 0);
                pairs
                    .map(|pair| {
                        let (x, y) = (mass(pair.clean.measures), mass(pair.seen.measures));
                        mark(pair, x, y, String::new())
                    })
                    .collect()
            }),
            "no change",
        ),
    }
}

fn by_step(
    views: &Views<'_>,
    id: &str,
    title: &str,
    y_label: &str,
    quantity: fn(&Measures) -> f64,
) -> Figure {
    Figure {
        id: id.into(),
        title: title.into(),
        reads_as: "Medians over the tasks that have the step, with their quartiles; k counts calls since the site. From k = 1 on every arm has the same return, so \
                   what is left comes from the prefix alone."
            .into(),
        method: "Differences from the clean row of the same task and step; bars from the lower to the upper quartile.".into(),
        kind: FigureKind::Curve,
        x_label: "k".into(),
        y_label: y_label.into(),
        y_range: None,
        reference: Some((0.0, "the clean return".into())),
        series: by_arm(views, |group, arm| {
            let of_step = |step: u32| {
                let pairs = group.pairs(arm, step);
                let [lo, y, hi] = quartiles(pairs.clone().map(|pair| pair.change(quantity)));
                let records = places(pairs);
                Some(Mark {
                    x: step.into(),
                    y: Some(y?),
                    lo,
                    hi,
                    n: records.len() as u64,
                    note: "median and quartiles".into(),
                    records,
                    ..Mark::default()
                })
            };
            group.steps().filter_map(of_step).collect()
        }),
    }
}

fn receiver(views: &Views<'_>, detectors: &[Vec<Detector<'_>>]) -> Figure {
    let roles = [Role::Gold, Role::Free, Role::State, Role::Derived];
    let mut series = Vec::new();
    for (group, of_group) in views.groups.iter().zip(detectors) {
        for ((detector, channels), role) in of_group.iter().zip(DETECTORS).zip(roles) {
            let points = detector.curve();
            if points.is_empty() {
                continue;
            }
            let corner = Mark {
                y: Some(0.0),
                note: "nothing is called bad".into(),
                ..Mark::default()
            };
            let marks = points.into_iter().map(|(point, records)| Mark {
                x: point.false_positives,
                y: Some(point.true_positives),
                n: records.len() as u64,
                note: format!("log-odds from {:.3} on are called bad", point.threshold),
                records,
                ..Mark::default()
            });
            series.push(Series {
                label: channels.name.into(),
                role,
                panel: views.panel(group),
                marks: [corner].into_iter().chain(marks).collect(),
            });
        }
    }
    Figure {
        id: "roc".into(),
        title: "Can bad returns be told from clean ones?".into(),
        reads_as: "Along: the share of clean returns that are called bad. Up: the share of bad returns that are. One mark a threshold; the diagonal is chance.".into(),
        method: "Logistic regressions fitted on half of the people; the marks are the returns of the others.".into(),
        kind: FigureKind::Curve,
        x_label: "false alarms".into(),
        y_label: "bad returns caught".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series: with_diagonals(series, "chance"),
    }
}

//! The figures: the curves, and what questions them.

use faultline_report::{Figure, FigureKind, Mark, Role, Series};

use super::{
    Findings,
    by_depth::{Depths, depth_mark},
    errors, fit, severity,
    view::{View, Views, records},
};
use crate::Arm;

const BOOTSTRAP: &str =
    "89% percentile bootstrap over tasks, both arms of a task resampled together.";

pub(super) fn figures(views: &Views<'_>, findings: &Findings) -> Vec<Figure> {
    vec![
        curves(views, &findings.by_depth),
        losses(views, &findings.by_depth),
        step_profile(views),
        severities(views, &findings.severities),
        discrimination(views, &findings.discriminations),
        posterior(views, &findings.fits),
    ]
}

pub(super) fn curves(views: &Views<'_>, by_depth: &Depths) -> Figure {
    let mut series = Vec::new();
    for (place, view) in views.runs.iter().enumerate() {
        for (arm, role, label) in [
            (Arm::TeacherForced, Role::TeacherForced, "teacher-forced p"),
            (Arm::Free, Role::Free, "free g"),
        ] {
            let marks = by_depth.of_run(place).iter().map(|row| {
                let rate = if arm == Arm::Free { &row.g } else { &row.p };
                depth_mark(view, row.depth, arm, rate)
            });
            series.push(Series {
                label: label.into(),
                role,
                panel: view.label(),
                marks: marks.collect(),
            });
        }
    }
    Figure {
        id: "curves".into(),
        title: "How fast does a chain fall apart once a call is wrong?".into(),
        reads_as: "The upper line is accuracy with the right history before each step, the lower one accuracy within the \
                   model's own history; the shaded gap is what its own earlier errors cost it."
            .into(),
        method: BOOTSTRAP.into(),
        kind: FigureKind::Curve,
        x_label: "depth (calls in the chain)".into(),
        y_label: "share of steps right, by gold".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series,
    }
}

fn losses(views: &Views<'_>, by_depth: &Depths) -> Figure {
    /// The lines of more runs than this can't be told apart.
    const MOST_TOGETHER: usize = 4;
    let panel = |view: &View<'_>| {
        if views.runs.len() > MOST_TOGETHER {
            view.label()
        } else {
            String::new()
        }
    };
    let series = views.runs.iter().enumerate().map(|(place, view)| Series {
        label: view.label(),
        role: Role::Derived,
        panel: panel(view),
        marks: by_depth
            .of_run(place)
            .iter()
            .map(|row| depth_mark(view, row.depth, Arm::Free, &row.loss))
            .collect(),
    });
    Figure {
        id: "loss".into(),
        title: "How much of its own clean accuracy does the model lose to its earlier errors?".into(),
        reads_as: "Each mark is L = 1 − g/p at a depth; 0 is no loss, 1 is all of it. At depth 1 it is 0 by construction.".into(),
        method: BOOTSTRAP.into(),
        kind: FigureKind::Curve,
        x_label: "depth (calls in the chain)".into(),
        y_label: "loss L".into(),
        y_range: None,
        reference: Some((0.0, "no loss".into())),
        series: series.collect(),
    }
}

fn step_profile(views: &Views<'_>) -> Figure {
    let mut series = Vec::new();
    for view in &views.runs {
        let Some(depth) = view.depths().into_iter().max() else {
            continue;
        };
        for (arm, role, label) in [
            (Arm::TeacherForced, Role::TeacherForced, "teacher-forced"),
            (Arm::Free, Role::Free, "free"),
        ] {
            let places = errors::by_place(view, depth, arm);
            let marks = (0_u32..).zip(&places).map(|(step, seen)| Mark {
                x: step.into(),
                label: format!("step {step} of depth {depth}"),
                ..Mark::of(&errors::step_error_rate(seen), records(seen))
            });
            let panel = format!("{}, depth {depth}", view.label());
            series.push(Series {
                label: label.into(),
                role,
                panel,
                marks: marks.collect(),
            });
        }
    }
    Figure {
        id: "step_errors".into(),
        title: "Where in the chain do errors stand?".into(),
        reads_as: "A flat teacher-forced profile means that a longer context alone does no harm; a free profile that rises \
                   from the same start is propagation."
            .into(),
        method: "Share of steps that do not agree with gold, at the deepest depth; exact 89% Clopper-Pearson intervals.".into(),
        kind: FigureKind::Curve,
        x_label: "step (from 0)".into(),
        y_label: "error rate, by gold".into(),
        y_range: Some((0.0, 1.0)),
        reference: None,
        series,
    }
}

fn severities(views: &Views<'_>, found: &[severity::Severity]) -> Figure {
    let mut series: Vec<Series> = [
        ("by gold", Role::Gold),
        ("by state", Role::State),
        ("by state, matched by position", Role::Derived),
    ]
    .into_iter()
    .map(|(label, role)| Series {
        label: label.into(),
        role,
        panel: String::new(),
        marks: Vec::new(),
    })
    .collect();
    for (place, (view, found)) in views.runs.iter().zip(found).enumerate() {
        for (series, rate) in series
            .iter_mut()
            .zip([&found.gold, &found.state, &found.matched])
        {
            let n = rate.as_ref().map_or(0, |rate| rate.n);
            let records = if series.role == Role::Derived {
                severity::matched_records(view)
            } else {
                let mut poisoned = view.seen(Arm::Free);
                poisoned.retain(|seen| seen.step.is_poisoned());
                records(&poisoned)
            };
            debug_assert!(
                n == 0 || n == records.len() as u64,
                "a mark names the steps that it counts"
            );
            series.marks.push(Mark {
                x: place as f64,
                label: view.label(),
                ..Mark::of(rate, records)
            });
        }
    }
    Figure {
        id: "severity".into(),
        title: "How much of the loss is the scoring rule's?".into(),
        reads_as: "Severity is the share of clean accuracy that a poisoned step loses. By gold it is 1 whatever the model \
                   does; by the value held it shows what the model itself loses."
            .into(),
        method: "Poisoned against clean steps of the free arm, all depths pooled; 89% percentile bootstrap over tasks. The \
                 matched estimate compares the same steps under the right history."
            .into(),
        kind: FigureKind::Interval,
        x_label: "severity".into(),
        y_label: String::new(),
        y_range: None,
        reference: Some((1.0, "fixed by gold scoring".into())),
        series,
    }
}

fn discrimination(views: &Views<'_>, found: &[errors::Discrimination]) -> Figure {
    let runs = views.runs.iter().zip(found);
    let marks = runs.enumerate().map(|(place, (view, found))| {
        let records = records(&view.seen(Arm::TeacherForced));
        let mut mark = Mark {
            x: place as f64,
            label: view.label(),
            ..Mark::of(&found.value, records)
        };
        let words = errors::discrimination_words(found);
        if !words.is_empty() {
            mark.note = format!("{words}; {}", mark.note);
        }
        mark
    });
    Figure {
        id: "discrimination".into(),
        title: "Does the model follow the rule at all?".into(),
        reads_as: "1 is the rule applied without fail, 0 the rule ignored, below 0 its opposite.".into(),
        method: "P(tool for even values | even) − P(tool for even values | odd), teacher-forced arm; 89% percentile bootstrap over tasks."
            .into(),
        kind: FigureKind::Strip,
        x_label: "discrimination".into(),
        y_label: String::new(),
        y_range: Some((-1.0, 1.0)),
        reference: Some((0.0, "rule ignored".into())),
        series: vec![Series { label: "discrimination".into(), role: Role::TeacherForced, panel: String::new(), marks: marks.collect() }],
    }
}

fn posterior(views: &Views<'_>, fits: &[[fit::Fit; 2]]) -> Figure {
    let mut series: Vec<Series> = fit::LAYOUTS
        .iter()
        .map(|(_, name)| Series {
            label: format!("posterior, {name}"),
            role: Role::Fit,
            panel: String::new(),
            marks: Vec::new(),
        })
        .collect();
    for (place, (view, fits)) in views.runs.iter().zip(fits).enumerate() {
        for (series, fit) in series.iter_mut().zip(fits) {
            series.marks.push(posterior_mark(view, fit, place));
        }
    }
    Figure {
        id: "posterior".into(),
        title: "What does a fit say of a severity that the rule has fixed at 1?".into(),
        reads_as: "Gold scoring fixes severity at 1 (the line). A posterior that lies elsewhere is confident of a value that \
                   the rule has already determined, and diagnostics of its chains, however healthy, do not warn of it."
            .into(),
        method: "Three-parameter recurrence, Beta(1, 1) priors, binomial likelihood of g by depth; posterior mean and \
                 equal-tailed 89% interval by quadrature."
            .into(),
        kind: FigureKind::Interval,
        x_label: "severity π".into(),
        y_label: String::new(),
        y_range: Some((0.0, 1.0)),
        reference: Some((1.0, "the identity: fixed by gold scoring".into())),
        series,
    }
}

fn posterior_mark(view: &View<'_>, fit: &fit::Fit, place: usize) -> Mark {
    let records = records(&view.seen(Arm::Free));
    let rate = fit.as_ref().map_err(String::clone).map(|(_, posterior)| {
        fit::marginal_rate(&posterior.severity, records.len() as u64, fit::QUADRATURE)
    });
    Mark {
        x: place as f64,
        label: view.label(),
        ..Mark::of(&rate, records)
    }
}

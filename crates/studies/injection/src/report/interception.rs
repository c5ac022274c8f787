//! The monitor against a control: both arms ask the same tasks of a model, and one is watched.

use std::collections::BTreeMap;

use faultline_report::{Cell, Table};
use faultline_stats::cohens_h;

use super::view::{Group, Seen, Views, is_monitored, ratio};

/// One task in both arms.
pub(super) struct Pair<'v, 'a> {
    pub(super) control: &'v Seen<'a>,
    pub(super) watched: &'v Seen<'a>,
}

/// A watched group and its control.
pub(super) struct Arms<'v, 'a> {
    pub(super) control: &'v Group<'a>,
    pub(super) watched: &'v Group<'a>,
    pub(super) pairs: Vec<Pair<'v, 'a>>,
}

/// Every watched group whose model has its control.
pub(super) fn arms<'v, 'a>(views: &'v Views<'a>) -> Vec<Arms<'v, 'a>> {
    let watched = views
        .groups
        .iter()
        .filter(|group| is_monitored(group.condition));
    watched
        .filter_map(|watched| {
            let wanted = watched
                .condition
                .strip_suffix("_intercepted")
                .unwrap_or("baseline");
            let control = views
                .groups
                .iter()
                .find(|group| group.run == watched.run && group.condition == wanted)?;
            let by_task: BTreeMap<&str, &Seen<'a>> = watched
                .seen
                .iter()
                .map(|seen| (seen.evidence.task.as_str(), seen))
                .collect();
            let pairs = control.seen.iter().filter_map(|control| {
                let watched = *by_task.get(control.evidence.task.as_str())?;
                Some(Pair { control, watched })
            });
            Some(Arms {
                control,
                watched,
                pairs: pairs.collect(),
            })
        })
        .collect()
}

/// One task in both arms, as a judge sees it.
#[derive(Clone, Copy)]
struct Outcome {
    control: bool,
    watched: bool,
    abstained: bool,
}

pub(super) fn interceptor(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        ("n", "Tasks", "judged in both arms"),
        (
            "control",
            "Hallucination, control",
            "wrong answers without the monitor",
        ),
        (
            "intercepted",
            "Hallucination, watched",
            "wrong answers that the monitor let through",
        ),
        (
            "difference",
            "Difference",
            "watched minus control, paired by task",
        ),
        ("abstention", "Abstention", ""),
        (
            "saved",
            "Saved",
            "abstained where the control's answer is wrong",
        ),
        (
            "broken",
            "Broken",
            "abstained where the control's answer is right",
        ),
        ("precision", "Precision", "saved of all abstentions"),
        ("cohens_h", "Cohen's h", "control against watched"),
        (
            "vanished",
            "Vanished",
            "wrong in the control, not in the watched arm",
        ),
        ("vanished_by_abstention", "… by abstention", ""),
        (
            "appeared",
            "Appeared",
            "right in the control, wrong in the watched arm",
        ),
    ]);
    let mut table = Table::new("interceptor", "Does the monitor help?", columns).noted(
        "Both arms ran on their own, so that part of the difference is noise between runs: what vanished without an abstention, and what \
         appeared, show how much.",
    );
    for arms in arms(views) {
        for judge in views.judges_of(arms.control) {
            let outcomes: Vec<Outcome> = arms
                .pairs
                .iter()
                .filter_map(|pair| {
                    Some(Outcome {
                        control: pair.control.hallucinates(judge)?,
                        watched: pair.watched.hallucinates(judge)?,
                        abstained: pair.watched.evidence.abstained == Some(true),
                    })
                })
                .collect();
            if !outcomes.is_empty() {
                table.push(views.row(arms.watched, row(views, judge, &outcomes)));
            }
        }
    }
    table
}

fn row(views: &Views<'_>, judge: &str, outcomes: &[Outcome]) -> Vec<Cell> {
    let flags = |test: fn(&Outcome) -> bool| -> Vec<bool> { outcomes.iter().map(test).collect() };
    let count =
        |test: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| test(outcome)).count() as u64;
    let n = outcomes.len() as u64;
    let rows: Vec<[u32; 3]> = outcomes
        .iter()
        .map(|outcome| [u32::from(outcome.control), u32::from(outcome.watched), 1])
        .collect();
    let [difference] = views.resampled("interceptor", &rows, &|[control, watched, n]| {
        let (control, watched) = (ratio(*control, *n), ratio(*watched, *n));
        [watched
            .zip(control)
            .map(|(watched, control)| watched - control)]
    });
    let why = "no task was judged in both arms";
    let rate = |test| -> Cell { views.rate("interceptor", &flags(test), why).into() };
    let saved_of_abstained: Vec<bool> = outcomes
        .iter()
        .filter(|outcome| outcome.abstained)
        .map(|outcome| outcome.control)
        .collect();
    let share = |test| ratio(count(test), n);
    let h = share(|outcome| outcome.control)
        .zip(share(|outcome| outcome.watched))
        .and_then(|(control, watched)| cohens_h(control, watched));
    vec![
        Cell::text(judge),
        Cell::Count(n),
        rate(|outcome| outcome.control),
        rate(|outcome| outcome.watched),
        views.cell(&difference, n, || None, why).into(),
        rate(|outcome| outcome.abstained),
        Cell::Count(count(|outcome| outcome.abstained && outcome.control)),
        Cell::Count(count(|outcome| outcome.abstained && !outcome.control)),
        views
            .rate(
                "precision",
                &saved_of_abstained,
                "the monitor never abstained",
            )
            .into(),
        h.map_or_else(|| Cell::undefined(why), Cell::number),
        Cell::Count(count(|outcome| outcome.control && !outcome.watched)),
        Cell::Count(count(|outcome| {
            outcome.control && !outcome.watched && outcome.abstained
        })),
        Cell::Count(count(|outcome| !outcome.control && outcome.watched)),
    ]
}

//! The monitor against a control: both arms ask the same tasks of a model, and one is watched.

use std::collections::BTreeMap;

use faultline_report::{Cell, Table};
use faultline_stats::{Bootstrapped, cohens_h, exact_words, ratio};

use super::{
    rates::LEVEL,
    view::{Group, Seen, Views},
};
use crate::Condition;

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
        .filter_map(|group| Some((group, Condition::unwatched_name(group.condition)?)));
    watched
        .filter_map(|(watched, wanted)| {
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

/// How many columns a row has of its own.
const N_COLUMNS: usize = 13;

pub(super) fn interceptor(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        (
            "n",
            "Tasks",
            "judged in both arms, and known whether the monitor abstained",
        ),
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
            let judged = arms.pairs.iter().filter_map(|pair| {
                let control = pair.control.hallucinates(judge)?;
                let watched = pair.watched.hallucinates(judge)?;
                Some((control, watched, pair.watched.evidence.abstained))
            });
            let judged: Vec<(bool, bool, Option<bool>)> = judged.collect();
            // Whether a wrong answer was let through is not known where nobody says whether the monitor abstained.
            let known = judged.iter().filter_map(|(control, watched, abstained)| {
                Some(Outcome {
                    control: *control,
                    watched: *watched,
                    abstained: (*abstained)?,
                })
            });
            let outcomes: Vec<Outcome> = known.collect();
            if !outcomes.is_empty() {
                table.push(views.row(arms.watched, row(views, judge, &outcomes)));
            } else if !judged.is_empty() {
                let mut cells = vec![Cell::undefined(arms.watched.lacks("abstained")); N_COLUMNS];
                cells[0] = Cell::text(judge);
                cells[1] = Cell::Count(0);
                table.push(views.row(arms.watched, cells));
            }
        }
    }
    table
}

fn row(views: &Views<'_>, judge: &str, outcomes: &[Outcome]) -> Vec<Cell> {
    let count =
        |test: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| test(outcome)).count() as u64;
    let n = outcomes.len() as u64;
    let rows: Vec<[u32; 4]> = outcomes
        .iter()
        .map(|outcome| {
            let flags = [outcome.control, outcome.watched, outcome.abstained, true];
            flags.map(u32::from)
        })
        .collect();
    let found = views.resampled("rate", &rows, &|[control, watched, abstained, n]| {
        let share = |count: &u64| ratio(*count, *n);
        let (control, watched) = (share(control), share(watched));
        let difference = watched
            .zip(control)
            .map(|(watched, control)| watched - control);
        let h = control
            .zip(watched)
            .and_then(|(control, watched)| cohens_h(control, watched));
        [control, watched, share(abstained), difference, h]
    });
    let [control, watched, abstained, difference, h] = found;
    let why = "no task was judged in both arms";
    let share = |found: &Bootstrapped, successes: u64| -> Cell {
        let beside = || exact_words(successes, n, LEVEL);
        views.cell(found, n, beside, why).into()
    };
    let saved_of_abstained: Vec<bool> = outcomes
        .iter()
        .filter(|outcome| outcome.abstained)
        .map(|outcome| outcome.control)
        .collect();
    vec![
        Cell::text(judge),
        Cell::Count(n),
        share(&control, count(|outcome| outcome.control)),
        share(&watched, count(|outcome| outcome.watched)),
        views.cell(&difference, n, || None, why).into(),
        share(&abstained, count(|outcome| outcome.abstained)),
        Cell::Count(count(|outcome| outcome.abstained && outcome.control)),
        Cell::Count(count(|outcome| outcome.abstained && !outcome.control)),
        views
            .rate(&saved_of_abstained, "the monitor never abstained")
            .into(),
        views.cell(&h, n, || None, why).into(),
        Cell::Count(count(|outcome| outcome.control && !outcome.watched)),
        Cell::Count(count(|outcome| {
            outcome.control && !outcome.watched && outcome.abstained
        })),
        Cell::Count(count(|outcome| !outcome.control && outcome.watched)),
    ]
}

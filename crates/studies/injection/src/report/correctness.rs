//! Right answers without and with an injection: under the same judge, on the same tasks.

use std::collections::BTreeMap;

use faultline_report::{Cell, Table};
use faultline_stats::{Bootstrapped, exact_words, ratio};

use super::{
    rates::LEVEL,
    stages::{is_injected, no_judge},
    view::{Group, Seen, Views},
};
use crate::Condition;

pub(super) fn correctness(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        ("n", "Tasks", "tasks that the rates of this row are of"),
        ("baseline", "Right without injection", ""),
        ("injected", "Right with injection", ""),
        (
            "difference",
            "Difference",
            "injected minus baseline, paired by task",
        ),
        (
            "injected_s1",
            "Right where a call was changed",
            "of the injected arm's episodes in S1, whether or not they have a baseline",
        ),
        (
            "not_judged",
            "Not judged",
            "measured episodes of the injected arm without a verdict of this judge",
        ),
    ]);
    let mut table = Table::new("correctness", "Right answers without and with an injection", columns)
        .noted(
            "Both rates of a row go by one judge and the tasks that both arms have. Where a model has no baseline under a judge, \
             the injected rate is of all its tasks, and there is no difference.",
        );
    for group in views.injected() {
        let baseline = views.groups.iter().find(|other| {
            other.run == group.run
                && other.condition == Condition::Baseline.name()
                && !std::ptr::eq(*other, group)
        });
        let judges = views.judges_of(group);
        for judge in &judges {
            table.push(views.row(group, row(views, group, baseline, judge)));
        }
        if judges.is_empty() {
            table.push(views.row(group, vec![no_judge(group); 7]));
        }
    }
    table
}

fn row(
    views: &Views<'_>,
    group: &Group<'_>,
    baseline: Option<&Group<'_>>,
    judge: &str,
) -> Vec<Cell> {
    let before: BTreeMap<&str, bool> = baseline
        .into_iter()
        .flat_map(|group| &group.seen)
        .filter_map(|seen| Some((seen.evidence.task.as_str(), seen.verdict(judge)?)))
        .collect();
    let pairs: Vec<(bool, bool)> = group
        .seen
        .iter()
        .filter_map(|seen| {
            let before = *before.get(seen.evidence.task.as_str())?;
            Some((before, seen.verdict(judge)?))
        })
        .collect();
    let within_s1 =
        group.flags(|seen: &Seen<'_>| seen.verdict(judge).filter(|_| is_injected(seen)));
    let no_s1 = if group
        .seen
        .iter()
        .any(|seen| seen.evidence.injected.is_some())
    {
        "no call was changed".into()
    } else {
        group.lacks("eps")
    };
    let within_s1 = views.rate(&within_s1, &no_s1);
    let not_judged = Cell::Count(group.not_judged(judge));
    if pairs.is_empty() {
        let all = group.flags(|seen| seen.verdict(judge));
        let why = format!("no task of this model has a baseline under {judge}");
        return vec![
            Cell::text(judge),
            Cell::Count(all.len() as u64),
            Cell::undefined(&why),
            views.rate(&all, "not judged").into(),
            Cell::undefined(why),
            within_s1.into(),
            not_judged,
        ];
    }
    let n = pairs.len() as u64;
    let rows: Vec<[u32; 3]> = pairs
        .iter()
        .map(|(before, after)| [u32::from(*before), u32::from(*after), 1])
        .collect();
    let [before, after, difference] = views.resampled("rate", &rows, &|[before, after, n]| {
        let (before, after) = (ratio(*before, *n), ratio(*after, *n));
        let difference = after.zip(before).map(|(after, before)| after - before);
        [before, after, difference]
    });
    let share = |found: &Bootstrapped, place: usize| -> Cell {
        let successes = rows.iter().map(|row| u64::from(row[place])).sum();
        let beside = || exact_words(successes, n, LEVEL);
        views.cell(found, n, beside, "not judged").into()
    };
    vec![
        Cell::text(judge),
        Cell::Count(n),
        share(&before, 0),
        share(&after, 1),
        views.cell(&difference, n, || None, "not judged").into(),
        within_s1.into(),
        not_judged,
    ]
}

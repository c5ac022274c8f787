//! How much a poisoned context costs, by either scoring rule and matched by position.

use faultline_report::{Cell, Rate, Table};
use faultline_stats::{Level, ratio, upper_bound};

use super::view::{Seen, TaskView, View, Views, count, rate_cell};
use crate::Arm;

const NEVER: &str = "never left a clean context";

/// The severities of one run.
pub(super) struct Severity {
    pub(super) gold: Result<Rate, String>,
    pub(super) state: Result<Rate, String>,
    pub(super) matched: Result<Rate, String>,
    upper: Cell,
    clean: u64,
    poisoned: u64,
    disagreements: u64,
}

pub(super) fn table(views: &Views<'_>, severities: &[Severity]) -> Table {
    let columns = View::columns(&[
        (
            "gold",
            "Severity by gold",
            "1 − P(agrees with gold | poisoned) / P(agrees with gold | clean), free arm",
        ),
        (
            "state",
            "Severity by state",
            "the same, each call judged by the value held",
        ),
        (
            "matched",
            "Severity by state, matched",
            "1 − right by state in the free arm / right in the teacher-forced arm, over the same poisoned steps",
        ),
        (
            "poisoned_rate_upper",
            "Upper bound",
            "one-sided exact 95% bound of the share of poisoned steps that agree with gold",
        ),
        ("clean_n", "Clean steps", ""),
        ("poisoned_n", "Poisoned steps", ""),
        (
            "clean_disagreements",
            "Rules disagree",
            "clean steps on which the two rules differ; they must not",
        ),
    ]);
    let mut table = Table::new("severity", "Severity of a poisoned context, by both scoring rules", columns).noted(
        "Late steps are poisoned more often than early ones, so the plain ratio mixes position in; the matched estimate \
         compares each poisoned step with the same step under the right history. All depths pooled.",
    );
    for (view, severity) in views.runs.iter().zip(severities) {
        table.push(view.row(vec![
            severity.gold.clone().into(),
            severity.state.clone().into(),
            severity.matched.clone().into(),
            severity.upper.clone(),
            Cell::Count(severity.clean),
            Cell::Count(severity.poisoned),
            Cell::Count(severity.disagreements),
        ]));
    }
    table
}

/// Measures the severities of every run.
pub(super) fn measure(views: &Views<'_>) -> Vec<Severity> {
    let of_run = |view| measure_run(views, view);
    views.runs.iter().map(of_run).collect()
}

fn measure_run(views: &Views<'_>, view: &View<'_>) -> Severity {
    let poisoned = |seen: &Seen<'_>| seen.step.is_poisoned();
    let row = |task: &TaskView<'_>| {
        let mut counts = [0_u32; 8];
        for seen in task.seen(Arm::Free) {
            let place = if poisoned(&seen) { 3 } else { 0 };
            counts[place] += 1;
            counts[place + 1] += u32::from(seen.measured.gold);
            counts[place + 2] += u32::from(seen.measured.state);
        }
        for (free, forced) in matched_pairs(task) {
            counts[6] += u32::from(free.measured.state);
            counts[7] += u32::from(forced.measured.state);
        }
        counts
    };
    let statistics = |[
        clean,
        gold_clean,
        state_clean,
        poisoned,
        gold_poisoned,
        state_poisoned,
        free,
        forced,
    ]: &[u64; 8]| {
        let severity = |right_poisoned: u64, right_clean: u64| {
            let clean_rate = ratio(right_clean, *clean).filter(|rate| *rate > 0.0)?;
            Some(1.0 - ratio(right_poisoned, *poisoned)? / clean_rate)
        };
        [
            severity(*gold_poisoned, *gold_clean),
            severity(*state_poisoned, *state_clean),
            ratio(*free, *forced).map(|share| 1.0 - share),
        ]
    };
    let ([gold, state, matched], sums) = view.bootstrapped(views, "severity", &row, &statistics);
    let [
        clean,
        gold_clean,
        state_clean,
        poisoned_n,
        gold_poisoned,
        _,
        _,
        forced_right,
    ] = sums;
    let why = if poisoned_n == 0 {
        NEVER
    } else if gold_clean == 0 {
        "no clean step was right"
    } else {
        "undefined in every resample"
    };
    let why_matched = if poisoned_n == 0 {
        NEVER
    } else {
        "no such step was right under the right history"
    };
    let pairs: u64 = view
        .tasks
        .iter()
        .map(|task| matched_pairs(task).len() as u64)
        .sum();
    let disagreements = count(&view.seen(Arm::Free), &|seen| {
        !poisoned(seen) && seen.measured.gold != seen.measured.state
    });
    debug_assert!(
        disagreements > 0 || gold_clean == state_clean,
        "equal verdicts have equal sums"
    );
    Severity {
        gold: rate_cell(&gold, poisoned_n, None, why),
        state: rate_cell(&state, poisoned_n, None, why),
        matched: if forced_right == 0 {
            Err(why_matched.into())
        } else {
            rate_cell(&matched, pairs, None, why_matched)
        },
        upper: upper(gold_poisoned, poisoned_n),
        clean,
        poisoned: poisoned_n,
        disagreements: disagreements.into(),
    }
}

fn upper(right: u64, poisoned: u64) -> Cell {
    match upper_bound(right, poisoned, Level::NINETY_FIVE).filter(|_| poisoned > 0) {
        Some(value) => Cell::Number { value, digits: 4 },
        None => Cell::undefined(NEVER),
    }
}

/// The records of the poisoned steps that the matched estimate compares.
pub(super) fn matched_records(view: &View<'_>) -> Vec<u32> {
    view.tasks
        .iter()
        .flat_map(matched_pairs)
        .map(|(free, _)| free.record)
        .collect()
}

/// The poisoned steps of the free arm, each with the same step of the teacher-forced arm, where both were measured.
fn matched_pairs<'a>(task: &TaskView<'a>) -> Vec<(Seen<'a>, Seen<'a>)> {
    let all_forced = task.seen(Arm::TeacherForced);
    let mut pairs = Vec::new();
    for free in task.seen(Arm::Free) {
        if free.step.is_poisoned() {
            let same = |forced: &&Seen<'_>| forced.step.step == free.step.step;
            pairs.extend(all_forced.iter().find(same).map(|forced| (free, *forced)));
        }
    }
    pairs
}

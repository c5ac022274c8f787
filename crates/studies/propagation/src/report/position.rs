//! What happens along a chain: recovery, lag, and the share of errors at the last step.

use faultline_report::{Cell, Table};
use faultline_stats::ratio;
use faultline_toolbox::MODULUS;

use super::view::{Seen, TaskView, View, Views, count, exact_rate, rate_cell};
use crate::Arm;

/// Pairs of adjacent steps of the free arm, both measured.
fn pairs<'a>(task: &TaskView<'a>) -> Vec<(Seen<'a>, Seen<'a>)> {
    let seen = task.seen(Arm::Free);
    let adjacent = seen
        .windows(2)
        .filter(|pair| pair[1].step.step == pair[0].step.step + 1);
    adjacent.map(|pair| (pair[0], pair[1])).collect()
}

pub(super) fn recovery(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        (
            "returns",
            "Returns",
            "poisoned steps after which the value held is gold again",
        ),
        ("chances", "Chances", "poisoned steps with a successor"),
        (
            "expected",
            "Expected by chance",
            "chances divided by the modulus",
        ),
        (
            "redone",
            "Redone",
            "share of poisoned steps that redo the first wrong call rightly",
        ),
    ]);
    let mut table = Table::new("recovery", "Returns to gold", columns).noted(
        "A return needs a value that the model was never shown, so none is expected but by coincidence, whether the model \
         corrects itself or not. Redoing the first wrong call is what correction can look like; it comes too late to agree with gold.",
    );
    for view in &views.runs {
        let (mut chances, mut returns) = (0_u64, 0_u64);
        for (this, next) in view
            .tasks
            .iter()
            .flat_map(pairs)
            .filter(|(this, _)| this.step.is_poisoned())
        {
            debug_assert!(this.step.step < next.step.step, "a successor comes later");
            chances += 1;
            returns += u64::from(!next.step.is_poisoned());
        }
        let row = |task: &TaskView<'_>| {
            let seen = task.seen(Arm::Free);
            let redone = |seen: &Seen<'_>| seen.step.is_poisoned() && seen.measured.redo;
            [
                count(&seen, &redone),
                count(&seen, &|seen| seen.step.is_poisoned()),
            ]
        };
        let ([redone_rate], [redone, poisoned]) =
            view.bootstrapped(views, "recovery", &row, &|[redone, n]| [ratio(*redone, *n)]);
        table.push(view.row(vec![
            Cell::Count(returns),
            Cell::Count(chances),
            Cell::Number {
                value: chances as f64 / MODULUS as f64,
                digits: 4,
            },
            rate_cell(
                &redone_rate,
                poisoned,
                Some((redone, poisoned)),
                "never left a clean context",
            )
            .into(),
        ]));
    }
    table
}

pub(super) fn lag(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        (
            "difference",
            "Difference",
            "P(next right | this right) − P(next right | this wrong), by gold",
        ),
        ("after_right", "After a right step", ""),
        ("after_wrong", "After a wrong step", ""),
    ]);
    let mut table = Table::new("lag", "Whether an error is followed by an error", columns)
        .noted("Free arm, adjacent steps, all depths pooled. Needs no model of propagation.");
    for view in &views.runs {
        let row = |task: &TaskView<'_>| {
            let mut counts = [0_u32; 4];
            for (this, next) in pairs(task) {
                let place = if this.measured.gold { 0 } else { 2 };
                counts[place] += u32::from(next.measured.gold);
                counts[place + 1] += 1;
            }
            counts
        };
        let statistics = |[right, right_n, wrong, wrong_n]: &[u64; 4]| {
            let (right, wrong) = (ratio(*right, *right_n), ratio(*wrong, *wrong_n));
            [
                right.zip(wrong).map(|(right, wrong)| right - wrong),
                right,
                wrong,
            ]
        };
        let ([difference, right, wrong], [right_ok, right_n, wrong_ok, wrong_n]) =
            view.bootstrapped(views, "lag", &row, &statistics);
        let none_right = "no step with a successor was right";
        let none_wrong = "no step with a successor was wrong";
        let why = if right_n == 0 { none_right } else { none_wrong };
        table.push(view.row(vec![
            rate_cell(&difference, right_n + wrong_n, None, why).into(),
            rate_cell(&right, right_n, Some((right_ok, right_n)), none_right).into(),
            rate_cell(&wrong, wrong_n, Some((wrong_ok, wrong_n)), none_wrong).into(),
        ]));
    }
    table
}

pub(super) fn terminal_share(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        ("depth", "Depth", ""),
        (
            "share",
            "Share at the last step",
            "errors at the last step by all errors of the free arm",
        ),
        (
            "expected",
            "Expected",
            "if errors fell evenly: one over the depth",
        ),
        ("errors", "Errors", ""),
    ]);
    let mut table = Table::new("terminal_share", "Where in a chain the model errs", columns).noted(
        "An error at the last step has nothing to poison: a high share hides propagation. Exact two-sided 89% interval.",
    );
    for view in &views.runs {
        for depth in view.depths() {
            let seen = view.seen_at(depth, Arm::Free);
            let errors = count(&seen, &|seen| !seen.measured.gold);
            let last = count(&seen, &|seen| {
                !seen.measured.gold && seen.step.step + 1 == depth
            });
            table.push(view.row(vec![
                Cell::Count(depth.into()),
                exact_rate(last.into(), errors.into(), "no error").into(),
                Cell::number(1.0 / f64::from(depth)),
                Cell::Count(errors.into()),
            ]));
        }
    }
    table
}

//! What happens along a chain: recovery, lag, and the share of errors at the last step.

use faultline_report::{Cell, Column, Table};
use faultline_toolbox::MODULUS;

use super::view::{Seen, TaskView, View, Views, exact_rate, rate_cell, ratio};
use crate::{Arm, Step};

/// Pairs of adjacent steps of the free arm, both measured.
fn pairs<'a>(task: &TaskView<'a>) -> Vec<(Seen<'a>, Seen<'a>)> {
    let seen: Vec<Seen<'a>> = task.seen(Arm::Free).collect();
    let adjacent = seen
        .windows(2)
        .filter(|pair| pair[1].step.step == pair[0].step.step + 1);
    adjacent.map(|pair| (pair[0], pair[1])).collect()
}

pub(super) fn recovery(views: &Views<'_>) -> Table {
    let columns = View::columns().into_iter().chain([
        Column::new("returns", "Returns")
            .helped("poisoned steps after which the value held is gold again"),
        Column::new("chances", "Chances").helped("poisoned steps with a successor"),
        Column::new("expected", "Expected by chance").helped("chances divided by the modulus"),
        Column::new("redone", "Redone")
            .helped("share of poisoned steps that redo the first wrong call rightly"),
    ]);
    let mut table = Table::new("recovery", "Returns to gold", columns).noted(
        "A return needs a value that the model was never shown, so none is expected but by coincidence, whether the model \
         corrects itself or not. Redoing the first wrong call is what correction can look like; it comes too late to agree with gold.",
    );
    for view in &views.runs {
        let poisoned = || {
            view.tasks
                .iter()
                .flat_map(|task| task.seen(Arm::Free))
                .filter(|seen| seen.step.is_poisoned())
        };
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
        let redone = poisoned().filter(|seen| seen.measured.redo).count() as u64;
        table.push(
            view.cells().into_iter().chain([
                Cell::Count(returns),
                Cell::Count(chances),
                Cell::Number {
                    value: chances as f64 / MODULUS as f64,
                    digits: 4,
                },
                exact_rate(
                    redone,
                    poisoned().count() as u64,
                    "never left a clean context",
                )
                .into(),
            ]),
        );
    }
    table
}

pub(super) fn lag(views: &Views<'_>) -> Table {
    let columns = View::columns().into_iter().chain([
        Column::new("difference", "Difference")
            .helped("P(next right | this right) − P(next right | this wrong), by gold"),
        Column::new("after_right", "After a right step"),
        Column::new("after_wrong", "After a wrong step"),
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
        let [difference, right, wrong] = view.bootstrapped(views, "lag", row, statistics);
        let mut sums = [0_u64; 4];
        for task in &view.tasks {
            for (sum, count) in sums.iter_mut().zip(row(task)) {
                *sum += u64::from(count);
            }
        }
        let [right_ok, right_n, wrong_ok, wrong_n] = sums;
        let none_right = "no step with a successor was right";
        let none_wrong = "no step with a successor was wrong";
        let why = if right_n == 0 { none_right } else { none_wrong };
        table.push(view.cells().into_iter().chain([
            rate_cell(&difference, right_n + wrong_n, None, why).into(),
            rate_cell(&right, right_n, Some((right_ok, right_n)), none_right).into(),
            rate_cell(&wrong, wrong_n, Some((wrong_ok, wrong_n)), none_wrong).into(),
        ]));
    }
    table
}

pub(super) fn terminal_share(views: &Views<'_>) -> Table {
    let columns = View::columns().into_iter().chain([
        Column::new("depth", "Depth"),
        Column::new("share", "Share at the last step")
            .helped("errors at the last step by all errors of the free arm"),
        Column::new("expected", "Expected").helped("if errors fell evenly: one over the depth"),
        Column::new("errors", "Errors"),
    ]);
    let mut table = Table::new("terminal_share", "Where in a chain the model errs", columns).noted(
        "An error at the last step has nothing to poison: a high share hides propagation. Exact two-sided 89% interval.",
    );
    for view in &views.runs {
        for depth in view.depths() {
            let is_last = |step: &Step| step.step + 1 == depth;
            let errors: Vec<Seen<'_>> = view
                .of_depth(depth)
                .flat_map(|task| task.seen(Arm::Free))
                .filter(|seen| !seen.measured.gold)
                .collect();
            let last = errors.iter().filter(|seen| is_last(seen.step)).count() as u64;
            table.push(view.cells().into_iter().chain([
                Cell::Count(depth.into()),
                exact_rate(last, errors.len() as u64, "no error").into(),
                Cell::number(1.0 / f64::from(depth)),
                Cell::Count(errors.len() as u64),
            ]));
        }
    }
    table
}

//! Errors by step and by class, and whether the rule is followed at all.

use std::collections::BTreeMap;

use faultline_report::{Cell, Column, Rate, Table, number_text};
use faultline_stats::{Proportion, difference};

use super::view::{LEVEL, Seen, TaskView, View, Views, exact_rate, rate_cell, ratio};
use crate::{
    Arm, Condition,
    score::{ArgumentError, Attempt, Pick, SelectionError},
};

/// The share of steps at a place of the chain that are wrong by gold.
pub(super) fn step_error_rate(
    view: &View<'_>,
    depth: u32,
    step: u32,
    arm: Arm,
) -> Result<Rate, String> {
    let seen = || at(view, depth, step, arm);
    let errors = seen().filter(|seen| !seen.measured.gold).count() as u64;
    exact_rate(errors, seen().count() as u64, "no such step was measured")
}

/// The measured steps at a place of the chain.
pub(super) fn at<'a>(
    view: &View<'a>,
    depth: u32,
    step: u32,
    arm: Arm,
) -> impl Iterator<Item = Seen<'a>> {
    view.of_depth(depth)
        .flat_map(move |task| task.seen(arm))
        .filter(move |seen| seen.step.step == step)
}

pub(super) fn step_errors(views: &Views<'_>) -> Table {
    let columns = View::columns().into_iter().chain([
        Column::new("depth", "Depth"),
        Column::new("step", "Step").helped("from 0"),
        Column::new("arm", "Arm"),
        Column::new("errors", "Errors").helped("steps that do not agree with gold"),
        Column::new("state_errors", "Errors by state")
            .helped("steps that are not right for the value held"),
        Column::new("n", "Steps"),
        Column::new("rate", "Error rate").helped("by gold"),
    ]);
    let mut table = Table::new("step_errors", "Errors by step", columns).noted(
        "A flat teacher-forced profile rules out the growth of the context as the cause; a rising free one shows propagation.",
    );
    for view in &views.runs {
        for depth in view.depths() {
            for step in 0..depth {
                for arm in Arm::ALL {
                    let n = at(view, depth, step, arm).count() as u64;
                    let wrong = |by_state: bool| {
                        let right = |seen: &Seen<'_>| {
                            if by_state {
                                seen.measured.state
                            } else {
                                seen.measured.gold
                            }
                        };
                        at(view, depth, step, arm)
                            .filter(|seen| !right(seen))
                            .count() as u64
                    };
                    table.push(view.cells().into_iter().chain([
                        Cell::Count(depth.into()),
                        Cell::Count(step.into()),
                        Cell::text(arm.name()),
                        Cell::Count(wrong(false)),
                        Cell::Count(wrong(true)),
                        Cell::Count(n),
                        step_error_rate(view, depth, step, arm).into(),
                    ]));
                }
            }
        }
    }
    table
}

/// Axis, kind and form of every error of an attempt.
fn classes(attempt: &Attempt) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let form = if attempt.syntactic {
        "syntactic"
    } else {
        "semantic"
    };
    let selection = attempt.selection.map(|error| {
        let kind = match error {
            SelectionError::Wrong => "wrong",
            SelectionError::Invented => "invented",
            SelectionError::Omitted => "omitted",
        };
        ("selection", kind, form)
    });
    let argument = attempt.argument.map(|error| {
        let kind = match error {
            ArgumentError::Malformed => "malformed",
            ArgumentError::Missing => "missing",
            ArgumentError::Wrong => "wrong",
            ArgumentError::Fabricated => "fabricated",
        };
        ("argument", kind, form)
    });
    selection.into_iter().chain(argument)
}

pub(super) fn errors(views: &Views<'_>) -> Table {
    let columns = View::columns().into_iter().chain([
        Column::new("arm", "Arm"),
        Column::new("axis", "Axis").helped("what is wrong: the choice of tool, or the argument"),
        Column::new("kind", "Kind"),
        Column::new("form", "Form")
            .helped("syntactic: could not be executed; semantic: executed and wrong"),
        Column::new("first", "First attempts").helped("first attempts with this error"),
        Column::new("count", "Steps").helped("steps whose last attempt has this error"),
        Column::new("rate", "Share of steps"),
    ]);
    let mut table = Table::new("errors", "Errors by class", columns)
        .noted("Judged by the value held. A step can have an error on either axis, or on both.");
    for view in &views.runs {
        for arm in Arm::ALL {
            let mut counts: BTreeMap<(&str, &str, &str), [u64; 2]> = BTreeMap::new();
            let mut n = 0;
            for seen in view.tasks.iter().flat_map(|task| task.seen(arm)) {
                n += 1;
                for (place, attempt) in [&seen.measured.first, &seen.measured.last]
                    .into_iter()
                    .enumerate()
                {
                    for class in classes(attempt) {
                        counts.entry(class).or_default()[place] += 1;
                    }
                }
            }
            for ((axis, kind, form), [first, last]) in counts {
                table.push(view.cells().into_iter().chain([
                    Cell::text(arm.name()),
                    Cell::text(axis),
                    Cell::text(kind),
                    Cell::text(form),
                    Cell::Count(first),
                    Cell::Count(last),
                    exact_rate(last, n, "no step was measured").into(),
                ]));
            }
        }
    }
    table
}

/// What the discrimination of a run rests on.
pub(super) struct Discrimination {
    pub(super) value: Result<Rate, String>,
    z: Cell,
    even: Result<Rate, String>,
    odd: Result<Rate, String>,
    overall: Result<Rate, String>,
}

pub(super) fn discrimination(views: &Views<'_>) -> Table {
    let columns = View::columns().into_iter().chain([
        Column::new("value", "Discrimination")
            .helped("P(tool for even values | value even) − P(tool for even values | value odd)"),
        Column::new("z", "z").helped("unpooled Wald"),
        Column::new("even_rate", "When even")
            .helped("how often the tool for even values is called on even values"),
        Column::new("odd_rate", "When odd")
            .helped("how often the tool for even values is called on odd values"),
        Column::new("overall_rate", "Overall"),
    ]);
    let mut table = Table::new("discrimination", "Whether the rule is followed at all", columns).noted(
        "Teacher-forced arm; replies that called neither tool are in the denominators. 1 is the rule applied, 0 the rule \
         ignored, below 0 its opposite. The overall rate alone can't tell these apart.",
    );
    for view in &views.runs {
        let found = measure_discrimination(views, view);
        table.push(view.cells().into_iter().chain([
            found.value.into(),
            found.z,
            found.even.into(),
            found.odd.into(),
            found.overall.into(),
        ]));
    }
    table
}

/// Measures how far the choice of tool follows the parity of the value.
pub(super) fn measure_discrimination(views: &Views<'_>, view: &View<'_>) -> Discrimination {
    if view.key.condition == Condition::Linear {
        let none =
            || Err("the order of the tools is announced, there is no rule of parity".to_owned());
        let z = Cell::undefined("the order of the tools is announced");
        return Discrimination {
            value: none(),
            z,
            even: none(),
            odd: none(),
            overall: none(),
        };
    }
    let row = |task: &TaskView<'_>| {
        let mut counts = [0_u32; 4];
        for seen in task.seen(Arm::TeacherForced) {
            let place = if seen.step.held_before.is_multiple_of(2) {
                0
            } else {
                2
            };
            counts[place] += u32::from(seen.measured.last.pick == Pick::Even);
            counts[place + 1] += 1;
        }
        counts
    };
    let statistics = |[even, even_n, odd, odd_n]: &[u64; 4]| {
        let (even, odd) = (ratio(*even, *even_n), ratio(*odd, *odd_n));
        [even.zip(odd).map(|(even, odd)| even - odd)]
    };
    let [value] = view.bootstrapped(views, "discrimination", row, statistics);
    let mut sums = [0_u64; 4];
    for task in &view.tasks {
        for (sum, count) in sums.iter_mut().zip(row(task)) {
            *sum += u64::from(count);
        }
    }
    let [even, even_n, odd, odd_n] = sums;
    let wald = difference(
        Proportion {
            successes: even,
            trials: even_n,
        },
        Proportion {
            successes: odd,
            trials: odd_n,
        },
        LEVEL,
    );
    let z = match wald.map(|wald| wald.z) {
        Some(Some(z)) => Cell::Number {
            value: z,
            digits: 2,
        },
        Some(None) => Cell::undefined("both rates are 0 or 1, so the standard error is 0"),
        None => Cell::undefined("no even or no odd value was measured"),
    };
    Discrimination {
        value: rate_cell(
            &value,
            even_n + odd_n,
            None,
            "no even or no odd value was measured",
        ),
        z,
        even: exact_rate(even, even_n, "no even value was measured"),
        odd: exact_rate(odd, odd_n, "no odd value was measured"),
        overall: exact_rate(even + odd, even_n + odd_n, "no step was measured"),
    }
}

/// The discrimination in words, for a mark's tooltip.
pub(super) fn discrimination_words(found: &Discrimination) -> String {
    match (&found.even, &found.odd) {
        (Ok(even), Ok(odd)) => format!(
            "the tool for even values on {} of even and {} of odd values",
            number_text(even.value, 3),
            number_text(odd.value, 3)
        ),
        _ => String::new(),
    }
}

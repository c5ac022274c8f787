//! Errors by step and by class, and whether the rule is followed at all.

use faultline_report::{Cell, Rate, Table, number_text};
use faultline_stats::{Proportion, difference, ratio};

use super::view::{LEVEL, Seen, TaskView, View, Views, count, exact_rate, rate_cell};
use crate::{
    Arm, Condition,
    score::{ArgumentError, Attempt, Pick, SelectionError},
};

/// The share of steps that are wrong by gold.
pub(super) fn step_error_rate(seen: &[Seen<'_>]) -> Result<Rate, String> {
    let errors = count(seen, &|seen| !seen.measured.gold);
    exact_rate(
        errors.into(),
        seen.len() as u64,
        "no such step was measured",
    )
}

/// The measured steps at each place of the chains of a depth.
pub(super) fn by_place<'a>(view: &View<'a>, depth: u32, arm: Arm) -> Vec<Vec<Seen<'a>>> {
    let mut places = vec![Vec::new(); depth as usize];
    for seen in view.seen_at(depth, arm) {
        places[seen.step.step as usize].push(seen);
    }
    places
}

pub(super) fn step_errors(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        ("depth", "Depth", ""),
        ("step", "Step", "from 0"),
        ("arm", "Arm", ""),
        ("errors", "Errors", "steps that do not agree with gold"),
        (
            "state_errors",
            "Errors by state",
            "steps that are not right for the value held",
        ),
        ("n", "Steps", ""),
        ("rate", "Error rate", "by gold"),
    ]);
    let mut table = Table::new("step_errors", "Errors by step", columns).noted(
        "A flat teacher-forced profile rules out the growth of the context as the cause; a rising free one shows propagation.",
    );
    for view in &views.runs {
        for depth in view.depths() {
            let [forced, free] = Arm::ALL.map(|arm| by_place(view, depth, arm));
            for (step, both) in (0_u64..).zip(forced.iter().zip(&free)) {
                for (arm, seen) in Arm::ALL.into_iter().zip([both.0, both.1]) {
                    let by_gold = count(seen, &|seen| !seen.measured.gold);
                    let by_state = count(seen, &|seen| !seen.measured.state);
                    table.push(view.row(vec![
                        Cell::Count(depth.into()),
                        Cell::Count(step),
                        Cell::text(arm.name()),
                        Cell::Count(by_gold.into()),
                        Cell::Count(by_state.into()),
                        Cell::Count(seen.len() as u64),
                        step_error_rate(seen).into(),
                    ]));
                }
            }
        }
    }
    table
}

/// Axis, kind and form of an error.
type Class = (&'static str, &'static str, &'static str);

/// Axis, kind and form of every error of an attempt.
fn classes(attempt: &Attempt) -> impl Iterator<Item = Class> {
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
    let columns = View::columns(&[
        ("arm", "Arm", ""),
        (
            "axis",
            "Axis",
            "what is wrong: the choice of tool, or the argument",
        ),
        ("kind", "Kind", ""),
        (
            "form",
            "Form",
            "syntactic: could not be executed; semantic: executed and wrong",
        ),
        ("first", "First attempts", "first attempts with this error"),
        ("count", "Steps", "steps whose last attempt has this error"),
        ("rate", "Share of steps", ""),
    ]);
    let mut table = Table::new("errors", "Errors by class", columns)
        .noted("Judged by the value held. A step can have an error on either axis, or on both.");
    for view in &views.runs {
        for arm in Arm::ALL {
            let mut counts: Vec<(Class, [u64; 2])> = Vec::new();
            let seen = view.seen(arm);
            let n = seen.len() as u64;
            for seen in seen {
                for (place, attempt) in [&seen.measured.first, &seen.measured.last]
                    .into_iter()
                    .enumerate()
                {
                    for class in classes(attempt) {
                        let known = counts.binary_search_by(|(known, _)| known.cmp(&class));
                        let row = known.unwrap_or_else(|row| {
                            counts.insert(row, (class, [0; 2]));
                            row
                        });
                        counts[row].1[place] += 1;
                    }
                }
            }
            for (class @ (axis, kind, form), [first, last]) in counts {
                let row = |task: &TaskView<'_>| {
                    let seen = task.seen(arm);
                    let has =
                        |seen: &Seen<'_>| classes(&seen.measured.last).any(|found| found == class);
                    [count(&seen, &has), count(&seen, &|_| true)]
                };
                let ([rate], _) =
                    view.bootstrapped(views, "errors", &row, &|[errors, n]| [ratio(*errors, *n)]);
                table.push(view.row(vec![
                    Cell::text(arm.name()),
                    Cell::text(axis),
                    Cell::text(kind),
                    Cell::text(form),
                    Cell::Count(first),
                    Cell::Count(last),
                    rate_cell(&rate, n, Some((last, n)), "no step was measured").into(),
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

pub(super) fn discrimination(views: &Views<'_>, found: &[Discrimination]) -> Table {
    let columns = View::columns(&[
        (
            "value",
            "Discrimination",
            "P(tool for even values | value even) − P(tool for even values | value odd)",
        ),
        ("z", "z", "unpooled Wald"),
        (
            "even_rate",
            "When even",
            "how often the tool for even values is called on even values",
        ),
        (
            "odd_rate",
            "When odd",
            "how often the tool for even values is called on odd values",
        ),
        ("overall_rate", "Overall", ""),
    ]);
    let mut table = Table::new("discrimination", "Whether the rule is followed at all", columns).noted(
        "Teacher-forced arm; replies that called neither tool are in the denominators. 1 is the rule applied, 0 the rule \
         ignored, below 0 its opposite. The overall rate alone can't tell these apart.",
    );
    for (view, found) in views.runs.iter().zip(found) {
        table.push(view.row(vec![
            found.value.clone().into(),
            found.z.clone(),
            found.even.clone().into(),
            found.odd.clone().into(),
            found.overall.clone().into(),
        ]));
    }
    table
}

/// Measures how far the choice of tool follows the parity of the value, for every run.
pub(super) fn measure_discrimination(views: &Views<'_>) -> Vec<Discrimination> {
    let of_run = |view| discrimination_of(views, view);
    views.runs.iter().map(of_run).collect()
}

fn discrimination_of(views: &Views<'_>, view: &View<'_>) -> Discrimination {
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
    let statistics = |&[even_right, even_n, odd_right, odd_n]: &[u64; 4]| {
        let (even, odd) = (ratio(even_right, even_n), ratio(odd_right, odd_n));
        let both = ratio(even_right + odd_right, even_n + odd_n);
        [even.zip(odd).map(|(even, odd)| even - odd), even, odd, both]
    };
    let ([value, even_rate, odd_rate, overall], [even, even_n, odd, odd_n]) =
        view.bootstrapped(views, "discrimination", &row, &statistics);
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
        even: rate_cell(
            &even_rate,
            even_n,
            Some((even, even_n)),
            "no even value was measured",
        ),
        odd: rate_cell(
            &odd_rate,
            odd_n,
            Some((odd, odd_n)),
            "no odd value was measured",
        ),
        overall: rate_cell(
            &overall,
            even_n + odd_n,
            Some((even + odd, even_n + odd_n)),
            "no step was measured",
        ),
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

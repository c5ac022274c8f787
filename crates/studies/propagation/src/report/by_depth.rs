//! p, g and L by depth, the sentence that sums them up, and the tasks that a wanted interval needs.

use faultline_report::{Cell, Mark, Rate, Table, number_text};
use faultline_stats::{Interval, bootstrap, ratio, tasks_for_width};

use super::severity::Severity;
use super::view::{LEVEL, TaskView, View, Views, count, rate_cell, records, stream_label};
use crate::Arm;

/// The widths of L's interval that the planning table asks for.
const WANTED: [f64; 2] = [0.2, 0.1];

/// What every depth of every run showed.
pub(super) struct Depths(Vec<Vec<DepthRow>>);

/// One depth of one run.
pub(super) struct DepthRow {
    pub(super) depth: u32,
    pub(super) tasks: u64,
    pub(super) p: Result<Rate, String>,
    pub(super) g: Result<Rate, String>,
    pub(super) loss: Result<Rate, String>,
    unmeasured: u64,
}

impl Depths {
    pub(super) fn measure(views: &Views<'_>) -> Self {
        let rows = |view: &View<'_>| {
            view.depths()
                .into_iter()
                .map(|depth| row(views, view, depth))
                .collect()
        };
        Self(views.runs.iter().map(rows).collect())
    }

    /// The rows of a run.
    pub(super) fn of_run(&self, run: usize) -> &[DepthRow] {
        &self.0[run]
    }

    pub(super) fn table(&self, views: &Views<'_>) -> Table {
        let columns = View::columns(&[
            ("depth", "Depth", "calls a task needs"),
            ("p", "p", "right with the right history before it"),
            ("g", "g", "right within the model's own history"),
            (
                "loss",
                "L = 1 − g/p",
                "share of its own clean accuracy that the model loses to its own earlier errors",
            ),
            (
                "n",
                "Steps",
                "measured steps of the free arm: depth times tasks",
            ),
            ("tasks", "Tasks", ""),
            (
                "unmeasured",
                "Not measured",
                "steps of either arm without a usable reply; in no denominator",
            ),
        ]);
        let mut table = Table::new("by_depth", "Accuracy and loss by depth", columns)
            .noted("89% intervals: percentile bootstrap over tasks, both arms of a task resampled together.");
        for (view, rows) in views.runs.iter().zip(&self.0) {
            for row in rows {
                let n = row.g.as_ref().map_or(0, |rate| rate.n);
                table.push(view.row(vec![
                    Cell::Count(row.depth.into()),
                    row.p.clone().into(),
                    row.g.clone().into(),
                    row.loss.clone().into(),
                    Cell::Count(n),
                    Cell::Count(row.tasks),
                    Cell::Count(row.unmeasured),
                ]));
            }
        }
        table
    }

    pub(super) fn planning(&self, views: &Views<'_>) -> Table {
        let columns = View::columns(&[
            ("depth", "Depth", ""),
            ("tasks", "Tasks", "tasks that were measured"),
            (
                "width",
                "Width of L's interval",
                "upper minus lower end of the 89% interval",
            ),
            ("wanted", "Wanted width", ""),
            ("needed", "Tasks needed", ""),
        ]);
        let mut table = Table::new("planning", "Tasks needed for a narrower interval", columns).noted(
            "From the measured width, which goes with one over the square root of the tasks; near 0 or 1 it promises too little.",
        );
        for (view, rows) in views.runs.iter().zip(&self.0) {
            for row in rows {
                for wanted in WANTED {
                    table.push(view.row(planned(row, wanted)));
                }
            }
        }
        table
    }

    /// The loss at the deepest depth that has one, in a sentence: of one run with what the state rule says beside it, of several
    /// side by side, up to three.
    pub(super) fn headline(&self, views: &Views<'_>, severities: &[Severity]) -> String {
        let percent = |rate: &Rate| {
            let [value, lo, hi] =
                [rate.value, rate.lo, rate.hi].map(|value| number_text(value * 100.0, 0));
            format!("{value}% [{lo}, {hi}]")
        };
        let found: Vec<_> = views
            .runs
            .iter()
            .zip(&self.0)
            .zip(severities)
            .filter_map(|((view, rows), severity)| {
                let mut deepest = rows.iter().rev();
                let (row, loss) = deepest.find_map(|row| Some((row, row.loss.as_ref().ok()?)))?;
                Some((view, row, loss, severity))
            })
            .collect();
        match found.as_slice() {
            [] => "No loss can be given: no step was right with the right history before it, or none was measured.".into(),
            [(view, row, loss, severity)] => {
                // The matched estimate: the plain one has mixed in it that late steps are poisoned more often.
                let by_state = severity.matched.as_ref().map_or(String::new(), |state| {
                    format!(
                        "; over all depths and by the value that it holds, a poisoned step loses {} against clean steps of the same positions",
                        percent(state)
                    )
                });
                format!(
                    "By gold scoring, at depth {} {} loses {} of its own clean accuracy to its own earlier errors ({} steps, \
                     {} tasks){by_state}.",
                    row.depth,
                    view.label(),
                    percent(loss),
                    loss.n,
                    row.tasks,
                )
            }
            several => {
                let shown = several.iter().take(3).map(|(view, row, loss, _)| {
                    format!(
                        "{} {} at depth {} ({} steps)",
                        view.label(),
                        percent(loss),
                        row.depth,
                        loss.n
                    )
                });
                let more = match several.len().saturating_sub(3) {
                    0 => String::new(),
                    more => format!("; {more} more in the table"),
                };
                format!(
                    "Lost of their own clean accuracy to their own earlier errors, by gold scoring: {}{more}.",
                    shown.collect::<Vec<_>>().join("; "),
                )
            }
        }
    }
}

fn planned(row: &DepthRow, wanted: f64) -> Vec<Cell> {
    let none = || Cell::undefined("the loss has no interval to start from");
    let (width, needed) = match &row.loss {
        Err(_) => (none(), none()),
        Ok(loss) => {
            let interval = Interval {
                lo: loss.lo,
                hi: loss.hi,
                level: LEVEL,
            };
            let needed = tasks_for_width(&interval, row.tasks, wanted);
            (
                Cell::number(interval.width()),
                needed.map_or_else(
                    || Cell::undefined("no resample differs: the width says nothing of the spread"),
                    Cell::Count,
                ),
            )
        }
    };
    vec![
        Cell::Count(row.depth.into()),
        Cell::Count(row.tasks),
        width,
        Cell::Number {
            value: wanted,
            digits: 2,
        },
        needed,
    ]
}

/// Of either arm of a task, teacher-forced first: steps right by gold, and steps measured.
pub(super) fn counts(task: &TaskView<'_>) -> [u32; 4] {
    let mut counts = [0; 4];
    for (place, arm) in Arm::ALL.into_iter().enumerate() {
        let seen = task.seen(arm);
        counts[2 * place] = count(&seen, &|seen| seen.measured.gold);
        counts[2 * place + 1] = count(&seen, &|_| true);
    }
    counts
}

fn row(views: &Views<'_>, view: &View<'_>, depth: u32) -> DepthRow {
    let rows: Vec<[u32; 4]> = view.of_depth(depth).map(counts).collect();
    let label = stream_label(&format!("by_depth/{depth}"));
    let statistics = |[p, p_n, g, g_n]: &[u64; 4]| {
        let (p, g) = (ratio(*p, *p_n), ratio(*g, *g_n));
        let loss = p.filter(|p| *p > 0.0).zip(g).map(|(p, g)| 1.0 - g / p);
        [p, g, loss]
    };
    let statistics: &dyn Fn(&[u64; 4]) -> [Option<f64>; 3] = &statistics;
    let [p, g, loss] = bootstrap(&[&rows], &views.bootstrap_settings(&label), statistics);
    let total = |place: usize| rows.iter().map(|row| u64::from(row[place])).sum::<u64>();
    let (p_n, g_n) = (total(1), total(3));
    let unmeasured = view
        .of_depth(depth)
        .flat_map(|task| Arm::ALL.into_iter().flat_map(|arm| task.steps(arm)))
        .filter(|step| step.measured.is_err())
        .count() as u64;
    let no_loss = if p_n == 0 || g_n == 0 {
        "no step was measured in both arms"
    } else {
        "no step was right with the right history before it"
    };
    DepthRow {
        depth,
        tasks: rows.len() as u64,
        p: rate_cell(&p, p_n, Some((total(0), p_n)), "no step was measured"),
        g: rate_cell(&g, g_n, Some((total(2), g_n)), "no step was measured"),
        loss: rate_cell(&loss, g_n, None, no_loss),
        unmeasured,
    }
}

/// A mark at a depth that stands for all measured steps of an arm.
pub(super) fn depth_mark(
    view: &View<'_>,
    depth: u32,
    arm: Arm,
    rate: &Result<Rate, String>,
) -> Mark {
    Mark {
        x: depth.into(),
        label: format!("depth {depth}"),
        ..Mark::of(rate, records(&view.seen_at(depth, arm)))
    }
}

//! p, g and L by depth, the sentence that sums them up, and the tasks that a wanted interval needs.

use faultline_report::{Cell, Column, Mark, Rate, Table, number_text};
use faultline_stats::{Interval, tasks_for_width};

use super::view::{LEVEL, Seen, View, Views, count, rate_cell, ratio, stream_label};
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
        let columns = View::columns().into_iter().chain([
            Column::new("depth", "Depth").helped("calls a task needs"),
            Column::new("p", "p").helped("right with the right history before it"),
            Column::new("g", "g").helped("right within the model's own history"),
            Column::new("loss", "L = 1 − g/p").helped(
                "share of its own clean accuracy that the model loses to its own earlier errors",
            ),
            Column::new("n", "Steps").helped("measured steps of the free arm: depth times tasks"),
            Column::new("tasks", "Tasks"),
            Column::new("unmeasured", "Not measured")
                .helped("steps of either arm without a usable reply; in no denominator"),
        ]);
        let mut table = Table::new("by_depth", "Accuracy and loss by depth", columns)
            .noted("89% intervals: percentile bootstrap over tasks, both arms of a task resampled together.");
        for (view, rows) in views.runs.iter().zip(&self.0) {
            for row in rows {
                let n = row.g.as_ref().map_or(0, |rate| rate.n);
                table.push(view.cells().into_iter().chain([
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
        let columns = View::columns().into_iter().chain([
            Column::new("depth", "Depth"),
            Column::new("tasks", "Tasks").helped("tasks that were measured"),
            Column::new("width", "Width of L's interval")
                .helped("upper minus lower end of the 89% interval"),
            Column::new("wanted", "Wanted width"),
            Column::new("needed", "Tasks needed"),
        ]);
        let mut table = Table::new("planning", "Tasks needed for a narrower interval", columns).noted(
            "From the measured width, which goes with one over the square root of the tasks; near 0 or 1 it promises too little.",
        );
        for (view, rows) in views.runs.iter().zip(&self.0) {
            for row in rows {
                for wanted in WANTED {
                    table.push(view.cells().into_iter().chain(planned(row, wanted)));
                }
            }
        }
        table
    }

    /// The deepest depth with a loss, in a sentence, for up to three runs.
    pub(super) fn headline(&self, views: &Views<'_>) -> String {
        let mut sentences: Vec<String> = views
            .runs
            .iter()
            .zip(&self.0)
            .filter_map(|(view, rows)| {
                let (row, loss) = rows.iter().rev().find_map(|row| Some((row, row.loss.as_ref().ok()?)))?;
                let percent = |value: f64| number_text(value * 100.0, 0);
                Some(format!(
                    "At depth {} {} loses {}% [{}, {}] of its own clean accuracy to its own earlier errors ({} steps, {} tasks).",
                    row.depth,
                    view.label(),
                    percent(loss.value),
                    percent(loss.lo),
                    percent(loss.hi),
                    loss.n,
                    row.tasks,
                ))
            })
            .collect();
        let more = sentences.len().saturating_sub(3);
        sentences.truncate(3);
        if more > 0 {
            sentences.push(format!("{more} more runs stand in the tables."));
        }
        if sentences.is_empty() {
            return "No loss can be given: no step was right with the right history before it, or none was measured.".into();
        }
        sentences.join(" ")
    }
}

fn planned(row: &DepthRow, wanted: f64) -> [Cell; 5] {
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
    [
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

fn row(views: &Views<'_>, view: &View<'_>, depth: u32) -> DepthRow {
    let right = |seen: &Seen<'_>| seen.measured.gold;
    let counts = |task: &super::view::TaskView<'_>| {
        if task.key.depth != depth {
            return [0; 4];
        }
        let [p, g] = Arm::ALL.map(|arm| {
            (
                count(task.seen(arm), right),
                count(task.seen(arm), |_| true),
            )
        });
        [p.0, p.1, g.0, g.1]
    };
    let rows: Vec<[u32; 4]> = view.of_depth(depth).map(counts).collect();
    let label = stream_label(&format!("by_depth/{depth}"));
    let statistics = |[p, p_n, g, g_n]: &[u64; 4]| {
        let (p, g) = (ratio(*p, *p_n), ratio(*g, *g_n));
        let loss = p.filter(|p| *p > 0.0).zip(g).map(|(p, g)| 1.0 - g / p);
        [p, g, loss]
    };
    let [p, g, loss] =
        faultline_stats::bootstrap(&[&rows], &views.bootstrap_settings(&label), statistics);
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
    let records = view
        .of_depth(depth)
        .flat_map(|task| task.seen(arm))
        .map(|seen| seen.record);
    Mark {
        x: depth.into(),
        label: format!("depth {depth}"),
        ..mark(rate, records)
    }
}

/// A mark of a rate and the records behind it; an undefined one has none.
pub(super) fn mark(rate: &Result<Rate, String>, records: impl Iterator<Item = u32>) -> Mark {
    match rate {
        Ok(rate) => Mark {
            y: Some(rate.value),
            lo: Some(rate.lo),
            hi: Some(rate.hi),
            n: rate.n,
            note: rate.method.clone(),
            records: records.collect(),
            ..Mark::default()
        },
        Err(why) => Mark {
            note: format!("undefined: {why}"),
            ..Mark::default()
        },
    }
}

//! Runs as the tables need them: steps with their records, task by task.

use faultline_report::{Cell, Column, Rate, Run};
use faultline_stats::{
    Bootstrap, Bootstrapped, Level, Method, bootstrap, clopper_pearson, exact_words, ratio,
};

use super::ReportOptions;
use crate::{
    Arm, RunKey, RunTally, Step, Tally,
    score::Measured,
    tally::{Task, TaskKey},
};

/// The level of all intervals but where a table says otherwise.
pub(super) const LEVEL: Level = Level::EIGHTY_NINE;

/// A record: one step of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRef {
    /// The run.
    pub run: RunKey,
    /// The task.
    pub task: TaskKey,
    /// The arm.
    pub arm: Arm,
    /// The step, from 0.
    pub step: u32,
}

/// All runs.
pub(super) struct Views<'a> {
    pub(super) runs: Vec<View<'a>>,
    pub(super) records: Vec<RecordRef>,
    pub(super) options: ReportOptions,
}

/// One run.
pub(super) struct View<'a> {
    pub(super) key: &'a RunKey,
    pub(super) tally: &'a RunTally,
    /// The condition as rows show it, with the settings in which runs differ that it would not tell apart.
    pub(super) condition: String,
    /// In the order of their keys.
    pub(super) tasks: Vec<TaskView<'a>>,
}

/// One task of a run, with the places of its records.
#[derive(Clone, Copy)]
pub(super) struct TaskView<'a> {
    pub(super) key: TaskKey,
    task: &'a Task,
    first_record: [u32; 2],
}

/// A measured step.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) step: &'a Step,
    pub(super) measured: &'a Measured,
    pub(super) record: u32,
}

impl<'a> Views<'a> {
    pub(super) fn new(tally: &'a Tally, options: ReportOptions) -> Self {
        let mut records = Vec::new();
        let runs = tally.runs.iter().map(|(key, run)| View {
            key,
            tally: run,
            condition: condition_label(key, tally),
            tasks: run
                .tasks
                .iter()
                .map(|(task_key, task)| task_view(key, *task_key, task, &mut records))
                .collect(),
        });
        let runs: Vec<View<'a>> = runs.collect();
        Self {
            runs,
            records,
            options,
        }
    }

    pub(super) fn bootstrap_settings<'l>(&self, label: &'l str) -> Bootstrap<'l> {
        Bootstrap {
            resamples: self.options.resamples,
            level: LEVEL,
            seed: 0,
            label,
        }
    }
}

fn task_view<'a>(
    run: &RunKey,
    key: TaskKey,
    task: &'a Task,
    records: &mut Vec<RecordRef>,
) -> TaskView<'a> {
    let first_record = Arm::ALL.map(|arm| {
        let first = u32::try_from(records.len()).unwrap_or(u32::MAX);
        records.extend(task.arm(arm).iter().map(|step| RecordRef {
            run: run.clone(),
            task: key,
            arm,
            step: step.step,
        }));
        first
    });
    TaskView {
        key,
        task,
        first_record,
    }
}

/// The condition, and each setting in which any two runs of the report differ, so that no two rows look alike that are not.
fn condition_label(key: &RunKey, tally: &Tally) -> String {
    let all = || tally.runs.keys();
    let mut label = key.condition.name().to_owned();
    let mut tell_apart = |differs: bool, text: String| {
        if differs {
            label.push_str(", ");
            label.push_str(&text);
        }
    };
    tell_apart(
        all().any(|other| other.distractors != key.distractors),
        format!("{} distractors", key.distractors),
    );
    tell_apart(
        all().any(|other| other.examples != key.examples),
        format!("{} examples", key.examples),
    );
    tell_apart(
        all().any(|other| other.retries != key.retries),
        format!("{} retries", key.retries),
    );
    tell_apart(
        all().any(|other| other.reading != key.reading),
        format!("{} reading", key.reading.name()),
    );
    tell_apart(
        all().any(|other| other.sampling != key.sampling),
        key.sampling.clone(),
    );
    label
}

impl<'a> TaskView<'a> {
    /// The steps of an arm, measured or not.
    pub(super) fn steps(&self, arm: Arm) -> &'a [Step] {
        self.task.arm(arm)
    }

    /// The measured steps of an arm.
    pub(super) fn seen(&self, arm: Arm) -> Vec<Seen<'a>> {
        let mut seen = Vec::new();
        self.add_seen(arm, &mut seen);
        seen
    }

    fn add_seen(&self, arm: Arm, seen: &mut Vec<Seen<'a>>) {
        let first = self.first_record[usize::from(arm == Arm::Free)];
        for (step, record) in self.steps(arm).iter().zip(first..) {
            if let Ok(measured) = &step.measured {
                seen.push(Seen {
                    step,
                    measured,
                    record,
                });
            }
        }
    }
}

impl<'a> View<'a> {
    /// The columns by which rows of all tables are told apart, and those of one table: id, title, help.
    pub(super) fn columns(own: &[(&str, &str, &str)]) -> Vec<Column> {
        Run::columns(own)
    }

    /// The cells under the shared columns, and those under a table's own.
    pub(super) fn row(&self, own: Vec<Cell>) -> Vec<Cell> {
        let mut row = Vec::from(self.cells());
        row.extend(own);
        row
    }

    /// The cells under the shared columns.
    pub(super) fn cells(&self) -> [Cell; 3] {
        [
            Cell::text(&self.key.model),
            Cell::text(&self.condition),
            Cell::text(self.key.mode.name()),
        ]
    }

    /// The name for a figure: the model, and condition and mode where they are not the usual ones.
    pub(super) fn label(&self) -> String {
        let mut label = self.key.model.clone();
        if self.condition != "routing" {
            label = format!("{label} · {}", self.condition);
        }
        if self.key.mode != faultline_core::CallingMode::Prompted {
            label = format!("{label} · {}", self.key.mode.name());
        }
        label
    }

    /// The depths that were begun.
    pub(super) fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = self.tasks.iter().map(|task| task.key.depth).collect();
        depths.dedup();
        depths
    }

    /// A task.
    pub(super) fn task(&self, key: TaskKey) -> Option<&TaskView<'a>> {
        let place = self
            .tasks
            .binary_search_by(|task| task.key.cmp(&key))
            .ok()?;
        Some(&self.tasks[place])
    }

    /// The tasks of a depth.
    pub(super) fn of_depth(&self, depth: u32) -> impl Iterator<Item = &TaskView<'a>> {
        self.tasks
            .iter()
            .filter(move |task| task.key.depth == depth)
    }

    /// The measured steps of an arm, of all tasks.
    pub(super) fn seen(&self, arm: Arm) -> Vec<Seen<'a>> {
        let mut seen = Vec::new();
        for task in &self.tasks {
            task.add_seen(arm, &mut seen);
        }
        seen
    }

    /// The measured steps of an arm, of the tasks of a depth.
    pub(super) fn seen_at(&self, depth: u32, arm: Arm) -> Vec<Seen<'a>> {
        let mut seen = Vec::new();
        for task in self.of_depth(depth) {
            task.add_seen(arm, &mut seen);
        }
        seen
    }

    /// Statistics of counts that are added up over tasks (one stratum a depth), with their bootstrap intervals, and the sums.
    ///
    /// The functions are behind references, so that the machinery is compiled once for all tables.
    pub(super) fn bootstrapped<const K: usize, const S: usize>(
        &self,
        views: &Views<'_>,
        name: &str,
        row: &dyn Fn(&TaskView<'a>) -> [u32; K],
        statistics: &dyn Fn(&[u64; K]) -> [Option<f64>; S],
    ) -> ([Bootstrapped; S], [u64; K]) {
        let mut strata = Vec::new();
        let mut sums = [0_u64; K];
        for depth in self.depths() {
            let mut stratum = Vec::new();
            for task in self.of_depth(depth) {
                let counts = row(task);
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum += u64::from(count);
                }
                stratum.push(counts);
            }
            strata.push(stratum);
        }
        let strata: Vec<&[[u32; K]]> = strata.iter().map(Vec::as_slice).collect();
        let label = stream_label(name);
        let found = bootstrap(&strata, &views.bootstrap_settings(&label), statistics);
        (found, sums)
    }
}

/// What tells a statistic's random draws apart: one stream whatever the model, so that runs that share tasks are resampled alike.
pub(super) fn stream_label(statistic: &str) -> String {
    format!("propagation/{statistic}")
}

/// How many steps a test picks.
pub(super) fn count(seen: &[Seen<'_>], test: &dyn Fn(&Seen<'_>) -> bool) -> u32 {
    let picked = seen.iter().filter(|seen| test(seen));
    u32::try_from(picked.count()).unwrap_or(u32::MAX)
}

/// The records of some steps.
pub(super) fn records(seen: &[Seen<'_>]) -> Vec<u32> {
    seen.iter().map(|seen| seen.record).collect()
}

/// A bootstrapped statistic as a cell, or why it is undefined. `exact` is successes and trials, for the interval that stands beside
/// the bootstrap's where that has no width or rests on fewer than ten tasks.
pub(super) fn rate_cell(
    bootstrapped: &Bootstrapped,
    n: u64,
    exact: Option<(u64, u64)>,
    why: &str,
) -> Result<Rate, String> {
    let beside = || exact.and_then(|(successes, trials)| exact_words(successes, trials, LEVEL));
    let interval = bootstrapped.interval_beside(Method::Bootstrap, LEVEL, beside);
    Rate::bootstrapped(bootstrapped, n, interval, why)
}

/// A share with its exact interval.
pub(super) fn exact_rate(successes: u64, trials: u64, why: &str) -> Result<Rate, String> {
    let value = ratio(successes, trials).ok_or_else(|| why.to_owned())?;
    let interval = clopper_pearson(successes, trials, LEVEL).ok_or_else(|| why.to_owned())?;
    Ok(Rate {
        value,
        n: trials,
        lo: interval.lo,
        hi: interval.hi,
        method: format!("Clopper-Pearson, {}%", LEVEL.percent()).into(),
    })
}

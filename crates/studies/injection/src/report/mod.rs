//! Tables and figures of any number of runs and result files.

mod correctness;
mod figures;
mod frontier;
mod interception;
mod outcomes;
mod people;
mod rates;
mod stages;
mod tools;
mod view;

use faultline_core::is_simulated;
use faultline_report::{Report, Run, SIMULATED, number_text};
use faultline_stats::{Method, clopper_pearson, ratio};
use serde::{Deserialize, Serialize};

pub use self::{people::kappa_by_task, view::RecordRef};
use self::{
    rates::{LEVEL, PERCENT},
    stages::{Stages, is_injected},
    view::Views,
};
use crate::{EpisodeKey, RunKey, Tally, tally::Record};

/// What bootstraps draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Draws {
    /// This project's own streams: episodes in the order of their tasks, the same for models that share them.
    #[default]
    Own,
    /// `NumPy`'s `default_rng(seed).choice`, episodes in the order of their file: the paper's own intervals.
    NumPy,
}

/// The seed of every bootstrap.
const SEED: u64 = 42;

/// How a report is made: how it resamples, and which judge it goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// Resamples of every bootstrap.
    pub resamples: u32,
    /// What they draw with.
    pub draws: Draws,
    /// The judge that figures and single rows go by; absent for the one that knows most, where it judged anything.
    pub judge: Option<String>,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self {
            resamples: 1000,
            draws: Draws::Own,
            judge: None,
        }
    }
}

/// The report of some runs, and the records that its marks name.
pub fn report(tally: &Tally, options: &ReportOptions) -> (Report, Vec<RecordRef>) {
    let views = Views::new(tally, options);
    let stages = stages::measure(&views);
    let agreements = people::measure(&views);
    let frontiers = frontier::measure(&views);
    let tools = tools::measure(&views);
    let mut tables = vec![
        stages::stage_reach(&views, &stages),
        correctness::correctness(&views),
        stages::rejection_recovery(&views, &stages),
        stages::independence(&views, &stages),
        tools::tool_use(&views, &tools),
        people::judges(&views, &agreements),
        people::confusion(&views, &agreements),
        people::calibrated(&views, &stages, &agreements),
        interception::interceptor(&views),
        frontier::table(&views, &frontiers),
        outcomes::propagation_score(&views),
        outcomes::three_ways(&views),
    ];
    tables.extend(outcomes::turns(&views));
    let report = Report {
        study: "injection".into(),
        app: env!("CARGO_PKG_VERSION").into(),
        runs: tally
            .runs
            .iter()
            .map(|(key, episodes)| describe(key, episodes.iter()))
            .collect(),
        headline: headline(&views, &stages),
        notes: notes(tally, &views),
        tables,
        figures: figures::figures(&views, &stages, &agreements, &frontiers, &tools),
    };
    (report, views.records)
}

fn describe<'a>(key: &RunKey, episodes: impl Iterator<Item = (&'a EpisodeKey, &'a Record)>) -> Run {
    let mut conditions: Vec<&str> = Vec::new();
    let mut tasks: Vec<&str> = Vec::new();
    let (mut n, mut unmeasured) = (0, 0);
    for (episode, record) in episodes {
        conditions.push(&episode.condition);
        tasks.push(&episode.task);
        n += 1;
        unmeasured += u64::from(record.evidence.unmeasured.is_some());
    }
    conditions.dedup();
    tasks.sort_unstable();
    tasks.dedup();
    let conditions = conditions.join(" and ");
    Run {
        model: key.model.clone(),
        simulated: is_simulated(&key.model),
        mode: match &key.terms {
            None => String::new(),
            Some(terms) => terms.mode.name().into(),
        },
        condition: conditions.clone(),
        settings: match &key.terms {
            None => format!("result file, condition {conditions}"),
            Some(terms) => format!(
                "condition {conditions}, {} calls, {} reading, monitor at {}, {} steps, {} examples, {}",
                terms.mode.name(),
                terms.reading.name(),
                terms.preset.thresholds(),
                terms.steps,
                terms.examples,
                terms.sampling,
            ),
        },
        tasks: tasks.len() as u64,
        replies: n - unmeasured,
        unmeasured,
    }
}

/// Of all calls that were changed, how many end in a wrong answer; and what people and the monitor say to it where they were asked.
fn headline(views: &Views<'_>, stages: &[Stages<'_, '_>]) -> String {
    let Some(judge) = views.judges.first() else {
        return "Nothing can be said of right and wrong: nobody judged any answer.".into();
    };
    let mut by_task = std::collections::BTreeMap::<&str, [u32; 2]>::new();
    for group in stages.iter().map(|stages| stages.group) {
        for seen in group.seen.iter().filter(|seen| is_injected(seen)) {
            if let Some(right) = seen.verdict(judge) {
                let task = by_task.entry(&seen.evidence.task).or_default();
                task[0] += u32::from(!right);
                task[1] += 1;
            }
        }
    }
    let rows: Vec<[u32; 2]> = by_task.into_values().collect();
    let n = rows.iter().map(|row| u64::from(row[1])).sum();
    let [found] = views.resampled("headline", &rows, &|[wrong, n]| [ratio(*wrong, *n)]);
    match views.cell(&found, n, || None, "no call was changed and judged") {
        Ok(rate) => {
            let percent = |value: f64| number_text(value * 100.0, 0);
            let wrong = rows.iter().map(|row| u64::from(row[0])).sum();
            let exact = clopper_pearson(wrong, n, LEVEL).filter(|_| found.needs_exact());
            let (lo, hi, method) = match exact {
                Some(exact) => (exact.lo, exact.hi, Method::ClopperPearson.name()),
                None => (rate.lo, rate.hi, views.method().name()),
            };
            format!(
                "Of {n} changed calls, {}% [{}, {}] end in a wrong answer by {judge} ({PERCENT} interval, {method}){}.",
                percent(rate.value),
                percent(lo),
                percent(hi),
                without_injection(stages, judge),
            )
        }
        Err(why) => format!("How far errors travel can't be said: {why}."),
    }
}

/// How often the answers of episodes without an injection are wrong, as a clause to stand beside those with one.
fn without_injection(stages: &[Stages<'_, '_>], judge: &str) -> String {
    let seen = stages.iter().flat_map(|stages| &stages.group.seen);
    let verdicts: Vec<bool> = seen
        .filter(|seen| !is_injected(seen))
        .filter_map(|seen| seen.verdict(judge))
        .collect();
    let wrong = verdicts.iter().filter(|right| !**right).count();
    match verdicts.len() {
        0 => String::new(),
        n => format!("; without a change {wrong} of {n} do"),
    }
}

fn notes(tally: &Tally, views: &Views<'_>) -> Vec<String> {
    let mut notes = vec![
        "S1: a call was emitted and changed. S2: the changed call ran, and what it returned differs from what the planned call returns. S3: the \
         answer is wrong under the judge that the row names. An episode without a call can't be injected: it is an outcome of its own."
            .to_owned(),
    ];
    let has = |test: &dyn Fn(&crate::Evidence) -> bool| {
        tally
            .episodes()
            .any(|(run, _, evidence)| run.is_imported() && test(evidence))
    };
    if has(&|evidence| evidence.stages.is_some()) {
        notes.push(
            "Result files: S1 is eps ≥ 1 and S2 is eps ≥ 2. Their eps counts an answer that the substring heuristic calls wrong as a stage, so \
             S2 depends on whether the answer was right, and S1 = 0 holds both episodes without a call and episodes whose call was changed \
             and whose answer the heuristic calls right. 1 − S1 is not pure rejection."
                .into(),
        );
        notes.push(
            "Compare right answers without and with an injection only under one judge on the same tasks. The paper's Table 5 has its baseline by \
             the heuristic and its injected arm by the ensemble."
                .into(),
        );
    }
    if views
        .groups
        .iter()
        .any(|group| view::is_monitored(group.condition))
    {
        notes.push(
            "The monitor's arms ran separately: what differs between them is in part noise between runs, which the table of the monitor counts."
                .into(),
        );
    }
    let labelled = people::labelled(views);
    if !tally.labels.is_empty() {
        notes.push(format!(
            "{} labels; they meet {labelled} answers of these runs.",
            tally.labels.len()
        ));
    }
    if tally.runs.keys().any(|run| is_simulated(&run.model)) {
        notes.push(SIMULATED.into());
    }
    notes
}

//! Tables and figures of any number of runs.

mod by_depth;
#[cfg(feature = "nuts")]
mod chains;
mod contrasts;
mod errors;
mod figures;
mod fit;
mod position;
mod severity;
mod view;

use faultline_core::{CallingMode, ReadingRule, is_simulated};
use faultline_report::{Report, Run, SIMULATED};

#[cfg(feature = "nuts")]
pub use self::chains::Chains;
pub use self::view::RecordRef;
use self::{
    by_depth::Depths,
    severity::Severity,
    view::{View, Views},
};
use crate::Tally;

/// How a report resamples: how often, and by which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// Resamples of every bootstrap.
    pub resamples: u32,
    /// Whether the posterior is sampled by Markov chains as well; while a run grows it is not.
    pub chains: bool,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self {
            resamples: 10_000,
            chains: true,
        }
    }
}

/// What tables and figures both show, measured once.
struct Findings {
    by_depth: Depths,
    /// One entry a run, as the others.
    severities: Vec<Severity>,
    discriminations: Vec<errors::Discrimination>,
    fits: Vec<[fit::Fit; 2]>,
}

/// The report of some runs, and the records that its marks name.
pub fn report(tally: &Tally, options: ReportOptions) -> (Report, Vec<RecordRef>) {
    let views = Views::new(tally, options);
    let findings = Findings {
        by_depth: Depths::measure(&views),
        severities: severity::measure(&views),
        discriminations: errors::measure_discrimination(&views),
        fits: fit::measure_fits(&views),
    };
    let by_depth = &findings.by_depth;
    let tables = vec![
        by_depth.table(&views),
        severity::table(&views, &findings.severities),
        position::recovery(&views),
        position::lag(&views),
        position::terminal_share(&views),
        errors::step_errors(&views),
        errors::errors(&views),
        errors::discrimination(&views, &findings.discriminations),
        fit::identity(&views),
        fit::fit(&views, &findings.fits),
        contrasts::contrasts(&views),
        by_depth.planning(&views),
    ];
    let mut report = Report {
        notes: notes(tally, options),
        tables,
        figures: figures::figures(&views, &findings),
        ..headed(&views, by_depth, &findings.severities)
    };
    sample(tally, options, &mut report);
    (report, views.records)
}

/// Runs all chains and puts what they show into the report, where that is asked for.
#[cfg(feature = "nuts")]
fn sample(tally: &Tally, options: ReportOptions, report: &mut Report) {
    if options.chains {
        let mut chains = Chains::new(tally, options);
        while chains.advance() {}
        chains.fill(report);
    }
}

#[cfg(not(feature = "nuts"))]
fn sample(_: &Tally, _: ReportOptions, _: &mut Report) {}

/// The report's headline and first figure alone, as [`report`] has them.
pub fn overview(tally: &Tally, options: ReportOptions) -> Report {
    let views = Views::new(tally, options);
    let by_depth = Depths::measure(&views);
    Report {
        figures: vec![figures::curves(&views, &by_depth)],
        ..headed(&views, &by_depth, &severity::measure(&views))
    }
}

/// A report with what it is of, and nothing below its headline.
fn headed(views: &Views<'_>, by_depth: &Depths, severities: &[Severity]) -> Report {
    Report {
        study: "propagation".into(),
        app: env!("CARGO_PKG_VERSION").into(),
        runs: views.runs.iter().map(describe).collect(),
        headline: by_depth.headline(views, severities),
        ..Report::default()
    }
}

fn describe(view: &View<'_>) -> Run {
    let (key, run) = (view.key, view.tally);
    let mut seeds: Vec<u64> = Vec::new();
    for task in run.tasks.keys() {
        if let Err(place) = seeds.binary_search(&task.seed) {
            seeds.insert(place, task.seed);
        }
    }
    let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
    Run {
        model: key.model.clone(),
        simulated: is_simulated(&key.model),
        condition: view.condition.clone(),
        mode: key.mode.name().into(),
        settings: format!(
            "condition {}, {} calls, {} reading, {} distractors, {} examples, {} retries, {}, seed {}",
            key.condition.name(),
            CallingMode::name(key.mode),
            ReadingRule::name(key.reading),
            key.distractors,
            key.examples,
            key.retries,
            key.sampling,
            seeds.join(" and "),
        ),
        tasks: run.tasks.len() as u64,
        ..Run::default()
    }
}

fn notes(tally: &Tally, options: ReportOptions) -> Vec<String> {
    let mut notes = vec![
        "p is the share of steps right with the right history before them (teacher-forced), g the share right within the \
         model's own history (free), L = 1 − g/p the loss to its own earlier errors. All steps of all tasks of a depth are \
         pooled. Intervals are 89% unless a table says otherwise."
            .to_owned(),
        "Gold scoring asks whether a call agrees with the chain that was right from the start. After a divergence that \
         chain's values are results the model never saw, so a poisoned step can agree with it by chance only: severity by gold is \
         1 by construction of the rule. State scoring asks whether a call is right for the value that the model holds."
            .to_owned(),
    ];
    notes.push(format!(
        "Every bootstrap interval is of {} resamples.",
        options.resamples
    ));
    if tally.runs.keys().any(|key| is_simulated(&key.model)) {
        notes.push(SIMULATED.into());
    }
    notes
}

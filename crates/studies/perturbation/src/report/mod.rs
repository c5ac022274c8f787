//! Tables and figures of any number of runs.

mod decisions;
mod failures;
mod figures;
mod leaderboard;
mod mixed;
mod people;
mod rates;
mod subtypes;
mod validation;
mod view;

use std::collections::BTreeSet;

use faultline_core::is_simulated;
use faultline_report::{Report, Run, SIMULATED, number_text};
use faultline_stats::Resampling;

pub use self::view::RecordRef;
use self::{
    leaderboard::Standing,
    view::{Group, Views},
};
use crate::{Family, Tally};

/// How a report resamples: how often, and by which seed.
pub type ReportOptions = Resampling;

/// The report of some runs, and the records that its marks name.
pub fn report(tally: &Tally, options: &ReportOptions) -> (Report, Vec<RecordRef>) {
    let views = Views::new(tally, options);
    let standings = leaderboard::measure(&views);
    let pairs = mixed::measure(&views);
    let report = Report {
        study: "perturbation".into(),
        app: env!("CARGO_PKG_VERSION").into(),
        runs: views.groups.iter().map(describe).collect(),
        headline: headline(&standings),
        notes: notes(&views),
        tables: vec![
            leaderboard::leaderboard(&views, &standings),
            leaderboard::family_severity(&views, &standings),
            subtypes::subtypes(&views, &standings),
            subtypes::tools(&views),
            failures::primary_errors(&views),
            failures::attribution(&views),
            decisions::runtime_decisions(&views),
            decisions::alias_ablation(&views),
            mixed::table(&views, &pairs),
            subtypes::non_monotonic(&views),
            validation::recoverability(&views),
            validation::counterfactual(&views),
            validation::interventions(&views),
            people::human_agreement(&views),
        ],
        figures: figures::figures(&views, &standings, &pairs),
    };
    (report, views.records)
}

fn describe(group: &Group<'_>) -> Run {
    let run = group.run;
    let anchors: BTreeSet<_> = group.seen.iter().map(|seen| seen.anchor).collect();
    Run {
        model: run.model.clone(),
        simulated: is_simulated(&run.model),
        mode: run.mode.name().into(),
        condition: String::new(),
        settings: format!(
            "{} calls, {} reading, {}{}",
            run.mode.name(),
            run.reading.name(),
            run.sampling,
            view::examples(run)
        ),
        tasks: anchors.len() as u64,
        replies: group
            .seen
            .iter()
            .map(|seen| if seen.record.has_decision { 2 } else { 1 })
            .sum(),
        unmeasured: group.unmeasured,
    }
}

/// Clean against perturbed of the first model, and the family that takes most from it.
fn headline(standings: &[Standing<'_, '_>]) -> String {
    let Some(first) = standings.first() else {
        return "Nothing was run yet.".into();
    };
    let (clean, overall) = match (&first.clean, &first.overall) {
        (Ok(clean), Ok(overall)) => (clean, overall),
        (Err(why), _) | (_, Err(why)) => {
            return format!("How robust a model is can't be said yet: {why}.");
        }
    };
    let rate = |value: f64| number_text(value, 3);
    let measured: Vec<(&str, f64)> = Family::ALL
        .iter()
        .zip(&first.robust)
        .filter_map(|((_, name, _), robust)| Some((*name, robust.as_ref().ok()?.value)))
        .collect();
    let least = measured.iter().map(|(_, value)| *value).fold(1.0, f64::min);
    let hardest: Vec<&str> = measured
        .iter()
        .filter(|(_, value)| *value <= least)
        .map(|(name, _)| *name)
        .collect();
    let hardest = match hardest.as_slice() {
        [] => String::new(),
        [one] => format!(" Hardest is the {one} family, at {}.", rate(least)),
        all if all.len() == Family::ALL.len() => {
            format!(" The families are alike, at {} each.", rate(least))
        }
        [most @ .., last] => format!(
            " Hardest are the {} and {last} families, at {} each.",
            most.join(", "),
            rate(least)
        ),
    };
    format!(
        "{} succeeds on {} of clean calls and on {} {} under perturbation.{hardest}",
        first.group.run.model,
        rate(clean.value),
        rate(overall.value),
        overall.interval_text(),
    )
}

fn notes(views: &Views<'_>) -> Vec<String> {
    let mut notes = vec![
        "All checks of an episode are made; the symptom is the last that fails, the source the first. After a reply without a call nothing else is \
         checked. What is asked after the call builds on the right call, whatever was called."
            .to_owned(),
    ];
    let has = |test: &dyn Fn(&str) -> bool| views.groups.iter().any(|group| test(&group.run.model));
    if has(&|model| model.starts_with("sim:gold")) {
        notes.push(
            "sim:gold is an answer key that replays the reference replies, no policy.".into(),
        );
    }
    if has(&is_simulated) {
        notes.push(SIMULATED.into());
    }
    notes
}

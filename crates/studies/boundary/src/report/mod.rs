//! Tables and figures of any number of runs.

mod decisions;
mod detector;
mod figures;
mod inclusion;
mod movement;
mod rates;
mod view;

use std::collections::BTreeSet;

use faultline_core::is_simulated;
use faultline_report::{Report, Run};
use faultline_stats::Resampling;

pub use self::view::RecordRef;
use self::{
    movement::Movement,
    view::{Group, Views},
};
use crate::{Arm, Tally};

/// How a report resamples: how often, and by which seed.
pub type ReportOptions = Resampling;

/// The report of some runs, and the records that its marks name.
pub fn report(tally: &Tally, options: &ReportOptions) -> (Report, Vec<RecordRef>) {
    let views = Views::new(tally, options);
    let detectors: Vec<_> = views.groups.iter().map(detector::detectors).collect();
    let [inclusion, steps, excluded] = inclusion::tables(&views);
    let report = Report {
        study: "boundary".into(),
        app: env!("CARGO_PKG_VERSION").into(),
        runs: views.groups.iter().map(describe).collect(),
        headline: headline(&views),
        notes: notes(&views),
        tables: vec![
            movement::arms(&views),
            movement::by_step(&views),
            movement::likelihood(&views),
            movement::actions(&views),
            movement::verbatim(&views),
            decisions::destinations(&views),
            decisions::recovery(&views),
            movement::joint(&views),
            detector::table(&views, &detectors),
            decisions::drift(&views),
            inclusion,
            steps,
            excluded,
        ],
        figures: figures::figures(&views, &detectors),
    };
    (report, views.records)
}

fn describe(group: &Group<'_>) -> Run {
    let run = group.run;
    let tasks: BTreeSet<_> = group
        .of_run
        .records
        .iter()
        .map(|(key, record)| (&key.source, &record.task))
        .collect();
    Run {
        model: run.model.clone(),
        simulated: is_simulated(&run.model),
        mode: "likelihood".into(),
        condition: run.tasks.clone(),
        settings: format!("likelihoods of plain text, {} tasks", run.tasks),
        tasks: tasks.len() as u64,
        replies: group.seen.len() as u64,
        unmeasured: group.unmeasured,
    }
}

/// How often the gap rises and the leading action changes under each arm of the first run.
fn headline(views: &Views<'_>) -> String {
    let Some(group) = views.groups.iter().find(|group| !group.pairs.is_empty()) else {
        return "Nothing was measured yet.".into();
    };
    let of_arms: Vec<String> = group
        .falsified()
        .filter_map(|arm| {
            let found = Movement::of(group.pairs(arm, 0));
            (found.n > 0).then(|| format!("{} on {} of {}", arm.name(), found.dg_up, found.n))
        })
        .collect();
    if of_arms.is_empty() {
        return "Only clean returns were measured; a falsified one has to stand beside them."
            .into();
    }
    let of_arm = |arm: Arm| (arm, Movement::of(group.pairs(arm, 0)));
    // The first of equals, since `max_by_key` takes the last.
    let most = group.falsified().rev().map(of_arm);
    let most = most.max_by_key(|(_, found)| found.action_changed);
    let changed = most.filter(|(_, found)| found.action_changed > 0);
    let changed = changed.map_or(String::new(), |(arm, found)| {
        format!(
            " The leading action changes most under {}, on {} of {}.",
            arm.name(),
            found.action_changed,
            found.n_headroom
        )
    });
    format!(
        "To {} a bad return fits what came before less well than the clean one (ΔG > 0): {}.{changed}",
        group.run.model,
        of_arms.join(", ")
    )
}

fn notes(views: &Views<'_>) -> Vec<String> {
    let mut notes = vec![
        "Everything is scored under the reference calls, whatever the model would have done: these are immediate responses, no outcomes of tasks. Every \
         number of an arm is a difference from the clean row of the same task and step."
            .to_owned(),
        "Likelihoods are of a plain text that no chat template stands around; a model that was tuned on chats may read it differently."
            .to_owned(),
    ];
    let has = |test: &dyn Fn(&str) -> bool| views.groups.iter().any(|group| test(&group.run.model));
    if has(&|model| model.starts_with("sim:ppm")) {
        notes.push(
            "sim:ppm is an adaptive byte model that has read nothing but the text before it: copying is cheap to it and contradiction dear. Its likelihoods are \
             real, and they are its own, not a language model's."
                .into(),
        );
    }
    if has(&is_simulated) {
        notes.push(
            "Models whose name begins with sim: are simulated policies, not language models."
                .into(),
        );
    }
    notes
}

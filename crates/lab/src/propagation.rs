//! The propagation study as the lab hosts it.

use std::fmt::Display;

use faultline_core::{Digest, PolicySpec, Runs, Terms, Transcript};
use faultline_propagation::{
    Arm, ChainCase, Config, POLICIES, Policy, Propagation, RecordRef, ReportOptions, RunKey, Step,
    Tally, case, outcome_words, report, step_views,
};
use faultline_report::{Report, StepView};
use faultline_stats::affordable_resamples;
use faultline_wire::ChatRequest;
use serde_json::{Value, json};

use crate::{
    LabError, ScoreOptions,
    host::{Hosted, Kind, Outcome},
};

impl Hosted for Propagation {
    const QUESTION: &'static str = "How fast does a chain of calls fall apart once one is wrong, and how much of that is the scoring rule?";
    const POLICIES: &'static [PolicySpec] = POLICIES;
    const BRIEF: &'static [&'static str] = &[
        "by_depth",
        "severity",
        "recovery",
        "terminal_share",
        "discrimination",
        "fit",
    ];
    type Key = RunKey;
    type Record = RecordRef;
    type Policy = Policy;

    fn policy(spec: &str) -> Result<Policy, impl Display> {
        Policy::parse(spec)
    }

    fn answer(policy: &Policy, request: &ChatRequest, digest: Digest) -> String {
        policy.answer(request, digest)
    }

    fn kinds(config: &Config) -> Vec<Kind<ChainCase>> {
        // One task stands for all of its depth: they differ in their numbers only.
        let of_depth = |depth: &u32| {
            Arm::ALL.map(|arm| Kind {
                case: case(config, *depth, 0, arm),
                count: config.tasks.into(),
                // The free arm's later steps are shared as well, for as long as it is right.
                n_shared: u32::from(arm == Arm::Free),
            })
        };
        config.depths.iter().flat_map(of_depth).collect()
    }

    fn gold(case: &ChainCase) -> Vec<(&'static str, Value)> {
        vec![("gold", json!(case.gold()))]
    }

    fn key(model: &str, terms: &Terms, config: &Config) -> RunKey {
        RunKey::new(model, terms, config)
    }

    fn model_of(key: &RunKey) -> &str {
        &key.model
    }

    fn runs(tally: &mut Tally) -> &mut impl Runs<RunKey> {
        tally.runs()
    }

    fn add_case(
        tally: &mut Tally,
        key: &RunKey,
        config: &Config,
        case: &ChainCase,
        digest: Digest,
        steps: Vec<Step>,
    ) -> Result<(), impl Display> {
        tally.add_case(key, config.seed, case, digest, steps)
    }

    fn report(tally: &Tally, options: &ScoreOptions) -> Result<(Report, Vec<RecordRef>), LabError> {
        let standard = ReportOptions::default();
        let options = ReportOptions {
            chains: options.chains,
            // What was asked for is drawn, whatever it takes.
            resamples: options
                .resamples
                .unwrap_or_else(|| affordable_resamples(tally.most_tasks(), standard.resamples)),
        };
        Ok(report(tally, options))
    }

    #[cfg(feature = "nuts")]
    fn chains(tally: &Tally) -> Option<Box<dyn crate::study::Chains>> {
        let chains = faultline_propagation::Chains::new(tally, ReportOptions::default());
        Some(Box::new(chains))
    }

    fn key_of(record: &RecordRef) -> &RunKey {
        &record.run
    }

    fn step_of(record: &RecordRef) -> u32 {
        record.step
    }

    fn case_of(config: &Config, record: &RecordRef) -> Option<ChainCase> {
        let task = record.task;
        let is_made = config.seed == task.seed
            && config.depths.contains(&task.depth)
            && task.index < config.tasks;
        is_made.then(|| case(config, task.depth, task.index, record.arm))
    }

    fn arm_of(record: &RecordRef) -> String {
        record.arm.name().into()
    }

    fn share_task(one: &RecordRef, other: &RecordRef) -> bool {
        (&one.run, one.task) == (&other.run, other.task)
    }

    fn outcome(steps: &Vec<Step>, step: u32) -> Option<Outcome> {
        let step = steps.get(step as usize)?;
        let measured = step.measured.as_ref().ok();
        Some(Outcome {
            words: outcome_words(step),
            gold: measured.map(|measured| measured.gold),
            state: measured.map(|measured| measured.state),
        })
    }

    fn steps(case: &ChainCase, transcript: &Transcript, steps: &Vec<Step>) -> Vec<StepView> {
        step_views(case, transcript, steps)
    }

    fn facts(key: &RunKey, config: &Config, case: &ChainCase) -> Vec<(&'static str, String)> {
        vec![
            ("depth", case.depth.to_string()),
            ("condition", config.condition.name().into()),
            ("calls", key.mode.name().into()),
            ("seed", config.seed.to_string()),
        ]
    }
}

#[cfg(feature = "nuts")]
impl crate::study::Chains for faultline_propagation::Chains {
    fn progress(&self) -> (u32, u32) {
        Self::progress(self)
    }

    fn advance(&mut self) -> bool {
        Self::advance(self)
    }

    fn fill(&self, report: &mut Report) {
        Self::fill(self, report);
    }
}

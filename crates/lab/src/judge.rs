//! A model as a judge, as the lab hosts it.

use std::fmt::Display;

use faultline_core::{Digest, PolicySpec, Runs, Study as _, Terms, Transcript};
use faultline_judge::{
    AnswerCase, Config, Judge, POLICIES, Policy, RESAMPLES, RecordRef, RunKey, Tally, Verdict,
    report, verdict_words,
};
use faultline_report::{AttemptView, Report, StepView};
use faultline_wire::ChatRequest;

use crate::{
    LabError, ScoreOptions,
    host::{Hosted, Kind, Outcome},
};

impl Hosted for Judge {
    const QUESTION: &'static str =
        "Does an answer substantively match its reference, as a model sees it?";
    const POLICIES: &'static [PolicySpec] = POLICIES;
    const BRIEF: &'static [&'static str] = &["verdicts"];
    type Key = RunKey;
    type Record = RecordRef;
    type Policy = Policy;

    fn policy(spec: &str) -> Result<Policy, impl Display> {
        Policy::parse(spec)
    }

    fn answer(policy: &Policy, request: &ChatRequest, digest: Digest) -> String {
        policy.answer(request, digest)
    }

    fn kinds(config: &Config) -> Vec<Kind<AnswerCase>> {
        let kind = |case| Kind {
            case,
            count: 1,
            n_shared: 0,
        };
        Self::cases(config).map(kind).collect()
    }

    fn key(model: &str, terms: &Terms, _: &Config) -> RunKey {
        RunKey::new(model, terms)
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
        _: &Config,
        case: &AnswerCase,
        digest: Digest,
        verdict: Verdict,
    ) -> Result<(), impl Display> {
        tally.add_case(key, case, digest, verdict)
    }

    fn report(tally: &Tally, options: &ScoreOptions) -> Result<(Report, Vec<RecordRef>), LabError> {
        let resamples = options.resamples.unwrap_or(RESAMPLES);
        Ok(report(tally, resamples))
    }

    fn key_of(record: &RecordRef) -> &RunKey {
        &record.run
    }

    fn case_of(config: &Config, record: &RecordRef) -> Option<AnswerCase> {
        let item = config
            .items
            .iter()
            .find(|item| item.case == record.case && item.model == record.model)?;
        Some(AnswerCase { item: item.clone() })
    }

    fn arm_of(record: &RecordRef) -> String {
        record.model.clone()
    }

    fn share_task(one: &RecordRef, other: &RecordRef) -> bool {
        (&one.run, &one.case) == (&other.run, &other.case)
    }

    fn outcome(verdict: &Verdict, step: u32) -> Option<Outcome> {
        (step == 0).then(|| Outcome {
            words: verdict_words(verdict),
            gold: verdict.as_ref().ok().copied(),
            state: None,
        })
    }

    fn steps(case: &AnswerCase, transcript: &Transcript, verdict: &Verdict) -> Vec<StepView> {
        let attempts = transcript.exchanges.iter().map(|exchange| AttemptView {
            call: verdict_words(verdict),
            text: exchange.text.clone(),
            flags: exchange.flags.clone(),
            ..AttemptView::default()
        });
        vec![StepView {
            gold_call: case.item.reference.clone(),
            state_call: case.item.answer.clone(),
            attempts: attempts.collect(),
            gold: verdict.as_ref().ok().copied(),
            verdict: verdict_words(verdict),
            ..StepView::default()
        }]
    }

    fn facts(key: &RunKey, _: &Config, case: &AnswerCase) -> Vec<(&'static str, String)> {
        vec![
            ("judge", key.model.clone()),
            ("model", case.item.model.clone()),
            ("judged case", case.item.case.clone()),
        ]
    }
}

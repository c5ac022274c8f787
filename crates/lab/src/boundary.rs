//! The boundary study as the lab hosts it.

use std::{collections::BTreeMap, fmt::Display};

use faultline_boundary::{
    Arm, Boundary, BoundaryCase, Config, POLICIES, Policy, Record, RecordKey, RecordRef, RunKey,
    Source, Tally, outcome_words, reference_calls, report, step_views,
};
use faultline_core::{
    Case as _, Digest, Likelihood, PolicySpec, Runs, Study as _, Terms, Transcript,
};
use faultline_report::{Report, StepView};
use faultline_wire::{ChatRequest, scored_body};
use serde_json::{Value, json};

use crate::{
    LabError, ScoreOptions,
    host::{Hosted, Kind, Outcome, kinds_of},
};

impl Hosted for Boundary {
    const QUESTION: &'static str =
        "Does the model's own likelihood notice a bad tool return as it arrives?";
    const POLICIES: &'static [PolicySpec] = POLICIES;
    const BRIEF: &'static [&'static str] = &[
        "arms",
        "by_step",
        "verbatim",
        "destinations",
        "recovery",
        "detector",
        "inclusion",
    ];
    type Key = RunKey;
    type Record = RecordRef;
    type Policy = Policy;

    fn policy(spec: &str) -> Result<Policy, impl Display> {
        Policy::parse(spec)
    }

    /// No policy of this study speaks, and no episode asks it to.
    fn answer(_: &Policy, _: &ChatRequest, _: Digest) -> String {
        json!({"error": {"message": "this policy says how likely a text is, and nothing else"}})
            .to_string()
    }

    fn likelihood(policy: &mut Policy, asked: &Likelihood) -> Option<String> {
        Some(scored_body(&policy.answer(asked)))
    }

    fn value_of_files(_: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Value, String> {
        let source = Source::of_files(files).map_err(|error| error.to_string())?;
        serde_json::to_value(source).map_err(|error| error.to_string())
    }

    /// The tasks that were there, and how many of them stay after each rule in turn.
    fn counts_of_files(_: &str, value: &Value) -> Vec<(String, u64)> {
        let Ok(Source::Imported(imported)) = serde_json::from_value(value.clone()) else {
            return Vec::new();
        };
        let stays = imported.inclusion().stays();
        let counts = stays.map(|(rule, tasks)| (rule.name().replace('_', " "), tasks.into()));
        counts.into()
    }

    /// Cases that ask for as much: how long the texts of a task are is taken from the first of a kind.
    fn kinds(config: &Config) -> Vec<Kind<BoundaryCase>> {
        kinds_of(Self::cases(config), |case| {
            // All that is asked before the whole prefix is asked by the clean case already.
            let n_shared = match case.arm {
                Arm::Clean => 0,
                _ => case.n_before_prefix(),
            };
            ((case.arm, case.n_steps, case.others.len()), n_shared)
        })
    }

    fn gold(case: &BoundaryCase) -> Vec<(&'static str, Value)> {
        vec![("gold", json!({"calls": reference_calls(case)}))]
    }

    fn key(model: &str, _: &Terms, config: &Config) -> RunKey {
        RunKey {
            model: model.into(),
            tasks: config.tasks_from().into(),
        }
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
        case: &BoundaryCase,
        _: Digest,
        record: Record,
    ) -> Result<(), impl Display> {
        tally.add(key, case, record)
    }

    fn report(tally: &Tally, options: &ScoreOptions) -> Result<(Report, Vec<RecordRef>), LabError> {
        Ok(report(tally, &options.resampling()))
    }

    fn key_of(record: &RecordRef) -> &RunKey {
        &record.run
    }

    fn step_of(record: &RecordRef) -> u32 {
        record.step
    }

    fn case_of(config: &Config, record: &RecordRef) -> Option<BoundaryCase> {
        let case = BoundaryCase::named(config, &record.key.case)?;
        (case.suite.source == record.key.source && record.step < case.n_steps).then_some(case)
    }

    fn arm_of(record: &RecordRef) -> String {
        record.arm.name().into()
    }

    fn share_task(one: &RecordRef, other: &RecordRef) -> bool {
        let task = |record: &RecordRef| {
            let RecordKey { source, .. } = &record.key;
            (record.run.clone(), source.clone(), record.task.clone())
        };
        task(one) == task(other)
    }

    fn outcome(record: &Record, step: u32) -> Option<Outcome> {
        let row = record.rows.iter().find(|row| row.step == step)?;
        Some(Outcome {
            words: outcome_words(row),
            gold: row.agrees(),
            state: None,
        })
    }

    fn known_outcome(tally: &Tally, record: &RecordRef) -> Option<(String, Outcome)> {
        let known = tally.record(&record.run, &record.key)?;
        Some((known.case.clone(), Self::outcome(known, record.step)?))
    }

    fn steps(case: &BoundaryCase, transcript: &Transcript, record: &Record) -> Vec<StepView> {
        step_views(case, transcript, record)
    }

    fn facts(_: &RunKey, _: &Config, case: &BoundaryCase) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("task", case.group()),
            ("user", case.trajectory.user.clone()),
            ("tasks", case.suite.source.clone()),
            ("wants", case.trajectory.intent.clone()),
            ("site", format!("call {}", case.trajectory.site + 1)),
        ];
        if let Some(constraint) = case.constraint {
            facts.push(("held against it", constraint.words().into()));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use crate::{Run, RunSpec, ScoreOptions, Session, Step, StudyId};

    #[test]
    fn the_byte_model_runs_without_a_key_and_opens_its_returns() {
        let settings = [("tasks", "3"), ("arms", "clean,failed,payment")];
        let spec = RunSpec {
            settings: settings
                .map(|(key, value)| (key.into(), value.into()))
                .into(),
            ..RunSpec::new("boundary", "sim:ppm?order=3")
        };
        let mut run = Run::start(&spec, None, "2026-01-01T00:00:00Z").expect("the settings fit");
        let mut trace = run.header_line().unwrap_or_default().to_owned();
        while let Step::Send(request) = run.next_step(0) {
            let reply = run.simulate(&request).expect("the model is simulated");
            trace.extend(run.handle(request.id, reply, &[], 0, "2026-01-01T00:00:00Z"));
        }
        let tasks = StudyId::setting_of_trace("tasks", trace.as_bytes());
        assert_eq!(tasks.as_deref(), Some("3"));
        let mut session = Session::new();
        session.open("ppm.jsonl");
        session.feed(trace.as_bytes());
        let file = session.close();
        assert!(file.can_be_scored && file.problems.is_empty(), "{file:?}");
        let options = ScoreOptions {
            resamples: Some(20),
            ..ScoreOptions::default()
        };
        let scored = session.score(&options).expect("the trace is whole");
        let arms = &scored.report.tables[0];
        assert_eq!((arms.id.as_str(), arms.rows.len()), ("arms", 2));
        let records = scored.records_behind("plane", 0, 1);
        assert_eq!((records.len(), records[0].step), (1, 0), "{records:?}");
        let shown = scored
            .transcript(records[0].record)
            .expect("the record can be replayed");
        assert_eq!(shown.arm, "failed");
        assert_eq!(shown.other_arms.len(), 2, "{:?}", shown.other_arms);
        let site = &shown.steps[0];
        let text: String = site
            .surprisals
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        assert_eq!(text, "Error: Order not found");
        assert!(
            site.surprisals[0].schema > 5.0,
            "no schema foretells an error: {site:?}"
        );
        assert!(
            site.attempts[0].request[0].1.ends_with("\nReturn:\n"),
            "what was asked is shown"
        );
    }
}

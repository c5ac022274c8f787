//! The perturbation study as the lab hosts it.

use std::{collections::BTreeSet, fmt::Display};

use faultline_core::{Case as _, Digest, PolicySpec, Runs, Study as _, Terms, Transcript};
use faultline_perturbation::{
    Config, LabelColumns, POLICIES, Perturbation, PerturbationCase, Policy, Record, RecordRef,
    RunKey, Tally, generate, outcome_words, report, step_views,
};
use faultline_report::{Report, StepView};
use faultline_wire::ChatRequest;

use crate::{
    FieldForm, LabError, LabelItem, PartView, QuestionInfo, ScoreOptions,
    host::{Hosted, Kind, Outcome, Outline, kinds_of},
    labels::{add_labels, labels_of_records},
    study::ScoreProblem,
    table::{Table, TableKind},
};

mod labels;
mod shown;

impl Hosted for Perturbation {
    const QUESTION: &'static str = "Which stage of one call breaks first under stress on interface, intent, output or runtime?";
    const POLICIES: &'static [PolicySpec] = POLICIES;
    const FAULTLESS: &'static str = "sim:gold";
    const STEPS: u32 = 2;
    const BRIEF: &'static [&'static str] = &[
        "leaderboard",
        "family_severity",
        "subtypes",
        "primary_errors",
        "attribution",
        "runtime_decisions",
    ];
    const TABLES: &'static [(&'static str, &'static str)] = &[("labels", LabelColumns::MARK)];
    type Key = RunKey;
    type Record = RecordRef;
    type Policy = Policy;

    fn policy(spec: &str) -> Result<Policy, impl Display> {
        Policy::parse(spec)
    }

    fn answer(policy: &Policy, request: &ChatRequest, digest: Digest) -> String {
        policy.answer(request, digest)
    }

    fn check(config: &Config) -> Result<(), String> {
        let suite = generate(config).map(drop);
        suite.map_err(|error| error.to_string())
    }

    fn kinds(config: &Config) -> Vec<Kind<PerturbationCase>> {
        // The first request of a seed task is shared by all cases that show the same tools and the same words: one of them pays for it.
        let mut seen = BTreeSet::new();
        kinds_of(Self::cases(config), |case| {
            let instance = &case.instance;
            let tools: Vec<(&str, &str)> = instance
                .tools
                .iter()
                .map(|tool| (&*tool.spec.name, &*tool.spec.description))
                .collect();
            let shown = Digest::of_json(&(&instance.request, tools)).to_string();
            let shares_first = !seen.insert(shown);
            let kind = (instance.family, instance.subtype, instance.severity);
            let kind = (kind, instance.mixed, shares_first);
            (kind, u32::from(shares_first))
        })
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
        _: &PerturbationCase,
        _: Digest,
        record: Record,
    ) -> Result<(), impl Display> {
        tally.add(key, config.seed, record)
    }

    fn table_kind(columns: &[String]) -> Option<TableKind> {
        LabelColumns::is_label_file(columns).then_some(TableKind::Labels)
    }

    fn add_table(tally: &mut Tally, table: &Table) -> Result<Vec<ScoreProblem>, LabError> {
        Ok(add_labels(labels_of_records(table), |label| {
            tally.add_label(label);
        }))
    }

    fn report(tally: &Tally, options: &ScoreOptions) -> Result<(Report, Vec<RecordRef>), LabError> {
        Ok(report(tally, &options.resampling()))
    }

    fn key_of(record: &RecordRef) -> &RunKey {
        &record.run
    }

    fn case_of(config: &Config, record: &RecordRef) -> Option<PerturbationCase> {
        (config.seed == record.key.seed)
            .then(|| PerturbationCase::named(config, &record.key.case))
            .flatten()
    }

    fn arm_of(record: &RecordRef) -> String {
        record.arm.clone()
    }

    fn share_task(one: &RecordRef, other: &RecordRef) -> bool {
        (&one.run, one.key.seed, &one.anchor) == (&other.run, other.key.seed, &other.anchor)
    }

    fn outcome(record: &Record, _: u32) -> Option<Outcome> {
        Some(outcome_of(record))
    }

    fn known_outcome(tally: &Tally, record: &RecordRef) -> Option<(String, Outcome)> {
        let known = tally.record(&record.run, &record.key)?;
        Some((known.case.clone(), outcome_of(known)))
    }

    fn steps(case: &PerturbationCase, transcript: &Transcript, record: &Record) -> Vec<StepView> {
        step_views(case, transcript, record)
    }

    fn outlines(config: &Config) -> Vec<Outline> {
        shown::outlines_of(config)
    }

    fn named(config: &Config, id: &str) -> Option<PerturbationCase> {
        PerturbationCase::named(config, id)
    }

    fn parts(
        config: &Config,
        case: &PerturbationCase,
    ) -> (Option<(String, String)>, Vec<PartView>) {
        shown::parts(config, case)
    }

    fn reply_fields(_: &PerturbationCase, step: u32) -> Option<Vec<FieldForm>> {
        (step == 1).then(shown::decision_fields)
    }

    fn findings(case: &PerturbationCase, record: &Record) -> Vec<(String, String)> {
        shown::findings(case, record)
    }

    fn questions(tally: &Tally) -> Vec<QuestionInfo> {
        labels::questions(tally)
    }

    const LABELLED: (&'static str, &'static str, &'static str) = (
        "record",
        "records",
        "Each call stands beside the right one. Which model made it, and what the scorer says of it, is not shown.",
    );

    fn label_items(
        tally: &Tally,
        configs: &[(&RunKey, &Config)],
        question: &str,
    ) -> Vec<LabelItem> {
        labels::items(tally, configs, question)
    }

    fn facts(
        key: &RunKey,
        config: &Config,
        case: &PerturbationCase,
    ) -> Vec<(&'static str, String)> {
        let instance = &case.instance;
        let mut facts = vec![
            ("anchor", case.group()),
            (
                "family",
                format!("{} {}", instance.family.code(), instance.family.name()),
            ),
            ("severity", instance.severity.name().into()),
            ("tool", instance.gold.tool.clone()),
        ];
        match (instance.mixed, instance.subtype) {
            (Some(pair), _) => facts.push(("pair", pair.to_string())),
            (None, Some(subtype)) => {
                facts.push(("subtype", format!("{} {}", subtype.code(), subtype.name())));
            }
            (None, None) => {}
        }
        if !instance.template.is_empty() {
            facts.push(("template", instance.template.clone()));
            facts.push(("operators", instance.operators.join(", ")));
            facts.push(("strength", instance.strength.to_string()));
        }
        if let Some(intervention) = instance.intervention {
            facts.push(("intervention", intervention.name().into()));
        }
        facts.push(("calls", key.mode.name().into()));
        facts.push(("seed", config.seed.to_string()));
        facts
    }
}

fn outcome_of(record: &Record) -> Outcome {
    Outcome {
        words: outcome_words(record),
        gold: record.is_measured().then_some(record.success),
        state: None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Run, RunSpec, ScoreOptions, Session, Step};

    fn spec(model: &str, settings: &[(&str, &str)]) -> RunSpec {
        let settings = settings
            .iter()
            .map(|(key, value)| ((*key).into(), (*value).into()));
        RunSpec {
            settings: settings.collect(),
            ..RunSpec::new("perturbation", model)
        }
    }

    fn trace(spec: &RunSpec) -> String {
        let mut run = Run::start(spec, None, "2026-01-01T00:00:00Z").expect("the settings fit");
        let mut trace = run.header_line().unwrap_or_default().to_owned();
        while let Step::Send(request) = run.next_step(0) {
            let reply = run.simulate(&request).expect("the model is simulated");
            trace.extend(run.handle(request.id, reply, &[], 0, "2026-01-01T00:00:00Z"));
        }
        trace
    }

    #[test]
    fn the_answer_key_scores_one_and_opens_its_records() {
        let trace = trace(&spec("sim:gold", &[("tasks", "2"), ("mixed", "published")]));
        let mut session = Session::new();
        session.open("gold.jsonl");
        session.feed(trace.as_bytes());
        let file = session.close();
        assert!(file.can_be_scored && file.problems.is_empty(), "{file:?}");
        let options = ScoreOptions {
            resamples: Some(20),
            ..ScoreOptions::default()
        };
        let scored = session.score(&options).expect("the trace is whole");
        assert!(
            scored.report.headline.contains("1.000 of clean calls"),
            "{}",
            scored.report.headline
        );
        let figure = scored
            .report
            .figures
            .iter()
            .position(|figure| figure.id == "mixed");
        assert!(figure.is_some(), "the pairs have a figure");
        let records = scored.records_behind("family_severity", 0, 0);
        assert_eq!(records.len(), 2, "a mark opens the records of its cell");
        let shown = scored
            .transcript(records[0].record)
            .expect("the record can be replayed");
        assert_eq!((shown.steps.len(), shown.steps[0].gold), (1, Some(true)));
    }

    /// What is asked of people, and what they say, comes back in the report; a file of such labels is known by its header.
    #[test]
    fn people_are_asked_and_their_labels_are_scored() {
        let trace = trace(&spec("sim:agent", &[("tasks", "2")]));
        let mut session = Session::new();
        session.replace("t.jsonl", trace.as_bytes());
        let options = ScoreOptions {
            resamples: Some(20),
            ..ScoreOptions::default()
        };
        let scored = session.score(&options).expect("the trace is whole");
        let sheet = scored.label_sheet("");
        let counts: Vec<(&str, u64)> = sheet
            .questions
            .iter()
            .map(|question| (question.name.as_str(), question.count))
            .collect();
        // Clean cases of one seed task that send the same get the same reply, and are still records of their own.
        assert_eq!((counts[0], scored.to_be_labelled()), (("success", 92), 92));
        assert_eq!(counts[3], ("status", 20));
        assert_eq!(
            counts[6..],
            [("boundary", 84), ("recoverable", 6), ("valid", 84)]
        );
        assert_eq!(sheet.items.len(), 92);
        let mut labels = Vec::new();
        for question in ["primary", "recoverable"] {
            let sheet = scored.label_sheet(question);
            let options = &sheet.asked().expect("it is one of them").options;
            for item in &sheet.items {
                assert!(!item.parts.iter().any(|part| part.text.contains("sim:")));
                labels.push(crate::Label {
                    case: item.case.clone(),
                    question: question.into(),
                    annotator: "Ada".into(),
                    label: options[0].value.clone(),
                    note: String::new(),
                });
            }
        }
        session.replace("l.csv", crate::label_file(&labels).as_bytes());
        let report = session
            .score(&options)
            .expect("labels fit the trace")
            .report;
        let table = report
            .tables
            .iter()
            .find(|table| table.id == "human_agreement");
        let rows = &table.expect("the table is always there").rows;
        assert_eq!(rows.len(), 1, "the scorer says nothing on recoverability");
        assert_eq!(rows[0][3], faultline_report::Cell::Count(92));
    }

    #[test]
    fn a_pair_that_can_not_be_combined_is_refused_with_the_reason() {
        let refused = Run::start(
            &spec("sim:gold", &[("mixed", "C1+D1")]),
            None,
            "2026-01-01T00:00:00Z",
        );
        let reason = refused
            .map(drop)
            .expect_err("C assumes what D replaces")
            .to_string();
        assert!(
            reason.contains("C1+D1") && reason.contains("no observation target"),
            "{reason}"
        );
    }
}

//! The perturbation study as the lab hosts it.

use std::{collections::BTreeMap, fmt::Display};

use faultline_core::{Case as _, Digest, PolicySpec, Study as _, Terms, Transcript};
use faultline_perturbation::{
    Config, FailureType, Instance, LabelColumns, POLICIES, Perturbation, PerturbationCase, Policy,
    Record, RecordRef, ReportOptions, RunKey, Status, Subtype, Tally, clean_of, generate,
    outcome_words, outlines, report, return_text, step_views,
};
use faultline_report::{Report, StepView};
use faultline_wire::ChatRequest;
use serde_json::Value;

use crate::{
    Draws, FieldForm, FieldInput, LabError, PairView, PartView, ScoreOptions,
    case::tool_text,
    difference::{difference, other, same},
    host::{Hosted, Kind, Outcome, Outline},
    problems::Problems,
    study::ScoreProblem,
    table::{Table, TableKind},
};

impl Hosted for Perturbation {
    const QUESTION: &'static str = "Which stage of one call breaks first under stress on interface, intent, output or runtime?";
    const POLICIES: &'static [PolicySpec] = POLICIES;
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

    fn smallest(config: &Config) -> Config {
        Config {
            tasks: 1,
            ..config.clone()
        }
    }

    fn kinds(config: &Config) -> Vec<Kind<PerturbationCase>> {
        // The first request of a seed task is shared by all cases that show the same tools and the same words: one of them pays for it.
        let mut seen = std::collections::BTreeSet::new();
        let mut kinds: BTreeMap<_, Kind<PerturbationCase>> = BTreeMap::new();
        for case in Self::cases(config) {
            let instance = &case.instance;
            let tools: Vec<(String, String)> = instance
                .tools
                .iter()
                .map(|tool| (tool.spec.name.clone(), tool.spec.description.clone()))
                .collect();
            let shown = Digest::of_json(&(&instance.request, tools)).to_string();
            let shares_first = !seen.insert(shown);
            let kind = (instance.family, instance.subtype, instance.severity);
            let key = (kind, instance.mixed, shares_first);
            let kind = kinds.entry(key).or_insert(Kind {
                case,
                count: 0,
                shares_first,
            });
            kind.count += 1;
        }
        kinds.into_values().collect()
    }

    fn gold(_: &PerturbationCase) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    fn key(model: &str, terms: &Terms, _: &Config) -> RunKey {
        RunKey::new(model, terms)
    }

    fn model_of(key: &RunKey) -> &str {
        &key.model
    }

    fn keys(tally: &Tally) -> Vec<RunKey> {
        tally.keys().cloned().collect()
    }

    fn add_run(tally: &mut Tally, key: &RunKey) {
        tally.add_run(key);
    }

    fn add_case(
        tally: &mut Tally,
        key: &RunKey,
        config: &Config,
        _: &PerturbationCase,
        _: Digest,
        record: Record,
    ) -> Result<(), String> {
        tally
            .add(key, config.seed, record)
            .map_err(|conflict| conflict.to_string())
    }

    fn table_kind(columns: &[String]) -> Option<TableKind> {
        LabelColumns::is_label_file(columns).then_some(TableKind::Labels)
    }

    fn add_table(tally: &mut Tally, table: &Table) -> Result<Vec<ScoreProblem>, LabError> {
        let columns = match LabelColumns::new(&table.columns) {
            Ok(columns) => columns,
            Err(error) => return Ok(vec![ScoreProblem::failure(format!("line 1: {error}"))]),
        };
        let mut problems = Problems::default();
        for (line, row) in &table.rows {
            match columns.label(row) {
                Ok(label) => label.into_iter().for_each(|label| tally.add_label(label)),
                Err(error) => problems.push(Some(*line), error.to_string()),
            }
        }
        Ok(problems.failures())
    }

    fn report(tally: &Tally, options: &ScoreOptions) -> Result<(Report, Vec<RecordRef>), LabError> {
        if options.draws == Draws::NumPy {
            return Err(LabError::NoSuchDraws(Self::NAME));
        }
        let standard = ReportOptions::default();
        let options = ReportOptions {
            resamples: options.resamples.unwrap_or(standard.resamples),
            ..standard
        };
        Ok(report(tally, &options))
    }

    fn key_of(record: &RecordRef) -> &RunKey {
        &record.run
    }

    fn step_of(_: &RecordRef) -> u32 {
        0
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
        let outlines = outlines(config).into_iter();
        let outlines = outlines.map(|outline| Outline {
            id: outline.id,
            traits: vec![
                ("Seed task", outline.anchor),
                ("Severity", outline.severity.name().into()),
                (
                    "Family",
                    format!("{} {}", outline.family.code(), outline.family.name()),
                ),
                ("Perturbation", perturbation_words(&outline.subtype)),
                (
                    "Help",
                    outline
                        .intervention
                        .map_or("none", faultline_perturbation::Intervention::name)
                        .into(),
                ),
            ],
        });
        outlines.collect()
    }

    fn named(config: &Config, id: &str) -> Option<PerturbationCase> {
        PerturbationCase::named(config, id)
    }

    fn parts(
        config: &Config,
        case: &PerturbationCase,
    ) -> (Option<(String, String)>, Vec<PartView>) {
        let instance = &case.instance;
        let is_changed = instance.subtype.is_some() || instance.intervention.is_some();
        let clean = clean_of(config, case).filter(|_| is_changed);
        let sides = clean.as_ref().map(|_| {
            let subtype = match (instance.mixed, instance.subtype) {
                (Some(pair), _) => pair.to_string(),
                (None, Some(subtype)) => format!("{} {}", subtype.code(), subtype.name()),
                (None, None) => "With help".into(),
            };
            (
                "Clean".into(),
                format!("{subtype}, {}", instance.severity.name()),
            )
        });
        let clean = clean.as_ref().map(|clean| &clean.instance);
        let pair = |title: &str, base: Option<&str>, own: Option<&str>| {
            let (base, own) = match (base, own) {
                (Some(base), Some(own)) => {
                    let (base, own) = difference(base, own);
                    (Some(base), Some(own))
                }
                // Of a clean case nothing differs.
                (None, Some(own)) if clean.is_none() => (None, Some(same(own))),
                (base, own) => (base.map(other), own.map(other)),
            };
            PairView {
                title: title.into(),
                base,
                own,
            }
        };
        let part = |title: &str, pairs: Vec<PairView>| PartView {
            title: title.into(),
            comes_later: false,
            pairs,
        };
        let tools_of = |instance: &Instance| -> Vec<(String, String, String)> {
            let tools = instance.tools.iter();
            let texts = tools.map(|tool| {
                (
                    tool.canonical.clone(),
                    tool.spec.name.clone(),
                    tool_text(&tool.spec),
                )
            });
            texts.collect()
        };
        let base_tools = clean.map(tools_of).unwrap_or_default();
        let own_tools = tools_of(instance);
        let mut tools: Vec<PairView> = own_tools
            .iter()
            .map(|(canonical, name, text)| {
                let base = base_tools.iter().find(|(other, ..)| other == canonical);
                pair(name, base.map(|(.., text)| text.as_str()), Some(text))
            })
            .collect();
        tools.extend(base_tools.iter().filter_map(|(canonical, name, text)| {
            let is_gone = own_tools.iter().all(|(other, ..)| other != canonical);
            is_gone.then(|| pair(name, Some(text), None))
        }));
        let request = clean.map(|clean| clean.request.as_str());
        let mut parts = vec![
            part("Request", vec![pair("", request, Some(&instance.request))]),
            part("Tools on offer", tools),
        ];
        if let Some(own) = return_text(instance) {
            let base = clean.and_then(return_text);
            parts.push(PartView {
                comes_later: true,
                ..part(
                    "What the call returns",
                    vec![pair("", base.as_deref(), Some(&own))],
                )
            });
        }
        (sides, parts)
    }

    fn reply_fields(_: &PerturbationCase, step: u32) -> Option<Vec<FieldForm>> {
        let names = |all: &[(&str, &str)]| {
            let names = all.iter().map(|(name, _)| (*name).to_owned());
            FieldInput::Choice(names.collect())
        };
        let field = |name: &str, help: &str, input: FieldInput| FieldForm {
            name: name.into(),
            help: help.into(),
            input,
            required: true,
        };
        let statuses = Status::ALL.map(|(_, name, meaning)| (name, meaning));
        let failures = FailureType::ALL.map(|(_, name, meaning)| (name, meaning));
        (step == 1).then(|| {
            vec![
                field("status", "how the execution ended", names(&statuses)),
                field(
                    "retryable",
                    "whether the same call should be tried again now",
                    FieldInput::Truth,
                ),
                field("failure_type", "what went wrong", names(&failures)),
                field(
                    "final_result",
                    "the result that is to be kept, as JSON: an object with the tool's own fields, or null",
                    FieldInput::Json,
                ),
            ]
        })
    }

    fn findings(case: &PerturbationCase, record: &Record) -> Vec<(String, String)> {
        let mut findings = Vec::new();
        let mut find = |name: &str, value: Option<String>| {
            findings.extend(value.map(|value| (name.to_owned(), value)));
        };
        find(
            "first failed stage",
            record.first_failure_stage.map(|stage| stage.name().into()),
        );
        let words = |failure: Option<faultline_perturbation::Failure>| {
            failure.map(|failure| failure.words())
        };
        find("primary error", words(record.primary_failure_tag));
        find("observed error", words(record.observed_failure_tag));
        let failed = record.failed_checks.iter().map(|check| check.words());
        let failed: Vec<&str> = failed.collect();
        find(
            "checks that fail",
            Some(failed.join("; ")).filter(|failed| !failed.is_empty()),
        );
        let gold = &case.instance.gold;
        let name = case
            .instance
            .gold_tool()
            .map_or(gold.tool.as_str(), |tool| tool.spec.name.as_str());
        let arguments = serde_json::to_string(&gold.arguments).unwrap_or_default();
        find("gold call", Some(format!("{name} {arguments}")));
        let packet = case.instance.packet.as_ref();
        find(
            "gold decision",
            packet.and_then(|packet| serde_json::to_string(&packet.decision).ok()),
        );
        find(
            "the return determines the result",
            record
                .is_determined
                .map(|is| if is { "yes" } else { "no" }.into()),
        );
        findings
    }

    fn facts(key: &RunKey, config: &Config, case: &PerturbationCase) -> Vec<(String, String)> {
        let instance = &case.instance;
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let mut facts = vec![
            fact("anchor", case.group()),
            fact(
                "family",
                format!("{} {}", instance.family.code(), instance.family.name()),
            ),
            fact("severity", instance.severity.name().into()),
            fact("tool", instance.gold.tool.clone()),
        ];
        match (instance.mixed, instance.subtype) {
            (Some(pair), _) => facts.push(fact("pair", pair.to_string())),
            (None, Some(subtype)) => {
                facts.push(fact(
                    "subtype",
                    format!("{} {}", subtype.code(), subtype.name()),
                ));
            }
            (None, None) => {}
        }
        if !instance.template.is_empty() {
            facts.push(fact("template", instance.template.clone()));
            facts.push(fact("operators", instance.operators.join(", ")));
            facts.push(fact("strength", instance.strength.to_string()));
        }
        if let Some(intervention) = instance.intervention {
            facts.push(fact("intervention", intervention.name().into()));
        }
        facts.push(fact("calls", key.mode.name().into()));
        facts.push(fact("seed", config.seed.to_string()));
        facts
    }
}

/// Codes of subtypes with their names.
fn perturbation_words(codes: &str) -> String {
    if codes.is_empty() {
        return "none (clean)".into();
    }
    let named = Subtype::ALL.iter().find(|(_, code, _)| *code == codes);
    named.map_or_else(
        || codes.to_owned(),
        |(_, code, name)| format!("{code} {name}"),
    )
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

    #[test]
    fn the_answer_key_scores_one_and_opens_its_records() {
        let spec = spec("sim:gold", &[("tasks", "2"), ("mixed", "published")]);
        let mut run = Run::start(&spec, None, "2026-01-01T00:00:00Z").expect("the settings fit");
        let mut trace = run.header_line().unwrap_or_default().to_owned();
        while let Step::Send(request) = run.next_step(0) {
            let reply = run.simulate(&request).expect("the model is simulated");
            trace.extend(run.handle(request.id, reply, &[], 0, "2026-01-01T00:00:00Z"));
        }
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

//! What people are asked of the perturbation study's records.

use std::collections::BTreeMap;

use faultline_core::Digest;
use faultline_perturbation::{
    Config, Family, PerturbationCase, Question, Record, RunKey, Tally, label_case, return_text,
};
use serde_json::{Value, json};

use super::shown::perturbation_words;
use crate::{ItemPart, LabelItem, LabelOption, QuestionInfo};

/// The questions, those with a record that they are asked of.
pub(super) fn questions(tally: &Tally) -> Vec<QuestionInfo> {
    let all = Question::ALL.into_iter().map(|question| {
        let (title, words) = words_of(question);
        let options = question.options().iter().enumerate();
        QuestionInfo {
            name: question.name().into(),
            title: title.into(),
            words: words.into(),
            options: options
                .map(|(place, value)| {
                    LabelOption::new(&key_of(place, value), value, &value.replace('_', " "))
                })
                .collect(),
            count: names(tally, question).len() as u64,
            none: "These traces hold no record that it can be asked of.".into(),
            resamples: false,
        }
    });
    let all: Vec<QuestionInfo> = all.collect();
    if all.iter().all(|question| question.count == 0) {
        return Vec::new();
    }
    all
}

/// The question in short and in full.
fn words_of(question: Question) -> (&'static str, &'static str) {
    match question {
        Question::Success => (
            "Did the task succeed?",
            "Are the call, and the decision where one was asked for, right?",
        ),
        Question::Observed => (
            "Which failure is seen?",
            "Which failure shows in the end? None where the task succeeded.",
        ),
        Question::Primary => (
            "What does it come from?",
            "At which failure does it first go wrong? None where the task succeeded.",
        ),
        Question::Status => (
            "Is the status right?",
            "Does the decision's status say how the execution ended?",
        ),
        Question::Retryable => (
            "Is retryability right?",
            "Does the decision judge rightly whether to try again?",
        ),
        Question::FailureType => (
            "Is the failure type right?",
            "Does the decision name what went wrong?",
        ),
        Question::Boundary => (
            "Is it outside the family?",
            "Does the failure come from something that this perturbation does not aim at?",
        ),
        Question::Recoverable => (
            "Can it be recovered?",
            "Can the clean result be recovered from what the call returned alone?",
        ),
        Question::Valid => (
            "Is the instance valid?",
            "Is this instance what its perturbation is meant to make of the task, and still answerable?",
        ),
    }
}

/// The key that says it: the first letter of a short list, else a digit.
fn key_of(place: usize, value: &str) -> String {
    match value {
        "yes" => "y".into(),
        "no" => "n".into(),
        "partial" => "p".into(),
        "not_applicable" => "a".into(),
        _ => (place + 1).to_string(),
    }
}

/// Whether a question is about the instance, whoever answered it.
fn is_of_instance(question: Question) -> bool {
    matches!(question, Question::Recoverable | Question::Valid)
}

fn is_asked_of(question: Question, record: &Record) -> bool {
    match question {
        Question::Recoverable => record.is_determined.is_some(),
        Question::Valid | Question::Boundary => record.is_perturbed(),
        Question::Status | Question::Retryable | Question::FailureType => {
            record.has_decision && record.families.contains(&Family::D)
        }
        Question::Success | Question::Observed | Question::Primary => true,
    }
}

/// What a question is asked of: the name on a label, with one of the records of this name. Reading the names tells nothing of models.
fn names(tally: &Tally, question: Question) -> BTreeMap<String, (&RunKey, u64, &Record)> {
    let mut names = BTreeMap::new();
    for (run, key, record) in tally.records() {
        if record.is_measured() && is_asked_of(question, record) {
            let name = if is_of_instance(question) {
                record.case.clone()
            } else {
                label_case(&run.model, record)
            };
            names.entry(name).or_insert((run, key.seed, record));
        }
    }
    names
}

/// What the question of this name is asked of.
pub(super) fn items(
    tally: &Tally,
    configs: &[(&RunKey, &Config)],
    question: &str,
) -> Vec<LabelItem> {
    let named = Question::ALL
        .into_iter()
        .find(|known| known.name() == question);
    let Some(question) = named else {
        return Vec::new();
    };
    let items = names(tally, question).into_iter();
    let items = items.filter_map(|(name, (run, seed, record))| {
        let mut of_run = configs.iter().filter(|(key, _)| *key == run);
        let case = of_run.find_map(|(_, config)| {
            let is_its = config.seed == seed;
            is_its
                .then(|| PerturbationCase::named(config, &record.case))
                .flatten()
        })?;
        Some(LabelItem {
            task: record.anchor.clone(),
            parts: parts(question, &case, record),
            case: name,
        })
    });
    let mut items: Vec<LabelItem> = items.collect();
    // Names of instances begin with their tool: their digests are in no order that anybody could lean on.
    items.sort_by_cached_key(|item| Digest::of_json(&item.case).to_string());
    items
}

fn parts(question: Question, case: &PerturbationCase, record: &Record) -> Vec<ItemPart> {
    let instance = &case.instance;
    let kind = if record.is_perturbed() {
        format!(
            "{}, {}",
            perturbation_words(&record.subtype),
            record.severity
        )
    } else {
        "nothing (clean)".into()
    };
    let call = |name: &str, arguments: &Value| format!("{name} {arguments}");
    let gold = &instance.gold;
    let right = call(&gold.tool, &Value::Object(gold.arguments.clone()));
    let mut parts = vec![
        ItemPart::words("Perturbed", kind),
        ItemPart::words("Request", instance.request.clone()),
    ];
    let returned = return_text(instance);
    if is_of_instance(question) {
        if question == Question::Valid {
            let tools = instance.tools.iter();
            let tools = tools.map(|tool| format!("{}: {}", tool.spec.name, tool.spec.description));
            let tools: Vec<String> = tools.collect();
            parts.push(ItemPart::words("Tools", tools.join("\n")));
        }
        parts.push(ItemPart::code("Right call", right));
        parts.push(ItemPart::code("Clean result", gold.result.to_string()));
        parts.extend(returned.map(|text| ItemPart::code("Return", text)));
        return parts;
    }
    parts.push(ItemPart::code("Right call", right));
    parts.push(match (&record.called_tool, &record.called_arguments) {
        (Some(tool), Some(arguments)) => ItemPart::code("Call", call(tool, arguments)),
        _ => ItemPart::words("Call", "None that can be read."),
    });
    if let (Some(packet), Some(returned)) = (&instance.packet, returned) {
        parts.push(ItemPart::code("Return", returned));
        let decision = json!({
            "status": record.decision_status, "retryable": record.decision_retryable,
            "failure_type": record.decision_failure_type, "final_result": record.decision_final_result,
        });
        parts.push(ItemPart::code(
            "Right decision",
            json!(packet.decision).to_string(),
        ));
        parts.push(ItemPart::code("Decision", decision.to_string()));
    }
    parts
}

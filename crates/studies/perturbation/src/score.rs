//! What an episode showed, check by check.

use faultline_core::{Call, CallFault, ReadingRule, Transcript};
use faultline_toolbox::local_tool;
use serde_json::{Map, Value};

use crate::{
    Check, Decision, DecisionMatches, Family, GoldDecision, Instance, PerturbationCase, Record,
    Subtype, determines, failure_type, is_same_value, repair::repaired,
};

/// What is judged of an episode: the call, and the decision where one was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Behaviour {
    /// The first call, or why there is none.
    pub(crate) call: Result<Call, CallFault>,
    /// The decision; `None` where none can be read.
    pub(crate) decision: Option<Decision>,
}

/// The record of an episode.
///
/// An episode that lacks a usable reply to any of its requests shows nothing.
pub(crate) fn score(case: &PerturbationCase, transcript: &Transcript) -> Record {
    let instance = &case.instance;
    let mut record = blank(instance);
    let exchanges = &transcript.exchanges;
    let cause = exchanges
        .iter()
        .find_map(|exchange| exchange.outcome.as_ref().err());
    let wanted = if instance.packet.is_some() { 2 } else { 1 };
    if cause.is_some() || exchanges.len() < wanted {
        let cause = cause.map_or_else(
            || "no_reply: the episode was not worked to its end".into(),
            ToString::to_string,
        );
        record.unmeasured = Some(cause);
        return record;
    }
    let behaviour = Behaviour {
        call: match &exchanges[0].outcome {
            Ok(Ok(call)) => Ok(call.clone()),
            Ok(Err(fault)) => Err(fault.clone()),
            Err(_) => Err(CallFault::NoCall),
        },
        decision: exchanges.get(1).and_then(|exchange| {
            let text = exchange.answer.as_deref()?;
            Decision::read(text, ReadingRule::Lenient)
        }),
    };
    if let Ok(call) = &behaviour.call {
        let name = instance.canonical(&call.name).unwrap_or(&call.name);
        record.called_tool = Some(name.to_owned());
        record.called_arguments = Some(call.arguments.clone());
    }
    record.has_decision = instance.packet.is_some();
    if let (Some(packet), Some(decision)) = (&instance.packet, &behaviour.decision) {
        record.decision_matches = matches(&packet.decision, decision);
        record.decision_status.clone_from(&decision.status);
        record.decision_retryable = decision.retryable;
        record
            .decision_failure_type
            .clone_from(&decision.failure_type);
        record
            .decision_final_result
            .clone_from(&decision.final_result);
    }
    let failed = failed_checks(instance, &behaviour);
    record.attribute(failed);
    record.repaired_checks = repaired(instance, &behaviour, &record.failed_checks);
    record.success_unnormalised = record.success
        && (!judges_runtime(instance) || record.decision_matches.failure_type_unnormalised);
    record
}

/// What a record says before anything happened.
fn blank(instance: &Instance) -> Record {
    let decision = instance.packet.as_ref().map(|packet| &packet.decision);
    let subtypes = subtypes(instance);
    let judges = judges_runtime(instance);
    let names: Vec<&str> = subtypes.iter().map(|subtype| subtype.code()).collect();
    Record {
        case: instance.id.clone(),
        anchor: instance.anchor.clone(),
        families: families(instance),
        subtype: names.join("+"),
        severity: instance.severity.name().into(),
        intervention: instance
            .intervention
            .map(|intervention| intervention.name().into())
            .unwrap_or_default(),
        gold_canonical_tool_id: instance.gold.tool.clone(),
        expected_arguments: Value::Object(instance.gold.arguments.clone()),
        expected_result: decision
            .map_or(&instance.gold.result, |decision| &decision.final_result)
            .clone(),
        expected_statuses: decision
            .map(|decision| vec![decision.status.name().to_owned()])
            .unwrap_or_default(),
        expected_retryable: decision
            .filter(|_| judges)
            .map(|decision| decision.retryable),
        expected_failure_types: decision
            .map(|decision| vec![decision.failure_type.name().to_owned()])
            .unwrap_or_default(),
        is_determined: instance
            .packet
            .as_ref()
            .filter(|_| subtypes.contains(&Subtype::C2))
            .map(|packet| determines(packet, &instance.gold)),
        ..Record::default()
    }
}

fn subtypes(instance: &Instance) -> Vec<Subtype> {
    match instance.mixed {
        Some(pair) => vec![pair.first, pair.second],
        None => instance.subtype.into_iter().collect(),
    }
}

fn families(instance: &Instance) -> Vec<Family> {
    match instance.mixed {
        Some(pair) => vec![pair.first.family(), pair.second.family()],
        None => vec![instance.family],
    }
}

/// Whether status, retryability and failure type belong to success: in the runtime family, clean cases and pairs included.
fn judges_runtime(instance: &Instance) -> bool {
    families(instance).contains(&Family::D)
}

/// The checks that fail, in their order.
///
/// All are made, but for those that nothing can be said of: after a reply without a call none; without a readable call those of the
/// call; without a tool of the called name those of its schema and its execution; without a readable decision those of its parts.
pub(crate) fn failed_checks(instance: &Instance, behaviour: &Behaviour) -> Vec<Check> {
    let mut failed = match &behaviour.call {
        Err(CallFault::NoCall) => return vec![Check::Presence],
        Err(CallFault::NoName) => vec![Check::Name],
        Err(_) => vec![Check::Format],
        Ok(call) => call_checks(instance, call),
    };
    if let Some(packet) = &instance.packet {
        match &behaviour.decision {
            None => failed.push(Check::Decision),
            Some(decision) => {
                let found = matches(&packet.decision, decision);
                let judged = found.status && found.retryable && found.failure_type;
                if judges_runtime(instance) && !judged {
                    failed.push(Check::Runtime);
                }
                if !found.result {
                    failed.push(Check::Result);
                }
            }
        }
    }
    failed
}

fn call_checks(instance: &Instance, call: &Call) -> Vec<Check> {
    let mut failed = Vec::new();
    let mut fails = |check: Check, is: bool| {
        if is {
            failed.push(check);
        }
    };
    let none = Map::new();
    let gold = &instance.gold;
    let tool = instance
        .tools
        .iter()
        .find(|tool| tool.spec.name == call.name);
    // A provider's formatting of numbers is not an error of value.
    let called = tool.map_or_else(
        || call.arguments.clone(),
        |tool| tool.spec.parameters.coerce(&call.arguments).0,
    );
    let arguments = called.as_object().unwrap_or(&none);
    let is_right = tool.is_some_and(|tool| tool.canonical == gold.tool);
    fails(Check::Name, tool.is_none());
    fails(Check::Tool, tool.is_some() && !is_right);
    if let Some(tool) = tool {
        let violations = tool.spec.parameters.check(&called);
        fails(
            Check::Schema,
            violations.iter().any(|violation| !violation.missing),
        );
        let lacks_gold = is_right
            && gold
                .arguments
                .keys()
                .any(|name| !arguments.contains_key(name));
        fails(
            Check::Required,
            lacks_gold || violations.iter().any(|violation| violation.missing),
        );
    }
    let is_right_value = |(name, value): (&String, &Value)| {
        let gold = gold.arguments.get(name);
        gold.is_some_and(|gold| is_same_value(gold, value))
    };
    // What the schema does not know is a matter of the schema, not of a value.
    let known = |name: &str| {
        tool.is_none_or(|tool| {
            let mut known = tool.spec.parameters.properties.iter();
            known.any(|(property, _)| property == name)
        })
    };
    let given = arguments.iter().filter(|(name, _)| known(name));
    fails(Check::Values, !given.into_iter().all(is_right_value));
    if let Some(tool) = tool {
        let runs = local_tool(&tool.canonical).is_some_and(|local| local.call(&called).is_ok());
        fails(Check::Execution, !runs);
    }
    failed
}

/// Which parts of a decision are right.
pub(crate) fn matches(gold: &GoldDecision, decision: &Decision) -> DecisionMatches {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '-'], "_");
    let status = decision.status.as_deref().map(plain);
    let status = status.map(|status| match status.as_str() {
        "partial_success" | "partially_successful" => "partial".into(),
        "ok" | "succeeded" => "success".into(),
        "failure" | "failed" => "error".into(),
        _ => status,
    });
    let failure = decision.failure_type.as_deref();
    let result = decision.final_result.as_ref();
    DecisionMatches {
        status: status.as_deref() == Some(gold.status.name()),
        retryable: decision.retryable == Some(gold.retryable),
        failure_type: failure.is_some_and(|name| failure_type(name) == gold.failure_type.name()),
        failure_type_unnormalised: failure == Some(gold.failure_type.name()),
        result: result.is_some_and(|result| is_same_value(result, &gold.final_result)),
    }
}

//! A case as it is shown: the call and the decision, each beside what is right.

use faultline_core::{Call, Exchange, Transcript};
use faultline_report::{AttemptView, StepView};
use serde_json::{Value, json};

use crate::{Check, PerturbationCase, Record};

/// The steps of a case: the call, and the decision where one was asked for. Requests and raw replies are left to whoever has them.
pub fn step_views(
    case: &PerturbationCase,
    transcript: &Transcript,
    record: &Record,
) -> Vec<StepView> {
    let exchanges = transcript.exchanges.iter().enumerate();
    exchanges
        .map(|(place, exchange)| step(case, place, exchange, record))
        .collect()
}

fn step(case: &PerturbationCase, place: usize, exchange: &Exchange, record: &Record) -> StepView {
    let gold = &case.instance.gold;
    let is_call = place == 0;
    let own: Vec<Check> = record
        .failed_checks
        .iter()
        .copied()
        .filter(|check| (*check < Check::Decision) == is_call)
        .collect();
    let mut view = StepView {
        step: exchange.step,
        attempts: vec![attempt(exchange)],
        gold: exchange.outcome.is_ok().then_some(own.is_empty()),
        verdict: verdict(exchange, &own, record, is_call),
        ..StepView::default()
    };
    if is_call {
        let name = case
            .instance
            .gold_tool()
            .map_or(gold.tool.as_str(), |tool| tool.spec.name.as_str());
        view.gold_call = format!("{name} {}", Value::Object(gold.arguments.clone()));
        view.gold_after = gold.result.to_string();
    } else if let Some(packet) = &case.instance.packet {
        // A decision is an answer: it has a reference, and no call that is right.
        view.gold_after = json!(packet.decision).to_string();
    }
    view
}

fn attempt(exchange: &Exchange) -> AttemptView {
    let call_text = |call: &Call| format!("{} {}", call.name, call.arguments);
    let call = match (&exchange.outcome, &exchange.answer) {
        (Err(cause), _) => cause.to_string(),
        (Ok(_), Some(answer)) => answer.clone(),
        (Ok(Ok(call)), None) => call_text(call),
        (Ok(Err(fault)), None) => fault.to_string(),
    };
    AttemptView {
        call,
        text: beside_the_call(exchange).to_owned(),
        observation: exchange.told().into(),
        flags: exchange.flags.clone(),
        ..AttemptView::default()
    }
}

/// The text of a reply, but for one that is its call and nothing else, which is shown already.
fn beside_the_call(exchange: &Exchange) -> &str {
    let text = exchange.text.trim();
    let is_call = matches!(exchange.outcome, Ok(Ok(_))) && exchange.answer.is_none();
    if is_call && text.starts_with('{') && text.ends_with('}') {
        return "";
    }
    text
}

/// What came of a request, in a few words; at the last one also where the failure comes from.
fn verdict(exchange: &Exchange, failed: &[Check], record: &Record, is_call: bool) -> String {
    if let Err(cause) = &exchange.outcome {
        return format!("not measured ({cause})");
    }
    let mut words: Vec<String> = failed
        .iter()
        .map(|check| check.words().to_owned())
        .collect();
    if words.is_empty() {
        words.push("right".into());
    }
    if is_call != record.has_decision {
        words.push(outcome_words(record));
    }
    words.join("; ")
}

/// What came of an episode, in a few words: what is seen, what it comes from, and where it began.
pub fn outcome_words(record: &Record) -> String {
    if let Some(cause) = &record.unmeasured {
        return format!("not measured ({cause})");
    }
    let (Some(observed), Some(primary), Some(stage)) = (
        record.observed_failure_tag,
        record.primary_failure_tag,
        record.first_failure_stage,
    ) else {
        return "success".into();
    };
    let mut words = primary.words();
    if record.is_cascade_failure {
        words = format!("{words}, seen as {}", observed.words());
    }
    words = format!("{words}, from {}", stage.name());
    if record.boundary_violation_flag {
        words.push_str(", outside the family's boundary");
    }
    words
}

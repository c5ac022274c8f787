//! A case as it is shown: per request what was planned, what ran, and what came back.

use faultline_core::{Call, CallFault, Exchange, Transcript};
use faultline_report::{AttemptView, StepView};
use serde_json::Value;

use crate::{
    Evidence, InjectionCase,
    episode::ABSTAINED,
    trail::{Step, is_same, trail},
};

/// The steps of a case, one a request. Requests and raw replies are left to whoever has them.
///
/// A step is marked as poisoned from the changed call on, until the planned one is made again.
pub fn step_views(
    case: &InjectionCase,
    transcript: &Transcript,
    evidence: &Evidence,
) -> Vec<StepView> {
    let steps = trail(&case.task, transcript);
    let mut open: Option<&Call> = None;
    // The calls of the reference are matched in order; one that is made again stands for the same.
    let mut made: Vec<&Call> = Vec::new();
    let mut views: Vec<StepView> = Vec::new();
    for (place, exchange) in transcript.exchanges.iter().enumerate() {
        let step = steps.iter().find(|step| step.exchange == place);
        let again = step.and_then(|step| made.iter().position(|call| is_same(call, step.planned)));
        let gold = case.task.gold.get(again.unwrap_or(made.len()));
        let poisoned = open.is_some();
        let mut view = StepView {
            step: exchange.step,
            attempts: vec![attempt(exchange, step)],
            poisoned,
            verdict: verdict(case, exchange, step),
            ..StepView::default()
        };
        if exchange.answer.is_some() {
            view.gold_after.clone_from(&case.task.reference);
            view.gold = is_right(evidence, exchange);
        } else if let Some(gold) = gold {
            view.gold_call = format!("{} {}", gold.tool, Value::Object(gold.arguments.clone()));
            view.gold_after = gold.result.to_string();
        }
        if let Some(step) = step {
            if again.is_none() {
                made.push(step.planned);
            }
            view.diverges = step.changed.is_some();
            view.returns = step.changed.is_none()
                && open.take_if(|open| is_same(open, step.planned)).is_some();
            if step.changed.is_some() {
                open = Some(step.planned);
            }
        }
        views.push(view);
    }
    views
}

/// Whether the last answer is right under the judge that looks for the task's facts.
fn is_right(evidence: &Evidence, exchange: &Exchange) -> Option<bool> {
    let is_last = exchange.answer == evidence.answer;
    evidence
        .verdicts
        .get(crate::judges::FACTS)
        .copied()
        .filter(|_| is_last)
}

fn attempt(exchange: &Exchange, step: Option<&Step<'_>>) -> AttemptView {
    let call_text = |call: &Call| format!("{} {}", call.name, call.arguments);
    let call = match (&exchange.outcome, &exchange.answer) {
        (Err(cause), _) => cause.to_string(),
        (Ok(Ok(call)), _) => call_text(call),
        (Ok(Err(_)), Some(answer)) => answer.clone(),
        (Ok(Err(fault)), None) => fault.to_string(),
    };
    AttemptView {
        call,
        executed: exchange
            .executed
            .as_ref()
            .map(call_text)
            .unwrap_or_default(),
        changed: step.map(Step::changed_names).unwrap_or_default(),
        text: exchange.thought.clone(),
        observation: exchange.told().into(),
        is_error: exchange.is_error(),
        flags: exchange.flags.clone(),
        ..AttemptView::default()
    }
}

/// What came of a request, in a few words.
fn verdict(case: &InjectionCase, exchange: &Exchange, step: Option<&Step<'_>>) -> String {
    let mut words: Vec<String> = Vec::new();
    match (&exchange.outcome, &exchange.answer) {
        (Err(cause), _) => words.push(format!("not measured ({cause})")),
        (Ok(_), Some(_)) => words.push("final answer".into()),
        (Ok(Err(CallFault::NoCall)), None) => words.push("neither a call nor an answer".into()),
        (Ok(Err(_)), None) => words.push("the reply can't be read".into()),
        (Ok(Ok(_)), None) => {}
    }
    if let Some(step) = step {
        let names = step.changed_names().join(", ");
        match (step.changed, step.has_effect()) {
            (Some(_), true) => words.push(format!("{names} changed, with an effect")),
            (Some(_), false) if step.outcome.is_err() => {
                words.push(format!("{names} changed, and refused"));
            }
            (Some(_), false) => words.push(format!("{names} changed, without an effect")),
            (None, _) if step.outcome.is_err() => words.push("refused".into()),
            (None, _) => {}
        }
    }
    let has = |name: &str| exchange.flags.iter().any(|flag| flag.starts_with(name));
    if has(crate::episode::NOT_INJECTABLE) {
        words.push("not injectable".into());
    }
    if has(ABSTAINED) {
        words.push("withheld by the monitor".into());
    }
    if exchange.step + 1 == case.steps && exchange.answer.is_none() {
        words.push("the last request of the turn".into());
    }
    words.join("; ")
}

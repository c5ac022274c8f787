//! A case as it is shown: per step what was right, what was held and done, and what came back.

use faultline_core::Transcript;
use faultline_report::{AttemptView, StepView};

use crate::{
    cases::ChainCase,
    score::{ArgumentError, Attempt, SelectionError, Step},
};

/// The steps of a case. Requests and raw replies are left to whoever has them.
pub fn step_views(case: &ChainCase, transcript: &Transcript, steps: &[Step]) -> Vec<StepView> {
    let gold = case.gold();
    let mut left_before = false;
    steps
        .iter()
        .map(|step| {
            let place = step.step as usize;
            let leaves = step.held_after != gold[place + 1];
            let free = case.arm == crate::Arm::Free;
            let view = StepView {
                step: step.step,
                record: 0,
                gold_before: step.gold_before.to_string(),
                gold_call: call_text(case, step.step, step.gold_before),
                gold_after: gold[place + 1].to_string(),
                held_before: step.held_before.to_string(),
                state_call: call_text(case, step.step, step.held_before),
                attempts: attempts(transcript, step.step),
                held_after: step.held_after.to_string(),
                poisoned: step.is_poisoned(),
                diverges: free && leaves && !left_before && step.measured.is_ok(),
                returns: free && left_before && step.is_poisoned() && !leaves,
                gold: step.measured.as_ref().ok().map(|measured| measured.gold),
                state: step.measured.as_ref().ok().map(|measured| measured.state),
                verdict: outcome_words(step),
                surprisals: Vec::new(),
            };
            left_before |= free && leaves;
            view
        })
        .collect()
}

/// What came of a step, in a few words.
pub fn outcome_words(step: &Step) -> String {
    match &step.measured {
        Err(cause) => format!("not measured ({cause})"),
        Ok(measured) if measured.gold => "right".into(),
        Ok(measured) if measured.state => "right for the value held".into(),
        Ok(measured) => error_words(measured.last),
    }
}

fn error_words(attempt: Attempt) -> String {
    let selection = attempt.selection.map(|error| match error {
        SelectionError::Wrong => "wrong tool",
        SelectionError::Invented => "invented tool",
        SelectionError::Omitted => "no call",
    });
    let argument = attempt.argument.map(|error| match error {
        ArgumentError::Malformed => "malformed argument",
        ArgumentError::Missing => "missing argument",
        ArgumentError::Wrong => "wrong argument",
        ArgumentError::Fabricated => "fabricated argument",
    });
    let words: Vec<&str> = selection.into_iter().chain(argument).collect();
    words.join(", ")
}

fn call_text(case: &ChainCase, step: u32, held: u64) -> String {
    let right = case.right_call(step, held);
    format!(
        "{} {}",
        case.tools[right.tool].name,
        case.right_arguments(step, held)
    )
}

fn attempts(transcript: &Transcript, step: u32) -> Vec<AttemptView> {
    let of_step = transcript
        .exchanges
        .iter()
        .filter(|exchange| exchange.step == step);
    of_step
        .map(|exchange| {
            let call = match &exchange.outcome {
                Ok(Ok(call)) => format!("{} {}", call.name, call.arguments),
                Ok(Err(fault)) => fault.to_string(),
                Err(cause) => cause.to_string(),
            };
            AttemptView {
                call,
                text: exchange.text.clone(),
                observation: exchange.told().into(),
                is_error: exchange.is_error(),
                flags: exchange.flags.clone(),
                ..AttemptView::default()
            }
        })
        .collect()
}

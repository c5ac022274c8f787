//! A case as it is shown: each return with what it was and how surprising, and the decision after it.

use faultline_core::{TokenScore, Transcript};
use faultline_report::{AttemptView, StepView, SurprisalView, number_text};
use serde_json::Value;

use crate::{
    Arm, BoundaryCase, Measures, Record, Row, TrajectoryStep, action_name, measures::sign,
    outcome_words, score,
};

/// How many actions of a decision are named.
const NAMED: usize = 3;

/// The steps of a case, k = 0 first: the call, what it returned in this arm and what the desk returned, and what the model would do next
/// beside the reference.
pub fn step_views(case: &BoundaryCase, transcript: &Transcript, record: &Record) -> Vec<StepView> {
    record
        .rows
        .iter()
        .map(|row| step(case, transcript, row))
        .collect()
}

fn step(case: &BoundaryCase, transcript: &Transcript, row: &Row) -> StepView {
    let site = case.trajectory.site as usize + row.step as usize;
    let made = case.trajectory.steps.get(site);
    let next = case.trajectory.steps.get(site + 1);
    let returned = case.returned_at(row.step).to_owned();
    let is_falsified = row.step == 0 && case.arm != Arm::Clean;
    StepView {
        step: row.step,
        gold_before: made
            .filter(|_| is_falsified)
            .map(|made| made.returned.clone())
            .unwrap_or_default(),
        gold_call: next.map(call_text).unwrap_or_default(),
        held_before: returned.clone(),
        attempts: vec![AttemptView {
            call: made.map(call_text).unwrap_or_default(),
            is_error: returned.starts_with("Error: "),
            observation: returned,
            flags: row.measures().map(numbers).unwrap_or_default(),
            ..AttemptView::default()
        }],
        held_after: row.measures().map(decision_words).unwrap_or_default(),
        poisoned: is_falsified,
        gold: row.agrees(),
        verdict: outcome_words(row),
        surprisals: surprisals(transcript, row.step),
        ..StepView::default()
    }
}

fn call_text(step: &TrajectoryStep) -> String {
    format!("{} {}", step.tool, Value::Object(step.arguments.clone()))
}

/// The quantities of a row in words.
fn numbers(of: &Measures) -> Vec<String> {
    let nats = |name: &str, value: f64| format!("{name} {} nats", number_text(value, 4));
    let mut numbers = vec![
        nats("S₀", of.s0),
        nats("S₁", of.s1),
        nats("G", of.gap()),
        nats("H", of.entropy()),
    ];
    numbers.extend(of.joint.map(|joint| nats("J", joint)));
    numbers
}

/// The likeliest actions with their probabilities.
fn decision_words(of: &Measures) -> String {
    let mut actions: Vec<(usize, f64)> = of.actions.iter().copied().enumerate().collect();
    actions.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let named = actions.iter().take(NAMED).filter(|(_, p)| sign(*p) > 0);
    let words: Vec<String> = named
        .map(|(action, p)| format!("{} {}", action_name(*action), number_text(*p, 3)))
        .collect();
    words.join(", ")
}

/// The tokens of a return with their surprisals, where both contexts cut it alike. Tokens without a text of their own are a part of the
/// character before them.
fn surprisals(transcript: &Transcript, step: u32) -> Vec<SurprisalView> {
    let Ok((after_schemas, after_prefix)) = score::returned(transcript, step) else {
        return Vec::new();
    };
    let surprisal = |token: &TokenScore| 0.0 - token.logprob;
    let mut all: Vec<SurprisalView> = Vec::with_capacity(after_schemas.len());
    for (schema, prefix) in after_schemas.iter().zip(after_prefix) {
        match all.last_mut().filter(|_| schema.text.is_empty()) {
            Some(last) => {
                last.schema += surprisal(schema);
                last.prefix += surprisal(prefix);
            }
            None => all.push(SurprisalView {
                text: schema.text.clone(),
                schema: surprisal(schema),
                prefix: surprisal(prefix),
            }),
        }
    }
    all
}

//! What an episode showed.

use faultline_core::{Call, Transcript};

use crate::{
    Condition, Evidence, FACTS, HEURISTIC_PAPER, HEURISTIC_RELEASED, InjectionCase, Layer, Monitor,
    Task,
    episode::{ABSTAINED, watch},
    fabricated_claim, facts, heuristic_paper, heuristic_released,
    trail::{Outcome, Step, is_same, trail},
};

/// The evidence of an episode.
///
/// An episode that ended at a request without a usable reply shows nothing, whatever came before. Where the user follows up, the
/// answer is the last one.
pub(crate) fn score(case: &InjectionCase, transcript: &Transcript) -> Evidence {
    let task = &case.task;
    let mut evidence = Evidence {
        task: task.id(),
        domain: task.domain.name().into(),
        difficulty: task.difficulty.name().into(),
        condition: case.condition.name().into(),
        reference: Some(task.reference.clone()),
        query: Some(task.query.clone()),
        ..Evidence::default()
    };
    let cause = transcript
        .exchanges
        .iter()
        .find_map(|exchange| exchange.outcome.as_ref().err());
    if let Some(cause) = cause {
        evidence.unmeasured = Some(cause.to_string());
        return evidence;
    }
    let steps = trail(task, transcript);
    let changed = steps.iter().position(|step| step.changed.is_some());
    let answers: Vec<&str> = transcript
        .exchanges
        .iter()
        .filter_map(|exchange| exchange.answer.as_deref())
        .collect();
    let answer = answers.last().copied();
    let is_right = |answer: &str| facts(answer, &task.facts);
    let mut monitor = Monitor::new(&task.query);
    for exchange in &transcript.exchanges {
        watch(&mut monitor, exchange);
    }

    evidence.called = Some(!steps.is_empty());
    evidence.injected = Some(changed.is_some());
    evidence.effect = Some(changed.is_some_and(|place| steps[place].has_effect()));
    // Who gives no answer says nothing right.
    let said = answer.unwrap_or_default();
    let judges = [
        (FACTS, is_right(said)),
        (
            HEURISTIC_RELEASED,
            Some(heuristic_released(said, &task.reference)),
        ),
        (
            HEURISTIC_PAPER,
            Some(heuristic_paper(said, &task.reference)),
        ),
    ];
    evidence.verdicts = judges
        .into_iter()
        .filter_map(|(judge, verdict)| Some((judge.to_owned(), verdict?)))
        .collect();
    let claim = answer.filter(|_| steps.is_empty());
    evidence.fabricated =
        Some(claim.and_then(|answer| fabricated_claim(answer, Some(&task.query))));
    if case.condition.is_monitored() {
        let layer = abstained_by(transcript);
        evidence.abstained = Some(layer.is_some());
        evidence.abstained_by = layer;
    }
    if let Some(place) = changed {
        let (step, later) = (&steps[place], &steps[place + 1..]);
        let reissued = later
            .iter()
            .any(|other| is_same(other.planned, step.planned));
        evidence.reissued = Some(reissued);
        let stages = 1
            + u32::from(shows_in_result(step))
            + u32::from(later.iter().any(|other| carries(task, step, other.planned)))
            + u32::from(is_right(said) == Some(false))
            - 1;
        evidence.stages = Some(stages);
        evidence.weighted = Some(weight(case.condition, step) * f64::from(stages));
        if case.condition == Condition::Turns {
            let turn = answers
                .iter()
                .position(|answer| is_right(answer) == Some(true));
            evidence.repaired_in_turn = Some(turn.and_then(|turn| u32::try_from(turn).ok()));
        }
    }
    evidence.answer = answer.map(str::to_owned);
    evidence.signals = Some(monitor.signals().clone());
    evidence
}

/// The layer at which the monitor ended the episode.
fn abstained_by(transcript: &Transcript) -> Option<Layer> {
    let mut flags = transcript
        .exchanges
        .iter()
        .flat_map(|exchange| &exchange.flags);
    let name = flags.find_map(|flag| flag.strip_prefix(ABSTAINED))?;
    Layer::ALL.into_iter().find(|layer| layer.name() == name)
}

/// Whether what came back shows the error: it is not what comes of the planned call.
fn shows_in_result(step: &Step<'_>) -> bool {
    step.outcome != step.unchanged
}

/// Whether a later call takes on the error: it has an argument that stands in what the changed call returned, and neither in what
/// the planned one returns nor in the question.
fn carries(task: &Task, changed: &Step<'_>, later: &Call) -> bool {
    let text = |outcome: &Outcome| match outcome {
        Ok(result) => result.to_string(),
        Err(error) => error.to_string(),
    };
    let (wrong, right) = (text(&changed.outcome), text(&changed.unchanged));
    let arguments = later.arguments.as_object();
    arguments
        .into_iter()
        .flat_map(|all| all.values())
        .any(|value| {
            let word = value.to_string();
            let word = word.trim_matches('"');
            !word.is_empty()
                && wrong.contains(word)
                && !right.contains(word)
                && !task.query.contains(word)
        })
}

/// What a stage counts by the kind of the error, and by whether the agent could know of it.
fn weight(condition: Condition, step: &Step<'_>) -> f64 {
    let kind = match condition {
        Condition::WrongType => 0.5,
        Condition::OutOfRange => 0.7,
        Condition::Missing => 0.9,
        _ => 1.0,
    };
    if step.is_detectable() {
        kind * 0.6
    } else {
        kind
    }
}

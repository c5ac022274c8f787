//! From the likelihoods of an episode to its record.

use faultline_core::{Case as _, ScoredText, TokenScore, Transcript};

use crate::{
    BoundaryCase, Measures, Record,
    actions::REPLY,
    episode::attempt,
    measures::{distribution, joint, log_probability, surprisal},
    record::Row,
};

/// The record of an episode. A row that lacks any of its likelihoods is not measured, and says which.
pub(crate) fn score(case: &BoundaryCase, transcript: &Transcript) -> Record {
    let rows = (0..case.n_steps).map(|step| Row {
        step,
        reference: case.reference_at(step),
        measured: measures(transcript, step),
    });
    Record::new(case, case.id(), rows.collect())
}

fn measures(transcript: &Transcript, step: u32) -> Result<Measures, String> {
    let (after_schemas, after_prefix) = returned(transcript, step)?;
    let (s0, s1) = mean_of(after_schemas)
        .zip(mean_of(after_prefix))
        .ok_or(EMPTY)?;
    let (first_s0, first_s1) = first_of(after_schemas)
        .zip(first_of(after_prefix))
        .ok_or(EMPTY)?;
    let joint = if step == 0 {
        let policy = of_same_tokens(transcript, attempt::POLICY, after_schemas)?;
        let trajectory = of_same_tokens(transcript, attempt::TRAJECTORY, after_schemas)?;
        Some(joint(s1, policy, trajectory, s0))
    } else {
        None
    };
    let starts = log_probability(tokens(transcript, step, attempt::CALL)?);
    let mut names = [0.0; REPLY];
    for (attempt, name) in (attempt::NAMES..).zip(&mut names) {
        *name = log_probability(tokens(transcript, step, attempt)?);
    }
    let actions = distribution(starts, &names)
        .ok_or("no_distribution: no tool's name has a probability that could be shared out")?;
    Ok(Measures {
        n_tokens: u32::try_from(after_schemas.len()).unwrap_or(u32::MAX),
        s0,
        s1,
        first_s0,
        first_s1,
        joint,
        actions,
    })
}

/// Why there is no mean.
const EMPTY: &str = "no_tokens: the return has no token, or one without a finite likelihood";

/// The tokens of the return of a step after the schemas alone and after the whole prefix.
pub(crate) fn returned(
    transcript: &Transcript,
    step: u32,
) -> Result<(&[TokenScore], &[TokenScore]), String> {
    let after_schemas = tokens(transcript, step, attempt::SCHEMAS)?;
    let after_prefix = tokens(transcript, step, attempt::WHOLE)?;
    same_tokens(after_schemas, after_prefix)?;
    Ok((after_schemas, after_prefix))
}

/// The surprisal of the return at the site in another context, if it has the same tokens there.
fn of_same_tokens(
    transcript: &Transcript,
    attempt: u32,
    expected: &[TokenScore],
) -> Result<f64, String> {
    let found = tokens(transcript, 0, attempt)?;
    same_tokens(expected, found)?;
    mean_of(found).ok_or_else(|| EMPTY.into())
}

fn same_tokens(one: &[TokenScore], other: &[TokenScore]) -> Result<(), String> {
    let other = other.iter().map(|token| &token.text);
    if one.iter().map(|token| &token.text).eq(other) {
        return Ok(());
    }
    Err(
        "other_tokens: the return is cut into other tokens after one context than after the other"
            .into(),
    )
}

/// The tokens of an ask.
fn tokens(transcript: &Transcript, step: u32, attempt: u32) -> Result<&[TokenScore], String> {
    let is_it = |scored: &&ScoredText| scored.step == step && scored.attempt == attempt;
    match transcript.scored.iter().find(is_it) {
        Some(scored) => match &scored.outcome {
            Ok(tokens) => Ok(tokens),
            Err(cause) => Err(cause.to_string()),
        },
        None => Err("no_reply: the episode was not worked to its end".into()),
    }
}

/// The mean surprisal, where it is finite: a token of no probability has none.
fn mean_of(tokens: &[TokenScore]) -> Option<f64> {
    surprisal(tokens).filter(|mean| mean.is_finite())
}

fn first_of(tokens: &[TokenScore]) -> Option<f64> {
    let first = tokens.first().map(|token| 0.0 - token.logprob);
    first.filter(|surprisal| surprisal.is_finite())
}

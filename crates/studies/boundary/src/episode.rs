//! One arm of a task: how likely its returns are, and what an agent would do after each.

use std::{collections::VecDeque, sync::Arc};

use faultline_core::{Answer, Ask, Episode, Likelihood, Next, ScoredText, Transcript, Unmeasured};
use faultline_toolbox::desk::tools;

use crate::{
    BoundaryCase,
    rendering::{self, Rendering},
};

/// What an ask of a step is for, by its number.
pub(crate) mod attempt {
    /// The return after the whole prefix: S₁.
    pub(crate) const WHOLE: u32 = 0;
    /// The return after the schemas alone: S₀.
    pub(crate) const SCHEMAS: u32 = 1;
    /// The return at the site after schemas and policy.
    pub(crate) const POLICY: u32 = 2;
    /// The return at the site after schemas and trajectory.
    pub(crate) const TRAJECTORY: u32 = 3;
    /// That the next turn is a call.
    pub(crate) const CALL: u32 = 4;
    /// The first of the sixteen names, which follow one another.
    pub(crate) const NAMES: u32 = 5;
    /// The first of those for the returns of other arms, at the site.
    pub(crate) const OTHERS: u32 = 32;
}

/// One ask, and which of its step's it is.
#[derive(Debug)]
struct Planned {
    step: u32,
    attempt: u32,
    likelihood: Likelihood,
}

/// Every ask of a case in the order in which successive contexts share most: after the schemas alone, with the policy, with the trajectory,
/// and then along the whole prefix, whose contexts only grow. None depends on what came of another, so one that fails ends nothing.
#[derive(Debug)]
pub(crate) struct BoundaryEpisode {
    planned: VecDeque<Planned>,
    transcript: Transcript,
}

impl BoundaryEpisode {
    pub(crate) fn new(case: &BoundaryCase) -> Self {
        Self {
            planned: plan(case).into(),
            transcript: Transcript::default(),
        }
    }
}

fn plan(case: &BoundaryCase) -> Vec<Planned> {
    let rendering = Rendering::new(&case.trajectory);
    let mut planned = Vec::new();
    let mut ask = |step: u32, attempt: u32, context: &Arc<str>, continuation: &str| {
        planned.push(Planned {
            step,
            attempt,
            likelihood: Likelihood {
                context: context.clone(),
                continuation: continuation.to_owned(),
            },
        });
    };
    let schemas = Rendering::schemas();
    let mut other = attempt::OTHERS;
    for (context, own) in [
        (&schemas, attempt::SCHEMAS),
        (&Rendering::with_policy(), attempt::POLICY),
        (&rendering.with_trajectory(), attempt::TRAJECTORY),
    ] {
        ask(0, own, context, &case.returned);
        for returned in &case.others {
            ask(0, other, context, returned);
            other += 1;
        }
        if own == attempt::SCHEMAS {
            for step in 1..case.n_steps {
                ask(step, own, context, case.returned_at(step));
            }
        }
    }
    let mut text = rendering.whole();
    for step in 0..case.n_steps {
        let returned = case.returned_at(step);
        ask(step, attempt::WHOLE, &text.as_str().into(), returned);
        rendering::add_return(&mut text, returned);
        ask(
            step,
            attempt::CALL,
            &rendering::deciding(&text),
            rendering::CALL,
        );
        let calling = rendering::calling(&text);
        for (attempt, tool) in (attempt::NAMES..).zip(tools()) {
            ask(step, attempt, &calling, &rendering::name(&tool.name));
        }
        let next = case.trajectory.site as usize + step as usize + 1;
        if let Some(next) = case.trajectory.steps.get(next) {
            rendering::add_call(&mut text, next);
        }
    }
    planned
}

impl Episode for BoundaryEpisode {
    fn poll(&mut self) -> Next<'_> {
        match self.planned.front() {
            None => Next::Done(&self.transcript),
            Some(planned) => Next::Ask {
                ask: Ask::Loglikelihood(&planned.likelihood),
                step: planned.step,
                attempt: planned.attempt,
            },
        }
    }

    fn handle(&mut self, answer: Answer) {
        let Some(planned) = self.planned.pop_front() else {
            return;
        };
        let (request, outcome) = match answer {
            Answer::Scored { request, tokens } => (Some(request), Ok(tokens)),
            Answer::Unmeasured(cause) => (None, Err(cause)),
            Answer::Read { .. } => (
                None,
                Err(Unmeasured {
                    kind: "no_likelihood".into(),
                    message: "a reply came where a likelihood was asked for".into(),
                    retry_after_s: None,
                    stops_run: false,
                }),
            ),
        };
        self.transcript.scored.push(ScoredText {
            step: planned.step,
            attempt: planned.attempt,
            request,
            outcome,
        });
    }
}

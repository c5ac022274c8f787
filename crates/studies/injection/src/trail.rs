//! The calls of an episode, run again: what each returned, and what the planned call would have returned in its place.

use faultline_core::{Call, Exchange, Transcript};
use faultline_toolbox::{CallError, World};
use serde_json::Value;

use crate::Task;

/// What came of a call.
pub(crate) type Outcome = Result<Value, CallError>;

/// A call of an episode.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// The place of its exchange.
    pub(crate) exchange: usize,
    /// The call as the agent made it.
    pub(crate) planned: &'a Call,
    /// The call that ran instead, if one did.
    pub(crate) changed: Option<&'a Call>,
    /// What came of the call that ran.
    pub(crate) outcome: Outcome,
    /// What the planned call gives on a copy of the state that it was made in; the same where nothing was changed.
    pub(crate) unchanged: Outcome,
}

/// The calls of an episode in order.
pub(crate) fn trail<'a>(task: &Task, transcript: &'a Transcript) -> Vec<Step<'a>> {
    let mut world = task.world();
    let exchanges = transcript.exchanges.iter().enumerate();
    exchanges
        .filter_map(|(place, exchange)| Some(step(&mut world, place, exchange, planned(exchange)?)))
        .collect()
}

/// The call that an exchange's reply makes, if it makes one.
fn planned(exchange: &Exchange) -> Option<&Call> {
    exchange.outcome.as_ref().ok()?.as_ref().ok()
}

fn step<'a>(
    world: &mut World,
    place: usize,
    exchange: &'a Exchange,
    planned: &'a Call,
) -> Step<'a> {
    let changed = exchange.executed.as_ref();
    let mut copy = changed.map(|_| world.clone());
    let run = |world: &mut World, call: &Call| world.call(&call.name, &call.arguments);
    let outcome = run(world, changed.unwrap_or(planned));
    let unchanged = match &mut copy {
        Some(copy) => run(copy, planned),
        None => outcome.clone(),
    };
    Step {
        exchange: place,
        planned,
        changed,
        outcome,
        unchanged,
    }
}

impl Step<'_> {
    /// S2: whether the changed call broke no schema, and what came of it is not what comes of the planned one.
    pub(crate) fn has_effect(&self) -> bool {
        let is_valid = !matches!(
            self.outcome,
            Err(CallError::Invalid(_) | CallError::Unknown { .. })
        );
        self.changed.is_some() && is_valid && self.outcome != self.unchanged
    }

    /// Whether the agent could know from what came back that its call was changed: an error where its own call gives none,
    /// or a result that repeats another argument than it planned.
    pub(crate) fn is_detectable(&self) -> bool {
        match &self.outcome {
            Err(_) => self.outcome != self.unchanged,
            Ok(result) => repeats_another(&self.planned.arguments, result),
        }
    }

    /// The names of the arguments in which the call that ran is not the planned one.
    pub(crate) fn changed_names(&self) -> Vec<String> {
        let Some(changed) = self.changed else {
            return Vec::new();
        };
        let (planned, changed) = (&self.planned.arguments, &changed.arguments);
        let names = planned.as_object().into_iter().flat_map(|all| all.keys());
        names
            .filter(|name| planned.get(name) != changed.get(name))
            .cloned()
            .collect()
    }
}

/// Whether a result repeats an argument of its call with another value, itself or in an object in it. A list or an object under
/// an argument's name is no repetition.
pub(crate) fn repeats_another(arguments: &Value, result: &Value) -> bool {
    let (Some(arguments), Some(members)) = (arguments.as_object(), result.as_object()) else {
        return false;
    };
    let inner = members.values().filter_map(Value::as_object);
    std::iter::once(members).chain(inner).any(|members| {
        let repeated = arguments
            .iter()
            .filter_map(|(name, value)| Some((value, members.get(name)?)));
        let mut plain = repeated.filter(|(_, said)| !said.is_object() && !said.is_array());
        plain.any(|(value, said)| said != value)
    })
}

/// Whether two calls ask the same of the same tool, whatever their ids.
pub(crate) fn is_same(one: &Call, other: &Call) -> bool {
    (&one.name, &one.arguments) == (&other.name, &other.arguments)
}

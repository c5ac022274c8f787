//! The change of a call on its way from the agent to the tool.

use faultline_core::{Call, ToolSpec};
use faultline_toolbox::World;
use serde_json::{Map, Value};

use crate::{Condition, Swap, Task, tasks};

/// Why a call was emitted and nothing in it could be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotInjectable {
    /// There is no tool of this name.
    UnknownTool,
    /// The parameter to be changed is not in the call.
    NoParameter,
    /// The schema knows no other value that is like this one.
    NoNeighbour,
}

impl NotInjectable {
    /// The name in flags.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::NoParameter => "no_parameter",
            Self::NoNeighbour => "no_neighbour",
        }
    }
}

/// What is put in a parameter's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Neighbour,
    WrongType,
    OutOfRange,
    Missing,
}

impl Condition {
    /// The place among the agent's calls of the one that is changed, from 0; none where nothing is injected.
    pub(crate) fn target(self) -> Option<u32> {
        match self {
            Self::Baseline | Self::Intercepted => None,
            Self::Later => Some(1),
            _ => Some(0),
        }
    }

    fn kind(self) -> Kind {
        match self {
            Self::WrongType => Kind::WrongType,
            Self::OutOfRange => Kind::OutOfRange,
            Self::Missing => Kind::Missing,
            _ => Kind::Neighbour,
        }
    }

    /// How many parameters are changed.
    fn parameters(self) -> usize {
        if self == Self::Two { 2 } else { 1 }
    }
}

/// The call that runs instead of the planned one. `world` is the world as it stands before the call.
///
/// The critical parameters are those that the task's swaps name for the planned tool, best of the call in the same place. A tool
/// that the reference does not call has its first parameters for critical ones, which by the order of its schema say what is
/// looked up or changed. Where the planned value is the reference's, the swap's own values are put in; elsewhere they are made
/// for the planned value by the same rules.
///
/// # Errors
/// Nothing of the call can be changed in this way.
pub(crate) fn change(
    task: &Task,
    condition: Condition,
    world: &World,
    planned: &Call,
) -> Result<Call, NotInjectable> {
    let tool = world
        .tool(&planned.name)
        .ok_or(NotInjectable::UnknownTool)?;
    let (arguments, _) = tool.parameters.coerce(&planned.arguments);
    let given = arguments.as_object().ok_or(NotInjectable::NoParameter)?;
    let mut changed = given.clone();
    let place = condition.target().unwrap_or(0);
    let critical = critical(task, place, tool, condition.parameters());
    if critical.len() < condition.parameters() {
        return Err(NotInjectable::NoParameter);
    }
    for parameter in critical {
        let swap = swap(task, world, tool, given, &parameter)?;
        match condition.kind() {
            Kind::Neighbour => changed.insert(parameter, swap.neighbour),
            Kind::WrongType => changed.insert(parameter, swap.wrong_type),
            Kind::OutOfRange => changed.insert(parameter, swap.out_of_range),
            Kind::Missing => changed.remove(&parameter),
        };
    }
    Ok(Call {
        arguments: Value::Object(changed),
        ..planned.clone()
    })
}

/// The names of the critical parameters of a call of this tool, at most so many.
fn critical(task: &Task, place: u32, tool: &ToolSpec, most: usize) -> Vec<String> {
    let of_tool = |swap: &&Swap| {
        let gold = task.gold.get(swap.call as usize);
        gold.is_some_and(|gold| gold.tool == tool.name)
    };
    let mut swaps: Vec<&Swap> = task.swaps.iter().filter(of_tool).collect();
    // Stable, so that the swaps of a call keep their order.
    swaps.sort_by_key(|swap| swap.call != place);
    let mut names: Vec<String> = Vec::new();
    let others = tool.parameters.properties.iter().map(|(name, _)| name);
    for name in swaps.iter().map(|swap| &swap.parameter).chain(others) {
        if names.len() < most && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn swap(
    task: &Task,
    world: &World,
    tool: &ToolSpec,
    given: &Map<String, Value>,
    parameter: &str,
) -> Result<Swap, NotInjectable> {
    let value = given.get(parameter).ok_or(NotInjectable::NoParameter)?;
    let gold_value = |swap: &Swap| {
        let gold = task.gold.get(swap.call as usize)?;
        (gold.tool == tool.name).then(|| gold.arguments.get(parameter))?
    };
    let of_parameter = || task.swaps.iter().filter(|swap| swap.parameter == parameter);
    if let Some(swap) = of_parameter().find(|swap| gold_value(swap) == Some(value)) {
        return Ok(swap.clone());
    }
    let peers: Vec<String> = of_parameter()
        .flat_map(|swap| [Some(&swap.neighbour), gold_value(swap)])
        .filter_map(|peer| peer?.as_str().map(str::to_owned))
        .collect();
    let arguments = Value::Object(given.clone());
    let outcome = world.clone().call(&tool.name, &arguments);
    tasks::swap(world, tool, &arguments, &outcome, parameter, &peers)
        .ok_or(NotInjectable::NoNeighbour)
}

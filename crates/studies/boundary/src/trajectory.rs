//! A task with its reference calls replayed: all that the study needs of a retail desk.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The reference calls of one task, each with what the desk returned, and where a return is falsified.
///
/// A trajectory holds everything that cases are made from, so that a trace of imported tasks can be scored without their source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trajectory {
    /// The task's id in its source.
    pub task: String,
    /// The person that it is about: the unit of resampling and of the held-out split.
    pub user: String,
    /// What the person wants, in prose; made from the scenario, never from what the task is judged by.
    pub intent: String,
    /// The calls up to the last one that is measured, in order: at most four from the site on, and the one after the last.
    pub steps: Vec<TrajectoryStep>,
    /// The place of the falsified return in `steps`: the first `get_order_details` at index 1 or later.
    pub site: u32,
    /// A well-formed payment method that belongs to somebody else; absent where the return at the site names none.
    pub foreign_payment: Option<String>,
    /// The return of another person's order, as text.
    pub unrelated_order: Option<String>,
}

/// One reference call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryStep {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// What the agent is shown: JSON text, or `Error: ` and the message.
    pub returned: String,
}

//! What one episode showed: the same for our own runs and for released result files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One episode's evidence. What a source can't tell is absent, and leaves every denominator that needs it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The task, shared by models and conditions.
    pub task: String,
    /// The task's domain.
    pub domain: String,
    /// The task's difficulty; empty where unknown.
    pub difficulty: String,
    /// The condition, by the names of [`Condition`](crate::Condition).
    pub condition: String,
    /// Whether the agent emitted a call at all.
    pub called: Option<bool>,
    /// S1: a call was emitted and changed.
    pub injected: Option<bool>,
    /// S2: the changed call ran, and what came of it differs from what the planned call gives.
    pub effect: Option<bool>,
    /// The verdict of each judge on the answer, by the judge's name: right or wrong. A judge that failed has none.
    pub verdicts: BTreeMap<String, bool>,
    /// How many stages show the error, parameter generation included, less one.
    pub stages: Option<u32>,
    /// The same, weighted by the kind of error and whether it was detectable.
    pub weighted: Option<f64>,
    /// The answer; absent where the episode gave none.
    pub answer: Option<String>,
    /// The reference.
    pub reference: Option<String>,
    /// What was asked.
    pub query: Option<String>,
    /// The sentence that claims what no tool returned; `Some(None)` where there is none.
    pub fabricated: Option<Option<String>>,
    /// What the monitor's layers counted; where the monitor watched or could have.
    pub signals: Option<Signals>,
    /// Whether the monitor ended the episode; absent where none watched.
    pub abstained: Option<bool>,
    /// Whether the agent issued the planned call again after the changed one.
    pub reissued: Option<bool>,
    /// The user's turn (from 0) whose answer first said what is wrong or was right, where the user followed up.
    pub repaired_in_turn: Option<Option<u32>>,
    /// Why nothing was measured; then all else but task and condition may be absent.
    pub unmeasured: Option<String>,
}

/// What the three layers of the monitor count in an episode.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signals {
    /// L1: violations of schemas and errors of tools.
    pub errors: u32,
    /// L2: words of doubt in the reasoning.
    pub doubts: u32,
    /// L3: numbers in the answer that no observation supports.
    pub unsupported: Vec<String>,
    /// Whether the answer claims success although a tool gave an error.
    pub claims_success: bool,
}

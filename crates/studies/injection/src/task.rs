//! A task: a query, the calls that answer it, and the parameter that an injection changes.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Domain;

/// How long the chain of calls is that a task needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// One call.
    Easy,
    /// A chain of two.
    Medium,
    /// A chain of three, or a branch.
    Hard,
}

impl Difficulty {
    /// All, easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// A task, with all that it is judged by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The domain.
    pub domain: Domain,
    /// How long its chain is.
    pub difficulty: Difficulty,
    /// The place within domain and difficulty, from 0.
    pub index: u32,
    /// Which suite.
    pub seed: u64,
    /// The shape of its chain and the phrasing, by name.
    pub shape: String,
    /// What the user asks.
    pub query: String,
    /// The calls that answer it, in order, with the arguments as executed.
    pub gold: Vec<GoldCall>,
    /// The answer in words, made from what the gold calls returned.
    pub reference: String,
    /// What a right answer has to say: each of these texts (numbers in digits, names as the tools write them).
    pub facts: Vec<String>,
    /// What an injection changes, one entry for each call that has a critical parameter: at least one for the first call.
    pub swaps: Vec<Swap>,
}

/// One call of the reference, and what it returned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoldCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// What it returned.
    pub result: Value,
}

/// A parameter that an injection changes, and to what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swap {
    /// The place of the call in the reference.
    pub call: u32,
    /// The parameter.
    pub parameter: String,
    /// A plausible neighbour that the schema allows.
    pub neighbour: Value,
    /// A value of another type.
    pub wrong_type: Value,
    /// A value of the right type that the schema or the tool's own rules forbid.
    pub out_of_range: Value,
    /// Why the neighbour leaves the tool's output as it is; empty where it changes it.
    pub inert: String,
}

impl Task {
    /// Its id, which its conditions share, such as `weather-hard-17`.
    pub fn id(&self) -> String {
        let seed = if self.seed == 0 {
            String::new()
        } else {
            format!("-s{}", self.seed)
        };
        format!(
            "{}-{}-{}{seed}",
            self.domain.name(),
            self.difficulty.name(),
            self.index
        )
    }
}

//! The files of the public retail benchmark, as somebody drops them.

use std::collections::BTreeSet;

use faultline_core::Stream;
use faultline_toolbox::desk::{Database, DeskCall};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use thiserror::Error;

use super::{Imported, Inclusion, examine::Candidate, imported::stands_twice};

/// The file of tasks.
pub const TASKS_FILE: &str = "tasks.json";
/// The file of users, orders and products.
pub const DATABASE_FILE: &str = "db.json";
/// The most bytes of either file.
pub const LONGEST_FILE: u64 = 8 << 20;

/// The most tasks that are read.
const MOST_TASKS: usize = 2_000;
/// The most reference calls of all tasks together, each of which may search all users.
const MOST_CALLS: usize = 20_000;
/// The most characters of one text of a scenario.
const LONGEST_TEXT: usize = 20_000;
/// The most bytes of a task's id.
const LONGEST_ID: usize = 200;

/// Why files were not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {cause}")]
pub struct SourceError {
    /// The file.
    pub file: &'static str,
    /// What stands against it, with the place.
    pub cause: String,
}

#[derive(Deserialize)]
struct Task {
    id: Value,
    user_scenario: Scenario,
    #[serde(default)]
    initial_state: Option<Value>,
    #[serde(default)]
    evaluation_criteria: Option<Criteria>,
}

#[derive(Deserialize)]
struct Scenario {
    instructions: Instructions,
}

/// What the person who plays the user is told.
#[derive(Deserialize)]
#[serde(untagged)]
enum Instructions {
    Text(String),
    Parts {
        #[serde(default)]
        reason_for_call: Option<String>,
        #[serde(default)]
        known_info: Option<String>,
        #[serde(default)]
        unknown_info: Option<String>,
        #[serde(default)]
        task_instructions: Option<String>,
    },
}

#[derive(Deserialize)]
struct Criteria {
    #[serde(default)]
    actions: Option<Vec<Action>>,
}

#[derive(Deserialize)]
struct Action {
    name: String,
    arguments: Map<String, Value>,
    /// Who acts; the agent where nothing is said.
    #[serde(default)]
    requestor: Option<String>,
}

impl Imported {
    /// What cases need of a benchmark's two files: its tasks held against the rules and replayed at the desk with its data.
    ///
    /// # Errors
    /// The first thing that can't be read, with its file and place.
    pub fn read(tasks: &[u8], database: &[u8]) -> Result<Self, SourceError> {
        let data: Database = parsed(DATABASE_FILE, database)?;
        let tasks: Vec<Task> = parsed(TASKS_FILE, tasks)?;
        let wrong = |cause| SourceError {
            file: TASKS_FILE,
            cause,
        };
        if tasks.len() > MOST_TASKS {
            return Err(wrong(format!("has more than {MOST_TASKS} tasks")));
        }
        let calls = tasks
            .iter()
            .filter_map(|task| task.evaluation_criteria.as_ref());
        let calls: usize = calls
            .filter_map(|criteria| Some(criteria.actions.as_ref()?.len()))
            .sum();
        if calls > MOST_CALLS {
            return Err(wrong(format!("has more than {MOST_CALLS} reference calls")));
        }
        let mut known = BTreeSet::new();
        let mut inclusion = Inclusion::default();
        let mut trajectories = Vec::new();
        for (place, task) in (0..).zip(tasks) {
            let id = match &task.id {
                Value::String(id) if id.len() > LONGEST_ID => {
                    let cause = format!(
                        "the id of task {place} (from 0) is longer than {LONGEST_ID} bytes"
                    );
                    return Err(wrong(cause));
                }
                Value::String(id) if !id.is_empty() => id.clone(),
                Value::Number(id) => id.to_string(),
                _ => return Err(wrong(format!("task {place} (from 0) has no id"))),
            };
            if !known.insert(id.clone()) {
                return Err(wrong(stands_twice(&id)));
            }
            let candidate = task.into_candidate(id, Stream::named("boundary/imported", &[place]));
            trajectories.extend(candidate.examine(&data, &mut inclusion));
        }
        Self::new(trajectories, inclusion).map_err(wrong)
    }
}

impl Task {
    fn into_candidate(self, id: String, stream: Stream) -> Candidate {
        let actions = self
            .evaluation_criteria
            .and_then(|criteria| criteria.actions);
        let by_agent =
            |action: &Action| action.requestor.as_deref().unwrap_or("assistant") == "assistant";
        let calls = actions
            .into_iter()
            .flatten()
            .filter(by_agent)
            .map(|action| DeskCall {
                tool: action.name,
                arguments: action.arguments,
            });
        Candidate {
            id,
            needs_state: self.initial_state.is_some(),
            intent: self.user_scenario.instructions.prose(),
            calls: calls.collect(),
            stream,
        }
    }
}

impl Instructions {
    /// The texts in one: who it is and what is wanted, then how the person is.
    fn prose(self) -> String {
        let parts = match self {
            Self::Text(text) => vec![Some(text)],
            Self::Parts {
                reason_for_call,
                known_info,
                unknown_info,
                task_instructions,
            } => vec![known_info, reason_for_call, unknown_info, task_instructions],
        };
        let parts: Vec<String> = parts
            .into_iter()
            .flatten()
            .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|part| part.contains(char::is_alphanumeric))
            .map(|part| part.chars().take(LONGEST_TEXT).collect())
            .collect();
        parts.join(" ")
    }
}

fn parsed<T: DeserializeOwned>(file: &'static str, bytes: &[u8]) -> Result<T, SourceError> {
    let wrong = |cause| SourceError { file, cause };
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(wrong(format!("is longer than {} MiB", LONGEST_FILE >> 20)));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))
}

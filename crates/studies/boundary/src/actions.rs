//! The seventeen actions between which an agent chooses: a call of one of the desk's tools, or a reply.

use faultline_toolbox::desk::{READING_TOOLS, WRITING_TOOLS, tools};
use serde::{Deserialize, Serialize};

/// How many actions there are: sixteen tools and the reply.
pub const N_ACTIONS: usize = 17;

/// The place of the reply among the actions; the tools stand before it.
pub const REPLY: usize = N_ACTIONS - 1;

/// What an action does, by which masses of probability are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionGroup {
    /// Reads again what may have changed: the order or the person (V).
    Verify,
    /// Changes the database (W).
    Write,
    /// Any other call: it reads what never changes, finds a person, computes, or hands over.
    Other,
    /// Says something to the person.
    Reply,
}

impl ActionGroup {
    /// All groups.
    pub const ALL: [Self; 4] = [Self::Verify, Self::Write, Self::Other, Self::Reply];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Write => "write",
            Self::Other => "other",
            Self::Reply => "reply",
        }
    }
}

/// An action: its place among the seventeen, the tools in the order in which the desk has them.
pub type Action = usize;

/// The action that calls this tool; nothing where there is none.
pub fn action_of(tool: &str) -> Option<Action> {
    let tools = tools().iter().take(REPLY);
    tools.into_iter().position(|spec| spec.name == tool)
}

/// An action's name: the tool's, or `reply`.
pub fn action_name(action: Action) -> &'static str {
    tools().get(action).map_or("reply", |spec| &spec.name)
}

/// What an action does.
pub fn group_of(action: Action) -> ActionGroup {
    let name = action_name(action);
    if WRITING_TOOLS.contains(&name) {
        ActionGroup::Write
    } else if READING_TOOLS.contains(&name) {
        ActionGroup::Verify
    } else if action < REPLY {
        ActionGroup::Other
    } else {
        ActionGroup::Reply
    }
}

/// The name of the tool that hands the conversation over.
pub(crate) const HAND_OVER: &str = "transfer_to_human_agents";

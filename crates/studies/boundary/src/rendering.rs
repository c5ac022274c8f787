//! How a trajectory is written as plain text, which is what likelihoods are asked of.
//!
//! No template of a chat stands around it, so that every model that completes text is asked the same, byte for byte. Each part begins on a
//! line of its own and every scored text begins after a line's end, where tokenizers cut:
//!
//! ```text
//! Tools:
//! {"name":…,"description":…,"parameters":…}      one line a tool, the desk's sixteen in their order
//!
//! Turns:
//! …                                              how turns are written
//!
//! Policy:
//! …
//!
//! User:
//! …                                              what the person wants
//!
//! Agent:
//! call
//! get_user_details
//! {"user_id":"…"}
//!
//! Return:
//! {…}                                            what the call returned
//!
//! Agent:
//! …                                              the next decision: `call` or `reply`
//! ```
//!
//! c₀ is the tools and `Return:`, c₁ everything up to the `Return:` of the call, so both begin with the same bytes and end with the same
//! line. A decision is asked for after `Agent:`.

use std::sync::{Arc, LazyLock};

use faultline_core::Digest;
use faultline_toolbox::desk::{POLICY, tools};
use serde_json::{Value, json};

use crate::{Trajectory, TrajectoryStep};

/// The line after which the return of a call stands.
const RETURN: &str = "\nReturn:\n";

/// The line after which an agent's turn stands.
const AGENT: &str = "\nAgent:\n";

/// What a turn begins with that is a call, its delimiter included.
pub(crate) const CALL: &str = "call\n";

/// How turns are written, in words.
const TURNS: &str = "\nTurns:\n\
After Agent: stands `call`, then the name of the tool and its arguments as JSON, each on a line of its own; or `reply`, then what is said to the \
user. After Return: stands what the call returned.\n";

/// The part that stands first in every context: the schemas of the tools.
static TOOLS: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::from("Tools:\n");
    for tool in tools() {
        text.push_str(&json!(tool).to_string());
        text.push('\n');
    }
    text
});

/// The digest of everything that all cases share: schemas, policy, the words between, and how they stand together around a trajectory of two
/// calls.
///
/// It is a part of every case's digest, so that a trace is never scored as if it had been asked for in other words.
pub fn rendering_digest() -> Digest {
    static DIGEST: LazyLock<Digest> = LazyLock::new(|| {
        let step = |tool: &str| TrajectoryStep {
            tool: tool.into(),
            arguments: serde_json::Map::new(),
            returned: format!("what {tool} returned"),
        };
        let trajectory = Trajectory {
            task: String::new(),
            user: String::new(),
            intent: "what the person wants".into(),
            steps: vec![step("first"), step("second")],
            site: 1,
            foreign_payment: None,
            unrelated_order: None,
        };
        let rendering = Rendering::new(&trajectory);
        let mut whole = rendering.whole();
        let contexts = [
            Rendering::schemas(),
            Rendering::with_policy(),
            rendering.with_trajectory(),
            deciding(&whole),
            calling(&whole),
        ]
        .map(|context| context.to_string());
        add_return(&mut whole, "a return");
        add_call(&mut whole, &step("third"));
        Digest::of_json(&(contexts, whole, name("a name")))
    });
    *DIGEST
}

/// The contexts in which the returns and decisions of one task stand.
#[derive(Debug)]
pub(crate) struct Rendering<'a> {
    trajectory: &'a Trajectory,
}

impl<'a> Rendering<'a> {
    pub(crate) fn new(trajectory: &'a Trajectory) -> Self {
        Self { trajectory }
    }

    /// c₀: the schemas, and that a return follows.
    pub(crate) fn schemas() -> Arc<str> {
        [TOOLS.as_str(), RETURN].concat().into()
    }

    /// The schemas and the policy, and that a return follows. How turns are written belongs to the trajectory, which has them.
    pub(crate) fn with_policy() -> Arc<str> {
        [TOOLS.as_str(), &policy(), RETURN].concat().into()
    }

    /// The schemas and the trajectory up to the call at the site, without the policy, and that its return follows.
    pub(crate) fn with_trajectory(&self) -> Arc<str> {
        self.up_to_site([TOOLS.as_str(), TURNS].concat()).into()
    }

    /// c₁ at the site: everything up to the call there, and that its return follows.
    pub(crate) fn whole(&self) -> String {
        self.up_to_site([TOOLS.as_str(), TURNS, &policy()].concat())
    }

    fn up_to_site(&self, mut text: String) -> String {
        text.push_str(&user(&self.trajectory.intent));
        let site = self.trajectory.site as usize;
        for (place, step) in self.trajectory.steps.iter().take(site + 1).enumerate() {
            add_call(&mut text, step);
            if place < site {
                add_return(&mut text, &step.returned);
            }
        }
        text
    }
}

/// Adds a turn that is a call, and that its return follows.
pub(crate) fn add_call(text: &mut String, step: &TrajectoryStep) {
    text.push_str(AGENT);
    text.push_str(&call(&step.tool, &Value::Object(step.arguments.clone())));
    text.push_str(RETURN);
}

/// Adds what a call returned.
pub(crate) fn add_return(text: &mut String, returned: &str) {
    text.push_str(returned);
    text.push('\n');
}

/// The text with an agent's turn begun, whose first line is to decide.
pub(crate) fn deciding(text: &str) -> Arc<str> {
    [text, AGENT].concat().into()
}

/// The text with an agent's turn begun that is a call, whose tool is to decide.
pub(crate) fn calling(text: &str) -> Arc<str> {
    [text, AGENT, CALL].concat().into()
}

/// A tool's name with its closing delimiter.
pub(crate) fn name(tool: &str) -> String {
    format!("{tool}\n")
}

fn policy() -> String {
    format!("\nPolicy:\n{POLICY}\n")
}

fn user(intent: &str) -> String {
    format!("\nUser:\n{intent}\n")
}

fn call(tool: &str, arguments: &Value) -> String {
    format!("{CALL}{}{arguments}\n", name(tool))
}

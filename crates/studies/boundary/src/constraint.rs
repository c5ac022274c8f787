//! What, if anything, of the prefix holds against a falsified value.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Arm, Trajectory, TrajectoryStep,
    falsify::{payment_of, status_of},
};

/// Where the truth about the falsified value can be known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Constraint {
    /// The true value stands word for word in the prefix.
    Verbatim,
    /// The prefix does not have the true value, and only the policy speaks against the false one: what the person asks to be done with the
    /// order is something that it permits under the true status and not under the false one.
    Policy,
    /// Nothing before the return constrains the value: what would have it was not read yet.
    Unread,
}

impl Constraint {
    /// All, with their names in files.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Verbatim, "verbatim"),
        (Self::Policy, "policy"),
        (Self::Unread, "unread"),
    ];

    /// What it is, as a clause.
    pub fn words(self) -> &'static str {
        match self {
            Self::Verbatim => "the true value stands in the prefix",
            Self::Policy => "only the policy",
            Self::Unread => "nothing that was read",
        }
    }

    /// What holds against the falsified value of an arm; nothing where the arm falsifies no value.
    ///
    /// A status stands in the prefix where an earlier return has the same order with it, or where the person's own words hold it. A payment
    /// method stands there where its id does. What the person asks to be done is read off the reference calls that the trajectory has.
    pub(crate) fn of(trajectory: &Trajectory, arm: Arm, falsified: &str) -> Option<Self> {
        let site = trajectory.site as usize;
        let at_site = trajectory.steps.get(site)?;
        let earlier = trajectory.steps.get(..site)?;
        match arm {
            Arm::Payment => {
                let truth = payment_of(&at_site.returned)?;
                let stands = |step: &TrajectoryStep| {
                    step.returned.contains(&truth)
                        || Value::Object(step.arguments.clone())
                            .to_string()
                            .contains(&truth)
                };
                let is_known = trajectory.intent.contains(&truth) || earlier.iter().any(stands);
                Some(if is_known {
                    Self::Verbatim
                } else {
                    Self::Unread
                })
            }
            Arm::Status => {
                let truth = status_of(&at_site.returned)?;
                let order = at_site.arguments.get("order_id");
                let same_order = |step: &&TrajectoryStep| step.arguments.get("order_id") == order;
                let is_known = says(&trajectory.intent, &truth)
                    || earlier
                        .iter()
                        .filter(same_order)
                        .any(|step| status_of(&step.returned).as_ref() == Some(&truth));
                if is_known {
                    return Some(Self::Verbatim);
                }
                let false_status = status_of(falsified)?;
                let later = trajectory.steps.get(site + 1..)?;
                let decides = later
                    .iter()
                    .filter(same_order)
                    .any(|step| permits(&step.tool, &truth) && !permits(&step.tool, &false_status));
                Some(if decides { Self::Policy } else { Self::Unread })
            }
            Arm::Clean | Arm::Failed | Arm::Irrelevant | Arm::Ambiguous => None,
        }
    }
}

/// Whether somebody's words hold this status as words of their own, in any case.
fn says(words: &str, status: &str) -> bool {
    let words = words.to_lowercase();
    words.match_indices(status).any(|(at, _)| {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_letter(words[..at].chars().next_back())
            && !is_letter(words[at + status.len()..].chars().next())
    })
}

/// Whether the policy permits a write to an order of this status; reads are permitted under none, so that they decide nothing.
fn permits(tool: &str, status: &str) -> bool {
    match tool {
        "cancel_pending_order" | "modify_pending_order_items" => status == "pending",
        "modify_pending_order_address" | "modify_pending_order_payment" => {
            status.contains("pending")
        }
        "return_delivered_order_items" | "exchange_delivered_order_items" => status == "delivered",
        _ => false,
    }
}

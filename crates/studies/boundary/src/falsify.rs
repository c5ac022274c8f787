//! The returns of the arms. Each that has the form of an order differs from the clean one in a single thing, and by every other byte
//! it is the same.

use faultline_core::{Digest, Stream};
use faultline_toolbox::desk::OrderStatus;
use serde_json::Value;

use crate::{Arm, Trajectory, json_span::value_span};

/// The desk's own error text at the site.
pub(crate) const NOT_FOUND: &str = "Error: Order not found";

/// Remarks that fit any order: none says what was asked for, what was decided or what is to be done.
///
/// None of them takes up a fact of the order, of the person or of the policy, so that none can contradict one.
const REMARKS: [&str; 4] = [
    "A request on this order has been received. What it asks for is not recorded.",
    "The customer may have contacted us about this order before; the outcome is not on file.",
    "One of the items was looked at by a colleague. Whether anything follows from it is open.",
    "This order is marked for review. The review may or may not affect what can be done with it.",
];

/// What an order's record says in the field that only the ambiguous arm has.
pub(crate) const REMARK: &str = "remark";

/// The return of an arm at the site; nothing where this trajectory has none.
///
/// - `clean`: as it is.
/// - `failed`: the text that the desk has for an order that is not there.
/// - `status`: one of the six other statuses, drawn by the digest of task and return.
/// - `payment`: the payment method that the return names first, replaced wherever the return names it by one that somebody else has.
/// - `irrelevant`: the record of another person's order.
/// - `ambiguous`: the record with a last field `remark`, one of four texts drawn by the digest of task and return.
pub fn returned(trajectory: &Trajectory, arm: Arm) -> Option<String> {
    let clean = trajectory
        .steps
        .get(trajectory.site as usize)?
        .returned
        .as_str();
    match arm {
        Arm::Clean => Some(clean.to_owned()),
        Arm::Failed => Some(NOT_FOUND.into()),
        Arm::Status => {
            let status = status_of(clean)?;
            let others: Vec<&str> = OrderStatus::ALL
                .map(OrderStatus::name)
                .into_iter()
                .filter(|other| *other != status)
                .collect();
            let falsified = drawn(trajectory, clean, "boundary/status")
                .pick(&others)
                .copied()?;
            let span = value_span(clean, "status")?;
            let mut text = clean.to_owned();
            text.replace_range(span, &Value::from(falsified).to_string());
            Some(text)
        }
        Arm::Payment => {
            let foreign = trajectory.foreign_payment.as_deref()?;
            let own = payment_of(clean)?;
            let quoted = |text: &str| Value::from(text).to_string();
            (own != foreign).then(|| clean.replace(&quoted(&own), &quoted(foreign)))
        }
        Arm::Irrelevant => trajectory.unrelated_order.clone(),
        Arm::Ambiguous => {
            status_of(clean)?;
            let remark = drawn(trajectory, clean, "boundary/remark")
                .pick(&REMARKS)
                .copied()?;
            let open = clean.trim_end().strip_suffix('}')?;
            Some(format!("{open}, \"{REMARK}\": {}}}", Value::from(remark)))
        }
    }
}

/// The status that a return says its order has; nothing where it is no order or the status is none of the seven.
pub(crate) fn status_of(returned: &str) -> Option<String> {
    let order: Value = serde_json::from_str(returned).ok()?;
    let status = order.get("status")?.as_str()?;
    let mut known = OrderStatus::ALL.iter().map(|known| known.name());
    known
        .any(|known| known == status)
        .then(|| status.to_owned())
}

/// The payment method that a return names first.
pub(crate) fn payment_of(returned: &str) -> Option<String> {
    let order: Value = serde_json::from_str(returned).ok()?;
    let paid = order.get("payment_history")?.as_array()?.first()?;
    Some(paid.get("payment_method_id")?.as_str()?.to_owned())
}

/// The draws that belong to a task and what is returned at its site.
fn drawn(trajectory: &Trajectory, clean: &str, purpose: &str) -> Stream {
    let bytes = Digest::of_json(&(&trajectory.task, clean)).bytes();
    let numbers: Vec<u64> = bytes
        .chunks(8)
        .map(|eight| {
            eight
                .iter()
                .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        })
        .collect();
    Stream::named(purpose, &numbers)
}

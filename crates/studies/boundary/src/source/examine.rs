//! A task held against the rules, and replayed.

use std::collections::BTreeSet;

use faultline_core::Stream;
use faultline_toolbox::desk::{Database, Desk, DeskCall, GET_ORDER, Order, PaymentMethod, text_of};

use super::{Excluded, Inclusion, Rule, belief::contradiction};
use crate::{MOST_STEPS, Trajectory, TrajectoryStep};

/// The rule that a task fails, and why.
type Failure = (Rule, String);

/// A task before it is known whether it can be measured.
pub(super) struct Candidate {
    pub(super) id: String,
    pub(super) intent: String,
    pub(super) calls: Vec<DeskCall>,
    /// Whether it begins with other data than the source's.
    pub(super) needs_state: bool,
    /// What draws another user's records for the task.
    pub(super) stream: Stream,
}

impl Candidate {
    /// The trajectory of the task; or none, and the first rule that it fails stands in the inclusion.
    pub(super) fn examine(self, data: &Database, inclusion: &mut Inclusion) -> Option<Trajectory> {
        inclusion.tasks += 1;
        let task = self.id.clone();
        let examined = self.replay(data).and_then(|(candidate, steps, site)| {
            for (k, count) in inclusion.replayed_steps.iter_mut().enumerate() {
                *count += u32::from(steps.len() > site + k + 1);
            }
            candidate.trajectory(data, steps, site)
        });
        examined
            .map_err(|(rule, cause)| inclusion.excluded.push(Excluded { task, rule, cause }))
            .ok()
    }

    /// The calls that matter, with what the desk answers, and the place of the site among them.
    fn replay(self, data: &Database) -> Result<(Self, Vec<TrajectoryStep>, usize), Failure> {
        if self.calls.is_empty() {
            return Err((Rule::ReferenceActions, "it has no reference calls".into()));
        }
        let Some(site) = self.site() else {
            let cause = format!("no {GET_ORDER} at index 1 or later has a call after it");
            return Err((Rule::Site, cause));
        };
        if self.needs_state {
            return Err((Rule::Replay, "it begins in a state of its own".into()));
        }
        let mut desk = Desk::open(data);
        let mut steps = Vec::new();
        for (place, call) in self
            .calls
            .iter()
            .take(site + MOST_STEPS as usize + 1)
            .enumerate()
        {
            let arguments = call.arguments.clone().into();
            let returned = match desk.call(&call.tool, &arguments) {
                Ok(returned) => returned,
                Err(error) if place <= site => {
                    let cause = format!("call {place}, {}, is answered by: {error}", call.tool);
                    return Err((Rule::Replay, cause));
                }
                Err(error) => format!("Error: {error}"),
            };
            steps.push(TrajectoryStep {
                tool: call.tool.clone(),
                arguments: call.arguments.clone(),
                returned,
            });
        }
        Ok((self, steps, site))
    }

    fn trajectory(
        mut self,
        data: &Database,
        steps: Vec<TrajectoryStep>,
        site: usize,
    ) -> Result<Trajectory, Failure> {
        let returned = steps.get(site).map_or("", |step| step.returned.as_str());
        let order: Order = serde_json::from_str(returned)
            .map_err(|error| (Rule::Paired, format!("the return is no order: {error}")))?;
        let order_ids: BTreeSet<&str> = self.calls.iter().filter_map(order_of).collect();
        let is_only_order = order_ids.len() == 1;
        if let Some(cause) =
            contradiction(&self.intent, &order.order_id, is_only_order, order.status)
        {
            return Err((Rule::Belief, cause));
        }
        Ok(Trajectory {
            foreign_payment: foreign_payment(&order, data, &mut self.stream),
            unrelated_order: unrelated_order(&order, data, &mut self.stream),
            task: self.id,
            user: order.user_id,
            intent: self.intent,
            steps,
            site: u32::try_from(site).unwrap_or(u32::MAX),
        })
    }

    /// The first order that is read at index 1 or later with a call after it.
    fn site(&self) -> Option<usize> {
        let last = self.calls.len().checked_sub(1)?;
        let mut inner = (1..last).filter(|place| self.calls[*place].tool == GET_ORDER);
        inner.next()
    }
}

/// The order that a call is about.
fn order_of(call: &DeskCall) -> Option<&str> {
    call.arguments.get("order_id")?.as_str()
}

/// A payment method of another user, of the same kind as the one that the order names first where there is one.
fn foreign_payment(order: &Order, data: &Database, stream: &mut Stream) -> Option<String> {
    let own = data.users.get(&order.user_id)?;
    let named = &order.payment_history.first()?.payment_method_id;
    let kind = own.payment_methods.get(named).map(std::mem::discriminant);
    let others = data
        .users
        .values()
        .filter(|user| user.user_id != order.user_id);
    let foreign: Vec<&PaymentMethod> = others
        .flat_map(|user| user.payment_methods.values())
        .filter(|method| own.payment_methods.get(method.id()).is_none())
        .collect();
    let alike: Vec<&PaymentMethod> = foreign
        .iter()
        .filter(|method| Some(std::mem::discriminant(**method)) == kind)
        .copied()
        .collect();
    let chosen = stream.pick(&alike).or_else(|| foreign.first())?;
    Some(chosen.id().to_owned())
}

/// An order of another user, as text.
fn unrelated_order(order: &Order, data: &Database, stream: &mut Stream) -> Option<String> {
    let others = data.orders.values();
    let others: Vec<&Order> = others
        .filter(|other| other.user_id != order.user_id)
        .collect();
    stream.pick(&others).map(|other| text_of(*other))
}

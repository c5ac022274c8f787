//! What the arms return: a legal record that differs in one thing, and nothing else of a task differs.

use std::collections::BTreeMap;

use faultline_boundary::{
    ActionGroup, Arm, BoundaryCase, Constraint, action_name, action_of, group_of, returned,
};
use faultline_core::Case as _;
use faultline_toolbox::desk::OrderStatus;
use serde::Deserialize;
use serde_json::Value;

use crate::support::{asks, cases, trajectory};

/// The schema of an order's record: these fields, and no other.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OrderRecord {
    order_id: String,
    user_id: String,
    #[serde(rename = "address")]
    _address: BTreeMap<String, String>,
    items: Vec<Item>,
    status: String,
    #[serde(rename = "fulfillments")]
    _fulfillments: Vec<Value>,
    payment_history: Vec<Payment>,
    remark: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "product_id")]
    _product: String,
    #[serde(rename = "item_id")]
    _variant: String,
    price: f64,
    #[serde(rename = "options")]
    _options: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    transaction_type: String,
    amount: f64,
    #[serde(rename = "payment_method_id")]
    method: String,
}

/// The record that a return is, if it is a legal one.
fn record(text: &str) -> OrderRecord {
    let record: OrderRecord =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert!(
        record.order_id.starts_with("#W") && !record.user_id.is_empty(),
        "{record:?}"
    );
    assert!(
        OrderStatus::ALL
            .iter()
            .any(|known| known.name() == record.status.as_str()),
        "{record:?}"
    );
    assert!(
        record.items.iter().all(|item| item.price > 0.0),
        "{record:?}"
    );
    let kinds = ["payment", "refund"];
    let is_legal = |payment: &Payment| {
        kinds.contains(&payment.transaction_type.as_str()) && payment.amount > 0.0
    };
    assert!(record.payment_history.iter().all(is_legal), "{record:?}");
    record
}

#[test]
fn each_falsified_return_is_a_legal_record_that_differs_in_one_thing() {
    for (number, status) in (1..).zip(OrderStatus::ALL.map(OrderStatus::name)) {
        let trajectory = trajectory(number, status, true);
        let of = |arm| returned(&trajectory, arm).unwrap();
        let clean = record(&of(Arm::Clean));
        assert_eq!(of(Arm::Failed), "Error: Order not found");

        let falsified = record(&of(Arm::Status));
        assert_ne!(falsified.status, clean.status);
        assert_eq!(
            of(Arm::Status).replacen(&falsified.status, status, 1),
            of(Arm::Clean)
        );
        assert_eq!(of(Arm::Status), of(Arm::Status), "it is drawn by a digest");

        assert!(
            record(&of(Arm::Payment))
                .payment_history
                .iter()
                .all(|paid| paid.method == "paypal_9999999")
        );
        assert_eq!(
            of(Arm::Payment).replace("paypal_9999999", &clean.payment_history[0].method),
            of(Arm::Clean)
        );

        let unrelated = record(&of(Arm::Irrelevant));
        assert_ne!(
            (unrelated.order_id, unrelated.user_id),
            (clean.order_id, clean.user_id)
        );

        let remark = record(&of(Arm::Ambiguous)).remark.unwrap();
        assert_eq!(
            of(Arm::Ambiguous).replace(&format!(", \"remark\": \"{remark}\""), ""),
            of(Arm::Clean)
        );
    }
}

#[test]
fn the_other_statuses_are_all_drawn() {
    let drawn = |number| {
        let text = returned(&trajectory(number, "pending", true), Arm::Status).unwrap();
        record(&text).status
    };
    let mut seen: Vec<String> = (0..60).map(drawn).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn an_arm_that_a_task_has_no_return_for_is_left_out() {
    let mut short = trajectory(1, "pending", false);
    short.foreign_payment = None;
    short.unrelated_order = None;
    short.steps.truncate(4);
    let cases = cases(&[short]);
    let arms: Vec<Arm> = cases.iter().map(|case| case.arm).collect();
    assert_eq!(arms, [Arm::Clean, Arm::Failed, Arm::Status, Arm::Ambiguous]);
    assert!(
        cases.iter().all(|case| case.n_steps == 2),
        "two calls follow the site"
    );
}

/// Whatever is asked in an arm is what is asked in the clean one, but for the return at the site.
#[test]
fn only_the_return_at_the_site_differs_between_arms() {
    let cases = cases(&[trajectory(1, "pending", true)]);
    let clean = &cases[0];
    let own = |case: &BoundaryCase| {
        let mut own = asks(case);
        own.retain(|(_, attempt, _)| *attempt < 32);
        own
    };
    let expected = own(clean);
    for case in &cases[1..] {
        let as_clean: Vec<_> = own(case)
            .into_iter()
            .map(|(step, attempt, mut asked)| {
                asked.context = asked
                    .context
                    .replace(&case.returned, &clean.returned)
                    .into();
                asked.continuation = asked.continuation.replace(&case.returned, &clean.returned);
                (step, attempt, asked)
            })
            .collect();
        assert_eq!(as_clean, expected, "{}", case.id());
        let changed = own(case)
            .iter()
            .zip(&expected)
            .filter(|(one, other)| one != other)
            .count();
        // Four returns at the site, the first decision, and all that follows it.
        assert_eq!(changed, 4 + 17 + 3 * 18, "{}", case.id());
    }
}

#[test]
fn what_holds_against_a_value_is_found_in_the_prefix() {
    let constraint = |trajectory, arm| {
        let cases = cases(&[trajectory]);
        cases
            .iter()
            .find(|case| case.arm == arm)
            .unwrap()
            .constraint
    };
    let mut spoken = trajectory(1, "pending", true);
    spoken.intent = "Cancel my PENDING order.".into();
    let mut unsaid = trajectory(1, "pending", true);
    unsaid.intent = "The spending was too much.".into();
    let mut reread = unsaid.clone();
    reread.steps.insert(2, reread.steps[2].clone());
    reread.site = 3;
    let mut unasked = unsaid.clone();
    unasked.steps[5]
        .arguments
        .insert("order_id".into(), "#W0000002".into());
    for (made, arm, expected) in [
        (
            trajectory(1, "pending", true),
            Arm::Payment,
            Some(Constraint::Verbatim),
        ),
        (
            trajectory(1, "pending", false),
            Arm::Payment,
            Some(Constraint::Unread),
        ),
        (spoken, Arm::Status, Some(Constraint::Verbatim)),
        // Cancelling is permitted under the true status alone.
        (unsaid, Arm::Status, Some(Constraint::Policy)),
        (reread, Arm::Status, Some(Constraint::Verbatim)),
        (unasked, Arm::Status, Some(Constraint::Unread)),
        (trajectory(2, "pending", true), Arm::Failed, None),
    ] {
        assert_eq!(
            constraint(made.clone(), arm),
            expected,
            "{arm:?} of {made:?}"
        );
    }
}

#[test]
fn seventeen_actions_two_of_them_verify_and_seven_write() {
    let count = |wanted| (0..17).filter(|action| group_of(*action) == wanted).count();
    assert_eq!(ActionGroup::ALL.map(count), [2, 7, 7, 1]);
    assert!((0..16).all(|action| action_of(action_name(action)) == Some(action)));
    assert_eq!((action_name(16), action_of("reply")), ("reply", None));
}

//! Trajectories made by hand, and whoever answers for them.

use faultline_boundary::{
    Boundary, BoundaryCase, Config, Policy, Record, Trajectory, TrajectoryStep, generate,
};
use faultline_core::{
    Answer, Ask, Digest, Likelihood, Next, Study as _, Terms, TokenScore, Transcript,
};
use serde_json::{Value, json};

/// The record of an order.
pub(crate) fn order(id: &str, user: &str, status: &str, paid: &str) -> String {
    json!({
        "order_id": id, "user_id": user,
        "address": {"address1": "12 Mill Lane", "address2": "", "city": "Leeds", "country": "UK", "state": "", "zip": "LS1"},
        "items": [{"name": "Kettle", "product_id": "7001", "item_id": "9001", "price": 34.5, "options": {"status": "boxed"}}],
        "status": status, "fulfillments": [],
        "payment_history": [
            {"transaction_type": "payment", "amount": 40.0, "payment_method_id": paid},
            {"transaction_type": "refund", "amount": 5.5, "payment_method_id": paid},
        ],
    })
    .to_string()
}

fn step(tool: &str, arguments: &Value, returned: &str) -> TrajectoryStep {
    TrajectoryStep {
        tool: tool.into(),
        arguments: arguments.as_object().unwrap().clone(),
        returned: returned.into(),
    }
}

/// A trajectory with all four steps. The person's profile, which names the payment method, is read before the site where `profile` says so.
pub(crate) fn trajectory(number: u32, status: &str, profile: bool) -> Trajectory {
    let user = format!("user_{number}");
    let id = format!("#W{number:07}");
    let paid = format!("paypal_{number:07}");
    let own = order(&id, &user, status, &paid);
    let find = json!({"first_name": "Ada", "last_name": "Moreau", "zip": "LS1"});
    let mut steps = vec![step("find_user_id_by_name_zip", &find, &user)];
    if profile {
        let details = json!({"user_id": user, "payment_methods": {paid.as_str(): {"source": "paypal", "id": paid}}});
        steps.push(step(
            "get_user_details",
            &json!({"user_id": user}),
            &details.to_string(),
        ));
    }
    let site = u32::try_from(steps.len()).unwrap();
    steps.extend([
        step("get_order_details", &json!({"order_id": id}), &own),
        step(
            "get_product_details",
            &json!({"product_id": "7001"}),
            r#"{"name": "Kettle"}"#,
        ),
        step(
            "get_item_details",
            &json!({"item_id": "9001"}),
            r#"{"item_id": "9001"}"#,
        ),
        step(
            "cancel_pending_order",
            &json!({"order_id": id, "reason": "no longer needed"}),
            &own.replace(status, "cancelled"),
        ),
        step("get_user_details", &json!({"user_id": user}), "{}"),
    ]);
    Trajectory {
        task: format!("hand-{number}"),
        user,
        intent: "Please cancel what I ordered; I no longer need it.".into(),
        steps,
        site,
        foreign_payment: Some("paypal_9999999".into()),
        unrelated_order: Some(order("#W8888888", "user_other", "delivered", "gift_card_1")),
    }
}

/// A config of these trajectories.
pub(crate) fn config(trajectories: &[Trajectory]) -> Config {
    let imported = json!({"trajectories": trajectories, "inclusion": {"tasks": trajectories.len(), "excluded": [], "replayed_steps": [0, 0, 0, 0]}});
    let config = json!({"source": {"imported": imported}});
    serde_json::from_value(config).unwrap()
}

/// The cases of these trajectories.
pub(crate) fn cases(trajectories: &[Trajectory]) -> Vec<BoundaryCase> {
    generate(&config(trajectories)).collect()
}

/// What a case asks, in order, each as step, attempt and ask.
pub(crate) fn asks(case: &BoundaryCase) -> Vec<(u32, u32, Likelihood)> {
    let mut all = Vec::new();
    answered(case, |step, attempt, asked| {
        all.push((step, attempt, asked.clone()));
        vec![TokenScore {
            text: asked.continuation.clone(),
            logprob: -1.0,
        }]
    });
    all
}

/// The episode of a case, answered.
pub(crate) fn answered(
    case: &BoundaryCase,
    mut answer: impl FnMut(u32, u32, &Likelihood) -> Vec<TokenScore>,
) -> (Record, Transcript) {
    let mut episode = Boundary::episode(case, &Terms::default());
    loop {
        let tokens = match episode.poll() {
            Next::Done(transcript) => {
                return (Boundary::score(case, transcript), transcript.clone());
            }
            Next::Ask {
                ask: Ask::Loglikelihood(asked),
                step,
                attempt,
            } => answer(step, attempt, asked),
            Next::Ask { ask, .. } => panic!("{ask:?} is no likelihood"),
        };
        episode.handle(Answer::Scored {
            request: Digest::of_bytes(b""),
            tokens,
        });
    }
}

/// The episode of a case, answered by a policy.
pub(crate) fn played(case: &BoundaryCase, policy: &mut Policy) -> (Record, Transcript) {
    answered(case, |_, _, asked| policy.answer(asked))
}

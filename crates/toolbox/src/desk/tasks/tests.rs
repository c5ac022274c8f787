use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::*;
use crate::desk::{Desk, GET_ORDER, Money, OrderStatus, Transaction, USERS, WRITING_TOOLS, tools};

const SEEDS: u64 = 6;
const TASKS: u32 = 114;

/// The place of the first order that is read when something else was called before and comes after.
fn site(task: &DeskTask) -> Option<usize> {
    let reads = task
        .calls
        .iter()
        .skip(1)
        .position(|call| call.tool == GET_ORDER)?
        + 1;
    (reads + 1 < task.calls.len()).then_some(reads)
}

#[test]
fn every_task_replays_and_what_it_says_is_filled_in() {
    for seed in 0..SEEDS {
        let generated = GeneratedDesk::new(seed);
        for index in 0..3 * TASKS {
            let task = generated.task(index);
            let mut desk = Desk::open(generated.data());
            for call in &task.calls {
                let outcome = desk.call(&call.tool, &call.arguments.clone().into());
                assert!(
                    outcome.is_ok(),
                    "seed {seed} {task:?}: {call:?}: {outcome:?}"
                );
            }
            assert!(generated.data().users.contains_key(&task.user), "{task:?}");
            assert!(
                task.intent.len() > 20 && !task.intent.contains(['{', '}']),
                "{task:?}"
            );
        }
    }
}

#[test]
fn a_task_depends_on_its_place_and_the_seed_alone() {
    let one = GeneratedDesk::new(3);
    let other = GeneratedDesk::new(3);
    let backwards: Vec<DeskTask> = (0..40).rev().map(|index| other.task(index)).collect();
    for (index, task) in (0..40).rev().zip(&backwards) {
        assert_eq!(one.task(index), *task);
    }
    assert_ne!(one.task(0), GeneratedDesk::new(4).task(0));
    assert_ne!(one.task(0), one.task(1));
}

#[test]
fn enough_tasks_have_a_site_and_steps_after_it() {
    for seed in 0..SEEDS {
        let generated = GeneratedDesk::new(seed);
        let tasks: Vec<DeskTask> = (0..TASKS).map(|index| generated.task(index)).collect();
        let after = tasks
            .iter()
            .filter_map(|task| Some(task.calls.len() - (site(task)? + 1)));
        let after: Vec<usize> = after.collect();
        let steps = [1, 2, 3, 4].map(|least| after.iter().filter(|calls| **calls >= least).count());
        assert!(steps[0] >= 80, "seed {seed}: {steps:?}");
        assert!(
            steps[1] >= 45 && steps[2] >= 20 && steps[3] >= 8,
            "seed {seed}: {steps:?}"
        );
        assert!(
            tasks.iter().any(|task| task.calls.is_empty()),
            "seed {seed}"
        );
        // The payment methods are sometimes read before the site and sometimes not.
        let mut read: BTreeMap<bool, u32> = BTreeMap::new();
        for task in &tasks {
            if let Some(site) = site(task) {
                let before = &task.calls[..site];
                *read
                    .entry(before.iter().any(|call| call.tool == "get_user_details"))
                    .or_default() += 1;
            }
        }
        assert!(
            read.len() == 2 && read[&false] >= 8,
            "seed {seed}: {read:?}"
        );
    }
}

#[test]
fn wordings_and_calls_vary() {
    let generated = GeneratedDesk::new(0);
    let tasks: Vec<DeskTask> = (0..TASKS).map(|index| generated.task(index)).collect();
    let intents: BTreeSet<&str> = tasks.iter().map(|task| task.intent.as_str()).collect();
    assert_eq!(intents.len(), tasks.len());
    let called: BTreeSet<&str> = tasks
        .iter()
        .flat_map(|task| task.calls.iter().map(|call| call.tool.as_str()))
        .collect();
    let known: BTreeSet<&str> = tools().iter().map(|tool| tool.name.as_str()).collect();
    assert!(called.is_subset(&known));
    assert!(
        WRITING_TOOLS.iter().all(|tool| called.contains(tool)),
        "{called:?}"
    );
    let users: BTreeSet<&str> = tasks.iter().map(|task| task.user.as_str()).collect();
    assert!(users.len() > 50, "{} users", users.len());
}

#[test]
fn the_data_have_every_state_and_add_up() {
    for seed in 0..SEEDS {
        let generated = GeneratedDesk::new(seed);
        let data = generated.data();
        let states: BTreeSet<OrderStatus> =
            data.orders.values().map(|order| order.status).collect();
        assert_eq!(states.len(), OrderStatus::ALL.len(), "seed {seed}");
        let mut payments = BTreeSet::new();
        for (id, user) in &data.users {
            assert_eq!(*id, user.user_id);
            assert!((1..=4).contains(&user.orders.len()));
            for order in &user.orders {
                assert_eq!(data.orders[order].user_id, *id);
            }
            for (id, method) in user.payment_methods.iter() {
                assert_eq!(id, method.id());
                assert!(payments.insert(id), "{id} belongs to two users");
            }
        }
        let owned: usize = data.users.values().map(|user| user.orders.len()).sum();
        assert_eq!(owned, data.orders.len());
        for order in data.orders.values() {
            let total: Money = order.items.iter().map(|item| item.price).sum();
            let net: Money = order
                .payment_history
                .iter()
                .map(|entry| match entry.transaction_type {
                    Transaction::Payment => entry.amount,
                    Transaction::Refund => -entry.amount,
                })
                .sum();
            let expected = if order.status == OrderStatus::Cancelled {
                Money(0)
            } else {
                total
            };
            assert_eq!(net, expected, "{order:?}");
            for item in &order.items {
                let variant = data.products[&item.product_id].variants.get(&item.item_id);
                assert_eq!(variant.map(|variant| &variant.options), Some(&item.options));
            }
            for payment in &order.payment_history {
                assert!(
                    data.users[&order.user_id]
                        .payment_methods
                        .get(&payment.payment_method_id)
                        .is_some()
                );
            }
        }
        let items: BTreeSet<&str> = data
            .products
            .values()
            .flat_map(|product| product.variants.iter().map(|(id, _)| id))
            .collect();
        let count: usize = data
            .products
            .values()
            .map(|product| product.variants.iter().count())
            .sum();
        assert_eq!(items.len(), count, "an item id stands in two products");
    }
}

#[test]
fn data_written_are_read_as_they_were() {
    let data = Database::generate(1);
    let text = serde_json::to_string(&data).unwrap();
    assert_eq!(serde_json::from_str::<Database>(&text).unwrap(), data);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        value["users"].as_object().map(Map::len),
        Some(USERS as usize)
    );
}

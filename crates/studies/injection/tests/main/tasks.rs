//! What holds of every task of every suite.

use std::collections::BTreeMap;

use faultline_core::Case as _;
use faultline_injection::{Condition, Config, Domain, InjectionCase, Task, cases};
use serde_json::Value;

fn all(seed: u64) -> Vec<Task> {
    let config = Config {
        conditions: vec![Condition::Baseline],
        seed,
        ..Config::default()
    };
    cases(&config).map(|case| case.task).collect()
}

#[test]
fn print_some() {
    for task in all(0)
        .iter()
        .filter(|task| task.domain == Domain::Weather)
        .take(40)
    {
        println!(
            "{} {}\n  {}\n  {:?}\n  {}",
            task.id(),
            task.shape,
            task.query,
            task.facts,
            task.reference
        );
        for call in &task.gold {
            println!(
                "   {} {} -> {}",
                call.tool,
                Value::Object(call.arguments.clone()),
                call.result
            );
        }
        for swap in &task.swaps {
            println!(
                "   swap {} {} {} {} {} {}",
                swap.call,
                swap.parameter,
                swap.neighbour,
                swap.wrong_type,
                swap.out_of_range,
                swap.inert
            );
        }
    }
}

#[test]
fn a_swap_changes_what_the_tool_returns() {
    for task in all(0) {
        let mut world = task.world();
        for (place, call) in (0..).zip(&task.gold) {
            let planned = Value::Object(call.arguments.clone());
            for swap in task.swaps.iter().filter(|swap| swap.call == place) {
                let changed = |value: Option<&Value>| {
                    let mut changed = planned.clone();
                    match value {
                        Some(value) => changed[&swap.parameter] = value.clone(),
                        None => {
                            changed.as_object_mut().unwrap().remove(&swap.parameter);
                        }
                    }
                    world.clone().call(&call.tool, &changed)
                };
                let name = format!("{} call {place}, {}", task.id(), swap.parameter);
                assert!(changed(Some(&swap.wrong_type)).is_err(), "{name}");
                assert!(changed(Some(&swap.out_of_range)).is_err(), "{name}");
                assert!(changed(None).is_err(), "{name}");
                let neighbour = changed(Some(&swap.neighbour)).expect(&name);
                assert_ne!(neighbour, call.result, "{name}");
                assert_eq!(swap.inert, "", "{name}");
            }
            assert_eq!(
                world.call(&call.tool, &planned).as_ref(),
                Ok(&call.result),
                "{}",
                task.id()
            );
        }
        assert!(
            task.swaps.iter().any(|swap| swap.call == 0),
            "{}",
            task.id()
        );
    }
}

//! What holds of every task of every suite.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use faultline_injection::{Condition, Config, Difficulty, Domain, Task, cases};
use serde_json::Value;

use crate::solver;

/// All tasks of a seed: 0 or 1.
fn suite(seed: u64) -> &'static [Task] {
    static SUITES: [LazyLock<Vec<Task>>; 2] = [
        LazyLock::new(|| new_suite(0)),
        LazyLock::new(|| new_suite(1)),
    ];
    &SUITES[usize::try_from(seed).unwrap()]
}

fn new_suite(seed: u64) -> Vec<Task> {
    let config = Config {
        conditions: vec![Condition::Baseline],
        seed,
        ..Config::default()
    };
    cases(&config).map(|case| case.task).collect()
}

fn calls(task: &Task) -> Vec<(&str, Value)> {
    let call = |call: &'_ faultline_injection::GoldCall| Value::Object(call.arguments.clone());
    task.gold
        .iter()
        .map(|gold| (gold.tool.as_str(), call(gold)))
        .collect()
}

#[test]
fn the_default_suite_has_the_counts_of_table_1() {
    let mut counts: BTreeMap<(Domain, Difficulty), u32> = BTreeMap::new();
    for task in suite(0) {
        *counts.entry((task.domain, task.difficulty)).or_default() += 1;
    }
    for (domain, expected) in [
        (Domain::Calendar, [192, 282, 193]),
        (Domain::Weather, [215, 248, 211]),
        (Domain::Medical, [106, 237, 216]),
        (Domain::Knowledge, [0, 46, 54]),
        (Domain::Retail, [100, 100, 100]),
    ] {
        let found = Difficulty::ALL
            .map(|difficulty| counts.get(&(domain, difficulty)).copied().unwrap_or(0));
        assert_eq!(found, expected, "{}", domain.name());
    }
}

#[test]
fn every_call_of_the_reference_works_and_every_answer_is_said() {
    for task in [suite(0), suite(1)].concat() {
        let id = task.id();
        let mut world = task.world();
        for call in &task.gold {
            let arguments = Value::Object(call.arguments.clone());
            assert_eq!(
                world.call(&call.tool, &arguments).as_ref(),
                Ok(&call.result),
                "{id}"
            );
        }
        let length = match task.difficulty {
            Difficulty::Easy => 1..=1,
            Difficulty::Medium => 2..=2,
            // A branch may end after two calls.
            Difficulty::Hard => 2..=3,
        };
        assert!(length.contains(&task.gold.len()), "{id}");
        assert!(!task.facts.is_empty(), "{id}");
        for fact in &task.facts {
            assert!(!fact.is_empty() && fact != "null", "{id}: {:?}", task.facts);
            assert!(
                task.reference.contains(fact.as_str()),
                "{id}: {fact} in {}",
                task.reference
            );
        }
        assert!(!task.query.contains(['{', '}']), "{id}: {}", task.query);
    }
}

#[test]
fn no_two_tasks_of_a_suite_ask_the_same() {
    for seed in [0, 1] {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for task in suite(seed) {
            let gold = serde_json::to_string(&calls(task)).unwrap();
            if let Some(other) = seen.insert(gold, task.id()) {
                panic!("{other} and {} have the same calls", task.id());
            }
        }
        assert_eq!(seen.len(), 2300);
        let queries: BTreeSet<&str> = suite(seed).iter().map(|task| task.query.as_str()).collect();
        assert_eq!(queries.len(), 2300);
    }
}

#[test]
fn a_swap_changes_what_the_tool_returns() {
    for task in [suite(0), suite(1)].concat() {
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
                for broken in [Some(&swap.wrong_type), Some(&swap.out_of_range), None] {
                    assert!(changed(broken).is_err(), "{name}: {broken:?}");
                }
                assert_ne!(swap.neighbour, planned[&swap.parameter], "{name}");
                let neighbour = changed(Some(&swap.neighbour));
                if let Err(error) = &neighbour {
                    eprintln!("{name} {} {} {error}", planned, swap.neighbour);
                }
                assert!(
                    !matches!(neighbour, Err(faultline_toolbox::CallError::Invalid(_))),
                    "{name}: {neighbour:?}"
                );
                assert_ne!(neighbour.as_ref(), Ok(&call.result), "{name}");
                assert_eq!(swap.inert, "", "{name}");
            }
            world.call(&call.tool, &planned).unwrap();
        }
        assert!(
            task.swaps.iter().any(|swap| swap.call == 0),
            "{}",
            task.id()
        );
    }
}

#[test]
fn a_solver_that_reads_the_query_alone_makes_the_calls_of_the_reference() {
    for seed in [0, 1] {
        let mut wrong = Vec::new();
        for task in suite(seed) {
            let found = solver::solve(&task.query, task.world());
            let gold = calls(task);
            let found: Vec<(&str, Value)> = found
                .iter()
                .map(|(tool, arguments)| (tool.as_str(), arguments.clone()))
                .collect();
            if found != gold {
                wrong.push(format!(
                    "{} {}\n{}\n{gold:?}\n{found:?}",
                    task.id(),
                    task.shape,
                    task.query
                ));
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of 2,300, such as {}",
            wrong.len(),
            wrong[..wrong.len().min(12)].join("\n")
        );
    }
}

//! What a suite is: the order of its cases, which conditions a task has, and that nothing of it ever changes.

use std::{collections::BTreeSet, fmt::Write as _};

use faultline_core::{Case, GrowingDigest};
use faultline_injection::{Condition, Config, Difficulty, Domain, InjectionCase, cases, task};
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// What was recorded.
const GOLDEN: &str = include_str!("../golden/tasks.txt");

/// A line for the tools of each domain, and one for its tasks of each difficulty: all of one seed, the first twenty of another.
fn lines() -> String {
    let mut lines = String::new();
    for (domain, name, _) in Domain::ALL {
        let mut digest = GrowingDigest::default();
        digest.add_json(&domain.world(0).tools()).unwrap();
        writeln!(lines, "{name} tools {}", digest.digest()).unwrap();
        for (difficulty, count) in Difficulty::ALL.into_iter().zip(domain.counts()) {
            for (seed, count) in [(0, count), (7, count.min(20))] {
                let mut digest = GrowingDigest::default();
                for index in 0..count {
                    digest
                        .add_json(&task(domain, difficulty, index, seed))
                        .unwrap();
                }
                let level = difficulty.name();
                writeln!(lines, "{name} {level} {count} {seed} {}", digest.digest()).unwrap();
            }
        }
    }
    lines
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn tasks_and_tools_match_their_recorded_digests() {
    let lines = lines();
    assert!(
        lines == GOLDEN,
        "a task or a tool has changed, so that earlier traces can't be replayed; if it is meant, tests/golden/tasks.txt should \
         hold:\n{lines}"
    );
}

fn ids(config: &Config) -> Vec<String> {
    cases(config).map(|case| case.id()).collect()
}

#[test]
fn the_first_cases_are_the_same_however_many_are_asked_for() {
    for domains in [
        vec![Domain::Weather],
        vec![Domain::Knowledge, Domain::Retail],
    ] {
        let config = |tasks| Config {
            domains: domains.clone(),
            tasks,
            ..Config::default()
        };
        let (few, many) = (ids(&config(7)), ids(&config(60)));
        assert_eq!(few.len(), domains.len() * 7 * 2);
        assert_eq!(many[..few.len()], few);
    }
    let config = Config {
        domains: vec![Domain::Medical],
        tasks: 30,
        conditions: vec![Condition::Baseline],
        seed: 4,
        ..Config::default()
    };
    for case in cases(&config) {
        let found = &case.task;
        assert_eq!(
            *found,
            task(found.domain, found.difficulty, found.index, found.seed)
        );
    }
}

#[test]
fn a_few_tasks_are_a_fair_mix_of_difficulties() {
    for (domain, name, _) in Domain::ALL {
        for tasks in [10, 25, 60, 100] {
            let config = Config {
                domains: vec![domain],
                tasks,
                conditions: vec![Condition::Baseline],
                ..Config::default()
            };
            let taken: Vec<Difficulty> = cases(&config).map(|case| case.task.difficulty).collect();
            let total: u32 = domain.counts().iter().sum();
            for (difficulty, count) in Difficulty::ALL.into_iter().zip(domain.counts()) {
                let found = taken.iter().filter(|other| **other == difficulty).count();
                let due = f64::from(count) / f64::from(total) * f64::from(tasks);
                assert!(
                    (found as f64 - due).abs() < 1.0,
                    "{name}: {found} {difficulty:?} of {tasks} where {due} are due"
                );
            }
        }
    }
}

#[test]
fn a_condition_is_left_out_where_it_can_change_nothing() {
    let config = Config {
        tasks: 60,
        conditions: Condition::ALL.map(|(condition, ..)| condition).to_vec(),
        ..Config::default()
    };
    let all: Vec<InjectionCase> = cases(&config).collect();
    // The conditions of a task stand together.
    let groups: Vec<String> = all
        .chunk_by(|one, other| one.group() == other.group())
        .map(|group| group[0].group())
        .collect();
    assert_eq!(groups.len(), groups.iter().collect::<BTreeSet<_>>().len());
    let ids: BTreeSet<String> = all.iter().map(Case::id).collect();
    let digests: BTreeSet<String> = all.iter().map(|case| case.digest().to_string()).collect();
    assert_eq!((ids.len(), digests.len()), (all.len(), all.len()));
    for (domain, name, _) in Domain::ALL {
        for (condition, call, least) in [(Condition::Later, 1, 1), (Condition::Two, 0, 2)] {
            let (mut with, mut without) = (0, 0);
            let config = Config {
                domains: vec![domain],
                tasks: 60,
                conditions: vec![Condition::Baseline, condition],
                ..Config::default()
            };
            let found: Vec<InjectionCase> = cases(&config).collect();
            for case in found
                .iter()
                .filter(|case| case.condition == Condition::Baseline)
            {
                let swaps = case
                    .task
                    .swaps
                    .iter()
                    .filter(|swap| swap.call == call)
                    .count();
                let has = found
                    .iter()
                    .any(|other| other.condition == condition && other.group() == case.group());
                assert_eq!(has, swaps >= least, "{}", case.id());
                *(if has { &mut with } else { &mut without }) += 1;
            }
            assert!(
                with >= 10,
                "{name} {condition:?}: {with} with, {without} without"
            );
        }
    }
}

#[test]
fn a_case_is_written_with_its_answer_key_apart() {
    let config = Config {
        tasks: 3,
        ..Config::default()
    };
    for case in cases(&config) {
        let Value::Object(line) = serde_json::to_value(&case).unwrap() else {
            panic!("a case is an object");
        };
        assert_eq!(line["domain"], case.task.domain.name());
        assert_eq!(line["difficulty"], case.task.difficulty.name());
        assert_eq!(line["condition"], case.condition.name());
        assert_eq!(line["query"], case.task.query);
        assert_eq!(
            line["gold"]["calls"].as_array().unwrap().len(),
            case.task.gold.len()
        );
        // Beside its id, which whoever writes a line adds.
        assert!(!line.contains_key("task") && !line.contains_key("case"));
        let mut asked = line.clone();
        asked.remove("gold");
        let asked = Value::Object(asked).to_string();
        assert!(!asked.contains(&case.task.reference));
    }
}

#[test]
fn every_domain_has_shapes_and_phrasings_enough() {
    for (domain, name, _) in Domain::ALL {
        let (mut shapes, mut phrasings) = (BTreeSet::new(), BTreeSet::new());
        for (difficulty, count) in Difficulty::ALL.into_iter().zip(domain.counts()) {
            for index in 0..count.min(100) {
                let shape = task(domain, difficulty, index, 0).shape;
                shapes.insert(shape.split('/').next().unwrap().to_owned());
                phrasings.insert(shape);
            }
        }
        assert!(
            shapes.len() >= 5 && phrasings.len() >= 12,
            "{name}: {shapes:?}"
        );
    }
}

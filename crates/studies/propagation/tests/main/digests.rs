//! Cases and requests are the same on every machine and in every later version, and a task depends on its place and seed alone.

use std::fmt::Write as _;

use faultline_core::{Case as _, Digest, Study as _, Terms};
use faultline_propagation::{Arm, ChainCase, Condition, Config, Propagation, case};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::run;

/// What was recorded.
const GOLDEN: &str = include_str!("../golden/cases.txt");

/// A line a case, and for each calling mode one for all requests that the oracle is sent.
fn lines() -> String {
    let mut lines = String::new();
    for (condition, name, _) in Condition::ALL {
        let config = Config {
            tasks: 2,
            depths: vec![1, 2, 4],
            condition,
            distractors: 2,
            examples: 2,
            seed: 7,
            ..Config::default()
        };
        for case in Propagation::cases(&config) {
            writeln!(lines, "{name} {} {}", case.id(), case.digest()).unwrap();
        }
        for mode in faultline_core::CallingMode::ALL {
            let terms = Terms {
                mode,
                ..Terms::default()
            };
            let ran = run(&config, terms, "sim:oracle");
            let requests: Vec<Option<Digest>> = ran
                .cases
                .iter()
                .flat_map(|ended| &ended.transcript.exchanges)
                .map(|exchange| exchange.request)
                .collect();
            writeln!(
                lines,
                "{name} {} {}",
                mode.name(),
                Digest::of_json(&requests)
            )
            .unwrap();
        }
    }
    lines
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn cases_and_requests_match_their_recorded_digests() {
    let lines = lines();
    for (found, recorded) in lines.lines().zip(GOLDEN.lines()) {
        assert_eq!(
            found, recorded,
            "a case or a request has changed, so that earlier traces can't be replayed; if it is meant, tests/golden/cases.txt \
             should hold:\n{lines}"
        );
    }
    assert_eq!(lines.lines().count(), GOLDEN.lines().count(), "{lines}");
}

#[test]
fn the_first_ten_of_sixty_are_the_ten() {
    let cases = |tasks: u32, depths: &[u32]| {
        let config = Config {
            tasks,
            depths: depths.to_vec(),
            ..Config::default()
        };
        Propagation::cases(&config).collect::<Vec<_>>()
    };
    let ten = cases(10, &[1, 2, 4, 6, 8]);
    assert_eq!(cases(60, &[1, 2, 4, 6, 8])[..ten.len()], ten);
    // Nor does a task depend on the other depths.
    let alone = cases(10, &[4]);
    let among: Vec<ChainCase> = ten.into_iter().filter(|case| case.depth == 4).collect();
    assert_eq!(alone, among);
}

/// What a task computes, whatever the form in which it is put: the start, the tools by rule with their constants, and gold.
fn core_of(case: &ChainCase) -> (u64, [(u64, u64); 2], [String; 2]) {
    let tools = [case.even, case.odd].map(|place| &case.tools[place]);
    (
        case.start,
        tools.map(|tool| (tool.a, tool.b)),
        tools.map(|tool| tool.name.clone()),
    )
}

#[test]
fn a_task_is_the_same_under_every_setting() {
    let plain = Config {
        seed: 3,
        ..Config::default()
    };
    for (condition, name, _) in Condition::ALL {
        for distractors in 0..=6 {
            for (examples, retries) in [(0, 0), (2, 1), (8, 5)] {
                let config = Config {
                    condition,
                    distractors,
                    examples,
                    retries,
                    ..plain.clone()
                };
                for (depth, index) in [(1, 0), (4, 17), (32, 3)] {
                    let task = |config: &Config| case(config, depth, index, Arm::Free);
                    let (found, expected) = (task(&config), task(&plain));
                    let place = format!("{name}, {distractors} distractors, depth {depth}");
                    assert_eq!(core_of(&found), core_of(&expected), "{place}");
                    assert_eq!(found.tools.len(), 2 + distractors as usize, "{place}");
                    if !matches!(condition, Condition::Transformed | Condition::Linear) {
                        assert_eq!(found.gold(), expected.gold(), "{place}");
                    }
                    let mut names: Vec<&str> =
                        found.tools.iter().map(|tool| tool.name.as_str()).collect();
                    names.sort_unstable();
                    names.dedup();
                    assert_eq!(
                        names.len(),
                        found.tools.len(),
                        "{place}: names are different"
                    );
                }
            }
        }
    }
}

#[test]
fn places_and_seeds_part_the_tasks() {
    let mut starts = std::collections::BTreeSet::new();
    for seed in 0..3 {
        let config = Config {
            seed,
            ..Config::default()
        };
        for depth in [1, 2, 4] {
            for index in 0..20 {
                starts.insert(core_of(&case(&config, depth, index, Arm::Free)));
            }
        }
    }
    assert_eq!(starts.len(), 180);
}

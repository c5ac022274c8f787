//! Simulated policies: the answer key, silence, a reader, and stages that break at a known rate.

use std::collections::BTreeMap;

use faultline_core::CallingMode;
use faultline_perturbation::{
    Arm, Config, Failure, Family, PerturbationCase, Record, Severity, Stage, Subtype,
};
use serde_json::{Value, json};

use crate::{
    suite::cases,
    support::{answered, run},
};

/// An agent that breaks no stage.
const QUIET: &str = "wrong_tool=0,schema=0,missing=0,wrong=0,misread=0,retry=0";

fn everything() -> Config {
    Config {
        tasks: 6,
        mixed: vec!["published".into()],
        intervention: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
        ..Config::default()
    }
}

#[test]
fn the_answer_key_is_right_everywhere() {
    for (mode, examples) in [
        (CallingMode::Prompted, 0),
        (CallingMode::Prompted, 1),
        (CallingMode::Native, 2),
    ] {
        let config = Config {
            examples,
            ..everything()
        };
        let all = run(&config, mode, "sim:gold");
        assert!(all.len() > 276, "{}", all.len());
        for (case, record) in all {
            assert!(record.success, "{mode:?} {}: {record:?}", case.instance.id);
        }
    }
}

#[test]
fn silence_fails_at_the_first_stage_everywhere() {
    for mode in CallingMode::ALL {
        for (case, record) in run(&everything(), mode, "sim:silent") {
            let found = (
                record.primary_failure_tag,
                record.observed_failure_tag,
                record.first_failure_stage,
            );
            let expected = (
                Some(Failure::NoCall),
                Some(Failure::NoCall),
                Some(Stage::S1),
            );
            assert_eq!(found, expected, "{mode:?} {}", case.instance.id);
        }
    }
}

#[test]
fn the_reader_is_right_where_what_it_is_shown_says_enough() {
    let config = Config {
        tasks: 48,
        ..Config::default()
    };
    let mut families: BTreeMap<Family, [u32; 2]> = BTreeMap::new();
    for (case, record) in run(&config, CallingMode::Prompted, "sim:reader") {
        let id = &case.instance.id;
        if case.instance.severity == Severity::Clean {
            assert!(record.success, "{id}: {record:?}");
        }
        let count = families.entry(case.instance.family).or_default();
        count[0] += u32::from(record.success);
        count[1] += 1;
        if case.instance.subtype == Some(Subtype::C2) {
            // What the packet leaves open can't be read out of it, and what it gives can.
            assert_eq!(Some(record.success), record.is_determined, "{id}");
        }
    }
    let rate = |family| f64::from(families[&family][0]) / f64::from(families[&family][1]);
    assert!(rate(Family::A) > 0.99, "{families:?}");
    assert!((0.96..1.0).contains(&rate(Family::B)), "{families:?}");
    assert!((0.9..0.97).contains(&rate(Family::C)), "{families:?}");
    assert!(rate(Family::D) > 0.99, "{families:?}");
}

#[test]
fn the_reader_reads_what_no_suite_has_and_the_key_does_not() {
    let mut count = 0;
    for mut case in cases(&Config {
        families: vec![Family::B],
        severities: vec![Severity::Clean],
        ..Config::default()
    }) {
        let instance = &mut case.instance;
        let schema = json!(instance.gold_tool().unwrap().spec.parameters);
        // Another value of the first argument that is one of several.
        let arguments = instance.gold.arguments.clone();
        let other = arguments.iter().find_map(|(name, value)| {
            let options = schema["properties"][name]["enum"].as_array()?;
            let is_new = |option: &&Value| !arguments.values().any(|known| known == *option);
            Some((name, value.as_str()?, options.iter().find(is_new)?))
        });
        let Some((name, value, other)) = other else {
            continue;
        };
        instance.request = instance.request.replacen(value, other.as_str().unwrap(), 1);
        let reply = |policy| answered(&case, policy).0;
        let call = reply("sim:reader").unwrap();
        let called = (&call.name, &call.arguments[name]);
        assert_eq!(
            called,
            (&case.instance.gold.tool, other),
            "{}",
            case.instance.request
        );
        assert_eq!(reply("sim:gold"), None);
        count += 1;
    }
    assert!(count > 30, "{count}");
}

/// A case with what it shows: cases that show the same get the same replies.
type Shown = (String, String, String);

fn shown(case: &PerturbationCase) -> Shown {
    let instance = &case.instance;
    let packet = instance.packet.as_ref();
    (
        instance.request.clone(),
        json!(case.tools()).to_string(),
        packet
            .map(|packet| packet.visible.to_string())
            .unwrap_or_default(),
    )
}

/// The records of a policy over small suites, by what the cases show.
fn records(suites: &[Config], policy: &str) -> BTreeMap<Shown, Record> {
    let all = suites
        .iter()
        .flat_map(|config| run(config, CallingMode::Prompted, policy));
    all.map(|(case, record)| (shown(&case), record)).collect()
}

/// A small suite of two families.
fn suite(families: [Family; 2], seed: u64) -> Config {
    Config {
        tasks: 12,
        tools: 4,
        families: families.to_vec(),
        seed,
        ..Config::default()
    }
}

/// Small suites that have this tool.
fn suites_with(tool: &str, families: [Family; 2]) -> Vec<Config> {
    let has_it = |config: &Config| {
        let clean = Config {
            severities: vec![Severity::Clean],
            ..config.clone()
        };
        cases(&clean)
            .iter()
            .any(|case| case.instance.gold.tool == tool)
    };
    (0..)
        .map(|seed| suite(families, seed))
        .filter(has_it)
        .take(3)
        .collect()
}

const CALLS: [Family; 2] = [Family::A, Family::B];
const RETURNS: [Family; 2] = [Family::C, Family::D];

/// What parameters break: the families where that can be seen, and the stage and failure that it is attributed to there. A wrong result
/// of a return is a runtime failure in family D.
const BROKEN: [(&str, [Family; 2], Stage, Failure); 9] = [
    ("silent", CALLS, Stage::S1, Failure::NoCall),
    (
        "wrong_tool overlap known_names",
        CALLS,
        Stage::S1,
        Failure::ToolMisselection,
    ),
    ("invented_tool", CALLS, Stage::S2, Failure::ToolMisselection),
    ("schema", CALLS, Stage::S2, Failure::SchemaFormatViolation),
    ("missing", CALLS, Stage::S3, Failure::MissingArgument),
    (
        "wrong first_number first_value",
        CALLS,
        Stage::S3,
        Failure::IncorrectArgument,
    ),
    (
        "misread last",
        RETURNS,
        Stage::S4,
        Failure::IncorrectArgument,
    ),
    ("retry literal", RETURNS, Stage::S4, Failure::RuntimeFailure),
    (
        "unreadable",
        RETURNS,
        Stage::S4,
        Failure::SchemaFormatViolation,
    ),
];

#[test]
fn the_rate_of_a_broken_stage_comes_back_as_its_source() {
    let rate = 0.3;
    let usual = [CALLS, RETURNS].map(|families| vec![suite(families, 3), suite(families, 5)]);
    // Only where a list stands before another number is the first number of a request a wrong one.
    let lists = suites_with("filter_items", CALLS);
    let quiet = |suites: &[Config]| records(suites, &format!("sim:agent,{QUIET}"));
    let usually = usual.each_ref().map(|suites| quiet(suites));
    let with_lists = quiet(&lists);
    let rows = BROKEN
        .iter()
        .flat_map(|row| row.0.split(' ').map(move |parameter| (parameter, row)));
    for (parameter, (_, families, stage, failure)) in rows {
        let place = usize::from(*families == RETURNS);
        let (suites, whole) = match parameter {
            "first_number" => (&lists, &with_lists),
            _ => (&usual[place], &usually[place]),
        };
        let records = |rate: f64| {
            let policy = format!("sim:agent,{QUIET},{parameter}={rate}");
            let mut found = records(suites, &policy);
            // What is wrong without the broken stage says nothing of it, nor does what goes well.
            found.retain(|shown, record| whole[shown].success && !record.success);
            found
        };
        let (always, sometimes) = (records(1.0), records(rate));
        for (shown, record) in &sometimes {
            let found = (record.primary_failure_tag, record.first_failure_stage);
            let is_result = *failure == Failure::IncorrectArgument && *families == RETURNS;
            let failure = if is_result && record.families[0] == Family::D {
                Failure::RuntimeFailure
            } else {
                *failure
            };
            let expected = (Some(failure), Some(*stage));
            assert_eq!(found, expected, "{parameter}: {record:?}");
            assert!(always.contains_key(shown), "{parameter}: {record:?}");
        }
        let (hits, n) = (sometimes.len() as f64, always.len() as f64);
        let z = (hits - rate * n) / (rate * (1.0 - rate) * n).sqrt();
        assert!(
            n > 40.0 && z.abs() < 4.0,
            "{parameter}: {hits} of {n}, z = {z:.2}"
        );
    }
}

#[test]
fn one_broken_stage_moves_its_own_family_and_no_other() {
    let config = Config {
        tasks: 12,
        tools: 6,
        ..Config::default()
    };
    let success = |policy: &str| {
        let mut counts = [[0_u32; 2]; 4];
        for (case, record) in run(&config, CallingMode::Prompted, policy) {
            if case.instance.severity != Severity::Clean {
                let count = &mut counts[case.instance.family as usize];
                count[0] += u32::from(record.success);
                count[1] += 1;
            }
        }
        counts.map(|[hits, n]| f64::from(hits) / f64::from(n))
    };
    let quiet = success(&format!("sim:agent,{QUIET}"));
    for (policy, moved) in [
        ("known_names=1", &[Family::A][..]),
        ("first_value=1", &[Family::B]),
        ("misread=1", &[Family::C, Family::D]),
        ("last=1", &[Family::C, Family::D]),
        ("retry=1", &[Family::D]),
        ("literal=1", &[Family::D]),
    ] {
        let found = success(&format!("sim:agent,{QUIET},{policy}"));
        for (family, ..) in Family::ALL {
            let (now, before) = (found[family as usize], quiet[family as usize]);
            if moved.contains(&family) {
                assert!(
                    now < before - 0.1,
                    "{policy} {family:?}: {found:?}, {quiet:?}"
                );
            } else {
                assert!(
                    (now - before).abs() < 1e-9,
                    "{policy} {family:?}: {found:?}, {quiet:?}"
                );
            }
        }
    }
}

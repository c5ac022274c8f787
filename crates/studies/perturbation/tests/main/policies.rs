//! Simulated policies: the answer key, silence, and stages that break at a known rate.

use faultline_core::CallingMode;
use faultline_perturbation::{Config, Failure, Record, Severity, Stage};

use crate::support::run;

/// An agent that makes no mistake.
const QUIET: &str = "wrong_tool=0,schema=0,missing=0,wrong=0,misread=0,retry=0";

fn everything() -> Config {
    Config {
        tasks: 6,
        mixed: vec!["published".into()],
        intervention: faultline_perturbation::Arm::ALL
            .map(|(arm, ..)| arm)
            .to_vec(),
        ..Config::default()
    }
}

#[test]
fn the_oracle_and_the_answer_key_are_right_everywhere() {
    for (policy, mode) in [
        ("sim:oracle", CallingMode::Prompted),
        ("sim:oracle", CallingMode::Native),
        ("sim:gold", CallingMode::Prompted),
    ] {
        let all = run(&everything(), mode, policy);
        assert!(all.len() > 276, "{}", all.len());
        for (case, record) in all {
            assert!(
                record.success,
                "{policy} {mode:?} {}: {record:?}",
                case.instance.id
            );
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

/// The share of records of a test among those of a test, over fixed seeds.
fn share(policy: &str, of: &dyn Fn(&Record) -> bool, is: &dyn Fn(&Record) -> bool) -> (f64, usize) {
    let mut counts = [0_usize; 2];
    for seed in 0..4 {
        let config = Config {
            tasks: 24,
            tools: 12,
            seed,
            ..Config::default()
        };
        // Cases that send the same request get the same reply, so each request is looked at once.
        let mut seen = std::collections::BTreeSet::new();
        for (case, record) in run(&config, CallingMode::Prompted, policy) {
            let names: Vec<_> = case
                .tools()
                .into_iter()
                .map(|tool| (tool.name, tool.description))
                .collect();
            if of(&record) && seen.insert((case.instance.request, names)) {
                counts[0] += 1;
                counts[1] += usize::from(is(&record));
            }
        }
    }
    (counts[1] as f64 / counts[0] as f64, counts[0])
}

#[test]
fn the_rates_of_a_broken_stage_come_back_as_its_source() {
    let calls = |record: &Record| record.families.iter().all(|family| !family.has_decision());
    for (parameter, failure, stage) in [
        ("silent", Failure::NoCall, Stage::S1),
        ("wrong_tool", Failure::ToolMisselection, Stage::S1),
        ("invented_tool", Failure::ToolMisselection, Stage::S2),
        ("schema", Failure::SchemaFormatViolation, Stage::S2),
        ("missing", Failure::MissingArgument, Stage::S3),
        ("wrong", Failure::IncorrectArgument, Stage::S3),
    ] {
        let rate = 0.3;
        let policy = format!("sim:agent,{QUIET},{parameter}={rate}");
        let is = |record: &Record| {
            (record.primary_failure_tag, record.first_failure_stage) == (Some(failure), Some(stage))
        };
        let (found, n) = share(&policy, &calls, &is);
        let reach = 3.9 * (rate * (1.0 - rate) / n as f64).sqrt();
        assert!(
            (found - rate).abs() < reach,
            "{parameter}: {found} of {n}, set to {rate}"
        );
        let (others, _) = share(&policy, &calls, &|record| !record.success && !is(record));
        assert!(
            others < 0.02,
            "{parameter}: {others} of the records fail otherwise"
        );
    }
}

#[test]
fn one_broken_stage_moves_its_own_family() {
    let config = Config {
        tasks: 16,
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
    for (policy, broken) in [
        ("misread=1", 2),
        ("last=1", 2),
        ("retry=1", 3),
        ("literal=1", 3),
    ] {
        let found = success(&format!("sim:agent,{QUIET},{policy}"));
        assert!(found[0] > 0.999 && found[1] > 0.999, "{policy}: {found:?}");
        assert!(found[broken] < 0.9, "{policy}: {found:?}");
    }
    let by_words = success(&format!("sim:agent,{QUIET},overlap=1"));
    let clean = run(
        &Config {
            severities: vec![Severity::Clean],
            ..config.clone()
        },
        CallingMode::Prompted,
        &format!("sim:agent,{QUIET},overlap=1"),
    );
    let clean =
        clean.iter().filter(|(_, record)| record.success).count() as f64 / clean.len() as f64;
    assert!(
        by_words[0] < clean,
        "picking by words suffers most where words change: {by_words:?} against {clean} clean"
    );
}

//! Simulated policies: the answer key, silence, and stages that break at a known rate.

use faultline_core::CallingMode;
use faultline_perturbation::{Config, Failure, Family, Severity, Stage};

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
    for (policy, mode, examples) in [
        ("sim:oracle", CallingMode::Prompted, 0),
        ("sim:oracle", CallingMode::Native, 2),
        ("sim:gold", CallingMode::Prompted, 1),
    ] {
        let config = Config {
            examples,
            ..everything()
        };
        let all = run(&config, mode, policy);
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

#[test]
fn the_rates_of_a_broken_stage_come_back_as_its_source() {
    let rate = 0.3;
    for (parameter, failure, stage) in [
        ("silent", Failure::NoCall, Stage::S1),
        ("wrong_tool", Failure::ToolMisselection, Stage::S1),
        ("invented_tool", Failure::ToolMisselection, Stage::S2),
        ("schema", Failure::SchemaFormatViolation, Stage::S2),
        ("missing", Failure::MissingArgument, Stage::S3),
        ("wrong", Failure::IncorrectArgument, Stage::S3),
    ] {
        let policy = format!("sim:agent,{QUIET},{parameter}={rate}");
        let (mut n, mut hits, mut others) = (0_u32, 0_u32, 0_u32);
        for seed in 0..2 {
            let config = Config {
                tasks: 36,
                tools: 12,
                families: vec![Family::A, Family::B],
                seed,
                ..Config::default()
            };
            // Cases that send the same request get the same reply, so each request is looked at once.
            let mut seen = std::collections::BTreeSet::new();
            for (case, record) in run(&config, CallingMode::Prompted, &policy) {
                let names = case
                    .tools()
                    .into_iter()
                    .map(|tool| (tool.name, tool.description));
                let names: Vec<_> = names.collect();
                if !seen.insert((case.instance.request, names)) {
                    continue;
                }
                let found = (record.primary_failure_tag, record.first_failure_stage);
                let is_it = found == (Some(failure), Some(stage));
                n += 1;
                hits += u32::from(is_it);
                others += u32::from(!is_it && !record.success);
            }
        }
        let found = f64::from(hits) / f64::from(n);
        let reach = 3.9 * (rate * (1.0 - rate) / f64::from(n)).sqrt();
        assert!(
            (found - rate).abs() < reach,
            "{parameter}: {found} of {n}, set to {rate}; {others} fail otherwise"
        );
        assert_eq!(others, 0, "{parameter}");
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

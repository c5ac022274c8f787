//! Packets are made from what the gold call returned, and say what the gold decision says.

use std::collections::BTreeMap;

use faultline_core::Case as _;

use faultline_perturbation::{
    Config, FailureType, Family, Packet, PerturbationCase, Severity, Status, Subtype, determines,
};
use serde_json::{Value, json};

use crate::suite::cases;

/// The cases of all forty tools in families C and D, with their packets.
fn with_packets() -> Vec<(PerturbationCase, Packet)> {
    let config = Config {
        tools: 40,
        tasks: 120,
        families: vec![Family::C, Family::D],
        ..Config::default()
    };
    let packet = |case: PerturbationCase| {
        let packet = case.instance.packet.clone().unwrap();
        (case, packet)
    };
    cases(&config).into_iter().map(packet).collect()
}

/// Every value that is no object and no list, in order of its text.
fn leaves(value: &Value) -> Vec<String> {
    let mut all = match value {
        Value::Object(members) => members.values().flat_map(leaves).collect(),
        Value::Array(items) => items.iter().flat_map(leaves).collect(),
        other => vec![other.to_string()],
    };
    all.sort();
    all
}

#[test]
fn decisions_agree_with_themselves() {
    for (case, packet) in with_packets() {
        let (instance, decision) = (&case.instance, &packet.decision);
        let clean = &instance.gold.result;
        let is_clean_target = instance.family == Family::C || instance.subtype.is_none();
        if is_clean_target {
            assert_eq!(decision.status, Status::Success, "{}", case.id());
        }
        match decision.status {
            Status::Success => {
                assert_eq!(decision.final_result, *clean, "{}", case.id());
                assert_eq!(
                    (decision.retryable, decision.failure_type),
                    (false, FailureType::None)
                );
            }
            Status::Partial => {
                let kept = decision.final_result.as_object().unwrap();
                assert!(
                    kept.len() < clean.as_object().unwrap().len(),
                    "{}",
                    case.id()
                );
                assert!(
                    kept.iter().all(|(field, value)| clean[field] == *value),
                    "{}",
                    case.id()
                );
                // Something of what is new is there, and nothing but what is visible.
                assert!(
                    kept.keys()
                        .any(|field| !instance.gold.arguments.contains_key(field))
                );
                assert!(
                    packet
                        .visible
                        .to_string()
                        .contains(&decision.final_result.to_string())
                );
                assert_eq!(
                    (decision.retryable, decision.failure_type),
                    (true, FailureType::Timeout)
                );
            }
            Status::Error => {
                assert_eq!(decision.final_result, Value::Null);
                let is_retryable = match decision.failure_type {
                    FailureType::Timeout
                    | FailureType::ServiceUnavailable
                    | FailureType::RateLimited => true,
                    FailureType::PermissionDenied | FailureType::InvalidArgument => false,
                    FailureType::None => panic!("{}: an error without a type", case.id()),
                };
                assert_eq!(decision.retryable, is_retryable, "{}", case.id());
                // Nothing of what is new is visible.
                assert!(!packet.visible.to_string().contains(&clean.to_string()));
            }
        }
        if instance.severity == Severity::Clean {
            assert_eq!(packet.visible, json!({"status": "ok", "result": clean}));
            assert!(packet.lost.is_empty());
        }
    }
}

#[test]
fn every_status_and_failure_type_is_right_somewhere() {
    let mut statuses: BTreeMap<Status, u32> = BTreeMap::new();
    let mut types: BTreeMap<FailureType, u32> = BTreeMap::new();
    let config = Config {
        families: vec![Family::D],
        ..Config::default()
    };
    for case in cases(&config) {
        let decision = case.instance.packet.unwrap().decision;
        *statuses.entry(decision.status).or_default() += 1;
        *types.entry(decision.failure_type).or_default() += 1;
    }
    assert_eq!(statuses.len(), Status::ALL.len());
    assert_eq!(types.len(), FailureType::ALL.len());
    assert!(types.values().all(|count| *count >= 10), "{types:?}");
}

#[test]
fn each_subtype_of_the_output_does_what_it_says() {
    let mut open: BTreeMap<Severity, (u32, u32)> = BTreeMap::new();
    for (case, packet) in with_packets() {
        let (instance, id) = (&case.instance, case.id());
        let clean = &instance.gold.result;
        let determined = determines(&packet, &instance.gold);
        match instance.subtype {
            Some(Subtype::C1) => {
                let (seen, mut wanted) = (leaves(&packet.visible), leaves(clean));
                wanted.retain(|value| !seen.contains(value));
                assert!(
                    wanted.is_empty() && packet.lost.is_empty(),
                    "{id}: {wanted:?} of {}",
                    packet.visible
                );
            }
            Some(Subtype::C2) => {
                assert!(!packet.lost.is_empty(), "{id}");
                for field in &packet.lost {
                    assert!(
                        packet.visible["result"].get(field).is_none(),
                        "{id}: {field}"
                    );
                }
                let (all, lost) = open.entry(instance.severity).or_default();
                *all += 1;
                *lost += u32::from(!determined);
                assert!(
                    determined || instance.severity == Severity::Heavy,
                    "{id}: {:?} of {}",
                    faultline_perturbation::undetermined(&packet, &instance.gold),
                    packet.visible
                );
            }
            Some(Subtype::C3) => {
                // What is wrong is put right beside it.
                for field in &packet.lost {
                    assert_ne!(packet.visible["result"][field], clean[field], "{id}");
                    assert_eq!(packet.visible["correction"]["field"], *field);
                    assert_eq!(packet.visible["correction"]["value"], clean[field], "{id}");
                }
                let is_heavy = instance.severity == Severity::Heavy;
                assert_eq!(packet.lost.is_empty(), !is_heavy, "{id}");
            }
            Some(Subtype::C4) => {
                let candidates = packet.visible["candidates"].as_array();
                let right = candidates
                    .into_iter()
                    .flatten()
                    .filter(|candidate| candidate["result"] == *clean);
                let count = right.count();
                assert_eq!(count, usize::from(candidates.is_some()), "{id}");
                if candidates.is_none() {
                    assert!(
                        packet.visible.to_string().contains(&clean.to_string()),
                        "{id}"
                    );
                }
                if instance.severity == Severity::Heavy {
                    // The first candidate is never the right one.
                    assert_ne!(packet.visible["candidates"][0]["result"], *clean, "{id}");
                }
            }
            _ => {}
        }
    }
    // What is lost lightly or in the middle can be recovered; of the heavy losses, some can't.
    assert_eq!(
        (open[&Severity::Light], open[&Severity::Medium]),
        ((120, 0), (120, 0))
    );
    let (all, lost) = open[&Severity::Heavy];
    assert!(all == 120 && (40..=110).contains(&lost), "{lost} of {all}");
}

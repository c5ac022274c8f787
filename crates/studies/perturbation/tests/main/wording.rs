//! Interfaces keep the tools that they rename, and requests keep a way to every value.

use std::collections::BTreeSet;

use faultline_core::Case as _;

use faultline_perturbation::{Config, Family, PerturbationCase, Severity, Subtype};
use faultline_toolbox::local_tool;
use serde_json::Value;

use crate::suite::{cases, everything};

/// A value as a request writes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(written).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[test]
fn every_request_gives_every_argument() {
    for config in [everything(), Config::default()] {
        for case in cases(&config) {
            let instance = &case.instance;
            let arguments = &instance.gold.arguments;
            for (argument, value) in arguments {
                assert!(
                    instance.request.contains(&written(value)),
                    "{}: {argument} in {}",
                    case.id(),
                    instance.request
                );
            }
            let is_reworded = instance.family == Family::B
                || instance
                    .mixed
                    .is_some_and(|pair| pair.second.family() == Family::B);
            assert_eq!(!instance.recovery.is_empty(), is_reworded, "{}", case.id());
            if is_reworded {
                assert_eq!(instance.recovery.len(), arguments.len());
                for (recovery, (argument, value)) in instance.recovery.iter().zip(arguments) {
                    assert_eq!(recovery.argument, *argument);
                    assert!(
                        instance.request.contains(&recovery.words),
                        "{}: {}",
                        case.id(),
                        recovery.words
                    );
                    assert!(recovery.words.contains(&written(value)), "{}", case.id());
                }
            }
            assert!(
                !instance.request.contains(['{', '}']),
                "{}",
                instance.request
            );
        }
    }
}

#[test]
fn what_is_left_out_is_given_in_words_of_its_own() {
    let designated = |case: &PerturbationCase| {
        let arguments = &case.instance.gold.arguments;
        let is_bare = |recovery: &&faultline_perturbation::Recovery| {
            recovery.words == written(&arguments[&recovery.argument])
        };
        case.instance.recovery.len() - case.instance.recovery.iter().filter(is_bare).count()
    };
    for case in cases(&Config {
        families: vec![Family::B],
        ..Config::default()
    }) {
        let count = designated(&case);
        let all = case.instance.gold.arguments.len();
        let expected = match (case.instance.subtype, case.instance.severity) {
            (Some(Subtype::B1), Severity::Heavy) => all..=all,
            (Some(Subtype::B2), Severity::Light) => 1..=1,
            (Some(Subtype::B2), Severity::Medium) => 1..=2,
            (Some(Subtype::B2), Severity::Heavy) => 2..=2,
            (Some(Subtype::B4), _) => 0..=2,
            _ => 0..=0,
        };
        assert!(expected.contains(&count), "{}: {count}", case.id());
    }
}

#[test]
fn interfaces_keep_what_they_rename() {
    for config in [everything(), Config::default()] {
        for case in cases(&config) {
            let instance = &case.instance;
            let names: BTreeSet<&str> = instance
                .tools
                .iter()
                .map(|tool| tool.spec.name.as_str())
                .collect();
            assert_eq!(
                names.len(),
                instance.tools.len(),
                "{}: {names:?}",
                case.id()
            );
            for tool in &instance.tools {
                let name = &tool.spec.name;
                let is_fit = name.len() <= 64
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
                assert!(is_fit, "{name}");
                assert_eq!(instance.canonical(name), Some(tool.canonical.as_str()));
                let own = &local_tool(&tool.canonical).unwrap().spec;
                assert!(!tool.spec.description.is_empty());
                let is_plain = instance
                    .subtype
                    .is_none_or(|subtype| subtype.family() != Family::A);
                let subtype = instance
                    .subtype
                    .filter(|_| !is_plain && instance.intervention.is_none());
                if is_plain || subtype == Some(Subtype::A2) {
                    assert_eq!(*name, own.name, "{}", case.id());
                }
                if is_plain || subtype == Some(Subtype::A1) {
                    assert_eq!(tool.spec.description, own.description, "{}", case.id());
                }
                // Whatever it is called, the same calls fit it.
                let kinds = |spec: &faultline_core::ToolSpec| -> Vec<_> {
                    let properties = spec.parameters.properties.iter();
                    properties
                        .map(|(name, property)| {
                            (name.clone(), property.kind.clone(), property.required)
                        })
                        .collect()
                };
                assert_eq!(kinds(&tool.spec), kinds(own));
            }
            let gold = instance.gold_tool().unwrap();
            assert_eq!(gold.canonical, instance.gold.tool);
            if instance.subtype == Some(Subtype::A3) {
                let group = local_tool(&gold.canonical).unwrap().group;
                let siblings = instance
                    .tools
                    .iter()
                    .filter(|tool| local_tool(&tool.canonical).unwrap().group == group);
                assert!(siblings.count() >= 2, "{}", case.id());
            }
            assert_eq!(
                local_tool(&instance.gold.tool)
                    .unwrap()
                    .call(&Value::Object(instance.gold.arguments.clone())),
                Ok(instance.gold.result.clone())
            );
        }
    }
}

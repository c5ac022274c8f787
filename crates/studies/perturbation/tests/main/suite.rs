//! What a suite is: its counts, which cases a config has, and that nothing of it ever changes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use faultline_core::{Case as _, GrowingDigest, Study as _, apply_setting, check_config};
use faultline_perturbation::{
    Arm, Config, ConfigError, Family, Intervention, Pair, Perturbation, PerturbationCase, Severity,
    Subtype, generate,
};
use faultline_toolbox::local_tools;
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// What was recorded.
const GOLDEN: &str = include_str!("../golden/suite.txt");

pub(crate) fn cases(config: &Config) -> Vec<PerturbationCase> {
    generate(config).unwrap().collect()
}

/// Everything of the forty tools, with pairs and interventions.
pub(crate) fn everything() -> Config {
    Config {
        tasks: 120,
        tools: 40,
        mixed: Pair::all()
            .filter(|pair| pair.incompatibility().is_none())
            .map(|pair| pair.to_string())
            .collect(),
        intervention: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
        seed: 7,
        ..Config::default()
    }
}

/// The bucket of a case, as one word.
fn bucket(case: &PerturbationCase) -> String {
    let instance = &case.instance;
    let what = match (instance.mixed, instance.subtype) {
        (Some(pair), _) => pair.to_string(),
        (None, Some(subtype)) => subtype.code().into(),
        (None, None) => instance.family.code().into(),
    };
    let help = instance.intervention.map_or("", Intervention::name);
    format!("{what}-{}{help}", instance.severity.name())
}

/// A line for the tools, one for each bucket of the default suite, one for everything and one for worked examples.
fn lines() -> String {
    let mut tools = GrowingDigest::default();
    for tool in local_tools() {
        tools
            .add_json(&(tool.group, &tool.spec, tool.returns))
            .unwrap();
    }
    let mut lines = format!("tools {}\n", tools.digest());
    let mut buckets: BTreeMap<String, (u32, GrowingDigest)> = BTreeMap::new();
    for case in cases(&Config::default()) {
        let (count, digest) = buckets.entry(bucket(&case)).or_default();
        *count += 1;
        digest.add_json(&(case.id(), &case)).unwrap();
    }
    for (bucket, (count, digest)) in buckets {
        writeln!(lines, "{bucket} {count} {}", digest.digest()).unwrap();
    }
    let some = Config {
        tools: 20,
        tasks: 20,
        ..everything()
    };
    let shown = Config {
        tasks: 6,
        examples: 4,
        ..Config::default()
    };
    for (name, config) in [("everything", some), ("examples", shown)] {
        let (mut count, mut all) = (0, GrowingDigest::default());
        for case in generate(&config).unwrap() {
            count += 1;
            all.add_json(&(case.id(), &case)).unwrap();
        }
        writeln!(lines, "{name} {count} {}", all.digest()).unwrap();
    }
    lines
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn cases_and_tools_match_their_recorded_digests() {
    let lines = lines();
    assert!(
        lines == GOLDEN,
        "a case or a tool has changed, so that earlier traces can't be replayed; if it is meant, tests/golden/suite.txt should \
         hold:\n{lines}"
    );
}

#[test]
fn the_default_suite_has_the_published_counts() {
    let all = cases(&Config::default());
    assert_eq!(all.len(), 4 * 48 + 14 * 3 * 48);
    let mut buckets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for case in &all {
        assert!(
            buckets
                .entry(bucket(case))
                .or_default()
                .insert(case.group()),
            "{}",
            case.id()
        );
    }
    assert_eq!(buckets.len(), 4 + 14 * 3);
    // Every bucket has the same 48 seed tasks, three of each tool.
    let anchors = &buckets["A-clean"];
    assert!(buckets.values().all(|others| others == anchors));
    let tools: BTreeSet<&str> = all
        .iter()
        .map(|case| case.instance.gold.tool.as_str())
        .collect();
    assert_eq!((anchors.len(), tools.len()), (48, 16));
    for (family, records) in [
        (Family::A, 480),
        (Family::B, 624),
        (Family::C, 624),
        (Family::D, 480),
    ] {
        assert_eq!(
            all.iter()
                .filter(|case| case.instance.family == family)
                .count(),
            records
        );
    }
    let ids: BTreeSet<String> = all.iter().map(PerturbationCase::id).collect();
    let digests: BTreeSet<String> = all.iter().map(|case| case.digest().to_string()).collect();
    // The clean cases of A and B, and those of C and D, differ in their families alone.
    assert_eq!((ids.len(), digests.len()), (all.len(), all.len()));
}

#[test]
fn each_bucket_has_three_templates_and_every_seed_task_one() {
    let mut templates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for case in cases(&Config::default()) {
        if case.instance.subtype.is_some() {
            assert!(
                case.instance.template.starts_with(&bucket(&case)),
                "{}",
                case.id()
            );
            templates
                .entry(bucket(&case))
                .or_default()
                .insert(case.instance.template);
        }
    }
    assert!(templates.values().all(|templates| templates.len() >= 3));
    // Severities of a seed task rise in strength.
    let mut strengths: BTreeMap<(String, Subtype), Vec<f64>> = BTreeMap::new();
    for case in cases(&Config::default()) {
        if let Some(subtype) = case.instance.subtype {
            strengths
                .entry((case.group(), subtype))
                .or_default()
                .push(case.instance.strength);
        }
    }
    for ((anchor, subtype), strengths) in strengths {
        assert!(
            strengths.len() == 3
                && strengths[0] > 0.0
                && strengths.is_sorted_by(|one, other| one < other),
            "{anchor} {subtype}: {strengths:?}"
        );
    }
}

#[test]
fn a_line_says_what_it_is_and_keeps_its_answer_key_apart() {
    for case in cases(&Config {
        tasks: 4,
        ..Config::default()
    }) {
        let instance = &case.instance;
        let line = serde_json::to_value(&case).unwrap();
        assert_eq!(line["family"], instance.family.code());
        assert_eq!(line["severity"], instance.severity.name());
        assert_eq!(
            line.get("subtype").and_then(Value::as_str),
            instance.subtype.map(Subtype::code)
        );
        assert_eq!(line["request"], instance.request);
        assert_eq!(line["gold"]["tool"], instance.gold.tool);
        assert_eq!(
            line["gold"].get("decision").is_some(),
            instance.has_decision()
        );
        assert_eq!(
            line.get("returned").is_some(),
            instance.family.has_decision()
        );
        assert!(line.get("case").is_none() && line.get("id").is_none());
        assert!(line.get("mixed").is_none() && line.get("intervention").is_none());
        let mut keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        keys.retain(|key| !["gold", "returned"].contains(&key.as_str()));
        assert_eq!(keys.len(), if instance.subtype.is_some() { 9 } else { 8 });
    }
}

#[test]
fn the_first_cases_are_the_same_however_many_are_asked_for() {
    let ids = |config: &Config| -> Vec<String> {
        cases(config).iter().map(PerturbationCase::id).collect()
    };
    let few = Config {
        tasks: 5,
        mixed: vec!["published".into()],
        ..Config::default()
    };
    let many = Config {
        tasks: 30,
        ..few.clone()
    };
    assert_eq!(ids(&few).len(), 5 * (46 + 10));
    assert_eq!(ids(&many)[..ids(&few).len()], ids(&few));
    // The tools take turns.
    let tools: BTreeSet<String> = cases(&few)
        .into_iter()
        .map(|case| case.instance.gold.tool)
        .collect();
    assert_eq!(tools.len(), 5);
    // A larger sample has the tools of the smaller one, and another seed has others.
    let tools = |tools, seed| -> BTreeSet<String> {
        let config = Config {
            tools,
            seed,
            tasks: 120,
            families: vec![Family::A],
            severities: vec![Severity::Clean],
            ..Config::default()
        };
        cases(&config)
            .into_iter()
            .map(|case| case.instance.gold.tool)
            .collect()
    };
    assert!(tools(30, 1).is_superset(&tools(16, 1)));
    assert_ne!(tools(16, 1), tools(16, 2));
    assert_eq!(tools(40, 1).len(), 40);
}

#[test]
fn a_case_is_found_by_its_id_where_the_config_makes_it() {
    let config = Config {
        tasks: 6,
        tools: 9,
        mixed: vec!["A1+D1".into()],
        ..everything()
    };
    for case in cases(&config) {
        assert_eq!(PerturbationCase::named(&config, &case.id()), Some(case));
    }
    let id = "calculate_route-1-A1-light";
    for (config, is_made) in [
        (
            Config {
                tools: 40,
                tasks: 120,
                ..Config::default()
            },
            false,
        ),
        (
            Config {
                families: vec![Family::B],
                ..Config::default()
            },
            false,
        ),
    ] {
        assert_eq!(PerturbationCase::named(&config, id).is_some(), is_made);
    }
    assert_eq!(PerturbationCase::named(&Config::default(), ""), None);
    assert_eq!(
        PerturbationCase::named(&Config::default(), "-1-A1-light"),
        None
    );
}

#[test]
fn pairs_are_made_on_sixteen_tasks_of_their_constituents() {
    let config = Config {
        mixed: vec!["published".into()],
        ..Config::default()
    };
    let all = cases(&config);
    let by_id: BTreeMap<String, &PerturbationCase> =
        all.iter().map(|case| (case.id(), case)).collect();
    let mixed: Vec<&PerturbationCase> = all
        .iter()
        .filter(|case| case.instance.mixed.is_some())
        .collect();
    assert_eq!(mixed.len(), 5 * 2 * 16);
    for case in mixed {
        let instance = &case.instance;
        let pair = instance.mixed.unwrap();
        let single = |subtype: Subtype| {
            let id = format!("{}-{subtype}-{}", instance.anchor, instance.severity.name());
            &by_id[&id].instance
        };
        let (first, second) = (single(pair.first), single(pair.second));
        // Each constituent's own part stands in the pair as it does alone.
        if pair.first.family() == Family::A {
            assert_eq!(instance.tools, first.tools, "{}", case.id());
        } else {
            assert_eq!(instance.request, first.request, "{}", case.id());
        }
        match &second.packet {
            Some(packet) => assert_eq!(instance.packet.as_ref(), Some(packet), "{}", case.id()),
            None => assert_eq!(instance.request, second.request, "{}", case.id()),
        }
        assert_eq!(
            instance.template,
            format!("{}+{}", first.template, second.template)
        );
        assert!((instance.strength - first.strength - second.strength).abs() < 1e-6);
    }
    let only = Config {
        mixed: vec!["only".into(), "A2+C1".into()],
        ..config
    };
    assert_eq!(cases(&only).len(), 2 * 16);
}

#[test]
fn pairs_that_can_not_be_combined_are_refused_with_the_reason() {
    let refused = |pairs: &[&str]| {
        let mixed = pairs.iter().map(|pair| (*pair).to_owned()).collect();
        let config = Config {
            mixed,
            ..Config::default()
        };
        generate(&config).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&["A1+B1", "C2+D1"]),
        "the pair C2+D1 can't be combined: C alters an observation that D replaces, so no observation target is left"
    );
    assert!(refused(&["B1+B2"]).contains("both enter at the same place"));
    assert!(refused(&["B1+A1"]).contains("the earlier subtype first, not 'B1+A1'"));
    assert!(refused(&["none", "A1+B1"]).contains("at once"));
    assert_eq!(
        Pair::all()
            .filter(|pair| pair.incompatibility().is_none())
            .count(),
        61
    );
    assert!(
        Pair::PUBLISHED
            .iter()
            .all(|pair| pair.incompatibility().is_none())
    );
    assert_eq!(
        Config {
            mixed: vec!["x".into()],
            ..Config::default()
        }
        .pairs(),
        Err(ConfigError::UnknownPair { text: "x".into() })
    );
}

#[test]
fn interventions_are_conditions_beside_the_plain_ones() {
    let config = Config {
        tasks: 3,
        intervention: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
        ..Config::default()
    };
    let all = cases(&config);
    let by_id: BTreeMap<String, &PerturbationCase> =
        all.iter().map(|case| (case.id(), case)).collect();
    assert_eq!(all.len(), 3 * (46 + 9 + 12));
    for case in all
        .iter()
        .filter(|case| case.instance.intervention.is_some())
    {
        let help = case.instance.intervention.unwrap();
        let plain = &by_id[&case.id().replace(&format!("-{}", help.name()), "")].instance;
        let helped = &case.instance;
        assert_eq!(
            (helped.family, helped.subtype),
            (help.family(), plain.subtype)
        );
        match help {
            Intervention::Aliases => {
                assert_eq!(helped.request, plain.request);
                for (with, without) in helped.tools.iter().zip(&plain.tools) {
                    assert_eq!(with.spec.name, without.spec.name);
                    let expected = format!(
                        "Also known as {}. {}",
                        with.canonical, without.spec.description
                    );
                    assert_eq!(with.spec.description, expected);
                }
            }
            Intervention::Binding => {
                assert_eq!(helped.tools, plain.tools);
                assert!(
                    helped.request.starts_with(&plain.request) && helped.request != plain.request
                );
            }
        }
    }
}

#[test]
fn settings_of_the_form_make_suites() {
    let fields = Perturbation::fields();
    check_config(&serde_json::to_value(Config::default()).unwrap(), &fields).unwrap();
    let mut config = Config::default();
    for (key, value) in [
        ("tasks", "2"),
        ("tools", "4"),
        ("families", "A,C"),
        ("subtypes", "A1,C2,D1"),
        ("severities", "clean,heavy"),
        ("mixed", "A1+C2"),
        ("intervention", "plain,aliases"),
        ("seed", "3"),
    ] {
        config = apply_setting(&config, &fields, key, value).unwrap();
    }
    let ids: Vec<String> = cases(&config).iter().map(PerturbationCase::id).collect();
    // Two clean and two perturbed ones, the pair, and the one that is helped.
    assert_eq!(ids.len(), 2 * (2 + 2 + 1 + 1), "{ids:?}");
    assert!(ids.iter().all(|id| id.ends_with("-s3-t4")));
}

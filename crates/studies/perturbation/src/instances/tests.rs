//! What holds of every wording and every template, over all forty tools.

use std::collections::BTreeSet;

use super::*;
use crate::instances::{catalogue::Apply, seeds::anchors};

/// The runs of five words of a text.
fn five_grams(text: &str) -> BTreeSet<Vec<String>> {
    let words: Vec<String> = text
        .split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '\''))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.windows(5).map(<[String]>::to_vec).collect()
}

/// The pairs of texts that share more than this part of the shorter one's runs, with what they share.
fn overlaps(texts: &[String], most: f64) -> Vec<String> {
    let grams: Vec<_> = texts.iter().map(|text| five_grams(text)).collect();
    let mut found = Vec::new();
    for (place, one) in grams.iter().enumerate() {
        for (other_place, other) in grams.iter().enumerate().skip(place + 1) {
            let shorter = one.len().min(other.len()).max(1);
            let share = one.intersection(other).count() as f64 / shorter as f64;
            if share > most {
                found.push(format!(
                    "{share:.2} of\n{}\n{}",
                    texts[place], texts[other_place]
                ));
            }
        }
    }
    found
}

/// The masked request of every seed task under the templates of a bucket.
fn masked(bucket: Option<(Subtype, Severity)>) -> Vec<String> {
    let request = |anchor: &Anchor| {
        let mut intent = Intent::new(anchor, sibling_activity(anchor)).masked();
        let template =
            bucket.and_then(|(subtype, severity)| template_of(anchor, subtype, severity));
        for operator in template.map_or(&[][..], |weighed| weighed.template.operators) {
            match operator.apply {
                Apply::Intent(change) => change(&mut intent),
                Apply::Saying(saying) => saying.say(&mut intent),
                _ => {}
            }
        }
        intent.finish().0
    };
    anchors().iter().map(request).collect()
}

#[test]
fn no_two_requests_of_a_bucket_are_worded_alike() {
    let mut buckets = vec![None];
    for (subtype, ..) in Subtype::ALL {
        if subtype.family() == Family::B {
            buckets.extend(Severity::PERTURBED.map(|severity| Some((subtype, severity))));
        }
    }
    let mut alike = Vec::new();
    for bucket in buckets {
        let texts = masked(bucket);
        assert_eq!(texts.len(), 120);
        let found = overlaps(&texts, 0.7);
        alike.extend(found.into_iter().map(|pair| format!("{bucket:?}: {pair}")));
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}

#[test]
fn overlap_is_seen_where_there_is_some() {
    let texts = [
        "a b c d e f g h",
        "a b c d e f x y z",
        "one two three four five",
    ]
    .map(String::from);
    assert_eq!(
        overlaps(&texts, 0.49),
        ["0.50 of\na b c d e f g h\na b c d e f x y z"]
    );
    assert!(overlaps(&texts, 0.5).is_empty());
}

#[test]
fn strengths_rise_and_operators_have_one_name_each() {
    let mut names = BTreeSet::new();
    let mut operators = Vec::new();
    for weighed in catalogue() {
        for operator in weighed.template.operators {
            if names.insert(operator.name) {
                operators.push(*operator);
            }
            let known = operators
                .iter()
                .find(|known| known.name == operator.name)
                .unwrap();
            assert_eq!(
                (known.subtype, known.tenths),
                (operator.subtype, operator.tenths),
                "{}",
                operator.name
            );
        }
    }
    let sum: u32 = catalogue()[9 * 3]
        .template
        .operators
        .iter()
        .map(|operator| operator.tenths)
        .sum();
    assert_eq!(catalogue()[9 * 3].template.name(), "B1-light-1");
    assert!((catalogue()[9 * 3].strength - f64::from(sum) / 10.0).abs() < 1e-9);
    // An interface is measured beside its operators.
    assert!(catalogue()[0].strength > 0.5, "{}", catalogue()[0].strength);
}

#[test]
fn no_template_leaves_a_seed_task_as_it_was() {
    let tools: Vec<&LocalTool> = local_tools().iter().collect();
    for weighed in catalogue() {
        for anchor in anchors() {
            let clean = Draft {
                interface: Interface::new(&tools, anchor.tool.group),
                intent: Intent::new(anchor, sibling_activity(anchor)),
                returned: Returned::new(anchor),
            };
            let mut changed = clean.clone();
            for operator in weighed.template.operators {
                changed.apply(operator);
            }
            let family = weighed.template.subtype.family();
            let changes = [
                clean.interface.tools != changed.interface.tools,
                clean.intent.finish().0 != changed.intent.finish().0,
                // The order of an object's members is part of what is shown.
                serde_json::to_string(&clean.returned.visible).ok()
                    != serde_json::to_string(&changed.returned.visible).ok(),
            ];
            let expected = match family {
                Family::A => [true, false, false],
                Family::B => [false, true, false],
                Family::C | Family::D => [false, false, true],
            };
            assert_eq!(
                changes,
                expected,
                "{} of {}",
                weighed.template.name(),
                anchor.id
            );
        }
    }
}

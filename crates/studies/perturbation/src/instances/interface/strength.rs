//! How strongly operators change an interface, measured on what they make of it.

use std::collections::BTreeSet;

use faultline_toolbox::{GROUPS, LocalTool, local_tools};

use super::Interface;
use crate::instances::catalogue::{Apply, Operator};

/// What operators do to an interface, measured over all forty tools: how much of the names changes, how many words of the
/// descriptions are lost, whether any word of a name is left, and how alike siblings become; the mean of each, added up. It is 0
/// for operators of other families.
pub(in crate::instances) fn structural_strength(operators: &[Operator]) -> f64 {
    let is_of_others = |operator: &Operator| {
        matches!(
            operator.apply,
            Apply::Intent(_) | Apply::Saying(_) | Apply::Packet(_)
        )
    };
    if operators.iter().all(is_of_others) {
        return 0.0;
    }
    let total: f64 = GROUPS
        .iter()
        .map(|(group, _, count)| group_strength(group, operators) * f64::from(*count))
        .sum();
    total / local_tools().len() as f64
}

fn group_strength(group: &'static str, operators: &[Operator]) -> f64 {
    let of_group: Vec<&LocalTool> = local_tools()
        .iter()
        .filter(|tool| tool.group == group)
        .collect();
    let clean = Interface::new(&of_group, group);
    let mut changed = clean.clone();
    for operator in operators {
        changed.apply(operator);
    }
    let pairs = || clean.tools.iter().zip(&changed.tools);
    let count = clean.tools.len() as f64;
    let names: f64 = pairs()
        .map(|(old, new)| 1.0 - likeness(&old.spec.name, &new.spec.name))
        .sum();
    let described: f64 = pairs()
        .map(|(old, new)| 1.0 - retained(&old.spec.description, &new.spec.description))
        .sum();
    let aliases = pairs().filter(|(old, new)| {
        !old.spec
            .name
            .split('_')
            .any(|word| new.spec.name.contains(word))
    });
    let alike = sibling_likeness(&changed) - sibling_likeness(&clean);
    (names + described + aliases.count() as f64) / count + alike.max(0.0)
}

/// Pairs of neighbouring letters that two names share (Dice's coefficient), from 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    let pairs =
        |text: &str| -> BTreeSet<(char, char)> { text.chars().zip(text.chars().skip(1)).collect() };
    let (one, other) = (pairs(one), pairs(other));
    let total = one.len() + other.len();
    if total == 0 {
        return 1.0;
    }
    2.0 * one.intersection(&other).count() as f64 / total as f64
}

/// The share of a text's words that are still in another.
fn retained(old: &str, new: &str) -> f64 {
    let words = |text: &str| -> BTreeSet<String> {
        text.split_whitespace().map(str::to_lowercase).collect()
    };
    let (old, new) = (words(old), words(new));
    old.intersection(&new).count() as f64 / old.len().max(1) as f64
}

/// The mean likeness of the names of two siblings.
fn sibling_likeness(interface: &Interface) -> f64 {
    let names: Vec<&str> = interface
        .tools
        .iter()
        .map(|tool| tool.spec.name.as_str())
        .collect();
    let pairs = names.iter().enumerate().flat_map(|(place, one)| {
        names[place + 1..]
            .iter()
            .map(move |other| likeness(one, other))
    });
    let likenesses: Vec<f64> = pairs.collect();
    likenesses.iter().sum::<f64>() / likenesses.len().max(1) as f64
}

//! Family A: the tools on offer are named and described otherwise.

use std::collections::BTreeSet;

use faultline_core::Stream;
use faultline_toolbox::{GROUPS, LocalTool, local_tool, local_tools};

use super::{
    catalogue::{Apply, Operator, Rows},
    seeds,
    words::{capitalised, label},
};
use crate::{
    ExposedTool,
    Severity::{Heavy, Light, Medium},
    Subtype,
};

/// The tools on offer while templates change them.
#[derive(Clone, Debug)]
pub(crate) struct Interface {
    /// The tools in order.
    pub(crate) tools: Vec<ExposedTool>,
    /// The gold tool's group, whose tools are its siblings.
    pub(crate) group: &'static str,
}

impl Interface {
    /// These tools under their own names.
    pub(crate) fn new(tools: &[&'static LocalTool], group: &'static str) -> Self {
        let tools = tools.iter().map(|tool| ExposedTool {
            canonical: tool.id().into(),
            spec: tool.spec.clone(),
        });
        Self {
            tools: tools.collect(),
            group,
        }
    }

    fn rename(&mut self, name: impl Fn(&LocalTool) -> String) {
        for tool in &mut self.tools {
            if let Some(local) = local_tool(&tool.canonical) {
                tool.spec.name = name(local);
            }
        }
    }

    fn describe(&mut self, describe: impl Fn(&LocalTool) -> String) {
        for tool in &mut self.tools {
            if let Some(local) = local_tool(&tool.canonical) {
                tool.spec.description = describe(local);
            }
        }
    }

    /// The tools of the gold tool's group.
    fn siblings(&mut self) -> impl Iterator<Item = (&'static LocalTool, &mut ExposedTool)> {
        let group = self.group;
        self.tools.iter_mut().filter_map(move |tool| {
            let local = local_tool(&tool.canonical)?;
            (local.group == group).then_some((local, tool))
        })
    }
}

const fn operator(
    subtype: Subtype,
    name: &'static str,
    tenths: u32,
    change: fn(&mut Interface),
) -> Operator {
    Operator {
        name,
        subtype,
        tenths,
        apply: Apply::Interface(change),
    }
}

/// What a group's tools are about.
fn about(group: &str) -> &'static str {
    GROUPS
        .iter()
        .find(|(name, ..)| *name == group)
        .map_or("", |(_, about, _)| about)
}

/// The verb of a tool's name, and the rest.
fn parts(tool: &LocalTool) -> (&str, &str) {
    tool.id().split_once('_').unwrap_or((tool.id(), ""))
}

/// The first word of a group's name.
fn stem(group: &str) -> &str {
    group.split('_').next().unwrap_or(group)
}

/// The place of a tool within its group, from 1.
fn place_in_group(tool: &LocalTool) -> usize {
    let siblings = local_tools()
        .iter()
        .filter(|other| other.group == tool.group);
    siblings.take_while(|other| other.id() != tool.id()).count() + 1
}

/// A number of four digits in base 16 that says nothing of the tool.
fn code(purpose: &str, tool: &LocalTool) -> u64 {
    let purpose = format!("perturbation/{purpose}/{}", tool.id());
    4096 + Stream::named(&purpose, &[]).below(61_440)
}

/// Verbs that mean the same.
const SYNONYMS: [(&str, &str); 23] = [
    ("aggregate", "total"),
    ("audit", "inspect"),
    ("calculate", "compute"),
    ("cancel", "drop"),
    ("check", "verify"),
    ("classify", "label"),
    ("compare", "contrast"),
    ("convert", "change"),
    ("create", "add"),
    ("draft", "write"),
    ("estimate", "predict"),
    ("extract", "read"),
    ("filter", "select"),
    ("get", "fetch"),
    ("lookup", "show"),
    ("query", "select"),
    ("revoke", "end"),
    ("rotate", "renew"),
    ("search", "find"),
    ("sort", "order"),
    ("summarize", "digest"),
    ("track", "follow"),
    ("update", "modify"),
];

const NOUN_FIRST: Operator = operator(Subtype::A1, "noun_first", 5, |interface| {
    interface.rename(|tool| {
        let (verb, noun) = parts(tool);
        format!("{noun}_{verb}")
    });
});
const SYNONYM: Operator = operator(Subtype::A1, "synonym", 6, |interface| {
    interface.rename(|tool| {
        let (verb, noun) = parts(tool);
        let synonym = SYNONYMS.iter().find(|(known, _)| *known == verb);
        format!("{}_{noun}", synonym.map_or("run", |(_, synonym)| synonym))
    });
});
const CAMEL_CASE: Operator = operator(Subtype::A1, "camel_case", 4, |interface| {
    interface.rename(|tool| {
        let words: String = parts(tool).1.split('_').map(capitalised).collect();
        format!("{}{words}", parts(tool).0)
    });
});
const SKELETON: Operator = operator(Subtype::A1, "skeleton", 16, |interface| {
    interface.rename(|tool| {
        let word = |word: &str| -> String {
            let rest = word
                .chars()
                .skip(1)
                .filter(|letter| !"aeiou".contains(*letter));
            word.chars().take(1).chain(rest).collect()
        };
        let words: Vec<String> = tool.id().split('_').map(word).collect();
        words.concat()
    });
});
const INITIALS: Operator = operator(Subtype::A1, "initials", 19, |interface| {
    interface.rename(|tool| {
        let initials: String = tool
            .id()
            .split('_')
            .filter_map(|word| word.chars().next())
            .collect();
        format!("{}_{initials}{}", stem(tool.group), place_in_group(tool))
    });
});
const SERVICE: Operator = operator(Subtype::A1, "service", 18, |interface| {
    interface.rename(|tool| format!("svc_{}_v{}", stem(tool.group), place_in_group(tool)));
});
const OPAQUE: Operator = operator(Subtype::A1, "opaque", 30, |interface| {
    interface.rename(|tool| format!("op_{:04x}", code("opaque", tool)));
});
const INTERNAL: Operator = operator(Subtype::A1, "internal", 32, |interface| {
    interface.rename(|tool| {
        format!(
            "x{}_task_{:05}",
            place_in_group(tool),
            code("internal", tool)
        )
    });
});
const VERSIONED: Operator = operator(Subtype::A1, "versioned", 5, |interface| {
    for tool in &mut interface.tools {
        tool.spec.name.push_str("_rc2");
    }
});

/// A1.
pub(super) const NAME_SHIFT: Rows = [
    (Light, &[NOUN_FIRST]),
    (Light, &[SYNONYM]),
    (Light, &[CAMEL_CASE]),
    (Medium, &[SKELETON]),
    (Medium, &[INITIALS]),
    (Medium, &[SERVICE]),
    (Heavy, &[OPAQUE]),
    (Heavy, &[INTERNAL]),
    (Heavy, &[OPAQUE, VERSIONED]),
];

const SOFT: Operator = operator(Subtype::A2, "soft_words", 7, |interface| {
    interface.describe(|tool| seeds::about(tool.id()).soft.into());
});
const SOFT_FIELDS: Operator = operator(Subtype::A2, "soft_words_and_size", 8, |interface| {
    interface.describe(|tool| {
        let soft = seeds::about(tool.id()).soft;
        format!("{soft} Answers with {} fields.", tool.returns.len())
    });
});
const MASKED: Operator = operator(Subtype::A2, "masked_words", 6, |interface| {
    interface.describe(|tool| {
        let own: BTreeSet<&str> = tool.id().split('_').collect();
        // Words are matched by their stems, so that 'converts' goes with 'convert'.
        let is_own = |word: &str| {
            let word = word
                .trim_matches(|letter: char| !letter.is_alphabetic())
                .to_lowercase();
            own.iter().any(|own| {
                word.len() > 3 && (word.starts_with(own) || own.starts_with(word.as_str()))
            })
        };
        let words = tool.spec.description.split(' ');
        let words: Vec<&str> = words
            .map(|word| if is_own(word) { "(…)" } else { word })
            .collect();
        words.join(" ")
    });
});
const GROUP_ONLY: Operator = operator(Subtype::A2, "group_only", 18, |interface| {
    interface.describe(|tool| format!("Serves requests about {}.", about(tool.group)));
});
const GROUP_COUNTED: Operator = operator(Subtype::A2, "group_and_size", 17, |interface| {
    interface.describe(|tool| {
        format!(
            "Takes {} inputs on {}.",
            tool.spec.parameters.properties.len(),
            about(tool.group)
        )
    });
});
const GROUP_HINT: Operator = operator(Subtype::A2, "group_and_hint", 19, |interface| {
    interface.describe(|tool| {
        format!(
            "One of several operations on {}; its inputs tell which.",
            about(tool.group)
        )
    });
});
const GENERIC: Operator = operator(Subtype::A2, "generic", 27, |interface| {
    interface.describe(|_| "Handles one request and answers with a record.".into());
});
const ENDPOINT: Operator = operator(Subtype::A2, "endpoint", 28, |interface| {
    interface.describe(|_| "Endpoint of the platform.".into());
});
const BARE: Operator = operator(Subtype::A2, "bare_parameters", 10, |interface| {
    for tool in &mut interface.tools {
        for (_, property) in &mut tool.spec.parameters.properties {
            property.description.clear();
        }
    }
});

/// A2.
pub(super) const DESCRIPTION_ABSTRACTION: Rows = [
    (Light, &[SOFT]),
    (Light, &[SOFT_FIELDS]),
    (Light, &[MASKED]),
    (Medium, &[GROUP_ONLY]),
    (Medium, &[GROUP_COUNTED]),
    (Medium, &[GROUP_HINT]),
    (Heavy, &[GENERIC]),
    (Heavy, &[ENDPOINT, BARE]),
    (Heavy, &[GENERIC, BARE]),
];

const PREFIX: Operator = operator(Subtype::A3, "shared_prefix", 6, |interface| {
    for (local, tool) in interface.siblings() {
        tool.spec.name = format!("{}_{}", stem(local.group), local.id());
    }
});
const SUFFIX: Operator = operator(Subtype::A3, "shared_suffix", 5, |interface| {
    for (local, tool) in interface.siblings() {
        tool.spec.name = format!("{}_for_{}", local.id(), stem(local.group));
    }
});
const OPENING: Operator = operator(Subtype::A3, "shared_opening", 7, |interface| {
    let opening = format!(
        "Part of the family of tools for {}.",
        about(interface.group)
    );
    for (_, tool) in interface.siblings() {
        tool.spec.description = format!("{opening} {}", tool.spec.description);
    }
});
const NEAR_NAMES: Operator = operator(Subtype::A3, "near_names", 15, |interface| {
    for (local, tool) in interface.siblings() {
        tool.spec.name = format!("{}_request_{}", stem(local.group), place_in_group(local));
    }
});
const TWIN_NAMES: Operator = operator(Subtype::A3, "twin_names", 17, |interface| {
    for (local, tool) in interface.siblings() {
        let letter = ["a", "b", "c", "d"][(place_in_group(local) - 1) % 4];
        tool.spec.name = format!("handle_{}_{letter}", local.group);
    }
});
const BLURRED: Operator = operator(Subtype::A3, "blurred_descriptions", 16, |interface| {
    for (local, tool) in interface.siblings() {
        let own = local.returns.iter().filter(|(field, _)| {
            let properties = &local.spec.parameters.properties;
            !properties.iter().any(|(name, _)| name == field)
        });
        let own: Vec<String> = own.map(|(field, _)| label(field)).collect();
        tool.spec.description = format!(
            "Serves {}; answers with {}.",
            about(local.group),
            own.join(", ")
        );
    }
});

/// A3.
pub(super) const SIBLING_CONFUSABILITY: Rows = [
    (Light, &[PREFIX]),
    (Light, &[SUFFIX]),
    (Light, &[OPENING]),
    (Medium, &[NEAR_NAMES]),
    (Medium, &[TWIN_NAMES]),
    (Medium, &[NEAR_NAMES, OPENING]),
    (Heavy, &[NEAR_NAMES, BLURRED]),
    (Heavy, &[TWIN_NAMES, BLURRED]),
    (Heavy, &[TWIN_NAMES, BLURRED, OPENING]),
];

/// What operators do to an interface, measured over all forty tools: how much of the names changes, how many words of the
/// descriptions are lost, whether any word of a name is left, and how alike siblings become; the mean of each, added up. It is 0
/// for operators of other families.
pub(crate) fn structural_strength(operators: &[Operator]) -> f64 {
    if !operators
        .iter()
        .any(|operator| matches!(operator.apply, Apply::Interface(_)))
    {
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
        if let Apply::Interface(change) = operator.apply {
            change(&mut changed);
        }
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

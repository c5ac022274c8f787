//! Family A: the tools on offer are named and described otherwise.

mod strength;

use std::collections::BTreeSet;

use faultline_core::Stream;
use faultline_toolbox::{GROUPS, LocalTool, local_tool, local_tools};

pub(super) use self::strength::structural_strength;
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

    /// Applies an operator of this family; others change nothing here.
    pub(crate) fn apply(&mut self, operator: &Operator) {
        match operator.apply {
            Apply::Names(name) => self.each(|local, tool| tool.spec.name = name(local)),
            Apply::Descriptions(describe) => {
                self.each(|local, tool| tool.spec.description = describe(local));
            }
            Apply::Interface(change) => change(self),
            Apply::Intent(_) | Apply::Saying(_) | Apply::Packet(_) => {}
        }
    }

    fn each(&mut self, change: impl Fn(&LocalTool, &mut ExposedTool)) {
        for tool in &mut self.tools {
            if let Some(local) = local_tool(&tool.canonical) {
                change(local, tool);
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

const fn operator(subtype: Subtype, name: &'static str, tenths: u32, apply: Apply) -> Operator {
    Operator {
        name,
        subtype,
        tenths,
        apply,
    }
}

/// Names every tool otherwise.
const fn names(name: &'static str, tenths: u32, of: fn(&LocalTool) -> String) -> Operator {
    operator(Subtype::A1, name, tenths, Apply::Names(of))
}

/// Describes every tool otherwise.
const fn descriptions(name: &'static str, tenths: u32, of: fn(&LocalTool) -> String) -> Operator {
    operator(Subtype::A2, name, tenths, Apply::Descriptions(of))
}

/// Changes the gold tool's siblings, itself included.
const fn siblings(name: &'static str, tenths: u32, change: fn(&mut Interface)) -> Operator {
    operator(Subtype::A3, name, tenths, Apply::Interface(change))
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

const NOUN_FIRST: Operator = names("noun_first", 5, |tool| {
    let (verb, noun) = parts(tool);
    format!("{noun}_{verb}")
});
const SYNONYM: Operator = names("synonym", 6, |tool| {
    let (verb, noun) = parts(tool);
    let synonym = SYNONYMS.iter().find(|(known, _)| *known == verb);
    format!("{}_{noun}", synonym.map_or("run", |(_, synonym)| synonym))
});
const CAMEL_CASE: Operator = names("camel_case", 4, |tool| {
    let words: String = parts(tool).1.split('_').map(capitalised).collect();
    format!("{}{words}", parts(tool).0)
});
const SKELETON: Operator = names("skeleton", 16, |tool| {
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
const INITIALS: Operator = names("initials", 19, |tool| {
    let initials: String = tool
        .id()
        .split('_')
        .filter_map(|word| word.chars().next())
        .collect();
    format!("{}_{initials}{}", stem(tool.group), place_in_group(tool))
});
const SERVICE: Operator = names("service", 18, |tool| {
    format!("svc_{}_v{}", stem(tool.group), place_in_group(tool))
});
const OPAQUE: Operator = names("opaque", 30, |tool| {
    format!("op_{:04x}", code("opaque", tool))
});
const INTERNAL: Operator = names("internal", 32, |tool| {
    format!(
        "x{}_task_{:05}",
        place_in_group(tool),
        code("internal", tool)
    )
});
const VERSIONED: Operator = operator(
    Subtype::A1,
    "versioned",
    5,
    Apply::Interface(|interface| {
        for tool in &mut interface.tools {
            tool.spec.name.push_str("_rc2");
        }
    }),
);

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

const SOFT: Operator = descriptions("soft_words", 7, |tool| seeds::about(tool.id()).soft.into());
const SOFT_FIELDS: Operator = descriptions("soft_words_and_size", 8, |tool| {
    let soft = seeds::about(tool.id()).soft;
    format!("{soft} Answers with {} fields.", tool.returns.len())
});
const MASKED: Operator = descriptions("masked_words", 6, |tool| {
    let own: BTreeSet<&str> = tool.id().split('_').collect();
    // Words are matched by their stems, so that 'converts' goes with 'convert'.
    let is_own = |word: &str| {
        let word = word
            .trim_matches(|letter: char| !letter.is_alphabetic())
            .to_lowercase();
        own.iter()
            .any(|own| word.len() > 3 && (word.starts_with(own) || own.starts_with(word.as_str())))
    };
    let words = tool.spec.description.split(' ');
    let words: Vec<&str> = words
        .map(|word| if is_own(word) { "(…)" } else { word })
        .collect();
    words.join(" ")
});
const GROUP_ONLY: Operator = descriptions("group_only", 18, |tool| {
    format!("Serves requests about {}.", about(tool.group))
});
const GROUP_COUNTED: Operator = descriptions("group_and_size", 17, |tool| {
    format!(
        "Takes {} inputs on {}.",
        tool.spec.parameters.properties.len(),
        about(tool.group)
    )
});
const GROUP_HINT: Operator = descriptions("group_and_hint", 19, |tool| {
    format!(
        "One of several operations on {}; its inputs tell which.",
        about(tool.group)
    )
});
const GENERIC: Operator = descriptions("generic", 27, |_| {
    "Handles one request and answers with a record.".into()
});
const ENDPOINT: Operator = descriptions("endpoint", 28, |_| "Endpoint of the platform.".into());
const BARE: Operator = operator(
    Subtype::A2,
    "bare_parameters",
    10,
    Apply::Interface(|interface| {
        for tool in &mut interface.tools {
            for (_, property) in &mut tool.spec.parameters.properties {
                property.description.clear();
            }
        }
    }),
);

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

const PREFIX: Operator = siblings("shared_prefix", 6, |interface| {
    for (local, tool) in interface.siblings() {
        tool.spec.name = format!("{}_{}", stem(local.group), local.id());
    }
});
const SUFFIX: Operator = siblings("shared_suffix", 5, |interface| {
    for (local, tool) in interface.siblings() {
        tool.spec.name = format!("{}_for_{}", local.id(), stem(local.group));
    }
});
const OPENING: Operator = siblings("shared_opening", 7, |interface| {
    let opening = format!(
        "Part of the family of tools for {}.",
        about(interface.group)
    );
    for (_, tool) in interface.siblings() {
        tool.spec.description = format!("{opening} {}", tool.spec.description);
    }
});
const NEAR_NAMES: Operator = siblings("near_names", 15, |interface| {
    for (local, tool) in interface.siblings() {
        tool.spec.name = format!("{}_request_{}", stem(local.group), place_in_group(local));
    }
});
const TWIN_NAMES: Operator = siblings("twin_names", 17, |interface| {
    for (local, tool) in interface.siblings() {
        let letter = ["a", "b", "c", "d"][(place_in_group(local) - 1) % 4];
        tool.spec.name = format!("handle_{}_{letter}", local.group);
    }
});
const BLURRED: Operator = siblings("blurred_descriptions", 16, |interface| {
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

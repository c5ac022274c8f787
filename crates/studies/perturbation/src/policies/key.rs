//! The answer key: all that the study can ask, by what is shown of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde_json::{Map, Value, json};

use super::request::{Offered, Return, Shown};
use crate::{GoldCall, GoldDecision, instances};

/// The answer key, made once.
pub(super) static KEY: LazyLock<Key> = LazyLock::new(Key::new);

/// Requests, tools and returns with what they mean.
#[derive(Debug, Default)]
pub(super) struct Key {
    /// The right call of a request.
    calls: BTreeMap<String, GoldCall>,
    /// The tools that a description ever stands for.
    by_description: BTreeMap<String, BTreeSet<String>>,
    /// The tools that a name ever stands for.
    by_name: BTreeMap<String, BTreeSet<String>>,
    /// The right decision on a return to a call.
    decisions: BTreeMap<String, GoldDecision>,
}

/// A return as a key.
fn name(arguments: &Map<String, Value>, packet: &Value) -> String {
    json!([arguments, packet]).to_string()
}

impl Key {
    /// What can be asked of all tools, whatever a run samples of them.
    fn new() -> Self {
        let mut key = Self::default();
        for instance in instances::of_all_tools() {
            if let Some(packet) = &instance.packet {
                let name = name(&instance.gold.arguments, &packet.visible);
                key.decisions.insert(name, packet.decision.clone());
            }
            for tool in instance.tools {
                let (names, descriptions) = (&mut key.by_name, &mut key.by_description);
                for (meaning, text) in [
                    (descriptions, tool.spec.description),
                    (names, tool.spec.name),
                ] {
                    let tools = meaning.entry(text).or_default();
                    tools.insert(tool.canonical.clone());
                }
            }
            key.calls.insert(instance.request, instance.gold);
        }
        key
    }

    /// The right call of a request, and the tool on offer that makes it.
    ///
    /// A tool is known by its description, and where several share it by its name.
    pub(super) fn call<'s>(&self, shown: &'s Shown) -> Option<(&'s Offered, &GoldCall)> {
        let gold = self.calls.get(&shown.request)?;
        let is_it = |tool: &&Offered| {
            let means = |known: Option<&BTreeSet<String>>| {
                let known = known.filter(|tools| tools.len() == 1);
                known.map(|tools| tools.contains(&gold.tool))
            };
            means(self.by_description.get(&tool.description))
                .or_else(|| means(self.by_name.get(&tool.name)))
                .unwrap_or(false)
        };
        Some((shown.tools.iter().find(is_it)?, gold))
    }

    /// The right decision on what came back.
    pub(super) fn decision(&self, returned: &Return) -> Option<&GoldDecision> {
        self.decisions
            .get(&name(&returned.arguments, &returned.packet))
    }
}

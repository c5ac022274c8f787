//! All that the study can ask, by what is shown of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde_json::{Value, json};

use super::request::{Offered, Shown};
use crate::{GoldCall, GoldDecision, instances};

/// The catalogue, made once.
pub(super) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Requests, tools and returns with what they mean.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    /// The right call of a request.
    calls: BTreeMap<String, GoldCall>,
    /// The tools that a description ever stands for.
    by_description: BTreeMap<String, BTreeSet<String>>,
    /// The tools that a name ever stands for.
    by_name: BTreeMap<String, BTreeSet<String>>,
    /// The right decision on a return to a call.
    decisions: BTreeMap<(String, String), GoldDecision>,
}

/// A call as a key.
fn key(call: &GoldCall) -> String {
    format!("{} {}", call.tool, json!(call.arguments))
}

impl Catalogue {
    /// What can be asked of all tools, whatever a run samples of them.
    fn new() -> Self {
        let mut catalogue = Self::default();
        for instance in instances::of_all_tools() {
            if let Some(packet) = &instance.packet {
                let key = (key(&instance.gold), packet.visible.to_string());
                catalogue.decisions.insert(key, packet.decision.clone());
            }
            for tool in instance.tools {
                let (names, descriptions) = (&mut catalogue.by_name, &mut catalogue.by_description);
                for (meaning, text) in [
                    (descriptions, tool.spec.description),
                    (names, tool.spec.name),
                ] {
                    let tools = meaning.entry(text).or_default();
                    tools.insert(tool.canonical.clone());
                }
            }
            catalogue.calls.insert(instance.request, instance.gold);
        }
        catalogue
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
    pub(super) fn decision(&self, shown: &Shown, packet: &Value) -> Option<&GoldDecision> {
        let gold = self.calls.get(&shown.request)?;
        self.decisions.get(&(key(gold), packet.to_string()))
    }
}

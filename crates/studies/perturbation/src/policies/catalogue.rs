//! All that the study can ask, by what is shown of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde_json::Value;

use super::request::{Offered, Shown};
use crate::{Arm, Config, GoldCall, GoldDecision, Pair, instances};

/// The catalogue, made once.
pub(super) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Requests, tools and returns with what they mean.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    /// The right call of a request.
    calls: BTreeMap<String, GoldCall>,
    /// The names and descriptions under which each tool is ever shown.
    guises: BTreeMap<String, BTreeSet<(String, String)>>,
    /// The right decision on a return to a request.
    decisions: BTreeMap<(String, String), GoldDecision>,
}

impl Catalogue {
    /// What can be asked of all tools, whatever a run samples of them.
    fn new() -> Self {
        let pairs = Pair::all().filter(|pair| pair.incompatibility().is_none());
        let config = Config {
            tasks: 120,
            tools: 40,
            mixed: pairs.map(|pair| pair.to_string()).collect(),
            intervention: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
            ..Config::default()
        };
        let mut catalogue = Self::default();
        for instance in instances::instances(&config).into_iter().flatten() {
            if let Some(packet) = &instance.packet {
                let key = (instance.request.clone(), packet.visible.to_string());
                catalogue.decisions.insert(key, packet.decision.clone());
            }
            for tool in instance.tools {
                let guise = (tool.spec.name, tool.spec.description);
                catalogue
                    .guises
                    .entry(tool.canonical)
                    .or_default()
                    .insert(guise);
            }
            catalogue.calls.insert(instance.request, instance.gold);
        }
        catalogue
    }

    /// The right call of a request, and the tool on offer that makes it.
    pub(super) fn call<'s>(&self, shown: &'s Shown) -> Option<(&'s Offered, &GoldCall)> {
        let gold = self.calls.get(&shown.request)?;
        let guises = self.guises.get(&gold.tool)?;
        let is_it =
            |tool: &&Offered| guises.contains(&(tool.name.clone(), tool.description.clone()));
        Some((shown.tools.iter().find(is_it)?, gold))
    }

    /// The right decision on what came back.
    pub(super) fn decision(&self, shown: &Shown, packet: &Value) -> Option<&GoldDecision> {
        let key = (shown.request.clone(), packet.to_string());
        self.decisions.get(&key)
    }
}

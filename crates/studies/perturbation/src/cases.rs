//! The instances of a config as cases.

use faultline_core::{Case, Digest, ToolSpec};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use crate::{Config, GenerateError, GoldCall, Instance, Packet, Recovery, instances};

/// One instance, to ask and to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct PerturbationCase {
    /// What it is.
    pub instance: Instance,
}

impl PerturbationCase {
    /// The case of this id, if the config makes it.
    pub fn named(config: &Config, id: &str) -> Option<Self> {
        instances::named(config, id).map(|instance| Self { instance })
    }

    /// The tools as the model sees them.
    pub fn tools(&self) -> Vec<ToolSpec> {
        self.instance
            .tools
            .iter()
            .map(|tool| tool.spec.clone())
            .collect()
    }
}

impl Case for PerturbationCase {
    fn id(&self) -> String {
        self.instance.id.clone()
    }

    fn digest(&self) -> Digest {
        Digest::of_json(self)
    }

    fn group(&self) -> String {
        self.instance.anchor.clone()
    }
}

/// What is asked stands beside the answer key, and apart from it: `gold` holds all that no model may see.
impl Serialize for PerturbationCase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Gold<'a> {
            #[serde(flatten)]
            call: &'a GoldCall,
            #[serde(skip_serializing_if = "<[Recovery]>::is_empty")]
            recovery: &'a [Recovery],
            #[serde(skip_serializing_if = "Option::is_none")]
            decision: Option<&'a crate::GoldDecision>,
            #[serde(skip_serializing_if = "<[String]>::is_empty")]
            lost: &'a [String],
        }
        let Instance {
            id: _,
            family,
            subtype,
            severity,
            anchor,
            template,
            tools,
            examples,
            request,
            recovery,
            gold,
            packet,
            strength,
            operators,
            mixed,
            intervention,
        } = &self.instance;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("family", family)?;
        if let Some(subtype) = subtype {
            map.serialize_entry("subtype", subtype)?;
        }
        map.serialize_entry("severity", severity)?;
        if let Some(mixed) = mixed {
            map.serialize_entry("mixed", mixed)?;
        }
        if let Some(intervention) = intervention {
            map.serialize_entry("intervention", intervention)?;
        }
        map.serialize_entry("anchor", anchor)?;
        map.serialize_entry("template", template)?;
        map.serialize_entry("operators", operators)?;
        map.serialize_entry("strength", strength)?;
        map.serialize_entry("request", request)?;
        map.serialize_entry("tools", tools)?;
        if !examples.is_empty() {
            map.serialize_entry("examples", examples)?;
        }
        if let Some(Packet { visible, .. }) = packet {
            map.serialize_entry("returned", visible)?;
        }
        let decision = packet.as_ref().map(|packet| &packet.decision);
        let lost = packet.as_ref().map_or(&[][..], |packet| &packet.lost);
        map.serialize_entry(
            "gold",
            &Gold {
                call: gold,
                recovery,
                decision,
                lost,
            },
        )?;
        map.end()
    }
}

/// All cases of a config: the seed tasks one after the other, the tools taking turns, and all instances of a seed task together.
///
/// # Errors
/// A pair that can't be combined, or a catalogue that does not pass the preflight gate.
pub fn generate(
    config: &Config,
) -> Result<impl Iterator<Item = PerturbationCase> + use<>, GenerateError> {
    Ok(instances::instances(config)?.map(|instance| PerturbationCase { instance }))
}

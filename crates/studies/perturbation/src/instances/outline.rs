//! Which instances a config makes, without making them; and what one would be without its perturbation.

use super::{Condition, MIXED_TASKS, anchors, conditions, instance, instance_id, sample};
use crate::{Config, Family, Instance, Intervention, Severity};

/// An instance by what tells it from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Its id.
    pub id: String,
    /// The seed task.
    pub anchor: String,
    /// The family; of a pair, that of its first subtype.
    pub family: Family,
    /// Its subtypes: none where it is clean, two of a pair, joined by `+`.
    pub subtype: String,
    /// How strongly it is perturbed.
    pub severity: Severity,
    /// The help that is added, where some is.
    pub intervention: Option<Intervention>,
}

/// All instances of a config in the order of the suite; none of a config that makes no suite.
pub(crate) fn outlines(config: &Config) -> Vec<Outline> {
    let Ok(all_pairs) = config.pairs() else {
        return Vec::new();
    };
    let tasks = sample::seed_tasks(config);
    let mut outlines = Vec::new();
    for (place, anchor) in tasks.into_iter().take(config.tasks as usize).enumerate() {
        let pairs = if place < MIXED_TASKS {
            &all_pairs[..]
        } else {
            &[]
        };
        for (condition, intervention) in conditions(config, pairs) {
            let codes: Vec<&str> = condition
                .subtypes()
                .iter()
                .map(|subtype| subtype.code())
                .collect();
            outlines.push(Outline {
                id: instance_id(config, anchor, condition, intervention),
                anchor: anchor.id.clone(),
                family: condition.family(),
                subtype: codes.join("+"),
                severity: condition.severity(),
                intervention,
            });
        }
    }
    outlines
}

/// The same seed task without any perturbation: of the instance's family, or where a pair asks for a decision of the family that does.
pub(crate) fn clean_of(config: &Config, of: &Instance) -> Option<Instance> {
    let pair = of.mixed.map(|pair| [pair.first, pair.second]);
    let families = pair.map(|pair| pair.map(crate::Subtype::family));
    let deciding =
        families.and_then(|families| families.into_iter().find(|family| family.has_decision()));
    let anchor = anchors().iter().find(|anchor| anchor.id == of.anchor)?;
    let registry = sample::registry(config);
    let condition = Condition::Clean(deciding.unwrap_or(of.family));
    let tasks = sample::seed_tasks(config);
    Some(instance(config, &registry, &tasks, anchor, condition, None))
}

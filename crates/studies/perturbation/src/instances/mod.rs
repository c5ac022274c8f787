//! Instances, made from seed tasks by templates.
//!
//! | file | what |
//! | --- | --- |
//! | `seeds` | the wording of the seed tasks, and what each returned |
//! | `sample`, `examples` | which tools and seed tasks a config takes, and which of them are shown as worked examples |
//! | `catalogue`, `gate` | operators and templates, and the rules they must keep |
//! | `outline` | which instances there are, without making them |
//! | `interface`, `intent`, `observation`, `runtime` | the operators and templates of the four families |

mod catalogue;
mod examples;
mod gate;
mod intent;
mod interface;
mod observation;
mod outline;
mod packet;
mod runtime;
mod sample;
mod seeds;
mod words;

use faultline_toolbox::{LocalTool, local_tools};
use thiserror::Error;

pub use self::outline::Outline;
use self::{
    catalogue::{Draft, Weighed, bucket, catalogue},
    intent::Intent,
    interface::Interface,
    packet::Returned,
    seeds::{Anchor, anchors},
};
pub(crate) use self::{
    outline::{clean_of, outlines},
    words::label,
};
use crate::{
    Arm, Config, ConfigError, Family, Instance, Intervention, PUBLISHED_SEED, Pair, Severity,
    Subtype,
};

/// Why no suite is generated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GenerateError {
    /// What was asked for can't be made.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The catalogue of templates does not keep its rules.
    #[error(transparent)]
    Gate(#[from] GateError),
}

/// A rule of the catalogue that a template breaks.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("template {template}: {rule}")]
pub struct GateError {
    /// The template.
    pub template: String,
    /// The rule, in words.
    pub rule: String,
}

/// How many seed tasks each pair is made from, at each severity.
const MIXED_TASKS: usize = 16;

/// At which severities pairs are made.
const MIXED_SEVERITIES: [Severity; 2] = [Severity::Medium, Severity::Heavy];

/// What ends a request that is asked with instructions.
const BINDING: &str = "Before you call, settle for every parameter of the tool which words of this message give its value, and \
    use exactly that value.";

/// What is made from a seed task.
#[derive(Clone, Copy, Debug)]
enum Condition {
    Clean(Family),
    Single(Subtype, Severity),
    Mixed(Pair, Severity),
}

impl Condition {
    fn family(self) -> Family {
        match self {
            Self::Clean(family) => family,
            Self::Single(subtype, _) => subtype.family(),
            Self::Mixed(pair, _) => pair.first.family(),
        }
    }

    fn severity(self) -> Severity {
        match self {
            Self::Clean(_) => Severity::Clean,
            Self::Single(_, severity) | Self::Mixed(_, severity) => severity,
        }
    }

    /// What stands in an id for the condition.
    fn name(self) -> String {
        match self {
            Self::Clean(family) => format!("{}-clean", family.code()),
            Self::Single(subtype, severity) => format!("{subtype}-{}", severity.name()),
            Self::Mixed(pair, severity) => format!("{pair}-{}", severity.name()),
        }
    }

    /// The subtypes, at most two.
    fn subtypes(self) -> Vec<Subtype> {
        match self {
            Self::Clean(_) => Vec::new(),
            Self::Single(subtype, _) => vec![subtype],
            Self::Mixed(pair, _) => vec![pair.first, pair.second],
        }
    }
}

/// What a config takes: its tools, their seed tasks and the pairs.
struct Suite {
    config: Config,
    /// The tools on offer.
    registry: Vec<&'static LocalTool>,
    /// All seed tasks of these tools, in the order in which they are asked.
    tasks: Vec<&'static Anchor>,
    pairs: Vec<Pair>,
}

impl Suite {
    fn new(config: &Config) -> Result<Self, ConfigError> {
        Ok(Self {
            registry: sample::registry(config),
            tasks: sample::seed_tasks(config),
            pairs: config.pairs()?,
            config: config.clone(),
        })
    }

    /// What is made from the seed task at this place.
    fn conditions(&self, place: usize) -> Vec<(Condition, Option<Intervention>)> {
        let has_pairs = place < MIXED_TASKS;
        conditions(&self.config, if has_pairs { &self.pairs } else { &[] })
    }

    fn instance(
        &self,
        anchor: &Anchor,
        condition: Condition,
        help: Option<Intervention>,
    ) -> Instance {
        let (config, registry, tasks) = (&self.config, &self.registry, &self.tasks);
        instance(config, registry, tasks, anchor, condition, help)
    }
}

/// All instances of a config: the seed tasks one after the other, the tools taking turns.
pub(crate) fn instances(
    config: &Config,
) -> Result<impl Iterator<Item = Instance> + use<>, GenerateError> {
    gate::check(catalogue())?;
    let suite = Suite::new(config)?;
    let count = suite.tasks.len().min(config.tasks as usize);
    Ok((0..count).flat_map(move |place| {
        let anchor = suite.tasks[place];
        let conditions = suite.conditions(place).into_iter();
        let make = |(condition, help)| suite.instance(anchor, condition, help);
        conditions.map(make).collect::<Vec<_>>()
    }))
}

/// The instance of this id, if the config makes it.
pub(crate) fn named(config: &Config, id: &str) -> Option<Instance> {
    let anchor = id.splitn(3, '-').take(2).collect::<Vec<_>>().join("-");
    let suite = Suite::new(config).ok()?;
    let tasks = suite.tasks.iter().take(config.tasks as usize);
    let place = tasks.clone().position(|task| task.id == anchor)?;
    let anchor = suite.tasks[place];
    let (condition, help) = suite
        .conditions(place)
        .into_iter()
        .find(|(condition, help)| instance_id(config, anchor, *condition, *help) == id)?;
    Some(suite.instance(anchor, condition, help))
}

/// What can be asked without pairs, whatever tools a config samples: every seed task beside each of its tool's siblings in turn, which is all
/// of the other tools that a request or a return depends on.
pub(crate) fn of_all_tools() -> impl Iterator<Item = Instance> {
    let config = Config {
        intervention: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
        ..Config::default()
    };
    anchors().iter().flat_map(move |anchor| {
        let siblings = local_tools()
            .iter()
            .filter(|tool| tool.group == anchor.tool.group && tool.id() != anchor.tool.id());
        let mut made = Vec::new();
        for (place, sibling) in siblings.enumerate() {
            let registry = [anchor.tool, sibling];
            for (condition, intervention) in conditions(&config, &[]) {
                // Only the words of a request depend on which sibling it is.
                if place == 0 || condition.family() == Family::B {
                    made.push(instance(
                        &config,
                        &registry,
                        &[],
                        anchor,
                        condition,
                        intervention,
                    ));
                }
            }
        }
        made
    })
}

/// What is made from each seed task, family by family, clean first.
fn conditions(config: &Config, pairs: &[Pair]) -> Vec<(Condition, Option<Intervention>)> {
    let mut plain = Vec::new();
    for (family, ..) in Family::ALL
        .iter()
        .filter(|(family, ..)| config.has_singles() && config.families.contains(family))
    {
        if config.severities.contains(&Severity::Clean) {
            plain.push(Condition::Clean(*family));
        }
        let subtypes = Subtype::ALL.into_iter().map(|(subtype, ..)| subtype);
        for subtype in subtypes
            .filter(|subtype| subtype.family() == *family && config.subtypes.contains(subtype))
        {
            let severities = Severity::PERTURBED
                .into_iter()
                .filter(|severity| config.severities.contains(severity));
            plain.extend(severities.map(|severity| Condition::Single(subtype, severity)));
        }
    }
    for pair in pairs {
        let severities = MIXED_SEVERITIES
            .into_iter()
            .filter(|severity| config.severities.contains(severity));
        plain.extend(severities.map(|severity| Condition::Mixed(*pair, severity)));
    }
    let mut all = Vec::new();
    for (arm, ..) in Arm::ALL
        .iter()
        .filter(|(arm, ..)| config.intervention.contains(arm))
    {
        let intervention = arm.intervention();
        let applies = |condition: &Condition| {
            intervention.is_none_or(|help| {
                let is_single = matches!(condition, Condition::Single(..));
                is_single && condition.family() == help.family()
            })
        };
        let conditions = plain.iter().copied().filter(applies);
        all.extend(conditions.map(|condition| (condition, intervention)));
    }
    all
}

/// The template that a seed task has in a bucket: the three of a tool get different ones.
fn template_of(anchor: &Anchor, subtype: Subtype, severity: Severity) -> Option<&'static Weighed> {
    let templates = bucket(subtype, severity);
    let count = templates.clone().count();
    templates
        .clone()
        .nth((anchor.place + anchor.number) % count.max(1))
}

fn instance_id(
    config: &Config,
    anchor: &Anchor,
    condition: Condition,
    intervention: Option<Intervention>,
) -> String {
    let mut id = format!("{}-{}", anchor.id, condition.name());
    if let Some(intervention) = intervention {
        id = format!("{id}-{}", intervention.name());
    }
    // The tools on offer are part of what is asked, beyond the published sample.
    if config.seed != PUBLISHED_SEED {
        id = format!("{id}-s{}", config.seed);
    }
    if config.tools != Config::default().tools {
        id = format!("{id}-t{}", config.tools);
    }
    if config.examples > 0 {
        id = format!("{id}-x{}", config.examples);
    }
    id
}

/// The tool of the gold tool's group that stands next to it. It depends on no sample, so that a request is the same in all.
fn sibling(anchor: &Anchor) -> Option<&'static LocalTool> {
    let of_group = || {
        local_tools()
            .iter()
            .filter(|tool| tool.group == anchor.tool.group)
    };
    let after = of_group()
        .skip_while(|tool| tool.id() != anchor.tool.id())
        .nth(1);
    after.or_else(|| of_group().next())
}

/// The tools on offer to a seed task whose siblings are perturbed: where there is none among the sampled ones, one joins.
fn with_sibling(registry: &[&'static LocalTool], anchor: &Anchor) -> Vec<&'static LocalTool> {
    let is_sibling =
        |tool: &LocalTool| tool.group == anchor.tool.group && tool.id() != anchor.tool.id();
    let mut offered = registry.to_vec();
    if !registry.iter().any(|tool| is_sibling(tool)) {
        offered.extend(sibling(anchor));
    }
    offered
}

/// What one does with the gold tool's sibling.
fn sibling_activity(anchor: &Anchor) -> &'static str {
    sibling(anchor).map_or("", |tool| seeds::about(tool.id()).activity)
}

fn instance(
    config: &Config,
    registry: &[&'static LocalTool],
    tasks: &[&'static Anchor],
    anchor: &Anchor,
    condition: Condition,
    intervention: Option<Intervention>,
) -> Instance {
    let subtypes = condition.subtypes();
    let severity = condition.severity();
    let templates: Vec<&Weighed> = subtypes
        .iter()
        .filter_map(|subtype| template_of(anchor, *subtype, severity))
        .collect();
    let offered = if subtypes.contains(&Subtype::A3) {
        with_sibling(registry, anchor)
    } else {
        registry.to_vec()
    };
    let mut draft = Draft {
        interface: Interface::new(&offered, anchor.tool.group),
        intent: Intent::new(anchor, sibling_activity(anchor)),
        returned: Returned::new(anchor),
    };
    let operators = templates
        .iter()
        .flat_map(|weighed| weighed.template.operators);
    for operator in operators.clone() {
        draft.apply(operator);
    }
    let Draft {
        mut interface,
        intent,
        returned,
    } = draft;
    if intervention == Some(Intervention::Aliases) {
        for tool in &mut interface.tools {
            tool.spec.description = format!(
                "Also known as {}. {}",
                tool.canonical, tool.spec.description
            );
        }
    }
    let (mut request, recovery) = intent.finish();
    if intervention == Some(Intervention::Binding) {
        request = format!("{request} {BINDING}");
    }
    let family = condition.family();
    let has_decision = family.has_decision()
        || subtypes
            .iter()
            .any(|subtype| subtype.family().has_decision());
    let is_reworded =
        family == Family::B || subtypes.iter().any(|subtype| subtype.family() == Family::B);
    Instance {
        id: instance_id(config, anchor, condition, intervention),
        family,
        subtype: subtypes.first().copied(),
        severity,
        anchor: anchor.id.clone(),
        template: templates
            .iter()
            .map(|weighed| weighed.template.name())
            .collect::<Vec<_>>()
            .join("+"),
        examples: examples::examples(config.examples, tasks, anchor, &interface.tools),
        tools: interface.tools,
        request,
        recovery: if is_reworded { recovery } else { Vec::new() },
        gold: anchor.gold.clone(),
        packet: has_decision.then(|| returned.finish()),
        strength: (templates
            .iter()
            .map(|weighed| weighed.strength)
            .sum::<f64>()
            * 1000.0)
            .round()
            / 1000.0,
        operators: operators.map(|operator| operator.name).collect(),
        mixed: match condition {
            Condition::Mixed(pair, _) => Some(pair),
            _ => None,
        },
        intervention,
    }
}

#[cfg(test)]
mod tests;

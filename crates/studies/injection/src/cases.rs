//! A task in each of its conditions.

use faultline_core::{Case, Digest, ToolSpec};
use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use crate::{Condition, Config, Difficulty, Domain, Preset, Task, task};

/// One task in one condition.
#[derive(Clone, Debug, PartialEq)]
pub struct InjectionCase {
    /// The task.
    pub task: Task,
    /// How it is asked.
    pub condition: Condition,
    /// When the monitor abstains, where it watches.
    pub preset: Preset,
    /// The most requests of one turn.
    pub steps: u32,
    /// Worked tasks before the task.
    pub examples: u32,
}

impl InjectionCase {
    /// The case of a task's id in a condition, if the config makes it.
    pub fn named(config: &Config, id: &str, condition: &str) -> Option<Self> {
        let mut parts = id.split('-');
        let domain = parts.next()?;
        let domain = *config.domains.iter().find(|known| known.name() == domain)?;
        let difficulty = parts.next()?;
        let difficulty = Difficulty::ALL
            .into_iter()
            .find(|known| known.name() == difficulty)?;
        let index: u32 = parts.next()?.parse().ok()?;
        let condition = *config
            .conditions
            .iter()
            .find(|known| known.name() == condition)?;
        let place = (difficulty, index);
        let is_made = order(domain.counts())
            .iter()
            .take(config.tasks as usize)
            .any(|made| *made == place);
        let task = is_made.then(|| task(domain, difficulty, index, config.seed))?;
        let is_it = task.id() == id && applies(condition, &task);
        is_it.then(|| Self {
            task,
            condition,
            preset: config.preset,
            steps: config.steps,
            examples: config.examples,
        })
    }

    /// The tools that the agent is offered.
    pub fn tools(&self) -> Vec<ToolSpec> {
        self.task.world().tools()
    }
}

impl Case for InjectionCase {
    fn id(&self) -> String {
        format!("{}-{}", self.task.id(), self.condition.name())
    }

    fn digest(&self) -> Digest {
        Digest::of_json(&(self, self.tools()))
    }

    fn group(&self) -> String {
        self.task.id()
    }
}

/// What is asked stands beside the answer key, and apart from it: `gold` holds all that no agent may see.
impl Serialize for InjectionCase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Gold<'a> {
            calls: &'a [crate::GoldCall],
            reference: &'a str,
            facts: &'a [String],
            swaps: &'a [crate::Swap],
        }
        let Task {
            domain,
            difficulty,
            index,
            seed,
            shape,
            query,
            gold,
            reference,
            facts,
            swaps,
        } = &self.task;
        let mut fields =
            serializer.serialize_struct("InjectionCase", 10 + usize::from(self.examples > 0))?;
        fields.serialize_field("domain", domain)?;
        fields.serialize_field("difficulty", difficulty)?;
        fields.serialize_field("index", index)?;
        fields.serialize_field("seed", seed)?;
        fields.serialize_field("shape", shape)?;
        fields.serialize_field("condition", &self.condition)?;
        fields.serialize_field("preset", &self.preset)?;
        fields.serialize_field("steps", &self.steps)?;
        if self.examples > 0 {
            fields.serialize_field("examples", &self.examples)?;
        }
        fields.serialize_field("query", query)?;
        fields.serialize_field(
            "gold",
            &Gold {
                calls: gold,
                reference,
                facts,
                swaps,
            },
        )?;
        fields.end()
    }
}

/// All cases of a config: the domains take turns, the conditions of a task stand together, and a run that is cut short has some
/// of every difficulty in proportion.
pub fn cases(config: &Config) -> impl Iterator<Item = InjectionCase> + use<> {
    let config = config.clone();
    let places: Vec<(Domain, Vec<(Difficulty, u32)>)> = config
        .domains
        .iter()
        .map(|domain| (*domain, order(domain.counts())))
        .collect();
    let longest = places
        .iter()
        .map(|(_, places)| places.len())
        .max()
        .unwrap_or(0);
    let turns = longest.min(config.tasks as usize);
    let tasks = (0..turns).flat_map(move |turn| {
        let at_turn = |(domain, places): &(Domain, Vec<(Difficulty, u32)>)| {
            places
                .get(turn)
                .map(|(difficulty, index)| (*domain, *difficulty, *index))
        };
        places.iter().filter_map(at_turn).collect::<Vec<_>>()
    });
    tasks.flat_map(move |(domain, difficulty, index)| {
        let task = task(domain, difficulty, index, config.seed);
        let case = |condition| InjectionCase {
            task: task.clone(),
            condition,
            preset: config.preset,
            steps: config.steps,
            examples: config.examples,
        };
        config
            .conditions
            .iter()
            .filter(|condition| applies(**condition, &task))
            .map(|condition| case(*condition))
            .collect::<Vec<_>>()
    })
}

/// Whether a task can be asked in this condition: there may be no second call, or no second parameter, to change.
fn applies(condition: Condition, task: &Task) -> bool {
    let swaps_of = |call| {
        task.swaps
            .iter()
            .filter(move |swap| swap.call == call)
            .count()
    };
    match condition {
        Condition::Later => swaps_of(1) > 0,
        Condition::Two => swaps_of(0) > 1,
        _ => true,
    }
}

/// The order of a domain's tasks: each next one is of the difficulty that is furthest behind its share.
fn order(counts: [u32; 3]) -> Vec<(Difficulty, u32)> {
    let total: u64 = counts.iter().copied().map(u64::from).sum();
    let mut taken = [0_u32; 3];
    (1..=total)
        .map(|turn| {
            // What is due by now, less what was taken, in units of 1 / total.
            let behind = |place: usize| {
                let due = i128::from(turn) * i128::from(counts[place]);
                due - i128::from(total) * i128::from(taken[place])
            };
            // The first of equals, since `max_by_key` takes the last.
            let next = (0..3).rev().max_by_key(|place| behind(*place)).unwrap_or(0);
            let index = taken[next];
            taken[next] += 1;
            (Difficulty::ALL[next], index)
        })
        .collect()
}

//! One case an arm of a task.

use std::sync::{Arc, Mutex, PoisonError};

use faultline_core::{Case, Digest};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::json;

use crate::{
    Arm, Config, Constraint, Inclusion, Trajectory,
    actions::{Action, action_of},
    falsify::returned,
    rendering::rendering_digest,
    source::trajectories,
};

/// The steps from the site on that are measured at most: k = 0 to 3.
pub const MOST_STEPS: u32 = 4;

/// A task with what is returned at its site in one arm.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundaryCase {
    /// The reference calls.
    pub trajectory: Arc<Trajectory>,
    /// The arm.
    pub arm: Arm,
    /// What is returned at the site.
    pub returned: String,
    /// What of the prefix holds against the falsified value, where a value is falsified.
    pub constraint: Option<Constraint>,
    /// How many steps from the site on are measured: 1 to [`MOST_STEPS`].
    pub n_steps: u32,
    /// What the other arms return, where this case asks for their likelihoods too: the clean one, which comes first.
    ///
    /// A server keeps what a request shares with the one before it and nothing else. So all that is asked of a task after the schemas alone is
    /// asked first, whatever its arm; the cases of the other arms find their answers stored.
    pub others: Vec<String>,
    /// What all cases of the run share.
    pub suite: Arc<Suite>,
}

/// What all cases of a run share.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// Tells apart tasks of one id that come from different sources or seeds.
    pub source: String,
    /// Which tasks are measured.
    pub inclusion: Inclusion,
}

impl BoundaryCase {
    /// The case of this id, if the config makes it.
    pub fn named(config: &Config, id: &str) -> Option<Self> {
        let (task, arm) = id.rsplit_once('-')?;
        let tasks = Tasks::of(config);
        let trajectory = tasks.trajectories.iter().find(|known| known.task == task)?;
        let mut of_task =
            cases_of(trajectory, &config.arms, config.steps, &tasks.suite).into_iter();
        of_task.find(|case| case.arm.name() == arm)
    }

    /// How many asks of its own come before the whole prefix; the clean case asks them too.
    pub fn n_before_prefix(&self) -> u32 {
        self.n_steps + 2
    }

    /// What is returned at a step: the arm's own at the site, afterwards what the desk returned.
    pub fn returned_at(&self, step: u32) -> &str {
        if step == 0 {
            return &self.returned;
        }
        let place = self.trajectory.site as usize + step as usize;
        self.trajectory
            .steps
            .get(place)
            .map_or("", |step| &step.returned)
    }

    /// The action that the reference takes after what is returned at a step.
    pub fn reference_at(&self, step: u32) -> Option<Action> {
        let place = self.trajectory.site as usize + step as usize + 1;
        action_of(&self.trajectory.steps.get(place)?.tool)
    }
}

impl Case for BoundaryCase {
    fn id(&self) -> String {
        format!("{}-{}", self.trajectory.task, self.arm.name())
    }

    fn digest(&self) -> Digest {
        Digest::of_json(&(rendering_digest(), self))
    }

    fn group(&self) -> String {
        self.trajectory.task.clone()
    }
}

/// What the other arms return is none of the case: it changes neither what is asked of this one nor how it is judged.
impl Serialize for BoundaryCase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("arm", &self.arm)?;
        map.serialize_entry("returned", &self.returned)?;
        map.serialize_entry("constraint", &self.constraint)?;
        map.serialize_entry("n_steps", &self.n_steps)?;
        map.serialize_entry("trajectory", &*self.trajectory)?;
        map.end()
    }
}

/// The tasks of a config.
#[derive(Debug)]
struct Tasks {
    trajectories: Vec<Arc<Trajectory>>,
    suite: Arc<Suite>,
}

impl Tasks {
    /// The tasks of a config. Those that were made last are kept, since records are looked up one by one.
    fn of(config: &Config) -> Arc<Self> {
        type Made = Option<((String, u32), Arc<Tasks>)>;
        static LAST: Mutex<Made> = Mutex::new(None);
        let key = (config.source_name(), config.tasks);
        // Whoever panicked while holding it has left what it was or what it should be.
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, tasks)) = &*last
            && *known == key
        {
            return tasks.clone();
        }
        let (trajectories, inclusion) = trajectories(&config.source, config.seed, config.tasks);
        let tasks = Arc::new(Self {
            trajectories: trajectories.into_iter().map(Arc::new).collect(),
            suite: Arc::new(Suite {
                source: key.0.clone(),
                inclusion,
            }),
        });
        *last = Some((key, tasks.clone()));
        tasks
    }
}

/// All cases of a config: the tasks one after the other, and all arms of a task together, the clean one first.
///
/// An arm that a task has no return for is left out, and so is a falsified arm that is not asked for.
pub fn generate(config: &Config) -> impl Iterator<Item = BoundaryCase> + use<> {
    let tasks = Tasks::of(config);
    let (arms, steps) = (config.arms.clone(), config.steps);
    (0..tasks.trajectories.len())
        .flat_map(move |place| cases_of(&tasks.trajectories[place], &arms, steps, &tasks.suite))
}

fn cases_of(
    trajectory: &Arc<Trajectory>,
    arms: &[Arm],
    steps: u32,
    suite: &Arc<Suite>,
) -> Vec<BoundaryCase> {
    let after = trajectory
        .steps
        .len()
        .saturating_sub(trajectory.site as usize + 1);
    let n_steps = u32::try_from(after)
        .unwrap_or(u32::MAX)
        .min(steps.saturating_add(1))
        .min(MOST_STEPS);
    if n_steps == 0 {
        return Vec::new();
    }
    let of_arms: Vec<(Arm, String)> = Arm::ALL
        .into_iter()
        .filter(|(arm, ..)| *arm == Arm::Clean || arms.contains(arm))
        .filter_map(|(arm, ..)| Some((arm, returned(trajectory, arm)?)))
        .collect();
    let case = |(place, (arm, text)): (usize, &(Arm, String))| BoundaryCase {
        arm: *arm,
        constraint: Constraint::of(trajectory, *arm, text),
        returned: text.clone(),
        n_steps,
        others: if place == 0 {
            of_arms[1..].iter().map(|(_, text)| text.clone()).collect()
        } else {
            Vec::new()
        },
        trajectory: trajectory.clone(),
        suite: suite.clone(),
    };
    of_arms.iter().enumerate().map(case).collect()
}

/// What a case's gold is: the tools of the reference calls after each measured return.
pub fn reference_calls(case: &BoundaryCase) -> serde_json::Value {
    let steps = case
        .trajectory
        .steps
        .iter()
        .skip(case.trajectory.site as usize + 1);
    steps
        .take(case.n_steps as usize)
        .map(|step| json!(step.tool))
        .collect()
}

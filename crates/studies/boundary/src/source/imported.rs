//! Tasks of a dropped source as a trace's header carries them.

use std::collections::BTreeSet;

use faultline_core::Digest;
use faultline_toolbox::desk::GET_ORDER;
use serde::{Deserialize, Serialize};

use crate::{Inclusion, Trajectory};

/// The most trajectories that a config may hold.
const MOST_TRAJECTORIES: usize = 2_000;

/// The most calls of one trajectory.
const MOST_CALLS_OF_ONE: usize = 200;

/// The most bytes that it may take in the header of a trace, which is bounded too.
const LONGEST: usize = 960 << 10;

/// What the cases of an imported source are made from, without the source: so a trace scores alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Imported {
    trajectories: Vec<Trajectory>,
    inclusion: Inclusion,
    /// Of all that is stored of it.
    #[serde(skip)]
    digest: Digest,
}

/// An imported source as a file has it.
#[derive(Deserialize)]
struct Unchecked {
    trajectories: Vec<Trajectory>,
    inclusion: Inclusion,
}

impl Imported {
    /// The trajectories, in the order of the source; each has its site at index 1 or later and a call after it.
    pub fn trajectories(&self) -> &[Trajectory] {
        &self.trajectories
    }

    /// How many tasks the source has, and which are not measured.
    pub fn inclusion(&self) -> &Inclusion {
        &self.inclusion
    }

    /// The digest of all that is stored of it.
    pub(crate) fn digest(&self) -> Digest {
        self.digest
    }

    /// An imported source of these trajectories.
    ///
    /// # Errors
    /// The first trajectory that can't be measured, with its cause.
    pub(crate) fn new(trajectories: Vec<Trajectory>, inclusion: Inclusion) -> Result<Self, String> {
        if trajectories.len() > MOST_TRAJECTORIES {
            return Err(format!("source has more than {MOST_TRAJECTORIES} tasks"));
        }
        let mut known = BTreeSet::new();
        for trajectory in &trajectories {
            if !known.insert(&trajectory.task) {
                return Err(stands_twice(&trajectory.task));
            }
            check(trajectory).map_err(|cause| format!("task {}: {cause}", trajectory.task))?;
        }
        let mut imported = Self {
            trajectories,
            inclusion,
            digest: Digest::of_bytes(&[]),
        };
        let text = serde_json::to_string(&imported).map_err(|error| error.to_string())?;
        imported.digest = Digest::of_bytes(text.as_bytes());
        let length = text.len();
        if length > LONGEST {
            return Err(format!(
                "its {} measured tasks take {length} bytes, and the header of a trace holds {LONGEST}; give fewer tasks",
                imported.trajectories.len()
            ));
        }
        Ok(imported)
    }
}

impl TryFrom<Unchecked> for Imported {
    type Error = String;

    fn try_from(unchecked: Unchecked) -> Result<Self, String> {
        Self::new(unchecked.trajectories, unchecked.inclusion)
    }
}

/// What is wrong with a source that has two tasks of one id.
pub(super) fn stands_twice(id: &str) -> String {
    format!("task id '{id}' stands twice; ids must differ, since tasks are told apart by them")
}

fn check(trajectory: &Trajectory) -> Result<(), String> {
    let (site, steps) = (trajectory.site as usize, trajectory.steps.len());
    if steps > MOST_CALLS_OF_ONE {
        return Err(format!("has more than {MOST_CALLS_OF_ONE} calls"));
    }
    if site == 0 || site + 1 >= steps {
        return Err(format!(
            "site {site} of {steps} calls is not between two others"
        ));
    }
    match trajectory.steps.get(site) {
        Some(step) if step.tool == GET_ORDER => Ok(()),
        _ => Err(format!("call {site} is no {GET_ORDER}")),
    }
}

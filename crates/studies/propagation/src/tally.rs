//! Scored cases of any number of runs, added up: merging is associative and commutative.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, Conflict, Digest, ReadingRule, Runs, Terms};

use crate::{Arm, ChainCase, Condition, Config, Step};

/// What rows of a report are told apart by. Runs that agree in it are pooled, whatever their seeds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunKey {
    /// The model's name.
    pub model: String,
    /// What was varied.
    pub condition: Condition,
    /// How calls were made.
    pub mode: CallingMode,
    /// Which reading was executed.
    pub reading: ReadingRule,
    /// Distractor tools.
    pub distractors: u32,
    /// Worked examples.
    pub examples: u32,
    /// Further attempts within a step.
    pub retries: u32,
    /// How answers were sampled, in words.
    pub sampling: String,
}

impl RunKey {
    /// The key of a run.
    pub fn new(model: &str, terms: &Terms, config: &Config) -> Self {
        Self {
            model: model.into(),
            condition: config.condition,
            mode: terms.mode,
            reading: terms.reading,
            distractors: config.distractors,
            examples: config.examples,
            retries: config.retries,
            sampling: terms.sampling.words(),
        }
    }
}

/// A task's place in the endless suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskKey {
    /// Calls needed.
    pub depth: u32,
    /// Which suite.
    pub seed: u64,
    /// The place among the tasks of its depth.
    pub index: u32,
}

/// Both arms of a task, as far as they were begun.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Task {
    pub(crate) forced: Option<ScoredCase>,
    pub(crate) free: Option<ScoredCase>,
}

impl Task {
    pub(crate) fn arm(&self, arm: Arm) -> &[Step] {
        let scored = match arm {
            Arm::TeacherForced => &self.forced,
            Arm::Free => &self.free,
        };
        scored.as_ref().map_or(&[], |scored| &scored.steps)
    }
}

/// A scored case.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoredCase {
    digest: Digest,
    pub(crate) steps: Vec<Step>,
}

/// All of one run, or of several that are pooled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunTally {
    pub(crate) tasks: BTreeMap<TaskKey, Task>,
}

/// Runs, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) runs: BTreeMap<RunKey, RunTally>,
}

impl Tally {
    /// The runs, by what a report tells them apart by.
    pub fn runs(&mut self) -> &mut impl Runs<RunKey> {
        &mut self.runs
    }

    /// Adds a scored case. The same case with the same outcome counts once.
    ///
    /// # Errors
    /// The same case with another outcome.
    pub fn add_case(
        &mut self,
        run: &RunKey,
        seed: u64,
        case: &ChainCase,
        digest: Digest,
        steps: Vec<Step>,
    ) -> Result<(), Conflict> {
        let key = TaskKey {
            depth: case.depth,
            seed,
            index: case.index,
        };
        let task = self
            .runs
            .entry(run.clone())
            .or_default()
            .tasks
            .entry(key)
            .or_default();
        let arm = match case.arm {
            Arm::TeacherForced => &mut task.forced,
            Arm::Free => &mut task.free,
        };
        merge_case(arm, ScoredCase { digest, steps })
            .map_err(|()| conflict(run, faultline_core::Case::id(case)))
    }

    /// Adds another tally.
    ///
    /// # Errors
    /// A case that stands in both with different outcomes.
    pub fn merge(&mut self, other: Self) -> Result<(), Conflict> {
        for (key, run) in other.runs {
            let mine = self.runs.entry(key.clone()).or_default();
            for (task_key, task) in run.tasks {
                let known = mine.tasks.entry(task_key).or_default();
                for (arm, known, scored) in [
                    (Arm::TeacherForced, &mut known.forced, task.forced),
                    (Arm::Free, &mut known.free, task.free),
                ] {
                    let Some(scored) = scored else { continue };
                    merge_case(known, scored).map_err(|()| {
                        let TaskKey { depth, index, .. } = task_key;
                        conflict(&key, format!("d{depth}-k{index}-{}", arm.name()))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The tasks of the run that has most of them.
    pub fn most_tasks(&self) -> u64 {
        let tasks = self.runs.values().map(|run| run.tasks.len() as u64);
        tasks.max().unwrap_or(0)
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

fn conflict(run: &RunKey, case: String) -> Conflict {
    Conflict {
        model: run.model.clone(),
        case,
        differ: "replies",
    }
}

/// Puts a scored case where there is none, or joins it step by step with the one that is there: what either measured stands, what
/// both measured must be the same. Of two causes why a step was not measured the lesser in order stays, so that the order of
/// joining doesn't matter.
fn merge_case(known: &mut Option<ScoredCase>, scored: ScoredCase) -> Result<(), ()> {
    let Some(before) = known else {
        *known = Some(scored);
        return Ok(());
    };
    if before.digest != scored.digest || before.steps.len() != scored.steps.len() {
        return Err(());
    }
    for (known, step) in before.steps.iter_mut().zip(scored.steps) {
        match (&known.measured, &step.measured) {
            (Ok(_), Ok(_)) if *known != step => return Err(()),
            (Ok(_), _) => {}
            (Err(_), Ok(_)) => *known = step,
            (Err(a), Err(b)) => {
                let rank = |step: &Step| (step.held_before, step.held_after);
                if (b, rank(&step)) < (a, rank(known)) {
                    *known = step;
                }
            }
        }
    }
    Ok(())
}

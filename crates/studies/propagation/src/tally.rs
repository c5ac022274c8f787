//! Scored cases of any number of runs, added up: merging is associative and commutative.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt,
};

use faultline_core::{CallingMode, Digest, LimitFact, ReadingRule, Terms, Usage};

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
        let sampling = terms.sampling;
        Self {
            model: model.into(),
            condition: config.condition,
            mode: terms.mode,
            reading: terms.reading,
            distractors: config.distractors,
            examples: config.examples,
            retries: config.retries,
            sampling: format!(
                "temperature {}, up to {} tokens",
                sampling.temperature, sampling.max_tokens
            ),
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
    replies: BTreeMap<Digest, (Usage, u32)>,
    failures: BTreeMap<Digest, String>,
    /// In rising order, each once; so are the dropped parameters.
    pub(crate) limits: Vec<LimitFact>,
    pub(crate) dropped: Vec<String>,
}

/// Runs, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) runs: BTreeMap<RunKey, RunTally>,
}

/// Two records of the same case that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The model.
    pub model: String,
    /// The case.
    pub case: String,
}

impl std::error::Error for Conflict {}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "case {} of {} stands twice with different replies; score the runs one by one, or give the models different names",
            self.case, self.model
        )
    }
}

impl Tally {
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
        let conflict = || Conflict {
            model: run.model.clone(),
            case: faultline_core::Case::id(case),
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
        merge_case(arm, ScoredCase { digest, steps }).map_err(|()| conflict())
    }

    /// Adds a reply: what it cost and what it revealed.
    pub fn add_reply(&mut self, run: &RunKey, request: Digest, usage: Usage, ms: u32) {
        let run = self.runs.entry(run.clone()).or_default();
        run.add_reply(request, (usage, ms));
    }

    /// Adds a request without a usable reply, by the kind of failure.
    pub fn add_failure(&mut self, run: &RunKey, request: Digest, kind: &str) {
        let run = self.runs.entry(run.clone()).or_default();
        run.add_failure(request, kind.into());
    }

    /// Adds what a reply revealed of limits, and the parameters that were left out of its request.
    pub fn add_facts(&mut self, run: &RunKey, limits: &[LimitFact], dropped: &[String]) {
        let run = self.runs.entry(run.clone()).or_default();
        add_new(&mut run.limits, limits.to_vec());
        add_new(&mut run.dropped, dropped.to_vec());
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
                    merge_case(known, scored).map_err(|()| Conflict {
                        model: key.model.clone(),
                        case: format!("d{}-k{}-{}", task_key.depth, task_key.index, arm.name()),
                    })?;
                }
            }
            for (request, reply) in run.replies {
                mine.add_reply(request, reply);
            }
            for (request, kind) in run.failures {
                mine.add_failure(request, kind);
            }
            add_new(&mut mine.limits, run.limits);
            add_new(&mut mine.dropped, run.dropped);
        }
        Ok(())
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
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

/// Puts values in their places in rising order, unless they are there.
fn add_new<T: Ord>(known: &mut Vec<T>, values: Vec<T>) {
    for value in values {
        if let Err(place) = known.binary_search(&value) {
            known.insert(place, value);
        }
    }
}

/// The lesser of two records of one reply, so that which came first doesn't matter.
fn keep_least(known: &mut (Usage, u32), other: (Usage, u32)) {
    let rank = |(usage, ms): &(Usage, u32)| (usage.input, usage.output, *ms);
    if rank(&other) < rank(known) {
        *known = other;
    }
}

impl RunTally {
    fn add_reply(&mut self, request: Digest, reply: (Usage, u32)) {
        self.failures.remove(&request);
        self.replies
            .entry(request)
            .and_modify(|known| keep_least(known, reply))
            .or_insert(reply);
    }

    fn add_failure(&mut self, request: Digest, kind: String) {
        if self.replies.contains_key(&request) {
            return;
        }
        match self.failures.entry(request) {
            Entry::Vacant(free) => {
                free.insert(kind);
            }
            Entry::Occupied(mut known) if kind < *known.get() => {
                known.insert(kind);
            }
            Entry::Occupied(_) => {}
        }
    }

    /// Usable replies.
    pub(crate) fn reply_count(&self) -> u64 {
        self.replies.len() as u64
    }

    /// Requests without a usable reply.
    pub(crate) fn failure_count(&self) -> u64 {
        self.failures.len() as u64
    }

    /// Failures by kind, in the order of the kinds' names.
    pub(crate) fn failure_kinds(&self) -> Vec<(&str, u64)> {
        let mut kinds: Vec<(&str, u64)> = Vec::new();
        for kind in self.failures.values() {
            match kinds.binary_search_by(|(known, _)| known.cmp(&kind.as_str())) {
                Ok(place) => kinds[place].1 += 1,
                Err(place) => kinds.insert(place, (kind, 1)),
            }
        }
        kinds
    }

    /// What every reply reported, in the order of the requests' digests.
    pub(crate) fn usages(&self) -> impl Iterator<Item = (Usage, u32)> {
        self.replies.values().copied()
    }
}

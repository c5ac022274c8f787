//! Scored episodes of any number of runs and files, and people's labels, added up: merging is associative, commutative and
//! idempotent.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use faultline_core::{CallingMode, Digest, ReadingRule, Runs, Terms, join_record};

use crate::{Config, Evidence, Judgement, Label, MAJORITY, Preset, Question, majority};

/// What rows of a report are told apart by, beside the condition. Runs that agree in it are pooled, whatever their seeds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunKey {
    /// The model's name.
    pub model: String,
    /// How the episodes were run; absent where a result file doesn't say.
    pub terms: Option<RunTerms>,
}

/// How episodes were run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunTerms {
    /// How calls were made.
    pub mode: CallingMode,
    /// Which reading was executed.
    pub reading: ReadingRule,
    /// When the monitor of the monitored conditions abstained.
    pub preset: Preset,
    /// The most requests of one turn.
    pub steps: u32,
    /// Worked tasks before each task.
    pub examples: u32,
    /// How answers were sampled, in words.
    pub sampling: String,
}

impl RunKey {
    /// The key of a run of ours.
    pub fn new(model: &str, terms: &Terms, config: &Config) -> Self {
        Self {
            model: model.into(),
            terms: Some(RunTerms {
                mode: terms.mode,
                reading: terms.reading,
                preset: config.preset,
                steps: config.steps,
                examples: config.examples,
                sampling: terms.sampling.words(),
            }),
        }
    }

    /// The key of a model in somebody's result file.
    pub fn imported(model: &str) -> Self {
        Self {
            model: model.into(),
            terms: None,
        }
    }

    /// Whether it stands for a result file's rows.
    pub fn is_imported(&self) -> bool {
        self.terms.is_none()
    }
}

/// What an episode is called within its run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EpisodeKey {
    /// The condition.
    pub condition: String,
    /// The task.
    pub task: String,
}

/// An episode with its place in its file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) place: u64,
    pub(crate) evidence: Evidence,
}

/// Runs and labels, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) runs: BTreeMap<RunKey, BTreeMap<EpisodeKey, Record>>,
    pub(crate) labels: BTreeMap<LabelKey, Judgement>,
}

/// Case, question, annotator.
pub(crate) type LabelKey = (String, Question, String);

/// Two records of the same episode that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The model.
    pub model: String,
    /// The task.
    pub task: String,
    /// The condition.
    pub condition: String,
}

impl std::error::Error for Conflict {}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "task {} of {} stands twice in condition {} with different outcomes; score the files one by one, or give the models \
             different names",
            self.task, self.model, self.condition
        )
    }
}

impl Tally {
    /// The runs, by what a report tells them apart by.
    pub fn runs(&mut self) -> &mut impl Runs<RunKey> {
        &mut self.runs
    }

    /// Adds an episode. The same episode with the same outcome counts once, and what two sources tell of one episode is put together.
    ///
    /// `place` is its place in its file, such as the line: resampling as `NumPy` does goes by it, and nothing else does.
    ///
    /// # Errors
    /// The same episode with another outcome.
    pub fn add(&mut self, run: &RunKey, place: u64, evidence: Evidence) -> Result<(), Conflict> {
        let episodes = self.runs.entry(run.clone()).or_default();
        let key = EpisodeKey {
            condition: evidence.condition.clone(),
            task: evidence.task.clone(),
        };
        join_record(episodes, key, Record { place, evidence }, join)
            .map_err(|key| conflict(run, key))
    }

    /// Adds what models said as judges of the answers that [`label_case`] names: judge, answer, and whether it matches its reference,
    /// absent where the judge failed. Where three judged an answer, their majority is one more judge. Gives back how many are on answers
    /// that are not there.
    ///
    /// # Errors
    /// A judge said two things of one answer.
    pub fn add_verdicts<'a>(
        &mut self,
        said: impl Iterator<Item = (String, &'a str, Option<bool>)>,
    ) -> Result<u64, String> {
        let mut by_answer: BTreeMap<&str, BTreeMap<String, Option<bool>>> = BTreeMap::new();
        for (judge, answer, matches) in said {
            let known = by_answer.entry(answer).or_default();
            let known = known.entry(judge.clone()).or_insert(matches);
            *known = one_verdict(*known, matches).map_err(|()| two_things(&judge, answer))?;
        }
        if by_answer.is_empty() {
            return Ok(0);
        }
        let mut found = BTreeSet::new();
        for (run, episodes) in &mut self.runs {
            for record in episodes.values_mut() {
                let answer = label_case(&run.model, &record.evidence);
                let Some((answer, said)) = by_answer.get_key_value(answer.as_str()) else {
                    continue;
                };
                found.insert(*answer);
                let evidence = &mut record.evidence;
                for (judge, matches) in said {
                    let known = evidence.verdicts.get(judge).copied();
                    match one_verdict(known, *matches).map_err(|()| two_things(judge, answer))? {
                        Some(matches) => {
                            evidence.failed_judges.remove(judge);
                            evidence.verdicts.insert(judge.clone(), matches);
                        }
                        None => {
                            evidence.failed_judges.insert(judge.clone());
                        }
                    }
                }
                let all: Vec<Option<bool>> = said.values().copied().collect();
                if let Some(matches) = <[Option<bool>; 3]>::try_from(all).ok().and_then(majority) {
                    evidence.verdicts.insert(MAJORITY.into(), matches);
                }
            }
        }
        let missing = by_answer
            .iter()
            .filter(|(answer, _)| !found.contains(*answer));
        Ok(missing.map(|(_, said)| said.len() as u64).sum())
    }

    /// Adds a label. An annotator who says two different things of one case can't tell: it counts as unclear.
    pub fn add_label(&mut self, label: Label) {
        let key = (label.case, label.question, label.annotator);
        add_judgement(&mut self.labels, key, label.label);
    }

    /// Adds another tally.
    ///
    /// # Errors
    /// An episode that stands in both with different outcomes.
    pub fn merge(&mut self, other: Self) -> Result<(), Conflict> {
        for (run, episodes) in other.runs {
            let mine = self.runs.entry(run.clone()).or_default();
            for (key, record) in episodes {
                join_record(mine, key, record, join).map_err(|key| conflict(&run, key))?;
            }
        }
        for (key, judgement) in other.labels {
            add_judgement(&mut self.labels, key, judgement);
        }
        Ok(())
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.labels.is_empty()
    }

    /// The episode of a run.
    pub fn evidence(&self, run: &RunKey, episode: &EpisodeKey) -> Option<&Evidence> {
        Some(&self.runs.get(run)?.get(episode)?.evidence)
    }

    /// Every episode, in the order of the records of a report.
    pub fn episodes(&self) -> impl Iterator<Item = (&RunKey, &EpisodeKey, &Evidence)> {
        self.runs.iter().flat_map(|(run, episodes)| {
            episodes
                .iter()
                .map(move |(key, record)| (run, key, &record.evidence))
        })
    }
}

fn conflict(run: &RunKey, key: EpisodeKey) -> Conflict {
    Conflict {
        model: run.model.clone(),
        task: key.task,
        condition: key.condition,
    }
}

/// Whether two records of one episode can be one.
fn join(mine: &mut Record, other: Record) -> bool {
    if mine.evidence.join(other.evidence).is_err() {
        return false;
    }
    mine.place = mine.place.min(other.place);
    true
}

/// What a judge said by two accounts: a verdict goes before a failure.
fn one_verdict(mine: Option<bool>, theirs: Option<bool>) -> Result<Option<bool>, ()> {
    match (mine, theirs) {
        (Some(mine), Some(theirs)) if mine != theirs => Err(()),
        _ => Ok(mine.or(theirs)),
    }
}

fn two_things(judge: &str, answer: &str) -> String {
    format!(
        "{judge} says two things of answer {answer}; score the files one by one, or give the judges different names"
    )
}

fn add_judgement(labels: &mut BTreeMap<LabelKey, Judgement>, key: LabelKey, judgement: Judgement) {
    labels
        .entry(key)
        .and_modify(|known| {
            if *known != judgement {
                *known = Judgement::Unclear;
            }
        })
        .or_insert(judgement);
}

/// What a label calls an episode: the first twelve digits of the digest of model, task, condition and answer. It tells an annotator
/// nothing of the model, and a label of one answer is never taken for one of another.
pub fn label_case(model: &str, evidence: &Evidence) -> String {
    let parts = (model, &evidence.task, &evidence.condition, &evidence.answer);
    let mut name = Digest::of_json(&parts).to_string();
    name.truncate(12);
    name
}

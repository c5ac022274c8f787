//! Records of any number of runs, and people's labels, added up: merging is associative, commutative and idempotent.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, Conflict, ReadingRule, Runs, Terms, join_record};

use crate::{Config, Label, Question, Record};

/// What rows of a report are told apart by. Runs that agree in it are pooled, whatever their seeds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunKey {
    /// The model's name.
    pub model: String,
    /// How calls were made.
    pub mode: CallingMode,
    /// Which reading was executed.
    pub reading: ReadingRule,
    /// How answers were sampled, in words.
    pub sampling: String,
    /// How many worked examples stood before each request.
    pub examples: u32,
}

impl RunKey {
    /// The key of a run.
    pub fn new(model: &str, terms: &Terms, config: &Config) -> Self {
        let sampling = terms.sampling;
        Self {
            model: model.into(),
            mode: terms.mode,
            reading: terms.reading,
            sampling: format!(
                "temperature {}, up to {} tokens",
                sampling.temperature, sampling.max_tokens
            ),
            examples: config.examples,
        }
    }
}

/// What a record is called within its run: cases of different seeds are different cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKey {
    /// The seed of the suite.
    pub seed: u64,
    /// The case.
    pub case: String,
}

/// Case, question, annotator.
pub(crate) type LabelKey = (String, Question, String);

/// Runs and labels, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) runs: BTreeMap<RunKey, BTreeMap<RecordKey, Record>>,
    /// What was said; empty where one annotator said two different things of one case.
    pub(crate) labels: BTreeMap<LabelKey, String>,
}

impl Tally {
    /// The runs, by what a report tells them apart by.
    pub fn runs(&mut self) -> &mut impl Runs<RunKey> {
        &mut self.runs
    }

    /// Adds a record. The same record counts once, and one that was measured stands before one that was not.
    ///
    /// # Errors
    /// The same case with another outcome.
    pub fn add(&mut self, run: &RunKey, seed: u64, record: Record) -> Result<(), Conflict> {
        let key = RecordKey {
            seed,
            case: record.case.clone(),
        };
        let records = self.runs.entry(run.clone()).or_default();
        join_record(records, key, record, join).map_err(|key| conflict(run, key))
    }

    /// Adds a label. An annotator who says two different things of one case can't tell: that label is left out.
    pub fn add_label(&mut self, label: Label) {
        let key = (label.case, label.question, label.annotator);
        add_label(&mut self.labels, key, label.label);
    }

    /// A record.
    pub fn record(&self, run: &RunKey, key: &RecordKey) -> Option<&Record> {
        self.runs.get(run)?.get(key)
    }

    /// Every record, in the order of the records of a report.
    pub fn records(&self) -> impl Iterator<Item = (&RunKey, &RecordKey, &Record)> {
        self.runs
            .iter()
            .flat_map(|(run, records)| records.iter().map(move |(key, record)| (run, key, record)))
    }

    /// Adds another tally.
    ///
    /// # Errors
    /// A case that stands in both with different outcomes.
    pub fn merge(&mut self, other: Self) -> Result<(), Conflict> {
        for (run, records) in other.runs {
            let mine = self.runs.entry(run.clone()).or_default();
            for (key, record) in records {
                join_record(mine, key, record, join).map_err(|key| conflict(&run, key))?;
            }
        }
        for (key, label) in other.labels {
            add_label(&mut self.labels, key, label);
        }
        Ok(())
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.labels.is_empty()
    }
}

fn conflict(run: &RunKey, key: RecordKey) -> Conflict {
    Conflict {
        model: run.model.clone(),
        case: key.case,
        differ: "outcomes",
    }
}

/// Whether two records of one case can be one.
fn join(mine: &mut Record, other: Record) -> bool {
    if mine.is_measured() && other.is_measured() && *mine != other {
        return false;
    }
    // Of two that were not measured the smaller cause stays, so that the order of adding says nothing.
    let is_better = match (&mine.unmeasured, &other.unmeasured) {
        (Some(_), None) => true,
        (Some(mine), Some(other)) => other < mine,
        _ => false,
    };
    if is_better {
        *mine = other;
    }
    true
}

fn add_label(labels: &mut BTreeMap<LabelKey, String>, key: LabelKey, label: String) {
    labels
        .entry(key)
        .and_modify(|known| {
            if *known != label {
                known.clear();
            }
        })
        .or_insert(label);
}

//! What every study has.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use crate::{CallingMode, Digest, Episode, Field, ReadingRule, Sampling, Transcript};

/// One protocol: what it asks, how it judges, what it reports.
///
/// The five rooms of every study crate are `cases`, `episode`, `score`, `report` and the crate's root.
pub trait Study {
    /// The name in files and on the command line.
    const NAME: &'static str;
    /// Whether its episodes ask how likely a text is; one that does not say so gets no answer to such an ask.
    const SCORES_TEXTS: bool = false;
    /// What can be set.
    type Config: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned;
    /// One thing to ask and to judge.
    type Case: Case;
    /// What one episode showed.
    type Verdict;
    /// Exact counts and small rows; merging is associative and commutative.
    type Tally;
    /// Tables and figures.
    type Report;

    /// The settings, in the order of a form.
    fn fields() -> Vec<Field>;

    /// The cases of a config, in a fixed order. A case depends on its own place and the seed, never on how many are asked for.
    fn cases(config: &Self::Config) -> impl Iterator<Item = Self::Case> + use<Self>;

    /// The episode of a case.
    fn episode(case: &Self::Case, terms: &Terms) -> Box<dyn Episode>;

    /// The verdict on what happened.
    fn score(case: &Self::Case, transcript: &Transcript) -> Self::Verdict;
}

/// What identifies a case.
pub trait Case: Clone + Debug + Serialize {
    /// Unique within a suite, readable.
    fn id(&self) -> String;

    /// Of all that the case asks and judges by.
    fn digest(&self) -> Digest;

    /// Cases of one group build equal requests in part and are best run one after the other.
    fn group(&self) -> String;
}

/// How a run asks and reads, the same for all its cases.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// How calls are made.
    pub mode: CallingMode,
    /// Which reading of a reply is executed.
    pub reading: ReadingRule,
    /// How answers are sampled.
    pub sampling: Sampling,
}

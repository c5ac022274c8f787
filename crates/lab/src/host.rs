//! What a study gives beside its cases, so that the lab can run and score it.

use std::{collections::BTreeMap, fmt::Display};

use faultline_core::{Digest, Likelihood, PolicySpec, Runs, Study, Terms, Transcript};
use faultline_report::{Report, StepView, TranscriptView};
use faultline_wire::ChatRequest;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    AnswerView, FieldForm, LabError, LabelItem, PartView, QuestionInfo, ScoreOptions,
    study::{Chains, ScoreProblem},
    table::{Table, TableKind},
};

/// A study that the lab hosts.
///
/// A *run key* is what a report's rows are told apart by; a *record* is what a mark of a figure names: one step of one case.
pub(crate) trait Hosted:
    Study<
        Config: Clone + Serialize + DeserializeOwned + Default,
        Case: 'static,
        Tally: Default,
        Report = Report,
    > + Sync
    + 'static
{
    /// The question that it asks.
    const QUESTION: &'static str;
    /// Its simulated policies.
    const POLICIES: &'static [PolicySpec];
    /// The one of them that makes no mistake, where there is one; what a run costs is forecast by its replies.
    const FAULTLESS: &'static str = "sim:oracle";
    /// Whether its report can be resampled with `NumPy`'s own numbers.
    const DRAWS_AS_NUMPY: bool = false;
    /// How many numbers a record takes: 1 where it is one step of a case, else the most steps that a case can have.
    const STEPS: u32 = 1;
    /// The tables that a terminal shows unasked, by id.
    const BRIEF: &'static [&'static str];
    /// The tables that it has a use for: what they are, and the columns by which they are known.
    const TABLES: &'static [(&'static str, &'static str)] = &[];
    /// The run key.
    type Key: Clone + Ord + 'static;
    /// A record.
    type Record;
    /// A simulated policy.
    type Policy: 'static;

    /// The policy of a specification.
    fn policy(spec: &str) -> Result<Self::Policy, impl Display>;

    /// A policy's reply to a request: the body that a provider would send.
    fn answer(policy: &Self::Policy, request: &ChatRequest, digest: Digest) -> String;

    /// A policy's reply to the question how likely a text is: the body that a completions endpoint would send which repeats the prompt, or
    /// what [`faultline_wire::scored_body`] makes of the continuation's tokens; none where the policy has no likelihoods. What it keeps from
    /// one text to the next makes it faster and changes no reply.
    fn likelihood(_: &mut Self::Policy, _: &Likelihood) -> Option<String> {
        None
    }

    /// Why a config makes no suite, where its values fit one by one and not together.
    fn check(_: &Self::Config) -> Result<(), String> {
        Ok(())
    }

    /// What a setting is in a config that is made from files, by their names; all that its field names are there.
    /// What can't be read is an error in words, with file and place.
    fn value_of_files(key: &str, _: &BTreeMap<String, Vec<u8>>) -> Result<Value, String> {
        Err(format!("{key} is not made from files"))
    }

    /// What is in such a value, in counts with their names.
    fn counts_of_files(_: &str, _: &Value) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// One case for each kind of case that differs in what it takes, and how many there are of the kind.
    fn kinds(config: &Self::Config) -> Vec<Kind<Self::Case>>;

    /// What a case's gold is, by name, where the case's own fields do not say it.
    fn gold(_: &Self::Case) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// The run key of a run.
    fn key(model: &str, terms: &Terms, config: &Self::Config) -> Self::Key;

    /// The model of a run key.
    fn model_of(key: &Self::Key) -> &str;

    /// The runs of a tally.
    fn runs(tally: &mut Self::Tally) -> &mut impl Runs<Self::Key>;

    /// Adds a scored case; the same with another outcome is an error, in words.
    fn add_case(
        tally: &mut Self::Tally,
        key: &Self::Key,
        config: &Self::Config,
        case: &Self::Case,
        digest: Digest,
        verdict: Self::Verdict,
    ) -> Result<(), impl Display>;

    /// The report, its runs in the order of their keys, and the records that its marks name.
    fn report(
        tally: &Self::Tally,
        options: &ScoreOptions,
    ) -> Result<(Report, Vec<Self::Record>), LabError>;

    /// What a table with these columns is to the study; `None` where it has no use for it.
    fn table_kind(_: &[String]) -> Option<TableKind> {
        None
    }

    /// Adds a table; gives back what can't be read of it, each with its line.
    fn add_table(_: &mut Self::Tally, _: &Table) -> Result<Vec<ScoreProblem>, LabError> {
        Ok(Vec::new())
    }

    /// Adds what models said as judges of [`answers`](Self::answers); gives back how many verdicts are on answers that are not there.
    /// A judge that is known to have said something else of an answer is an error, in words.
    fn add_verdicts(_: &mut Self::Tally, judged: &faultline_judge::Tally) -> Result<u64, String> {
        Ok(judged.judgements().count() as u64)
    }

    /// The answers in words, each once; none where a study's cases end in calls.
    fn answers(_: &Self::Tally) -> Vec<AnswerView> {
        Vec::new()
    }

    /// What people can be asked of what was scored; none where there is nothing to ask.
    fn questions(_: &Self::Tally) -> Vec<QuestionInfo> {
        Vec::new()
    }

    /// What one of these questions is asked of, each once, in an order that tells nothing of who answered.
    fn label_items(_: &Self::Tally, _: &[(&Self::Key, &Self::Config)], _: &str) -> Vec<LabelItem> {
        Vec::new()
    }

    /// What one item is called and several, and what a person is told of what is shown.
    const LABELLED: (&'static str, &'static str, &'static str) = ("record", "records", "");

    /// The chains that the report wants; none where it has nothing to sample.
    fn chains(_tally: &Self::Tally) -> Option<Box<dyn Chains>> {
        None
    }

    /// The run key of a record.
    fn key_of(record: &Self::Record) -> &Self::Key;

    /// The step of a record; the first where it stands for the whole case.
    fn step_of(_: &Self::Record) -> u32 {
        0
    }

    /// The case of a record as this config makes it, if it does.
    fn case_of(config: &Self::Config, record: &Self::Record) -> Option<Self::Case>;

    /// The arm of a record in a word.
    fn arm_of(record: &Self::Record) -> String;

    /// Whether two records are of one task, in whatever arms, of one run.
    fn share_task(one: &Self::Record, other: &Self::Record) -> bool;

    /// What came of a step in a few words, and whether it is right by gold and by what was held.
    fn outcome(verdict: &Self::Verdict, step: u32) -> Option<Outcome>;

    /// What came of a record and its case, where the tally tells without a replay.
    fn known_outcome(_: &Self::Tally, _: &Self::Record) -> Option<(String, Outcome)> {
        None
    }

    /// What can be shown of a record that no trace stands behind.
    fn without_replay(_: &Self::Tally, _: &Self::Record) -> Option<TranscriptView> {
        None
    }

    /// The steps as they are shown.
    fn steps(case: &Self::Case, transcript: &Transcript, verdict: &Self::Verdict) -> Vec<StepView>;

    /// The cases in the order of the suite, by what they are told apart; none where the study shows no cases by themselves.
    fn outlines(_: &Self::Config) -> Vec<Outline> {
        Vec::new()
    }

    /// The case of this id, if the config makes it.
    fn named(_: &Self::Config, _: &str) -> Option<Self::Case> {
        None
    }

    /// The names of both sides, where a case is compared with what it would be without its change, and what is shown of it.
    fn parts(_: &Self::Config, _: &Self::Case) -> (Option<(String, String)>, Vec<PartView>) {
        (None, Vec::new())
    }

    /// The fields of the object that is to be replied in a step; none where a call or words are.
    fn reply_fields(_: &Self::Case, _: u32) -> Option<Vec<FieldForm>> {
        None
    }

    /// What a verdict says of a case as a whole, by name.
    fn findings(_: &Self::Case, _: &Self::Verdict) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What a case is, by name.
    fn facts(
        key: &Self::Key,
        config: &Self::Config,
        case: &Self::Case,
    ) -> Vec<(&'static str, String)>;
}

/// Facts as a view holds them.
pub(crate) fn owned(facts: Vec<(&'static str, String)>) -> Vec<(String, String)> {
    let facts = facts.into_iter();
    facts
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// What tells one case from the others.
pub(crate) struct Outline {
    /// Its id.
    pub(crate) id: String,
    /// What it is, by name: the same names in the same order for all cases of a study, what matters most first.
    pub(crate) traits: Vec<(&'static str, String)>,
}

/// Cases that take the same.
pub(crate) struct Kind<C> {
    /// One of them.
    pub(crate) case: C,
    /// How many there are.
    pub(crate) count: u64,
    /// How many of its first requests are ones that another case of its task sends too.
    pub(crate) n_shared: u32,
}

/// Cases by what `of` tells them apart by. The first of a kind stands for it, with how many of its first requests are shared, which `of`
/// says as well.
pub(crate) fn kinds_of<C, K: Ord>(
    cases: impl Iterator<Item = C>,
    mut of: impl FnMut(&C) -> (K, u32),
) -> Vec<Kind<C>> {
    let mut kinds: BTreeMap<K, Kind<C>> = BTreeMap::new();
    for case in cases {
        let (key, n_shared) = of(&case);
        let kind = kinds.entry(key).or_insert(Kind {
            case,
            count: 0,
            n_shared,
        });
        kind.count += 1;
    }
    kinds.into_values().collect()
}

/// What came of a step.
pub(crate) struct Outcome {
    pub(crate) words: String,
    pub(crate) gold: Option<bool>,
    pub(crate) state: Option<bool>,
}

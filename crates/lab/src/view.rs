//! What the page and the command line are shown: plain data, the same for every study.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, ReadingRule, Sampling};
use faultline_injection::Draws;
use faultline_stats::Resampling;
use faultline_wire::ScoringWay;
use serde::{Deserialize, Serialize};

/// A study as a form needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyInfo {
    /// Its name on the command line.
    pub name: String,
    /// The question it asks.
    pub question: String,
    /// The settings, as `faultline_core::Field` writes them, with the default as text.
    pub settings: Vec<SettingInfo>,
    /// The simulated policies it has.
    pub policies: Vec<PolicyInfo>,
    /// Whether it asks how likely a text is, which not every provider can say.
    pub scores_texts: bool,
    /// Whether its cases can be shown by themselves.
    pub shows_cases: bool,
}

/// One setting as a form needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SettingInfo {
    /// Its name on the command line.
    pub key: String,
    /// Its name in a form.
    pub title: String,
    /// What it does.
    pub help: String,
    /// The default, as it would be typed.
    pub default: String,
    /// The choices with their meanings; empty for numbers.
    pub options: Vec<(String, String)>,
    /// The least number, where it is one or a list of them.
    pub min: Option<u64>,
    /// The greatest number.
    pub max: Option<u64>,
    /// Whether several numbers may be given, with commas.
    pub list: bool,
    /// The names of the files that it is made from, where it is; the default stands for having none.
    pub files: Vec<String>,
    /// The most bytes of each of them.
    pub max_file_bytes: u64,
}

/// A simulated policy as a form needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyInfo {
    /// A specification that can be used as the model's name, such as `sim:noisy?p=0.7`.
    pub spec: String,
    /// What it does, in a sentence.
    pub help: String,
}

/// An answer in words, with what it is judged by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerView {
    /// The model that answered.
    pub model: String,
    /// The case that it answered.
    pub case: String,
    /// The task of the case, which answers of several models and conditions share.
    pub task: String,
    /// What was asked.
    pub query: String,
    /// The reference.
    pub reference: String,
    /// The answer.
    pub answer: String,
    /// The sentence of it that claims a tool's work that no tool did, where a rule flags one.
    pub flagged: Option<String>,
}

/// How traces are scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreOptions {
    /// The reading that is executed; absent where it is each run's own.
    pub reading: Option<ReadingRule>,
    /// Whether posteriors are sampled by Markov chains as well, which takes seconds. Where not, [`crate::Scored::sample`] does it
    /// chain by chain.
    pub chains: bool,
    /// Resamples of every bootstrap; absent where it is the study's own number.
    pub resamples: Option<u32>,
    /// Which random draws a bootstrap makes.
    pub draws: Draws,
    /// The judge that single rows and figures go by, where a study's answers are judged; absent for the one that knows most.
    pub judge: Option<String>,
}

impl ScoreOptions {
    /// How studies resample that have no numbers of their own.
    pub(crate) fn resampling(&self) -> Resampling {
        let standard = Resampling::default();
        Resampling {
            resamples: self.resamples.unwrap_or(standard.resamples),
            ..standard
        }
    }
}

impl Default for ScoreOptions {
    fn default() -> Self {
        Self {
            reading: None,
            chains: true,
            resamples: None,
            draws: Draws::Own,
            judge: None,
        }
    }
}

/// What is to be run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSpec {
    /// The study's name.
    pub study: String,
    /// Settings that differ from the defaults, as they would be typed.
    pub settings: BTreeMap<String, String>,
    /// The model's name, or a simulated policy.
    pub model: String,
    /// The endpoint of a live model, such as `https://api.openai.com/v1`.
    pub base_url: Option<String>,
    /// How a live model is asked how likely a text is, where the study asks for that; absent where the provider decides.
    #[serde(default)]
    pub likelihood: Option<ScoringWay>,
    /// How calls are made.
    pub mode: CallingMode,
    /// Which reading is executed.
    pub reading: ReadingRule,
    /// How answers are sampled.
    pub sampling: Sampling,
    /// Requests at once, 1 to 64.
    pub concurrency: u32,
    /// The most requests that may be sent.
    pub max_calls: Option<u64>,
    /// The most tokens, of prompts and answers together, after which no request is sent.
    pub max_tokens: Option<u64>,
}

/// What a run would take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forecast {
    /// Cases.
    pub cases: u64,
    /// Requests if no attempt fails and nothing is shared but what always is, such as the first step of a task's two arms.
    pub calls: u64,
    /// Tokens of all prompts, at four bytes a token.
    pub input_tokens: u64,
    /// Tokens of all answers, if each is as long as the call that is right.
    pub output_tokens: u64,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Cases of the run.
    pub cases: u64,
    /// Cases that ended.
    pub done: u64,
    /// Cases that ended with some request unanswered.
    pub unmeasured_cases: u64,
    /// Requests that were answered.
    pub replies: u64,
    /// Requests that were answered from replies that were there already.
    pub cached: u64,
    /// Requests without a usable reply.
    pub failed: u64,
    /// Requests under way.
    pub in_flight: u64,
    /// Requests that the rest is expected to take.
    pub calls_left: u64,
    /// Tokens of prompts, as the provider counted them.
    pub input_tokens: u64,
    /// Tokens of answers, as the provider counted them.
    pub output_tokens: u64,
}

/// What one dropped or named file is, and how much of it could be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileReport {
    /// Its name.
    pub name: String,
    /// What it is, such as `Faultline trace, version 1, study propagation, gzip`.
    pub what: String,
    /// Whether anything in it can be scored.
    pub can_be_scored: bool,
    /// Lines read.
    pub lines: u64,
    /// Exchanges, or rows of a table, read.
    pub exchanges: u64,
    /// Whether it is a table of delimited values, so that `exchanges` counts rows.
    pub is_table: bool,
    /// What was left out and why; at most a hundred, all of them counted in `problem_count`.
    pub problems: Vec<Problem>,
    /// How many problems there were.
    pub problem_count: u64,
}

/// Something in a file that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The line, from 1, where there is one.
    pub line: Option<u64>,
    /// What is wrong, and what to do.
    pub cause: String,
}

impl RunSpec {
    /// A run of a study's defaults: prompted, lenient reading, greedy, four requests at once, no budget.
    pub fn new(study: &str, model: &str) -> Self {
        Self {
            study: study.into(),
            settings: BTreeMap::new(),
            model: model.into(),
            base_url: None,
            likelihood: None,
            mode: CallingMode::default(),
            reading: ReadingRule::default(),
            sampling: Sampling::default(),
            concurrency: 4,
            max_calls: None,
            max_tokens: None,
        }
    }
}

//! What an episode asks of whoever answers.

use serde::{Deserialize, Serialize};

use crate::{Likelihood, Message, ToolSpec};

/// One request, before any provider's shape is put on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask<'a> {
    /// Continue this conversation.
    Generate(&'a Prompt),
    /// Say how likely this text is where it stands.
    Loglikelihood(&'a Likelihood),
}

/// All that a model is shown, and how it is to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// The tools on offer, in the order in which they are presented.
    pub tools: Vec<ToolSpec>,
    /// How calls are made.
    pub mode: CallingMode,
    /// What a reply is made of.
    pub form: PromptedForm,
    /// How the answer is sampled.
    pub sampling: Sampling,
}

/// What a reply is made of, and how it is written where tools stand in the prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptedForm {
    /// Every reply is a call: one JSON object and nothing else.
    #[default]
    Json,
    /// `ReAct` (Yao et al., 2023): a reply is `Thought:` with `Action:` and `Action Input:`, or with `Final Answer:`. In native
    /// mode it is a call, or text that is the final answer.
    React,
}

/// How a model makes a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallingMode {
    /// The tools stand in the prompt, and the call is a JSON object in the answer's text.
    #[default]
    Prompted,
    /// The provider's own tool interface.
    Native,
}

impl CallingMode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::Prompted, Self::Native];

    /// The name used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prompted => "prompted",
            Self::Native => "native",
        }
    }
}

impl std::str::FromStr for CallingMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|mode| mode.name() == text)
            .ok_or_else(|| format!("a calling mode is prompted or native, not '{text}'"))
    }
}

/// How an answer is sampled. The default is greedy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sampling {
    /// 0 is greedy; at most 2.
    pub temperature: f64,
    /// The most tokens an answer may have.
    pub max_tokens: u32,
}

impl Sampling {
    /// The sampling in words, by which runs that differ in it are told apart.
    pub fn words(self) -> String {
        let Self {
            temperature,
            max_tokens,
        } = self;
        format!("temperature {temperature}, up to {max_tokens} tokens")
    }
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            temperature: 0.0,
            max_tokens: 256,
        }
    }
}

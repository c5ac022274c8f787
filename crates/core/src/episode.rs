//! The state machine between a case and its transcript.

use serde::{Deserialize, Serialize};

use crate::{
    Ask, Call, CallFault, Digest, Message, Prompt, Reading, ScoredText, TokenScore, Unmeasured,
};

/// One case being worked through. Drive it by [`poll`](Self::poll) and [`handle`](Self::handle) in turn.
pub trait Episode {
    /// What the episode wants now. Polling again without an answer gives the same.
    fn poll(&mut self) -> Next<'_>;

    /// Takes the answer to the ask that [`poll`](Self::poll) gave last, and executes what it calls.
    fn handle(&mut self, answer: Answer);
}

/// What an episode wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next<'a> {
    /// An answer to this, as the given step and attempt (both from 0).
    Ask {
        /// What is asked.
        ask: Ask<'a>,
        /// The step of the task.
        step: u32,
        /// The attempt within the step.
        attempt: u32,
    },
    /// Nothing more.
    Done(&'a Transcript),
}

impl<'a> Next<'a> {
    /// What an episode wants that is one conversation: the next reply to `prompt`, or where it is over nothing, and then its messages
    /// stand in the transcript.
    pub fn in_conversation(
        over: bool,
        prompt: &'a mut Prompt,
        transcript: &'a mut Transcript,
        (step, attempt): (u32, u32),
    ) -> Self {
        if over {
            // The conversation is needed no more where it is.
            transcript.messages.append(&mut prompt.messages);
            return Self::Done(transcript);
        }
        Self::Ask {
            ask: Ask::Generate(prompt),
            step,
            attempt,
        }
    }
}

/// The answer to an ask.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A usable reply, read, with the digest of the request that it answers.
    Read {
        /// The digest of the exact request.
        request: Digest,
        /// What the reply says.
        reading: Reading,
    },
    /// A text scored, with the digest of the request for it.
    Scored {
        /// The digest of the exact request.
        request: Digest,
        /// The tokens of the continuation, in order; not empty.
        tokens: Vec<TokenScore>,
    },
    /// Nothing usable came back.
    Unmeasured(Unmeasured),
}

impl Answer {
    /// The reply to a conversation that was to be continued, with the digest of its request.
    ///
    /// # Errors
    /// Nothing usable came back, or a text was scored, which is no answer to a conversation.
    pub fn reading(self) -> Result<(Digest, Reading), Unmeasured> {
        match self {
            Self::Read { request, reading } => Ok((request, reading)),
            Self::Scored { .. } => Err(Unmeasured::other_kind()),
            Self::Unmeasured(cause) => Err(cause),
        }
    }

    /// The tokens of a text that was to be scored, with the digest of the request for it.
    ///
    /// # Errors
    /// Nothing usable came back, or a conversation was continued, which scores no text.
    pub fn scores(self) -> Result<(Digest, Vec<TokenScore>), Unmeasured> {
        match self {
            Self::Scored { request, tokens } => Ok((request, tokens)),
            Self::Read { .. } => Err(Unmeasured::other_kind()),
            Self::Unmeasured(cause) => Err(cause),
        }
    }
}

/// All that happened in an episode.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// What was asked and answered, in order.
    pub exchanges: Vec<Exchange>,
    /// What texts were scored and how likely they are, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scored: Vec<ScoredText>,
    /// The conversation as it stood at the end.
    pub messages: Vec<Message>,
}

/// One ask and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// The step of the task, from 0.
    pub step: u32,
    /// The attempt within the step, from 0.
    pub attempt: u32,
    /// The digest of the exact request; absent where nothing was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Digest>,
    /// The call that counts, or why there is none, or why nothing was measured.
    pub outcome: Result<Result<Call, CallFault>, Unmeasured>,
    /// The call that ran instead of the one that counts, where it was changed on its way to the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executed: Option<Call>,
    /// What the reader repaired or found odd.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// The visible text of the answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What the model said of its reasons, where the form has a place for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thought: String,
    /// The final answer, where the reply is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What the model was told afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observation: Option<Observation>,
}

impl Exchange {
    /// An exchange of which nothing is known but what came of it.
    pub fn new(
        step: u32,
        attempt: u32,
        outcome: Result<Result<Call, CallFault>, Unmeasured>,
    ) -> Self {
        Self {
            step,
            attempt,
            request: None,
            outcome,
            executed: None,
            flags: Vec::new(),
            text: String::new(),
            thought: String::new(),
            answer: None,
            observation: None,
        }
    }

    /// What the model was told afterwards; empty where it was told nothing.
    pub fn told(&self) -> &str {
        self.observation.as_ref().map_or("", |told| &told.text)
    }

    /// Whether it was told that its call failed.
    pub fn is_error(&self) -> bool {
        self.observation.as_ref().is_some_and(|told| told.is_error)
    }
}

/// What a model is told after a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The text it sees.
    pub text: String,
    /// Whether the call failed.
    pub is_error: bool,
}

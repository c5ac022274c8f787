//! What a driver says and is told.

use faultline_core::{Digest, Reply, Transcript, Unmeasured};
use faultline_wire::{ChatRequest, LikelihoodRequest, ModelRequest};

/// A request to be sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// By which the reply names it.
    pub id: u64,
    /// What is sent.
    pub content: ModelRequest,
    /// The digest of it.
    pub digest: Digest,
    /// Parameters to leave out, since the server refused them.
    pub dropped: Vec<String>,
}

impl Request {
    /// The conversation, where it is one that is to be continued.
    pub fn chat(&self) -> Option<&ChatRequest> {
        self.content.chat()
    }

    /// The text that is to be scored, where there is one.
    pub fn likelihood(&self) -> Option<&LikelihoodRequest> {
        self.content.likelihood()
    }
}

/// What to do next.
#[derive(Clone, Debug)]
pub enum Step {
    /// Send this.
    Send(Box<Request>),
    /// Nothing until a reply arrives, or until this time where one is given.
    Wait {
        /// Milliseconds on the caller's clock.
        until_ms: Option<u64>,
    },
    /// All cases ended, or nothing more may be sent: the cause.
    Done(Option<Unmeasured>),
}

/// An exchange to be stored.
#[derive(Clone, Debug)]
pub struct Handled {
    /// The case's id.
    pub case: String,
    /// The case's digest.
    pub case_digest: Digest,
    /// The step, from 0.
    pub step: u32,
    /// The attempt within the step, from 0.
    pub attempt: u32,
    /// The digest of the request.
    pub request: Digest,
    /// The reply, as it arrived; of one that scores a text, what [`faultline_wire::reduce_scores`] keeps.
    pub reply: Reply,
    /// Why it is not usable, if it is not.
    pub failure: Option<Unmeasured>,
}

/// A case that ended.
#[derive(Clone, Debug)]
pub struct Finished<C> {
    /// The case.
    pub case: C,
    /// What happened.
    pub transcript: Transcript,
    /// Whether any of its requests was answered or failed; a case without is one that was never begun.
    pub begun: bool,
}

//! What was asked for, and reading the reply to it.

use faultline_core::{
    Answer, CallingMode, Digest, Likelihood, Prompt, PromptedForm, Reply, Study, ToolSpec,
    Unmeasured, Usage,
};
use faultline_wire::{
    ChatRequest, LikelihoodRequest, ModelRequest, failure, read_reply, reduce_scores, stored_scores,
};

/// What an ask wants, with what its reply is read by. Likelihoods are compiled for those studies only that ask for them.
pub(crate) struct Wanted {
    /// What is sent.
    pub(crate) content: ModelRequest,
    mode: CallingMode,
    form: PromptedForm,
    tools: Vec<ToolSpec>,
}

/// A usable reply.
pub(crate) struct Read {
    /// What the episode is told.
    pub(crate) answer: Answer,
    /// Tokens of the exchange, at four bytes each, where the reply reports none.
    pub(crate) guessed_tokens: u64,
}

impl Wanted {
    /// A conversation to be continued.
    pub(crate) fn chat(prompt: &Prompt) -> Self {
        Self {
            content: ModelRequest::Chat(ChatRequest::from_prompt(prompt)),
            mode: prompt.mode,
            form: prompt.form,
            tools: prompt.tools.clone(),
        }
    }

    /// A text to be scored.
    pub(crate) fn likelihood(text: &Likelihood) -> Self {
        Self {
            content: ModelRequest::Likelihood(LikelihoodRequest::from(text.clone())),
            mode: CallingMode::default(),
            form: PromptedForm::default(),
            tools: Vec::new(),
        }
    }

    /// Reads a reply that has just arrived, completes it with the tokens that it reports, and reduces one that scores a text to what is
    /// stored of it.
    pub(crate) fn read<S: Study>(
        &self,
        request: Digest,
        reply: &mut Reply,
        headers: &[(String, String)],
    ) -> Result<Read, Unmeasured> {
        let (answer, bytes) = match &self.content {
            ModelRequest::Chat(chat) => {
                let reading = read_reply(reply, self.mode, self.form, &self.tools)
                    // The headers may say how long to wait.
                    .map_err(|cause| failure(reply, headers).unwrap_or(cause))?;
                reply.usage.input = reply.usage.input.or(reading.usage.input);
                reply.usage.output = reply.usage.output.or(reading.usage.output);
                let bytes = said(chat) + reading.text.len();
                (Answer::Read { request, reading }, bytes)
            }
            ModelRequest::Likelihood(LikelihoodRequest { text }) if S::SCORES_TEXTS => {
                let tokens =
                    reduce_scores(reply, text).map_err(|cause| match stored_scores(reply) {
                        Some(_) => cause,
                        None => failure(reply, headers).unwrap_or(cause),
                    })?;
                let bytes = text.context.len() + text.continuation.len();
                (Answer::Scored { request, tokens }, bytes)
            }
            ModelRequest::Likelihood(_) => return Err(unasked()),
        };
        let is_reported = reply.usage != Usage::default();
        Ok(Read {
            answer,
            guessed_tokens: if is_reported { 0 } else { bytes as u64 / 4 },
        })
    }
}

/// Why an ask for a likelihood gets no answer in a study that does not say that it has such.
pub(crate) fn unasked() -> Unmeasured {
    Unmeasured {
        kind: "not_asked".into(),
        message: "the study does not say that it asks for likelihoods".into(),
        retry_after_s: None,
        stops_run: false,
    }
}

/// Bytes of a conversation.
fn said(chat: &ChatRequest) -> usize {
    let contents = chat
        .messages
        .iter()
        .filter_map(|message| message.content.as_ref());
    contents.map(String::len).sum()
}

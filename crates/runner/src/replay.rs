//! One case again, from stored replies.

use faultline_core::{Answer, Ask, Next, Reply, Study, Terms, Transcript, Unmeasured};
use faultline_wire::{ChatRequest, read_reply};

use crate::Cache;

/// A case replayed: what happened, and for each exchange what was sent and what came back.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What happened.
    pub transcript: Transcript,
    /// What was sent, and the stored reply where there is one; as many as the transcript's exchanges, and in their order, but
    /// for the steps that were given up without being asked.
    pub sent: Vec<(u32, u32, ChatRequest, Option<Reply>)>,
}

/// Replays one case.
pub fn replay_case<S: Study>(case: &S::Case, terms: &Terms, cache: &Cache) -> Replayed {
    let mut episode = S::episode(case, terms);
    let mut sent = Vec::new();
    loop {
        match episode.poll() {
            Next::Done(transcript) => {
                return Replayed {
                    transcript: transcript.clone(),
                    sent,
                };
            }
            Next::Ask {
                ask: Ask::Generate(prompt),
                step,
                attempt,
            } => {
                let chat = ChatRequest::from_prompt(prompt);
                let digest = chat.digest();
                let reply = cache.get(digest).cloned();
                let answer = match reply
                    .as_ref()
                    .map(|reply| read_reply(reply, prompt.mode, prompt.form, &prompt.tools))
                {
                    Some(Ok(reading)) => Answer::Read {
                        request: digest,
                        reading,
                    },
                    Some(Err(cause)) => Answer::Unmeasured(cause),
                    None => Answer::Unmeasured(
                        cache
                            .failure(digest)
                            .cloned()
                            .unwrap_or_else(Unmeasured::no_reply),
                    ),
                };
                sent.push((step, attempt, chat, reply));
                episode.handle(answer);
            }
        }
    }
}

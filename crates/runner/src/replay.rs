//! Cases again, from stored replies.

use std::cell::Cell;

use faultline_core::{Answer, Ask, Case as _, Episode, Next, Reply, Study, Terms, Transcript};
use faultline_wire::{ChatRequest, LikelihoodRequest, ModelRequest};

use crate::{Cache, digester::Digester, groups::groups};

/// Replays every case of a study that was begun, and gives each to `each` with whether any of its requests was answered or failed.
/// Every request is answered from the cache, and one that is not there counts as not measured.
///
/// `is_stored` says whether the trace has an exchange under a case's id. A group without any is passed over; how many cases that
/// are is the result.
///
/// # Errors
/// The first of `each`, which ends the replay.
pub fn replay<S: Study + 'static, E>(
    config: &S::Config,
    terms: &Terms,
    cache: &Cache,
    is_stored: impl Fn(&str) -> bool,
    mut each: impl FnMut(&S::Case, &Transcript, bool) -> Result<(), E>,
) -> Result<u64, E> {
    let mut passed_over = 0;
    for group in groups::<S>(config) {
        if !group.iter().any(|case| is_stored(&case.id())) {
            passed_over += group.len() as u64;
            continue;
        }
        // What the requests of a group have in common is hashed once.
        let mut digester = Digester::default();
        for case in group {
            let begun = Cell::new(false);
            let mut episode = S::episode(&case, terms);
            let mut note = |sent: &Sent<'_>| begun.set(begun.get() || sent.is_known);
            answer_all(
                episode.as_mut(),
                cache,
                &mut digester,
                &mut note,
                |transcript| each(&case, transcript, begun.get()),
            )?;
        }
    }
    Ok(passed_over)
}

/// A case replayed: what happened, and for each exchange what was sent and what came back.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What happened.
    pub transcript: Transcript,
    /// What was sent as which step and attempt, and the stored reply where there is one; as many as the transcript's exchanges and scored
    /// texts, and in their order, but for the steps that were given up without being asked.
    pub sent: Vec<(u32, u32, ModelRequest, Option<Reply>)>,
}

/// Replays one case.
pub fn replay_case<S: Study>(case: &S::Case, terms: &Terms, cache: &Cache) -> Replayed {
    let mut sent = Vec::new();
    let mut episode = S::episode(case, terms);
    let mut note = |asked: &Sent<'_>| {
        let content = match asked.ask {
            Ask::Generate(prompt) => ModelRequest::Chat(ChatRequest::from_prompt(prompt)),
            Ask::Loglikelihood(text) => {
                ModelRequest::Likelihood(LikelihoodRequest::from(text.clone()))
            }
        };
        sent.push((asked.step, asked.attempt, content, asked.reply.cloned()));
    };
    let mut digester = Digester::default();
    let transcript = answer_all(
        episode.as_mut(),
        cache,
        &mut digester,
        &mut note,
        Transcript::clone,
    );
    Replayed { transcript, sent }
}

/// A request of an episode, answered.
struct Sent<'a> {
    step: u32,
    attempt: u32,
    ask: Ask<'a>,
    reply: Option<&'a Reply>,
    /// Whether there is a reply, or it is known why there is none.
    is_known: bool,
}

/// Answers an episode from the cache until it has ended, and gives what `done` makes of what happened.
fn answer_all<T>(
    episode: &mut dyn Episode,
    cache: &Cache,
    digester: &mut Digester,
    each: &mut dyn FnMut(&Sent<'_>),
    done: impl FnOnce(&Transcript) -> T,
) -> T {
    loop {
        match episode.poll() {
            Next::Ask { ask, step, attempt } => {
                let (request, answer) = match ask {
                    Ask::Generate(prompt) => {
                        let request = digester.chat(prompt);
                        let read = cache.read(request, prompt);
                        (
                            request,
                            read.map(|reading| Answer::Read { request, reading }),
                        )
                    }
                    Ask::Loglikelihood(text) => {
                        let request = digester.likelihood(text);
                        let read = cache.scores(request, text);
                        (
                            request,
                            read.map(|tokens| Answer::Scored { request, tokens }),
                        )
                    }
                };
                let reply = cache.get(request);
                each(&Sent {
                    step,
                    attempt,
                    ask,
                    reply,
                    is_known: reply.is_some() || cache.failure(request).is_some(),
                });
                episode.handle(answer.unwrap_or_else(Answer::Unmeasured));
            }
            Next::Done(transcript) => return done(transcript),
        }
    }
}

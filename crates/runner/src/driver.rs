//! The state machine between a study's cases and whatever answers.

use std::collections::VecDeque;

use faultline_core::{
    Answer, Ask, Case, Digest, Episode, Next, Reply, Study, Terms, ToolSpec, Transcript, Unmeasured,
};
use faultline_wire::{
    ChatRequest, RequestDigester, failure, limit_facts, read_reply, refused_parameter,
};

use crate::{
    Budget, Cache, Counts,
    pacing::{Pace, pace},
};

/// A request to be sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// By which the reply names it.
    pub id: u64,
    /// What is sent.
    pub chat: ChatRequest,
    /// The digest of it.
    pub digest: Digest,
    /// Parameters to leave out, since the server refused them.
    pub dropped: Vec<String>,
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
    /// The reply, as it arrived.
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

/// Works through the cases of a study.
///
/// Cases of one group run one after the other, so that equal requests of theirs share one reply; groups run side by side.
pub struct Driver<S: Study> {
    groups: Box<dyn Iterator<Item = VecDeque<S::Case>>>,
    lanes: Vec<Lane<S>>,
    most_lanes: usize,
    replays: bool,
    terms: Terms,
    budget: Budget,
    cache: Cache,
    dropped: Vec<String>,
    stopped: Option<Unmeasured>,
    counts: Counts,
    finished: VecDeque<Finished<S::Case>>,
    next_id: u64,
}

impl<S: Study> std::fmt::Debug for Driver<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver")
            .field("lanes", &self.lanes.len())
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

/// One group being worked through.
struct Lane<S: Study> {
    waiting: VecDeque<S::Case>,
    case: S::Case,
    episode: Box<dyn Episode>,
    begun: bool,
    unmeasured: bool,
    ask: Option<Asked>,
    /// What the requests of its cases have in common is hashed once.
    digester: RequestDigester,
}

/// What a lane waits for.
struct Asked {
    id: u64,
    chat: ChatRequest,
    digest: Digest,
    tools: Vec<ToolSpec>,
    step: u32,
    attempt: u32,
    tries: u32,
    /// The parameters that were left out when it was last sent.
    dropped: Vec<String>,
    state: Waiting,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    ToSend,
    Until(u64),
    Sent,
}

impl<S: Study> Driver<S>
where
    S::Config: 'static,
    S::Case: 'static,
{
    /// A run of these cases with up to `concurrency` requests at once, going on from what the cache holds.
    pub fn live(
        config: &S::Config,
        terms: Terms,
        cache: Cache,
        budget: Budget,
        concurrency: u32,
    ) -> Self
    where
        S: 'static,
    {
        Self::new(config, terms, cache, budget, concurrency.max(1), false)
    }

    /// A replay: every request is answered from the cache, and one that is not there counts as not measured.
    pub fn replay(config: &S::Config, terms: Terms, cache: Cache) -> Self
    where
        S: 'static,
    {
        Self::new(config, terms, cache, Budget::default(), 1, true)
    }

    fn new(
        config: &S::Config,
        terms: Terms,
        cache: Cache,
        budget: Budget,
        lanes: u32,
        replays: bool,
    ) -> Self
    where
        S: 'static,
    {
        let mut cases = Box::new(S::cases(config)) as Box<dyn Iterator<Item = S::Case>>;
        let mut held: Option<S::Case> = None;
        let groups = std::iter::from_fn(move || {
            let first = held.take().or_else(|| cases.next())?;
            let group = first.group();
            let mut members = VecDeque::from([first]);
            for case in cases.by_ref() {
                if case.group() == group {
                    members.push_back(case);
                } else {
                    held = Some(case);
                    break;
                }
            }
            Some(members)
        });
        Self {
            groups: Box::new(groups),
            lanes: Vec::new(),
            most_lanes: lanes as usize,
            replays,
            terms,
            budget,
            cache,
            dropped: Vec::new(),
            stopped: None,
            counts: Counts::default(),
            finished: VecDeque::new(),
            next_id: 0,
        }
    }

    /// What has happened so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Requests that were sent and not answered yet.
    pub fn in_flight(&self) -> usize {
        let sent = |lane: &&Lane<S>| {
            lane.ask
                .as_ref()
                .is_some_and(|ask| ask.state == Waiting::Sent)
        };
        self.lanes.iter().filter(sent).count()
    }

    /// The replies that are there, for a later replay.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Sends nothing more; what is under way may still arrive.
    pub fn stop(&mut self, cause: Unmeasured) {
        self.stopped.get_or_insert(cause);
    }

    /// The next case that ended since the last call.
    pub fn finished(&mut self) -> Option<Finished<S::Case>> {
        self.finished.pop_front()
    }

    /// What to do next, at this time on the caller's clock.
    pub fn next_step(&mut self, now_ms: u64) -> Step {
        loop {
            if let Some(cause) = &self.stopped {
                return if self.in_flight() == 0 {
                    Step::Done(Some(cause.clone()))
                } else {
                    Step::Wait { until_ms: None }
                };
            }
            for place in 0..self.lanes.len() {
                let Some(ask) = &mut self.lanes[place].ask else {
                    continue;
                };
                match ask.state {
                    Waiting::Until(time) if time <= now_ms => ask.state = Waiting::ToSend,
                    _ => {}
                }
                if ask.state == Waiting::ToSend {
                    self.stopped = self.budget.spent(&self.counts);
                    if self.stopped.is_some() {
                        break;
                    }
                    ask.state = Waiting::Sent;
                    ask.tries += 1;
                    ask.dropped.clone_from(&self.dropped);
                    self.counts.sent += 1;
                    return Step::Send(Box::new(Request {
                        id: ask.id,
                        chat: ask.chat.clone(),
                        digest: ask.digest,
                        dropped: self.dropped.clone(),
                    }));
                }
            }
            if self.stopped.is_some() {
                continue;
            }
            if self.lanes.len() >= self.most_lanes || !self.open_lane() {
                break;
            }
            if self.replays && !self.finished.is_empty() {
                // One group at a time, so that the caller can take what ended.
                return Step::Wait {
                    until_ms: Some(now_ms),
                };
            }
        }
        if self.lanes.is_empty() {
            return Step::Done(None);
        }
        let until = self
            .lanes
            .iter()
            .filter_map(|lane| match lane.ask.as_ref()?.state {
                Waiting::Until(time) => Some(time),
                _ => None,
            });
        Step::Wait {
            until_ms: until.min(),
        }
    }

    /// Takes the response to a request: the reply and its headers, names in any case, which stay out of what is stored but for
    /// the limits that they reveal. Gives back what is to be stored, or nothing for a request that is unknown or sent again.
    pub fn handle(
        &mut self,
        id: u64,
        mut reply: Reply,
        headers: &[(String, String)],
        now_ms: u64,
    ) -> Option<Handled> {
        let place = self
            .lanes
            .iter()
            .position(|lane| lane.ask.as_ref().is_some_and(|ask| ask.id == id))?;
        let lane = &mut self.lanes[place];
        let ask = lane.ask.as_mut().filter(|ask| ask.state == Waiting::Sent)?;
        // Several requests that were under way together can meet the same refusal.
        if let Some(parameter) = refused_parameter(&reply)
            && !ask.dropped.contains(&parameter)
        {
            if !self.dropped.contains(&parameter) {
                self.dropped.push(parameter);
            }
            ask.state = Waiting::ToSend;
            return None;
        }
        reply.dropped = std::mem::take(&mut ask.dropped);
        if !headers.is_empty() || reply.status != 200 {
            reply.limits = limit_facts(headers, reply.status, &reply.raw);
        }
        let failed = match read_reply(&reply, self.terms.mode, &ask.tools) {
            Ok(reading) => {
                self.counts.replies += 1;
                self.counts.input_tokens += reply.usage.input.or(reading.usage.input).unwrap_or(0);
                self.counts.output_tokens +=
                    reply.usage.output.or(reading.usage.output).unwrap_or(0);
                lane.begun = true;
                lane.episode.handle(Answer::Read {
                    request: ask.digest,
                    reading,
                });
                None
            }
            // The headers may say how long to wait.
            Err(cause) => Some(failure(&reply, headers).unwrap_or(cause)),
        };
        if let Some(cause) = &failed {
            match pace(cause, ask.tries) {
                Pace::Again(wait) => {
                    ask.state = Waiting::Until(now_ms + wait);
                    return None;
                }
                Pace::GiveUp => {}
                Pace::Stop => {
                    self.stopped.get_or_insert(cause.clone());
                }
            }
            self.counts.failed += 1;
            (lane.begun, lane.unmeasured) = (true, true);
            lane.episode.handle(Answer::Unmeasured(cause.clone()));
        }
        let ask = lane.ask.take()?;
        match &failed {
            None => self.cache.put(ask.digest, reply.clone()),
            Some(cause) => self.cache.put_failure(ask.digest, cause.clone()),
        }
        let handled = Handled {
            case: lane.case.id(),
            case_digest: lane.case.digest(),
            step: ask.step,
            attempt: ask.attempt,
            request: ask.digest,
            reply,
            failure: failed,
        };
        self.advance(place);
        Some(handled)
    }

    fn open_lane(&mut self) -> bool {
        let Some(mut waiting) = self.groups.next() else {
            return false;
        };
        let Some(case) = waiting.pop_front() else {
            return false;
        };
        let episode = self.episode(&case);
        self.lanes.push(Lane {
            waiting,
            case,
            episode,
            begun: false,
            unmeasured: false,
            ask: None,
            digester: RequestDigester::default(),
        });
        self.advance(self.lanes.len() - 1);
        true
    }

    fn episode(&self, case: &S::Case) -> Box<dyn Episode> {
        S::episode(case, &self.terms)
    }

    /// Goes on with a lane until it needs a reply, and closes it when its last case has ended.
    fn advance(&mut self, place: usize) {
        loop {
            let lane = &mut self.lanes[place];
            match lane.episode.poll() {
                Next::Ask {
                    ask: Ask::Generate(prompt),
                    step,
                    attempt,
                } => {
                    let digest = lane.digester.digest(prompt);
                    let stored = self
                        .cache
                        .get(digest)
                        .map(|reply| read_reply(reply, self.terms.mode, &prompt.tools));
                    match stored {
                        Some(Ok(reading)) => {
                            self.counts.cached += 1;
                            lane.begun = true;
                            lane.episode.handle(Answer::Read {
                                request: digest,
                                reading,
                            });
                        }
                        _ if self.replays => {
                            let known = self.cache.failure(digest).cloned();
                            lane.begun |= known.is_some();
                            lane.unmeasured = true;
                            lane.episode.handle(Answer::Unmeasured(
                                known.unwrap_or_else(Unmeasured::no_reply),
                            ));
                        }
                        _ => {
                            self.next_id += 1;
                            lane.ask = Some(Asked {
                                id: self.next_id,
                                chat: ChatRequest::from_prompt(prompt),
                                digest,
                                tools: prompt.tools.clone(),
                                step,
                                attempt,
                                tries: 0,
                                dropped: Vec::new(),
                                state: Waiting::ToSend,
                            });
                            return;
                        }
                    }
                }
                Next::Done(transcript) => {
                    self.counts.cases += 1;
                    self.counts.unmeasured_cases += u64::from(lane.unmeasured);
                    self.finished.push_back(Finished {
                        case: lane.case.clone(),
                        transcript: transcript.clone(),
                        begun: lane.begun,
                    });
                    let Some(case) = lane.waiting.pop_front() else {
                        self.lanes.remove(place);
                        return;
                    };
                    let episode = self.episode(&case);
                    let lane = &mut self.lanes[place];
                    (lane.case, lane.episode, lane.begun, lane.unmeasured) =
                        (case, episode, false, false);
                }
            }
        }
    }
}

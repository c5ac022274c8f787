//! The state machine between a study's cases and whatever answers.

use std::collections::VecDeque;

use faultline_core::{
    Answer, Ask, Case, Digest, Episode, LimitFact, Next, Reply, Study, Terms, Unmeasured,
};
use faultline_wire::{limit_facts, refused_parameter};

use crate::{
    Budget, Cache, Counts, Finished, Handled, Request, Step,
    digester::Digester,
    groups::groups,
    pacing::{Pace, pace},
    wanted::{Wanted, unasked},
};

/// Requests given up one after the other, after which the server is taken to be down for good.
const MOST_FAILURES_IN_A_ROW: u32 = 20;

/// Works through the cases of a study.
///
/// Cases of one group run one after the other, so that equal requests of theirs share one reply; groups run side by side.
pub struct Driver<S: Study> {
    groups: Box<dyn Iterator<Item = VecDeque<S::Case>>>,
    lanes: Vec<Lane<S>>,
    most_lanes: usize,
    terms: Terms,
    budget: Budget,
    cache: Cache,
    dropped: Vec<String>,
    stopped: Option<Unmeasured>,
    counts: Counts,
    failures_in_a_row: u32,
    /// Until when the provider wants no request at all, on the caller's clock.
    held_until_ms: u64,
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
    digester: Digester,
}

/// What a lane waits for.
struct Asked {
    id: u64,
    wanted: Wanted,
    digest: Digest,
    step: u32,
    attempt: u32,
    tries: u32,
    /// Why it is to be sent again, if it is.
    retried: Option<Unmeasured>,
    /// The parameters that were left out when it was last sent.
    dropped: Vec<String>,
    state: Waiting,
    /// What responses to it revealed of limits, refusals that were waited out included; in order, each once.
    limits: Vec<LimitFact>,
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
        Self {
            groups: Box::new(groups::<S>(config)),
            lanes: Vec::new(),
            most_lanes: concurrency.max(1) as usize,
            terms,
            budget,
            cache,
            dropped: Vec::new(),
            stopped: None,
            counts: Counts::default(),
            failures_in_a_row: 0,
            held_until_ms: 0,
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
            if now_ms < self.held_until_ms {
                return Step::Wait {
                    until_ms: Some(self.held_until_ms),
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
                    self.stopped = self.budget.spent(&self.counts, ask.retried.as_ref());
                    if self.stopped.is_some() {
                        break;
                    }
                    ask.state = Waiting::Sent;
                    ask.tries += 1;
                    ask.dropped.clone_from(&self.dropped);
                    self.counts.sent += 1;
                    return Step::Send(Box::new(Request {
                        id: ask.id,
                        content: ask.wanted.content.clone(),
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
        if ask.wanted.content.chat().is_some()
            && let Some(parameter) = refused_parameter(&reply)
            && !ask.dropped.contains(&parameter)
        {
            if !self.dropped.contains(&parameter) {
                self.dropped.push(parameter);
            }
            ask.state = Waiting::ToSend;
            return None;
        }
        reply.dropped.clone_from(&ask.dropped);
        if !headers.is_empty() || reply.status != 200 {
            for fact in limit_facts(headers, reply.status, &reply.raw) {
                if let Err(place) = ask.limits.binary_search(&fact) {
                    ask.limits.insert(place, fact);
                }
            }
        }
        let failed = match ask.wanted.read::<S>(ask.digest, &mut reply, headers) {
            Ok(read) => {
                self.counts.replies += 1;
                self.failures_in_a_row = 0;
                // A provider can report any number.
                let add = |sum: &mut u64, count: Option<u64>| {
                    *sum = sum.saturating_add(count.unwrap_or(0));
                };
                add(&mut self.counts.input_tokens, reply.usage.input);
                add(&mut self.counts.output_tokens, reply.usage.output);
                self.counts.guessed_tokens += read.guessed_tokens;
                lane.begun = true;
                lane.episode.handle(read.answer);
                None
            }
            Err(cause) => Some(cause),
        };
        if let Some(cause) = &failed {
            match pace(cause, ask.tries) {
                Pace::Again(wait) => {
                    ask.state = Waiting::Until(now_ms + wait);
                    if cause.kind == "rate_limited_minute" {
                        // The limit is the account's: the other requests would be refused as well.
                        self.held_until_ms = self.held_until_ms.max(now_ms + wait);
                    }
                    ask.retried = failed;
                    return None;
                }
                Pace::GiveUp => {
                    self.failures_in_a_row += 1;
                    if self.failures_in_a_row >= MOST_FAILURES_IN_A_ROW {
                        self.stopped.get_or_insert(cause.clone());
                    }
                }
                Pace::Stop => {
                    self.stopped.get_or_insert(cause.clone());
                }
            }
            self.counts.failed += 1;
            (lane.begun, lane.unmeasured) = (true, true);
            lane.episode.handle(Answer::Unmeasured(cause.clone()));
        }
        let ask = lane.ask.take()?;
        reply.limits = ask.limits;
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
            digester: Digester::default(),
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
                Next::Ask { ask, step, attempt } => {
                    let (digest, stored) = match ask {
                        Ask::Generate(prompt) => {
                            let request = lane.digester.chat(prompt);
                            let stored = self.cache.read(request, prompt);
                            (
                                request,
                                stored.map(|reading| Answer::Read { request, reading }),
                            )
                        }
                        Ask::Loglikelihood(text) if S::SCORES_TEXTS => {
                            let request = lane.digester.likelihood(text);
                            let stored = self.cache.scores(request, text);
                            (
                                request,
                                stored.map(|tokens| Answer::Scored { request, tokens }),
                            )
                        }
                        Ask::Loglikelihood(_) => {
                            lane.unmeasured = true;
                            lane.episode.handle(Answer::Unmeasured(unasked()));
                            continue;
                        }
                    };
                    let Ok(answer) = stored else {
                        self.next_id += 1;
                        lane.ask = Some(Asked {
                            id: self.next_id,
                            wanted: match ask {
                                Ask::Generate(prompt) => Wanted::chat(prompt),
                                Ask::Loglikelihood(text) => Wanted::likelihood(text),
                            },
                            digest,
                            step,
                            attempt,
                            tries: 0,
                            retried: None,
                            dropped: Vec::new(),
                            state: Waiting::ToSend,
                            limits: Vec::new(),
                        });
                        return;
                    };
                    self.counts.cached += 1;
                    lane.begun = true;
                    lane.episode.handle(answer);
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

//! One case, asked turn by turn.

use faultline_core::{
    Answer, Call, CallFault, Episode, Exchange, Message, Next, Observation, Prompt, Reading, Terms,
    Transcript,
};
use faultline_toolbox::World;
use serde_json::json;

use crate::{
    Condition, InjectionCase,
    inject::{self, NotInjectable},
    monitor::Monitor,
    opening,
};

/// The longest reply without a call that stays in the history, in characters.
const LONGEST_REPLY: usize = 2000;

/// What the flag of the exchange begins with at which the monitor ended the episode; the layer follows.
pub(crate) const ABSTAINED: &str = "abstained:";
/// What the flag of an exchange begins with whose call was to be changed and could not be.
pub(crate) const NOT_INJECTABLE: &str = "not_injectable:";

/// A task being worked through by an agent, or by a planner and then a worker.
///
/// Of several calls in one reply the first counts and the others are answered with an error, in both calling modes, so that
/// every step is one call and its observation. The injection stands between agent and tool: the history shows the call as it
/// was planned, and the observation is what the changed call gave. An error of a tool is an observation like any other. The
/// episode ends with the final answer, after as many requests as a turn may have, with an answer that the monitor withholds, or
/// at a request without a usable reply.
#[derive(Debug)]
pub(crate) struct InjectionEpisode {
    case: InjectionCase,
    terms: Terms,
    prompt: Prompt,
    world: World,
    /// Requests so far.
    step: u32,
    /// Requests of the present turn.
    spent: u32,
    /// Calls so far that could be read.
    calls: u32,
    /// Times that the user followed up.
    follow_ups: usize,
    /// Whether the planner speaks.
    plans: bool,
    over: bool,
    monitor: Monitor,
    transcript: Transcript,
}

impl InjectionEpisode {
    pub(crate) fn new(case: &InjectionCase, terms: &Terms) -> Self {
        let plans = case.condition == Condition::Handover;
        let system = if plans {
            opening::PLANNER
        } else {
            opening::AGENT
        };
        Self {
            prompt: opening::prompt(case, terms, system),
            world: case.task.world(),
            case: case.clone(),
            terms: *terms,
            step: 0,
            spent: 0,
            calls: 0,
            follow_ups: 0,
            plans,
            over: case.steps == 0,
            monitor: Monitor::new(&case.task.query),
            transcript: Transcript::default(),
        }
    }

    fn read(&mut self, request: faultline_core::Digest, reading: Reading) {
        let answer = reading.final_answer(self.terms.reading).map(str::to_owned);
        let calls = match (reading.calls(self.terms.reading), &answer) {
            (_, Some(_)) => Err(CallFault::NoCall),
            (Ok(calls), None) => Ok(calls.clone()),
            (Err(fault), None) => Err(fault.clone()),
        };
        let mut exchange = Exchange {
            step: self.step,
            attempt: 0,
            request: Some(request),
            outcome: Ok(Err(CallFault::NoCall)),
            executed: None,
            flags: reading.flags,
            text: reading.text,
            thought: reading.thought,
            answer,
            observation: None,
        };
        self.step += 1;
        self.spent += 1;
        match calls {
            Ok(calls) if !calls.is_empty() => self.act(calls, &mut exchange),
            Err(fault) if exchange.answer.is_none() => self.refuse(fault, &mut exchange),
            _ => self.end_turn(&mut exchange),
        }
        watch(&mut self.monitor, &exchange);
        if self.case.condition.is_monitored()
            && let Some(layer) = self.case.preset.thresholds().alarm(self.monitor.signals())
        {
            exchange.flags.push(format!("{ABSTAINED}{}", layer.name()));
            self.over = true;
        }
        self.transcript.exchanges.push(exchange);
        self.over |= self.spent >= self.case.steps;
    }

    /// Runs the first call, changed where it is to be changed.
    fn act(&mut self, mut calls: Vec<Call>, exchange: &mut Exchange) {
        let extra = calls.split_off(1);
        let Some(planned) = calls.pop() else { return };
        if !extra.is_empty() {
            exchange.flags.push(format!("extra_calls:{}", extra.len()));
        }
        if self.case.condition.target() == Some(self.calls) {
            match self.change(&planned) {
                Ok(changed) => exchange.executed = Some(changed),
                Err(why) => exchange
                    .flags
                    .push(format!("{NOT_INJECTABLE}{}", why.name())),
            }
        }
        self.calls += 1;
        let executed = exchange.executed.as_ref().unwrap_or(&planned);
        let outcome = self.world.call(&executed.name, &executed.arguments);
        let observation = Observation {
            is_error: outcome.is_err(),
            text: match outcome {
                Ok(result) => result.to_string(),
                Err(error) => error.to_string(),
            },
        };
        if self.plans {
            self.hand_over(exchange, &observation.text);
        } else {
            self.say_call(&planned, &extra, &exchange.thought, &observation.text);
        }
        exchange.outcome = Ok(Ok(planned));
        exchange.observation = Some(observation);
    }

    fn change(&self, planned: &Call) -> Result<Call, NotInjectable> {
        inject::change(&self.case.task, self.case.condition, &self.world, planned)
    }

    /// Answers a reply in which there is neither a call nor an answer.
    fn refuse(&mut self, fault: CallFault, exchange: &mut Exchange) {
        let text = json!({"error": "unreadable_reply", "rule": fault.to_string()}).to_string();
        let mut said: String = exchange.text.chars().take(LONGEST_REPLY).collect();
        if said.trim().is_empty() {
            said = "(empty)".into();
        }
        self.prompt.messages.extend([
            Message::Assistant {
                text: said,
                calls: Vec::new(),
            },
            Message::User { text: text.clone() },
        ]);
        exchange.outcome = Ok(Err(fault));
        exchange.observation = Some(Observation {
            text,
            is_error: true,
        });
    }

    /// Takes a final answer: the user follows up, or the episode is over.
    fn end_turn(&mut self, exchange: &mut Exchange) {
        let follow_up = opening::FOLLOW_UPS
            .get(self.follow_ups)
            .filter(|_| self.case.condition == Condition::Turns);
        self.prompt.messages.push(Message::Assistant {
            text: exchange.text.chars().take(LONGEST_REPLY).collect(),
            calls: Vec::new(),
        });
        match follow_up {
            Some(text) => {
                self.prompt.messages.push(Message::User {
                    text: (*text).into(),
                });
                self.follow_ups += 1;
                self.spent = 0;
            }
            None => self.over = true,
        }
    }

    /// Gives what the planner's call returned to the worker, who has a conversation of its own.
    fn hand_over(&mut self, exchange: &Exchange, result: &str) {
        let next = opening::hand_over(&self.case, &self.terms, &exchange.thought, result);
        let planned = std::mem::replace(&mut self.prompt, next);
        self.transcript.messages.extend(planned.messages);
        self.plans = false;
    }

    fn say_call(&mut self, planned: &Call, extra: &[Call], thought: &str, told: &str) {
        // Nine letters and digits, which is the form that the strictest provider asks for; ten places a request.
        let id = |place: usize| format!("call{:05}", self.step as usize * 10 + place);
        let calls: Vec<Call> = std::iter::once(planned)
            .chain(extra.iter().take(8))
            .enumerate()
            .map(|(place, call)| Call {
                id: id(place),
                ..call.clone()
            })
            .collect();
        let results: Vec<Message> = calls
            .iter()
            .enumerate()
            .map(|(place, call)| Message::Tool {
                call_id: call.id.clone(),
                name: call.name.clone(),
                text: if place == 0 {
                    told.into()
                } else {
                    let rule = "one call in each reply; this one was not executed";
                    json!({"error": "not_executed", "rule": rule}).to_string()
                },
            })
            .collect();
        self.prompt.messages.push(Message::Assistant {
            text: thought.into(),
            calls,
        });
        self.prompt.messages.extend(results);
    }
}

/// Shows an exchange to the monitor: the reasons, then what came back or the answer.
pub(crate) fn watch(monitor: &mut Monitor, exchange: &Exchange) {
    monitor.reason(&exchange.thought);
    if let Some(told) = &exchange.observation {
        monitor.observe(&told.text, told.is_error);
    }
    if let Some(answer) = &exchange.answer {
        monitor.answer(answer);
    }
}

impl Episode for InjectionEpisode {
    fn poll(&mut self) -> Next<'_> {
        let over = self.over;
        let (prompt, transcript) = (&mut self.prompt, &mut self.transcript);
        Next::in_conversation(over, prompt, transcript, (self.step, 0))
    }

    fn handle(&mut self, answer: Answer) {
        if self.over {
            return;
        }
        match answer.reading() {
            Ok((request, reading)) => self.read(request, reading),
            Err(cause) => {
                self.transcript
                    .exchanges
                    .push(Exchange::new(self.step, 0, Err(cause)));
                self.over = true;
            }
        }
    }
}

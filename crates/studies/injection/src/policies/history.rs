//! What a policy sees: the question and its own earlier calls, read from the messages.

use faultline_wire::{ChatMessage, ChatRequest, Role};
use serde_json::Value;

use crate::{
    opening::{AGENT, FIRST_RESULT, PLAN, PLANNER, WORKER},
    tasks::{Move, Seen, next_move},
    trail::repeats_another,
};

/// A conversation as its messages tell it.
#[derive(Debug)]
pub(super) struct History {
    query: String,
    /// What the planner's first call returned, where a worker is asked.
    handed: Option<Value>,
    /// The calls that were made, in order, with what came back.
    pub(super) seen: Vec<Seen>,
    /// What happened last.
    pub(super) last: Last,
}

/// What happened last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The question was asked.
    Question,
    /// The question was asked of a worker, with the result of the planner's call.
    HandOver,
    /// A call was answered.
    Result,
    /// A reply could not be read.
    Unreadable,
    /// The user came back to an answer.
    FollowUp,
}

impl History {
    /// Reads the messages of a request; nothing if they are no task of this study.
    pub(super) fn read(request: &ChatRequest) -> Option<Self> {
        let content = |message: &ChatMessage| message.content.clone().unwrap_or_default();
        let [system, question, rest @ ..] = request.messages.as_slice() else {
            return None;
        };
        let system = content(system);
        let question = content(question);
        let (query, handed) = if system.starts_with(WORKER) {
            let (before, result) = question.split_once(FIRST_RESULT)?;
            let query = before.split(&format!("\n\n{PLAN}")).next()?.trim_end();
            (query.to_owned(), Some(serde_json::from_str(result).ok()?))
        } else if system.starts_with(AGENT) || system.starts_with(PLANNER) {
            (question, None)
        } else {
            return None;
        };
        let mut history = Self {
            query,
            last: if handed.is_some() {
                Last::HandOver
            } else {
                Last::Question
            },
            handed,
            seen: Vec::new(),
        };
        history.follow(rest);
        Some(history)
    }

    fn follow(&mut self, messages: &[ChatMessage]) {
        let mut called: Option<(String, Value)> = None;
        for message in messages {
            let text = message.content.as_deref().unwrap_or_default();
            match message.role {
                Role::Assistant => called = call_in(message),
                Role::User | Role::Tool => {
                    let told = text.strip_prefix("Observation: ").unwrap_or(text);
                    let told = told.split("\nObservation: ").next().unwrap_or(told);
                    let result: Option<Value> = serde_json::from_str(told).ok();
                    self.last = match (called.take(), result) {
                        (Some((tool, arguments)), Some(result)) => {
                            self.seen.push(Seen {
                                tool,
                                arguments,
                                result,
                            });
                            Last::Result
                        }
                        (None, Some(_)) if message.role == Role::User => Last::Unreadable,
                        (None, None) => Last::FollowUp,
                        // The errors of calls beside the first.
                        _ => self.last,
                    };
                }
                Role::System => {}
            }
        }
    }

    /// What the question wants next, going by what came back.
    pub(super) fn next_move(&self) -> Option<Move> {
        next_move(&self.query, &self.seen, self.handed.as_ref())
    }

    /// The call whose result has to be looked at now, if the result is an error.
    pub(super) fn failed(&self) -> Option<Move> {
        let last = self.seen.last().filter(|_| self.last == Last::Result)?;
        (is_error(&last.result) && !self.was_repeated(last)).then(|| again(last))
    }

    /// The call to be made again, if a result that has to be looked at now does not fit its call: the last one, the one that
    /// was handed over, or after a follow-up any that was not made again since.
    pub(super) fn misfit(&self) -> Option<Move> {
        let is_misfit = |seen: &&Seen| {
            let latest = self.seen.iter().rev().find(|other| is_same(other, seen));
            latest.is_some_and(|latest| repeats_another(&latest.arguments, &latest.result))
                && !self.was_repeated(seen)
        };
        match self.last {
            Last::Result => self.seen.last().filter(is_misfit).map(again),
            Last::FollowUp => self.seen.iter().find(is_misfit).map(again),
            Last::HandOver => {
                let planned = next_move(&self.query, &[], None)?;
                let result = self.handed.as_ref()?;
                match &planned {
                    Move::Call { arguments, .. } if repeats_another(arguments, result) => {
                        Some(planned)
                    }
                    _ => None,
                }
            }
            Last::Question | Last::Unreadable => None,
        }
    }

    /// Whether nothing is known yet.
    pub(super) fn is_new(&self) -> bool {
        self.seen.is_empty() && self.handed.is_none()
    }

    fn was_repeated(&self, seen: &Seen) -> bool {
        self.seen
            .iter()
            .filter(|other| is_same(other, seen))
            .count()
            > 1
    }
}

fn again(seen: &Seen) -> Move {
    Move::Call {
        tool: seen.tool.clone(),
        arguments: seen.arguments.clone(),
    }
}

fn is_same(one: &Seen, other: &Seen) -> bool {
    (&one.tool, &one.arguments) == (&other.tool, &other.arguments)
}

fn is_error(result: &Value) -> bool {
    result.get("error").is_some()
}

fn call_in(message: &ChatMessage) -> Option<(String, Value)> {
    if let Some(call) = message.tool_calls.first() {
        let arguments = serde_json::from_str(&call.arguments).ok()?;
        return Some((call.name.clone(), arguments));
    }
    let text = message.content.as_deref()?;
    let (_, action) = text
        .split_once("\nAction: ")
        .or_else(|| text.split_once("Action: "))?;
    let (name, input) = action.split_once("\nAction Input: ")?;
    let input = input.lines().next()?;
    Some((name.to_owned(), serde_json::from_str(input).ok()?))
}

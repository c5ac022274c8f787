//! What a policy sees: the question and its own earlier calls, read from the messages.

use faultline_wire::{ChatMessage, ChatRequest, Role};
use serde_json::Value;

use crate::{
    opening::{AGENT, EXAMPLE, FIRST_RESULT, PLAN, PLANNER, WORKER},
    tasks::{Move, Reading, Seen},
    trail::repeats_another,
};

/// A conversation as its messages tell it.
pub(super) struct History {
    /// The question, if it can be read.
    question: Option<Reading>,
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

/// The messages from the task's own query on.
fn without_examples(mut messages: &[ChatMessage]) -> &[ChatMessage] {
    let begins = |message: &ChatMessage, with: &str| {
        let text = message.content.as_deref();
        message.role == Role::User && text.is_some_and(|text| text.starts_with(with))
    };
    while let [first, rest @ ..] = messages
        && begins(first, EXAMPLE)
    {
        let is_query =
            |message: &ChatMessage| message.role == Role::User && !begins(message, "Observation:");
        let next = rest.iter().position(is_query).unwrap_or(rest.len());
        messages = &rest[next..];
    }
    messages
}

impl History {
    /// Reads the messages of a request; nothing if they are no task of this study.
    pub(super) fn read(request: &ChatRequest) -> Option<Self> {
        let content = |message: &ChatMessage| message.content.clone().unwrap_or_default();
        let (system, turns) = request.messages.split_first()?;
        let (question, rest) = without_examples(turns).split_first()?;
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
            question: Reading::of(&query),
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
        self.question
            .as_ref()?
            .next_move(&self.seen, self.handed.as_ref())
    }

    /// The call whose result has to be looked at now, if the result is an error.
    pub(super) fn failed(&self) -> Option<Move> {
        if self.last == Last::HandOver {
            let planned = self.question.as_ref()?.next_move(&[], None);
            return planned.filter(|_| self.handed.as_ref().is_some_and(is_error));
        }
        let last = self.seen.last().filter(|_| self.last == Last::Result)?;
        (is_error(&last.result) && !self.was_repeated(last)).then(|| again(last))
    }

    /// The call to be made again, if a result that has to be looked at now does not fit its call: the last one, the one that
    /// was handed over, or after a follow-up any that was not made again since.
    ///
    /// A result does not fit if it repeats an argument with another value, or if what comes next wants of it what it has not.
    pub(super) fn misfit(&self) -> Option<Move> {
        let is_misfit = |place: usize| {
            let seen = &self.seen[place];
            let leads_on = || {
                let question = self.question.as_ref()?;
                question.next_move(&self.seen[..=place], self.handed.as_ref())
            };
            !self.was_repeated(seen)
                && !is_error(&seen.result)
                && (repeats_another(&seen.arguments, &seen.result)
                    || leads_on().is_some_and(|next| wants_null(&next)))
        };
        let mut places = 0..self.seen.len();
        match self.last {
            Last::Result => places
                .next_back()
                .filter(|place| is_misfit(*place))
                .map(|place| again(&self.seen[place])),
            Last::FollowUp => places
                .find(|place| is_misfit(*place))
                .map(|place| again(&self.seen[place])),
            Last::HandOver => {
                let question = self.question.as_ref()?;
                let (planned, result) = (question.next_move(&[], None)?, self.handed.as_ref()?);
                let is_other = match &planned {
                    Move::Call { arguments, .. } => repeats_another(arguments, result),
                    Move::Answer(_) => false,
                };
                let next = question.next_move(&[], Some(result));
                (is_other || next.is_some_and(|next| wants_null(&next))).then_some(planned)
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

/// Whether a call has an argument that no result gave.
fn wants_null(next: &Move) -> bool {
    match next {
        Move::Call { arguments, .. } => arguments
            .as_object()
            .is_some_and(|arguments| arguments.values().any(Value::is_null)),
        Move::Answer(_) => false,
    }
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

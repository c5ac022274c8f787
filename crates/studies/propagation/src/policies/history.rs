//! What a policy sees: the rule and its own earlier calls, read from the messages.

use faultline_core::Stream;
use faultline_toolbox::ArgumentForm;
use faultline_wire::{ChatMessage, ChatRequest, Role};
use serde_json::Value;

use super::utter::Utterance;
use crate::{
    episode::SKIPPED,
    opening::{ADD, EVEN, EXAMPLES, ODD, ORDER, START, VALUE},
};

/// The task and what happened so far, as the messages tell it.
#[derive(Debug)]
pub(super) struct History {
    rule: Rule,
    addend: u64,
    form: ArgumentForm,
    /// Tools in the order of presentation.
    listed: Vec<String>,
    /// The steps that are over.
    steps: Vec<SeenStep>,
    /// The value held now.
    held: u64,
}

#[derive(Debug)]
enum Rule {
    Parity { even: String, odd: String },
    Order(Vec<String>),
}

#[derive(Debug)]
struct SeenStep {
    held_before: u64,
    /// What was called; absent where the step was skipped after a call that could not be executed.
    call: Option<(String, Value)>,
}

impl History {
    /// Reads the messages of a request; nothing if they are no task of this study.
    pub(super) fn read(request: &ChatRequest) -> Option<Self> {
        let is_user = |message: &&ChatMessage| message.role == Role::User;
        let content = |message: &ChatMessage| message.content.clone().unwrap_or_default();
        let task = content(request.messages.iter().find(is_user)?);
        // The task begins with the first message of the user, or with the one after the last example.
        let begins = |message: &ChatMessage| {
            is_user(&message) && (content(message).contains(START) || !task.contains(EXAMPLES))
        };
        let start = request.messages.iter().position(begins)?;
        let word_after = |marker: &str| {
            let (_, rest) = task.split_once(marker)?;
            rest.split(". ").next().map(str::to_owned)
        };
        let rule = match word_after(ORDER) {
            Some(names) => Rule::Order(names.split(", ").map(str::to_owned).collect()),
            None => Rule::Parity {
                even: word_after(EVEN)?,
                odd: word_after(ODD)?,
            },
        };
        let addend = word_after(ADD)
            .and_then(|number| number.parse().ok())
            .unwrap_or(0);
        let form = if task.contains("`request`") {
            ArgumentForm::Sentence
        } else if task.contains("`thousands`") {
            ArgumentForm::Fields
        } else {
            ArgumentForm::Number
        };
        let held = content(&request.messages[start])
            .lines()
            .rev()
            .find_map(value_in)?;
        let listed = if request.tools.is_empty() {
            listed_in_text(request.messages.first()?.content.as_deref()?)
        } else {
            request.tools.iter().map(|tool| tool.name.clone()).collect()
        };
        let mut history = Self {
            rule,
            addend,
            form,
            listed,
            steps: Vec::new(),
            held,
        };
        history.follow(&request.messages[start + 1..]);
        Some(history)
    }

    fn follow(&mut self, messages: &[ChatMessage]) {
        let mut called: Option<(String, Value)> = None;
        let mut answered = true;
        for message in messages {
            match message.role {
                Role::Assistant => {
                    called = call_in(message);
                    answered = false;
                }
                Role::User | Role::Tool if !answered => {
                    answered = true;
                    let said = message
                        .content
                        .as_deref()
                        .unwrap_or_default()
                        .lines()
                        .next()
                        .unwrap_or_default();
                    let value = value_in(said).or_else(|| said.parse().ok());
                    if let Some(value) = value {
                        self.steps.push(SeenStep {
                            held_before: self.held,
                            call: called.take(),
                        });
                        self.held = value;
                    } else if said.ends_with(SKIPPED) {
                        self.steps.push(SeenStep {
                            held_before: self.held,
                            call: None,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// Steps that are over.
    pub(super) fn steps(&self) -> usize {
        self.steps.len()
    }

    fn tool_for(&self, step: usize, held: u64) -> &str {
        match &self.rule {
            Rule::Order(names) => names.get(step).map_or("", String::as_str),
            Rule::Parity { even, odd } => {
                if held.is_multiple_of(2) {
                    even
                } else {
                    odd
                }
            }
        }
    }

    fn right_at(&self, step: usize, held: u64) -> (String, Value) {
        (
            self.tool_for(step, held).to_owned(),
            self.form.arguments(held + self.addend),
        )
    }

    /// The call that the rule gives for the value held.
    pub(super) fn right(&self) -> Utterance {
        Utterance::call(self.right_at(self.steps(), self.held))
    }

    /// The right argument to a tool that the rule does not give; the rule's other tool where it has two.
    pub(super) fn wrong_tool(&self, draws: &mut Stream) -> Utterance {
        let (right, arguments) = self.right_at(self.steps(), self.held);
        let other = match &self.rule {
            Rule::Parity { even, odd } => Some(if right == *even { odd } else { even }),
            Rule::Order(_) => {
                let others: Vec<&String> =
                    self.listed.iter().filter(|name| **name != right).collect();
                draws.pick(&others).copied()
            }
        };
        Utterance::call((other.cloned().unwrap_or(right), arguments))
    }

    /// The right argument to the tool that is listed first.
    pub(super) fn first_listed(&self) -> Utterance {
        let (right, arguments) = self.right_at(self.steps(), self.held);
        Utterance::call((self.listed.first().cloned().unwrap_or(right), arguments))
    }

    /// What the rule gives for the value before the last one; at the first step there is none, and it is right.
    pub(super) fn stale(&self) -> Utterance {
        let held = self.steps.last().map_or(self.held, |step| step.held_before);
        Utterance::call(self.right_at(self.steps(), held))
    }

    /// One of the ways in which a call can't be executed: it is cut, misses its arguments, is to no tool, or is not there.
    pub(super) fn broken(&self, draws: &mut Stream) -> Utterance {
        let (tool, arguments) = self.right_at(self.steps(), self.held);
        match draws.below(4) {
            0 => Utterance::Cut,
            1 => Utterance::call((tool, Value::Object(serde_json::Map::new()))),
            2 => Utterance::call(("no_such_tool".into(), arguments)),
            _ => Utterance::Text("The next value follows from the rule.".into()),
        }
    }

    /// The first step at which a call was not what the rule gives.
    fn first_mistake(&self) -> Option<usize> {
        self.steps.iter().enumerate().position(|(place, step)| {
            step.call.as_ref() != Some(&self.right_at(place, step.held_before))
        })
    }

    /// Whether any step shows a mistake of its own.
    pub(super) fn has_mistake(&self) -> bool {
        self.first_mistake().is_some()
    }

    /// The right call of the first mistaken step, if it was not made since.
    pub(super) fn unrepaired_mistake(&self) -> Option<Utterance> {
        let mistake = self.first_mistake()?;
        let redo = self.right_at(mistake, self.steps[mistake].held_before);
        let done = self.steps[mistake + 1..]
            .iter()
            .any(|step| step.call.as_ref() == Some(&redo));
        (!done).then(|| Utterance::call(redo))
    }
}

fn value_in(line: &str) -> Option<u64> {
    line.strip_prefix(VALUE)?.parse().ok()
}

/// The names of the tools that a system message lists, one a line: `name: what it does {…}`.
fn listed_in_text(system: &str) -> Vec<String> {
    system
        .lines()
        .filter(|line| line.ends_with('}'))
        .filter_map(|line| line.split_once(": "))
        .filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .map(|(name, _)| name.to_owned())
        .collect()
}

fn call_in(message: &ChatMessage) -> Option<(String, Value)> {
    if let Some(call) = message.tool_calls.first() {
        return Some((
            call.name.clone(),
            serde_json::from_str(&call.arguments).ok()?,
        ));
    }
    let first = message.content.as_deref()?.lines().next()?;
    let mut call: Value = serde_json::from_str(first).ok()?;
    Some((
        call.get("tool")?.as_str()?.to_owned(),
        call.get_mut("arguments")?.take(),
    ))
}

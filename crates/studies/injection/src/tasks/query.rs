//! A query, read by the grammar that made it.
//!
//! A shape says its words, makes its calls and gives its answer. To make a task it draws what it says and runs the calls in a
//! world. To read a query it is run again and again with other choices until what it says is what the query says; its calls
//! then are those that the query asks for, and what they return is taken from observations. No world and no reference is at
//! hand: a query that does not name all that its calls need can't be read.

use std::{cell::RefCell, rc::Rc};

use faultline_core::Stream;
use serde_json::Value;

use super::{Draft, Shape};
use crate::Domain;

/// The most choices that are tried for one reading.
const MOST_TRIED: u32 = 1_000_000;

/// A call that was made, and what is known to have come of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// The tool.
    pub(crate) tool: String,
    /// The arguments as they were planned.
    pub(crate) arguments: Value,
    /// What the observation says.
    pub(crate) result: Value,
}

/// What a query wants next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Move {
    /// A call that was not made yet.
    Call {
        /// The tool.
        tool: String,
        /// The arguments.
        arguments: Value,
    },
    /// The answer, from what the calls returned.
    Answer(String),
}

/// A query that was read: what asks like it, and what it says.
#[derive(Clone)]
pub(crate) struct Reading {
    shape: &'static Shape,
    words: Words,
    /// What the shape chose up to its first call.
    choices: Vec<(u64, u64)>,
}

impl Reading {
    /// The reading of a query; none if no shape asks like it.
    pub(crate) fn of(query: &str) -> Option<Self> {
        thread_local! {
            // A conversation asks the same from its first request to its last, and so do the conditions of a task.
            static LAST: RefCell<Option<(String, Option<Reading>)>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| {
            if let Some((_, reading)) = last.as_ref().filter(|(known, _)| known == query) {
                return reading.clone();
            }
            let reading = Self::search(query);
            *last = Some((query.to_owned(), reading.clone()));
            reading
        })
    }

    fn search(query: &str) -> Option<Self> {
        let shapes = Domain::ALL
            .iter()
            .flat_map(|(domain, ..)| domain.shapes())
            .flat_map(|shape| {
                let phrasings = shape.phrasings.iter();
                phrasings.map(move |phrasing| (shape, *phrasing))
            });
        let mut readings = shapes.flat_map(|(shape, phrasing)| {
            let words = words(phrasing, query).into_iter();
            words.map(move |words| (shape, words))
        });
        readings.find_map(|(shape, words)| {
            let choices = choices(shape, &words)?;
            Some(Self {
                shape,
                words,
                choices,
            })
        })
    }

    /// What the query wants after these calls. `handed` is the result of a first call that somebody else made.
    pub(crate) fn next_move(&self, seen: &[Seen], handed: Option<&Value>) -> Option<Move> {
        let query = Query {
            seen: seen.into(),
            handed: handed.cloned(),
            ..Query::new(&self.words, self.choices.clone())
        };
        let (query, answer) = run(self.shape, query)?;
        Some(query.next.unwrap_or(Move::Answer(answer)))
    }
}

/// The words of a phrasing by name.
type Words = Rc<[(String, String)]>;

/// The first choices with which a shape says these words up to its first call; none if there are none.
fn choices(shape: &Shape, words: &Words) -> Option<Vec<(u64, u64)>> {
    let mut taken: Vec<(u64, u64)> = Vec::new();
    for _ in 0..MOST_TRIED {
        let (query, _) = run(shape, Query::new(words, taken))?;
        let choices = query.choices.take();
        taken = choices.taken;
        taken.truncate(choices.at);
        if !query.failed {
            return Some(taken);
        }
        loop {
            let (choice, radix) = taken.last_mut()?;
            if *choice + 1 < *radix {
                *choice += 1;
                break;
            }
            taken.pop();
        }
    }
    None
}

/// Runs a shape for a query; gives back what it found, and the answer.
fn run(shape: &Shape, query: Query) -> Option<(Query, String)> {
    let mut draft = Draft::of_query(query, shape.slots);
    (shape.make)(&mut draft);
    draft.into_query()
}

/// Choices in the order in which a shape makes them: each with how many there were.
#[derive(Debug, Default)]
pub(super) struct Choices {
    taken: Vec<(u64, u64)>,
    at: usize,
    /// Whether what comes now does not matter any more.
    closed: bool,
}

impl Choices {
    fn below(&mut self, bound: u64) -> u64 {
        if self.closed || bound == 0 {
            return 0;
        }
        if self.at == self.taken.len() {
            self.taken.push((0, bound));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }
}

/// Where a draft's choices come from.
pub(super) enum Draws {
    /// From chance, to make a task.
    Stream(Box<Stream>),
    /// From trying, to read a query.
    Choices(Rc<RefCell<Choices>>),
}

impl Draws {
    /// A number below this one; 0 of none.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        match self {
            Self::Stream(stream) => stream.below(bound),
            Self::Choices(choices) => choices.borrow_mut().below(bound),
        }
    }

    /// True with this probability.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        match self {
            Self::Stream(stream) => stream.chance(probability),
            Self::Choices(choices) => choices.borrow_mut().below(2) == 1,
        }
    }

    /// Puts the items in any order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        match self {
            Self::Stream(stream) => stream.shuffle(items),
            Self::Choices(choices) => {
                let mut choices = choices.borrow_mut();
                for last in (1..items.len()).rev() {
                    let other = usize::try_from(choices.below(last as u64 + 1)).unwrap_or(0);
                    items.swap(last, other);
                }
            }
        }
    }
}

/// A query that is being read.
pub(super) struct Query {
    words: Words,
    choices: Rc<RefCell<Choices>>,
    seen: Vec<Seen>,
    handed: Option<Value>,
    calls: usize,
    next: Option<Move>,
    failed: bool,
}

impl Query {
    fn new(words: &Words, taken: Vec<(u64, u64)>) -> Self {
        let choices = Choices {
            taken,
            ..Choices::default()
        };
        Self {
            words: Rc::clone(words),
            choices: Rc::new(RefCell::new(choices)),
            seen: Vec::new(),
            handed: None,
            calls: 0,
            next: None,
            failed: false,
        }
    }

    pub(super) fn choices(&self) -> Rc<RefCell<Choices>> {
        Rc::clone(&self.choices)
    }

    fn is_closed(&self) -> bool {
        self.choices.borrow().closed
    }

    /// Compares what a shape says with what the query says, up to the first call: what is said of a result can't tell how the
    /// query is to be read.
    pub(super) fn check(&mut self, word: &str, text: &str) {
        if self.is_closed() || self.calls > 0 {
            return;
        }
        let said = self.words.iter().find(|(name, _)| name == word);
        if said.is_some_and(|(_, said)| said != text) {
            self.failed = true;
            self.choices.borrow_mut().closed = true;
        }
    }

    /// What the query says in the place of a word.
    pub(super) fn said(&self, word: &str) -> Option<String> {
        let mut words = self.words.iter();
        words
            .find(|(name, _)| name == word)
            .map(|(_, said)| said.clone())
    }

    /// What is known to have come of a call; a call that was not made yet is the next one, and ends the reading.
    pub(super) fn observation(&mut self, tool: &str, arguments: Value) -> Value {
        if self.is_closed() {
            return Value::Null;
        }
        let is_first = self.calls == 0;
        self.calls += 1;
        let is_it = |seen: &&Seen| seen.tool == tool && seen.arguments == arguments;
        if let Some(seen) = self.seen.iter().rev().find(is_it) {
            return seen.result.clone();
        }
        if let Some(handed) = self.handed.clone().filter(|_| is_first) {
            return handed;
        }
        self.next = Some(Move::Call {
            tool: tool.to_owned(),
            arguments,
        });
        self.choices.borrow_mut().closed = true;
        Value::Null
    }
}

/// Every way to take a query for this phrasing: what stands in the places of its words.
fn words(phrasing: &str, query: &str) -> Vec<Words> {
    let mut found = Vec::new();
    take(phrasing, query, &mut Vec::new(), &mut found);
    found
}

fn take(phrasing: &str, query: &str, words: &mut Vec<(String, String)>, found: &mut Vec<Words>) {
    const MOST: usize = 64;
    let Some((literal, rest)) = phrasing.split_once('{') else {
        if phrasing == query && found.len() < MOST {
            found.push(words.as_slice().into());
        }
        return;
    };
    let (Some(query), Some((name, rest))) = (query.strip_prefix(literal), rest.split_once('}'))
    else {
        return;
    };
    let before_next = rest.split('{').next().unwrap_or_default();
    if let Some((_, said)) = words.iter().find(|(other, _)| other == name) {
        // A word that comes again says the same again.
        if let Some(query) = query.strip_prefix(said.clone().as_str()) {
            take(rest, query, words, found);
        }
        return;
    }
    let ends: Vec<usize> = if before_next.is_empty() {
        vec![query.len()]
    } else {
        query
            .match_indices(before_next)
            .map(|(place, _)| place)
            .filter(|place| *place > 0)
            .collect()
    };
    for end in ends {
        words.push((name.to_owned(), query[..end].to_owned()));
        take(rest, &query[end..], words, found);
        words.pop();
    }
}

//! A task in the making.

use std::fmt;

use faultline_core::{Date, Stream, time_text};
use faultline_toolbox::{CallError, DAYS, FIRST_DAY, World};
use serde_json::{Map, Value};

use super::{
    query::{Draws, Query},
    swaps::swap,
};
use crate::{GoldCall, Swap, Task};

/// What a shape makes a task with.
pub(super) struct Draft {
    /// Draws for what no slot decides.
    pub(super) draws: Draws,
    /// Texts that are like the ones in use, where a schema can't tell: candidates for a neighbour.
    pub(super) peers: Vec<String>,
    behind: Behind,
    slots: std::vec::IntoIter<u64>,
    words: Vec<(&'static str, String)>,
    gold: Vec<GoldCall>,
    swaps: Vec<Swap>,
    reference: String,
    facts: Vec<String>,
}

/// What stands behind a draft's words and calls.
enum Behind {
    /// A world in which the calls run: the task is being made.
    World(Box<World>),
    /// A query that gives the words, and observations: the task is being read.
    Query(Box<Query>),
}

impl Draft {
    pub(super) fn new(world: World, slots: Vec<u64>, draws: Stream) -> Self {
        Self::with(
            Behind::World(Box::new(world)),
            slots,
            Draws::Stream(Box::new(draws)),
        )
    }

    /// A draft that finds its choices in a query; `radices` are how many values each slot has.
    pub(super) fn of_query(query: Query, radices: &[u64]) -> Self {
        let choices = Draws::Choices(query.choices());
        Self::with(Behind::Query(Box::new(query)), radices.to_vec(), choices)
    }

    fn with(behind: Behind, slots: Vec<u64>, draws: Draws) -> Self {
        Self {
            draws,
            peers: Vec::new(),
            behind,
            slots: slots.into_iter(),
            words: Vec::new(),
            gold: Vec::new(),
            swaps: Vec::new(),
            reference: String::new(),
            facts: Vec::new(),
        }
    }

    /// The next slot.
    pub(super) fn slot(&mut self) -> usize {
        usize::try_from(self.rank()).unwrap_or(0)
    }

    /// The next slot as the rank of a choice.
    pub(super) fn rank(&mut self) -> u64 {
        let slot = self.slots.next().unwrap_or(0);
        match &self.draws {
            Draws::Stream(_) => slot,
            Draws::Choices(_) => self.draws.below(slot),
        }
    }

    /// The next slot as a day.
    pub(super) fn day_slot(&mut self) -> Date {
        day_of(self.slot())
    }

    /// A number below this one, by chance.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.draws.below(bound as u64)).unwrap_or(0)
    }

    /// One of these, by chance.
    pub(super) fn any<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Gives a word of the phrasings its text.
    pub(super) fn say(&mut self, word: &'static str, text: impl fmt::Display) {
        let text = text.to_string();
        if let Behind::Query(query) = &mut self.behind {
            query.check(word, &text);
        }
        self.words.push((word, text));
    }

    /// Gives a word a text that [`Draft::peek`] or a call found, and returns what is said: of a query, what the query says.
    pub(super) fn say_found(&mut self, word: &'static str, text: impl fmt::Display) -> String {
        let said = match &self.behind {
            Behind::World(_) => None,
            Behind::Query(query) => query.said(word),
        };
        let text = said.unwrap_or_else(|| text.to_string());
        self.say(word, &text);
        text
    }

    /// Gives a word a day, in digits or in words by chance, and returns the digits.
    pub(super) fn say_day(&mut self, word: &'static str, date: Date) -> String {
        let text = if self.draws.chance(0.5) {
            date.in_words()
        } else {
            date.to_string()
        };
        self.say(word, text);
        date.to_string()
    }

    /// Gives a word any day, as [`Draft::say_day`] does.
    pub(super) fn any_day(&mut self, word: &'static str) -> String {
        let place = self.below(usize::from(DAYS));
        self.say_day(word, day_of(place))
    }

    /// Gives a word a time, and returns it.
    pub(super) fn say_time(&mut self, word: &'static str, minutes: u16) -> String {
        let text = time_text(minutes);
        self.say(word, &text);
        text
    }

    /// What a call would return, without making it. Who reads a query can't know it: null.
    pub(super) fn peek(&self, tool: &str, arguments: &Value) -> Value {
        let Behind::World(world) = &self.behind else {
            return Value::Null;
        };
        let outcome = world.as_ref().clone().call(tool, arguments);
        outcome.unwrap_or_else(|error| error.to_value())
    }

    /// Makes a call of the reference and returns what came of it. An injection may change the `critical` parameters, the first of
    /// them alone or the first two at once.
    pub(super) fn call(&mut self, tool: &str, arguments: Value, critical: &[&str]) -> Value {
        let world = match &mut self.behind {
            Behind::World(world) => world,
            Behind::Query(query) => return query.observation(tool, arguments),
        };
        let before = world.clone();
        let outcome = world.call(tool, &arguments);
        let place = u32::try_from(self.gold.len()).unwrap_or(u32::MAX);
        if let Some(spec) = before.tool(tool) {
            self.swaps.extend(critical.iter().filter_map(|parameter| {
                swap(&before, spec, &arguments, &outcome, parameter, &self.peers).map(|swap| Swap {
                    call: place,
                    ..swap
                })
            }));
        }
        let result = outcome.unwrap_or_else(|error: CallError| error.to_value());
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        };
        self.gold.push(GoldCall {
            tool: tool.into(),
            arguments,
            result: result.clone(),
        });
        result
    }

    /// The answer in words, and what a right answer has to say.
    pub(super) fn answer(&mut self, reference: String, facts: impl IntoIterator<Item = String>) {
        self.reference = reference;
        self.facts = facts.into_iter().collect();
    }

    /// What was found out of a query, and the answer; none where a task was made.
    pub(super) fn into_query(self) -> Option<(Query, String)> {
        match self.behind {
            Behind::World(_) => None,
            Behind::Query(query) => Some((*query, self.reference)),
        }
    }

    /// Puts the task together.
    pub(super) fn finish(self, phrasing: &str, task: &mut Task) {
        task.query = filled(phrasing, &self.words);
        task.gold = self.gold;
        task.swaps = self.swaps;
        task.reference = self.reference;
        task.facts = self.facts;
    }
}

/// The phrasing with its words in place of their names.
fn filled(phrasing: &str, words: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = phrasing;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        let word = words.iter().find(|(word, _)| *word == name);
        text.push_str(word.map_or(name, |(_, word)| word));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// The item of a list in a result of which this is true, or null.
pub(super) fn item(list: &Value, is_it: impl Fn(&Value) -> bool) -> &Value {
    items(list)
        .iter()
        .find(|item| is_it(item))
        .unwrap_or(&Value::Null)
}

/// The items of a list in a result.
pub(super) fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// The first of the results with the greatest value of a member.
pub(super) fn greatest<'a>(results: &'a [Value], member: &str) -> &'a Value {
    let greater = |best: &'a Value, next: &'a Value| {
        if number(&next[member]) > number(&best[member]) {
            next
        } else {
            best
        }
    };
    results.iter().reduce(greater).unwrap_or(&Value::Null)
}

/// A place other than this one, of one more than the slot has values.
pub(super) fn other_place(place: usize, slot: usize) -> usize {
    if slot < place { slot } else { slot + 1 }
}

/// The day in this place among those that the worlds know.
pub(super) fn day_of(place: usize) -> Date {
    FIRST_DAY.plus(i32::try_from(place).unwrap_or(0))
}

/// A value of a result as an answer says it: texts without quotes.
pub(super) fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A value of a result as a number; 0 where it is none.
pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

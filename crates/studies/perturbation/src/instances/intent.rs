//! Family B: the request is worded otherwise.

mod conflict;
mod distraction;
mod saying;

use std::collections::BTreeMap;

use serde_json::Value;

use self::saying::Part;
pub(super) use self::{conflict::CONFLICT, distraction::DISTRACTION, saying::Saying};
use super::{
    catalogue::{Apply, Operator, Rows},
    seeds::Anchor,
    words::{capitalised, label, other_value, written},
};
use crate::{
    Recovery,
    Severity::{Heavy, Light, Medium},
    Subtype,
};

/// A request while templates change it.
#[derive(Clone, Debug)]
pub(crate) struct Intent<'a> {
    anchor: &'a Anchor,
    /// What one does with the gold tool's sibling.
    sibling: &'static str,
    /// The core of the request, with slots.
    body: &'static str,
    before: Vec<String>,
    after: Vec<String>,
    /// What stands in a slot instead of the value.
    stand_ins: BTreeMap<String, StandIn>,
    recovery: Vec<Recovery>,
    /// Whether every value is written as a blank, to compare wordings.
    is_masked: bool,
}

/// What stands in the slot of an argument.
#[derive(Clone, Debug)]
struct StandIn {
    text: String,
    /// Whether it is a value, whose letters are left as they are, and not words for one.
    is_value: bool,
}

impl<'a> Intent<'a> {
    /// The plain request of a seed task, beside which there is a sibling of this use.
    pub(crate) fn new(anchor: &'a Anchor, sibling: &'static str) -> Self {
        Self {
            anchor,
            sibling,
            body: anchor.request,
            before: Vec::new(),
            after: Vec::new(),
            stand_ins: BTreeMap::new(),
            recovery: Vec::new(),
            is_masked: false,
        }
    }

    /// The same with every value written as a blank.
    #[cfg(test)]
    pub(crate) fn masked(self) -> Self {
        Self {
            is_masked: true,
            ..self
        }
    }

    /// The request, and where it gives each argument.
    pub(crate) fn finish(self) -> (String, Vec<Recovery>) {
        let mut text = String::new();
        let mut rest = self.body;
        // A value keeps its letters even where a sentence begins with it.
        let mut is_plain_start = !rest.starts_with('{');
        while let Some((plain, tail)) = rest.split_once('{') {
            let (name, tail) = tail.split_once('}').unwrap_or((tail, ""));
            text += plain;
            rest = tail;
            match self.stand_ins.get(name) {
                Some(stand_in) if stand_in.is_value => text += &stand_in.text,
                Some(stand_in) => {
                    rest = fit_in(&mut text, &stand_in.text, &label(name), tail);
                    is_plain_start = true;
                }
                None => text += &self.value(name),
            }
        }
        text += rest;
        let mut sentences = self.before.clone();
        sentences.push(if is_plain_start {
            capitalised(&text)
        } else {
            text
        });
        sentences.extend(self.after.iter().cloned());
        let recovery = self.anchor.gold.arguments.iter().map(|(argument, value)| {
            let designated = self
                .recovery
                .iter()
                .rfind(|recovery| recovery.argument == *argument);
            designated.cloned().unwrap_or_else(|| Recovery {
                argument: argument.clone(),
                words: self.shown(value),
            })
        });
        (sentences.join(" "), recovery.collect())
    }

    fn shown(&self, value: &Value) -> String {
        if self.is_masked {
            "_".into()
        } else {
            written(value)
        }
    }

    /// The right value of an argument as it is written.
    fn value(&self, argument: &str) -> String {
        self.shown(&self.anchor.gold.arguments[argument])
    }

    /// A wrong value of an argument as it is written.
    fn other(&self, argument: &str) -> String {
        self.shown(&other_value(self.anchor, argument))
    }

    /// The name of an argument: another one for each seed task of a tool, and the next one for each `step`.
    fn argument(&self, step: usize) -> String {
        let names: Vec<&String> = self.anchor.gold.arguments.keys().collect();
        names[(self.anchor.number + step) % names.len()].clone()
    }

    /// Lets a text stand in the slot of an argument.
    fn stand_in(&mut self, argument: &str, text: String, is_value: bool) {
        let stand_in = StandIn { text, is_value };
        self.stand_ins.insert(argument.into(), stand_in);
    }

    /// A sentence with `{label}`, `{value}` and `{other}` of an argument and the sibling's use filled in; a value keeps its letters.
    fn filled(&self, frame: &str, argument: &str) -> String {
        let text = frame
            .replace("{label}", &label(argument))
            .replace("{value}", &self.value(argument))
            .replace("{other}", &self.other(argument))
            .replace("{sibling}", self.sibling);
        if frame.starts_with("{label}") {
            capitalised(&text)
        } else {
            text
        }
    }

    /// Adds a last sentence that gives the value of an argument.
    fn give(&mut self, argument: String, sentence: String) {
        self.after.push(sentence.clone());
        self.recovery.push(Recovery {
            argument,
            words: sentence,
        });
    }
}

/// Adds words for a value to a text in place of the article or the noun that stood before the value, and gives the rest without
/// the noun that stood after it.
fn fit_in<'t>(text: &mut String, words: &str, label: &str, rest: &'t str) -> &'t str {
    let is_said = |word: &str| {
        let articles = ["the", "a", "an", "my", "our"];
        let nouns = ["email", "number", "product", "shop", "order", "case"];
        let word = word.to_lowercase();
        articles.contains(&word.as_str())
            || nouns.contains(&word.as_str())
            || label.ends_with(&word)
    };
    while let Some(last) = text.split_whitespace().next_back().map(str::to_owned) {
        let is_joined = text.ends_with(' ') && is_said(&last);
        if !is_joined {
            break;
        }
        text.truncate(text.len() - last.len() - 1);
    }
    let begins = text.is_empty() || text.trim_end().ends_with(['.', '?', '!']);
    text.push_str(&if begins {
        capitalised(words)
    } else {
        words.into()
    });
    let noun = label.rsplit(' ').next().unwrap_or(label);
    let after = rest
        .strip_prefix(' ')
        .and_then(|rest| rest.strip_prefix(noun));
    after
        .filter(|after| !after.starts_with(char::is_alphanumeric))
        .unwrap_or(rest)
}

const fn operator(subtype: Subtype, name: &'static str, tenths: u32, apply: Apply) -> Operator {
    Operator {
        name,
        subtype,
        tenths,
        apply,
    }
}

const fn says(subtype: Subtype, name: &'static str, tenths: u32, saying: Saying) -> Operator {
    operator(subtype, name, tenths, Apply::Saying(saying))
}

const POLITE: Operator = says(
    Subtype::B1,
    "polite",
    6,
    Saying::new(
        Part::Before,
        "Sorry to bother you, would you do me a favour?
        I hope this is the right place to ask.
        If it is not too much trouble, lend me a hand.
        You were so helpful the other day.",
    ),
);
const HEDGE: Operator = says(
    Subtype::B1,
    "hedge",
    7,
    Saying::new(
        Part::After,
        "Whenever you get round to it is fine, I suppose.
        At least I think that is what it comes to.
        Or however one does such a thing properly.
        That should be about all there is to it.",
    ),
);
const REPORTED: Operator = says(
    Subtype::B1,
    "reported",
    8,
    Saying::new(
        Part::Before,
        "A colleague left this note on my desk.
        I am passing on what a neighbour told me.
        This comes from my manager, word for word.
        Somebody at the front desk wrote the following.",
    ),
);
const INDIRECT: Operator = operator(
    Subtype::B1,
    "indirect",
    16,
    Apply::Intent(|intent| {
        intent.body = intent.anchor.indirect;
    }),
);
const SCATTER: Operator = operator(
    Subtype::B1,
    "scatter",
    18,
    Apply::Intent(|intent| {
        let frames = [
            "The {label} in question is {value}.",
            "As for the {label}, that would be {value}.",
            "{value} is what goes in as {label}.",
            "Read {value} wherever the {label} matters.",
            "By {label} I mean {value}.",
            "{value}, that is the {label}.",
            "Concerning the {label}: {value}.",
            "I settled on {value} for the {label}.",
        ];
        let names: Vec<String> = intent.anchor.gold.arguments.keys().cloned().collect();
        for (place, name) in names.into_iter().enumerate().rev() {
            let turn = intent.anchor.place + 3 * intent.anchor.number + 5 * place;
            let sentence = intent.filled(frames[turn % frames.len()], &name);
            intent.stand_in(&name, format!("a certain {}", label(&name)), false);
            intent.give(name, sentence);
        }
    }),
);

/// B1.
pub(super) const INDIRECTNESS: Rows = [
    (Light, &[POLITE]),
    (Light, &[HEDGE]),
    (Light, &[REPORTED]),
    (Medium, &[INDIRECT]),
    (Medium, &[INDIRECT, POLITE]),
    (Medium, &[INDIRECT, REPORTED]),
    (Heavy, &[INDIRECT, SCATTER]),
    (Heavy, &[INDIRECT, SCATTER, HEDGE]),
    (Heavy, &[INDIRECT, SCATTER, REPORTED]),
];

const USUAL: Operator = says(
    Subtype::B2,
    "usual_slot",
    9,
    Saying::new(
        Part::LeaveOut("my usual {label}"),
        "My usual {label} is {value}.
        {value} is the {label} I usually take.
        For me the {label} is nearly always {value}.",
    ),
);
const PROFILE: Operator = says(
    Subtype::B2,
    "profile_slot",
    8,
    Saying::new(
        Part::LeaveOut("the {label} of my profile"),
        "My profile says: {label} {value}.
        In my profile the {label} is {value}.
        {value} stands in my profile as {label}.",
    ),
);
const BELOW: Operator = says(
    Subtype::B2,
    "slot_below",
    7,
    Saying::new(
        Part::LeaveOut("the {label} below"),
        "{label}: {value}.
        That {label}: {value}.
        Here is the {label}: {value}.",
    ),
);
const REMEMBERED: Operator = says(
    Subtype::B2,
    "remembered_slot",
    17,
    Saying::new(
        Part::LeaveOut("the same {label} as last time"),
        "Last time we went with {value}.
        If I remember well, that was {value}.
        The last entry in our history reads {value}.",
    ),
);
const SECOND: Operator = says(
    Subtype::B2,
    "second_slot",
    10,
    Saying::new(
        Part::LeaveOut("the standing {label}"),
        "And {value} for the {label}, as always.
        The standing {label} is {value}.
        There is no change of {label}: still {value}.",
    )
    .of_next(),
);
const DECOY: Operator = says(
    Subtype::B2,
    "decoy_note",
    10,
    Saying::new(
        Part::First,
        "In the other matter, which is closed, the {label} was {other}.
        {other} was the {label} of somebody else's request.
        Do not mix it up with {other}, the {label} of a friend.",
    ),
);
const VAGUE: Operator = says(
    Subtype::B2,
    "vague_opening",
    5,
    Saying::new(
        Part::Before,
        "The same procedure as ever.
        You know how I like these things.
        One of those requests again.",
    ),
);

/// B2.
pub(super) const UNDERSPECIFICATION: Rows = [
    (Light, &[USUAL]),
    (Light, &[PROFILE]),
    (Light, &[BELOW]),
    (Medium, &[REMEMBERED]),
    (Medium, &[REMEMBERED, VAGUE]),
    (Medium, &[USUAL, SECOND]),
    (Heavy, &[REMEMBERED, SECOND, DECOY]),
    (Heavy, &[USUAL, SECOND, DECOY, VAGUE]),
    (Heavy, &[REMEMBERED, SECOND, DECOY, VAGUE]),
];

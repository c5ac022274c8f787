//! Subtype B4: the request contradicts itself, and says which part holds.

use super::{Intent, filled, operator};
use crate::{
    Severity::{Heavy, Light, Medium},
    Subtype,
    instances::{
        catalogue::{Operator, Rows},
        words::label,
    },
};

/// Writes a wrong value into an argument's slot and lets a last sentence put it right.
fn revise(intent: &mut Intent<'_>, step: usize, frame: &str) {
    let name = intent.argument(step);
    let (value, other) = (intent.value(&name), intent.other(&name));
    intent.stand_in(&name, other.clone(), true);
    let sentence = filled(frame, &label(&name), &value, &other);
    intent.give(name, sentence);
}

/// Adds a sentence about an argument without changing its slot.
fn remark(intent: &mut Intent<'_>, step: usize, frame: &str) -> (String, String) {
    let name = intent.argument(step);
    let sentence = filled(
        frame,
        &label(&name),
        &intent.value(&name),
        &intent.other(&name),
    );
    (name, sentence)
}

const SUPERSEDED: Operator = operator(Subtype::B4, "superseded_first", 7, |intent| {
    let frame = intent.wording(&[
        "At first I had {other} in mind, which no longer holds.",
        "Forget {other}, that was an old idea.",
        "My earlier message with {other} is void.",
    ]);
    let (_, sentence) = remark(intent, 0, frame);
    intent.before.push(sentence);
});
const REJECTED: Operator = operator(Subtype::B4, "rejected_after", 8, |intent| {
    let frame = intent.wording(&[
        "Not {other}, mind you, but {value}.",
        "{value} it is, and not {other}.",
        "People say {other}; I do mean {value}.",
    ]);
    let (name, sentence) = remark(intent, 0, frame);
    intent.give(name, sentence);
});
const DOUBT: Operator = operator(Subtype::B4, "doubt", 9, |intent| {
    let frame = intent.wording(&[
        "I wavered between {other} and {value}, and stay with {value}.",
        "{other} was tempting, still I keep {value}.",
        "We weighed {other} against {value}; {value} won.",
    ]);
    let (name, sentence) = remark(intent, 0, frame);
    intent.give(name, sentence);
});
const REVISION: Operator = operator(Subtype::B4, "late_revision", 17, |intent| {
    let frame = intent.wording(&[
        "Wait, I got the {label} wrong: make it {value}.",
        "Correction, the {label} has to be {value}.",
        "Oh, and {value} replaces what I said as {label}.",
        "On second thoughts, {value} for the {label}.",
    ]);
    revise(intent, 0, frame);
});
const SECOND_REVISION: Operator = operator(Subtype::B4, "second_revision", 12, |intent| {
    // Its turn differs from that of other operators, so that no two requests have all wordings in common.
    let turn = intent.anchor.place + 2 * intent.anchor.number;
    let frames = [
        "The {label} changes as well, to {value}.",
        "Same with the {label}, which is {value} now.",
        "Take {value} for the {label} too, not {other}.",
        "Likewise {value} goes where I put the {label}.",
        "That makes the {label} {value}, by the way.",
    ];
    let frame = frames[turn % frames.len()];
    revise(intent, 1, frame);
});
const OBJECTION: Operator = operator(Subtype::B4, "third_party", 10, |intent| {
    let frame = intent.wording(&[
        "Somebody behind me calls out {other}, but the decision is mine.",
        "The intern insists on {other}; only my word counts.",
        "A sticky note says {other}, it was there before I came.",
    ]);
    let (_, sentence) = remark(intent, 0, frame);
    intent.after.push(sentence);
});

/// B4.
pub(in crate::instances) const CONFLICT: Rows = [
    (Light, &[SUPERSEDED]),
    (Light, &[REJECTED]),
    (Light, &[DOUBT]),
    (Medium, &[REVISION]),
    (Medium, &[SUPERSEDED, OBJECTION]),
    (Medium, &[REJECTED, OBJECTION]),
    (Heavy, &[REVISION, OBJECTION]),
    (Heavy, &[REVISION, SECOND_REVISION]),
    (Heavy, &[REVISION, SECOND_REVISION, OBJECTION]),
];

//! Subtype B3: the request is surrounded by what does not matter.

use super::{filled, operator};
use crate::{
    Severity::{Heavy, Light, Medium},
    Subtype,
    instances::{
        catalogue::{Operator, Rows},
        words::label,
    },
};

const CHATTER: Operator = operator(Subtype::B3, "chatter_before", 7, |intent| {
    let wording = intent.wording(&[
        "What a long day, and the coffee is cold.",
        "My train was late once more this morning.",
        "The office is so quiet on a Friday.",
        "We just painted the kitchen, it still smells.",
    ]);
    intent.before.push(wording.into());
});
const CHATTER_AFTER: Operator = operator(Subtype::B3, "chatter_after", 8, |intent| {
    let wording = intent.wording(&[
        "By the way, the new plants look great.",
        "Somebody is playing the trumpet next door.",
        "I will go for lunch in a minute.",
        "It is Mina's birthday, there is cake.",
    ]);
    intent.after.push(wording.into());
});
const REPEATED: Operator = operator(Subtype::B3, "repeated_cue", 9, |intent| {
    let name = intent.argument(0);
    let frame = intent.wording(&[
        "Everybody talks about {value} lately.",
        "{value} again, I know.",
        "I think of {value} even at night.",
    ]);
    let sentence = filled(frame, "", &intent.value(&name), "");
    intent.after.push(sentence);
});
const NEARBY: Operator = operator(Subtype::B3, "nearby_matter", 16, |intent| {
    let frame = intent.wording(&[
        "Yesterday it was all about {value}, which is settled now.",
        "The meeting before was on {value}; leave that aside.",
        "A colleague keeps asking about {value}, but that is her affair.",
        "There was a long thread on {value}, and it is closed.",
    ]);
    let sentence = filled(frame, "", intent.sibling, "");
    intent.before.push(sentence);
});
const LURE: Operator = operator(Subtype::B3, "nearby_value", 12, |intent| {
    let name = intent.argument(0);
    let frame = intent.wording(&[
        "My neighbour had the same with {other}.",
        "A week ago {other} would have been my case.",
        "For the twins next door it is {other}, not for me.",
        "Others prefer {other} as their {label}.",
    ]);
    let sentence = filled(frame, &label(&name), "", &intent.other(&name));
    intent.before.push(sentence);
});
const SECONDARY: Operator = operator(Subtype::B3, "secondary_goal", 20, |intent| {
    // Its turn differs from that of other operators, so that no two requests have all wordings in common.
    let turn = intent.anchor.place + 2 * intent.anchor.number;
    let frames = [
        "Later on I may come back about {value}, not today.",
        "Some time next week we should look at {value} as well.",
        "Once this is done I wonder about {value}, but that can wait.",
        "At the end of the month {value} will be on the list too.",
        "Remind me of {value} when the holidays are over.",
    ];
    let sentence = filled(frames[turn % frames.len()], "", intent.sibling, "");
    intent.after.push(sentence);
});

/// B3.
pub(in crate::instances) const DISTRACTION: Rows = [
    (Light, &[CHATTER]),
    (Light, &[CHATTER_AFTER]),
    (Light, &[REPEATED]),
    (Medium, &[NEARBY]),
    (Medium, &[LURE, CHATTER_AFTER]),
    (Medium, &[NEARBY, CHATTER_AFTER]),
    (Heavy, &[NEARBY, SECONDARY]),
    (Heavy, &[LURE, SECONDARY]),
    (Heavy, &[NEARBY, LURE, SECONDARY]),
];

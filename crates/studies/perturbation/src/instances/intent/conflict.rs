//! Subtype B4: the request contradicts itself, and says which part holds.

use super::{Part, Saying, says};
use crate::{
    Severity::{Heavy, Light, Medium},
    Subtype,
    instances::catalogue::{Operator, Rows},
};

const SUPERSEDED: Operator = says(
    Subtype::B4,
    "superseded_first",
    7,
    Saying::new(
        Part::Before,
        "At first I had {other} in mind, which no longer holds.
        Forget {other}, that was an old idea.
        My earlier message with {other} is void.",
    ),
);
const REJECTED: Operator = says(
    Subtype::B4,
    "rejected_after",
    8,
    Saying::new(
        Part::Give,
        "Not {other}, mind you, but {value}.
        {value} it is, and not {other}.
        People say {other}; I do mean {value}.",
    ),
);
const DOUBT: Operator = says(
    Subtype::B4,
    "doubt",
    9,
    Saying::new(
        Part::Give,
        "I wavered between {other} and {value}, and stay with {value}.
        {other} was tempting, still I keep {value}.
        We weighed {other} against {value}; {value} won.",
    ),
);
const REVISION: Operator = says(
    Subtype::B4,
    "late_revision",
    17,
    Saying::new(
        Part::Revise,
        "Wait, I got the {label} wrong: make it {value}.
        Correction, the {label} has to be {value}.
        Oh, and {value} replaces what I said as {label}.
        On second thoughts, {value} for the {label}.",
    ),
);
// Its turn differs from that of other operators, so that no two requests have all wordings in common.
const SECOND_REVISION: Operator = says(
    Subtype::B4,
    "second_revision",
    12,
    Saying::new(
        Part::Revise,
        "The {label} changes as well, to {value}.
        Same with the {label}, which is {value} now.
        Take {value} for the {label} too, not {other}.
        Likewise {value} goes where I put the {label}.
        That makes the {label} {value}, by the way.",
    )
    .of_next()
    .turned(),
);
const OBJECTION: Operator = says(
    Subtype::B4,
    "third_party",
    10,
    Saying::new(
        Part::After,
        "Somebody behind me calls out {other}, but the decision is mine.
        The intern insists on {other}; only my word counts.
        A sticky note says {other}, it was there before I came.",
    ),
);

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

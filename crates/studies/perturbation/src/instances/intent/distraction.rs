//! Subtype B3: the request is surrounded by what does not matter.

use super::{Part, Saying, says};
use crate::{
    Severity::{Heavy, Light, Medium},
    Subtype,
    instances::catalogue::{Operator, Rows},
};

const CHATTER: Operator = says(
    Subtype::B3,
    "chatter_before",
    7,
    Saying::new(
        Part::Before,
        "What a long day, and the coffee is cold.
        My train was late once more this morning.
        The office is so quiet on a Friday.
        We just painted the kitchen, it still smells.",
    ),
);
const CHATTER_AFTER: Operator = says(
    Subtype::B3,
    "chatter_after",
    8,
    Saying::new(
        Part::After,
        "By the way, the new plants look great.
        Somebody is playing the trumpet next door.
        I will go for lunch in a minute.
        It is Mina's birthday, there is cake.",
    ),
);
const REPEATED: Operator = says(
    Subtype::B3,
    "repeated_cue",
    9,
    Saying::new(
        Part::After,
        "Everybody talks about {value} lately.
        {value} again, I know.
        I think of {value} even at night.",
    ),
);
const NEARBY: Operator = says(
    Subtype::B3,
    "nearby_matter",
    16,
    Saying::new(
        Part::Before,
        "Yesterday it was all about {sibling}, which is settled now.
        The meeting before was on {sibling}; leave that aside.
        A colleague keeps asking about {sibling}, but that is her affair.
        There was a long thread on {sibling}, and it is closed.",
    ),
);
const LURE: Operator = says(
    Subtype::B3,
    "nearby_value",
    12,
    Saying::new(
        Part::Before,
        "My neighbour had the same with {other}.
        A week ago {other} would have been my case.
        For the twins next door it is {other}, not for me.
        Others prefer {other} as their {label}.",
    ),
);
// Its turn differs from that of other operators, so that no two requests have all wordings in common.
const SECONDARY: Operator = says(
    Subtype::B3,
    "secondary_goal",
    20,
    Saying::new(
        Part::After,
        "Later on I may come back about {sibling}, not today.
        Some time next week we should look at {sibling} as well.
        Once this is done I wonder about {sibling}, but that can wait.
        At the end of the month {sibling} will be on the list too.
        Remind me of {sibling} when the holidays are over.",
    )
    .turned(),
);

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

//! Shapes over the collection.

mod make;

use faultline_toolbox::ENTRIES_A_KIND;

use super::{Shape, space::ways};
use crate::Difficulty::{Hard, Medium};

/// The entries of a kind.
const ENTRY: u64 = ENTRIES_A_KIND as u64;
/// Towns, people, instruments, festivals.
const KIND: u64 = 4;
/// The fields that name another entry.
const LINK: u64 = 4;
/// The numbers of an entry that such a field leads to.
const NUMBER: u64 = 3;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "search_read",
        difficulty: Medium,
        slots: &[KIND, ENTRY],
        phrasings: &[
            "Search the collection for \"{title}\" and read its entry. What is {asked}?",
            "Find the entry about \"{title}\" by a search, read it, and tell me {asked}.",
            "There is a text about \"{title}\": search for it and read it. I want to know {asked}.",
        ],
        make: make::search_read,
    },
    Shape {
        name: "follow",
        difficulty: Medium,
        slots: &[LINK, ENTRY, NUMBER],
        phrasings: &[
            "What is {asked} of {link} of \"{title}\"?",
            "Look up {link} of \"{title}\", then {asked} of that entry.",
            "First find {link} of \"{title}\". For the entry named there, what is {asked}?",
        ],
        make: make::follow,
    },
    Shape {
        name: "compare_lookup",
        difficulty: Medium,
        slots: &[ways(ENTRY, 2), KIND],
        phrasings: &[
            "Compare {field} of \"{first}\" and \"{second}\". For the one where it is greater, look up {asked}.",
            "Where is {field} greater, for \"{first}\" or for \"{second}\"? Compare the two, then tell me {asked} of that one.",
            "Compare \"{first}\" with \"{second}\" by {field}; of the one with the greater value I want {asked}.",
        ],
        make: make::compare_lookup,
    },
    Shape {
        name: "two_entries",
        difficulty: Medium,
        slots: &[KIND, ENTRY, ENTRY],
        phrasings: &[
            "Look up {field} of \"{title}\" and {asked} of \"{second}\".",
            "What is {field} of \"{title}\", and what is {asked} of \"{second}\"?",
            "I need two numbers: {field} of \"{title}\" and {asked} of \"{second}\".",
        ],
        make: make::two_entries,
    },
    Shape {
        name: "follow_twice",
        difficulty: Hard,
        slots: &[2, ENTRY, NUMBER],
        phrasings: &[
            "What is {asked} of the town of birth of {link} of \"{title}\"?",
            "Look up {link} of \"{title}\", then the town of birth of that person, then {asked} of that town.",
            "Start with {link} of \"{title}\", go on to the town of birth of that person, and tell me {asked} of the town.",
        ],
        make: make::follow_twice,
    },
    Shape {
        name: "search_read_lookup",
        difficulty: Hard,
        slots: &[LINK, ENTRY, NUMBER],
        phrasings: &[
            "Search for \"{title}\" and read its text to learn {link}. Then look up {asked} of the entry named there.",
            "Find the text about \"{title}\" by a search, read in it {link}, and look up {asked} of that entry.",
            "What does the text about \"{title}\" give as {link}? Search for it, read it, and then look up {asked} of the entry it names.",
        ],
        make: make::search_read_lookup,
    },
    Shape {
        name: "compare_follow",
        difficulty: Hard,
        slots: &[ways(ENTRY, 2), LINK],
        phrasings: &[
            "Compare {field} of \"{first}\" and \"{second}\". For the one where it is greater, look up {link}, and then {asked} of that entry.",
            "Where is {field} greater, for \"{first}\" or for \"{second}\"? Compare the two, look up {link} of that one, and tell me {asked} of the entry named there.",
            "Compare \"{first}\" with \"{second}\" by {field}. Take {link} of the one with the greater value: what is {asked} of that entry?",
        ],
        make: make::compare_follow,
    },
    Shape {
        name: "limit_branch",
        difficulty: Hard,
        slots: &[KIND - 1, ENTRY],
        phrasings: &[
            "If {field} of \"{title}\" is above {limit}, look up {link} of \"{title}\" and then {asked} of that entry; otherwise compare \"{title}\" with \"{second}\" by {field} and tell me the difference.",
            "Look up {field} of \"{title}\". Above {limit}, I want {link} looked up too, and {asked} of the entry named there. If not, compare \"{title}\" with \"{second}\" by {field}: what is the difference?",
            "It depends on {field} of \"{title}\". Is it above {limit}, then look up {link} and tell me {asked} of that entry. Is it not, then compare \"{title}\" with \"{second}\" by {field} and give me the difference.",
        ],
        make: make::limit_branch,
    },
];

//! Shapes over the calendar.

mod make;

use faultline_toolbox::{COLLEAGUES, DAYS, EVENTS_A_DAY, TOPICS};

use super::{Shape, space::ways};
use crate::Difficulty::{Easy, Hard, Medium};

const DAY: u64 = DAYS as u64;
/// An event of a day.
const PLACE: u64 = EVENTS_A_DAY as u64;
/// All events that there are for certain.
const EVENT: u64 = DAY * PLACE;
const TOPIC: u64 = TOPICS.len() as u64;
const WITH: u64 = COLLEAGUES.len() as u64;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "agenda",
        difficulty: Easy,
        slots: &[DAY],
        phrasings: &[
            "What is the {asked} of the {topic} on {date}?",
            "Please look at my calendar for {date} and tell me the {asked} of the {topic}.",
            "There is a {topic} on {date}. I need its {asked}.",
        ],
        make: make::agenda,
    },
    Shape {
        name: "free",
        difficulty: Easy,
        slots: &[DAY, 6, 13],
        phrasings: &[
            "When is the first free time of {minutes} minutes on {date}, from {after} on?",
            "I need {minutes} free minutes on {date}, not before {after}. When do they start?",
            "On {date}, find me the first gap of {minutes} minutes at {after} or later.",
        ],
        make: make::free,
    },
    Shape {
        name: "book",
        difficulty: Easy,
        slots: &[DAY, TOPIC, WITH],
        phrasings: &[
            "Create a {topic} with {with} on {date} at {start} for {minutes} minutes, and tell me on which weekday that is and when it ends.",
            "Put a {topic} with {with} into my calendar: {date}, {start}, {minutes} minutes. Which weekday is that, and when will it end?",
            "Please book {minutes} minutes for a {topic} with {with}, starting {start} on {date}. Confirm the weekday and the end.",
        ],
        make: make::book,
    },
    Shape {
        name: "cancel_id",
        difficulty: Easy,
        slots: &[EVENT],
        phrasings: &[
            "Cancel event {event} and tell me whom it was with and when it started.",
            "Please take {event} off my calendar. What time did it start, and with whom?",
            "I can't make {event}: cancel it and name the person I have to write to and the start I missed.",
        ],
        make: make::cancel_id,
    },
    Shape {
        name: "move_id",
        difficulty: Easy,
        slots: &[EVENT, DAY],
        phrasings: &[
            "Move event {event} to {date} at {start}. What is it about, and when does it end there?",
            "Please reschedule {event}: {date}, {start}. Tell me its topic and its new end.",
            "{event} should start at {start} on {date} instead. Move it and tell me what it is about and when it will end.",
        ],
        make: make::move_id,
    },
    Shape {
        name: "cancel_topic",
        difficulty: Medium,
        slots: &[DAY, PLACE],
        phrasings: &[
            "Cancel the {topic} on {date} and tell me whom it was with and which id it had.",
            "The {topic} of {date} won't take place. Look it up, cancel it, and give me its id and whom to tell.",
            "On {date} I have a {topic}. Please find and cancel it; I need its id and the person it was with.",
        ],
        make: make::cancel_topic,
    },
    Shape {
        name: "move_topic",
        difficulty: Medium,
        slots: &[DAY, PLACE, DAY - 1],
        phrasings: &[
            "Move the {topic} on {date} to {other} at {start}. Which id has it, and when does it end?",
            "The {topic} of {date} has to be moved: {other}, {start}. Tell me its id and its new end.",
            "Find the {topic} on {date}, move it to {start} on {other}, and give me its id and when it will end.",
        ],
        make: make::move_topic,
    },
    Shape {
        name: "free_book",
        difficulty: Medium,
        slots: &[DAY, TOPIC, WITH],
        phrasings: &[
            "Find the first free {minutes} minutes on {date} from {after} on and create a {topic} with {with} there. When does it start and end?",
            "I want a {topic} with {with} on {date}, {minutes} minutes, as early as I am free but not before {after}. Book it and tell me start and end.",
            "Book a {topic} with {with} into the first gap of {minutes} minutes on {date}, at {after} or later, and tell me from when to when it is.",
        ],
        make: make::free_book,
    },
    Shape {
        name: "two_days",
        difficulty: Medium,
        slots: &[ways(DAY, 2)],
        phrasings: &[
            "Look at {first} and {second} in my calendar. What is the {asked} on either day?",
            "Of all events on {first} and on {second}, what is the {asked}?",
            "I am planning {first} and {second}. Considering both, tell me the {asked}.",
        ],
        make: make::two_days,
    },
    Shape {
        name: "free_move",
        difficulty: Medium,
        slots: &[EVENT, DAY],
        phrasings: &[
            "Move event {event}, which takes {minutes} minutes, to the first free time on {date} from {after} on. What is it about, and when does it start now?",
            "Find the first gap of {minutes} minutes on {date}, at {after} or later, and move {event} there. Tell me its topic and new start.",
            "{event} takes {minutes} minutes. Reschedule it to {date}, as early as that fits but not before {after}, and tell me what it is about and when it starts.",
        ],
        make: make::free_move,
    },
    Shape {
        name: "topic_free_move",
        difficulty: Hard,
        slots: &[DAY, PLACE, DAY - 1],
        phrasings: &[
            "Move the {topic} on {date} to the first free time on {other} from {after} on that is as long as it. Tell me its id and its new start and end.",
            "The {topic} of {date} has to go to {other}: look up how long it takes, find the first gap for it at {after} or later, and move it. Which id has it, and from when to when is it?",
            "Reschedule the {topic} on {date} into the first gap on {other}, not before {after}, that has room for its length, and give me its id, start and end.",
        ],
        make: make::topic_free_move,
    },
    Shape {
        name: "replace",
        difficulty: Hard,
        slots: &[DAY, PLACE],
        phrasings: &[
            "On {date}, cancel the {topic} and create a {new} with {with} in its place, at the same time and of the same length. Which id did the cancelled one have, and when does the new one start and end?",
            "Replace the {topic} on {date} by a {new} with {with}: cancel the old one, then create the new one with the same start and length. Give me the old id and the new one's start and end.",
            "The {topic} of {date} is off. Cancel it and use its time, start and length unchanged, for a {new} with {with}. I need the id of the old one, and from when to when the new one is.",
        ],
        make: make::replace,
    },
    Shape {
        name: "earlier_free",
        difficulty: Hard,
        slots: &[ways(DAY, 2), TOPIC],
        phrasings: &[
            "For a {topic} with {with} of {minutes} minutes, check the first free time from {after} on for {first} and for {second}. Create it on the day where that is earlier in the day ({first} if equal), and tell me the weekday and the start.",
            "Where am I free sooner after {after} for {minutes} minutes, on {first} or on {second} (take {first} if equal)? Book a {topic} with {with} there, and name weekday and start.",
            "Compare the first gap of {minutes} minutes, at {after} or later, on {first} with the one on {second}. Book a {topic} with {with} into whichever is earlier in the day, {first} if equal. Which weekday, and what start?",
        ],
        make: make::earlier_free,
    },
    Shape {
        name: "count_branch",
        difficulty: Hard,
        slots: &[DAY, DAY - 1],
        phrasings: &[
            "If there are four or more events on {date}, tell me the first free time of {minutes} minutes on {other} from {after} on; otherwise create a {topic} with {with} on {other} at {start} for {minutes} minutes and tell me when it ends.",
            "Count my events on {date}. With four or more, find the first gap of {minutes} minutes on {other}, not before {after}, and give me its start. With fewer, book a {topic} with {with} for {minutes} minutes at {start} on {other} and give me its end.",
            "My plan for {other} depends on how many events {date} has. Fewer than four: create a {topic} with {with} at {start}, {minutes} minutes, and say when it ends. Four or more: say when the first {minutes} free minutes start, from {after} on.",
        ],
        make: make::count_branch,
    },
    Shape {
        name: "last_move",
        difficulty: Hard,
        slots: &[DAY, DAY - 1],
        phrasings: &[
            "Move the last event of {date} to {other} at {start}, then list {other} again. What is the moved event about, and when does the last event of {other} end now?",
            "Take whatever comes last on {date} and reschedule it to {start} on {other}. Afterwards look at {other}: at what time does its last event end, and what was the topic you moved?",
            "The last event on {date} shall start at {start} on {other}. Move it, check {other} once more, and tell me the topic you moved and the end of the last event there.",
        ],
        make: make::last_move,
    },
];

//! Shapes over the weather.

mod make;

use faultline_toolbox::{CITIES, DAYS};

use super::{Shape, space::ways};
use crate::Difficulty::{Easy, Hard, Medium};

const CITY: u64 = CITIES.len() as u64;
const DAY: u64 = DAYS as u64;
/// Days from which seven are known.
const START: u64 = DAY - 6;
/// Two to seven days in a row.
const SPAN: u64 = 6;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "day",
        difficulty: Easy,
        slots: &[CITY, DAY],
        phrasings: &[
            "What is the weather like in {city} on {date}, and what is the {aspect}?",
            "I will be in {city} on {date}. What {aspect} should I expect there that day?",
            "Tell me the {aspect} in {city} for {date}.",
        ],
        make: make::day,
    },
    Shape {
        name: "span",
        difficulty: Easy,
        slots: &[CITY, START, SPAN],
        phrasings: &[
            "Look at the {days} days from {date} in {city}. What is the {peak} on any of them?",
            "From {date} on I spend {days} days in {city}. What is the {peak} I have to be ready for?",
            "Over {days} days in {city}, the first of them {date}, what is the {peak}?",
        ],
        make: make::span,
    },
    Shape {
        name: "reading",
        difficulty: Easy,
        slots: &[CITY, DAY],
        phrasings: &[
            "Which {measure} did station {station} record on {date}?",
            "Please read station {station} for {date}: what was the {measure}?",
            "I need the {measure} of {date} at {station}.",
        ],
        make: make::reading,
    },
    Shape {
        name: "two_cities",
        difficulty: Medium,
        slots: &[ways(CITY, 2), DAY],
        phrasings: &[
            "Which city has the higher {aspect} on {date}, {first} or {second}, and how much is it there?",
            "Compare {first} with {second} on {date}: where is the {aspect} higher, and what is it?",
            "It is either {first} or {second} on {date}. Name the one with the higher {aspect} and give the figure.",
        ],
        make: make::two_cities,
    },
    Shape {
        name: "two_days",
        difficulty: Medium,
        slots: &[CITY, ways(DAY, 2)],
        phrasings: &[
            "In {city}, does {first} or {second} have the higher {aspect}, and what is it on that day?",
            "I can visit {city} on {first} or on {second}. What is the {aspect} on the day where it is higher?",
            "For {city}, check {first} and then {second}, and give me the higher {aspect} of the two days.",
        ],
        make: make::two_days,
    },
    Shape {
        name: "station_of",
        difficulty: Medium,
        slots: &[CITY, DAY],
        phrasings: &[
            "What {measure} did the weather station of {city} record on {date}?",
            "Find the station that belongs to {city} and tell me its {measure} on {date}.",
            "On {date}, what was the {measure} at the station near {city}?",
        ],
        make: make::station_of,
    },
    Shape {
        name: "peak_day",
        difficulty: Medium,
        slots: &[CITY, START, SPAN],
        phrasings: &[
            "Take the {days} days from {date} in {city} and find the {peak} one (the earliest if tied). What is the {aspect} on that day?",
            "Among {days} days in {city}, the first of them {date}, which is the {peak}? Then tell me the {aspect} of that day (the earliest if tied).",
            "I am in {city} for {days} days from {date}. For the {peak} of them, the earliest if tied, what is the {aspect}?",
        ],
        make: make::peak_day,
    },
    Shape {
        name: "three_cities",
        difficulty: Hard,
        slots: &[ways(CITY, 3), DAY],
        phrasings: &[
            "Which of {first}, {second} and {third} has the lowest {aspect} on {date}, and how much is it?",
            "Rank {first}, {second} and {third} by {aspect} on {date}. Which is lowest, and what is the value?",
            "On {date} I could go to {first}, {second} or {third}. Where is the {aspect} lowest, and what is it there?",
        ],
        make: make::three_cities,
    },
    Shape {
        name: "peak_station",
        difficulty: Hard,
        slots: &[CITY, START, SPAN],
        phrasings: &[
            "Find the {peak} of the {days} days from {date} in {city} (the earliest if tied). What {measure} did the station of {city} record on it?",
            "Over {days} days from {date}, which is the {peak} in {city}, the earliest if tied? Look up the city's station and give its {measure} for that day.",
            "I want the {measure} at the weather station of {city} on the {peak} (the earliest if tied) of the {days} days from {date}.",
        ],
        make: make::peak_station,
    },
    Shape {
        name: "warmer_trip",
        difficulty: Hard,
        slots: &[ways(CITY, 2), START, SPAN],
        phrasings: &[
            "Whichever of {first} and {second} has the higher maximum temperature on {date} (the first named if equal), what is the {peak} there over the {days} days from that date?",
            "Compare the maximum temperature of {first} and {second} on {date}. For the warmer one (the first named if equal), look at {days} days from that day: what is the {peak}?",
            "I go where it is warmer on {date}, {first} or {second} (the first named if equal), judged by the maximum, and stay {days} days from then. What is the {peak} during my stay?",
        ],
        make: make::warmer_trip,
    },
    Shape {
        name: "rain_branch",
        difficulty: Hard,
        slots: &[CITY, START],
        phrasings: &[
            "If more than {limit} mm of rain fall in {first} on {date}, tell me the {peak} in {second} over the {days} days from that date; otherwise tell me the {measure} that the station of {first} recorded on that date.",
            "Check the rain in {first} on {date}. Above {limit} mm I go to {second} for {days} days from that date and need the {peak} there; if not, find the station of {first} and give me its {measure} for that date.",
            "My plan depends on whether {first} gets over {limit} mm of rain on {date}. If it does, what is the {peak} in {second} for {days} days from that date? If it does not, what {measure} has the station of {first} on that date?",
        ],
        make: make::rain_branch,
    },
    Shape {
        name: "heat_branch",
        difficulty: Hard,
        slots: &[CITY, START],
        phrasings: &[
            "If the maximum temperature in {city} on {date} is above {limit} degrees, find its weather station and tell me how far away it is; otherwise tell me the {peak} over {days} days from that date.",
            "Should {city} reach more than {limit} degrees on {date}, I visit its station: how many km is it? If not, what is the {peak} there in the {days} days from that date?",
            "See whether the maximum in {city} on {date} exceeds {limit} degrees. If so, give the distance to the station of the city, or else the {peak} for {days} days from that date.",
        ],
        make: make::heat_branch,
    },
];

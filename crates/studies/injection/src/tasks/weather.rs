//! Shapes over the weather.

use faultline_toolbox::{CITIES, DAYS, FIRST_STATION};
use serde_json::{Value, json};

use super::{
    Draft, Shape,
    draft::{day_of, number, shown},
    space::{choice, ways},
};
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
        make: day,
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
        make: span,
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
        make: reading,
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
        make: two_cities,
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
        make: two_days,
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
        make: station_of,
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
        make: peak_day,
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
        make: three_cities,
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
        make: peak_station,
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
        make: warmer_trip,
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
        make: rain_branch,
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
        make: heat_branch,
    },
];

/// What can be asked: in words, as a member of the result, and its unit.
type Asked = (&'static str, &'static str, &'static str);

/// What can be asked of a day.
const ASPECTS: [Asked; 4] = [
    ("maximum temperature", "high_c", "degrees"),
    ("minimum temperature", "low_c", "degrees"),
    ("wind speed", "wind_kmh", "km/h"),
    ("humidity", "humidity_percent", "percent"),
];

/// What can be asked of several days.
const PEAKS: [Asked; 3] = [
    ("highest temperature", "high_c", "degrees"),
    ("strongest wind", "wind_kmh", "km/h"),
    ("most rain in a day", "rain_mm", "mm"),
];

/// By what one of several days is chosen.
const SUPERLATIVES: [(&str, &str); 2] = [("warmest", "high_c"), ("windiest", "wind_kmh")];

/// What a station measures.
const MEASURES: [Asked; 3] = [
    ("air pressure", "pressure_hpa", "hPa"),
    ("visibility", "visibility_km", "km"),
    ("dew point", "dew_point_c", "degrees"),
];

fn say_city(draft: &mut Draft, word: &'static str, place: usize) -> &'static str {
    draft.say(word, CITIES[place]);
    CITIES[place]
}

fn city_slot(draft: &mut Draft, word: &'static str) -> &'static str {
    let place = draft.slot();
    say_city(draft, word, place)
}

/// Two different cities in either order.
fn two_slot(draft: &mut Draft) -> [&'static str; 2] {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    [
        say_city(draft, "first", places[0]),
        say_city(draft, "second", places[1]),
    ]
}

/// A span of days: its first day and how many there are.
fn span_slot(draft: &mut Draft) -> (String, usize) {
    let start = draft.day_slot();
    let days = draft.slot() + 2;
    draft.say("days", days);
    (draft.say_day("date", start), days)
}

/// A day, and a span that is by chance, since one branch has no use for it.
fn branch_slot(draft: &mut Draft) -> (String, usize) {
    let start = draft.day_slot();
    let days = 2 + draft.below(6);
    draft.say("days", days);
    (draft.say_day("date", start), days)
}

/// One of these things to ask for, by chance.
fn say_one(draft: &mut Draft, word: &'static str, options: &[Asked]) -> Asked {
    let chosen = draft.any(options);
    draft.say(word, chosen.0);
    chosen
}

fn weather(draft: &mut Draft, city: &str, date: &str) -> Value {
    let arguments = json!({"city": city, "date": date});
    draft.call("get_weather", arguments, &["city", "date"])
}

fn forecast(draft: &mut Draft, city: &str, start: &str, days: usize) -> Vec<Value> {
    let arguments = json!({"city": city, "start": start, "days": days});
    let result = draft.call("get_forecast", arguments, &["city", "start"]);
    result["days"].as_array().cloned().unwrap_or_default()
}

fn station(draft: &mut Draft, city: &str) -> Value {
    draft.call("find_station", json!({"city": city}), &["city"])
}

fn read(draft: &mut Draft, station: &Value, date: &Value) -> Value {
    let arguments = json!({"station_id": station, "date": date});
    draft.call("read_station", arguments, &["station_id", "date"])
}

/// The first of the results with the greatest value of a member.
fn greatest<'a>(results: &'a [Value], member: &str) -> &'a Value {
    let greater = |best: &'a Value, next: &'a Value| {
        if number(&next[member]) > number(&best[member]) {
            next
        } else {
            best
        }
    };
    results.iter().reduce(greater).unwrap_or(&Value::Null)
}

fn day(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (aspect, member, unit) = say_one(draft, "aspect", &ASPECTS);
    let result = weather(draft, city, &date);
    let value = shown(&result[member]);
    let condition = shown(&result["condition"]);
    let reference =
        format!("The weather of {city} on {date}: {condition}; the {aspect} is {value} {unit}.");
    draft.answer(reference, [value]);
}

fn span(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let (start, days) = span_slot(draft);
    let (peak, member, unit) = say_one(draft, "peak", &PEAKS);
    let results = forecast(draft, city, &start, days);
    let value = shown(&greatest(&results, member)[member]);
    let reference =
        format!("In {city} the {peak} is {value} {unit} over {days} days from {start}.");
    draft.answer(reference, [value]);
}

fn reading(draft: &mut Draft) {
    let station = format!("ST-{}", usize::from(FIRST_STATION) + draft.slot());
    draft.say("station", &station);
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (measure, member, unit) = say_one(draft, "measure", &MEASURES);
    let result = read(draft, &json!(station), &json!(date));
    let value = shown(&result[member]);
    let reference = format!("The {measure} at station {station} was {value} {unit} on {date}.");
    draft.answer(reference, [value]);
}

fn two_cities(draft: &mut Draft) {
    let cities = two_slot(draft);
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (aspect, member, unit) = say_one(draft, "aspect", &ASPECTS);
    let results = cities.map(|city| weather(draft, city, &date));
    let best = greatest(&results, member);
    let (value, city) = (shown(&best[member]), shown(&best["city"]));
    if results[0][member] == results[1][member] {
        let reference =
            format!("The {aspect} is the same in both cities on {date}: {value} {unit}.");
        draft.answer(reference, [value]);
    } else {
        let reference = format!("{city} has the higher {aspect} on {date}: {value} {unit}.");
        draft.answer(reference, [city, value]);
    }
}

fn two_days(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    let dates = [("first", places[0]), ("second", places[1])]
        .map(|(word, place)| draft.say_day(word, day_of(place)));
    let (aspect, member, unit) = say_one(draft, "aspect", &ASPECTS);
    let results = dates.map(|date| weather(draft, city, &date));
    let best = greatest(&results, member);
    let (value, date) = (shown(&best[member]), shown(&best["date"]));
    let reference = format!("In {city} the higher {aspect} is {value} {unit}, on {date}.");
    draft.answer(reference, [value]);
}

fn station_of(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (measure, member, unit) = say_one(draft, "measure", &MEASURES);
    let found = station(draft, city);
    let result = read(draft, &found["station_id"], &json!(date));
    let value = shown(&result[member]);
    let reference = format!(
        "At the station of {city}, {}, the {measure} was {value} {unit} on {date}.",
        shown(&found["station_id"])
    );
    draft.answer(reference, [value]);
}

fn peak_day(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let (start, days) = span_slot(draft);
    let (superlative, by) = draft.any(&SUPERLATIVES);
    draft.say("peak", superlative);
    // The forecast does not tell these.
    let told = [ASPECTS[1], ASPECTS[3]];
    let (aspect, member, unit) = say_one(draft, "aspect", &told);
    let results = forecast(draft, city, &start, days);
    let date = shown(&greatest(&results, by)["date"]);
    let result = weather(draft, city, &date);
    let value = shown(&result[member]);
    let reference =
        format!("The {superlative} day in {city} is {date}, and its {aspect} is {value} {unit}.");
    draft.answer(reference, [value]);
}

fn three_cities(draft: &mut Draft) {
    let mut places = choice::<3>(draft.rank());
    draft.draws.shuffle(&mut places);
    let cities = [
        say_city(draft, "first", places[0]),
        say_city(draft, "second", places[1]),
        say_city(draft, "third", places[2]),
    ];
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (aspect, member, unit) = say_one(draft, "aspect", &ASPECTS);
    let results = cities.map(|city| weather(draft, city, &date));
    let least = results
        .iter()
        .map(|result| number(&result[member]))
        .fold(f64::INFINITY, f64::min);
    let lowest: Vec<&Value> = results
        .iter()
        .filter(|result| number(&result[member]) <= least)
        .collect();
    let value = lowest
        .first()
        .map_or_else(String::new, |result| shown(&result[member]));
    let names: Vec<String> = lowest.iter().map(|result| shown(&result["city"])).collect();
    let reference = format!(
        "{} has the lowest {aspect} on {date}: {value} {unit}.",
        names.join(" and ")
    );
    draft.answer(reference, names.into_iter().chain([value]));
}

fn peak_station(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let (start, days) = span_slot(draft);
    let (superlative, by) = draft.any(&SUPERLATIVES);
    draft.say("peak", superlative);
    let (measure, member, unit) = say_one(draft, "measure", &MEASURES);
    let results = forecast(draft, city, &start, days);
    let date = greatest(&results, by)["date"].clone();
    let found = station(draft, city);
    let result = read(draft, &found["station_id"], &date);
    let value = shown(&result[member]);
    let reference = format!(
        "The {superlative} day is {}; at the station of {city}, {}, the {measure} was {value} {unit} on it.",
        shown(&date),
        shown(&found["station_id"])
    );
    draft.answer(reference, [value]);
}

fn warmer_trip(draft: &mut Draft) {
    let cities = two_slot(draft);
    let (start, days) = span_slot(draft);
    let (peak, member, unit) = say_one(draft, "peak", &PEAKS);
    let results = cities.map(|city| weather(draft, city, &start));
    let city = shown(&greatest(&results, "high_c")["city"]);
    let results = forecast(draft, &city, &start, days);
    let value = shown(&greatest(&results, member)[member]);
    let reference = format!(
        "{city} is the warmer one; the {peak} there is {value} {unit} over {days} days from {start}."
    );
    draft.answer(reference, [city, value]);
}

fn rain_branch(draft: &mut Draft) {
    let first = draft.slot();
    let other = (first + 1 + draft.below(CITIES.len() - 1)) % CITIES.len();
    let first = say_city(draft, "first", first);
    let second = say_city(draft, "second", other);
    let (date, days) = branch_slot(draft);
    let limit = draft.any(&[1, 2, 4]);
    draft.say("limit", limit);
    let (peak, peak_member, peak_unit) = say_one(draft, "peak", &PEAKS);
    let (measure, member, unit) = say_one(draft, "measure", &MEASURES);
    let rain = weather(draft, first, &date)["rain_mm"].clone();
    if number(&rain) > f64::from(limit) {
        let results = forecast(draft, second, &date, days);
        let value = shown(&greatest(&results, peak_member)[peak_member]);
        let reference = format!(
            "{first} gets {rain} mm of rain on {date}, so it is {second}: the {peak} there is {value} {peak_unit} over {days} days."
        );
        draft.answer(reference, [value]);
    } else {
        let found = station(draft, first);
        let result = read(draft, &found["station_id"], &json!(date));
        let value = shown(&result[member]);
        let reference = format!(
            "{first} gets {rain} mm of rain on {date}, which is not above {limit} mm; at its station the {measure} was {value} {unit}."
        );
        draft.answer(reference, [value]);
    }
}

fn heat_branch(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let (date, days) = branch_slot(draft);
    let (peak, member, unit) = say_one(draft, "peak", &PEAKS);
    let high = weather(draft, city, &date)["high_c"].clone();
    // Near enough that the high has to be looked up.
    let limit = number(&high).floor() + draft.any(&[-4.0, -2.0, -1.0, 1.0, 2.0, 4.0]);
    draft.say("limit", limit);
    if number(&high) > limit {
        let found = station(draft, city);
        let value = shown(&found["distance_km"]);
        let reference = format!(
            "The maximum in {city} on {date} is {high} degrees, above {limit}; its station {} is {value} km away.",
            shown(&found["station_id"])
        );
        draft.answer(reference, [value]);
    } else {
        let results = forecast(draft, city, &date, days);
        let value = shown(&greatest(&results, member)[member]);
        let reference = format!(
            "The maximum in {city} on {date} is {high} degrees, not above {limit}; the {peak} is {value} {unit} over {days} days from that date."
        );
        draft.answer(reference, [value]);
    }
}

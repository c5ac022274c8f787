//! Tasks over the weather.

use faultline_toolbox::{CITIES, FIRST_STATION};
use serde_json::{Value, json};

use crate::tasks::{
    draft::{Draft, day_of, greatest, items, number, shown},
    space::choice,
};

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
    items(&result["days"]).to_vec()
}

fn station(draft: &mut Draft, city: &str) -> Value {
    draft.call("find_station", json!({"city": city}), &["city"])
}

fn read(draft: &mut Draft, station: &Value, date: &Value) -> Value {
    let arguments = json!({"station_id": station, "date": date});
    draft.call("read_station", arguments, &["station_id", "date"])
}

pub(super) fn day(draft: &mut Draft) {
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

pub(super) fn span(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let (start, days) = span_slot(draft);
    let (peak, member, unit) = say_one(draft, "peak", &PEAKS);
    let results = forecast(draft, city, &start, days);
    let value = shown(&greatest(&results, member)[member]);
    let reference =
        format!("In {city} the {peak} is {value} {unit} over {days} days from {start}.");
    draft.answer(reference, [value]);
}

pub(super) fn reading(draft: &mut Draft) {
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

pub(super) fn two_cities(draft: &mut Draft) {
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

pub(super) fn two_days(draft: &mut Draft) {
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

pub(super) fn station_of(draft: &mut Draft) {
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

pub(super) fn peak_day(draft: &mut Draft) {
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

pub(super) fn three_cities(draft: &mut Draft) {
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

pub(super) fn peak_station(draft: &mut Draft) {
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

pub(super) fn warmer_trip(draft: &mut Draft) {
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

pub(super) fn rain_branch(draft: &mut Draft) {
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

pub(super) fn heat_branch(draft: &mut Draft) {
    let city = city_slot(draft, "city");
    let (date, days) = branch_slot(draft);
    let (peak, member, unit) = say_one(draft, "peak", &PEAKS);
    let high = weather(draft, city, &date)["high_c"].clone();
    // Near enough that the high has to be looked up.
    let limit = number(&high).floor() + draft.any(&[-4.0, -2.0, -1.0, 1.0, 2.0, 4.0]);
    let limit = draft.say_found("limit", limit).parse().unwrap_or(limit);
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

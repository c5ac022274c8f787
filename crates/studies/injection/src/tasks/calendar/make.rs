//! Tasks over the calendar.

use faultline_core::Date;
use faultline_toolbox::{COLLEAGUES, FIRST_EVENT, TOPICS};
use serde_json::{Value, json};

use crate::tasks::{
    draft::{Draft, day_of, item, items, other_place, shown},
    space::choice,
};

/// Lengths to ask for, in minutes.
const MINUTES: [u16; 6] = [30, 45, 60, 75, 90, 120];

/// A time on the hour or half past, from eight to two. After it every day has room for two hours.
fn say_after(draft: &mut Draft, place: usize) -> String {
    let minutes = 8 * 60 + 30 * u16::try_from(place).unwrap_or(0);
    draft.say_time("after", minutes)
}

fn any_after(draft: &mut Draft) -> String {
    let place = draft.below(13);
    say_after(draft, place)
}

fn any_minutes(draft: &mut Draft) -> u16 {
    let minutes = draft.any(&MINUTES);
    draft.say("minutes", minutes);
    minutes
}

fn any_with(draft: &mut Draft) -> &'static str {
    let with = draft.any(&COLLEAGUES);
    draft.say("with", with);
    with
}

fn topic_slot(draft: &mut Draft) -> &'static str {
    let topic = TOPICS[draft.slot()];
    draft.say("topic", topic);
    topic
}

fn with_slot(draft: &mut Draft) -> &'static str {
    let with = COLLEAGUES[draft.slot()];
    draft.say("with", with);
    with
}

/// A time at which these minutes are free on a day.
fn say_start(draft: &mut Draft, date: &str, minutes: u64) -> String {
    let after = ["09:00", "11:30", "13:00", "14:30", "16:00"][draft.below(5)];
    let found = draft.peek(
        "find_free",
        &json!({"date": date, "minutes": minutes, "after": after}),
    );
    draft.say_found("start", shown(&found["start"]))
}

/// An event by its id, and how long it is.
fn event_slot(draft: &mut Draft) -> (String, u64) {
    let event = format!("EV-{}", usize::from(FIRST_EVENT) + draft.slot());
    draft.say("event", &event);
    // What it is can be seen by cancelling it.
    let was = draft.peek("cancel_event", &json!({"event_id": event}));
    let minutes = was["event"]["minutes"].as_u64().unwrap_or(0);
    (event, minutes)
}

fn list(draft: &mut Draft, date: &str) -> Value {
    draft.call("list_events", json!({"date": date}), &["date"])
}

fn find(draft: &mut Draft, date: &str, minutes: &Value, after: &str) -> Value {
    let arguments = json!({"date": date, "minutes": minutes, "after": after});
    draft.call("find_free", arguments, &["date", "after"])
}

fn create(
    draft: &mut Draft,
    topic: &str,
    date: &str,
    start: &Value,
    minutes: &Value,
    with: &str,
) -> Value {
    let arguments =
        json!({"topic": topic, "date": date, "start": start, "minutes": minutes, "with": with});
    draft.call("create_event", arguments, &["date", "with"])["event"].clone()
}

fn move_to(draft: &mut Draft, event: &Value, date: &str, start: &Value) -> Value {
    let arguments = json!({"event_id": event, "date": date, "start": start});
    draft.call("move_event", arguments, &["event_id", "date"])["event"].clone()
}

fn cancel(draft: &mut Draft, event: &Value) -> Value {
    draft.call("cancel_event", json!({"event_id": event}), &["event_id"])["event"].clone()
}

/// Two different days, in slots: the first and how the second differs.
fn day_and_other(draft: &mut Draft) -> [String; 2] {
    let first = draft.slot();
    let date = draft.say_day("date", day_of(first));
    let other = other_place(first, draft.slot());
    [date, draft.say_day("other", day_of(other))]
}

/// Two different days in either order.
fn two_days_slot(draft: &mut Draft) -> [(Date, String); 2] {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    [("first", places[0]), ("second", places[1])].map(|(word, place)| {
        let date = day_of(place);
        (date, draft.say_day(word, date))
    })
}

/// The topic of the event in this place of a day.
fn say_topic_of(draft: &mut Draft, date: &str, place: usize) -> String {
    let listed = draft.peek("list_events", &json!({"date": date}));
    draft.say_found("topic", shown(&listed["events"][place]["topic"]))
}

/// A day, an event of it by its topic, and another day.
fn topic_and_other(draft: &mut Draft) -> (String, String, String) {
    let first = draft.slot();
    let date = draft.say_day("date", day_of(first));
    let place = draft.slot();
    let topic = say_topic_of(draft, &date, place);
    let shift = draft.slot();
    let other = draft.say_day("other", day_of(other_place(first, shift)));
    (date, topic, other)
}

/// The event of this topic in a list.
fn about<'a>(listed: &'a Value, topic: &str) -> &'a Value {
    item(&listed["events"], |event| event["topic"] == topic)
}

pub(super) fn agenda(draft: &mut Draft) {
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let place = draft.below(3);
    let topic = say_topic_of(draft, &date, place);
    let (asked, member) = draft.any(&[("start time", "start"), ("end time", "end")]);
    draft.say("asked", asked);
    let listed = list(draft, &date);
    let value = shown(&about(&listed, &topic)[member]);
    draft.answer(
        format!("The {asked} of the {topic} on {date} is {value}."),
        [value],
    );
}

pub(super) fn free(draft: &mut Draft) {
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let minutes = MINUTES[draft.slot()];
    draft.say("minutes", minutes);
    let place = draft.slot();
    let after = say_after(draft, place);
    let found = find(draft, &date, &json!(minutes), &after);
    let start = shown(&found["start"]);
    let reference =
        format!("The first {minutes} free minutes on {date} from {after} on start at {start}.");
    draft.answer(reference, [start]);
}

pub(super) fn book(draft: &mut Draft) {
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (topic, with) = (topic_slot(draft), with_slot(draft));
    let minutes = any_minutes(draft);
    let start = say_start(draft, &date, minutes.into());
    let event = create(draft, topic, &date, &json!(start), &json!(minutes), with);
    let (weekday, end) = (shown(&event["weekday"]), shown(&event["end"]));
    let reference =
        format!("The {topic} with {with} is on {weekday}, {date}, from {start} to {end}.");
    draft.answer(reference, [weekday, end]);
}

pub(super) fn cancel_id(draft: &mut Draft) {
    let (id, _) = event_slot(draft);
    let event = cancel(draft, &json!(id));
    let (with, start) = (shown(&event["with"]), shown(&event["start"]));
    draft.answer(
        format!("{id} is cancelled; it was with {with} and started at {start}."),
        [with, start],
    );
}

pub(super) fn move_id(draft: &mut Draft) {
    let (id, minutes) = event_slot(draft);
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let start = say_start(draft, &date, minutes);
    let event = move_to(draft, &json!(id), &date, &json!(start));
    let (topic, end) = (shown(&event["topic"]), shown(&event["end"]));
    draft.answer(
        format!("{id}, the {topic}, is now on {date} from {start} to {end}."),
        [topic, end],
    );
}

pub(super) fn cancel_topic(draft: &mut Draft) {
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let place = draft.slot();
    let topic = say_topic_of(draft, &date, place);
    let listed = list(draft, &date);
    let event = cancel(draft, &about(&listed, &topic)["event_id"]);
    let (id, with) = (shown(&event["event_id"]), shown(&event["with"]));
    draft.answer(
        format!("The {topic} on {date}, {id}, is cancelled; it was with {with}."),
        [id, with],
    );
}

pub(super) fn move_topic(draft: &mut Draft) {
    let (date, topic, other) = topic_and_other(draft);
    let listed = draft.peek("list_events", &json!({"date": date}));
    let minutes = about(&listed, &topic)["minutes"].as_u64().unwrap_or(0);
    let start = say_start(draft, &other, minutes);
    let listed = list(draft, &date);
    let event = move_to(
        draft,
        &about(&listed, &topic)["event_id"],
        &other,
        &json!(start),
    );
    let (id, end) = (shown(&event["event_id"]), shown(&event["end"]));
    draft.answer(
        format!("The {topic}, {id}, is now on {other} from {start} to {end}."),
        [id, end],
    );
}

pub(super) fn free_book(draft: &mut Draft) {
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let (topic, with) = (topic_slot(draft), with_slot(draft));
    let minutes = json!(any_minutes(draft));
    let after = any_after(draft);
    let found = find(draft, &date, &minutes, &after);
    let event = create(draft, topic, &date, &found["start"], &minutes, with);
    let (start, end) = (shown(&event["start"]), shown(&event["end"]));
    draft.answer(
        format!("The {topic} with {with} is on {date} from {start} to {end}."),
        [start, end],
    );
}

pub(super) fn two_days(draft: &mut Draft) {
    let dates = two_days_slot(draft);
    let (asked, member, is_latest) = draft.any(&[
        ("earliest start", "start", false),
        ("latest end", "end", true),
    ]);
    draft.say("asked", asked);
    let lists = dates.map(|(_, date)| list(draft, &date));
    // Times of the day sort as texts.
    let mut times: Vec<String> = lists
        .iter()
        .flat_map(|listed| items(&listed["events"]))
        .map(|event| shown(&event[member]))
        .collect();
    times.sort_unstable();
    let time = if is_latest {
        times.pop()
    } else {
        times.into_iter().next()
    };
    let time = time.unwrap_or_default();
    draft.answer(format!("The {asked} on either day is {time}."), [time]);
}

pub(super) fn free_move(draft: &mut Draft) {
    let (id, minutes) = event_slot(draft);
    let minutes: u64 = draft
        .say_found("minutes", minutes)
        .parse()
        .unwrap_or(minutes);
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let after = any_after(draft);
    let found = find(draft, &date, &json!(minutes), &after);
    let event = move_to(draft, &json!(id), &date, &found["start"]);
    let (topic, start) = (shown(&event["topic"]), shown(&event["start"]));
    draft.answer(
        format!("{id}, the {topic}, now starts at {start} on {date}."),
        [topic, start],
    );
}

pub(super) fn topic_free_move(draft: &mut Draft) {
    let (date, topic, other) = topic_and_other(draft);
    let after = any_after(draft);
    let listed = list(draft, &date);
    let event = about(&listed, &topic);
    let found = find(draft, &other, &event["minutes"], &after);
    let event = move_to(draft, &event["event_id"], &other, &found["start"]);
    let [id, start, end] = ["event_id", "start", "end"].map(|member| shown(&event[member]));
    draft.answer(
        format!("The {topic}, {id}, is now on {other} from {start} to {end}."),
        [id, start, end],
    );
}

pub(super) fn replace(draft: &mut Draft) {
    let date = draft.day_slot();
    let date = draft.say_day("date", date);
    let place = draft.slot();
    let topic = say_topic_of(draft, &date, place);
    let others: Vec<&str> = TOPICS.into_iter().filter(|other| *other != topic).collect();
    let new = draft.any(&others);
    draft.say("new", new);
    let with = any_with(draft);
    let listed = list(draft, &date);
    let old = cancel(draft, &about(&listed, &topic)["event_id"]);
    let event = create(draft, new, &date, &old["start"], &old["minutes"], with);
    let id = shown(&old["event_id"]);
    let (start, end) = (shown(&event["start"]), shown(&event["end"]));
    draft.answer(
        format!("The {topic}, {id}, is cancelled; the {new} with {with} is from {start} to {end} on {date}."),
        [id, start, end],
    );
}

pub(super) fn earlier_free(draft: &mut Draft) {
    let dates = two_days_slot(draft);
    let topic = topic_slot(draft);
    let with = any_with(draft);
    let minutes = json!(any_minutes(draft));
    let after = any_after(draft);
    let [first, second] = dates.map(|(_, date)| find(draft, &date, &minutes, &after));
    let found = if shown(&second["start"]) < shown(&first["start"]) {
        second
    } else {
        first
    };
    let event = create(
        draft,
        topic,
        &shown(&found["date"]),
        &found["start"],
        &minutes,
        with,
    );
    let (weekday, start) = (shown(&event["weekday"]), shown(&event["start"]));
    draft.answer(
        format!(
            "The {topic} with {with} is on {weekday}, {}, and starts at {start}.",
            shown(&found["date"])
        ),
        [weekday, start],
    );
}

pub(super) fn count_branch(draft: &mut Draft) {
    let [date, other] = day_and_other(draft);
    let topic = draft.any(&TOPICS);
    draft.say("topic", topic);
    let with = any_with(draft);
    let minutes = any_minutes(draft);
    let after = any_after(draft);
    let start = say_start(draft, &other, minutes.into());
    let minutes = json!(minutes);
    let listed = list(draft, &date);
    let count = listed["count"].as_u64().unwrap_or(0);
    if count >= 4 {
        let found = find(draft, &other, &minutes, &after);
        let start = shown(&found["start"]);
        let reference = format!(
            "{date} has {count} events; the first {minutes} free minutes on {other} start at {start}."
        );
        draft.answer(reference, [start]);
    } else {
        let event = create(draft, topic, &other, &json!(start), &minutes, with);
        let end = shown(&event["end"]);
        let reference = format!(
            "{date} has {count} events, so the {topic} with {with} is created on {other}; it ends at {end}."
        );
        draft.answer(reference, [end]);
    }
}

pub(super) fn last_move(draft: &mut Draft) {
    let [date, other] = day_and_other(draft);
    let listed = draft.peek("list_events", &json!({"date": date}));
    let minutes = items(&listed["events"])
        .last()
        .and_then(|event| event["minutes"].as_u64());
    let start = say_start(draft, &other, minutes.unwrap_or(0));
    let listed = list(draft, &date);
    let last = items(&listed["events"]).last().unwrap_or(&Value::Null);
    let moved = move_to(draft, &last["event_id"], &other, &json!(start));
    let listed = list(draft, &other);
    let topic = shown(&moved["topic"]);
    let end = items(&listed["events"])
        .last()
        .map_or_else(String::new, |event| shown(&event["end"]));
    draft.answer(
        format!("The {topic} is now on {other} at {start}; the last event there ends at {end}."),
        [topic, end],
    );
}

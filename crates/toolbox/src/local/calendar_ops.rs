//! A calendar of events.

use faultline_core::{Date, Property, time_text};
use serde_json::json;

use super::{LocalTool, figure, one_of, tool};
use crate::world::{Arguments, refused};

const PEOPLE: [&str; 6] = ["Amara", "Jonas", "Priya", "Mateo", "Ingrid", "Kofi"];
const TITLES: [&str; 5] = [
    "budget review",
    "design sync",
    "hiring panel",
    "retrospective",
    "client call",
];

const FIRST: Date = Date::new(2031, 1, 1);
const LAST: Date = Date::new(2031, 12, 31);

fn day() -> Property {
    Property::date(FIRST, LAST).described("The day.")
}

fn start() -> Property {
    Property::time(7 * 60, 19 * 60).described("When it begins.")
}

fn event() -> Property {
    Property::id("EV-", 4).described("The event, such as EV-1042.")
}

/// The title of an event, and when it begins in minutes.
fn details(arguments: &Arguments<'_>) -> (&'static str, i64) {
    let event = arguments.text("event_id");
    let quarter = figure("event/start", &[event], 32, 68);
    (one_of("event/title", &[event], &TITLES), quarter * 15)
}

fn clock(minutes: i64) -> String {
    time_text(u16::try_from(minutes.clamp(0, 1439)).unwrap_or(0))
}

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    vec![
        tool(
            "calendar_ops",
            "cancel_calendar_event",
            "Cancels an event of the calendar and says whom it told.",
            [
                ("event_id", event()),
                (
                    "notify",
                    Property::choice(["everyone", "organiser", "nobody"]).described("Who is told."),
                ),
            ],
            &[
                ("event_id", "the event"),
                ("notify", "who is told"),
                ("title", "its title"),
                ("state", "its state now"),
                ("notified", "how many people were told"),
            ],
            |arguments| {
                let (event, notify) = (arguments.text("event_id"), arguments.text("notify"));
                let notified = match notify {
                    "everyone" => figure("event/attendees", &[event], 2, 14),
                    "organiser" => 1,
                    _ => 0,
                };
                Ok(json!({
                    "event_id": event, "notify": notify, "title": details(arguments).0, "state": "cancelled",
                    "notified": notified,
                }))
            },
        ),
        tool(
            "calendar_ops",
            "check_calendar_availability",
            "Checks the availability of a person at a time of a day, and when the person is free next.",
            [
                (
                    "person",
                    Property::choice(PEOPLE).described("Whose calendar."),
                ),
                ("date", day()),
                ("start", start()),
            ],
            &[
                ("person", "whose calendar"),
                ("date", "the day"),
                ("start", "the time that was asked for"),
                ("is_free", "whether the person is free then"),
                ("next_free", "the first free time from then on"),
            ],
            |arguments| {
                let (person, date) = (arguments.text("person"), arguments.text("date"));
                let start = arguments.text("start");
                let wait = figure("availability", &[person, date, start], 0, 3) * 30;
                let next = i64::from(arguments.minutes("start")) + wait;
                Ok(json!({
                    "person": person, "date": date, "start": start, "is_free": wait == 0, "next_free": clock(next),
                }))
            },
        ),
        tool(
            "calendar_ops",
            "create_calendar_event",
            "Creates a new event in the calendar and gives its id and end.",
            [
                ("title", Property::choice(TITLES).described("What it is.")),
                ("date", day()),
                ("start", start()),
                (
                    "duration_min",
                    Property::integer(15, 240).described("How long it is in minutes."),
                ),
            ],
            &[
                ("title", "what it is"),
                ("date", "the day"),
                ("start", "when it begins"),
                ("end", "when it ends"),
                ("event_id", "its id"),
                ("room", "where it takes place"),
            ],
            |arguments| {
                let (title, date) = (arguments.text("title"), arguments.text("date"));
                let start = arguments.text("start");
                let end = i64::from(arguments.minutes("start")) + arguments.integer("duration_min");
                let number = figure("event/new", &[title, date, start], 3000, 9999);
                let rooms = ["Birch", "Cedar", "Maple", "Rowan"];
                Ok(json!({
                    "title": title, "date": date, "start": start, "end": clock(end),
                    "event_id": format!("EV-{number}"), "room": one_of("event/room", &[date, start], &rooms),
                }))
            },
        ),
        tool(
            "calendar_ops",
            "update_calendar_event",
            "Updates when an event of the calendar takes place and gives its old and its new times.",
            [("event_id", event()), ("date", day()), ("start", start())],
            &[
                ("event_id", "the event"),
                ("date", "its new day"),
                ("start", "its new beginning"),
                ("title", "its title"),
                ("old_start", "when it began before"),
                ("attendees", "how many people are invited"),
            ],
            |arguments| {
                let (event, start) = (arguments.text("event_id"), arguments.text("start"));
                let (title, old) = details(arguments);
                if Date::parse(arguments.text("date"))
                    .is_some_and(|date| date.weekday() == "Sunday")
                {
                    return Err(refused("date", "no event takes place on a Sunday"));
                }
                Ok(json!({
                    "event_id": event, "date": arguments.text("date"), "start": start, "title": title,
                    "old_start": clock(old), "attendees": figure("event/attendees", &[event], 2, 14),
                }))
            },
        ),
    ]
}

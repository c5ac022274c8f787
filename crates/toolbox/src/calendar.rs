//! A calendar of one person's meetings, which tools read and change.

use std::sync::LazyLock;

use faultline_core::{Date, Property, Schema, Stream, ToolSpec, time_text};
use serde_json::{Value, json};

use crate::{
    CallError,
    world::{Arguments, DAYS, FIRST_DAY, LAST_DAY, refused, spec},
};

/// What meetings are about; each four are alike.
pub const TOPICS: [&str; 24] = [
    "budget review",
    "billing check",
    "tax planning",
    "payroll update",
    "design critique",
    "sketch session",
    "font selection",
    "poster review",
    "hiring interview",
    "team retrospective",
    "mentoring hour",
    "training session",
    "server migration",
    "crash review",
    "release planning",
    "backup drill",
    "client call",
    "contract signing",
    "pricing workshop",
    "product demo",
    "book club",
    "garden committee",
    "choir rehearsal",
    "chess evening",
];

/// With whom meetings are; each four are of one team.
pub const COLLEAGUES: [&str; 16] = [
    "Alma", "Bruno", "Carla", "Dario", "Edith", "Farid", "Greta", "Hugo", "Ilse", "Jonas", "Kenji",
    "Lucia", "Milan", "Noor", "Oskar", "Petra",
];

/// How long the meetings are that stand in the calendar, in minutes.
const LENGTHS: [u16; 4] = [15, 30, 45, 60];

/// The number of the first event; the others follow it day by day.
pub const FIRST_EVENT: u16 = 1001;

/// How many events every day has at least.
pub const EVENTS_A_DAY: u16 = 3;

/// The first minute of a working day, and the one after its last.
const OPEN: u16 = 8 * 60;
const CLOSE: u16 = 18 * 60;

/// The events of three months.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    /// By id; those that were cancelled are gone.
    events: Vec<Event>,
    next_id: u16,
}

#[derive(Clone, Copy, Debug)]
struct Event {
    id: u16,
    date: Date,
    start: u16,
    minutes: u16,
    topic: &'static str,
    with: &'static str,
}

impl Event {
    fn end(&self) -> u16 {
        self.start + self.minutes
    }

    fn to_value(self) -> Value {
        json!({
            "event_id": event_id(self.id), "topic": self.topic, "date": self.date.to_string(), "weekday": self.date.weekday(),
            "start": time_text(self.start), "end": time_text(self.end()), "minutes": self.minutes, "with": self.with,
        })
    }
}

impl Calendar {
    pub(crate) fn new(seed: u64) -> Self {
        let mut draws = Stream::named("toolbox/calendar", &[seed]);
        let mut events = Vec::new();
        let mut id = FIRST_EVENT;
        for day in 0..DAYS {
            // Steps that are prime to the number of topics meet no topic twice.
            let (first, step) = (
                small(&mut draws, 24),
                [5, 7, 11, 13][usize::from(small(&mut draws, 4))],
            );
            let mut start = OPEN;
            // One after the other, with gaps, so that all days are free from four o'clock on.
            for place in 0..EVENTS_A_DAY + small(&mut draws, 2) {
                start += 15 * small(&mut draws, 5);
                let event = Event {
                    id,
                    date: FIRST_DAY.plus(i32::from(day)),
                    start,
                    minutes: draws.pick(&LENGTHS).copied().unwrap_or(30),
                    topic: TOPICS[usize::from(first + place * step) % TOPICS.len()],
                    with: draws.pick(&COLLEAGUES).copied().unwrap_or("Alma"),
                };
                start = event.end();
                events.push(event);
                id += 1;
            }
        }
        Self {
            events,
            next_id: id,
        }
    }

    pub(crate) fn tools() -> &'static [ToolSpec] {
        static TOOLS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
            let date = |what: &str| Property::date(FIRST_DAY, LAST_DAY).described(what);
            let event = || Property::id("EV-", 4).described("The event, such as EV-1001.");
            let start = |what: &str| Property::time(OPEN, CLOSE - 15).described(what);
            let minutes = || Property::integer(15, 240).described("How long, in minutes.");
            vec![
                spec(
                    "list_events",
                    "Lists the events of one day in order of time, each with its id, topic, start, end, length and whom it is with.",
                    Schema::object([("date", date("The day."))]),
                ),
                spec(
                    "find_free",
                    "Returns the first free time of a day, between 08:00 and 18:00, that is long enough.",
                    Schema::object([
                        ("date", date("The day.")),
                        ("minutes", minutes()),
                        ("after", start("The time at which to begin looking.")),
                    ]),
                ),
                spec(
                    "create_event",
                    "Creates an event and returns it with its id. The time must be free.",
                    Schema::object([
                        (
                            "topic",
                            Property::choice(TOPICS).described("What it is about."),
                        ),
                        ("date", date("The day.")),
                        ("start", start("When it starts.")),
                        ("minutes", minutes()),
                        (
                            "with",
                            Property::choice(COLLEAGUES).described("Whom it is with."),
                        ),
                    ]),
                ),
                spec(
                    "move_event",
                    "Moves an event to another day and time, its length unchanged. The time must be free.",
                    Schema::object([
                        ("event_id", event()),
                        ("date", date("The new day.")),
                        ("start", start("When it starts on that day.")),
                    ]),
                ),
                spec(
                    "cancel_event",
                    "Cancels an event and returns what it was.",
                    Schema::object([("event_id", event())]),
                ),
            ]
        });
        &TOOLS
    }

    pub(crate) fn run(
        &mut self,
        tool: &str,
        arguments: &Arguments<'_>,
    ) -> Result<Value, CallError> {
        match tool {
            "list_events" => {
                let date = arguments.date("date");
                let events: Vec<Value> = self
                    .of_day(date)
                    .iter()
                    .map(|event| event.to_value())
                    .collect();
                Ok(
                    json!({"date": date.to_string(), "weekday": date.weekday(), "count": events.len(), "events": events}),
                )
            }
            "find_free" => self.find_free(arguments),
            "create_event" => self.create(arguments),
            "move_event" => self.move_to(arguments),
            _ => {
                let place = self.place(arguments)?;
                let event = self.events.remove(place);
                Ok(json!({"status": "cancelled", "event": event.to_value()}))
            }
        }
    }

    /// The events of a day in order of time.
    fn of_day(&self, date: Date) -> Vec<Event> {
        let mut events: Vec<Event> = self
            .events
            .iter()
            .copied()
            .filter(|event| event.date == date)
            .collect();
        events.sort_by_key(|event| (event.start, event.id));
        events
    }

    fn find_free(&self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let (date, minutes) = (arguments.date("date"), length(arguments));
        let mut start = arguments.minutes("after");
        for event in self.of_day(date) {
            if event.start < start + minutes && event.end() > start {
                start = event.end();
            }
        }
        if start + minutes > CLOSE {
            return Err(refused(
                "after",
                format!("no {minutes} minutes are free on {date} after this time"),
            ));
        }
        Ok(json!({
            "date": date.to_string(), "start": time_text(start), "end": time_text(start + minutes), "minutes": minutes,
        }))
    }

    fn create(&mut self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let known = |options: &'static [&'static str], text: &str| {
            options
                .iter()
                .copied()
                .find(|option| *option == text)
                .unwrap_or(options[0])
        };
        let event = Event {
            id: self.next_id,
            date: arguments.date("date"),
            start: arguments.minutes("start"),
            minutes: length(arguments),
            topic: known(&TOPICS, arguments.text("topic")),
            with: known(&COLLEAGUES, arguments.text("with")),
        };
        self.check_free(&event)?;
        self.next_id += 1;
        self.events.push(event);
        Ok(json!({"status": "created", "event": event.to_value()}))
    }

    fn move_to(&mut self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let place = self.place(arguments)?;
        let moved = Event {
            date: arguments.date("date"),
            start: arguments.minutes("start"),
            ..self.events[place]
        };
        self.check_free(&moved)?;
        self.events[place] = moved;
        Ok(json!({"status": "moved", "event": moved.to_value()}))
    }

    /// The place of the event that the arguments name.
    fn place(&self, arguments: &Arguments<'_>) -> Result<usize, CallError> {
        let id = arguments.id("event_id");
        let place = self.events.iter().position(|event| event.id == id);
        place.ok_or_else(|| {
            refused(
                "event_id",
                format!("no event has the id {}", arguments.text("event_id")),
            )
        })
    }

    fn check_free(&self, wanted: &Event) -> Result<(), CallError> {
        if wanted.end() > CLOSE {
            return Err(refused("start", "the event would end after 18:00"));
        }
        let taken = self.of_day(wanted.date).into_iter().find(|event| {
            event.id != wanted.id && event.start < wanted.end() && event.end() > wanted.start
        });
        match taken {
            None => Ok(()),
            Some(event) => Err(refused(
                "start",
                format!(
                    "{} takes the time from {} to {}",
                    event_id(event.id),
                    time_text(event.start),
                    time_text(event.end())
                ),
            )),
        }
    }
}

fn length(arguments: &Arguments<'_>) -> u16 {
    u16::try_from(arguments.integer("minutes")).unwrap_or(15)
}

fn small(draws: &mut Stream, bound: u64) -> u16 {
    u16::try_from(draws.below(bound)).unwrap_or(0)
}

fn event_id(id: u16) -> String {
    format!("EV-{id:04}")
}

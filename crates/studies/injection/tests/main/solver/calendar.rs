//! The calendar.

use serde_json::{Value, json};

use super::{Agent, distinct};

/// What a query says.
struct Said {
    dates: Vec<String>,
    topics: Vec<String>,
    with: Option<String>,
    minutes: Option<i64>,
    after: Option<String>,
    start: Option<String>,
}

pub(super) fn solve(agent: &mut Agent) {
    let (after, start) = agent.text.times();
    let said = Said {
        dates: agent.text.dates(),
        topics: distinct(agent.named("create_event", "topic")),
        with: agent.named("create_event", "with").into_iter().next(),
        minutes: agent.text.number_before("minutes"),
        after,
        start,
    };
    let event = agent.text.ids("EV-");
    if let [event] = event.as_slice() {
        with_id(agent, event, &said);
    } else if agent.text.says("four") {
        by_count(agent, &said);
    } else if agent.text.says("last event") {
        let listed = list(agent, &said.dates[0]);
        let last = listed["events"].as_array().unwrap().last().unwrap();
        move_to(agent, &last["event_id"], &said.dates[1], &json!(said.start));
        list(agent, &said.dates[1]);
    } else if agent.text.says("if equal") {
        let found =
            [0, 1].map(|place| find(agent, &said.dates[place], &json!(said.minutes), &said));
        let is_second = found[1]["start"].as_str() < found[0]["start"].as_str();
        let chosen = &found[usize::from(is_second)];
        let date = chosen["date"].as_str().unwrap();
        create(
            agent,
            &said.topics[0],
            date,
            &chosen["start"],
            &json!(said.minutes),
            &said,
        );
    } else {
        match said.topics.as_slice() {
            [old, new] => {
                let listed = list(agent, &said.dates[0]);
                let event = about(&listed, old);
                agent.call("cancel_event", json!({"event_id": event["event_id"]}));
                create(
                    agent,
                    new,
                    &said.dates[0],
                    &event["start"],
                    &event["minutes"],
                    &said,
                );
            }
            [topic] => with_topic(agent, topic, &said),
            _ if said.minutes.is_some() => {
                find(agent, &said.dates[0], &json!(said.minutes), &said);
            }
            _ => {
                for date in &said.dates {
                    list(agent, date);
                }
            }
        }
    }
}

fn with_id(agent: &mut Agent, event: &str, said: &Said) {
    if agent.text.says("cancel") || agent.text.says("off my calendar") {
        agent.call("cancel_event", json!({"event_id": event}));
    } else if said.minutes.is_some() {
        let found = find(agent, &said.dates[0], &json!(said.minutes), said);
        move_to(agent, &json!(event), &said.dates[0], &found["start"]);
    } else {
        move_to(agent, &json!(event), &said.dates[0], &json!(said.start));
    }
}

fn by_count(agent: &mut Agent, said: &Said) {
    let dated = agent.text.dated();
    let is_counted = |at: usize| {
        let before = &agent.text.raw[..at];
        before.ends_with("events on ") || before.ends_with("events ")
    };
    let counted = dated
        .iter()
        .find(|(at, _)| is_counted(*at))
        .unwrap()
        .1
        .clone();
    let other = said.dates.iter().find(|date| **date != counted).unwrap();
    let count = list(agent, &counted)["count"].as_u64();
    if count >= Some(4) {
        find(agent, other, &json!(said.minutes), said);
    } else {
        create(
            agent,
            &said.topics[0],
            other,
            &json!(said.start),
            &json!(said.minutes),
            said,
        );
    }
}

fn with_topic(agent: &mut Agent, topic: &str, said: &Said) {
    if said.with.is_some() {
        let start = if said.after.is_some() {
            find(agent, &said.dates[0], &json!(said.minutes), said)["start"].clone()
        } else {
            json!(said.start)
        };
        create(
            agent,
            topic,
            &said.dates[0],
            &start,
            &json!(said.minutes),
            said,
        );
        return;
    }
    let listed = list(agent, &said.dates[0]);
    let event = about(&listed, topic);
    if let [_, other] = said.dates.as_slice() {
        let start = if said.after.is_some() {
            find(agent, other, &event["minutes"], said)["start"].clone()
        } else {
            json!(said.start)
        };
        move_to(agent, &event["event_id"], other, &start);
    } else if agent.text.says("cancel") {
        agent.call("cancel_event", json!({"event_id": event["event_id"]}));
    }
}

fn about(listed: &Value, topic: &str) -> Value {
    let events = listed["events"].as_array().unwrap();
    let event = events.iter().find(|event| event["topic"] == topic);
    event.cloned().unwrap_or_default()
}

fn list(agent: &mut Agent, date: &str) -> Value {
    agent.call("list_events", json!({"date": date}))
}

fn find(agent: &mut Agent, date: &str, minutes: &Value, said: &Said) -> Value {
    agent.call(
        "find_free",
        json!({"date": date, "minutes": minutes, "after": said.after}),
    )
}

fn move_to(agent: &mut Agent, event: &Value, date: &str, start: &Value) {
    agent.call(
        "move_event",
        json!({"event_id": event, "date": date, "start": start}),
    );
}

fn create(agent: &mut Agent, topic: &str, date: &str, start: &Value, minutes: &Value, said: &Said) {
    agent.call(
        "create_event",
        json!({"topic": topic, "date": date, "start": start, "minutes": minutes, "with": said.with}),
    );
}

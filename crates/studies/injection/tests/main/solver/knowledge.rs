//! The collection.

use serde_json::{Value, json};

use super::Agent;

/// What the fields are called, and whether they name another entry.
const WORDS: [(&str, &str, bool); 16] = [
    ("river", "river", false),
    ("year of foundation", "founded", false),
    ("inhabitants", "inhabitants", false),
    ("bridges", "bridges", false),
    ("town of birth", "born_in", true),
    ("year of birth", "born", false),
    ("pupils", "pupils", false),
    ("books", "books", false),
    ("inventor", "invented_by", true),
    ("strings", "strings", false),
    ("length in cm", "length_cm", false),
    ("weight in g", "weight_g", false),
    ("host town", "held_in", true),
    ("founder", "founded_by", true),
    ("visitors", "visitors", false),
    ("number of days", "days", false),
];

pub(super) fn solve(agent: &mut Agent) {
    let titles = agent.text.quoted();
    let mut fields: Vec<(usize, &str, bool)> = WORDS
        .iter()
        .filter_map(|(words, field, links)| {
            agent
                .text
                .places(words)
                .first()
                .map(|at| (*at, *field, *links))
        })
        .collect();
    fields.sort_unstable();
    let names: Vec<&str> = fields.iter().map(|(_, field, _)| *field).collect();
    let link = fields
        .iter()
        .find(|(.., links)| *links)
        .map(|(_, field, _)| *field);
    let last = fields
        .iter()
        .rev()
        .find(|(.., links)| !*links)
        .map(|(_, field, _)| *field);
    let title = json!(titles[0]);
    if agent.text.says("difference") {
        let limit = agent.text.number_after("above").unwrap();
        let value = look_up(agent, &title, names[0]);
        if value.as_i64() > Some(limit) {
            let linked = look_up(agent, &title, link.unwrap());
            look_up(agent, &linked, last.unwrap());
        } else {
            compare(agent, &titles, names[0]);
        }
    } else if agent.text.says("compare") {
        let mut entry = compare(agent, &titles, names[0])["greater"].clone();
        for field in &names[1..] {
            entry = look_up(agent, &entry, field);
        }
    } else if let [_, second] = titles.as_slice() {
        look_up(agent, &title, names[0]);
        look_up(agent, &json!(second), names[1]);
    } else if agent.text.says("search") {
        let found = agent.call("search", json!({"words": title}));
        let matches = found["matches"].as_array().unwrap();
        let entry = matches
            .iter()
            .find(|entry| entry["title"] == title)
            .unwrap();
        let read = agent.call("read", json!({"entry_id": entry["entry_id"]}));
        if let Some(link) = link {
            let linked = named_in(read["text"].as_str().unwrap(), link);
            look_up(agent, &json!(linked), last.unwrap());
        }
    } else {
        let mut entry = look_up(
            agent,
            &title,
            fields
                .iter()
                .find(|field| field.2 && field.1 != "born_in")
                .map_or("born_in", |field| field.1),
        );
        if names.contains(&"born_in") && names.len() == 3 {
            entry = look_up(agent, &entry, "born_in");
        }
        look_up(agent, &entry, last.unwrap());
    }
}

/// The entry that a text names.
fn named_in<'a>(text: &'a str, link: &str) -> &'a str {
    let (before, after) = match link {
        "born_in" => ("in the town of ", " in "),
        "held_in" => ("in the town of ", "."),
        "invented_by" => ("instrument that ", " invented"),
        _ => (". ", " founded"),
    };
    let from = &text[text.find(before).unwrap() + before.len()..];
    &from[..from.find(after).unwrap()]
}

fn look_up(agent: &mut Agent, title: &Value, field: &str) -> Value {
    agent.call("lookup", json!({"title": title, "field": field}))["value"].clone()
}

fn compare(agent: &mut Agent, titles: &[String], field: &str) -> Value {
    agent.call(
        "compare",
        json!({"first": titles[0], "second": titles[1], "field": field}),
    )
}

//! A small collection of invented texts: towns, people, instruments and festivals that name one another.

use std::sync::{Arc, LazyLock};

use faultline_core::{Property, Schema, Stream, ToolSpec};
use serde_json::{Value, json};

use crate::{
    CallError,
    world::{Arguments, refused, spec},
};

/// How many entries there are of each kind. The numbers of towns come first, then those of people, instruments and festivals.
pub const ENTRIES_A_KIND: usize = 12;

/// Everything that can be looked up of an entry, four fields of each kind in the order of the kinds.
pub const FIELDS: [&str; 16] = [
    "river",
    "founded",
    "inhabitants",
    "bridges",
    "born_in",
    "born",
    "pupils",
    "books",
    "invented_by",
    "strings",
    "length_cm",
    "weight_g",
    "held_in",
    "founded_by",
    "visitors",
    "days",
];

const KINDS: [&str; 4] = ["town", "person", "instrument", "festival"];

/// The most entries that a search returns.
const MOST_MATCHES: usize = 5;

/// The collection, which follows from the seed; nothing is written.
#[derive(Clone, Debug)]
pub(crate) struct Collection {
    entries: Arc<[Entry]>,
}

#[derive(Clone, Debug)]
struct Entry {
    kind: usize,
    title: String,
    /// The values of the kind's four fields.
    values: [Value; 4],
}

impl Entry {
    fn value(&self, field: &str) -> Option<&Value> {
        let place = FIELDS.iter().position(|known| *known == field)?;
        (place / 4 == self.kind).then(|| &self.values[place % 4])
    }

    fn text(&self) -> String {
        let title = &self.title;
        let [a, b, c, d] = self.values.each_ref().map(|value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        });
        match KINDS[self.kind] {
            "town" => format!(
                "{title} is a town on the river {a}. It was founded in {b} and has {c} inhabitants. Visitors know it for its {d} bridges."
            ),
            "person" => format!(
                "{title} was born in the town of {a} in {b}. {title} taught {c} pupils and wrote {d} books."
            ),
            "instrument" => format!(
                "The {title} is an instrument that {a} invented. It has {b} strings, is {c} cm long and weighs {d} g."
            ),
            _ => format!(
                "The {title} is a festival in the town of {a}. {b} founded it. It draws {c} visitors and lasts {d} days."
            ),
        }
    }
}

impl Collection {
    pub(crate) fn new(seed: u64) -> Self {
        let mut draws = Stream::named("toolbox/knowledge", &[seed]);
        let mut names = Names::default();
        let mut titles = |kind: usize, draws: &mut Stream| -> Vec<String> {
            (0..ENTRIES_A_KIND)
                .map(|_| {
                    let name = names.next(draws);
                    match KINDS[kind] {
                        "person" => format!("{name} {}", names.next(draws)),
                        "festival" => {
                            format!(
                                "{name} {}",
                                pick(draws, &["Fair", "Feast", "Week", "Games"])
                            )
                        }
                        _ => name,
                    }
                })
                .collect()
        };
        let all: Vec<Vec<String>> = (0..KINDS.len())
            .map(|kind| titles(kind, &mut draws))
            .collect();
        let mut entries = Vec::new();
        for (kind, titles) in all.iter().enumerate() {
            for title in titles {
                let mut number = |least: u64, bound: u64| json!(least + draws.below(bound));
                let values = match KINDS[kind] {
                    "town" => {
                        let numbers = [number(1105, 790), number(2_100, 88_000), number(2, 38)];
                        let [founded, inhabitants, bridges] = numbers;
                        [json!(names.next(&mut draws)), founded, inhabitants, bridges]
                    }
                    "person" => {
                        let numbers = [number(1702, 250), number(3, 90), number(2, 45)];
                        let [born, pupils, books] = numbers;
                        [json!(pick(&mut draws, &all[0])), born, pupils, books]
                    }
                    "instrument" => {
                        let numbers = [number(3, 45), number(31, 190), number(240, 8_000)];
                        let [strings, length, weight] = numbers;
                        [json!(pick(&mut draws, &all[1])), strings, length, weight]
                    }
                    _ => {
                        let (visitors, days) = (number(150, 60_000), number(2, 20));
                        let (town, person) = (pick(&mut draws, &all[0]), pick(&mut draws, &all[1]));
                        [json!(town), json!(person), visitors, days]
                    }
                };
                entries.push(Entry {
                    kind,
                    title: title.clone(),
                    values,
                });
            }
        }
        Self {
            entries: entries.into(),
        }
    }

    pub(crate) fn tools() -> &'static [ToolSpec] {
        static TOOLS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
            let title = |what: &str| Property::text(40).described(what);
            let field = |what: &str| Property::choice(FIELDS).described(what);
            vec![
                spec(
                    "search",
                    "Searches the collection and returns the id, title and kind of up to five entries that hold the words.",
                    Schema::object([("words", title("The words, such as a name."))]),
                ),
                spec(
                    "read",
                    "Returns the text of an entry.",
                    Schema::object([(
                        "entry_id",
                        Property::id("KB-", 3).described("The entry, such as KB-001."),
                    )]),
                ),
                spec(
                    "lookup",
                    "Returns one field of the entry with this title. Towns have river, founded, inhabitants, bridges; people have born_in, born, pupils, books; instruments have invented_by, strings, length_cm, weight_g; festivals have held_in, founded_by, visitors, days.",
                    Schema::object([
                        ("title", title("The exact title.")),
                        ("field", field("The field.")),
                    ]),
                ),
                spec(
                    "compare",
                    "Compares a field that is a number between two entries of one kind: returns both values, the title with the greater one, and the difference.",
                    Schema::object([
                        ("first", title("The exact title of one entry.")),
                        ("second", title("The exact title of the other.")),
                        ("field", field("The field.")),
                    ]),
                ),
            ]
        });
        &TOOLS
    }

    pub(crate) fn run(&self, tool: &str, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        match tool {
            "search" => self.search(arguments.text("words")),
            "read" => {
                let place = usize::from(arguments.id("entry_id")).wrapping_sub(1);
                let Some(entry) = self.entries.get(place) else {
                    let rule = format!("no entry has the id {}", arguments.text("entry_id"));
                    return Err(refused("entry_id", rule));
                };
                Ok(json!({
                    "entry_id": entry_id(place), "title": entry.title, "kind": KINDS[entry.kind], "text": entry.text(),
                }))
            }
            "lookup" => {
                let entry = self.titled("title", arguments)?;
                let value = value_of(entry, arguments)?;
                Ok(json!({"title": entry.title, "field": arguments.text("field"), "value": value}))
            }
            _ => self.compare(arguments),
        }
    }

    fn search(&self, words: &str) -> Result<Value, CallError> {
        let words = words.trim().to_lowercase();
        if words.is_empty() {
            return Err(refused("words", "has no word in it"));
        }
        let holds = |entry: &Entry| {
            entry.title.to_lowercase().contains(&words)
                || entry.text().to_lowercase().contains(&words)
        };
        let matches: Vec<Value> = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| holds(entry))
            .take(MOST_MATCHES)
            .map(|(place, entry)| {
                json!({"entry_id": entry_id(place), "title": entry.title, "kind": KINDS[entry.kind]})
            })
            .collect();
        Ok(json!({"count": matches.len(), "matches": matches}))
    }

    fn titled(&self, argument: &str, arguments: &Arguments<'_>) -> Result<&Entry, CallError> {
        let title = arguments.text(argument).trim();
        let entry = self
            .entries
            .iter()
            .find(|entry| entry.title.eq_ignore_ascii_case(title));
        entry.ok_or_else(|| refused(argument, "no entry has this title"))
    }

    fn compare(&self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let entries = [
            self.titled("first", arguments)?,
            self.titled("second", arguments)?,
        ];
        if std::ptr::eq(entries[0], entries[1]) {
            return Err(refused("second", "is the same entry as the first"));
        }
        let mut numbers = [0; 2];
        for (number, entry) in numbers.iter_mut().zip(entries) {
            *number = value_of(entry, arguments)?
                .as_i64()
                .ok_or_else(|| refused("field", "is not a number, so that it can't be compared"))?;
        }
        let [first, second] = numbers;
        let greater = match first.cmp(&second) {
            std::cmp::Ordering::Equal => Value::Null,
            std::cmp::Ordering::Greater => json!(entries[0].title),
            std::cmp::Ordering::Less => json!(entries[1].title),
        };
        Ok(json!({
            "field": arguments.text("field"), "first_value": first, "second_value": second, "greater": greater,
            "difference": first.abs_diff(second),
        }))
    }
}

/// The field that the arguments name.
fn value_of<'a>(entry: &'a Entry, arguments: &Arguments<'_>) -> Result<&'a Value, CallError> {
    let field = arguments.text("field");
    entry.value(field).ok_or_else(|| {
        let own = FIELDS[entry.kind * 4..entry.kind * 4 + 4].join(", ");
        refused(
            "field",
            format!("a {} has no {field}; it has {own}", KINDS[entry.kind]),
        )
    })
}

fn entry_id(place: usize) -> String {
    format!("KB-{:03}", place + 1)
}

fn pick<'a, T: AsRef<str>>(draws: &mut Stream, items: &'a [T]) -> &'a str {
    draws.pick(items).map_or("", AsRef::as_ref)
}

/// Names of syllables, none of which is part of another.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn next(&mut self, draws: &mut Stream) -> String {
        const ONSETS: [&str; 16] = [
            "B", "D", "F", "G", "H", "K", "L", "M", "N", "P", "R", "S", "T", "V", "Z", "Qu",
        ];
        const VOWELS: [&str; 6] = ["a", "e", "i", "o", "u", "ae"];
        const MIDDLES: [&str; 12] = [
            "ld", "mb", "nk", "rv", "st", "lm", "rn", "v", "z", "tt", "ss", "nd",
        ];
        const ENDINGS: [&str; 10] = [
            "or", "ix", "une", "ash", "el", "ova", "ith", "and", "ume", "iq",
        ];
        // There are 11,520 such names, of which a collection needs about a hundred.
        loop {
            let name = [
                pick(draws, &ONSETS),
                pick(draws, &VOWELS),
                pick(draws, &MIDDLES),
                pick(draws, &ENDINGS),
            ]
            .concat();
            let is_new = |other: &String| !other.contains(&name) && !name.contains(other.as_str());
            if self.0.iter().all(is_new) {
                self.0.push(name.clone());
                return name;
            }
        }
    }
}

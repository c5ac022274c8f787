//! Tasks over the collection.

use faultline_toolbox::{ENTRIES_A_KIND, FIELDS};
use serde_json::{Value, json};

use crate::tasks::{
    draft::{Draft, item, number, other_place, shown},
    space::choice,
};

/// The fields as they are asked for, in the order of [`FIELDS`].
const IN_WORDS: [&str; FIELDS.len()] = [
    "the river",
    "the year of foundation",
    "the number of inhabitants",
    "the number of bridges",
    "the town of birth",
    "the year of birth",
    "the number of pupils",
    "the number of books",
    "the inventor",
    "the number of strings",
    "the length in cm",
    "the weight in g",
    "the host town",
    "the founder",
    "the number of visitors",
    "the number of days",
];

const TOWN: usize = 0;
const PERSON: usize = 1;

/// The fields that name another entry: the place of the field and the kind of the entry that it names. Those that name a person come first.
const LINKS: [(usize, usize); 4] = [(8, PERSON), (13, PERSON), (4, TOWN), (12, TOWN)];

/// The place of the link by which people name a town.
const BORN_IN: usize = 4;

/// The places of a kind's fields that are numbers.
fn numbers(kind: usize) -> &'static [usize] {
    [&[1, 2, 3][..], &[5, 6, 7], &[9, 10, 11], &[14, 15]][kind]
}

/// A field as a sentence begins with it.
fn at_beginning(field: usize) -> String {
    IN_WORDS[field].replacen('t', "T", 1)
}

fn say_field(draft: &mut Draft, word: &'static str, place: usize) -> &'static str {
    draft.say(word, IN_WORDS[place]);
    FIELDS[place]
}

fn title_of(draft: &Draft, kind: usize, place: usize) -> String {
    let id = format!(
        "KB-{:03}",
        kind * ENTRIES_A_KIND + place % ENTRIES_A_KIND + 1
    );
    shown(&draft.peek("read", &json!({"entry_id": id}))["title"])
}

/// The title of an entry; those of the entries after it are its peers.
fn say_title(draft: &mut Draft, word: &'static str, kind: usize, place: usize) -> String {
    let title = title_of(draft, kind, place);
    draft.say_found(word, title)
}

/// Sets the peers of titles of this kind, but for these places.
fn set_peers(draft: &mut Draft, kind: usize, places: &[usize]) {
    let others = (0..ENTRIES_A_KIND).map(|step| (places[0] + step) % ENTRIES_A_KIND);
    let others: Vec<usize> = others
        .filter(|other| !places.contains(other))
        .take(4)
        .collect();
    draft.peers = others
        .into_iter()
        .map(|other| title_of(draft, kind, other))
        .collect();
}

/// Two different entries of one kind, in either order.
fn pair_slot(draft: &mut Draft) -> [usize; 2] {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    places
}

fn say_pair(draft: &mut Draft, kind: usize, places: [usize; 2]) -> [String; 2] {
    set_peers(draft, kind, &places);
    [
        say_title(draft, "first", kind, places[0]),
        say_title(draft, "second", kind, places[1]),
    ]
}

fn look_up(draft: &mut Draft, title: &Value, field: &str) -> Value {
    let arguments = json!({"title": title, "field": field});
    draft.call("lookup", arguments, &["title", "field"])["value"].clone()
}

/// Looks up a number of an entry that another names. Its peers are the other entries of its kind.
fn look_up_linked(draft: &mut Draft, title: &Value, kind: usize, field: &str) -> Value {
    let place = (0..ENTRIES_A_KIND).find(|place| *title == title_of(draft, kind, *place));
    set_peers(draft, kind, &[place.unwrap_or(0)]);
    look_up(draft, title, field)
}

fn compare(draft: &mut Draft, titles: &[String; 2], field: &str) -> Value {
    let arguments = json!({"first": titles[0], "second": titles[1], "field": field});
    draft.call("compare", arguments, &["first", "field"])
}

/// Searches for a title and reads the entry.
fn search_and_read(draft: &mut Draft, title: &str) -> String {
    let found = draft.call("search", json!({"words": title}), &["words"]);
    let entry = item(&found["matches"], |entry| entry["title"] == title)["entry_id"].clone();
    shown(&draft.call("read", json!({"entry_id": entry}), &["entry_id"])["text"])
}

/// What stands around the value of each field in an entry's text, in the order of [`FIELDS`].
const AROUND: [[&str; 2]; FIELDS.len()] = [
    ["the river ", ". "],
    ["founded in ", " and "],
    ["has ", " inhabitants"],
    ["for its ", " bridges"],
    ["born in the town of ", " in "],
    [" in ", ". "],
    ["taught ", " pupils"],
    ["wrote ", " books"],
    ["that ", " invented"],
    ["has ", " strings"],
    ["is ", " cm "],
    ["weighs ", " g."],
    ["in the town of ", ". "],
    [". ", " founded it"],
    ["draws ", " visitors"],
    ["lasts ", " days"],
];

/// A field as an entry's text tells it: what stands nearest before the mark that follows it. Null where it tells nothing of it.
fn told(text: &str, field: &str) -> Value {
    let place = FIELDS.iter().position(|known| *known == field);
    let [before, after] = place.map_or(["", ""], |place| AROUND[place]);
    let value = if field == FIELDS[BORN_IN] {
        text.split_once(before)
            .and_then(|(_, rest)| rest.split(after).next())
    } else {
        text.split_once(after)
            .and_then(|(start, _)| start.rsplit_once(before))
            .map(|(_, value)| value)
    };
    value.map_or(Value::Null, |value| {
        value
            .parse::<u64>()
            .map_or_else(|_| json!(value), |number| json!(number))
    })
}

/// A field of an entry, without a call of the reference.
fn known(draft: &Draft, title: &str, field: &str) -> Value {
    draft.peek("lookup", &json!({"title": title, "field": field}))["value"].clone()
}

/// A number by which two entries of a kind differ.
fn say_different(draft: &mut Draft, kind: usize, titles: &[String; 2]) -> usize {
    let mut fields = numbers(kind).to_vec();
    draft.draws.shuffle(&mut fields);
    let differs = |field: &&usize| {
        let [first, second] = titles
            .each_ref()
            .map(|title| known(draft, title, FIELDS[**field]));
        first != second
    };
    let field = fields.iter().find(differs).copied().unwrap_or(fields[0]);
    say_field(draft, "field", field);
    field
}

pub(super) fn search_read(draft: &mut Draft) {
    let (kind, place) = (draft.slot(), draft.slot());
    set_peers(draft, kind, &[place]);
    let title = say_title(draft, "title", kind, place);
    let asked = draft.any(numbers(kind));
    let field = say_field(draft, "asked", asked);
    let text = search_and_read(draft, &title);
    let value = shown(&told(&text, field));
    draft.answer(
        format!("For {title}, {} is {value}.", IN_WORDS[asked]),
        [value],
    );
}

pub(super) fn follow(draft: &mut Draft) {
    follow_by(draft, |draft, title, link_field| {
        look_up(draft, &json!(title), link_field)
    });
}

/// A title's link is found by `find`, and a number of what it leads to is the answer.
fn follow_by(draft: &mut Draft, find: impl FnOnce(&mut Draft, &str, &'static str) -> Value) {
    let (link, place, slot) = (draft.slot(), draft.slot(), draft.slot());
    let (link, kind) = LINKS[link];
    set_peers(draft, link / 4, &[place]);
    let title = say_title(draft, "title", link / 4, place);
    let link_field = say_field(draft, "link", link);
    let asked = numbers(kind)[slot];
    let field = say_field(draft, "asked", asked);
    let linked = find(draft, &title, link_field);
    let value = shown(&look_up_linked(draft, &linked, kind, field));
    let reference = format!(
        "{} of {title} is {}, and {} of {} is {value}.",
        at_beginning(link),
        shown(&linked),
        IN_WORDS[asked],
        shown(&linked)
    );
    draft.answer(reference, [value]);
}

pub(super) fn compare_lookup(draft: &mut Draft) {
    let places = pair_slot(draft);
    let kind = draft.slot();
    let titles = say_pair(draft, kind, places);
    let compared = say_different(draft, kind, &titles);
    let others: Vec<usize> = (kind * 4..kind * 4 + 4)
        .filter(|field| *field != compared)
        .collect();
    let asked = draft.any(&others);
    let field = say_field(draft, "asked", asked);
    let result = compare(draft, &titles, FIELDS[compared]);
    let value = shown(&look_up(draft, &result["greater"], field));
    let greater = shown(&result["greater"]);
    let reference = format!(
        "For {greater}, {} is greater, and {} is {value}.",
        IN_WORDS[compared], IN_WORDS[asked]
    );
    draft.answer(reference, [greater, value]);
}

pub(super) fn two_entries(draft: &mut Draft) {
    let kind = draft.slot();
    let place = draft.slot();
    let title = say_title(draft, "title", kind, place);
    let first = draft.any(numbers(kind));
    let first_field = say_field(draft, "field", first);
    let other_kind = (kind + 1) % 4;
    let other = draft.slot();
    let second = say_title(draft, "second", other_kind, other);
    let asked = draft.any(numbers(other_kind));
    let asked_field = say_field(draft, "asked", asked);
    set_peers(draft, kind, &[place]);
    let number = shown(&look_up(draft, &json!(title), first_field));
    set_peers(draft, other_kind, &[other]);
    let other_number = shown(&look_up(draft, &json!(second), asked_field));
    let reference = format!(
        "{} of {title} is {number}, and {} of {second} is {other_number}.",
        at_beginning(first),
        IN_WORDS[asked]
    );
    draft.answer(reference, [number, other_number]);
}

pub(super) fn follow_twice(draft: &mut Draft) {
    let (link, place, slot) = (draft.slot(), draft.slot(), draft.slot());
    let (link, _) = LINKS[link];
    set_peers(draft, link / 4, &[place]);
    let title = say_title(draft, "title", link / 4, place);
    let link_field = say_field(draft, "link", link);
    let asked = numbers(TOWN)[slot];
    let field = say_field(draft, "asked", asked);
    let person = look_up(draft, &json!(title), link_field);
    let town = look_up_linked(draft, &person, PERSON, FIELDS[BORN_IN]);
    let value = shown(&look_up_linked(draft, &town, TOWN, field));
    let reference = format!(
        "{} of {title} is {}, whose town of birth is {}; {} there is {value}.",
        at_beginning(link),
        shown(&person),
        shown(&town),
        IN_WORDS[asked]
    );
    draft.answer(reference, [value]);
}

pub(super) fn search_read_lookup(draft: &mut Draft) {
    follow_by(draft, |draft, title, link_field| {
        let text = search_and_read(draft, title);
        told(&text, link_field)
    });
}

pub(super) fn compare_follow(draft: &mut Draft) {
    let places = pair_slot(draft);
    let (link, linked_kind) = LINKS[draft.slot()];
    let kind = link / 4;
    let titles = say_pair(draft, kind, places);
    let compared = say_different(draft, kind, &titles);
    let link_field = say_field(draft, "link", link);
    let asked = draft.any(numbers(linked_kind));
    let field = say_field(draft, "asked", asked);
    let result = compare(draft, &titles, FIELDS[compared]);
    let linked = look_up(draft, &result["greater"], link_field);
    let value = shown(&look_up_linked(draft, &linked, linked_kind, field));
    let reference = format!(
        "For {}, {} is greater; {} is {}, and {} there is {value}.",
        shown(&result["greater"]),
        IN_WORDS[compared],
        IN_WORDS[link],
        shown(&linked),
        IN_WORDS[asked]
    );
    draft.answer(reference, [value]);
}

pub(super) fn limit_branch(draft: &mut Draft) {
    let (kind, place) = (draft.slot() + 1, draft.slot());
    let links: Vec<(usize, usize)> = LINKS
        .into_iter()
        .filter(|(link, _)| link / 4 == kind)
        .collect();
    let (link, linked_kind) = draft.any(&links);
    let other = other_place(place, draft.below(ENTRIES_A_KIND - 1));
    set_peers(draft, kind, &[place, other]);
    let title = say_title(draft, "title", kind, place);
    let second = say_title(draft, "second", kind, other);
    let compared = draft.any(numbers(kind));
    let compared_field = say_field(draft, "field", compared);
    let link_field = say_field(draft, "link", link);
    let asked = draft.any(numbers(linked_kind));
    let field = say_field(draft, "asked", asked);
    let value = look_up(draft, &json!(title), compared_field);
    // Near enough that the number has to be looked up.
    let value = number(&value);
    let limit = (value * draft.any(&[0.7, 0.9, 1.1, 1.4])).floor();
    let limit = draft.say_found("limit", limit).parse().unwrap_or(limit);
    if value > limit {
        let linked = look_up(draft, &json!(title), link_field);
        let found = shown(&look_up_linked(draft, &linked, linked_kind, field));
        let reference = format!(
            "For {title}, {} is {value}, above {limit}; {} is {}, and {} there is {found}.",
            IN_WORDS[compared],
            IN_WORDS[link],
            shown(&linked),
            IN_WORDS[asked]
        );
        draft.answer(reference, [found]);
    } else {
        let result = compare(draft, &[title.clone(), second.clone()], compared_field);
        let difference = shown(&result["difference"]);
        let reference = format!(
            "For {title}, {} is {value}, not above {limit}; the difference from {second} is {difference}.",
            IN_WORDS[compared]
        );
        draft.answer(reference, [difference]);
    }
}

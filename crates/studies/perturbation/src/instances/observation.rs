//! Family C: what the call returned is told otherwise. The right final result stays the clean one.

use serde_json::{Map, Value, json};

use super::{
    catalogue::{Operator, Rows},
    packet::{Returned, object, operator},
    words::{capitalised, label, written},
};
use crate::{
    Severity::{Heavy, Light, Medium},
    Subtype,
};

/// Renames the fields of the result.
fn rename(returned: &mut Returned<'_>, mut name: impl FnMut(&str) -> String) {
    if let Some(result) = returned.result() {
        let renamed = std::mem::take(result)
            .into_iter()
            .map(|(field, value)| (name(&field), value));
        *result = renamed.collect();
    }
}

const REORDER: Operator = operator(Subtype::C1, "reorder", 6, |returned| {
    if let Some(result) = returned.result() {
        *result = std::mem::take(result).into_iter().rev().collect();
    }
});
const RECASE: Operator = operator(Subtype::C1, "recase", 8, |returned| {
    rename(returned, |field| {
        field.split('_').map(capitalised).collect()
    });
});
const ENVELOPE: Operator = operator(Subtype::C1, "envelope", 7, |returned| {
    let status = returned.visible.remove("status").unwrap_or(Value::Null);
    let result = returned.visible.remove("result").unwrap_or(Value::Null);
    returned.add("payload", result);
    returned.add("state", status);
});
const ABBREVIATE: Operator = operator(Subtype::C1, "abbreviate", 16, |returned| {
    let mut taken = Vec::new();
    rename(returned, |field| {
        let words: Vec<String> = field
            .split('_')
            .map(|word| word.chars().take(3).collect())
            .collect();
        let short = words.join("_");
        // Where two fields begin alike, the second keeps its name.
        let name = if taken.contains(&short) {
            field.into()
        } else {
            short
        };
        taken.push(name.clone());
        name
    });
});
const NEST: Operator = operator(Subtype::C1, "nest", 14, |returned| {
    let echoes = returned.echoes().len();
    if let Some(result) = returned.result() {
        let (mut asked, mut data) = (Map::new(), Map::new());
        // Echoes stand first in every output format.
        for (place, (field, value)) in std::mem::take(result).into_iter().enumerate() {
            let half = if place < echoes {
                &mut asked
            } else {
                &mut data
            };
            half.insert(field, value);
        }
        *result = object(json!({"asked": asked, "data": {"values": data}}));
    }
});
const PAIRS: Operator = operator(Subtype::C1, "pairs", 18, |returned| {
    if let Some(result) = returned.result() {
        let pairs: Vec<Value> = std::mem::take(result)
            .into_iter()
            .map(|(field, value)| json!({"key": field, "value": value}))
            .collect();
        returned.add("result", json!(pairs));
    }
});
const DEEPEN: Operator = operator(Subtype::C1, "deepen", 12, |returned| {
    let all = std::mem::take(&mut returned.visible);
    returned.show(json!({"response": {"version": 3, "body": {"items": [all]}}}));
});

/// C1.
pub(super) const STRUCTURE_NOISE: Rows = [
    (Light, &[REORDER]),
    (Light, &[RECASE]),
    (Light, &[ENVELOPE]),
    (Medium, &[ABBREVIATE]),
    (Medium, &[NEST]),
    (Medium, &[PAIRS]),
    (Heavy, &[ABBREVIATE, NEST, DEEPEN]),
    (Heavy, &[ABBREVIATE, PAIRS, REORDER]),
    (Heavy, &[ABBREVIATE, NEST, ENVELOPE]),
];

/// Takes fields out of the result.
fn drop_fields(returned: &mut Returned<'_>, fields: &[&str]) {
    if let Some(result) = returned.result() {
        result.retain(|field, _| !fields.contains(&field.as_str()));
    }
    returned
        .lost
        .extend(fields.iter().map(|field| (*field).to_owned()));
}

/// What the tool noted while it worked: every field that says something new, in order.
fn notes(returned: &Returned<'_>) -> String {
    let clean = returned.clean();
    let notes: Vec<String> = returned
        .news()
        .iter()
        .map(|field| format!("{field}={}", written(&clean[*field])))
        .collect();
    notes.join("; ")
}

const DROP_FIRST_ECHO: Operator = operator(Subtype::C2, "drop_first_echo", 6, |returned| {
    let echoes = returned.echoes();
    drop_fields(returned, &echoes[..echoes.len().min(1)]);
});
const DROP_LAST_ECHO: Operator = operator(Subtype::C2, "drop_last_echo", 7, |returned| {
    let echoes = returned.echoes();
    drop_fields(returned, &echoes[echoes.len().saturating_sub(1)..]);
});
const DROP_ECHOES: Operator = operator(Subtype::C2, "drop_echoes", 10, |returned| {
    drop_fields(returned, &returned.echoes());
});
const OMIT_KEY: Operator = operator(Subtype::C2, "omit_key", 20, |returned| {
    drop_fields(returned, &[returned.key()]);
});
const SPARSIFY: Operator = operator(Subtype::C2, "sparsify", 26, |returned| {
    drop_fields(returned, &returned.news());
});
const NOTES: Operator = operator(Subtype::C2, "notes_only", 4, |returned| {
    let notes = notes(returned);
    returned.add("notes", json!(notes));
});
const CUT_NOTES: Operator = operator(Subtype::C2, "cut_notes", 14, |returned| {
    let notes = notes(returned);
    let kept = notes.chars().count() * 3 / 5;
    let cut: String = notes.chars().take(kept).chain(['…']).collect();
    returned.add("notes", json!(cut));
});

/// C2. The notes of heavy templates are cut, so that some of the lost fields can't be recovered from what is visible.
pub(super) const EVIDENCE_LOSS: Rows = [
    (Light, &[DROP_FIRST_ECHO]),
    (Light, &[DROP_LAST_ECHO]),
    (Light, &[DROP_ECHOES]),
    (Medium, &[OMIT_KEY, NOTES]),
    (Medium, &[SPARSIFY, NOTES]),
    (Medium, &[OMIT_KEY, DROP_FIRST_ECHO, NOTES]),
    (Heavy, &[OMIT_KEY, CUT_NOTES]),
    (Heavy, &[SPARSIFY, CUT_NOTES]),
    (Heavy, &[SPARSIFY, DROP_ECHOES, CUT_NOTES]),
];

const CACHE: Operator = operator(Subtype::C3, "stale_cache", 7, |returned| {
    let key = returned.key();
    let wrong = returned.wrong(key);
    returned.add("cache", json!({key: wrong, "age_min": 240, "used": false}));
});
const OLD_CLIENT: Operator = operator(Subtype::C3, "old_client_note", 8, |returned| {
    let key = returned.key();
    let wrong = written(&returned.wrong(key));
    returned.add(
        "note",
        json!(format!(
            "Clients before version 2 still show {wrong} as {}.",
            label(key)
        )),
    );
});
const YESTERDAY: Operator = operator(Subtype::C3, "yesterday", 6, |returned| {
    let key = returned.key();
    let wrong = returned.wrong(key);
    returned.add("yesterday", json!({key: wrong}));
});
const SECONDARY_SOURCE: Operator = operator(Subtype::C3, "secondary_source", 15, |returned| {
    let stale = returned.stale();
    returned.add(
        "evidence",
        json!([{"source": "partner feed", "is_verified": false, "says": stale}]),
    );
});
const OTHER_UNITS: Operator = operator(Subtype::C3, "other_units", 14, |returned| {
    let clean = returned.clean();
    let number = returned
        .news()
        .into_iter()
        .find_map(|field| Some((field, clean[field].as_f64()?)));
    let raw = match number {
        Some((field, number)) => json!({field: (number * 1000.0).round(), "scale": "thousandths"}),
        None => json!({returned.key(): returned.wrong(returned.key()), "scale": "codes of 2019"}),
    };
    returned.add("raw", raw);
});
const WRONG_FIELD: Operator = operator(Subtype::C3, "wrong_field", 26, |returned| {
    let key = returned.key();
    let (wrong, right) = (returned.wrong(key), returned.clean()[key].clone());
    if let Some(result) = returned.result() {
        result.insert(key.into(), wrong);
    }
    returned.lost.push(key.into());
    returned.add(
        "correction",
        json!({"field": key, "value": right, "reason": "the record was written before the check; this value is verified"}),
    );
});

/// C3.
pub(super) const CORRUPTION: Rows = [
    (Light, &[CACHE]),
    (Light, &[OLD_CLIENT]),
    (Light, &[YESTERDAY]),
    (Medium, &[SECONDARY_SOURCE]),
    (Medium, &[OTHER_UNITS]),
    (Medium, &[SECONDARY_SOURCE, CACHE]),
    (Heavy, &[WRONG_FIELD]),
    (Heavy, &[WRONG_FIELD, SECONDARY_SOURCE]),
    (Heavy, &[WRONG_FIELD, OTHER_UNITS, CACHE]),
];

/// Shows the result as one of several candidates, at this place among so many others.
fn compete(returned: &mut Returned<'_>, others: usize, place: usize, is_marked: bool) {
    let mut candidates: Vec<Value> = returned.rivals().into_iter().take(others).collect();
    let place = place.min(candidates.len());
    candidates.insert(place, returned.anchor.gold.result.clone());
    let candidates: Vec<Value> = candidates
        .into_iter()
        .enumerate()
        .map(|(other, result)| {
            if is_marked {
                json!({"is_primary": other == place, "result": result})
            } else {
                json!({"result": result})
            }
        })
        .collect();
    returned.visible.remove("result");
    let fields = returned.clean().keys().cloned();
    returned.lost.extend(fields);
    returned.add("candidates", json!(candidates));
}

const WRAPPER: Operator = operator(Subtype::C4, "wrapper", 6, |returned| {
    let result = returned.visible.remove("result").unwrap_or(Value::Null);
    returned.add("data", json!({"total": 1, "results": [result]}));
});
const DUPLICATE: Operator = operator(Subtype::C4, "duplicate", 7, |returned| {
    let result = returned.anchor.gold.result.clone();
    returned.add("copy", result);
});
const AUXILIARY: Operator = operator(Subtype::C4, "auxiliary", 8, |returned| {
    let count = returned.rivals().len();
    returned.add(
        "related",
        json!({"similar_requests": count, "popularity": 0.71, "cluster": "c-14"}),
    );
});
const ALTERNATIVE: Operator = operator(Subtype::C4, "alternative", 14, |returned| {
    let rival = returned.rivals().into_iter().next().unwrap_or(Value::Null);
    returned.add(
        "alternative",
        json!({"reason": "often asked for", "result": rival}),
    );
});
const MARKED: Operator = operator(Subtype::C4, "marked_candidates", 16, |returned| {
    compete(returned, 1, 1, true);
});
const UNMARKED: Operator = operator(Subtype::C4, "unmarked_candidates", 26, |returned| {
    let place = returned.turn(2) + 1;
    compete(returned, 2, place, false);
});
const POPULAR: Operator = operator(Subtype::C4, "misleading_note", 12, |returned| {
    returned.add("note", json!("Most callers keep the first candidate."));
});

/// C4. Candidates without marks still repeat the arguments that they belong to.
pub(super) const EVIDENCE_COMPETITION: Rows = [
    (Light, &[WRAPPER]),
    (Light, &[DUPLICATE]),
    (Light, &[AUXILIARY]),
    (Medium, &[ALTERNATIVE]),
    (Medium, &[MARKED]),
    (Medium, &[MARKED, AUXILIARY]),
    (Heavy, &[UNMARKED]),
    (Heavy, &[UNMARKED, POPULAR]),
    (Heavy, &[UNMARKED, POPULAR, AUXILIARY]),
];

//! The decision, read from what came back.

use serde_json::{Map, Value};

use crate::{FailureType, GoldDecision, Status, is_same_value, policies::request::Return};

/// Fields around a result, in the order in which they are looked into.
const AROUND: [&str; 15] = [
    "result",
    "payload",
    "response",
    "body",
    "items",
    "candidates",
    "results",
    "chunks",
    "spool",
    "debug",
    "attempts",
    "asked",
    "data",
    "values",
    "correction",
];

/// Fields that hold something else than the result, whatever it looks like.
const BESIDE: [&str; 9] = [
    "cache",
    "yesterday",
    "raw",
    "evidence",
    "alternative",
    "related",
    "copy",
    "fallback",
    "diagnostics",
];

/// Marks whose `false` says that what they stand in is not the result.
const MARKS: [&str; 4] = ["is_primary", "is_current", "is_verified", "used"];

/// Signs of a failure, the surest first.
const SIGNS: [(&str, FailureType); 14] = [
    ("403", FailureType::PermissionDenied),
    ("422", FailureType::InvalidArgument),
    ("503", FailureType::ServiceUnavailable),
    ("504", FailureType::Timeout),
    ("too many", FailureType::RateLimited),
    ("unavailable", FailureType::ServiceUnavailable),
    ("busy", FailureType::ServiceUnavailable),
    ("deadline", FailureType::Timeout),
    ("timed out", FailureType::Timeout),
    ("permi", FailureType::PermissionDenied),
    ("grant", FailureType::PermissionDenied),
    ("rejected", FailureType::InvalidArgument),
    ("invalid", FailureType::InvalidArgument),
    ("error", FailureType::ServiceUnavailable),
];

/// What to make of a return.
pub(super) fn decide(returned: &Return) -> GoldDecision {
    let packet = &returned.packet;
    let mut leaves = Vec::new();
    collect("", packet, returned, &mut leaves);
    let mut known = Map::new();
    for field in &returned.fields {
        let exact = leaves.iter().find(|(name, _)| name == field);
        let found = exact.or_else(|| leaves.iter().find(|(name, _)| stands_for(name, field)));
        if let Some((_, value)) = found {
            known.insert(field.clone(), (*value).clone());
        }
    }
    if has_failed(packet, returned) {
        let failure_type = failure(packet);
        // Without anything around a result there is none, and the fields are those of the failure.
        let has_result = AROUND
            .iter()
            .any(|around| packet.get(*around).is_some_and(is_container));
        let has_part = has_result
            && known
                .keys()
                .any(|name| !returned.arguments.contains_key(name));
        return GoldDecision {
            status: if has_part {
                Status::Partial
            } else {
                Status::Error
            },
            retryable: matches!(
                failure_type,
                FailureType::Timeout | FailureType::ServiceUnavailable | FailureType::RateLimited
            ),
            failure_type,
            final_result: if has_part {
                Value::Object(known)
            } else {
                Value::Null
            },
        };
    }
    if let Some((field, value)) = correction(packet) {
        known.insert(field, value);
    }
    let notes = notes(packet);
    let fields = returned.fields.iter().filter_map(|field| {
        let noted = || notes.iter().find(|(name, _)| name == field);
        let value = known
            .get(field)
            .or_else(|| returned.arguments.get(field))
            .or_else(|| Some(&noted()?.1))?;
        Some((field.clone(), value.clone()))
    });
    GoldDecision {
        status: Status::Success,
        retryable: false,
        failure_type: FailureType::None,
        final_result: Value::Object(fields.collect()),
    }
}

/// The named values of what counts in a packet.
fn collect<'v>(
    name: &'v str,
    value: &'v Value,
    returned: &Return,
    leaves: &mut Vec<(&'v str, &'v Value)>,
) {
    match value {
        Value::Object(fields) => {
            if MARKS
                .iter()
                .any(|mark| fields.get(*mark) == Some(&Value::Bool(false)))
            {
                return;
            }
            let around: Vec<&str> = AROUND
                .into_iter()
                .filter(|around| fields.get(*around).is_some_and(is_container))
                .collect();
            if around.is_empty() {
                for (name, value) in fields {
                    if !BESIDE.contains(&name.as_str()) {
                        collect(name, value, returned, leaves);
                    }
                }
            }
            for name in around {
                collect("", &fields[name], returned, leaves);
            }
        }
        Value::Array(items)
            if items.iter().all(|item| item.get("key").is_some()) && !items.is_empty() =>
        {
            for item in items {
                if let (Some(Value::String(name)), Some(value)) =
                    (item.get("key"), item.get("value"))
                {
                    leaves.push((name, value));
                }
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            if let Some(item) = pick(items, returned) {
                collect("", item, returned, leaves);
            }
        }
        value => leaves.push((name, value)),
    }
}

fn is_container(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(Value::is_object),
        _ => false,
    }
}

/// Which of several things is meant: what is marked; the live one that came with something; the one that repeats the arguments of the call.
fn pick<'v>(items: &'v [Value], returned: &Return) -> Option<&'v Value> {
    let marked = |item: &&Value| item.get("is_primary") == Some(&Value::Bool(true));
    let live = |item: &&Value| {
        let is_live = item.get("source").and_then(Value::as_str) == Some("live");
        is_live && item.get("result").is_some_and(|result| !result.is_null())
    };
    let echoes = |item: &&Value| {
        let mut leaves = Vec::new();
        collect("", item, returned, &mut leaves);
        leaves.iter().all(|(name, value)| {
            let argument = returned.arguments.get(*name);
            argument.is_none_or(|argument| is_same_value(argument, value))
        })
    };
    items
        .iter()
        .find(marked)
        .or_else(|| items.iter().find(live))
        .or_else(|| items.iter().find(echoes))
        .or_else(|| items.first())
}

/// Whether a name is another form of a field's: other capitals, or the beginnings of its words.
fn stands_for(name: &str, field: &str) -> bool {
    let plain = |text: &str| text.replace('_', "").to_lowercase();
    if plain(name) == plain(field) {
        return true;
    }
    let (short, long): (Vec<&str>, Vec<&str>) =
        (name.split('_').collect(), field.split('_').collect());
    short.len() == long.len()
        && short
            .iter()
            .zip(long)
            .all(|(short, long)| long.starts_with(short))
}

/// Whether the packet says that the call did not end as it should.
fn has_failed(packet: &Value, returned: &Return) -> bool {
    let attempts = packet.get("attempts").and_then(Value::as_array);
    let outcome = attempts
        .and_then(|attempts| pick(attempts, returned)?.get("outcome")?.as_str())
        .filter(|_| packet.get("result").is_none());
    packet.get("status").and_then(Value::as_str) == Some("error")
        || packet.get("event").is_some()
        || outcome.is_some_and(|outcome| outcome != "ok")
}

/// The kind of a failure, by the surest sign outside of what stands beside.
fn failure(packet: &Value) -> FailureType {
    let mut said = packet.clone();
    if let Some(fields) = said.as_object_mut() {
        // What a failure is labelled is the least of what is said of it.
        fields.retain(|name, _| name != "label" && !BESIDE.contains(&name.as_str()));
    }
    let said = said.to_string().to_lowercase();
    let sign = SIGNS.iter().find(|(sign, _)| said.contains(sign));
    sign.map_or(FailureType::None, |(_, failure)| *failure)
}

/// A field that the packet puts right.
fn correction(packet: &Value) -> Option<(String, Value)> {
    let correction = packet.get("correction")?;
    let field = correction.get("field")?.as_str()?;
    Some((field.to_owned(), correction.get("value")?.clone()))
}

/// What the notes of a packet say, without a last one that is cut off.
fn notes(packet: &Value) -> Vec<(String, Value)> {
    let text = packet.get("notes").and_then(Value::as_str).unwrap_or("");
    let mut notes: Vec<&str> = text.split("; ").collect();
    if text.ends_with('…') {
        notes.pop();
    }
    let read = |note: &str| {
        let (name, value) = note.split_once('=')?;
        let list: Result<Vec<Value>, _> = value.split(", ").map(serde_json::from_str).collect();
        let value = match list {
            Ok(mut items) if items.len() == 1 => items.remove(0),
            Ok(items) => Value::Array(items),
            Err(_) => Value::String(value.into()),
        };
        Some((name.to_owned(), value))
    };
    notes.into_iter().filter_map(read).collect()
}

//! Whether a packet determines the answer: a solver that knows the call and the packet, and nothing of the world.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{GoldCall, Packet, is_same_value};

/// Whether the packet that is seen determines the clean result.
///
/// ```
/// use faultline_perturbation::{FailureType, GoldCall, GoldDecision, Packet, Status, determines};
/// use serde_json::{Map, json};
///
/// let result = json!({"city": "Oslo", "temperature_c": 7});
/// let arguments = Map::from_iter([("city".to_owned(), json!("Oslo"))]);
/// let gold = GoldCall { tool: "get_temperature".into(), arguments, result: result.clone() };
/// let packet = |visible| Packet {
///     visible,
///     decision: GoldDecision { status: Status::Success, retryable: false, failure_type: FailureType::None, final_result: result.clone() },
///     lost: Vec::new(),
/// };
/// assert!(determines(&packet(json!({"temperature_c": 7})), &gold));
/// assert!(determines(&packet(json!({"note": "the temperature is 7 degrees"})), &gold));
/// assert!(!determines(&packet(json!({"temperature_c": 7, "cached": {"temperature_c": 9}})), &gold));
/// assert!(!determines(&packet(json!({"city": "Oslo"})), &gold));
/// ```
pub fn determines(packet: &Packet, gold: &GoldCall) -> bool {
    undetermined(packet, gold).is_empty()
}

/// The fields of the clean result that the packet leaves open, in the order of their names.
///
/// A field is determined if one of these holds:
/// - the packet has its values under its name, and under this name no other;
/// - it repeats an argument of the call, which whoever reads the packet has made;
/// - a text of the packet says `name=value`, or has its value beside a word of its name; what is cut short says nothing;
/// - it counts a list that the packet has whole.
pub fn undetermined(packet: &Packet, gold: &GoldCall) -> Vec<String> {
    let wanted = by_name(&gold.result);
    let seen = by_name(&packet.visible);
    let values = within(&packet.visible);
    let texts: Vec<&str> = values
        .iter()
        .filter_map(|value| value.as_str())
        .filter(|text| text.contains(' '))
        .collect();
    let lengths: Vec<u64> = values
        .iter()
        .filter_map(|value| Some(value.as_array()?.len() as u64))
        .collect();
    let is_open = |(name, values): &(&&str, &Vec<&Value>)| {
        let found = seen.get(**name).map_or(&[][..], Vec::as_slice);
        let has = |values: &[&Value], value: &Value| {
            values.iter().any(|other| is_same_value(other, value))
        };
        let is_named = values.iter().all(|value| has(found, value))
            && found.iter().all(|value| has(values, value));
        let argument = gold.arguments.get(**name);
        let is_echo = argument
            .is_some_and(|argument| values.iter().all(|value| is_same_value(argument, value)));
        let said = texts.iter().find_map(|text| said_of(text, name));
        let is_told = found.is_empty()
            && match said {
                Some(said) => {
                    let values: Vec<String> = values.iter().map(|value| plain(value)).collect();
                    said == values.join(", ")
                }
                None => values
                    .iter()
                    .all(|value| texts.iter().any(|text| tells(text, name, value))),
            };
        let is_count = name.contains("count")
            && values
                .iter()
                .all(|value| value.as_u64().is_some_and(|n| lengths.contains(&n)));
        !(is_named || is_echo || is_told || is_count)
    };
    let open = wanted.iter().filter(is_open);
    open.map(|(name, _)| (*name).to_owned()).collect()
}

/// The values that are neither objects nor lists, by the name of the nearest field around them.
fn by_name(value: &Value) -> BTreeMap<&str, Vec<&Value>> {
    fn collect<'a>(name: &'a str, value: &'a Value, found: &mut BTreeMap<&'a str, Vec<&'a Value>>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    collect(name, value, found);
                }
            }
            Value::Array(items) => {
                for item in items {
                    collect(name, item, found);
                }
            }
            value => found.entry(name).or_default().push(value),
        }
    }
    let mut found = BTreeMap::new();
    collect("", value, &mut found);
    found
}

/// The values within a value, itself first.
fn within(value: &Value) -> Vec<&Value> {
    let mut all = vec![value];
    let mut next = 0;
    while let Some(value) = all.get(next).copied() {
        match value {
            Value::Object(fields) => all.extend(fields.values()),
            Value::Array(items) => all.extend(items),
            _ => {}
        }
        next += 1;
    }
    all
}

/// What a text of notes such as `distance_km=9; duration_min=22` says of a field.
fn said_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.split("; ")
        .find_map(|note| note.strip_prefix(name)?.strip_prefix('='))
}

/// Whether a text has a value beside a word of its field's name.
fn tells(text: &str, name: &str, value: &Value) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '_')))
        .map(|word| word.trim_matches(['.', ':']))
        .collect();
    let value = plain(value).to_lowercase();
    let has_value =
        words.contains(&value.as_str()) || (value.contains(' ') && text.contains(&value));
    let mut parts = name.split('_').filter(|part| part.len() > 2);
    has_value && parts.any(|part| words.iter().any(|word| word.starts_with(part)))
}

/// A value as texts write it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

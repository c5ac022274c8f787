//! How arguments are named and written in requests.

use faultline_core::PropertyKind;
use serde_json::{Value, json};

use super::seeds::{Anchor, anchors};

/// Arguments whose names do not read well.
const LABELS: [(&str, &str); 19] = [
    ("at_least", "lower limit"),
    ("customer_id", "customer"),
    ("days", "number of days"),
    ("duration_min", "length in minutes"),
    ("event_id", "event"),
    ("from_currency", "source currency"),
    ("from_unit", "source unit"),
    ("grace_hours", "hours of grace"),
    ("invoice_id", "invoice"),
    ("items", "list of numbers"),
    ("message_id", "message"),
    ("order_id", "order"),
    ("readers", "readership"),
    ("session_id", "session"),
    ("start", "starting time"),
    ("ticket_id", "ticket"),
    ("to_currency", "target currency"),
    ("to_unit", "target unit"),
    ("weight_kg", "weight in kg"),
];

/// An argument's name in a sentence.
pub(crate) fn label(argument: &str) -> String {
    let known = LABELS.iter().find(|(name, _)| *name == argument);
    known.map_or_else(|| argument.replace('_', " "), |(_, label)| (*label).into())
}

/// A value as a request writes it: texts bare, lists with commas.
pub(crate) fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(written).collect();
            items.join(", ")
        }
        other => other.to_string(),
    }
}

/// The other seed tasks of the same tool, the next one first.
pub(crate) fn rivals(anchor: &Anchor) -> Vec<&'static Anchor> {
    let mut others: Vec<&Anchor> = anchors()
        .iter()
        .filter(|other| other.place == anchor.place && other.number != anchor.number)
        .collect();
    others.sort_by_key(|other| (other.number + 3 - anchor.number) % 3);
    others
}

/// Another value that the argument might have: that of another seed task, or else a near one.
pub(crate) fn other_value(anchor: &Anchor, argument: &str) -> Value {
    let value = &anchor.gold.arguments[argument];
    let of_rivals = rivals(anchor)
        .into_iter()
        .map(|rival| rival.gold.arguments[argument].clone())
        .find(|other| other != value);
    let of_schema = || {
        let properties = &anchor.tool.spec.parameters.properties;
        let (_, property) = properties.iter().find(|(name, _)| name == argument)?;
        match &property.kind {
            PropertyKind::Choice(options) => options
                .iter()
                .map(|option| json!(option))
                .find(|option| option != value),
            _ => None,
        }
    };
    of_rivals.or_else(of_schema).unwrap_or_else(|| {
        value
            .as_i64()
            .map_or(Value::Null, |number| json!(number + 1))
    })
}

/// A wrong value for a field of a result: that of another seed task, or else one made from the right one.
pub(crate) fn other_result(anchor: &Anchor, field: &str) -> Value {
    let value = &anchor.gold.result[field];
    let of_rivals = rivals(anchor)
        .into_iter()
        .map(|rival| rival.gold.result[field].clone())
        .find(|other| other != value);
    of_rivals.unwrap_or_else(|| match value {
        Value::Bool(truth) => json!(!truth),
        Value::Number(_) => json!(value.as_i64().unwrap_or(0) * 2 + 3),
        other => json!(format!("not {}", written(other))),
    })
}

/// The text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    first + letters.as_str()
}

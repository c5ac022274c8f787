//! The decision after a tool's return, read from a reply's text.

use faultline_core::ReadingRule;
use serde_json::{Map, Value};

/// How many opening braces are tried at most.
const MOST_TRIES: usize = 64;

/// The longest text that is searched, in bytes.
const LONGEST: usize = 64 << 10;

/// What a model makes of what came back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// `success`, `partial_success` or `error`, as it was written.
    pub status: Option<String>,
    /// Whether the call should be made again.
    pub retryable: Option<bool>,
    /// What kind of failure it is, as it was written; a JSON null is `none`.
    pub failure_type: Option<String>,
    /// The output to be kept.
    pub final_result: Option<Value>,
}

impl Decision {
    /// Reads a decision: strictly one JSON object with the four fields and nothing around it, leniently the last JSON object in the
    /// text that has any of them, under names that differ in their capitals and hyphens at most.
    pub fn read(text: &str, rule: ReadingRule) -> Option<Self> {
        match rule {
            ReadingRule::Strict => {
                let Ok(Value::Object(fields)) = serde_json::from_str(text.trim()) else {
                    return None;
                };
                let has_all = NAMES.iter().all(|name| fields.contains_key(*name));
                has_all.then(|| Self::of(&fields))
            }
            ReadingRule::Lenient => objects(text).iter().rev().find_map(|fields| {
                let mut fields = plain_names(fields);
                // Some wrap it once more, as an answer or a decision.
                if !NAMES.iter().any(|name| fields.contains_key(*name)) {
                    let inner = fields.values().find_map(Value::as_object)?;
                    fields = plain_names(inner);
                }
                let has_any = NAMES.iter().any(|name| fields.contains_key(*name));
                has_any.then(|| Self::of(&fields))
            }),
        }
    }

    fn of(fields: &Map<String, Value>) -> Self {
        let text = |name: &str| match fields.get(name)? {
            Value::String(text) => Some(text.trim().to_owned()),
            Value::Null => Some("none".into()),
            other => Some(other.to_string()),
        };
        Self {
            status: text("status"),
            retryable: match fields.get("retryable") {
                Some(Value::Bool(is)) => Some(*is),
                Some(Value::String(text)) => match text.trim().to_lowercase().as_str() {
                    "true" | "yes" => Some(true),
                    "false" | "no" => Some(false),
                    _ => None,
                },
                _ => None,
            },
            failure_type: text("failure_type"),
            final_result: fields.get("final_result").map(unwrapped),
        }
    }
}

const NAMES: [&str; 4] = ["status", "retryable", "failure_type", "final_result"];

/// The fields with the four names as they were asked for, where a name differs in its form alone.
fn plain_names(fields: &Map<String, Value>) -> Map<String, Value> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let known = |name: &str| {
        let mut names = NAMES.iter();
        names.find(|known| plain(known) == plain(name)).copied()
    };
    fields
        .iter()
        .map(|(name, value)| (known(name).unwrap_or(name).to_owned(), value.clone()))
        .collect()
}

/// A result that was written as a text of JSON is what the text says.
fn unwrapped(value: &Value) -> Value {
    let text = value.as_str().map(str::trim);
    text.filter(|text| text.starts_with(['{', '[']))
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_else(|| value.clone())
}

/// The JSON objects in a text, none within another.
fn objects(text: &str) -> Vec<Map<String, Value>> {
    let mut found = Vec::new();
    let mut rest = text.get(..LONGEST).unwrap_or(text);
    for _ in 0..MOST_TRIES {
        let Some(start) = rest.find('{') else { break };
        rest = &rest[start..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        if let Some(Ok(Value::Object(fields))) = values.next() {
            found.push(fields);
            rest = rest.get(values.byte_offset()..).unwrap_or_default();
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// Whether two values say the same: numbers by their value, also where one is written as a text; texts without the white space around
/// them; objects in any order of their keys.
pub fn is_same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| {
                    let same = other.get(name);
                    same.is_some_and(|other| is_same_value(value, other))
                })
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same_value(a, b))
        }
        (Value::String(one), Value::String(other)) => one.trim() == other.trim(),
        _ => match (number(one), number(other)) {
            (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * one.abs().max(1.0),
            _ => one == other,
        },
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => faultline_core::number_of(text.trim()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_what_was_asked_for_and_what_comes_close() {
        let whole =
            r#"{"status":"error","retryable":true,"failure_type":"timeout","final_result":null}"#;
        let fenced = format!("Here it is:\n```json\n{whole}\n```\nDone {{really}}.");
        for (text, strict, lenient) in [
            (whole, true, true),
            (fenced.as_str(), false, true),
            (
                r#"{"Status":"error","Retryable":"yes","failureType":"timeout"}"#,
                false,
                true,
            ),
            (
                r#"{"decision":{"status":"error","retryable":true,"failure_type":"timeout"}}"#,
                false,
                true,
            ),
            (r#"{"tool":"x","arguments":{}}"#, false, false),
            ("no idea", false, false),
            ("{{{{{{", false, false),
        ] {
            assert_eq!(
                Decision::read(text, ReadingRule::Strict).is_some(),
                strict,
                "{text}"
            );
            let read = Decision::read(text, ReadingRule::Lenient);
            assert_eq!(read.is_some(), lenient, "{text}");
            if let Some(read) = read {
                assert_eq!(
                    (read.status.as_deref(), read.retryable),
                    (Some("error"), Some(true)),
                    "{text}"
                );
                assert_eq!(read.failure_type.as_deref(), Some("timeout"), "{text}");
            }
        }
    }

    #[test]
    fn values_are_compared_by_what_they_say() {
        for (one, other, same) in [
            (
                json!({"a": 9, "b": "x"}),
                json!({"b": " x", "a": 9.0}),
                true,
            ),
            (json!("22"), json!(22), true),
            (json!([1, 2]), json!([2, 1]), false),
            (json!({"a": 1}), json!({"a": 1, "b": 2}), false),
            (json!(null), json!({}), false),
        ] {
            assert_eq!(is_same_value(&one, &other), same, "{one} {other}");
        }
    }
}

//! The arguments of a call, read strictly and leniently.

use faultline_core::{CallFault, ToolSpec};
use serde_json::{Map, Value};

use crate::{
    answer::Given,
    json::{AtEnd, JsonError, read_whole},
    names,
};

/// Arguments that were read.
#[derive(Debug, PartialEq)]
pub(crate) struct Arguments {
    /// As they were given, where that was a JSON object.
    pub(crate) strict: Option<Value>,
    /// What a fair reader takes them for.
    pub(crate) lenient: Value,
    /// What was repaired or is odd, by name.
    pub(crate) flags: Vec<String>,
}

/// Reads the arguments of a call of this tool (none where the tool is unknown).
pub(crate) fn read(given: Given, tool: Option<&ToolSpec>) -> Result<Arguments, CallFault> {
    let mut arguments = match given {
        Given::Nothing => exactly(Value::Object(Map::new()), Vec::new()),
        Given::Json(value) => from_value(value, Vec::new())?,
        Given::Text(text) => from_text(&text)?,
    };
    if let Some((inner, repair)) = tool.and_then(|tool| unwrapped(&arguments.lenient, tool)) {
        arguments.lenient = inner;
        arguments.flags.push(repair.into());
    }
    Ok(arguments)
}

fn exactly(value: Value, flags: Vec<String>) -> Arguments {
    Arguments {
        strict: Some(value.clone()),
        lenient: value,
        flags,
    }
}

fn from_text(text: &str) -> Result<Arguments, CallFault> {
    if text.trim().is_empty() {
        return Ok(repaired(Value::Object(Map::new()), "empty_arguments"));
    }
    let parsed = read_whole(text, AtEnd::Cut).map_err(|error| fault(&error))?;
    let notes = parsed.notes.iter().map(ToString::to_string).collect();
    if parsed.repairs.is_empty() {
        return from_value(parsed.value, notes);
    }
    let mut arguments = from_value(parsed.value, notes)?;
    arguments.strict = None;
    let repairs = parsed.repairs.iter().map(|name| format!("repaired:{name}"));
    arguments.flags.extend(repairs);
    Ok(arguments)
}

fn from_value(value: Value, flags: Vec<String>) -> Result<Arguments, CallFault> {
    let kind = match &value {
        Value::Object(_) => return Ok(exactly(value, flags)),
        Value::Null => return Ok(repaired(Value::Object(Map::new()), "null_arguments")),
        // Encoded twice: one decoding more, and no second.
        Value::String(text) if text.trim().is_empty() => {
            return Ok(repaired(Value::Object(Map::new()), "empty_arguments"));
        }
        Value::String(text) => {
            return match read_whole(text, AtEnd::Cut) {
                Ok(inner) if inner.value.is_object() && inner.repairs.is_empty() => {
                    Ok(repaired(inner.value, "repaired:double_encoded"))
                }
                _ => Err(not_object("a text", &value)),
            };
        }
        Value::Array(_) => "a list",
        Value::Number(_) => "a number",
        Value::Bool(_) => "true or false",
    };
    Err(not_object(kind, &value))
}

fn repaired(value: Value, flag: &str) -> Arguments {
    Arguments {
        strict: None,
        lenient: value,
        flags: vec![flag.into()],
    }
}

fn not_object(kind: &str, value: &Value) -> CallFault {
    let text: String = value.to_string().chars().take(120).collect();
    CallFault::MalformedArguments(format!("they are {kind}, not an object: {text}"))
}

/// What an error of reading says of the arguments.
pub(crate) fn fault(error: &JsonError) -> CallFault {
    match error {
        JsonError::Ended => CallFault::Truncated,
        JsonError::Wrong { at, why } => {
            CallFault::MalformedArguments(format!("{why}, at byte {at}"))
        }
    }
}

/// The arguments within a wrapper that the tool's schema does not have: under one key of their own, or as the whole call
/// said again. Only where the inner object holds a parameter of the tool.
fn unwrapped(value: &Value, tool: &ToolSpec) -> Option<(Value, &'static str)> {
    let object = value.as_object()?;
    let has_parameter = |key: &str| {
        let properties = &tool.parameters.properties;
        properties.iter().any(|(name, _)| name == key)
    };
    let (key, repair) = if object.len() == 1 {
        let key = object.keys().next()?.as_str();
        let repair = match key {
            "arguments" | "args" | "parameters" | "params" | "input" | "kwargs" => {
                "repaired:unwrapped_arguments"
            }
            "properties" => "repaired:unwrapped_properties",
            _ => return None,
        };
        (key, repair)
    } else if object.len() == 2 {
        let name = ["name", "tool"]
            .into_iter()
            .find_map(|key| object.get(key))?;
        names::find(name.as_str()?, std::slice::from_ref(tool))?;
        let key = ["arguments", "parameters"]
            .into_iter()
            .find(|key| object.contains_key(*key))?;
        (key, "repaired:unwrapped_envelope")
    } else {
        return None;
    };
    let inner = object.get(key)?.as_object()?;
    let fits = !has_parameter(key) && inner.keys().any(|key| has_parameter(key));
    fits.then(|| (Value::Object(inner.clone()), repair))
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline_core::{Property, Schema};
    use serde_json::json;

    fn read_text(text: &str, parameter: &'static str) -> Result<Arguments, CallFault> {
        let tool = ToolSpec {
            name: "t".into(),
            description: String::new(),
            parameters: Schema::object([(parameter, Property::text(99))]),
        };
        read(Given::Text(text.into()), Some(&tool))
    }

    #[test]
    fn both_readings_and_what_was_repaired() {
        let some = |value: Value| Some(value);
        for (text, strict, lenient, flags) in [
            (
                r#"{"x":"1"}"#,
                some(json!({"x": "1"})),
                json!({"x": "1"}),
                &[][..],
            ),
            (
                r#"{"x":1,"x":2}"#,
                some(json!({"x": 2})),
                json!({"x": 2}),
                &["duplicate_keys"],
            ),
            (
                r#"{"x":1,}"#,
                None,
                json!({"x": 1}),
                &["repaired:trailing_comma"],
            ),
            ("", None, json!({}), &["empty_arguments"]),
            ("null", None, json!({}), &["null_arguments"]),
            (
                r#""{\"x\":1}""#,
                None,
                json!({"x": 1}),
                &["repaired:double_encoded"],
            ),
            (
                r#"{"args":{"x":1}}"#,
                some(json!({"args": {"x": 1}})),
                json!({"x": 1}),
                &["repaired:unwrapped_arguments"],
            ),
            (
                r#"{"name":"t","arguments":{"x":1}}"#,
                some(json!({"name": "t", "arguments": {"x": 1}})),
                json!({"x": 1}),
                &["repaired:unwrapped_envelope"],
            ),
            (
                r#"{"args":{"y":1}}"#,
                some(json!({"args": {"y": 1}})),
                json!({"args": {"y": 1}}),
                &[],
            ),
        ] {
            let expected = Arguments {
                strict,
                lenient,
                flags: flags.iter().map(ToString::to_string).collect(),
            };
            assert_eq!(read_text(text, "x"), Ok(expected), "{text}");
        }
        let own = read_text(r#"{"args":{"x":1}}"#, "args").unwrap();
        assert_eq!(own.lenient, json!({"args": {"x": 1}}));
    }

    #[test]
    fn what_is_no_object_says_so() {
        for (text, expected) in [
            (
                "[{\"x\":1}]",
                "the arguments can't be read: they are a list, not an object: [{\"x\":1}]",
            ),
            (
                "\"x\"",
                "the arguments can't be read: they are a text, not an object: \"x\"",
            ),
            (
                "7",
                "the arguments can't be read: they are a number, not an object: 7",
            ),
            (
                "{\"x\":NaN}",
                "the arguments can't be read: 'NaN' is no JSON value, at byte 5",
            ),
            (
                "{\"x\":1}{}",
                "the arguments can't be read: more text follows the value, at byte 7",
            ),
            ("{\"x\":\"a", "the reply ends within the call"),
        ] {
            assert_eq!(read_text(text, "x").unwrap_err().to_string(), expected);
        }
    }
}

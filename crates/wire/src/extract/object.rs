//! A call as a JSON object, whatever its keys are called.

use faultline_core::ToolSpec;
use serde_json::{Map, Value};

use super::{Found, MOST_CALLS, TextCall};
use crate::{answer::Given, names};

const NAME_KEYS: [&str; 7] = [
    "tool",
    "name",
    "tool_name",
    "function_name",
    "function",
    "recipient_name",
    "action",
];

const ARGUMENT_KEYS: [&str; 8] = [
    "arguments",
    "parameters",
    "args",
    "params",
    "input",
    "tool_input",
    "action_input",
    "kwargs",
];

/// Adds the calls of a value: one object, or a list of them, or an object that holds such a list. Returns whether there
/// were any.
pub(super) fn add_calls(value: Value, tools: &[ToolSpec], found: &mut Found) -> bool {
    let before = found.calls.len();
    match value {
        Value::Array(values) => {
            for value in values.into_iter().take(MOST_CALLS) {
                if let Value::Object(object) = value {
                    found.calls.extend(call(object, tools, &mut found.flags));
                }
            }
        }
        Value::Object(mut object) => {
            let list = ["tool_calls", "tool_uses"]
                .into_iter()
                .find_map(|key| object.get_mut(key).map(Value::take));
            match list {
                Some(list @ Value::Array(_)) => {
                    found.flag("repaired:parallel_wrapper");
                    add_calls(list, tools, found);
                }
                _ => found.calls.extend(call(object, tools, &mut found.flags)),
            }
        }
        _ => {}
    }
    found.calls.len() > before
}

fn call(
    mut object: Map<String, Value>,
    tools: &[ToolSpec],
    flags: &mut Vec<String>,
) -> Option<TextCall> {
    if let Some(Value::Object(inner)) = object.get_mut("function") {
        object = std::mem::take(inner);
    }
    let argument_key = ARGUMENT_KEYS
        .into_iter()
        .find(|key| object.contains_key(*key));
    let name_key = NAME_KEYS
        .into_iter()
        .find(|key| object.get(*key).is_some_and(Value::is_string));
    let name = name_key
        .and_then(|key| object.get(key)?.as_str())
        .map(str::to_owned);
    let flag = |flags: &mut Vec<String>, flag: &str| crate::answer::add(flags, flag.to_owned());
    match (name, argument_key) {
        (Some(name), Some(key)) => {
            let as_asked = name_key == Some("tool") && key == "arguments" && object.len() == 2;
            let arguments = object.get_mut(key).map(Value::take).unwrap_or_default();
            Some(TextCall {
                name,
                arguments: Given::Json(arguments),
                as_asked,
            })
        }
        (Some(name), None) => {
            let tool = names::find(&name, tools)?;
            object.retain(|key, _| Some(key.as_str()) != name_key && key != "type");
            let arguments = if object.is_empty() {
                Given::Text(String::new())
            } else {
                let known = |key: &String| {
                    tool.parameters
                        .properties
                        .iter()
                        .any(|(name, _)| name == key)
                };
                if !object.keys().all(known) {
                    return None;
                }
                flag(flags, "repaired:flat_arguments");
                Given::Json(Value::Object(object))
            };
            Some(TextCall {
                name,
                arguments,
                as_asked: false,
            })
        }
        // No name: never guessed, and the call is not lost.
        (None, Some("arguments")) if object.get("arguments").is_some_and(Value::is_object) => {
            Some(TextCall {
                name: String::new(),
                arguments: Given::Nothing,
                as_asked: false,
            })
        }
        (None, _) if object.len() == 1 => {
            let (name, arguments) = object.into_iter().next()?;
            let known = tools.iter().any(|tool| tool.name == name);
            if !known || !arguments.is_object() {
                return None;
            }
            flag(flags, "repaired:name_as_key");
            Some(TextCall {
                name,
                arguments: Given::Json(arguments),
                as_asked: false,
            })
        }
        _ => None,
    }
}

/// Whether a text that begins with a brace and is no JSON is an attempt at a call, by its first key.
pub(super) fn like_call(text: &str, tools: &[ToolSpec]) -> bool {
    let text = &text[..text.floor_char_boundary(512)];
    let list = text.strip_prefix('[').map_or(text, str::trim_start);
    let Some(inner) = list.strip_prefix('{').map(str::trim_start) else {
        return false;
    };
    let is_quote = |c: char| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’');
    let inner = inner.trim_start_matches(is_quote);
    let end = inner
        .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'))
        .unwrap_or(inner.len());
    let (key, rest) = inner.split_at(end);
    if tools.iter().any(|tool| tool.name == key) {
        return true;
    }
    let value = rest.trim_start_matches(|c: char| is_quote(c) || c == ':' || c.is_whitespace());
    NAME_KEYS.contains(&key)
        && (key.starts_with("tool")
            || tools
                .iter()
                .any(|tool| value.starts_with(tool.name.as_str()))
            || ARGUMENT_KEYS[..2].iter().any(|key| rest.contains(key)))
}

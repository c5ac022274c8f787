//! Parameters in mark-up that carries no types.

use faultline_core::{CallFault, PropertyKind, ToolSpec};
use serde_json::{Map, Value};

use super::{Found, MOST_CALLS, Passage};
use crate::{answer::Given, names};

/// What a call came to: its name, its arguments, and where the text goes on.
pub(super) type Call = (String, Map<String, Value>, usize);

/// The calls that begin with `open`, of which the first is at byte `first`: each is read by `call`, which is given where its name
/// begins, and gives none if the text ends within it.
pub(super) fn calls(
    text: &Passage<'_>,
    open: &str,
    first: usize,
    mut found: Found,
    call: fn(&Passage<'_>, usize, &mut Found) -> Option<Call>,
) -> Found {
    let mut at = first;
    while let Some(start) = text.text[at..]
        .find(open)
        .map(|step| at + step + open.len())
    {
        let Some((name, arguments, end)) = call(text, start, &mut found) else {
            found.broken(CallFault::Truncated);
            break;
        };
        found.call(&name, Given::Json(Value::Object(arguments)), end);
        at = end;
        if found.calls.len() >= MOST_CALLS {
            break;
        }
    }
    found
}

/// Reads the parameter whose key begins at this byte and ends before `key_end`, up to `</parameter>`, into the arguments of a tool.
/// Gives where the text goes on; none if it ends within the parameter.
pub(super) fn read(
    text: &Passage<'_>,
    key: usize,
    key_end: char,
    (tool, arguments): (&str, &mut Map<String, Value>),
    found: &mut Found,
) -> Option<usize> {
    const END: &str = "</parameter>";
    let body = text.text;
    let key_end = key + body[key..].find(key_end)?;
    let value = key_end + body[key_end..].find('>')? + 1;
    let value_end = value + body[value..].find(END)?;
    insert(
        arguments,
        body[key..key_end].trim(),
        within_lines(&body[value..value_end]),
        tool,
        text.tools,
        found,
    );
    Some(value_end + END.len())
}

/// Adds a parameter's text under its name, as a number where the tool's schema says that it is one.
pub(super) fn insert(
    arguments: &mut Map<String, Value>,
    key: &str,
    text: &str,
    tool: &str,
    tools: &[ToolSpec],
    found: &mut Found,
) {
    let is_integer = names::find(tool, tools).is_some_and(|tool| {
        tool.parameters.properties.iter().any(|(name, property)| {
            name == key && matches!(property.kind, PropertyKind::Integer { .. })
        })
    });
    let value = match text.trim().parse::<i64>() {
        Ok(number) if is_integer => {
            found.flag("typed_by_schema");
            number.into()
        }
        _ => text.into(),
    };
    arguments.insert(key.to_owned(), value);
}

/// A text without the one line end at its beginning and at its end that mark-up puts there.
pub(super) fn within_lines(text: &str) -> &str {
    let text = text
        .strip_prefix("\r\n")
        .or(text.strip_prefix('\n'))
        .unwrap_or(text);
    text.strip_suffix("\r\n")
        .or(text.strip_suffix('\n'))
        .unwrap_or(text)
}

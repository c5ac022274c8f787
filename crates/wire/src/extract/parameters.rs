//! Parameters in mark-up that carries no types.

use faultline_core::{PropertyKind, ToolSpec};
use serde_json::{Map, Value};

use super::Found;
use crate::names;

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

//! `<tool_call>NAME<arg_key>KEY</arg_key><arg_value>TEXT</arg_value></tool_call>`.

use faultline_core::CallFault;
use serde_json::{Map, Value};

use super::{Found, MOST_CALLS, Passage, between, parameters};
use crate::answer::Given;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<tool_call>";
    let body = text.text;
    let mut at = body.find(OPEN)?;
    if !body.contains("<arg_key>") {
        return None;
    }
    let mut found = Found::at(at);
    while let Some(start) = body[at..].find(OPEN).map(|step| at + step + OPEN.len()) {
        let Some(end) = body[start..].find("</tool_call>").map(|step| start + step) else {
            found.broken(CallFault::Truncated);
            break;
        };
        let call = &body[start..end];
        let name = call.split("<arg_key>").next().unwrap_or_default().trim();
        let mut arguments = Map::new();
        let mut inner = 0;
        while let Some((key, key_end, after)) = between(call, inner, "<arg_key>", "</arg_key>") {
            let Some((value, value_end, after)) =
                between(call, after, "<arg_value>", "</arg_value>")
            else {
                break;
            };
            let value = &call[value..value_end];
            parameters::insert(
                &mut arguments,
                call[key..key_end].trim(),
                value,
                name,
                text.tools,
                &mut found,
            );
            inner = after;
        }
        at = end + "</tool_call>".len();
        found.call(name, Given::Json(Value::Object(arguments)), at);
        if found.calls.len() >= MOST_CALLS {
            break;
        }
    }
    Some(found)
}

//! `<tool_call><function=NAME><parameter=KEY>TEXT</parameter></function></tool_call>`.

use faultline_core::CallFault;
use serde_json::{Map, Value};

use super::{Found, MOST_CALLS, Passage, parameters};
use crate::answer::Given;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<function=";
    let body = text.text;
    let first = body.find(OPEN)?;
    let after_name = body[first..]
        .find('>')
        .map(|step| body[first + step + 1..].trim_start())?;
    if !after_name.starts_with("<parameter=") && !after_name.starts_with("</function>") {
        return None;
    }
    let mut found = Found::at(first);
    if !body[..first].contains("<tool_call>") && body.contains("</tool_call>") {
        found.flag("repaired:missing_open_tag");
    }
    let mut at = first;
    while let Some(start) = body[at..].find(OPEN).map(|step| at + step + OPEN.len()) {
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
    Some(found)
}

/// The call whose name begins here; none if the text ends within it.
fn call(
    text: &Passage<'_>,
    start: usize,
    found: &mut Found,
) -> Option<(String, Map<String, Value>, usize)> {
    const PARAMETER: &str = "<parameter=";
    const END: &str = "</function>";
    let body = text.text;
    let name_end = start + body[start..].find('>')?;
    let name = body[start..name_end].trim().to_owned();
    let mut arguments = Map::new();
    let mut at = name_end + 1;
    loop {
        let rest = body[at..].trim_start();
        at = body.len() - rest.len();
        if rest.starts_with(END) {
            return Some((name, arguments, at + END.len()));
        }
        let Some(key) = rest.strip_prefix(PARAMETER) else {
            // Another call or the outer mark: the closing one was left out.
            found.flag("repaired:missing_close_tag");
            return (!rest.is_empty()).then_some((name, arguments, at));
        };
        let key_end = key.find('>')?;
        let value = &key[key_end + 1..];
        let value_end = value.find("</parameter>")?;
        let inner = parameters::within_lines(&value[..value_end]);
        parameters::insert(
            &mut arguments,
            key[..key_end].trim(),
            inner,
            &name,
            text.tools,
            found,
        );
        at = body.len() - value.len() + value_end + "</parameter>".len();
    }
}

//! `<invoke name="NAME"><parameter name="KEY">TEXT</parameter></invoke>`.

use faultline_core::CallFault;
use serde_json::{Map, Value};

use super::{Found, MOST_CALLS, Passage, parameters};
use crate::answer::Given;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<invoke name=\"";
    let body = text.text;
    let mut at = body.find(OPEN)?;
    let mut found = Found::at(at);
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
    const PARAMETER: &str = "<parameter name=\"";
    const END: &str = "</invoke>";
    let body = text.text;
    let name_end = start + body[start..].find('"')?;
    let name = body[start..name_end].to_owned();
    let mut at = name_end + body[name_end..].find('>')? + 1;
    let mut arguments = Map::new();
    let mut end = at + body[at..].find(END)?;
    loop {
        if end < at {
            end = at + body[at..].find(END)?;
        }
        let Some(key) = body[at..end]
            .find(PARAMETER)
            .map(|step| at + step + PARAMETER.len())
        else {
            return Some((name, arguments, end + END.len()));
        };
        let key_end = key + body[key..].find('"')?;
        let value = key_end + body[key_end..].find('>')? + 1;
        let value_end = value + body[value..].find("</parameter>")?;
        let inner = parameters::within_lines(&body[value..value_end]);
        parameters::insert(
            &mut arguments,
            &body[key..key_end],
            inner,
            &name,
            text.tools,
            found,
        );
        at = value_end;
    }
}

//! `<tool_call name="NAME" arguments='JSON'/>`.

use super::{Found, MOST_CALLS, Passage, unreadable};
use crate::{answer::Given, json::read_literal};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<tool_call name=";
    let mut at = text.text.find(OPEN)?;
    let mut found = Found::at(at);
    while let Some(start) = text.text[at..]
        .find(OPEN)
        .map(|step| at + step + OPEN.len())
    {
        let rest = &text.text[start..];
        let name = match read_literal(rest) {
            Ok(name) => name,
            Err(error) => {
                found.broken(unreadable(&error));
                break;
            }
        };
        at = start + name.end;
        let after = text.text[at..].trim_start();
        let mut arguments = Given::Text(String::new());
        if let Some(value) = after.strip_prefix("arguments=") {
            let start = text.text.len() - value.len();
            // The quotes of an attribute are no JSON quotes: nothing within is escaped.
            let quote = value.chars().next().unwrap_or('"');
            let Some(end) = value.get(1..).and_then(|inner| inner.find(quote)) else {
                found.broken(faultline_core::CallFault::Truncated);
                break;
            };
            arguments = Given::Text(value[1..=end].to_owned());
            at = start + end + 2;
        }
        found.call(name.value.as_str().unwrap_or_default(), arguments, at);
        if found.calls.len() >= MOST_CALLS {
            break;
        }
    }
    Some(found)
}

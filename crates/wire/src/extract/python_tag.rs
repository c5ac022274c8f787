//! `<|python_tag|>` before JSON, before `NAME.call(…)`, or before calls in Python.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, object, pythonic, unreadable};
use crate::json::read_prefix;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const TAG: &str = "<|python_tag|>";
    let first = text.text.find(TAG)?;
    let mut found = Found::at(first);
    let mut at = first + TAG.len();
    while found.calls.len() < MOST_CALLS {
        let rest = text.text[at..].trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        at = text.text.len() - rest.len();
        if rest.is_empty() {
            break;
        }
        if rest.starts_with(['{', '[']) && !rest[1..].trim_start().starts_with(char::is_alphabetic)
        {
            match read_prefix(rest, text.at_end) {
                Ok(parsed) => {
                    if !object::add_calls(parsed.value, text.tools, &mut found) {
                        found.broken(CallFault::Unparseable(
                            "what is marked as a call is none".into(),
                        ));
                    }
                    found.repairs(&parsed.repairs);
                    at += parsed.end;
                    found.span.end = at;
                }
                Err(error) => {
                    found.broken(unreadable(&error));
                    break;
                }
            }
        } else {
            match pythonic::call(rest) {
                Ok(call) => {
                    let name = call.name.strip_suffix(".call").unwrap_or(call.name);
                    at += call.end;
                    found.call(name, call.arguments, at);
                }
                Err(fault) => {
                    found.broken(fault);
                    break;
                }
            }
        }
    }
    Some(found)
}

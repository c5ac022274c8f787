//! `[TOOL_CALLS]` before a list of calls, or before a name and its JSON.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, object, unreadable};
use crate::{answer::Given, json::read_prefix};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const MARK: &str = "[TOOL_CALLS]";
    let body = text.text;
    let mut at = body.find(MARK)?;
    let mut found = Found::at(at);
    for _ in 0..MOST_CALLS {
        let Some(start) = body[at..].find(MARK).map(|step| at + step + MARK.len()) else {
            break;
        };
        let rest = body[start..].trim_start();
        let json = rest.find(['{', '[']).unwrap_or(rest.len());
        let name = rest[..json].trim();
        // Between name and JSON further marks may stand.
        let json = match rest.find("[ARGS]") {
            Some(mark) if mark == json || rest[json..].starts_with("[CALL_ID]") => {
                mark + "[ARGS]".len()
            }
            _ => json,
        };
        let start = body.len() - rest.len() + json;
        match read_prefix(&rest[json..], text.at_end) {
            Ok(parsed) => {
                at = start + parsed.end;
                found.repairs(&parsed.repairs);
                if !name.is_empty() {
                    found.call(name, Given::Json(parsed.value), at);
                } else if object::add_calls(parsed.value, text.tools, &mut found) {
                    found.span.end = at;
                } else {
                    found.broken(CallFault::Unparseable(
                        "what is marked as a call is none".into(),
                    ));
                }
            }
            Err(_) if json == rest.len() => {
                found.broken(CallFault::Unparseable(
                    "the mark of a call has no JSON after it".into(),
                ));
                at = start;
            }
            Err(error) => {
                found.broken(unreadable(&error));
                break;
            }
        }
    }
    Some(found)
}

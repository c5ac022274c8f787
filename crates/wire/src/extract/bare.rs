//! JSON among other text.

use super::{Found, MOST_CALLS, Passage, object, unreadable};
use crate::json::read_prefix;

/// What stands before a result that the model made up itself.
const RESULTS: [&str; 5] = [
    "Result:",
    "Observation:",
    "<tool_response>",
    "\"result\":",
    "<start_of_turn>user",
];

/// The first whole object that is a call, and those that follow it up to a made-up result.
pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    let mut found = Found::default();
    let mut attempted = None;
    // What failed attempts may cost in sum, so that no text costs more than a few times its length.
    let mut budget = 4 * text.text.len() + (1 << 12);
    let mut at = 0;
    while let Some(start) = text.text[at..].find(['{', '[']).map(|step| at + step) {
        let rest = &text.text[start..];
        if rest.starts_with('[') && !rest[1..].trim_start().starts_with('{') {
            at = start + 1;
            continue;
        }
        if !found.calls.is_empty()
            && RESULTS
                .iter()
                .any(|mark| text.text[at..start].contains(mark))
        {
            found.flag("hallucinated_tool_result");
            break;
        }
        match read_prefix(rest, text.at_end) {
            Ok(parsed) => {
                let first = found.calls.is_empty();
                at = start + parsed.end;
                if object::add_calls(parsed.value, text.tools, &mut found) {
                    found.repairs(&parsed.repairs);
                    for note in parsed.notes {
                        found.flag(note);
                    }
                    found.span = if first {
                        start..at
                    } else {
                        found.span.start..at
                    };
                    if found.calls.len() >= MOST_CALLS {
                        break;
                    }
                }
            }
            Err(error) => {
                at = start + 1;
                if attempted.is_none() && object::like_call(rest, text.tools) {
                    attempted = Some((start, unreadable(&error)));
                }
                let cost = error.reach(rest) + 32;
                if cost > budget {
                    found.flag("search_cut");
                    break;
                }
                budget -= cost;
            }
        }
    }
    match attempted {
        Some((start, fault)) if found.calls.is_empty() => {
            found.fault = Some(fault);
            found.span = start..text.text.len();
        }
        Some(_) => found.flag("broken_call_skipped"),
        None if found.calls.is_empty() => return None,
        None => {}
    }
    Some(found)
}

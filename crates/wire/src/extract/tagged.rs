//! JSON between two marks, such as `<tool_call>` and `</tool_call>`.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, object, unreadable};
use crate::json::{AtEnd, Parsed, read_prefix};

/// The calls after each opening mark. An opening mark that ends with a bracket opens the list as well; an empty closing mark
/// means that the JSON ends by itself.
pub(super) fn find(text: &Passage<'_>, open: &str, close: &str) -> Option<Found> {
    let body = text.text;
    let bracket = usize::from(open.ends_with('['));
    let Some(first) = body.find(open) else {
        return without_open(text, close);
    };
    let mut found = Found::at(first);
    let mut at = first;
    for _ in 0..MOST_CALLS {
        let Some(mark) = body[at..].find(open).map(|step| at + step) else {
            break;
        };
        let start = mark + open.len() - bracket;
        let end = if close.is_empty() {
            None
        } else {
            body[start..].find(close).map(|step| start + step)
        };
        // A closing mark may stand in a string of the JSON, so the JSON is read for itself first.
        let parsed = read_prefix(&body[start..], text.at_end).or_else(|error| match end {
            Some(end) => read_prefix(&body[start..end], AtEnd::Close),
            None => Err(error),
        });
        match parsed {
            Ok(Parsed {
                value,
                end: length,
                repairs,
                ..
            }) => {
                at = start + length;
                let closed = body[at..].trim_start().strip_prefix(close);
                if object::add_calls(value, text.tools, &mut found) {
                    found.repairs(&repairs);
                } else {
                    found.broken(CallFault::Unparseable(
                        "what is marked as a call is none".into(),
                    ));
                }
                match closed {
                    Some(rest) => at = body.len() - rest.len(),
                    None => found.flag("repaired:missing_close_tag"),
                }
                found.span.end = at;
            }
            Err(error) => {
                let end = end.unwrap_or(body.len());
                // Without its closing mark, prose within is an attempt that was never finished or never begun.
                found.broken(unreadable(&error));
                at = end;
            }
        }
    }
    Some(found)
}

/// A call whose opening mark the template swallowed.
fn without_open(text: &Passage<'_>, close: &str) -> Option<Found> {
    let end = text.text.find(close).filter(|_| !close.is_empty())?;
    let start = text.text[..end].find('{')?;
    let parsed = read_prefix(&text.text[start..end], AtEnd::Close).ok()?;
    let mut found = Found::at(start);
    if !object::add_calls(parsed.value, text.tools, &mut found) {
        return None;
    }
    found.flag("repaired:missing_open_tag");
    found.repairs(&parsed.repairs);
    found.span.end = end + close.len();
    Some(found)
}

//! `<function=NAME>JSON</function>`, also with `=`, a comma or nothing between name and JSON.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, unreadable};
use crate::{
    answer::Given,
    json::{AtEnd, read_prefix},
};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<function=";
    const CLOSE: &str = "</function>";
    let body = text.text;
    let mut at = body.find(OPEN)?;
    let mut found = Found::at(at);
    while let Some(start) = body[at..].find(OPEN).map(|step| at + step + OPEN.len()) {
        let Some(json) = body[start..].find('{').map(|step| start + step) else {
            found.broken(CallFault::Unparseable("the call has no JSON".into()));
            break;
        };
        let name = body[start..json]
            .trim_matches(|c: char| matches!(c, '>' | '=' | ',' | '(') || c.is_whitespace());
        let closed = body[json..].find(CLOSE).map(|step| json + step);
        let parsed = match closed {
            Some(end) => read_prefix(&body[json..end], AtEnd::Close),
            None => read_prefix(&body[json..], text.at_end),
        };
        match parsed {
            Ok(parsed) => {
                found.repairs(&parsed.repairs);
                at = json + parsed.end;
                match closed {
                    Some(end) => at = at.max(end + CLOSE.len()),
                    None => found.flag("repaired:missing_close_tag"),
                }
                found.call(name, Given::Json(parsed.value), at);
            }
            Err(error) => {
                found.broken(unreadable(&error));
                break;
            }
        }
        if found.calls.len() >= MOST_CALLS {
            break;
        }
    }
    Some(found)
}

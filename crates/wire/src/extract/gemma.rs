//! `<|tool_call>call:NAME{key:<|"|>text<|"|>}<tool_call|>`.

use super::{Found, MOST_CALLS, Passage, unreadable};
use crate::{answer::Given, json::read_prefix};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<|tool_call>call:";
    let body = text.text;
    let mut at = body.find(OPEN)?;
    let mut found = Found::at(at);
    while let Some(start) = body[at..].find(OPEN).map(|step| at + step + OPEN.len()) {
        let json = body[start..]
            .find('{')
            .map_or(body.len(), |step| start + step);
        match read_prefix(&body[json..], text.at_end) {
            Ok(parsed) => {
                at = json + parsed.end;
                found.call(body[start..json].trim(), Given::Json(parsed.value), at);
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
    if let Some(rest) = body[found.span.end..]
        .trim_start()
        .strip_prefix("<tool_call|>")
    {
        found.span.end = body.len() - rest.len();
    }
    Some(found)
}

//! JSON in a code fence.

use super::{Found, MOST_CALLS, Passage, between, object};
use crate::json::{AtEnd, read_whole};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const FENCE: &str = "```";
    let body = text.text;
    let mut found = Found::default();
    let mut at = 0;
    for _ in 0..MOST_CALLS {
        let Some((start, end, after)) = between(body, at, FENCE, FENCE) else {
            break;
        };
        let inner =
            body[start..end].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        at = after;
        if !inner.trim_start().starts_with(['{', '[']) {
            continue;
        }
        let first = found.calls.is_empty();
        if let Ok(parsed) = read_whole(inner, AtEnd::Close)
            && object::add_calls(parsed.value, text.tools, &mut found)
        {
            found.repairs(&parsed.repairs);
            found.span = if first {
                start - FENCE.len()..after
            } else {
                found.span.start..after
            };
        }
    }
    (!found.calls.is_empty()).then_some(found)
}

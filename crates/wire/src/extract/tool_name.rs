//! `<NAME>JSON</NAME>`, the tag named after a tool on offer.

use super::{Found, Passage, unreadable};
use crate::{
    answer::Given,
    json::{AtEnd, read_whole},
};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    let body = text.text;
    if !body.contains("</") {
        return None;
    }
    text.tools.iter().find_map(|tool| {
        let (open, close) = (format!("<{}>", tool.name), format!("</{}>", tool.name));
        let (start, end, after) = super::between(body, 0, &open, &close)?;
        let mut found = Found::at(start - open.len());
        match read_whole(&body[start..end], AtEnd::Close) {
            Ok(parsed) => {
                found.repairs(&parsed.repairs);
                found.call(&tool.name, Given::Json(parsed.value), after);
            }
            Err(error) => found.broken(unreadable(&error)),
        }
        Some(found)
    })
}

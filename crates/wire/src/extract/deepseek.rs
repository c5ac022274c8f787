//! `<｜tool▁call▁begin｜>NAME<｜tool▁sep｜>JSON<｜tool▁call▁end｜>`, also with a kind before the name and a fence around the JSON.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, between};
use crate::answer::Given;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const BEGIN: &str = "<｜tool▁call▁begin｜>";
    const SEPARATOR: &str = "<｜tool▁sep｜>";
    const END: &str = "<｜tool▁call▁end｜>";
    let body = text.text;
    let mut at = body.find(BEGIN)?;
    let mut found = Found::at(at);
    while body[at..].contains(BEGIN) && found.calls.len() < MOST_CALLS {
        let Some((start, end, after)) = between(body, at, BEGIN, END) else {
            found.broken(CallFault::Truncated);
            break;
        };
        at = after;
        let Some((kind, rest)) = body[start..end].split_once(SEPARATOR) else {
            found.broken(CallFault::Unparseable(
                "the call lacks its separator".into(),
            ));
            continue;
        };
        let (name, json) = match rest.split_once("```") {
            Some((name, fenced)) if kind.trim() == "function" => {
                let json = fenced.trim_start_matches("json").trim();
                (name, json.trim_end_matches('`').trim())
            }
            _ => (kind, rest),
        };
        found.call(name.trim(), Given::Text(json.to_owned()), at);
    }
    Some(found)
}

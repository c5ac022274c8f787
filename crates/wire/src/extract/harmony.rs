//! Raw channels: `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>JSON<|call|>`.

use super::{Found, MOST_CALLS, Passage};
use crate::answer::Given;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const MESSAGE: &str = "<|message|>";
    const RECIPIENT: &str = "to=";
    let body = text.text;
    if !body.contains("<|channel|>") && !body.contains("<|start|>") {
        return None;
    }
    let mut found = Found::default();
    let mut at = 0;
    for _ in 0..MOST_CALLS {
        let Some(message) = body[at..].find(MESSAGE).map(|step| at + step) else {
            break;
        };
        let header = &body[at..message];
        let start = message + MESSAGE.len();
        let ends = ["<|call|>", "<|end|>", "<|return|>", "<|start|>"];
        let end = ends
            .iter()
            .filter_map(|mark| body[start..].find(mark))
            .min()
            .map_or(body.len(), |step| start + step);
        if let Some(recipient) = header.find(RECIPIENT) {
            let name = &header[recipient + RECIPIENT.len()..];
            let name = name
                .split(|c: char| c.is_whitespace() || c == '<')
                .next()
                .unwrap_or_default();
            if found.calls.is_empty() {
                found.span.start = at;
            }
            found.call(name, Given::Text(body[start..end].trim().to_owned()), end);
        }
        at = end;
    }
    (!found.calls.is_empty()).then_some(found)
}

//! `<|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>JSON<|tool_call_end|>`.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, between};
use crate::answer::Given;

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const BEGIN: &str = "<|tool_call_begin|>";
    const ARGUMENT: &str = "<|tool_call_argument_begin|>";
    const END: &str = "<|tool_call_end|>";
    let body = text.text;
    let mut at = body.find(BEGIN)?;
    let mut found = Found::at(at);
    while body[at..].contains(BEGIN) && found.calls.len() < MOST_CALLS {
        let Some((start, id_end, json)) = between(body, at, BEGIN, ARGUMENT) else {
            found.broken(CallFault::Truncated);
            break;
        };
        // The id is the name with a namespace and an ordinal.
        let id = body[start..id_end].trim();
        let id = id.strip_prefix("functions.").unwrap_or(id);
        let name = match id.rsplit_once(':') {
            Some((name, ordinal)) if ordinal.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => id,
        };
        let Some(end) = body[json..].find(END).map(|step| json + step) else {
            found.broken(CallFault::Truncated);
            break;
        };
        at = end + END.len();
        found.call(name, Given::Text(body[json..end].to_owned()), at);
    }
    Some(found)
}

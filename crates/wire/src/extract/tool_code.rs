//! Python that a model wants to be run: a `tool_code` block, its calls printed or bare.

use faultline_core::CallFault;

use super::{Found, MOST_CALLS, Passage, pythonic};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    let body = text.text;
    let (open, close) = [("```tool_code", "```"), ("<tool_code>", "</tool_code>")]
        .into_iter()
        .find(|(open, _)| body.contains(open))?;
    let mark = body.find(open)?;
    let start = mark + open.len();
    let end = body[start..]
        .find(close)
        .map_or(body.len(), |step| start + step);
    let mut found = Found::at(mark);
    for line in body[start..end]
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(MOST_CALLS)
    {
        let line = line.split_once(" = ").map_or(line, |(_, value)| value);
        let call = line.strip_prefix("print(").unwrap_or(line);
        match pythonic::call(call.trim_start_matches('[')) {
            Ok(call) => found.call(call.name, call.arguments, end),
            Err(fault) => found.broken(fault),
        }
    }
    if found.calls.is_empty() {
        found.broken(CallFault::Unparseable("the code holds no call".into()));
    }
    found.span.end = (end + close.len()).min(body.len());
    Some(found)
}

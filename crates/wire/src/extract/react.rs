//! `Action: NAME` and `Action Input: JSON` on lines of their own.

use super::{Found, Passage, unreadable};
use crate::{
    answer::Given,
    json::read_prefix,
    prompted::{ACTION, FINAL, INPUT, OBSERVATION},
};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    let body = text.text;
    let start = line_start(body, 0, ACTION)?;
    let mut found = Found::at(start);
    let line = &body[start + ACTION.len()..];
    let line_end = line.find('\n').unwrap_or(line.len());
    let name =
        line[..line_end].trim_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '"' | '*'));
    let after = start + ACTION.len() + line_end;
    let Some(input) = line_start(body, after, INPUT).map(|at| at + INPUT.len()) else {
        let none = name.is_empty() || name.eq_ignore_ascii_case("none") || body.contains(FINAL);
        if !none {
            // Words after a colon are prose unless they name a tool, or call it as in Python.
            let Some(tool) = crate::names::find(name, text.tools) else {
                let call = super::pythonic::find(&Passage {
                    text: name,
                    ..*text
                })?;
                return Some(Found {
                    span: start..after,
                    ..call
                });
            };
            found.call(&tool.name, Given::Text(String::new()), after);
        }
        found.span.end = after;
        return Some(found);
    };
    let rest = body[input..].trim_start_matches([' ', '`', '*', '\n']);
    let rest = rest.strip_prefix("json").map_or(rest, str::trim_start);
    match read_prefix(rest, text.at_end) {
        Ok(parsed) => {
            found.repairs(&parsed.repairs);
            let end = body.len() - rest.len() + parsed.end;
            found.call(name, Given::Json(parsed.value), end);
            if body[end..].contains(OBSERVATION) {
                found.flag("hallucinated_tool_result");
            }
        }
        Err(error) => found.broken(unreadable(&error)),
    }
    Some(found)
}

/// Where a line begins that starts with this word, from a byte on.
pub(crate) fn line_start(text: &str, from: usize, word: &str) -> Option<usize> {
    let mut at = from;
    loop {
        let place = at + text[at..].find(word)?;
        if text[..place]
            .trim_end_matches([' ', '*', '\t'])
            .chars()
            .next_back()
            .is_none_or(|c| c == '\n')
        {
            return Some(place);
        }
        at = place + word.len();
    }
}

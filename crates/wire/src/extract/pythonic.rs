//! Calls in Python: `[NAME(key=value, …), …]` anywhere, or `NAME(key=value)` on a line of its own.

use faultline_core::CallFault;
use serde_json::{Map, Value};

use super::{Found, MOST_CALLS, Passage, unreadable};
use crate::{answer::Given, json::read_literal, names};

/// A call that was read from the beginning of a text.
pub(super) struct PythonCall<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Given,
    /// The byte after it.
    pub(super) end: usize,
}

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    let body = text.text;
    let mut attempted = None;
    let mut at = 0;
    // Only places where an offered tool's name meets a parenthesis are read, so failed attempts stay few.
    let mut attempts = 0;
    while let Some(paren) = body[at..].find('(').map(|step| at + step) {
        at = paren + 1;
        let start = name_start(body, paren);
        let name = &body[start..paren];
        if name.is_empty() || names::find(name, text.tools).is_none() {
            continue;
        }
        let before = body[..start].trim_end_matches([' ', '\t']);
        let listed = before.ends_with(['[', ',']);
        if !listed && !before.is_empty() && !before.ends_with('\n') {
            continue;
        }
        attempts += 1;
        if attempts > MOST_CALLS {
            break;
        }
        let mut found = Found::at(start);
        match list(&body[start..], &mut found) {
            Ok(end) => {
                let ends_line = body[start + end..].trim_start_matches([' ', '\t', ';', ']']);
                if listed || ends_line.is_empty() || ends_line.starts_with(['\n', '\r']) {
                    found.span.end = start + end;
                    return Some(found);
                }
            }
            Err(fault) if listed || before.is_empty() => {
                attempted.get_or_insert((start, fault));
            }
            Err(_) => {}
        }
    }
    let (start, fault) = attempted?;
    let mut found = Found::at(start);
    found.broken(fault);
    found.span.end = body.len();
    Some(found)
}

/// Where the dotted name that ends here begins.
fn name_start(text: &str, end: usize) -> usize {
    text[..end]
        .char_indices()
        .rev()
        .take(96)
        .take_while(|(_, c)| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | ':'))
        .last()
        .map_or(end, |(at, _)| at)
}

/// Calls with commas between them; returns the byte after the last.
fn list<'a>(text: &'a str, found: &mut Found) -> Result<usize, CallFault> {
    let mut at = 0;
    loop {
        let call: PythonCall<'a> = call(&text[at..])?;
        at += call.end;
        found.call(call.name, call.arguments, at);
        let rest = text[at..].trim_start();
        let next = rest.strip_prefix(',').map(str::trim_start);
        match next {
            Some(next)
                if next.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && found.calls.len() < MOST_CALLS =>
            {
                at = text.len() - next.len();
            }
            _ if rest.starts_with(']') => return Ok(text.len() - rest.len() + 1),
            _ => return Ok(at),
        }
    }
}

/// The call at the beginning of a text.
pub(super) fn call(text: &str) -> Result<PythonCall<'_>, CallFault> {
    let wrong = |why: &str| CallFault::Unparseable(why.to_owned());
    let paren = text
        .find('(')
        .ok_or_else(|| wrong("a call lacks its parenthesis"))?;
    let name = text[..paren].trim();
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':');
    if name.is_empty() || !name.chars().all(in_name) {
        return Err(wrong("a call lacks its name"));
    }
    let mut arguments = Map::new();
    let mut rest = text[paren + 1..].trim_start();
    loop {
        if let Some(after) = rest.strip_prefix(')') {
            return Ok(PythonCall {
                name,
                arguments: Given::Json(Value::Object(arguments)),
                end: text.len() - after.len(),
            });
        }
        let key_end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .ok_or(CallFault::Truncated)?;
        let key = &rest[..key_end];
        let value = rest[key_end..]
            .trim_start()
            .strip_prefix('=')
            .filter(|_| !key.is_empty())
            .ok_or_else(|| CallFault::MalformedArguments("they have no names".into()))?;
        let parsed = read_literal(value).map_err(|error| unreadable(&error))?;
        if !parsed.repairs.is_empty() {
            return Err(wrong("a value is no Python literal"));
        }
        arguments.insert(key.to_owned(), parsed.value);
        rest = value[parsed.end..].trim_start();
        match rest.strip_prefix(',') {
            Some(after) => rest = after.trim_start(),
            None if rest.is_empty() => return Err(CallFault::Truncated),
            None if rest.starts_with(')') => {}
            None => return Err(wrong("a comma or a parenthesis lacks after a value")),
        }
    }
}

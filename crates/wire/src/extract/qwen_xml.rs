//! `<tool_call><function=NAME><parameter=KEY>TEXT</parameter></function></tool_call>`.

use serde_json::Map;

use super::{
    Found, Passage,
    parameters::{self, Call},
};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<function=";
    let body = text.text;
    let first = body.find(OPEN)?;
    let after_name = body[first..]
        .find('>')
        .map(|step| body[first + step + 1..].trim_start())?;
    if !after_name.starts_with("<parameter=") && !after_name.starts_with("</function>") {
        return None;
    }
    let mut found = Found::at(first);
    if !body[..first].contains("<tool_call>") && body.contains("</tool_call>") {
        found.flag("repaired:missing_open_tag");
    }
    Some(parameters::calls(text, OPEN, first, found, call))
}

/// The call whose name begins here; none if the text ends within it.
fn call(text: &Passage<'_>, start: usize, found: &mut Found) -> Option<Call> {
    const PARAMETER: &str = "<parameter=";
    const END: &str = "</function>";
    let body = text.text;
    let name_end = start + body[start..].find('>')?;
    let name = body[start..name_end].trim().to_owned();
    let mut arguments = Map::new();
    let mut at = name_end + 1;
    loop {
        let rest = body[at..].trim_start();
        at = body.len() - rest.len();
        if rest.starts_with(END) {
            return Some((name, arguments, at + END.len()));
        }
        if !rest.starts_with(PARAMETER) {
            // Another call or the outer mark: the closing one was left out.
            found.flag("repaired:missing_close_tag");
            return (!rest.is_empty()).then_some((name, arguments, at));
        }
        let key = at + PARAMETER.len();
        at = parameters::read(text, key, '>', (&name, &mut arguments), found)?;
    }
}

//! `<invoke name="NAME"><parameter name="KEY">TEXT</parameter></invoke>`.

use serde_json::Map;

use super::{
    Found, Passage,
    parameters::{self, Call},
};

pub(super) fn find(text: &Passage<'_>) -> Option<Found> {
    const OPEN: &str = "<invoke name=\"";
    let first = text.text.find(OPEN)?;
    Some(parameters::calls(text, OPEN, first, Found::at(first), call))
}

/// The call whose name begins here; none if the text ends within it.
fn call(text: &Passage<'_>, start: usize, found: &mut Found) -> Option<Call> {
    const PARAMETER: &str = "<parameter name=\"";
    const END: &str = "</invoke>";
    let body = text.text;
    let name_end = start + body[start..].find('"')?;
    let name = body[start..name_end].to_owned();
    let mut at = name_end + body[name_end..].find('>')? + 1;
    let mut arguments = Map::new();
    let mut end = at + body[at..].find(END)?;
    loop {
        if end < at {
            end = at + body[at..].find(END)?;
        }
        let Some(step) = body[at..end].find(PARAMETER) else {
            return Some((name, arguments, end + END.len()));
        };
        let key = at + step + PARAMETER.len();
        at = parameters::read(text, key, '"', (&name, &mut arguments), found)?;
    }
}

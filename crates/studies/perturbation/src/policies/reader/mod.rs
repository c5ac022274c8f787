//! A reader: it makes calls and decisions of what it is shown, and of nothing else.
//!
//! It knows the words of the trade and no single task: the schemas of the tools on offer tell it which values a request gives, cues tell it
//! which of them hold, and a return is taken apart by the forms that returns have. Where that is not enough it is wrong, as anybody would be:
//! where nothing that is shown determines a result, or where a request does not name the tool.

mod call;
mod packet;
mod values;

use serde_json::{Map, Value};

use super::request::{Offered, Return, Shown};
use crate::GoldDecision;

/// The tool that is called, and its arguments; none where no tool is on offer.
pub(super) fn call(shown: &Shown) -> Option<(&Offered, Map<String, Value>)> {
    let found = call::call(&shown.tools, &shown.request)?;
    Some((found.tool, found.arguments))
}

/// The arguments of a tool as they are read by whoever takes the first values that a request names.
pub(super) fn first_values(tool: &Offered, request: &str) -> Map<String, Value> {
    call::first_values(tool, request)
}

/// What is made of a return.
pub(super) fn decision(returned: &Return) -> GoldDecision {
    packet::decide(returned)
}

//! Reading a reply: the calls in it, strictly and leniently.

use faultline_core::{Call, CallFault, CallingMode, Reading, Reply, ToolSpec, Unmeasured};
use serde_json::Value;

use crate::{
    answer::{Answer, Finish, Given, add, unmeasured},
    arguments,
    body::Body,
    extract::{self, Found, TextCall},
    failure::{self, Failure},
    json::{AtEnd, read_whole},
    names, shapes, think,
};

/// The most calls that are read from one structured field.
const MOST_CALLS: usize = 256;

/// What a reply says, read both strictly and leniently.
///
/// The strict reading takes exactly the form asked for: in native mode the provider's structured field with valid JSON
/// objects as arguments, in prompted mode one JSON object of `tool` and `arguments` and nothing else (thinking that was
/// closed apart). The lenient one is what a fair reader finds; every repair is in the flags. Arguments are never invented,
/// values are kept as written, and a call that was cut or can't be read is a fault, never an abstention.
///
/// A call without an id gets `call_0`, `call_1`, …; ids are unique within the reply.
///
/// # Errors
/// Where the reply says nothing of the model's answer: the request failed, the provider blocked it, or the budget was spent
/// before anything visible.
pub fn read_reply(
    reply: &Reply,
    mode: CallingMode,
    tools: &[ToolSpec],
) -> Result<Reading, Unmeasured> {
    let body = Body::of(&reply.raw);
    let answer = match failure::of(reply.status, &[], &body) {
        Some(Failure::Unmeasured(unmeasured)) => return Err(unmeasured),
        Some(Failure::Rejected(answer)) => *answer,
        None => shapes::answer(&body)?,
    };
    read_answer(answer, mode, tools)
}

fn read_answer(
    mut answer: Answer,
    mode: CallingMode,
    tools: &[ToolSpec],
) -> Result<Reading, Unmeasured> {
    let text = std::mem::take(&mut answer.text);
    let mut flags = std::mem::take(&mut answer.flags);
    let mut calls = Calls {
        tools,
        strict: Some(Vec::new()),
        lenient: Vec::new(),
        fault: None,
    };

    let asked = (mode == CallingMode::Prompted && answer.calls.is_empty())
        .then(|| as_asked(&text))
        .flatten();
    let visible = if let Some(call) = asked {
        calls.add(call.name, call.arguments, None, &mut flags);
        text
    } else if answer.calls.is_empty() {
        read_text(text, &answer, mode, &mut calls, &mut flags)
    } else {
        if mode == CallingMode::Prompted {
            add(&mut flags, "from_native_field".into());
            calls.strict = None;
        }
        for call in std::mem::take(&mut answer.calls)
            .into_iter()
            .take(MOST_CALLS)
        {
            if call.id.is_none() {
                add(&mut flags, "missing_id".into());
            }
            calls.add(call.name, call.arguments, call.id, &mut flags);
        }
        think::part(&text).map_or(text, |parted| parted.visible)
    };
    if !answer.repairs.is_empty() {
        calls.strict = None;
        for repair in answer.repairs {
            add(&mut flags, repair);
        }
    }
    if let Some(fault) = answer.fault {
        calls.broken(fault, &mut flags);
    }

    let nothing = calls.lenient.is_empty() && calls.fault.is_none();
    if nothing && visible.trim().is_empty() {
        if answer.finish == Finish::Length {
            return Err(unmeasured(
                "budget_exhausted",
                "the budget of tokens was spent before anything visible",
            ));
        }
        add(&mut flags, "empty_answer".into());
    }
    if answer.finish == Finish::Length && !nothing {
        add(&mut flags, "maybe_truncated".into());
    }
    let (strict, lenient) = calls.settle(&mut flags);
    Ok(Reading {
        strict,
        lenient,
        flags,
        text: visible,
        usage: answer.usage,
    })
}

/// Reads the calls in a text; returns what of it is meant to be seen.
fn read_text(
    text: String,
    answer: &Answer,
    mode: CallingMode,
    calls: &mut Calls<'_>,
    flags: &mut Vec<String>,
) -> String {
    let (visible, hidden, open) = match think::part(&text) {
        Some(parted) => {
            flags.extend(parted.flags);
            (parted.visible, parted.closed, parted.open)
        }
        None => (text, String::new(), String::new()),
    };
    if mode == CallingMode::Prompted
        && !hidden.is_empty()
        && let Some(call) = as_asked(&visible)
    {
        calls.add(call.name, call.arguments, None, flags);
        return visible;
    }
    let at_end = match answer.finish {
        Finish::Stop | Finish::Calls => AtEnd::Close,
        Finish::Length | Finish::Unknown => AtEnd::Cut,
    };
    let tools = calls.tools;
    let search = |text: &str| {
        extract::find(&extract::Passage {
            text,
            tools,
            at_end,
        })
    };
    let mut found = search(&visible);
    if found.is_none() && !open.is_empty() {
        found = search(&open).filter(|found| !found.calls.is_empty());
        if found.is_some() {
            add(flags, "unclosed_think".into());
        }
    }
    calls.strict = None;
    let called = found
        .as_ref()
        .is_some_and(|found| !found.calls.is_empty() || found.fault.is_some());
    if let Some(found) = found {
        take_found(found, &visible, answer, mode, calls, flags);
    }
    let rehearsed = |text: &str| search(text).is_some_and(|found| !found.calls.is_empty());
    if called {
        if rehearsed(&hidden) {
            add(flags, "call_in_reasoning_ignored".into());
        }
    } else if rehearsed(&hidden) || rehearsed(&answer.reasoning) {
        if visible.trim().is_empty() {
            add(flags, "call_only_in_reasoning".into());
            calls.broken(
                CallFault::Unparseable("the only call stands in the thinking".into()),
                flags,
            );
        } else {
            add(flags, "call_in_reasoning_ignored".into());
        }
    }
    visible
}

fn take_found(
    found: Found,
    visible: &str,
    answer: &Answer,
    mode: CallingMode,
    calls: &mut Calls<'_>,
    flags: &mut Vec<String>,
) {
    let Found {
        calls: text_calls,
        fault,
        flags: found_flags,
        span,
    } = found;
    if let Some(first) = text_calls.first() {
        match mode {
            CallingMode::Native => {
                if answer.empty_field {
                    add(flags, "tool_calls_empty".into());
                }
            }
            CallingMode::Prompted => {
                if !first.as_asked && !found_flags.iter().any(|flag| flag.starts_with("format:")) {
                    add(flags, "other_keys".into());
                }
                let around =
                    |range: Option<&str>| range.is_some_and(|text| !text.trim().is_empty());
                if around(visible.get(..span.start)) {
                    add(flags, "leading_text".into());
                }
                if around(visible.get(span.end..)) {
                    add(flags, "trailing_text".into());
                }
            }
        }
    }
    if mode == CallingMode::Native
        && (!text_calls.is_empty() || fault == Some(CallFault::Truncated))
    {
        add(flags, "from_text".into());
    }
    for flag in found_flags {
        add(flags, flag);
    }
    for call in text_calls {
        calls.add(call.name, call.arguments, None, flags);
    }
    if let Some(fault) = fault {
        calls.broken(fault, flags);
    }
}

/// The call that a text is, if it is one JSON object of `tool` and `arguments` and nothing else.
fn as_asked(text: &str) -> Option<TextCall> {
    let text = text.trim();
    if !text.starts_with('{') {
        return None;
    }
    let parsed = read_whole(text, AtEnd::Cut).ok()?;
    let Value::Object(mut object) = parsed.value else {
        return None;
    };
    if !parsed.repairs.is_empty() || !parsed.notes.is_empty() || object.len() != 2 {
        return None;
    }
    match (
        object.get_mut("tool").map(Value::take),
        object.get_mut("arguments").map(Value::take),
    ) {
        (Some(Value::String(name)), Some(arguments @ Value::Object(_))) => Some(TextCall {
            name,
            arguments: Given::Json(arguments),
            as_asked: true,
        }),
        _ => None,
    }
}

/// The calls of a reply, as they are read one after the other.
struct Calls<'a> {
    tools: &'a [ToolSpec],
    /// The calls exactly as given; none once anything needed a repair.
    strict: Option<Vec<Call>>,
    lenient: Vec<Call>,
    /// Why the first call can't be read.
    fault: Option<CallFault>,
}

impl Calls<'_> {
    /// Reads a call. One that can't be read ends the list.
    fn add(&mut self, written: String, given: Given, id: Option<String>, flags: &mut Vec<String>) {
        if self.fault.is_some() {
            return;
        }
        if written == "multi_tool_use.parallel" {
            self.strict = None;
            return self.unwrap_parallel(given, flags);
        }
        if written.trim().is_empty() {
            return self.broken(CallFault::NoName, flags);
        }
        let tool = names::find(&written, self.tools);
        let read = match arguments::read(given, tool) {
            Ok(read) => read,
            Err(fault) => return self.broken(fault, flags),
        };
        let name = names::resolve(&written, tool);
        for flag in read.flags.into_iter().chain(name.flag) {
            add(flags, flag);
        }
        let place = self.lenient.len();
        let taken = |id: &String| self.lenient.iter().any(|call| call.id == *id);
        let id = match id {
            Some(id) if taken(&id) => {
                add(flags, "duplicate_id".into());
                format!("{id}_{place}")
            }
            Some(id) => id,
            None => format!("call_{place}"),
        };
        match (&mut self.strict, read.strict) {
            (Some(strict), Some(arguments)) => {
                strict.push(Call {
                    id: id.clone(),
                    name: written,
                    arguments,
                });
            }
            _ => self.strict = None,
        }
        self.lenient.push(Call {
            id,
            name: name.name,
            arguments: read.lenient,
        });
    }

    /// The calls within a wrapper that one model family makes of several.
    fn unwrap_parallel(&mut self, given: Given, flags: &mut Vec<String>) {
        let inner = match arguments::read(given, None) {
            Ok(arguments) => extract::calls_of(arguments.lenient, self.tools),
            Err(fault) => return self.broken(fault, flags),
        };
        if inner.calls.is_empty() {
            let why = "the wrapper of parallel calls holds none";
            return self.broken(CallFault::Unparseable(why.into()), flags);
        }
        add(flags, "repaired:parallel_wrapper".into());
        for call in inner.calls {
            let tool = names::find(&call.name, self.tools);
            let name = names::resolve(&call.name, tool).name;
            self.add(name, call.arguments, None, flags);
        }
    }

    fn broken(&mut self, fault: CallFault, flags: &mut Vec<String>) {
        self.strict = None;
        if self.lenient.is_empty() {
            self.fault.get_or_insert(fault);
        } else {
            add(flags, "broken_later_call".into());
        }
    }

    /// Both readings.
    fn settle(
        self,
        flags: &mut Vec<String>,
    ) -> (Result<Vec<Call>, CallFault>, Result<Vec<Call>, CallFault>) {
        if self.lenient.is_empty() {
            let fault = self.fault.unwrap_or(CallFault::NoCall);
            return (Err(fault.clone()), Err(fault));
        }
        if self.lenient.len() > 1 {
            add(flags, "multiple_calls".into());
        }
        let strict = self.strict.ok_or_else(|| {
            let why = if flags.is_empty() {
                "it is not in the form asked for".to_owned()
            } else {
                format!("it is not in the form asked for: {}", flags.join(", "))
            };
            CallFault::Unparseable(why)
        });
        (strict, Ok(self.lenient))
    }
}

#[cfg(test)]
mod tests;

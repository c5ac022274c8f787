//! Reading a reply: the calls in it, strictly and leniently.

use faultline_core::{CallFault, CallingMode, PromptedForm, Reading, Reply, ToolSpec, Unmeasured};
use serde_json::Value;

use crate::{
    answer::{Answer, Finish, Given, add, unmeasured},
    body::Body,
    extract::{self, Found, TextCall},
    failure::{self, Failure},
    json::{AtEnd, read_whole},
    react, shapes, think,
};

use self::{calls::Calls, said::Said};

mod calls;
mod said;

/// The most calls that are read from one structured field.
const MOST_CALLS: usize = 256;

/// What a reply says, read both strictly and leniently.
///
/// The strict reading takes exactly the form asked for: in native mode the provider's structured field with valid JSON
/// objects as arguments, in prompted mode the form of the prompt and nothing else (thinking that was closed apart): one JSON
/// object of `tool` and `arguments`, or `Thought:`, `Action:` and `Action Input:` on lines of their own. The lenient one is what a fair reader finds; every repair is in the flags. Arguments are never invented,
/// values are kept as written, and a call that was cut or can't be read is a fault, never an abstention.
///
/// In the `ReAct` form a reply without a call can be the final answer: what follows `Final Answer:`, leniently any text that
/// is neither reasons nor an attempt at a call (flag `unmarked_answer`), and in native mode the text. A reply that goes on to
/// invent a result is cut there (flag `hallucinated_tool_result`); of a call and an answer in one reply, the call counts.
///
/// A call without an id gets `call_0`, `call_1`, …; ids are unique within the reply.
///
/// # Errors
/// Where the reply says nothing of the model's answer: the request failed, the provider blocked it, or the budget was spent
/// before anything visible.
pub fn read_reply(
    reply: &Reply,
    mode: CallingMode,
    form: PromptedForm,
    tools: &[ToolSpec],
) -> Result<Reading, Unmeasured> {
    let body = Body::of(&reply.raw);
    let answer = match failure::of(reply.status, &[], &body) {
        Some(Failure::Unmeasured(unmeasured)) => return Err(unmeasured),
        Some(Failure::Rejected(answer)) => *answer,
        None => shapes::answer(&body)?,
    };
    read_answer(answer, mode, form, tools)
}

fn read_answer(
    mut answer: Answer,
    mode: CallingMode,
    form: PromptedForm,
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
        .then(|| as_asked(&text, form))
        .flatten();
    let said = if let Some((call, thought)) = asked {
        calls.add(call.name, call.arguments, None, &mut flags);
        Said {
            visible: text,
            thought,
            answer: None,
        }
    } else if answer.calls.is_empty() {
        read_text(text, &answer, (mode, form), &mut calls, &mut flags)
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
        let visible = think::part(&text).map_or(text, |parted| parted.visible);
        Said {
            thought: match form {
                PromptedForm::Json => String::new(),
                PromptedForm::React => react::thought(&visible),
            },
            visible,
            answer: None,
        }
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
    if nothing && said.visible.trim().is_empty() {
        if answer.finish == Finish::Length {
            return Err(unmeasured(
                "budget_exhausted",
                "the budget of tokens was spent before anything visible",
            ));
        }
        add(&mut flags, "empty_answer".into());
    }
    if answer.finish == Finish::Length && (!nothing || said.answer.is_some()) {
        add(&mut flags, "maybe_truncated".into());
    }
    let (strict, lenient) = calls.settle(&mut flags);
    Ok(Reading {
        strict,
        lenient,
        flags,
        text: said.visible,
        thought: said.thought,
        answer: said.answer,
        usage: answer.usage,
    })
}

/// Reads the calls in a text; returns what of it is meant to be seen.
fn read_text(
    text: String,
    answer: &Answer,
    (mode, form): (CallingMode, PromptedForm),
    calls: &mut Calls<'_>,
    flags: &mut Vec<String>,
) -> Said {
    let (mut said, hidden, open) = match think::part(&text) {
        Some(parted) => {
            flags.extend(parted.flags);
            (Said::of(parted.visible), parted.closed, parted.open)
        }
        None => (Said::of(text), String::new(), String::new()),
    };
    let mut own = said.visible.len();
    if form == PromptedForm::React {
        own = said.part(mode, flags);
    }
    let invents = flags.iter().any(|flag| flag == "hallucinated_tool_result");
    if mode == CallingMode::Prompted
        && !invents
        && let Some((call, thought)) = as_asked(&said.visible, form)
    {
        calls.add(call.name, call.arguments, None, flags);
        return Said {
            thought,
            answer: None,
            ..said
        };
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
    let visible = &said.visible[..own];
    let mut found = search(visible);
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
    if form == PromptedForm::React {
        let before = found
            .as_ref()
            .filter(|_| called)
            .map(|found| found.span.start);
        said.thought = react::thought(visible.get(..before.unwrap_or(own)).unwrap_or_default());
    }
    if let Some(found) = found {
        take_found(found, visible, answer, (mode, form), calls, flags);
    }
    let rehearsed = |text: &str| search(text).is_some_and(|found| !found.calls.is_empty());
    if called {
        if said.answer.take().is_some() && own < said.visible.len() {
            add(flags, "answer_after_call".into());
        }
        if rehearsed(&hidden) {
            add(flags, "call_in_reasoning_ignored".into());
        }
    } else if rehearsed(&hidden) || rehearsed(&answer.reasoning) {
        if said.visible.trim().is_empty() {
            add(flags, "call_only_in_reasoning".into());
            calls.broken(
                CallFault::Unparseable("the only call stands in the thinking".into()),
                flags,
            );
        } else {
            add(flags, "call_in_reasoning_ignored".into());
        }
    }
    said.settle(own, mode, flags);
    said
}

fn take_found(
    found: Found,
    visible: &str,
    answer: &Answer,
    (mode, form): (CallingMode, PromptedForm),
    calls: &mut Calls<'_>,
    flags: &mut Vec<String>,
) {
    const ASKED: &str = "format:react";
    let Found {
        calls: text_calls,
        fault,
        flags: mut found_flags,
        span,
    } = found;
    let is_react = form == PromptedForm::React && found_flags.iter().any(|flag| flag == ASKED);
    if is_react && mode == CallingMode::Prompted {
        found_flags.retain(|flag| flag != ASKED);
    }
    if let Some(first) = text_calls.first() {
        match mode {
            CallingMode::Native => {
                if answer.empty_field {
                    add(flags, "tool_calls_empty".into());
                }
            }
            CallingMode::Prompted => {
                let has_form =
                    is_react || found_flags.iter().any(|flag| flag.starts_with("format:"));
                match form {
                    PromptedForm::Json if !first.as_asked && !has_form => {
                        add(flags, "other_keys".into());
                    }
                    PromptedForm::React if !has_form => add(flags, "format:json".into()),
                    _ => {}
                }
                let around = |range: Option<&str>| {
                    let fence = |c: char| c.is_whitespace() || (c == '`' && is_react);
                    range.is_some_and(|text| !text.trim_matches(fence).is_empty())
                };
                if around(visible.get(..span.start)) && form == PromptedForm::Json {
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

/// The call that a text is, if it is the form asked for and nothing else, and the reasons before it.
fn as_asked(text: &str, form: PromptedForm) -> Option<(TextCall, String)> {
    match form {
        PromptedForm::Json => Some((object_as_asked(text)?, String::new())),
        PromptedForm::React => react::as_asked(text),
    }
}

/// The call that a text is, if it is one JSON object of `tool` and `arguments` and nothing else.
fn object_as_asked(text: &str) -> Option<TextCall> {
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

#[cfg(test)]
mod tests;

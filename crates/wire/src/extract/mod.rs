//! Calls in text: what models and servers write where a structured field should be.
//!
//! A dialect is one file with one `find` and one row in [`DIALECTS`]. The first that finds anything, a call or a broken
//! attempt at one, decides. Searching is bounded: a text is read up to [`SEARCHED`] bytes, a dialect reads at most
//! [`MOST_CALLS`] calls, and attempts at JSON that fail may in sum cost no more than a few lengths of the text.

mod attributes;
mod bare;
mod deepseek;
mod fenced;
mod gemma;
mod glm;
mod harmony;
mod invoke;
mod kimi;
mod llama_function;
mod mistral;
mod object;
mod parameters;
mod python_tag;
mod pythonic;
mod qwen_xml;
pub(crate) mod react;
mod tagged;
mod tool_code;
mod tool_name;

use faultline_core::{CallFault, ToolSpec};

use crate::{
    answer::{Given, add},
    json::{AtEnd, JsonError},
};

/// The most of a text that is searched, in bytes.
const SEARCHED: usize = 1 << 18;

/// The most calls that are read from one text.
const MOST_CALLS: usize = 64;

/// The tokens that some servers leave at the end.
const END_TOKENS: [&str; 10] = [
    "<|eot_id|>",
    "<|eom_id|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end▁of▁sentence|>",
    "<end_of_turn>",
    "<turn|>",
    "<eos>",
    "</s>",
];

/// The tokens that end a turn or begin another. A server that doesn't know them lets the model play both sides; what it
/// says after its own turn is no answer.
const TURN_MARKS: [&str; 6] = [
    "<|im_end|>",
    "<|im_start|>",
    "<|eot_id|>",
    "<|start_header_id|>",
    "<end_of_turn>",
    "<start_of_turn>",
];

/// The flag of a reply that goes on after its own turn.
const INVENTED_TURNS: &str = "invented_turns";

/// A text in which calls are sought.
#[derive(Clone, Copy)]
pub(crate) struct Passage<'a> {
    pub(crate) text: &'a str,
    pub(crate) tools: &'a [ToolSpec],
    /// Whether the end is where the model meant to end.
    pub(crate) at_end: AtEnd,
}

/// What was found in a text.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The calls that are whole, in order.
    pub(crate) calls: Vec<TextCall>,
    /// Why the first attempt at a call can't be read, if it can't.
    pub(crate) fault: Option<CallFault>,
    /// What was repaired or is odd, by name.
    pub(crate) flags: Vec<String>,
    /// The bytes from the first call's first to the last call's last.
    pub(crate) span: std::ops::Range<usize>,
}

/// A call in text.
#[derive(Debug)]
pub(crate) struct TextCall {
    /// The name as written.
    pub(crate) name: String,
    /// The arguments.
    pub(crate) arguments: Given,
    /// Whether it is an object of exactly `tool` and `arguments`, the form that prompts ask for.
    pub(crate) as_asked: bool,
}

struct Dialect {
    /// The name in flags; empty for bare JSON.
    format: &'static str,
    /// A byte without which nothing of it can be there.
    sign: u8,
    find: fn(&Passage<'_>) -> Option<Found>,
}

/// All dialects: those with marks of their own first, those that ordinary text resembles last.
const DIALECTS: [Dialect; 24] = [
    dialect("harmony", b'<', harmony::find),
    dialect("kimi", b'<', kimi::find),
    dialect("deepseek", b'<', deepseek::find),
    dialect("gemma", b'<', gemma::find),
    dialect("mistral", b'[', mistral::find),
    dialect("python_tag", b'<', python_tag::find),
    dialect("functools", b'[', |text| {
        tagged::find(text, "functools[", "")
    }),
    dialect("tool_request", b'[', |text| {
        tagged::find(text, "[TOOL_REQUEST]", "[END_TOOL_REQUEST]")
    }),
    dialect("toolcall_list", b'<', |text| {
        tagged::find(text, "<TOOLCALL>", "</TOOLCALL>")
    }),
    dialect("tool_calls_list", b'<', |text| {
        tagged::find(text, "<tool_calls>", "</tool_calls>")
    }),
    dialect("granite", b'<', |text| {
        tagged::find(text, "<|tool_call|>", "")
    }),
    dialect("plugin", b'<', |text| {
        tagged::find(text, "<|action_start|><|plugin|>", "<|action_end|>")
    }),
    dialect("hermes_attributes", b'<', attributes::find),
    dialect("qwen_xml", b'<', qwen_xml::find),
    dialect("glm_arg_key", b'<', glm::find),
    dialect("llama_function", b'<', llama_function::find),
    dialect("hermes", b'<', |text| {
        tagged::find(text, "<tool_call>", "</tool_call>")
    }),
    dialect("invoke", b'<', invoke::find),
    dialect("tool_code", b'_', tool_code::find),
    dialect("react", b'A', react::find),
    dialect("fenced_json", b'`', fenced::find),
    dialect("xml_tool_name", b'<', tool_name::find),
    dialect("pythonic", b'(', pythonic::find),
    dialect("", b'{', bare::find),
];

const fn dialect(
    format: &'static str,
    sign: u8,
    find: fn(&Passage<'_>) -> Option<Found>,
) -> Dialect {
    Dialect { format, sign, find }
}

/// A text up to where its writer's own turn ends, without the tokens that some servers leave at the end, and what is odd
/// about it.
pub(crate) fn own_turn(text: &str) -> (&str, Vec<String>) {
    let (mut text, mut flags) = without_end_tokens(text);
    if let Some(end) = TURN_MARKS.iter().filter_map(|mark| text.find(mark)).min() {
        text = &text[..end];
        add(&mut flags, INVENTED_TURNS.into());
    }
    (text, flags)
}

/// The calls in a text, or the attempt at one; none if nothing in it is like a call.
pub(crate) fn find(text: &Passage<'_>) -> Option<Found> {
    let (inner, mut flags) = own_turn(text.text);
    let mut text = Passage {
        text: inner,
        ..*text
    };
    if flags.iter().any(|flag| flag == INVENTED_TURNS) {
        // The model ended its turn here, whatever ended the reply.
        text.at_end = AtEnd::Close;
    }
    if text.text.len() > SEARCHED {
        flags.push("search_cut".into());
        text.text = &text.text[..text.text.floor_char_boundary(SEARCHED)];
        text.at_end = AtEnd::Cut;
    }
    let mut present = [false; 256];
    for byte in text.text.bytes() {
        present[usize::from(byte)] = true;
    }
    let (format, mut found) = DIALECTS
        .iter()
        .filter(|dialect| present[usize::from(dialect.sign)])
        .find_map(|dialect| Some((dialect.format, (dialect.find)(&text)?)))?;
    if !format.is_empty() {
        add(&mut flags, format!("format:{format}"));
    }
    for flag in found.flags {
        add(&mut flags, flag);
    }
    found.flags = flags;
    Some(found)
}

/// The calls of a JSON value: one call, or a list of them, or an object that holds such a list.
pub(crate) fn calls_of(value: serde_json::Value, tools: &[ToolSpec]) -> Found {
    let mut found = Found::default();
    object::add_calls(value, tools, &mut found);
    found
}

fn without_end_tokens(text: &str) -> (&str, Vec<String>) {
    let mut rest = text.trim_end();
    let mut flags = Vec::new();
    while let Some(shorter) = END_TOKENS.iter().find_map(|token| rest.strip_suffix(token)) {
        add(&mut flags, "stripped:special_token".into());
        rest = shorter.trim_end();
    }
    (rest, flags)
}

impl Found {
    /// Nothing yet, from this byte on.
    fn at(start: usize) -> Self {
        Self {
            span: start..start,
            ..Self::default()
        }
    }

    /// A call that ends before this byte.
    fn call(&mut self, name: &str, arguments: Given, end: usize) {
        self.calls.push(TextCall {
            name: name.to_owned(),
            arguments,
            as_asked: false,
        });
        self.span.end = end;
    }

    fn flag(&mut self, name: &str) {
        add(&mut self.flags, name.to_owned());
    }

    /// An attempt that failed. It counts where no call stands before it.
    fn broken(&mut self, fault: CallFault) {
        if self.calls.is_empty() {
            self.fault.get_or_insert(fault);
        } else {
            self.flag("broken_later_call");
        }
    }

    fn repairs(&mut self, repairs: &[&'static str]) {
        for repair in repairs {
            self.flag(&format!("repaired:{repair}"));
        }
    }
}

/// What an error of reading JSON says of a call.
fn unreadable(error: &JsonError) -> CallFault {
    match error {
        JsonError::Ended => CallFault::Truncated,
        JsonError::Wrong { why, .. } => CallFault::Unparseable(why.clone()),
    }
}

/// What stands between the two marks that come next, and the byte after the second, seen from `from`.
fn between(text: &str, from: usize, open: &str, close: &str) -> Option<(usize, usize, usize)> {
    let start = from + text.get(from..)?.find(open)? + open.len();
    let end = start + text[start..].find(close)?;
    Some((start, end, end + close.len()))
}

#[cfg(test)]
mod tests;

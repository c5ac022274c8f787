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
mod react;
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
    find: fn(&Passage<'_>) -> Option<Found>,
}

/// All dialects: those with marks of their own first, those that ordinary text resembles last.
const DIALECTS: [Dialect; 24] = [
    Dialect {
        format: "harmony",
        find: harmony::find,
    },
    Dialect {
        format: "kimi",
        find: kimi::find,
    },
    Dialect {
        format: "deepseek",
        find: deepseek::find,
    },
    Dialect {
        format: "gemma",
        find: gemma::find,
    },
    Dialect {
        format: "mistral",
        find: mistral::find,
    },
    Dialect {
        format: "python_tag",
        find: python_tag::find,
    },
    Dialect {
        format: "functools",
        find: |text| tagged::find(text, "functools[", ""),
    },
    Dialect {
        format: "tool_request",
        find: |text| tagged::find(text, "[TOOL_REQUEST]", "[END_TOOL_REQUEST]"),
    },
    Dialect {
        format: "toolcall_list",
        find: |text| tagged::find(text, "<TOOLCALL>", "</TOOLCALL>"),
    },
    Dialect {
        format: "tool_calls_list",
        find: |text| tagged::find(text, "<tool_calls>", "</tool_calls>"),
    },
    Dialect {
        format: "granite",
        find: |text| tagged::find(text, "<|tool_call|>", ""),
    },
    Dialect {
        format: "plugin",
        find: |text| tagged::find(text, "<|action_start|><|plugin|>", "<|action_end|>"),
    },
    Dialect {
        format: "hermes_attributes",
        find: attributes::find,
    },
    Dialect {
        format: "qwen_xml",
        find: qwen_xml::find,
    },
    Dialect {
        format: "glm_arg_key",
        find: glm::find,
    },
    Dialect {
        format: "llama_function",
        find: llama_function::find,
    },
    Dialect {
        format: "hermes",
        find: |text| tagged::find(text, "<tool_call>", "</tool_call>"),
    },
    Dialect {
        format: "invoke",
        find: invoke::find,
    },
    Dialect {
        format: "tool_code",
        find: tool_code::find,
    },
    Dialect {
        format: "react",
        find: react::find,
    },
    Dialect {
        format: "fenced_json",
        find: fenced::find,
    },
    Dialect {
        format: "xml_tool_name",
        find: tool_name::find,
    },
    Dialect {
        format: "pythonic",
        find: pythonic::find,
    },
    Dialect {
        format: "",
        find: bare::find,
    },
];

/// The calls in a text, or the attempt at one; none if nothing in it is like a call.
pub(crate) fn find(text: &Passage<'_>) -> Option<Found> {
    let (inner, mut flags) = without_end_tokens(text.text);
    let mut text = Passage {
        text: inner,
        ..*text
    };
    if text.text.len() > SEARCHED {
        flags.push("search_cut".into());
        text.text = &text.text[..text.text.floor_char_boundary(SEARCHED)];
        text.at_end = AtEnd::Cut;
    }
    let (format, mut found) = DIALECTS
        .iter()
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

//! Simulated policies with known parameters.
//!
//! A policy is given the request that a provider would be given, and nothing else. It reads what it is shown, and its randomness is drawn
//! from the request's digest. The answer key is no policy: it finds what it is shown among all that the study can ask.

mod key;
mod reader;
mod request;
mod spec;
mod utter;

use faultline_core::{Digest, Stream};
use faultline_toolbox::local_tool;
use faultline_wire::{ChatRequest, text_body};
use serde_json::{Map, Value, json};

pub use self::spec::{POLICIES, Policy};
use self::{
    key::KEY,
    request::{Offered, Return, Shown},
};
use crate::GoldDecision;

const LOST: &str = "This is no task of mine.";

/// What is said instead of a call or a decision.
const WORDS: &str = "I would rather not say.";

impl Policy {
    /// The body of the reply to a request, in the shape of a chat completion.
    ///
    /// A request that is not of this study gets an answer that says so.
    pub fn answer(&self, request: &ChatRequest, digest: Digest) -> String {
        let Some(shown) = Shown::read(request) else {
            return text_body(LOST);
        };
        let mut draws = Stream::of_request(digest);
        match &shown.returned {
            None => self.call(request, &shown, &mut draws),
            Some(returned) => self.decide(returned, &mut draws),
        }
    }

    fn is_key(&self) -> bool {
        self.0.name() == "gold"
    }

    /// The call before any stage breaks.
    fn meant<'s>(&self, shown: &'s Shown) -> Option<(&'s Offered, Map<String, Value>)> {
        if self.is_key() {
            let (tool, gold) = KEY.call(shown)?;
            return Some((tool, gold.arguments.clone()));
        }
        reader::call(shown)
    }

    /// The decision before any stage breaks.
    fn made_of(&self, returned: &Return) -> Option<GoldDecision> {
        if self.is_key() {
            return KEY.decision(returned).cloned();
        }
        Some(reader::decision(returned))
    }

    fn call(&self, request: &ChatRequest, shown: &Shown, draws: &mut Stream) -> String {
        // All are drawn, so that none depends on what the others lead to.
        let [
            silent,
            wrong_tool,
            overlap,
            invented,
            schema,
            missing,
            wrong,
            first_number,
            known_names,
            first_value,
        ] = [
            "silent",
            "wrong_tool",
            "overlap",
            "invented_tool",
            "schema",
            "missing",
            "wrong",
            "first_number",
            "known_names",
            "first_value",
        ]
        .map(|name| draws.chance(self.parameter(name)));
        let Some((tool, mut arguments)) = self.meant(shown).filter(|_| !silent) else {
            return text_body(if silent { WORDS } else { LOST });
        };
        let mut name = tool.name.as_str();
        if overlap {
            name = most_alike(shown).map_or(name, |tool| &tool.name);
        }
        if known_names && let Some(first) = first_known(shown, name) {
            name = &first.name;
        }
        if wrong_tool {
            let others: Vec<&Offered> = shown
                .tools
                .iter()
                .filter(|other| other.name != tool.name)
                .collect();
            name = draws.pick(&others).map_or(name, |tool| &tool.name);
        }
        if invented {
            name = "find_anything";
        }
        if first_value {
            arguments = reader::first_values(tool, &shown.request);
        }
        if first_number {
            take_first_number(&mut arguments, &tool.arguments, &shown.request);
        }
        if wrong {
            spoil(&mut arguments, &tool.arguments);
        }
        if missing && let Some(first) = arguments.keys().next().cloned() {
            arguments.remove(&first);
        }
        if schema && let Some(last) = arguments.keys().next_back().cloned() {
            let value = arguments.remove(&last).unwrap_or_default();
            arguments.insert(format!("the_{last}"), value);
        }
        utter::call(request, name, Value::Object(arguments))
    }

    fn decide(&self, returned: &Return, draws: &mut Stream) -> String {
        let packet = &returned.packet;
        let [silent, misread, last, retry, literal, unreadable] = [
            "silent",
            "misread",
            "last",
            "retry",
            "literal",
            "unreadable",
        ]
        .map(|name| draws.chance(self.parameter(name)));
        let Some(found) = self.made_of(returned).filter(|_| !silent && !unreadable) else {
            return text_body(WORDS);
        };
        let GoldDecision {
            status,
            retryable,
            failure_type,
            final_result,
        } = found;
        let mut decision = json!({
            "status": status.name(), "retryable": retryable, "failure_type": failure_type.name(), "final_result": final_result,
        });
        if misread {
            decision["final_result"] = packet.clone();
        }
        if last && let Some(object) = last_object(packet) {
            decision["final_result"] = object.clone();
        }
        if retry {
            decision["retryable"] = json!(true);
        }
        if literal {
            for (field, names) in [
                ("status", &["status", "state"][..]),
                (
                    "failure_type",
                    &["failure_type", "error", "error_type", "code", "label"],
                ),
            ] {
                if let Some(label) = names.iter().find_map(|name| label(packet, name)) {
                    decision[field] = label.clone();
                }
            }
        }
        text_body(&decision.to_string())
    }
}

/// The first tool on offer, where this name is none that the toolbox has.
fn first_known<'s>(shown: &'s Shown, name: &str) -> Option<&'s Offered> {
    shown.tools.first().filter(|_| local_tool(name).is_none())
}

/// The tool whose name and description share most words with the request; the first of equals.
fn most_alike(shown: &Shown) -> Option<&Offered> {
    let words = |text: &str| -> std::collections::BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|word| word.len() > 2)
            .map(str::to_lowercase)
            .collect()
    };
    let asked = words(&shown.request);
    let shared = |tool: &Offered| {
        let says = words(&format!("{} {}", tool.name, tool.description));
        says.intersection(&asked).count()
    };
    // The first of equals, since `max_by_key` takes the last.
    shown.tools.iter().rev().max_by_key(|tool| shared(tool))
}

/// Gives the first argument that can have one another value that its schema allows.
fn spoil(arguments: &mut Map<String, Value>, schemas: &Map<String, Value>) {
    for (name, value) in arguments {
        if let Some(other) = schemas
            .get(name)
            .and_then(|schema| other_value(value, schema))
        {
            *value = other;
            return;
        }
    }
}

/// Another value that a schema allows.
fn other_value(value: &Value, schema: &Value) -> Option<Value> {
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return options.iter().find(|option| *option != value).cloned();
    }
    if let Some(number) = value.as_i64() {
        let near = [number.saturating_add(1), number.saturating_sub(1)];
        return near
            .into_iter()
            .find(|near| is_allowed(*near, schema))
            .map(Value::from);
    }
    let text = value.as_str()?;
    // A form that is fixed keeps its form: its last digit is another.
    if schema.get("pattern").is_some() || schema.get("format").is_some() {
        let last = text.chars().next_back()?.to_digit(10)?;
        let other = if last == 4 { '5' } else { '4' };
        let kept: String = text.chars().take(text.chars().count() - 1).collect();
        return Some(json!(format!("{kept}{other}")));
    }
    Some(json!(format!("{text} too")))
}

/// Gives each argument that is a number the first number of the request that its schema allows.
fn take_first_number(
    arguments: &mut Map<String, Value>,
    schemas: &Map<String, Value>,
    request: &str,
) {
    let numbers: Vec<i64> = request
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    for (name, value) in arguments.iter_mut().filter(|(_, value)| value.is_number()) {
        let schema = schemas.get(name).unwrap_or(&Value::Null);
        if let Some(first) = numbers.iter().find(|number| is_allowed(**number, schema)) {
            *value = json!(first);
        }
    }
}

/// Whether a number keeps the bounds of a schema.
fn is_allowed(number: i64, schema: &Value) -> bool {
    let bound = |name| schema.get(name).and_then(Value::as_i64);
    bound("minimum").is_none_or(|least| number >= least)
        && bound("maximum").is_none_or(|most| number <= most)
}

/// The object that stands last in a value, none within it.
fn last_object(value: &Value) -> Option<&Value> {
    let within = match value {
        Value::Object(fields) => fields.values().filter_map(last_object).next_back(),
        Value::Array(items) => items.iter().filter_map(last_object).next_back(),
        _ => None,
    };
    within.or_else(|| value.is_object().then_some(value))
}

/// The first text under a name, the outermost first.
fn label<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    let here = value.get(name).filter(|label| label.is_string());
    let within = || match value {
        Value::Object(fields) => fields.values().find_map(|value| label(value, name)),
        Value::Array(items) => items.iter().find_map(|value| label(value, name)),
        _ => None,
    };
    here.or_else(within)
}

//! The call, read from a request and the tools on offer.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::values::{Found, Kind, places};
use crate::{instances::label, policies::request::Offered};

/// What a sentence says that is about somebody else, or over.
const ASIDE: [&str; 24] = [
    "at first",
    "forget",
    "earlier message",
    "neighbour had",
    "a week ago",
    "twins next door",
    "others prefer",
    "other matter",
    "somebody else",
    "mix it up",
    "calls out",
    "insists on",
    "sticky note",
    "people say",
    "we weighed",
    "yesterday it was",
    "meeting before",
    "keeps asking",
    "long thread",
    "later on",
    "next week",
    "once this is done",
    "end of the month",
    "remind me",
];

/// What a part of a sentence says whose value does not hold.
const REJECTED: [&str; 4] = ["not", "wavered", "tempting", "without"];

/// What a sentence says of a value that is named nowhere else in it.
const REMEMBERED: [&str; 3] = ["last time we", "that was", "our history"];

/// A call that might be meant.
pub(super) struct Candidate<'s> {
    pub(super) tool: &'s Offered,
    pub(super) arguments: Map<String, Value>,
    /// How many arguments are not given by words that hold.
    missing: usize,
}

/// A sentence, or a part of one between two commas.
struct Part<'t> {
    text: &'t str,
    at: usize,
}

/// A value that a request gives for an argument.
struct Mention {
    found: Found,
    /// The argument that the sentence names, if it names one.
    named: Option<usize>,
    /// Whether the sentence is about something else.
    is_aside: bool,
    /// Whether the words around it say that it holds.
    holds: bool,
}

/// The tool that a request means, and the arguments that it gives.
///
/// The tool is the one whose arguments the request gives in full; of several the one that takes most of them, and then the one whose words
/// are most like the request's.
pub(super) fn call<'s>(tools: &'s [Offered], request: &str) -> Option<Candidate<'s>> {
    let asked = words(&held(request));
    let read = |tool| candidate(tool, request, true);
    let rank = |candidate: &Candidate<'_>| {
        let tool = candidate.tool;
        let arguments = tool.arguments.keys().map(String::as_str);
        let said = [tool.name.as_str(), tool.description.as_str()];
        let said: Vec<&str> = said.into_iter().chain(arguments).collect();
        let says = words(&said.join(" ").replace('_', " "));
        let filled = tool.arguments.len() - candidate.missing;
        (
            std::cmp::Reverse(candidate.missing),
            filled + alike(&says, &asked),
        )
    };
    // The first of equals, since `max_by_key` takes the last.
    tools.iter().rev().map(read).max_by_key(rank)
}

/// The arguments that a request gives a tool if the first values of each kind are taken, whatever is said about them.
pub(super) fn first_values(tool: &Offered, request: &str) -> Map<String, Value> {
    candidate(tool, request, false).arguments
}

/// A call of this tool. `heeds` says whether what is said about values counts.
fn candidate<'s>(tool: &'s Offered, request: &str, heeds: bool) -> Candidate<'s> {
    let names: Vec<&String> = tool.arguments.keys().collect();
    let kinds: Vec<Option<Kind>> = tool.arguments.values().map(Kind::of).collect();
    let mut values: Vec<Option<Value>> = vec![None; names.len()];
    let mut missing = 0;
    for (place, kind) in kinds.iter().enumerate() {
        let Some(kind) = kind else {
            missing += 1;
            continue;
        };
        // Arguments of one kind are read together, at the first of them.
        if kinds[..place]
            .iter()
            .any(|other| other.as_ref() == Some(kind))
        {
            continue;
        }
        let alike: Vec<usize> = (place..names.len())
            .filter(|other| kinds[*other].as_ref() == Some(kind))
            .collect();
        let labels: Vec<String> = alike.iter().map(|other| label(names[*other])).collect();
        let mut mentions = mentions(kind, request, &labels);
        if !heeds {
            for mention in &mut mentions {
                (mention.holds, mention.named) = (true, None);
            }
        }
        let given = assign(&mentions, labels.len());
        for (argument, (value, is_held)) in alike.iter().zip(given) {
            missing += usize::from(!is_held);
            values[*argument] = value;
        }
    }
    let named = names.into_iter().zip(values);
    Candidate {
        tool,
        arguments: named
            .filter_map(|(name, value)| Some((name.clone(), value?)))
            .collect(),
        missing,
    }
}

/// The values of a kind in a request, for arguments of these labels.
fn mentions(kind: &Kind, request: &str, labels: &[String]) -> Vec<Mention> {
    let sentences = sentences(request);
    let names = |text: &str| {
        let text = text.to_lowercase();
        let is_named = |label: &&String| places(&text, label).next().is_some();
        let longest = labels
            .iter()
            .filter(is_named)
            .max_by_key(|label| label.len())?;
        labels.iter().position(|label| label == longest)
    };
    // What is the same as last time is named where it is left out.
    let remembered = labels
        .iter()
        .position(|label| request.contains(&format!("same {label} as last time")));
    kind.find(request)
        .into_iter()
        .map(|found| {
            let sentence = around(&sentences, found.at);
            let lower = sentence.to_lowercase();
            let is_remembered = REMEMBERED.iter().any(|cue| lower.contains(cue));
            Mention {
                named: if is_remembered {
                    remembered
                } else {
                    names(sentence)
                },
                is_aside: is_aside(sentence),
                holds: holds(&sentences, found.at),
                found,
            }
        })
        .collect()
}

/// The value of each of so many arguments of one kind, and whether the words that give it hold.
fn assign(mentions: &[Mention], count: usize) -> Vec<(Option<Value>, bool)> {
    let mut given: Vec<Option<Value>> = (0..count)
        .map(|place| {
            let named = |mention: &&Mention| mention.holds && mention.named == Some(place);
            let last = mentions.iter().rfind(named)?;
            Some(last.found.value.clone())
        })
        .collect();
    if count == 1 && given[0].is_none() {
        // What is rejected for nothing else holds after all.
        let first = mentions.iter().find(|mention| mention.holds);
        let first = first.or_else(|| mentions.iter().find(|mention| !mention.is_aside));
        given[0] = first.map(|mention| mention.found.value.clone());
    }
    if count > 1 {
        // What a later sentence says better is left for the others.
        let is_given = |mention: &&Mention| {
            let place = mention.named.and_then(|place| given[place].as_ref());
            place != Some(&mention.found.value)
        };
        let mut rest: Vec<Value> = Vec::new();
        for mention in mentions
            .iter()
            .filter(|mention| mention.holds)
            .filter(is_given)
        {
            if !rest.contains(&mention.found.value) {
                rest.push(mention.found.value.clone());
            }
        }
        let in_order = rest.len() >= count;
        let mut rest = rest.into_iter();
        for value in &mut given {
            if in_order || value.is_none() {
                let next = rest.next();
                *value = value.take().or(next);
            }
        }
    }
    let any = mentions.first().map(|mention| &mention.found.value);
    given
        .into_iter()
        .map(|value| {
            let is_held = value.is_some();
            (value.or_else(|| any.cloned()), is_held)
        })
        .collect()
}

/// The sentences of a text, where they begin; a semicolon ends one too.
fn sentences(text: &str) -> Vec<Part<'_>> {
    split(text, 0, &['.', '?', '!', ';'])
}

/// Parts of a text that end with one of these signs and a space.
fn split<'t>(text: &'t str, offset: usize, ends: &[char]) -> Vec<Part<'t>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, sign) in text.char_indices() {
        let after = at + sign.len_utf8();
        if ends.contains(&sign) && text[after..].chars().next().is_none_or(char::is_whitespace) {
            parts.push(Part {
                text: &text[begin..after],
                at: offset + begin,
            });
            begin = after;
        }
    }
    parts.push(Part {
        text: &text[begin..],
        at: offset + begin,
    });
    parts
}

/// The part in which a place is.
fn around<'t>(parts: &[Part<'t>], at: usize) -> &'t str {
    let part = parts.iter().rfind(|part| part.at <= at);
    part.map_or("", |part| part.text)
}

/// Whether the words around a value say that it holds.
fn holds(sentences: &[Part<'_>], at: usize) -> bool {
    let Some(sentence) = sentences.iter().rfind(|part| part.at <= at) else {
        return true;
    };
    if is_aside(sentence.text) {
        return false;
    }
    let parts = split(sentence.text, sentence.at, &[',']);
    !is_rejected(around(&parts, at))
}

fn is_rejected(part: &str) -> bool {
    let part = part.to_lowercase();
    let mut cues = REJECTED.iter();
    cues.any(|cue| places(&part, cue).next().is_some())
}

fn is_aside(sentence: &str) -> bool {
    let sentence = sentence.to_lowercase();
    ASIDE.iter().any(|cue| sentence.contains(cue))
}

/// A request without what is aside, and without what is rejected.
fn held(request: &str) -> String {
    let sentences = sentences(request);
    let kept = sentences.iter().filter(|sentence| !is_aside(sentence.text));
    kept.flat_map(|sentence| split(sentence.text, sentence.at, &[',']))
        .filter(|part| !is_rejected(part.text))
        .map(|part| part.text)
        .collect()
}

/// The first letters of the longer words of a text.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 3)
        .map(|word| word.to_lowercase().chars().take(5).collect())
        .collect()
}

fn alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> usize {
    one.intersection(other).count()
}

//! Values of arguments, found in a text.

use serde_json::{Value, json};

/// What an argument may be, as far as its schema says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// One of these words.
    Choice(Vec<String>),
    /// A number within bounds.
    Number { minimum: f64, maximum: f64 },
    /// Numbers with commas between them.
    Numbers,
    /// A prefix and so many digits.
    Id { prefix: String, digits: usize },
    /// Such as `2031-03-12`.
    Date,
    /// Such as `11:00`.
    Time,
}

/// A value in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) value: Value,
    /// Where it begins, in bytes.
    pub(super) at: usize,
}

impl Kind {
    /// The kind of an argument with this schema; none where it may be any text.
    pub(super) fn of(schema: &Value) -> Option<Self> {
        if let Some(options) = schema.get("enum").and_then(Value::as_array) {
            let options = options.iter().filter_map(Value::as_str).map(str::to_owned);
            return Some(Self::Choice(options.collect()));
        }
        match schema.get("type")?.as_str()? {
            "array" => Some(Self::Numbers),
            "integer" | "number" => {
                let bound = |name| schema.get(name).and_then(Value::as_f64);
                Some(Self::Number {
                    minimum: bound("minimum").unwrap_or(f64::MIN),
                    maximum: bound("maximum").unwrap_or(f64::MAX),
                })
            }
            _ if schema.get("format").and_then(Value::as_str) == Some("date") => Some(Self::Date),
            _ => {
                let pattern = schema.get("pattern")?.as_str()?;
                if pattern.contains(':') {
                    return Some(Self::Time);
                }
                let (prefix, rest) = pattern.strip_prefix('^')?.split_once("[0-9]{")?;
                let digits = rest.split('}').next()?.parse().ok()?;
                Some(Self::Id {
                    prefix: prefix.into(),
                    digits,
                })
            }
        }
    }

    /// The values of this kind in a text, in their order.
    pub(super) fn find(&self, text: &str) -> Vec<Found> {
        match self {
            Self::Choice(options) => {
                let mut found: Vec<Found> = options
                    .iter()
                    .flat_map(|option| places(text, option).map(move |at| (at, option)))
                    .map(|(at, option)| Found {
                        value: json!(option),
                        at,
                    })
                    .collect();
                found.sort_by_key(|found| found.at);
                found
            }
            Self::Numbers => lists(text),
            Self::Number { minimum, maximum } => {
                let lists = lists(text);
                let listed = |at: usize| {
                    lists.iter().any(|list| {
                        let length = list.value.as_array().map_or(0, Vec::len);
                        let within = numbers(text).filter(|(place, _)| *place >= list.at);
                        within.take(length).any(|(place, _)| place == at)
                    })
                };
                numbers(text)
                    .filter(|(at, number)| (*minimum..=*maximum).contains(number) && !listed(*at))
                    .map(|(at, number)| Found {
                        value: written(number),
                        at,
                    })
                    .collect()
            }
            Self::Id { prefix, digits } => tokens(text)
                .filter(|(_, token)| {
                    let rest = token.strip_prefix(prefix.as_str());
                    rest.is_some_and(|rest| rest.len() == *digits && is_digits(rest))
                })
                .map(of_token)
                .collect(),
            Self::Date => shaped(text, '-', &[4, 2, 2]),
            Self::Time => shaped(text, ':', &[2, 2]),
        }
    }
}

fn of_token((at, token): (usize, &str)) -> Found {
    Found {
        value: json!(token),
        at,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number as a call writes it.
fn written(number: f64) -> Value {
    // Whatever is compared with it is compared by value.
    serde_json::from_str(&number.to_string()).unwrap_or_else(|_| json!(number))
}

/// Where a word or several stand in a text with no letter or digit beside them.
pub(super) fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| {
            let before = text[..*at].chars().next_back();
            let mut after = text[at + word.len()..].chars();
            let next = after.next();
            // A point between two letters joins them, as in the name of a file.
            let joins = next == Some('.') && after.next().is_some_and(char::is_alphanumeric);
            let is_free =
                |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || c == '_' || c == '-'));
            is_free(before) && is_free(next) && !joins && before != Some('.')
        })
}

/// The words of a text without the signs around them, and where they begin.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(' ').map(move |word| {
        let begin = at;
        at += word.len() + 1;
        let bare = word.trim_start_matches(|c: char| !(c.is_alphanumeric() || c == '-'));
        let begin = begin + word.len() - bare.len();
        (begin, bare.trim_end_matches(|c: char| !c.is_alphanumeric()))
    })
}

fn numbers(text: &str) -> impl Iterator<Item = (usize, f64)> {
    tokens(text).filter_map(|(at, token)| {
        let digits = token.strip_prefix('-').unwrap_or(token);
        let is_number = digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = token.parse().ok().filter(|_| is_number)?;
        Some((at, number))
    })
}

/// Runs of at least two numbers with commas between them.
fn lists(text: &str) -> Vec<Found> {
    let mut runs: Vec<(usize, Vec<Value>)> = Vec::new();
    let mut next = None;
    for (at, number) in numbers(text) {
        match runs.last_mut() {
            Some((_, run)) if next == Some(at) => run.push(written(number)),
            _ => runs.push((at, vec![written(number)])),
        }
        let rest = &text[at..];
        let end = rest.find(' ').unwrap_or(rest.len());
        next = rest[..end].ends_with(',').then_some(at + end + 1);
    }
    runs.retain(|(_, run)| run.len() > 1);
    let lists = runs.into_iter().map(|(at, run)| Found {
        value: json!(run),
        at,
    });
    lists.collect()
}

/// Words of digits in groups of these lengths.
fn shaped(text: &str, separator: char, lengths: &[usize]) -> Vec<Found> {
    let fits = |(_, token): &(usize, &str)| {
        let groups: Vec<&str> = token.split(separator).collect();
        groups.len() == lengths.len()
            && groups
                .iter()
                .zip(lengths)
                .all(|(group, length)| group.len() == *length && is_digits(group))
    };
    tokens(text).filter(fits).map(of_token).collect()
}

//! Settings by name: one table serves `--set`, the page's forms and the JSON Schema.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use thiserror::Error;

/// One setting of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name on the command line and in files.
    pub key: &'static str,
    /// Its name in a form.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// What it may be.
    pub kind: FieldKind,
}

impl Field {
    /// A setting with this key, its name in a form, what it does as a sentence, and what it may be.
    pub fn new(
        key: &'static str,
        title: &'static str,
        help: &'static str,
        kind: FieldKind,
    ) -> Self {
        Self {
            key,
            title,
            help,
            kind,
        }
    }

    /// The seed of a study's suites; `help` says which they are. Every seed is a number that JSON's readers hold exactly.
    pub fn seed(help: &'static str) -> Self {
        let max = u64::MAX >> 11;
        Self::new("seed", "Seed", help, FieldKind::Count { min: 0, max })
    }
}

/// A value, its name in files and on the command line, and what it means.
pub type Named<T> = (T, &'static str, &'static str);

/// The name of a value among all of them; empty where it is none.
pub fn name_of<T: PartialEq>(all: &[Named<T>], value: &T) -> &'static str {
    let named = all.iter().find(|(known, ..)| known == value);
    named.map_or("", |(_, name, _)| name)
}

/// What a setting may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole number, both bounds included.
    Count {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// Several whole numbers, each within the bounds, without repetition; written with commas.
    Counts {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// One of these, each with what it means.
    Choice {
        /// Value and meaning.
        options: Vec<(&'static str, &'static str)>,
    },
    /// Several of these, each with what it means, without repetition; written with commas.
    Choices {
        /// Value and meaning.
        options: Vec<(&'static str, &'static str)>,
    },
    /// What a study makes of files that somebody hands over, an object; or a word for having none.
    Files {
        /// The names of the files, all of which must be there.
        names: &'static [&'static str],
        /// The most bytes of each.
        max_bytes: u64,
        /// The word that stands for no files.
        otherwise: &'static str,
    },
}

/// The most characters of a value in the message that it does not fit.
const LONGEST_SHOWN: usize = 80;

/// Why a setting was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is no setting of this name.
    #[error("unknown setting '{key}'; did you mean '{nearest}'? (settings: {})", known.join(", "))]
    UnknownKey {
        /// The name that was given.
        key: String,
        /// The name that is nearest to it.
        nearest: String,
        /// All names.
        known: Vec<String>,
    },
    /// The value does not fit.
    #[error("{key} must be {expected}, not '{value}'")]
    BadValue {
        /// The setting.
        key: String,
        /// The value that was given.
        value: String,
        /// What would fit.
        expected: String,
    },
}

impl FieldKind {
    /// A setting that is one of these values, by their names.
    pub fn choice<T>(all: &[Named<T>]) -> Self {
        Self::Choice {
            options: options(all),
        }
    }

    /// A setting that is one or more of these values, by their names.
    pub fn choices<T>(all: &[Named<T>]) -> Self {
        Self::Choices {
            options: options(all),
        }
    }

    fn expected(&self) -> String {
        match self {
            Self::Count { min, max } => format!("a whole number from {min} to {max}"),
            Self::Counts { min, max } => {
                format!("different whole numbers from {min} to {max}, with commas between them")
            }
            Self::Choice { options } => format!("one of {}", names(options).join(", ")),
            Self::Choices { options } => {
                format!(
                    "different ones of {}, with commas between them",
                    names(options).join(", ")
                )
            }
            Self::Files {
                names, otherwise, ..
            } => format!("{otherwise}, or a folder with {}", names.join(" and ")),
        }
    }

    fn parse(&self, text: &str) -> Option<Value> {
        let count = |text: &str, min: u64, max: u64| {
            text.trim()
                .parse::<u64>()
                .ok()
                .filter(|number| (min..=max).contains(number))
        };
        match self {
            Self::Count { min, max } => count(text, *min, *max).map(Value::from),
            Self::Counts { min, max } => {
                let numbers: Vec<u64> = text
                    .split(',')
                    .map(|part| count(part, *min, *max))
                    .collect::<Option<_>>()?;
                are_distinct(&numbers).then(|| numbers.into())
            }
            Self::Choice { options } => names(options)
                .into_iter()
                .find(|name| *name == text)
                .map(Value::from),
            Self::Choices { options } => {
                let known = names(options);
                let chosen: Vec<&str> = text.split(',').map(str::trim).collect();
                (are_distinct(&chosen) && chosen.iter().all(|name| known.contains(name)))
                    .then(|| chosen.into())
            }
            Self::Files { otherwise, .. } if text == *otherwise => Some(text.into()),
            Self::Files { .. } => serde_json::from_str(text).ok().filter(Value::is_object),
        }
    }

    /// Whether a value of a config is one that could have been typed.
    fn holds(&self, value: &Value) -> bool {
        let is_count = |value: &Value, min: u64, max: u64| {
            value
                .as_u64()
                .is_some_and(|number| (min..=max).contains(&number))
        };
        let is_option = |value: &Value, options: &[(&'static str, &'static str)]| {
            value
                .as_str()
                .is_some_and(|text| names(options).contains(&text))
        };
        let is_list = |fits: &dyn Fn(&Value) -> bool| {
            value.as_array().is_some_and(|items| {
                !items.is_empty() && are_distinct(items) && items.iter().all(fits)
            })
        };
        match self {
            Self::Count { min, max } => is_count(value, *min, *max),
            Self::Counts { min, max } => is_list(&|item| is_count(item, *min, *max)),
            Self::Choice { options } => is_option(value, options),
            Self::Choices { options } => is_list(&|item| is_option(item, options)),
            Self::Files { otherwise, .. } => value == otherwise || value.is_object(),
        }
    }

    fn schema(&self) -> Value {
        match self {
            Self::Count { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
            Self::Counts { min, max } => json!({
                "type": "array", "minItems": 1, "uniqueItems": true,
                "items": {"type": "integer", "minimum": min, "maximum": max},
            }),
            Self::Choice { options } => json!({"type": "string", "enum": names(options)}),
            Self::Choices { options } => json!({
                "type": "array", "minItems": 1, "uniqueItems": true,
                "items": {"type": "string", "enum": names(options)},
            }),
            Self::Files { otherwise, .. } => {
                json!({"anyOf": [{"type": "string", "enum": [otherwise]}, {"type": "object"}]})
            }
        }
    }
}

/// The options without what they mean.
fn names(options: &[(&'static str, &'static str)]) -> Vec<&'static str> {
    options.iter().map(|(name, _)| *name).collect()
}

/// What a form shows of named values: each name, and what it means.
fn options<T>(all: &[Named<T>]) -> Vec<(&'static str, &'static str)> {
    all.iter().map(|(_, name, help)| (*name, *help)).collect()
}

/// Whether no item stands twice. The lists are short, and a set would cost the page more code than the comparisons.
fn are_distinct<T: PartialEq>(items: &[T]) -> bool {
    (1..items.len()).all(|place| !items[..place].contains(&items[place]))
}

/// The config with one setting changed.
///
/// # Errors
/// An unknown key names the nearest one; a bad value says what would fit.
pub fn apply_setting<C: Serialize + DeserializeOwned>(
    config: &C,
    fields: &[Field],
    key: &str,
    value: &str,
) -> Result<C, SettingError> {
    let Some(field) = fields.iter().find(|field| field.key == key) else {
        let nearest = fields
            .iter()
            .min_by_key(|field| edit_distance(field.key, key));
        return Err(SettingError::UnknownKey {
            key: key.into(),
            nearest: nearest
                .map(|field| field.key.to_owned())
                .unwrap_or_default(),
            known: fields.iter().map(|field| field.key.to_owned()).collect(),
        });
    };
    let bad = || SettingError::BadValue {
        key: key.into(),
        value: value.chars().take(LONGEST_SHOWN).collect(),
        expected: field.kind.expected(),
    };
    let parsed = field.kind.parse(value).ok_or_else(bad)?;
    let mut object = serde_json::to_value(config).map_err(|_| bad())?;
    object
        .as_object_mut()
        .ok_or_else(bad)?
        .insert(key.into(), parsed);
    serde_json::from_str(&object.to_string()).map_err(|_| bad())
}

/// A value of a config as it would be typed.
pub fn typed_value(value: &Value) -> String {
    let one = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match value {
        Value::Array(items) => items.iter().map(one).collect::<Vec<_>>().join(","),
        other => one(other),
    }
}

/// Checks that a config from a file holds what could have been typed, since nothing else bounds it.
///
/// # Errors
/// The first setting that is out of range.
pub fn check_config(config: &Value, fields: &[Field]) -> Result<(), SettingError> {
    let wrong = |field: &&Field| {
        config
            .get(field.key)
            .is_some_and(|value| !field.kind.holds(value))
    };
    match fields.iter().find(wrong) {
        None => Ok(()),
        Some(field) => Err(SettingError::BadValue {
            key: field.key.into(),
            value: config[field.key]
                .to_string()
                .chars()
                .take(LONGEST_SHOWN)
                .collect(),
            expected: field.kind.expected(),
        }),
    }
}

/// The JSON Schema of a config with these fields.
pub fn config_schema(title: &str, fields: &[Field]) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let mut property = field.kind.schema();
        if let Some(object) = property.as_object_mut() {
            object.insert("title".into(), field.title.into());
            object.insert("description".into(), field.help.into());
        }
        properties.insert(field.key.into(), property);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title, "type": "object", "properties": properties, "additionalProperties": false,
    })
}

/// Levenshtein's distance between two short words.
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substitute = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests;

//! The part of JSON Schema that tools use, and a check against it.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;

use crate::Date;

/// An object schema: named properties, some required, nothing else allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The properties in the order in which they are shown.
    pub properties: Vec<(String, Property)>,
}

/// One property of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// What the value may be.
    pub kind: PropertyKind,
    /// What the reader of the schema is told about it; may be empty.
    pub description: String,
    /// Whether the property must be there.
    pub required: bool,
}

/// What the value of a property may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// A whole number within bounds, both included.
    Integer {
        /// The least value.
        minimum: i64,
        /// The greatest value.
        maximum: i64,
    },
    /// Any number within bounds, both included.
    Number {
        /// The least value.
        minimum: i64,
        /// The greatest value.
        maximum: i64,
    },
    /// Numbers, at least one, each within bounds, both included.
    Numbers {
        /// The least value of each.
        minimum: i64,
        /// The greatest value of each.
        maximum: i64,
        /// How many there may be.
        max_items: u32,
    },
    /// Any text up to a number of characters.
    Text {
        /// The greatest length in characters.
        max_length: u32,
    },
    /// Texts, at least one, each up to a number of characters.
    Texts {
        /// The greatest length of each in characters.
        max_length: u32,
        /// How many there may be.
        max_items: u32,
    },
    /// One of these texts.
    Choice(Vec<String>),
    /// A day, as a text such as `2031-03-14`, within bounds, both included.
    Date {
        /// The first day.
        earliest: Date,
        /// The last day.
        latest: Date,
    },
    /// A time of the day, as a text such as `09:30`, within bounds in minutes since midnight, both included.
    Time {
        /// The first minute.
        earliest: u16,
        /// The last minute, at most 1439.
        latest: u16,
    },
    /// The name of a record: a prefix and a fixed number of digits, such as `EV-1042`.
    Id {
        /// What stands before the digits: letters and hyphens.
        prefix: String,
        /// How many digits there are.
        digits: u8,
    },
}

/// One way in which a value breaks its schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The property, or empty for the object itself.
    pub property: String,
    /// The rule it breaks, in words, with the value.
    pub rule: String,
    /// Whether a required property is missing.
    pub missing: bool,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.property.is_empty() {
            f.write_str(&self.rule)
        } else {
            write!(f, "{}: {}", self.property, self.rule)
        }
    }
}

impl Property {
    /// A required whole number from `minimum` to `maximum`.
    pub fn integer(minimum: i64, maximum: i64) -> Self {
        Self::required(PropertyKind::Integer { minimum, maximum })
    }

    /// A required number from `minimum` to `maximum`.
    pub fn number(minimum: i64, maximum: i64) -> Self {
        Self::required(PropertyKind::Number { minimum, maximum })
    }

    /// A required list of one to `max_items` numbers, each from `minimum` to `maximum`.
    pub fn numbers(minimum: i64, maximum: i64, max_items: u32) -> Self {
        Self::required(PropertyKind::Numbers {
            minimum,
            maximum,
            max_items,
        })
    }

    /// A required text of at most `max_length` characters.
    pub fn text(max_length: u32) -> Self {
        Self::required(PropertyKind::Text { max_length })
    }

    /// A required list of one to `max_items` texts, each of at most `max_length` characters.
    pub fn texts(max_length: u32, max_items: u32) -> Self {
        Self::required(PropertyKind::Texts {
            max_length,
            max_items,
        })
    }

    /// A required choice of these texts.
    pub fn choice<'a>(options: impl IntoIterator<Item = &'a str>) -> Self {
        let options = options.into_iter().map(String::from).collect();
        Self::required(PropertyKind::Choice(options))
    }

    /// A required day from `earliest` to `latest`.
    pub fn date(earliest: Date, latest: Date) -> Self {
        Self::required(PropertyKind::Date { earliest, latest })
    }

    /// A required time of the day, from `earliest` to `latest` in minutes since midnight.
    pub fn time(earliest: u16, latest: u16) -> Self {
        Self::required(PropertyKind::Time { earliest, latest })
    }

    /// A required name of a record: this prefix and so many digits.
    pub fn id(prefix: &str, digits: u8) -> Self {
        Self::required(PropertyKind::Id {
            prefix: prefix.into(),
            digits,
        })
    }

    /// The same property with a description.
    #[must_use]
    pub fn described(self, description: &str) -> Self {
        Self {
            description: description.into(),
            ..self
        }
    }

    fn required(kind: PropertyKind) -> Self {
        Self {
            kind,
            description: String::new(),
            required: true,
        }
    }

    fn broken_rule(&self, value: &Value) -> Option<String> {
        match &self.kind {
            PropertyKind::Integer { minimum, maximum } => match whole(value) {
                None => Some(format!("{} is not a whole number", shown(value))),
                Some(number) if number < *minimum => {
                    Some(format!("{number} is below the minimum of {minimum}"))
                }
                Some(number) if number > *maximum => {
                    Some(format!("{number} is above the maximum of {maximum}"))
                }
                Some(_) => None,
            },
            PropertyKind::Number { minimum, maximum } => broken_bound(value, *minimum, *maximum),
            PropertyKind::Numbers {
                minimum,
                maximum,
                max_items,
            } => broken_item(value, *max_items, |item| {
                broken_bound(item, *minimum, *maximum)
            }),
            PropertyKind::Text { max_length } => broken_length(value, *max_length),
            PropertyKind::Texts {
                max_length,
                max_items,
            } => broken_item(value, *max_items, |item| broken_length(item, *max_length)),
            PropertyKind::Choice(options) => {
                let known = value
                    .as_str()
                    .is_some_and(|text| options.iter().any(|option| option == text));
                (!known).then(|| format!("{} is not one of {}", shown(value), options.join(", ")))
            }
            PropertyKind::Date { earliest, latest } => match value.as_str().and_then(Date::parse) {
                None => Some(format!("{} is not a date such as {earliest}", shown(value))),
                Some(date) if date < *earliest => {
                    Some(format!("{date} is before the first day, {earliest}"))
                }
                Some(date) if date > *latest => {
                    Some(format!("{date} is after the last day, {latest}"))
                }
                Some(_) => None,
            },
            PropertyKind::Time { earliest, latest } => {
                let (first, last) = (time_text(*earliest), time_text(*latest));
                match value.as_str().and_then(minutes_of) {
                    None => Some(format!("{} is not a time such as {first}", shown(value))),
                    Some(time) if time < *earliest => Some(format!(
                        "{} is before the first time, {first}",
                        time_text(time)
                    )),
                    Some(time) if time > *latest => Some(format!(
                        "{} is after the last time, {last}",
                        time_text(time)
                    )),
                    Some(_) => None,
                }
            }
            PropertyKind::Id { prefix, digits } => {
                let fits = value
                    .as_str()
                    .and_then(|text| text.strip_prefix(prefix.as_str()))
                    .is_some_and(|rest| {
                        rest.len() == usize::from(*digits)
                            && rest.bytes().all(|byte| byte.is_ascii_digit())
                    });
                (!fits).then(|| format!("{} is not {prefix} and {digits} digits", shown(value)))
            }
        }
    }

    /// The description, with the bounds that JSON Schema has no word for.
    fn full_description(&self) -> String {
        let bounds = match &self.kind {
            PropertyKind::Date { earliest, latest } => format!("From {earliest} to {latest}."),
            PropertyKind::Time { earliest, latest } => {
                format!("From {} to {}.", time_text(*earliest), time_text(*latest))
            }
            _ => return self.description.clone(),
        };
        if self.description.is_empty() {
            bounds
        } else {
            format!("{} {bounds}", self.description)
        }
    }
}

/// A time of the day as a text such as `09:30`, from minutes since midnight.
pub fn time_text(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Minutes since midnight of a text such as `09:30`; none where it is written otherwise or is no time.
pub fn minutes_of(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let two_digits = |text: &str| {
        let fits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| text.parse::<u16>().ok()).flatten()
    };
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

impl Schema {
    /// A schema of these properties.
    pub fn object<const N: usize>(properties: [(&str, Property); N]) -> Self {
        Self {
            properties: properties
                .map(|(name, property)| (name.into(), property))
                .to_vec(),
        }
    }

    /// Every way in which the value breaks the schema, in the order of its properties; none if it fits.
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        let broken = |property: &str, rule: String, missing| Violation {
            property: property.into(),
            rule,
            missing,
        };
        let Some(object) = value.as_object() else {
            return vec![broken(
                "",
                format!("{} is not an object", shown(value)),
                false,
            )];
        };
        let mut violations = Vec::new();
        for (name, property) in &self.properties {
            match object.get(name) {
                None if property.required => {
                    violations.push(broken(name, "is missing".into(), true));
                }
                None => {}
                Some(value) => {
                    violations.extend(
                        property
                            .broken_rule(value)
                            .map(|rule| broken(name, rule, false)),
                    );
                }
            }
        }
        for name in object.keys() {
            if !self.properties.iter().any(|(known, _)| known == name) {
                violations.push(broken(
                    &cut(name),
                    "is not a property of this tool".into(),
                    false,
                ));
            }
        }
        violations
    }

    /// The value with whole numbers in their plainest form where the schema asks for one: texts of digits and numbers with a
    /// point become integers, so that a provider's formatting is not taken for an error of value; and the names of the properties
    /// that were turned.
    pub fn coerce(&self, value: &Value) -> (Value, Vec<String>) {
        let mut coerced = value.clone();
        let mut turned = Vec::new();
        if let Some(object) = coerced.as_object_mut() {
            for (name, property) in &self.properties {
                let PropertyKind::Integer { .. } = property.kind else {
                    continue;
                };
                let number = match object.get(name) {
                    Some(Value::String(text)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                        text.parse::<i64>().ok()
                    }
                    Some(number) if number.is_f64() => whole(number),
                    _ => None,
                };
                if let Some(number) = number {
                    object.insert(name.clone(), number.into());
                    turned.push(name.clone());
                }
            }
        }
        (coerced, turned)
    }
}

/// The integer that a number is, however it is written: JSON Schema counts 7.0 among them. A number with a point counts up to 2^53,
/// beyond which it does not say which integer is meant.
fn whole(value: &Value) -> Option<i64> {
    const GREATEST: f64 = 9_007_199_254_740_992.0;
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number of at most 2^53"
        )]
        (number.abs() <= GREATEST && number.fract() == 0.0).then_some(number as i64)
    })
}

/// How a value breaks the rule of being a number within bounds.
fn broken_bound(value: &Value, minimum: i64, maximum: i64) -> Option<String> {
    match value.as_f64() {
        None => Some(format!("{} is not a number", shown(value))),
        Some(number) if number < minimum as f64 => {
            Some(format!("{number} is below the minimum of {minimum}"))
        }
        Some(number) if number > maximum as f64 => {
            Some(format!("{number} is above the maximum of {maximum}"))
        }
        Some(_) => None,
    }
}

/// How a value breaks the rule of being a text of at most so many characters.
fn broken_length(value: &Value, max_length: u32) -> Option<String> {
    match value.as_str() {
        None => Some(format!("{} is not a text", shown(value))),
        Some(text) if text.chars().count() > max_length as usize => {
            Some(format!("is longer than {max_length} characters"))
        }
        Some(_) => None,
    }
}

/// How a value breaks the rule of being a list of one to `max_items` items, or the first of them its own rule.
fn broken_item(
    value: &Value,
    max_items: u32,
    broken: impl Fn(&Value) -> Option<String>,
) -> Option<String> {
    match value.as_array() {
        None => Some(format!("{} is not a list", shown(value))),
        Some(items) if items.is_empty() => Some("is empty".into()),
        Some(items) if items.len() > max_items as usize => {
            Some(format!("has more than {max_items} items"))
        }
        Some(items) => items.iter().find_map(broken),
    }
}

/// A value for an error message, cut to a length that a line can hold.
fn shown(value: &Value) -> String {
    cut(&value.to_string())
}

fn cut(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        text.into()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Properties<'a>(&'a [(String, Property)]);
        impl Serialize for Properties<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, property)| (name, property)))
            }
        }
        let required: Vec<&String> = self
            .properties
            .iter()
            .filter(|(_, property)| property.required)
            .map(|(name, _)| name)
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(&self.properties))?;
        map.serialize_entry("required", &required)?;
        map.serialize_entry("additionalProperties", &false)?;
        map.end()
    }
}

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.kind {
            PropertyKind::Integer { minimum, maximum } => {
                map.serialize_entry("type", "integer")?;
                map.serialize_entry("minimum", minimum)?;
                map.serialize_entry("maximum", maximum)?;
            }
            PropertyKind::Number { minimum, maximum } => {
                map.serialize_entry("type", "number")?;
                map.serialize_entry("minimum", minimum)?;
                map.serialize_entry("maximum", maximum)?;
            }
            PropertyKind::Numbers {
                minimum,
                maximum,
                max_items,
            } => {
                #[derive(Serialize)]
                struct Items {
                    #[serde(rename = "type")]
                    kind: &'static str,
                    minimum: i64,
                    maximum: i64,
                }
                map.serialize_entry("type", "array")?;
                map.serialize_entry("minItems", &1)?;
                map.serialize_entry("maxItems", max_items)?;
                let (minimum, maximum) = (*minimum, *maximum);
                map.serialize_entry(
                    "items",
                    &Items {
                        kind: "number",
                        minimum,
                        maximum,
                    },
                )?;
            }
            PropertyKind::Text { max_length } => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("maxLength", max_length)?;
            }
            PropertyKind::Texts {
                max_length,
                max_items,
            } => {
                #[derive(Serialize)]
                #[serde(rename_all = "camelCase")]
                struct Items {
                    #[serde(rename = "type")]
                    kind: &'static str,
                    max_length: u32,
                }
                map.serialize_entry("type", "array")?;
                map.serialize_entry("minItems", &1)?;
                map.serialize_entry("maxItems", max_items)?;
                let (kind, max_length) = ("string", *max_length);
                map.serialize_entry("items", &Items { kind, max_length })?;
            }
            PropertyKind::Choice(options) => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("enum", options)?;
            }
            PropertyKind::Date { .. } => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("format", "date")?;
            }
            PropertyKind::Time { .. } => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$")?;
            }
            PropertyKind::Id { prefix, digits } => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("pattern", &format!("^{prefix}[0-9]{{{digits}}}$"))?;
            }
        }
        let description = self.full_description();
        if !description.is_empty() {
            map.serialize_entry("description", &description)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests;

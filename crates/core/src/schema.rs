//! The part of JSON Schema that tools use, and a check against it.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;

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
    /// Any text up to a number of characters.
    Text {
        /// The greatest length in characters.
        max_length: u32,
    },
    /// One of these texts.
    Choice(Vec<String>),
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

    /// A required text of at most `max_length` characters.
    pub fn text(max_length: u32) -> Self {
        Self::required(PropertyKind::Text { max_length })
    }

    /// A required choice of these texts.
    pub fn choice<const N: usize>(options: [&str; N]) -> Self {
        Self::required(PropertyKind::Choice(options.map(String::from).to_vec()))
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
            PropertyKind::Text { max_length } => match value.as_str() {
                None => Some(format!("{} is not a text", shown(value))),
                Some(text) if text.chars().count() > *max_length as usize => {
                    Some(format!("is longer than {max_length} characters"))
                }
                Some(_) => None,
            },
            PropertyKind::Choice(options) => {
                let known = value
                    .as_str()
                    .is_some_and(|text| options.iter().any(|option| option == text));
                (!known).then(|| format!("{} is not one of {}", shown(value), options.join(", ")))
            }
        }
    }
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
            PropertyKind::Text { max_length } => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("maxLength", max_length)?;
            }
            PropertyKind::Choice(options) => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("enum", options)?;
            }
        }
        if !self.description.is_empty() {
            map.serialize_entry("description", &self.description)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Schema {
        Schema::object([
            ("ref", Property::integer(0, 99)),
            ("unit", Property::choice(["km", "mi"])),
            (
                "note",
                Property {
                    required: false,
                    ..Property::text(5)
                },
            ),
        ])
    }

    #[test]
    fn check_names_property_and_rule() {
        for (value, expected) in [
            (json!({"ref": 1, "unit": "km"}), vec![]),
            (json!({"ref": 1, "unit": "km", "note": "hello"}), vec![]),
            (json!({"ref": 1.0, "unit": "km"}), vec![]),
            (json!({"ref": 9.9e1, "unit": "km"}), vec![]),
            (json!({"ref": -0.0, "unit": "km"}), vec![]),
            (
                json!({"ref": 100.0, "unit": "km"}),
                vec!["ref: 100 is above the maximum of 99"],
            ),
            (
                json!({"ref": 1e300, "unit": "km"}),
                vec!["ref: 1e+300 is not a whole number"],
            ),
            (
                json!({"ref": 1.5, "unit": "km"}),
                vec!["ref: 1.5 is not a whole number"],
            ),
            (
                json!({"ref": -1, "unit": "m"}),
                vec![
                    "ref: -1 is below the minimum of 0",
                    "unit: \"m\" is not one of km, mi",
                ],
            ),
            (
                json!({"ref": 100}),
                vec!["ref: 100 is above the maximum of 99", "unit: is missing"],
            ),
            (
                json!({"ref": "7", "unit": "km"}),
                vec!["ref: \"7\" is not a whole number"],
            ),
            (
                json!({"ref": 7, "unit": "km", "note": "longer"}),
                vec!["note: is longer than 5 characters"],
            ),
            (
                json!({"ref": 7, "unit": "km", "x": 1}),
                vec!["x: is not a property of this tool"],
            ),
            (json!([7]), vec!["[7] is not an object"]),
        ] {
            let found: Vec<String> = schema()
                .check(&value)
                .iter()
                .map(Violation::to_string)
                .collect();
            assert_eq!(found, expected, "{value}");
        }
    }

    #[test]
    fn coerce_turns_digits_and_whole_numbers_only() {
        for (given, expected) in [
            (json!("48"), json!(48)),
            (json!("048"), json!(48)),
            (json!(48.0), json!(48)),
            (json!(-4.0), json!(-4)),
            (json!(4.8), json!(4.8)),
            (json!(1e16), json!(1e16)),
            (json!("4.0"), json!("4.0")),
            (json!("4.8"), json!("4.8")),
            (json!("-4"), json!("-4")),
            (json!(" 4"), json!(" 4")),
            (json!(""), json!("")),
            (json!("99999999999999999999"), json!("99999999999999999999")),
        ] {
            assert_eq!(
                schema().coerce(&json!({ "ref": given })).0,
                json!({ "ref": expected }),
                "{given}"
            );
        }
        assert_eq!(
            schema().coerce(&json!({"unit": "4"})).0,
            json!({"unit": "4"})
        );
    }
}

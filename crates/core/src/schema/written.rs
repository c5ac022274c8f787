//! Schemas as JSON Schema writes them.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Property, PropertyKind, Schema};

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

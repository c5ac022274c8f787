//! Values by name, in the order in which they were written.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Visitor},
};

/// The most names in one map, which is searched from its beginning.
const MOST: usize = 1_000;

/// A short map that keeps the order of its entries, as a record is shown in the order in which it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(Vec<(String, T)>);

impl<T> Named<T> {
    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter()
            .find_map(|(known, value)| (known == name).then_some(value))
    }

    /// The names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The values, in order.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let entry = self.0.iter_mut().find(|(known, _)| known == name);
        entry.map(|(_, value)| value)
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut named = Named(Vec::new());
                while let Some(name) = map.next_key::<String>()? {
                    if named.get(&name).is_some() {
                        return Err(A::Error::custom(format_args!(
                            "'{name}' stands there twice"
                        )));
                    }
                    if named.0.len() == MOST {
                        return Err(A::Error::custom(format_args!("more than {MOST} names")));
                    }
                    let value = map.next_value()?;
                    named.0.push((name, value));
                }
                Ok(named)
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_and_a_name_stands_once() {
        let text = r#"{"size":1,"colour":2,"age":3}"#;
        let named: Named<u8> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&named).unwrap(), text);
        assert_eq!(named.get("colour"), Some(&2));
        let twice = serde_json::from_str::<Named<u8>>(r#"{"a":1,"a":2}"#).unwrap_err();
        assert!(twice.to_string().starts_with("'a' stands there twice"));
        let many: Vec<String> = (0..=MOST).map(|n| format!("\"{n}\":0")).collect();
        let many = format!("{{{}}}", many.join(","));
        assert!(serde_json::from_str::<Named<u8>>(&many).is_err());
    }
}

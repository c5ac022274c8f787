//! The pairs of an address, percent-encoded.

use std::collections::BTreeMap;

/// The pairs after the question mark, in the order in which they are written.
#[derive(Debug, Default)]
pub(crate) struct Query(pub(crate) Vec<(String, String)>);

impl Query {
    pub(crate) fn parse(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        Self(
            pairs
                .map(|pair| {
                    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                    (decoded(key), decoded(value))
                })
                .collect(),
        )
    }

    pub(crate) fn text(&self, key: &str) -> Option<String> {
        let pair = self.0.iter().find(|(name, _)| name == key);
        pair.map(|(_, value)| value.clone())
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, key: &str) -> Option<N> {
        self.text(key).and_then(|text| text.parse().ok())
    }

    pub(crate) fn parsed<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.number(key)
    }

    /// Takes out the first pair of this name.
    pub(crate) fn take(&mut self, key: &str) -> Option<String> {
        let place = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(place).1)
    }

    /// The same, where its value can be read.
    pub(crate) fn take_parsed<T: std::str::FromStr>(&mut self, key: &str) -> Option<T> {
        let value = self.parsed(key)?;
        self.take(key);
        Some(value)
    }

    pub(crate) fn take_prefixed(&mut self, prefix: &str) -> BTreeMap<String, String> {
        let mut taken = BTreeMap::new();
        self.0
            .retain(|(key, value)| match key.strip_prefix(prefix) {
                Some(key) => {
                    taken.insert(key.to_owned(), value.clone());
                    false
                }
                None => true,
            });
        taken
    }

    pub(crate) fn put<T: ToString + ?Sized>(&mut self, key: &str, value: &T) {
        self.0.push((key.into(), value.to_string()));
    }

    pub(crate) fn put_unless<T: PartialEq + ToString>(
        &mut self,
        default: &T,
        key: &str,
        value: &T,
    ) {
        if value != default {
            self.put(key, value);
        }
    }

    pub(crate) fn to_text(&self) -> String {
        let pairs: Vec<String> = self
            .0
            .iter()
            .map(|(key, value)| format!("{}={}", encoded(key), encoded(value)))
            .collect();
        pairs.join("&")
    }
}

/// Percent-encoded, but for what a fragment may hold and a pair does not need.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b':'
            | b','
            | b'/'
            | b'?' => out.push(byte.into()),
            _ => {
                out.push('%');
                out.push(hex_digit(byte >> 4));
                out.push(hex_digit(byte & 15));
            }
        }
    }
    out
}

/// The hexadecimal digit of a number below 16.
fn hex_digit(value: u8) -> char {
    char::from_digit(value.into(), 16)
        .unwrap_or('0')
        .to_ascii_uppercase()
}

/// The text that was percent-encoded; a stray `%` stays.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = text.get(at + 1..at + 3);
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (bytes[at], byte) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

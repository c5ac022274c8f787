//! What kind of thing a body is: JSON, a stream of events, or something else.

use std::fmt;

use faultline_core::RawReply;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

/// A body, opened.
pub(crate) enum Body {
    /// One JSON object or array.
    Json(Value),
    /// Events or lines, each of them JSON.
    Stream(Stream),
    /// Anything else.
    Text(String),
}

/// The JSON values of a stream, in order.
#[derive(Default)]
pub(crate) struct Stream {
    pub(crate) values: Vec<Value>,
    /// Whether the stream said that it is done.
    pub(crate) done: bool,
    /// Whether values had to be parted that came as one.
    pub(crate) glued: bool,
}

impl Body {
    pub(crate) fn of(raw: &RawReply) -> Self {
        let json = raw.json();
        let parsed = if json.starts_with('{') {
            serde_json::from_str(json).map(|Members(members)| Value::Object(members))
        } else {
            serde_json::from_str(json)
        };
        match parsed {
            // A body that is no JSON is kept as a JSON string.
            Ok(Value::String(text)) => {
                let text = match text.strip_prefix('\u{feff}') {
                    Some(rest) => rest.to_owned(),
                    None => text,
                };
                match Stream::of(&text) {
                    Some(stream) => Self::Stream(stream),
                    None => Self::Text(text),
                }
            }
            Ok(value) => Self::Json(value),
            // Only nesting beyond what the parser takes gets here.
            Err(error) => Self::Text(format!("the body can't be read as JSON: {error}")),
        }
    }
}

/// The members of a body, without the bulky ones that say nothing of the answer.
struct Members(Map<String, Value>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        const LEFT_OUT: [&str; 6] = [
            "id",
            "object",
            "created",
            "model",
            "system_fingerprint",
            "timings",
        ];
        let mut members = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if LEFT_OUT.contains(&key.as_str()) {
                map.next_value::<IgnoredAny>()?;
            } else {
                members.insert(key, map.next_value()?);
            }
        }
        Ok(Members(members))
    }
}

impl Stream {
    /// The stream that this text is, if it is one: server-sent events, or JSON objects on lines of their own.
    fn of(text: &str) -> Option<Self> {
        let start = text.trim_start();
        if ["data:", "event:", "id:", "retry:", ":"]
            .iter()
            .any(|field| start.starts_with(field))
        {
            let mut stream = Self::default();
            for event in events(start) {
                stream.push(&event)?;
            }
            Some(stream)
        } else if start.starts_with('{') {
            let mut stream = Self::default();
            for line in start.lines().filter(|line| !line.trim().is_empty()) {
                match serde_json::from_str(line) {
                    Ok(value) => stream.values.push(value),
                    Err(error) if error.is_eof() && !stream.values.is_empty() => break,
                    Err(_) => return None,
                }
            }
            Some(stream)
        } else {
            None
        }
    }

    /// Adds the values of an event; none if it is neither JSON nor the end mark.
    fn push(&mut self, data: &str) -> Option<()> {
        let data = data.trim();
        if data.is_empty() {
            return Some(());
        }
        if data == "[DONE]" {
            self.done = true;
            return Some(());
        }
        let before = self.values.len();
        for value in serde_json::Deserializer::from_str(data).into_iter() {
            match value {
                Ok(value) => self.values.push(value),
                // A cut last event: what came before it still stands, and the lack of an end shows.
                Err(error) if error.is_eof() => break,
                Err(_) => return None,
            }
        }
        self.glued |= self.values.len() > before + 1;
        Some(())
    }
}

/// The data of each server-sent event: lines end in CR, LF or both, comments and other fields are left out.
fn events(text: &str) -> Vec<String> {
    let mut events = vec![String::new()];
    let text = text.replace("\r\n", "\n");
    for line in text.split(['\n', '\r']) {
        let Some(last) = events.last_mut() else {
            break;
        };
        if line.is_empty() {
            if !last.is_empty() {
                events.push(String::new());
            }
        } else if let Some(data) = line.strip_prefix("data:") {
            if !last.is_empty() {
                last.push('\n');
            }
            last.push_str(data.strip_prefix(' ').unwrap_or(data));
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Option<(String, bool, bool)> {
        match Body::of(&RawReply::from_body(text.as_bytes())) {
            Body::Stream(stream) => Some((
                serde_json::to_string(&stream.values).unwrap(),
                stream.done,
                stream.glued,
            )),
            Body::Json(_) | Body::Text(_) => None,
        }
    }

    #[test]
    fn streams_are_told_from_other_text() {
        for (text, expected) in [
            (
                "data: {\"a\":1}\n\ndata: [DONE]\n\n",
                Some(("[{\"a\":1}]", true, false)),
            ),
            (
                ": ping\r\n\r\nevent: x\r\ndata:{\"a\":\r\ndata: 1}\r\n\r\n",
                Some(("[{\"a\":1}]", false, false)),
            ),
            (
                "data: {\"a\":1}{\"b\":2}\n\n",
                Some(("[{\"a\":1},{\"b\":2}]", false, true)),
            ),
            (
                "data: {\"a\":1}\n\ndata: {\"b\":",
                Some(("[{\"a\":1}]", false, false)),
            ),
            (
                "data: {\"a\":\"x\u{2028}y\"}\n\n",
                Some(("[{\"a\":\"x\u{2028}y\"}]", false, false)),
            ),
            (
                "{\"a\":1}\n{\"b\":2}\n",
                Some(("[{\"a\":1},{\"b\":2}]", false, false)),
            ),
            ("{\"a\":1}\n{\"b\":", Some(("[{\"a\":1}]", false, false))),
            ("{\n\"a\":1,", None),
            ("data: none of it JSON\n\n", None),
            ("<html>", None),
            ("{\"a\":1}", None),
        ] {
            let expected = expected.map(|(json, done, glued)| (json.to_owned(), done, glued));
            assert_eq!(values(text), expected, "{text}");
        }
    }

    #[test]
    fn nesting_without_end_is_text() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(matches!(
            Body::of(&RawReply::from_body(deep.as_bytes())),
            Body::Text(_)
        ));
    }
}

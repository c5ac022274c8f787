//! What came back, as it arrived.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A reply to one request, whole, so that any later scorer can read it afresh. Of one that scores a text, what is scored is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The HTTP status, or 0 where no response arrived; the raw text then says why.
    #[serde(default = "ok_status", skip_serializing_if = "is_ok_status")]
    pub status: u16,
    /// The body as it arrived.
    pub raw: RawReply,
    /// Tokens, as the provider counted them.
    #[serde(default)]
    pub usage: Usage,
    /// Milliseconds from the request to the last byte.
    #[serde(default)]
    pub ms: u32,
    /// Parameters that the server refused and that were left out of the request it answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// What the response's headers and body revealed of the account's limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitFact>,
}

fn ok_status() -> u16 {
    200
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_ok_status(status: &u16) -> bool {
    *status == 200
}

impl Reply {
    /// A reply with this body and status, nothing else known.
    pub fn from_body(status: u16, body: &[u8]) -> Self {
        Self {
            status,
            raw: RawReply::from_body(body),
            usage: Usage::default(),
            ms: 0,
            dropped: Vec::new(),
            limits: Vec::new(),
        }
    }
}

/// A body as it arrived: JSON with white space between its tokens removed (a trace has one line an exchange), or, where
/// the body is not JSON, its text as a JSON string.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawReply(Box<RawValue>);

impl RawReply {
    /// The reply of this body. Bytes that are not UTF-8 are replaced as in [`String::from_utf8_lossy`].
    pub fn from_body(body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let json = text.trim_start_matches('\u{feff}');
        let raw = if serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok() {
            RawValue::from_string(without_white_space(json))
        } else {
            serde_json::value::to_raw_value(text.as_ref())
        };
        // Valid JSON stays valid without its white space, and a string is always JSON.
        Self(raw.unwrap_or_default())
    }

    /// The JSON text.
    pub fn json(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for RawReply {
    fn eq(&self, other: &Self) -> bool {
        self.json() == other.json()
    }
}

/// JSON without the white space between its tokens; strings and numbers keep their text.
fn without_white_space(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let (mut in_string, mut escaped) = (false, false);
    for character in json.chars() {
        if in_string {
            compact.push(character);
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
        } else if !matches!(character, ' ' | '\t' | '\r' | '\n') {
            in_string = character == '"';
            compact.push(character);
        }
    }
    compact
}

/// Tokens of one exchange, as the provider counted them; what it did not say is absent, not zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<u64>,
    /// Tokens of the answer, hidden reasoning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<u64>,
}

/// One limit of an account, as a header or a refusal revealed it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LimitFact {
    /// What is counted: `requests` or `tokens`.
    pub what: String,
    /// Over what time: `minute`, `day`, or `unknown` where the provider does not say.
    pub per: String,
    /// How many are allowed.
    pub limit: u64,
    /// Where it was read: `header` or `refusal`.
    pub source: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_keeps_what_arrived() {
        for (body, kept) in [
            (
                r#"{ "a" : 1.0e3,  "b c" : " \" x " }"#,
                r#"{"a":1.0e3,"b c":" \" x "}"#,
            ),
            ("\n\n {\"n\": -0}\r\n", r#"{"n":-0}"#),
            ("\u{feff}[1]", "[1]"),
            ("<html>no</html>", r#""<html>no</html>""#),
            ("", r#""""#),
            ("{\"a\": 12", r#""{\"a\": 12""#),
            ("1 2", "\"1 2\""),
        ] {
            assert_eq!(RawReply::from_body(body.as_bytes()).json(), kept, "{body}");
        }
    }
}

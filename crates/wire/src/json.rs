//! A reader of JSON and of what models write instead of it.
//!
//! Every departure from JSON that keeps all values is read and recorded by name; whatever would need a guess is an error.
//! A text that is read without a recorded repair is valid JSON. The reader goes once over the text and never deeper than
//! [`DEEPEST`].

use serde_json::{Map, Value};

/// The deepest nesting that is read.
const DEEPEST: u32 = 64;

/// Gemma's string delimiter, a token of its own.
const TOKEN_QUOTE: &str = "<|\"|>";

/// A value read from the beginning of a text.
#[derive(Debug, PartialEq)]
pub(crate) struct Parsed {
    pub(crate) value: Value,
    /// The byte after the value.
    pub(crate) end: usize,
    /// Departures from JSON, by name.
    pub(crate) repairs: Vec<&'static str>,
    /// What is valid JSON and still odd, by name.
    pub(crate) notes: Vec<&'static str>,
}

/// Why no value was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum JsonError {
    /// The text ends within the value.
    Ended,
    /// What stands at this byte is no JSON and can't be repaired without a guess.
    Wrong { at: usize, why: String },
}

impl JsonError {
    /// The byte up to which the text was read.
    pub(crate) fn reach(&self, text: &str) -> usize {
        match self {
            Self::Ended => text.len(),
            Self::Wrong { at, .. } => *at,
        }
    }
}

/// How the end of the text is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtEnd {
    /// A value that is still open was cut.
    Cut,
    /// The author meant to end here: braces and brackets that lack after a complete value are added.
    Close,
}

/// Reads the value at the beginning of the text; what follows it is left alone.
pub(crate) fn read_prefix(text: &str, at_end: AtEnd) -> Result<Parsed, JsonError> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        at_end,
        repairs: Vec::new(),
        notes: Vec::new(),
    };
    reader.skip_space();
    let value = reader.value()?;
    Ok(Parsed {
        value,
        end: reader.at,
        repairs: reader.repairs,
        notes: reader.notes,
    })
}

/// Reads a text that is one value and nothing else.
pub(crate) fn read_whole(text: &str, at_end: AtEnd) -> Result<Parsed, JsonError> {
    let parsed = read_prefix(text, at_end)?;
    let rest = &text[parsed.end..];
    if rest.trim_start_matches(is_json_space).is_empty() {
        Ok(parsed)
    } else {
        Err(JsonError::Wrong {
            at: parsed.end,
            why: "more text follows the value".into(),
        })
    }
}

/// Reads one Python or JSON literal, whose spellings are no repairs where Python is the form.
pub(crate) fn read_literal(text: &str) -> Result<Parsed, JsonError> {
    let mut parsed = read_prefix(text, AtEnd::Cut)?;
    parsed
        .repairs
        .retain(|repair| !matches!(*repair, "single_quotes" | "python_literals"));
    Ok(parsed)
}

fn is_json_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

fn note(list: &mut Vec<&'static str>, name: &'static str) {
    if !list.contains(&name) {
        list.push(name);
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    at_end: AtEnd,
    repairs: Vec<&'static str>,
    notes: Vec<&'static str>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        let byte = *self.text.as_bytes().get(self.at)?;
        if byte.is_ascii() {
            Some(char::from(byte))
        } else {
            self.rest().chars().next()
        }
    }

    fn wrong(&self, why: impl Into<String>) -> JsonError {
        JsonError::Wrong {
            at: self.at,
            why: why.into(),
        }
    }

    /// An error at what stands here, or that the text has ended.
    fn expected(&self, what: &str) -> JsonError {
        match self.peek() {
            None => JsonError::Ended,
            Some(found) => self.wrong(format!("{what} is expected where '{found}' stands")),
        }
    }

    fn skip_space(&mut self) {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'\\')
                    if matches!(
                        self.text.as_bytes().get(self.at + 1),
                        Some(b'n' | b't' | b'r')
                    ) =>
                {
                    note(&mut self.repairs, "escaped_whitespace");
                    self.at += 2;
                }
                _ => return,
            }
        }
    }

    fn value(&mut self) -> Result<Value, JsonError> {
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some('"' | '\'' | '“' | '‘') => self.string().map(Value::String),
            Some('<') if self.rest().starts_with(TOKEN_QUOTE) => self.string().map(Value::String),
            Some('-' | '0'..='9') => self.number(),
            Some(letter) if letter.is_ascii_alphabetic() => self.word(),
            _ => Err(self.expected("a value")),
        }
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Value, JsonError>,
    ) -> Result<Value, JsonError> {
        if self.depth == DEEPEST {
            return Err(self.wrong(format!("it is nested more than {DEEPEST} deep")));
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Value, JsonError> {
        let mut map = Map::new();
        self.skip_space();
        let mut after_comma = false;
        loop {
            if self.peek() == Some('}') {
                if after_comma {
                    note(&mut self.repairs, "trailing_comma");
                }
                self.at += 1;
                return Ok(Value::Object(map));
            }
            let key = self.key()?;
            self.skip_space();
            if self.peek() != Some(':') {
                return Err(self.expected("a colon"));
            }
            self.at += 1;
            self.skip_space();
            let value = self.value()?;
            if map.insert(key, value).is_some() {
                note(&mut self.notes, "duplicate_keys");
            }
            match self.separator('}')? {
                Separator::Comma => after_comma = true,
                Separator::End => return Ok(Value::Object(map)),
            }
        }
    }

    fn array(&mut self) -> Result<Value, JsonError> {
        let mut items = Vec::new();
        self.skip_space();
        loop {
            if self.peek() == Some(']') {
                if !items.is_empty() {
                    note(&mut self.repairs, "trailing_comma");
                }
                self.at += 1;
                return Ok(Value::Array(items));
            }
            items.push(self.value()?);
            if let Separator::End = self.separator(']')? {
                return Ok(Value::Array(items));
            }
        }
    }

    /// What stands after a member: a comma (with the space after it), or the end.
    fn separator(&mut self, close: char) -> Result<Separator, JsonError> {
        self.skip_space();
        match self.peek() {
            Some(',') => {
                self.at += 1;
                self.skip_space();
                Ok(Separator::Comma)
            }
            Some(found) if found == close => {
                self.at += 1;
                Ok(Separator::End)
            }
            None if self.at_end == AtEnd::Close => {
                note(&mut self.repairs, "missing_brace");
                Ok(Separator::End)
            }
            _ => Err(self.expected(&format!("a comma or '{close}'"))),
        }
    }

    fn key(&mut self) -> Result<String, JsonError> {
        match self.peek() {
            Some('"' | '\'' | '“' | '‘') => self.string(),
            Some(letter) if letter.is_ascii_alphabetic() || matches!(letter, '_' | '$') => {
                let end = self
                    .rest()
                    .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '$' | '-'))
                    .ok_or(JsonError::Ended)?;
                note(&mut self.repairs, "unquoted_keys");
                let key = self.rest()[..end].to_owned();
                self.at += end;
                Ok(key)
            }
            _ => Err(self.expected("a key")),
        }
    }

    /// The run of characters that numbers and words are made of, so that `12ab` or `123_456` is seen whole.
    fn run(&self) -> &str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '+' | '-' | '.'))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let run = self.run();
        let length = run.len();
        match serde_json::from_str::<Value>(run) {
            Ok(value) => {
                self.at += length;
                Ok(value)
            }
            Err(_) if self.at + length == self.text.len() => Err(JsonError::Ended),
            Err(_) => Err(self.wrong(format!("'{}' is not a JSON number", shorten(run)))),
        }
    }

    fn word(&mut self) -> Result<Value, JsonError> {
        let run = self.run();
        let (value, python) = match run {
            "true" => (Value::Bool(true), false),
            "false" => (Value::Bool(false), false),
            "null" => (Value::Null, false),
            "True" => (Value::Bool(true), true),
            "False" => (Value::Bool(false), true),
            "None" => (Value::Null, true),
            _ if self.at + run.len() == self.text.len() => return Err(JsonError::Ended),
            _ => return Err(self.wrong(format!("'{}' is no JSON value", shorten(run)))),
        };
        self.at += run.len();
        if python {
            note(&mut self.repairs, "python_literals");
        }
        Ok(value)
    }

    fn string(&mut self) -> Result<String, JsonError> {
        if let Some(inner) = self.rest().strip_prefix(TOKEN_QUOTE) {
            let end = inner.find(TOKEN_QUOTE).ok_or(JsonError::Ended)?;
            let text = inner[..end].to_owned();
            note(&mut self.repairs, "token_quotes");
            self.at += end + 2 * TOKEN_QUOTE.len();
            return Ok(text);
        }
        let (open, closes, repair): (char, &[char], _) = match self.peek() {
            Some('\'') => ('\'', &['\''], Some("single_quotes")),
            Some('“') => ('“', &['”', '“'], Some("smart_quotes")),
            Some('‘') => ('‘', &['’', '‘'], Some("smart_quotes")),
            _ => ('"', &['"'], None),
        };
        if let Some(repair) = repair {
            note(&mut self.repairs, repair);
        }
        self.at += open.len_utf8();
        let mut text = String::new();
        // An escape that JSON knows and one that it does not, in one string: which of the two was meant is unknown.
        let (mut known_escape, mut unknown_escape) = (false, false);
        loop {
            let rest = self.rest();
            let plain = rest
                .find(|c: char| c == '\\' || c < ' ' || closes.contains(&c))
                .ok_or(JsonError::Ended)?;
            text.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some('\\') => match self.escape(&mut text)? {
                    Escape::Sign => {}
                    Escape::Letter => known_escape = true,
                    Escape::Unknown => unknown_escape = true,
                },
                Some(control) if control < ' ' => {
                    note(&mut self.repairs, "raw_control_char");
                    text.push(control);
                    self.at += 1;
                }
                Some(close) => {
                    self.at += close.len_utf8();
                    break;
                }
                None => return Err(JsonError::Ended),
            }
        }
        if unknown_escape {
            if known_escape {
                return Err(self.wrong("a string mixes escapes with backslashes of its own"));
            }
            note(&mut self.repairs, "bad_escape");
        }
        if text.contains('\0') {
            note(&mut self.notes, "contains_nul");
        }
        Ok(text)
    }

    fn escape(&mut self, text: &mut String) -> Result<Escape, JsonError> {
        let mut following = self.rest()[1..].chars();
        let letter = following.next().ok_or(JsonError::Ended)?;
        let (meant, escape) = match letter {
            '"' | '\\' | '/' => (letter, Escape::Sign),
            'b' => ('\u{8}', Escape::Letter),
            'f' => ('\u{c}', Escape::Letter),
            'n' => ('\n', Escape::Letter),
            'r' => ('\r', Escape::Letter),
            't' => ('\t', Escape::Letter),
            'u' => return self.unicode_escape(text),
            '\'' => {
                note(&mut self.repairs, "single_quotes");
                (letter, Escape::Sign)
            }
            _ => {
                text.push('\\');
                (letter, Escape::Unknown)
            }
        };
        text.push(meant);
        self.at += 1 + letter.len_utf8();
        Ok(escape)
    }

    fn unicode_escape(&mut self, text: &mut String) -> Result<Escape, JsonError> {
        let Some(first) = self.hex_unit(self.at)? else {
            text.push_str("\\u");
            self.at += 2;
            return Ok(Escape::Unknown);
        };
        let units = match first {
            0xd800..=0xdbff if self.text[self.at + 6..].starts_with("\\u") => {
                vec![first, self.hex_unit(self.at + 6)?.unwrap_or(0)]
            }
            _ => vec![first],
        };
        match String::from_utf16(&units) {
            Ok(character) => {
                text.push_str(&character);
                self.at += 6 * units.len();
                Ok(Escape::Letter)
            }
            Err(_) => Err(self.wrong("half of a surrogate pair stands alone")),
        }
    }

    /// The four hexadecimal digits after `\u` at this byte, if they are four.
    fn hex_unit(&self, at: usize) -> Result<Option<u16>, JsonError> {
        let digits = &self.text.as_bytes()[at + 2..];
        match digits.get(..4) {
            Some(four) if four.iter().all(u8::is_ascii_hexdigit) => Ok(std::str::from_utf8(four)
                .ok()
                .and_then(|four| u16::from_str_radix(four, 16).ok())),
            None if digits.iter().all(u8::is_ascii_hexdigit) => Err(JsonError::Ended),
            _ => Ok(None),
        }
    }
}

enum Separator {
    Comma,
    End,
}

enum Escape {
    /// A quote, slash or backslash.
    Sign,
    /// A letter that stands for another character.
    Letter,
    /// Not JSON's; kept with its backslash.
    Unknown,
}

/// A few characters for an error message.
fn shorten(text: &str) -> String {
    text.chars().take(24).collect()
}

#[cfg(test)]
mod tests;

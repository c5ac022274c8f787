//! A trace from bytes as they come.

use crate::{
    Container, ExchangeLine, Header, VERSION,
    container::{MOST_BYTES, Unwrapper},
    lines::{Line, LineSplitter},
};

/// What a reader found.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A header: the first, or one that extends the run.
    Header {
        /// The line, from 1.
        line: u64,
        /// What it says.
        header: Box<Header>,
    },
    /// An exchange.
    Exchange {
        /// The line, from 1.
        line: u64,
        /// What it says.
        exchange: Box<ExchangeLine>,
    },
    /// Something that can't be used.
    Problem {
        /// The line, from 1, where there is one.
        line: Option<u64>,
        /// What is wrong, and what to do.
        cause: String,
    },
}

/// Reads one trace.
#[derive(Debug)]
pub struct TraceReader {
    unwrapper: Unwrapper,
    container: Container,
    splitter: LineSplitter,
    state: State,
    bytes: u64,
    lines: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No header yet.
    Opening,
    Reading,
    /// Not a trace, or too large: the rest is passed over.
    Closed,
}

impl Default for TraceReader {
    fn default() -> Self {
        Self::new()
    }
}

impl TraceReader {
    /// A reader that has seen nothing.
    pub fn new() -> Self {
        Self {
            unwrapper: Unwrapper::new(),
            container: Container::Plain,
            splitter: LineSplitter::default(),
            state: State::Opening,
            bytes: 0,
            lines: 0,
        }
    }

    /// What the file is wrapped in, as far as its first bytes have come.
    pub fn container(&self) -> Container {
        self.container
    }

    /// Whether the rest of the file adds nothing: it is no trace, or larger than what is read.
    pub fn is_closed(&self) -> bool {
        self.state == State::Closed || self.unwrapper.has_failed()
    }

    /// Lines read so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// What these bytes add.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        if self.state == State::Closed {
            return events;
        }
        match self.unwrapper.push(bytes) {
            Ok(plain) => {
                self.container = self.unwrapper.container();
                self.take(&plain, &mut events);
            }
            Err(cause) => events.push(Event::Problem { line: None, cause }),
        }
        events
    }

    /// What the end of the file adds.
    pub fn finish(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let (rest, problem) = self.unwrapper.finish();
        self.take(&rest, &mut events);
        if let Some(line) = self.splitter.finish() {
            self.line(line, true, &mut events);
        }
        events.extend(problem.map(|cause| Event::Problem { line: None, cause }));
        if self.state == State::Opening {
            events.push(Event::Problem {
                line: None,
                cause: "the file is empty".into(),
            });
        }
        events
    }

    fn take(&mut self, plain: &[u8], events: &mut Vec<Event>) {
        self.bytes += plain.len() as u64;
        let mut lines = Vec::new();
        self.splitter.push(plain, &mut lines);
        for line in lines {
            self.line(line, false, events);
        }
        if self.bytes > MOST_BYTES && self.state != State::Closed {
            self.state = State::Closed;
            events.push(Event::Problem {
                line: None,
                cause: "the file has more than 4 GiB; the rest is left out".into(),
            });
        }
    }

    fn line(&mut self, (number, line): Line, is_last: bool, events: &mut Vec<Event>) {
        if self.state == State::Closed {
            return;
        }
        self.lines = number;
        let mut problem = |cause: String| {
            events.push(Event::Problem {
                line: Some(number),
                cause,
            });
        };
        let Some(line) = line else {
            problem("the line is longer than 32 MiB and is left out".into());
            return;
        };
        let text = match std::str::from_utf8(&line) {
            Ok(text) => text.trim_start_matches('\u{feff}').trim(),
            Err(_) if self.state == State::Opening => {
                self.state = State::Closed;
                problem(format!("not a trace: {}", what_bytes_are(&line)));
                return;
            }
            Err(error) => {
                problem(format!(
                    "the line is not UTF-8 after {} bytes",
                    error.valid_up_to()
                ));
                return;
            }
        };
        if text.is_empty() {
            return;
        }
        if self.state == State::Opening {
            match header(text) {
                Ok((header, newer)) => {
                    self.state = State::Reading;
                    if let Some(cause) = newer {
                        problem(cause);
                    }
                    events.push(Event::Header {
                        line: number,
                        header: Box::new(header),
                    });
                }
                Err(cause) => {
                    self.state = State::Closed;
                    problem(cause);
                }
            }
            return;
        }
        match serde_json::from_str::<ExchangeLine>(text) {
            Ok(exchange) => events.push(Event::Exchange {
                line: number,
                exchange: Box::new(exchange),
            }),
            Err(error) => match header(text) {
                Ok((header, _)) => events.push(Event::Header {
                    line: number,
                    header: Box::new(header),
                }),
                Err(_) if is_last && error.is_eof() => problem(
                    "the last line is cut: the run was ended while it was written; running again goes on from here".into(),
                ),
                Err(_) => problem(format!("not an exchange: {}", plain_error(&error))),
            },
        }
    }
}

/// The header in a line, and a word about a newer version.
fn header(text: &str) -> Result<(Header, Option<String>), String> {
    let value: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| format!("not a trace: {}", what_text_is(text, &error)))?;
    let Some(version) = value.get("faultline") else {
        return Err("not a Faultline trace: its first line has no member 'faultline'".into());
    };
    let Some(version) = version.as_u64().filter(|version| *version > 0) else {
        return Err(format!(
            "the trace's version is {version}, which is none: expected a whole number from 1"
        ));
    };
    let newer = (version > u64::from(VERSION)).then(|| {
        format!("the trace has version {version}, this program knows version {VERSION}: read as far as it can be")
    });
    let mut header: Header = serde_json::from_str(text)
        .map_err(|error| format!("the header can't be read: {}", plain_error(&error)))?;
    if let serde_json::Value::Object(members) = value {
        header.extra = members;
        header
            .extra
            .retain(|name, _| !Header::MEMBERS.contains(&name.as_str()));
    }
    Ok((header, newer))
}

fn plain_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // Every line is parsed by itself, so serde's line number is always 1.
    text.replace(" at line 1 column ", ", at character ")
}

fn what_bytes_are(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'P', b'K', 3 | 5 | 7, ..] => "a zip archive; unpack it first",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16 text; save it as UTF-8",
        [b'B', b'Z', b'h', ..] => "bzip2 data; unpack it first",
        [0xfd, b'7', b'z', ..] => "xz data; unpack it first",
        [0x89, b'P', b'N', b'G', ..] => "a PNG image",
        _ => "the bytes are not UTF-8 text",
    }
}

fn what_text_is(text: &str, error: &serde_json::Error) -> String {
    match text {
        text if text.starts_with("SQLite format 3") => "an SQLite database".into(),
        text if text.starts_with("version https://git-lfs") => {
            "a Git LFS pointer; fetch the file itself with git lfs pull".into()
        }
        text if text.starts_with('<') => "an HTML or XML page".into(),
        text if text.starts_with(['{', '[']) && error.is_eof() => {
            "its first line is the beginning of a JSON value of several lines; a trace has one value a line".into()
        }
        text if text.starts_with("PK") => "a zip archive; unpack it first".into(),
        _ => format!("its first line is not JSON ({})", plain_error(error)),
    }
}

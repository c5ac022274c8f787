//! A trace from bytes as they come.

use crate::{
    Container, ExchangeLine, Header, VERSION,
    container::{Sink, Unwrapper},
    lines::{LONGEST, Line, LineSplitter},
};

/// The most bytes of one file that are read after unwrapping.
const MOST_BYTES: u64 = 4 << 30;

/// The most bytes that packed data may unpack to, or as many times its length, whichever is more. Traces are packed to a tenth.
const MOST_UNPACKED: u64 = 64 << 20;
const MOST_RATIO: u64 = 200;

/// The most lines that can't be read.
const MOST_UNREADABLE: u32 = 100_000;

/// The longest header, in bytes.
const LONGEST_HEADER: usize = 1 << 20;

/// The longest name of a model, in bytes.
const LONGEST_MODEL: usize = 1000;

/// The longest text of a problem, in bytes.
const MOST_CAUSE_BYTES: usize = 600;

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
    is_damaged: bool,
    splitter: LineSplitter,
    /// Bytes that came, and bytes that they unwrapped to.
    came: u64,
    unwrapped: u64,
    lines: Lines,
}

/// What the lines so far came to.
#[derive(Debug)]
struct Lines {
    state: State,
    count: u64,
    unreadable: u32,
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
            is_damaged: false,
            splitter: LineSplitter::default(),
            came: 0,
            unwrapped: 0,
            lines: Lines {
                state: State::Opening,
                count: 0,
                unreadable: 0,
            },
        }
    }

    /// What the file is wrapped in, as far as its first bytes have come.
    pub fn container(&self) -> Container {
        self.unwrapper.container()
    }

    /// Whether the rest of the file adds nothing: it is no trace, damaged, or larger than what is read.
    pub fn is_closed(&self) -> bool {
        self.lines.state == State::Closed || self.is_damaged
    }

    /// Lines read so far.
    pub fn lines(&self) -> u64 {
        self.lines.count
    }

    /// Hands out what these bytes add, event by event.
    pub fn push_each(&mut self, bytes: &[u8], mut each: impl FnMut(Event)) {
        self.push(bytes, &mut each);
    }

    /// Hands out what the end of the file adds.
    pub fn finish_each(&mut self, mut each: impl FnMut(Event)) {
        self.finish(&mut each);
    }

    fn push(&mut self, bytes: &[u8], each: &mut dyn FnMut(Event)) {
        if self.is_closed() {
            return;
        }
        self.came += bytes.len() as u64;
        let result = self.read(each, &mut |unwrapper, sink| unwrapper.push(bytes, sink));
        self.note_damage(result, each);
    }

    fn finish(&mut self, each: &mut dyn FnMut(Event)) {
        if !self.is_closed() {
            let result = self.read(each, &mut Unwrapper::finish);
            self.note_damage(result, each);
        }
        let (lines, is_damaged) = (&mut self.lines, self.is_damaged);
        self.splitter.finish(|line| {
            lines.take(line, true, &mut |event| {
                // Where the file is damaged, that is why its last line can't be read.
                if !(is_damaged && matches!(event, Event::Problem { .. })) {
                    each(event);
                }
            });
        });
        if self.lines.state == State::Opening && !self.is_damaged {
            each(problem(None, "the file is empty"));
        }
    }

    /// Lets the unwrapper hand its bytes on, and hands on the lines in them.
    fn read(
        &mut self,
        each: &mut dyn FnMut(Event),
        step: &mut dyn FnMut(&mut Unwrapper, &mut Sink<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let Self {
            unwrapper,
            splitter,
            came,
            unwrapped,
            lines,
            ..
        } = self;
        let most_packed = MOST_UNPACKED.max(came.saturating_mul(MOST_RATIO));
        step(unwrapper, &mut |plain| {
            *unwrapped += plain.len() as u64;
            splitter.push(plain, |line| lines.take(line, false, each));
            let too_large = if *unwrapped > MOST_BYTES {
                "the file has more than 4 GiB; the rest is left out"
            } else if *unwrapped > most_packed {
                "the file unpacks to more than two hundred times its length; the rest is left out"
            } else if lines.state == State::Opening && *unwrapped > LONGEST as u64 {
                if lines.count == 0 {
                    "not a trace: no line ends within the first 32 MiB"
                } else {
                    "not a trace: the first 32 MiB hold nothing"
                }
            } else {
                return lines.state != State::Closed;
            };
            lines.close(None, too_large, each);
            false
        })
    }

    fn note_damage(&mut self, result: Result<(), String>, each: &mut dyn FnMut(Event)) {
        // Who was told that the rest is left out needs not be told that it is damaged.
        if let Err(cause) = result
            && self.lines.state != State::Closed
        {
            self.is_damaged = true;
            each(problem(None, &cause));
        }
    }
}

impl Lines {
    fn close(&mut self, line: Option<u64>, cause: &str, each: &mut dyn FnMut(Event)) {
        if self.state != State::Closed {
            self.state = State::Closed;
            each(problem(line, cause));
        }
    }

    /// Leaves a line out.
    fn leave_out(&mut self, line: u64, cause: &str, each: &mut dyn FnMut(Event)) {
        each(problem(Some(line), cause));
        self.unreadable += 1;
        if self.unreadable >= MOST_UNREADABLE {
            let cause = format!("{MOST_UNREADABLE} lines can't be read; the rest is left out");
            self.close(Some(line), &cause, each);
        }
    }

    fn take(&mut self, line: Line<'_>, is_last: bool, each: &mut dyn FnMut(Event)) {
        if self.state == State::Closed {
            return;
        }
        let number = line.number;
        self.count = number;
        let Some(bytes) = line.bytes else {
            if self.state == State::Reading {
                let cause = "the line is longer than 32 MiB and is left out";
                self.leave_out(number, cause, each);
            }
            return;
        };
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').trim(),
            Err(_) if self.state == State::Opening => {
                let cause = format!("not a trace: {}", what_bytes_are(bytes));
                return self.close(Some(number), &cause, each);
            }
            Err(error) => {
                let cause = format!("the line is not UTF-8 after {} bytes", error.valid_up_to());
                return self.leave_out(number, &cause, each);
            }
        };
        if text.is_empty() {
            return;
        }
        let line = number;
        if self.state == State::Opening {
            match header(text) {
                Ok((header, newer)) => {
                    self.state = State::Reading;
                    if let Some(newer) = newer {
                        each(problem(Some(line), &newer));
                    }
                    each(Event::Header { line, header });
                }
                Err(cause) => self.close(Some(line), &cause, each),
            }
            return;
        }
        match serde_json::from_str::<ExchangeLine>(text) {
            Ok(exchange) => each(Event::Exchange {
                line,
                exchange: Box::new(exchange),
            }),
            Err(error) => match header(text) {
                Ok((header, _)) => each(Event::Header { line, header }),
                Err(_) if is_last && error.is_eof() => each(problem(
                    Some(line),
                    "the last line is cut: the run was ended while it was written; running again goes on from here",
                )),
                Err(cause) => {
                    let cause = if text.starts_with("{\"faultline\"") {
                        cause
                    } else {
                        format!("not an exchange: {}", plain_error(&error))
                    };
                    self.leave_out(line, &cause, each);
                }
            },
        }
    }
}

/// A problem whose text is cut to what a list can show: it may quote the file.
fn problem(line: Option<u64>, cause: &str) -> Event {
    let mut cut = cause[..cause.floor_char_boundary(MOST_CAUSE_BYTES)].to_owned();
    if cut.len() < cause.len() {
        cut.push('…');
    }
    Event::Problem { line, cause: cut }
}

/// The header in a line, and a word about a newer version.
fn header(text: &str) -> Result<(Box<Header>, Option<String>), String> {
    if text.len() > LONGEST_HEADER {
        let length = text.len();
        return Err(format!(
            "not a trace: its first line has {length} bytes; a header has 1 MiB at most"
        ));
    }
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
    let length = header.model.len();
    if length > LONGEST_MODEL {
        return Err(format!(
            "the model's name has {length} bytes; it may have {LONGEST_MODEL}"
        ));
    }
    Ok((Box::new(header), newer))
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

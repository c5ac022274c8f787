//! Files of delimited values: bytes in, rows out.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// The longest row that is kept, in bytes of its values.
const LONGEST_ROW: usize = 8 << 20;
/// The most columns.
const MOST_COLUMNS: usize = 4096;
/// How far the end of the first line is looked for before the delimiter is told from what is there.
const LONGEST_HEAD: usize = 64 << 10;

/// What a [`CsvReader`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CsvEvent {
    /// The first row.
    Header {
        /// The names of the columns, without the white space around them.
        columns: Vec<String>,
    },
    /// A row, with as many values as there are columns.
    Row {
        /// The line on which it begins, from 1.
        line: u64,
        /// Its values, as written.
        fields: Vec<String>,
    },
    /// A row that could not be read, or not as it stands; the others are.
    Problem {
        /// The line on which it begins, from 1.
        line: u64,
        /// What is wrong.
        cause: String,
    },
}

/// Reads delimited values (RFC 4180) as bytes come: quoted values, line ends in them, either line end, a byte order mark. The
/// delimiter is comma, semicolon or tab, whichever the first line has most of.
///
/// A row that is too long, or has another number of values than the header, is a problem, and the next one is read. Empty rows are
/// passed over, and empty values beyond the last column are, since spreadsheets write both. At most 8 MiB of a row are held.
///
/// ```
/// use faultline_traces::{CsvEvent, CsvReader};
///
/// let mut reader = CsvReader::new();
/// let mut events = reader.push(b"case;label\nd1;\"yes, ");
/// events.extend(reader.push(b"mostly\"\nd2\n"));
/// events.extend(reader.finish());
/// assert_eq!(events[0], CsvEvent::Header { columns: vec!["case".into(), "label".into()] });
/// assert_eq!(events[1], CsvEvent::Row { line: 2, fields: vec!["d1".into(), "yes, mostly".into()] });
/// assert_eq!(events[2], CsvEvent::Problem { line: 3, cause: "1 value where the header has 2".into() });
/// ```
#[derive(Debug, Default)]
pub struct CsvReader {
    head: Head,
    rows: Option<Rows>,
}

impl CsvReader {
    /// A reader at the beginning of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// The rows that end in these bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<CsvEvent> {
        let mut events = Vec::new();
        if let Some(rows) = &mut self.rows {
            rows.push(bytes, &mut events);
        } else if self.head.push(bytes) {
            self.begin(&mut events);
        }
        events
    }

    /// The last row, where the file does not end with a line end, and what is wrong with the end of the file.
    pub fn finish(&mut self) -> Vec<CsvEvent> {
        let mut events = Vec::new();
        if self.rows.is_none() {
            self.begin(&mut events);
        }
        if let Some(rows) = &mut self.rows {
            rows.finish(&mut events);
        }
        events
    }

    /// Reads what was held until the delimiter was known.
    fn begin(&mut self, events: &mut Vec<CsvEvent>) {
        let head = std::mem::take(&mut self.head);
        let mut rows = Rows::new(head.delimiter());
        let bytes = head.bytes;
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            rows.state = State::Refused;
            events.push(CsvEvent::Problem {
                line: 1,
                cause: "the file is UTF-16; save it as UTF-8".into(),
            });
        } else {
            rows.push(
                bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes),
                events,
            );
        }
        self.rows = Some(rows);
    }
}

/// The first bytes of a file, up to the end of the first line that is not empty, and its delimiters.
#[derive(Debug, Default)]
struct Head {
    bytes: Vec<u8>,
    scanned: usize,
    begun: bool,
    quoted: bool,
    commas: usize,
    semicolons: usize,
    tabs: usize,
}

impl Head {
    /// Holds bytes, and says whether the first line is over.
    fn push(&mut self, bytes: &[u8]) -> bool {
        self.bytes.extend_from_slice(bytes);
        while self.scanned < self.bytes.len() && self.scanned < LONGEST_HEAD {
            let byte = self.bytes[self.scanned];
            match byte {
                b'\n' | b'\r' if self.begun && !self.quoted => return true,
                b'"' => self.quoted = !self.quoted,
                b',' if !self.quoted => self.commas += 1,
                b';' if !self.quoted => self.semicolons += 1,
                b'\t' if !self.quoted => self.tabs += 1,
                _ => {}
            }
            self.begun |= !matches!(byte, b'\n' | b'\r');
            self.scanned += 1;
        }
        self.scanned >= LONGEST_HEAD
    }

    /// The delimiter that there is most of outside quotes; of equal counts the first of these.
    fn delimiter(&self) -> u8 {
        if self.commas >= self.semicolons.max(self.tabs) {
            b','
        } else if self.semicolons >= self.tabs {
            b';'
        } else {
            b'\t'
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    /// The header has not ended.
    Header,
    /// So many columns.
    Rows(usize),
    /// There is no header to read rows by.
    Refused,
}

/// Rows of a file whose delimiter is known.
#[derive(Debug)]
struct Rows {
    core: Reader,
    state: State,
    /// The line that is being read, from 1.
    line: u64,
    /// The line on which the row begins; absent between rows.
    begun: Option<u64>,
    /// The row's values, one after the other, and where each ends.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    n_bytes: usize,
    n_ends: usize,
    too_long: bool,
}

impl Rows {
    fn new(delimiter: u8) -> Self {
        Self {
            core: ReaderBuilder::new().delimiter(delimiter).build(),
            state: State::Header,
            line: 1,
            begun: None,
            bytes: vec![0; 4096],
            ends: vec![0; 64],
            n_bytes: 0,
            n_ends: 0,
            too_long: false,
        }
    }

    fn push(&mut self, mut input: &[u8], events: &mut Vec<CsvEvent>) {
        while self.state != State::Refused {
            if self.begun.is_none() {
                let blank = input
                    .iter()
                    .take_while(|byte| matches!(byte, b'\n' | b'\r'));
                let blank = blank.count();
                self.count_lines(&input[..blank]);
                input = &input[blank..];
            }
            if input.is_empty() {
                return;
            }
            self.begun.get_or_insert(self.line);
            let read = self.read(input, events);
            input = &input[read..];
        }
    }

    fn finish(&mut self, events: &mut Vec<CsvEvent>) {
        if self.state == State::Refused {
            return;
        }
        // A line end ends any row but one within quotes.
        while self.begun.is_some() && self.read(b"\n", events) == 0 {}
        if let Some(line) = self.begun.take() {
            events.push(CsvEvent::Problem {
                line,
                cause: "a quote that is opened in this row is never closed, so that where the row ends is not known"
                    .into(),
            });
        }
    }

    /// Reads on, up to the end of a row at most, and says how many bytes were read.
    fn read(&mut self, input: &[u8], events: &mut Vec<CsvEvent>) -> usize {
        let (result, read, written, ended) = self.core.read_record(
            input,
            &mut self.bytes[self.n_bytes..],
            &mut self.ends[self.n_ends..],
        );
        self.count_lines(&input[..read]);
        self.n_bytes += written;
        self.n_ends += ended;
        match result {
            ReadRecordResult::OutputFull => {
                if self.bytes.len() >= LONGEST_ROW {
                    self.too_long = true;
                    self.n_bytes = 0;
                } else {
                    self.bytes.resize(self.bytes.len() * 2, 0);
                }
            }
            ReadRecordResult::OutputEndsFull => {
                if self.ends.len() >= MOST_COLUMNS {
                    self.too_long = true;
                    self.n_ends = 0;
                } else {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
            }
            ReadRecordResult::Record => self.end_row(events),
            // The end is said only of no input, which is never given.
            ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
        }
        read
    }

    fn count_lines(&mut self, bytes: &[u8]) {
        self.line += bytes.split(|byte| *byte == b'\n').skip(1).count() as u64;
    }

    fn end_row(&mut self, events: &mut Vec<CsvEvent>) {
        let line = self.begun.take().unwrap_or(self.line);
        self.n_bytes = 0;
        let n_ends = std::mem::take(&mut self.n_ends);
        let mut problem = |cause: String| events.push(CsvEvent::Problem { line, cause });
        if std::mem::take(&mut self.too_long) {
            problem(format!(
                "the row is longer than {} MiB or has more than {MOST_COLUMNS} values",
                LONGEST_ROW >> 20
            ));
            if self.state == State::Header {
                self.state = State::Refused;
            }
            return;
        }
        let mut start = 0;
        let mut fields: Vec<String> = Vec::with_capacity(n_ends);
        let mut repaired = false;
        for end in &self.ends[..n_ends] {
            let text = String::from_utf8_lossy(self.bytes.get(start..*end).unwrap_or_default());
            repaired |= matches!(text, std::borrow::Cow::Owned(_));
            fields.push(text.into_owned());
            start = *end;
        }
        if fields.iter().all(|field| field.trim().is_empty()) {
            return;
        }
        if repaired {
            problem("not all of the row is UTF-8: what is not was replaced".into());
        }
        match self.state {
            State::Header => {
                while fields.last().is_some_and(|name| name.trim().is_empty()) {
                    fields.pop();
                }
                self.state = State::Rows(fields.len());
                let columns = fields.iter().map(|name| name.trim().to_owned()).collect();
                events.push(CsvEvent::Header { columns });
            }
            State::Rows(columns) => {
                while fields.len() > columns && fields.last().is_some_and(String::is_empty) {
                    fields.pop();
                }
                if fields.len() == columns {
                    events.push(CsvEvent::Row { line, fields });
                } else {
                    let values = if fields.len() == 1 { "value" } else { "values" };
                    problem(format!(
                        "{} {values} where the header has {columns}",
                        fields.len()
                    ));
                }
            }
            State::Refused => {}
        }
    }
}

//! Files of delimited values among the files of a session: others' results, and people's labels.

use std::{borrow::Cow, fmt::Write as _};

use faultline_traces::{CsvEvent, CsvReader};

use crate::StudyId;

/// The most that is held of a file until it is known what it is, in bytes.
const LONGEST_HEAD: usize = 128 << 10;

/// The most bytes of values that are kept of one file.
const MOST_BYTES: usize = 256 << 20;

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    /// One row an episode, scored by others.
    Results,
    /// One row a label.
    Labels,
}

/// A table that was read.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) study: StudyId,
    pub(crate) kind: TableKind,
    pub(crate) columns: Vec<String>,
    /// Each row with its line.
    pub(crate) rows: Vec<(u64, Vec<String>)>,
    bytes: usize,
}

/// Tells a table from a trace by a file's first bytes.
#[derive(Debug, Default)]
pub(crate) struct Sniffer(State);

#[derive(Debug)]
enum State {
    /// Not known yet: what was read so far.
    Open { held: Vec<u8>, csv: CsvReader },
    /// A table, and all that follows is of it.
    Table(CsvReader),
    /// Something else, which the reader of traces says.
    Other,
    /// A table that no study has a use for: its columns.
    Unknown(Vec<String>),
}

impl Default for State {
    fn default() -> Self {
        Self::Open {
            held: Vec::new(),
            csv: CsvReader::new(),
        }
    }
}

/// What became of some bytes.
#[derive(Debug)]
pub(crate) enum Sniffed<'a> {
    /// They are of a table: its columns where these bytes told them, and what they hold.
    Table(Option<Table>, Vec<CsvEvent>),
    /// They are for the reader of traces.
    Other(Cow<'a, [u8]>),
    /// They are of a table that no study has a use for; the rest needs not be read.
    Unknown,
}

impl Sniffer {
    /// Takes the next bytes.
    pub(crate) fn push<'a>(&mut self, bytes: &'a [u8]) -> Sniffed<'a> {
        match &mut self.0 {
            State::Other => Sniffed::Other(bytes.into()),
            State::Unknown(_) => Sniffed::Unknown,
            State::Table(csv) => Sniffed::Table(None, csv.push(bytes)),
            State::Open { held, csv } => {
                held.extend_from_slice(bytes);
                let events = match first_byte(held) {
                    // The first byte of JSON lines, gzip and zstd.
                    Some(b'{' | b'[' | 0x1f | 0x28) => return self.other(),
                    Some(_) => csv.push(bytes),
                    None => Vec::new(),
                };
                self.decide(events)
            }
        }
    }

    /// Ends the file.
    pub(crate) fn finish(&mut self) -> Sniffed<'static> {
        match &mut self.0 {
            State::Other => Sniffed::Other(Cow::default()),
            State::Unknown(_) => Sniffed::Unknown,
            State::Table(csv) => Sniffed::Table(None, csv.finish()),
            State::Open { csv, .. } => {
                let events = csv.finish();
                match self.decide(events) {
                    Sniffed::Table(None, _) => self.other(),
                    sniffed => sniffed,
                }
            }
        }
    }

    /// Whether it is a table that no study has a use for.
    pub(crate) fn is_unknown_table(&self) -> bool {
        matches!(self.0, State::Unknown(_))
    }

    /// What is wrong with a table that no study has a use for.
    pub(crate) fn unknown_table(&self) -> Option<String> {
        /// The most columns that are named.
        const MOST_NAMED: usize = 12;
        let State::Unknown(columns) = &self.0 else {
            return None;
        };
        let mut found = columns[..columns.len().min(MOST_NAMED)].join(", ");
        if columns.len() > MOST_NAMED {
            // Writing to a string can't fail.
            write!(found, " and {} more", columns.len() - MOST_NAMED).unwrap_or_default();
        }
        let wanted: Vec<String> = StudyId::ALL
            .into_iter()
            .flat_map(|study| {
                study
                    .adapter()
                    .tables()
                    .iter()
                    .map(move |(what, columns)| (study, what, columns))
            })
            .map(|(study, what, columns)| {
                format!("{what} of the {} study have {columns}", study.name())
            })
            .collect();
        Some(format!(
            "a table with the columns {found}, which nothing here can score: {}",
            wanted.join("; ")
        ))
    }

    fn decide(&mut self, events: Vec<CsvEvent>) -> Sniffed<'static> {
        let columns = events.iter().find_map(|event| match event {
            CsvEvent::Header { columns } => Some(columns.clone()),
            _ => None,
        });
        let State::Open { held, csv } = &mut self.0 else {
            return Sniffed::Table(None, events);
        };
        match columns {
            None if held.len() < LONGEST_HEAD => Sniffed::Table(None, Vec::new()),
            None => self.other(),
            Some(columns) => match StudyId::of_table(&columns) {
                // Prose has commas too, but seldom two in its first line without one that ends a sentence.
                None if columns.len() > 1 && columns.iter().all(|name| is_column_name(name)) => {
                    self.0 = State::Unknown(columns);
                    Sniffed::Unknown
                }
                None => self.other(),
                Some((study, kind)) => {
                    self.0 = State::Table(std::mem::take(csv));
                    let table = Table {
                        study,
                        kind,
                        columns,
                        rows: Vec::new(),
                        bytes: 0,
                    };
                    Sniffed::Table(Some(table), events)
                }
            },
        }
    }

    fn other(&mut self) -> Sniffed<'static> {
        match std::mem::replace(&mut self.0, State::Other) {
            State::Open { held, .. } => Sniffed::Other(held.into()),
            _ => Sniffed::Other(Cow::default()),
        }
    }
}

/// Whether a text is one that people give to a column: not empty, short, and no sentence.
fn is_column_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= 60 && !text.ends_with('.') && text.split(' ').count() <= 3
}

/// The first byte that says something: neither white space nor part of a byte order mark.
fn first_byte(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes
        .iter()
        .copied()
        .find(|byte| !byte.is_ascii_whitespace())
}

impl Table {
    /// Keeps a row.
    ///
    /// # Errors
    /// More is kept of the file already than a program should hold.
    pub(crate) fn push(&mut self, line: u64, row: Vec<String>) -> Result<(), String> {
        self.bytes += row.iter().map(|value| value.len() + 24).sum::<usize>();
        if self.bytes > MOST_BYTES {
            return Err("the table is longer than 256 MiB; what follows is not read".into());
        }
        self.rows.push((line, row));
        Ok(())
    }

    /// What it is, in words.
    pub(crate) fn what(&self) -> String {
        let columns = self.columns.len();
        match self.kind {
            TableKind::Results => format!(
                "result file for the {} study, {columns} columns",
                self.study.name()
            ),
            TableKind::Labels => format!("people's labels, {columns} columns"),
        }
    }
}

//! A table: named columns, rows of cells.

use serde::{Deserialize, Serialize};

use crate::Cell;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its name in files.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How to read it: what a row is, how the numbers were got.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, as long as the columns.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name in files.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it holds, in a sentence; may be empty.
    pub help: String,
}

impl Column {
    /// The columns by which rows of all tables are told apart, and a table's own.
    pub fn all<'a>(
        shared: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
        own: &[(&'a str, &'a str, &'a str)],
    ) -> Vec<Self> {
        let all = shared.into_iter().chain(own.iter().copied());
        all.map(Self::from).collect()
    }

    /// A column without a further explanation.
    pub fn new(id: &str, title: &str) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            help: String::new(),
        }
    }

    /// The same column with an explanation.
    #[must_use]
    pub fn helped(self, help: &str) -> Self {
        Self {
            help: help.into(),
            ..self
        }
    }
}

/// Id, title, and an explanation that may be empty.
impl From<(&str, &str, &str)> for Column {
    fn from((id, title, help): (&str, &str, &str)) -> Self {
        Self::new(id, title).helped(help)
    }
}

impl Table {
    /// A table without rows.
    pub fn new(id: &str, title: &str, columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            note: String::new(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// The same table with a note.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }

    /// The same table with one more row. A short row is filled up with undefined cells, a long one cut.
    #[must_use]
    pub fn with_row(mut self, row: impl IntoIterator<Item = Cell>) -> Self {
        self.push(row.into_iter().collect());
        self
    }

    /// Adds a row. A short row is filled up with undefined cells, a long one cut.
    pub fn push(&mut self, mut row: Vec<Cell>) {
        row.resize(self.columns.len(), Cell::undefined("not given"));
        self.rows.push(row);
    }
}

//! What the files of people's labels have in common, whatever is labelled.

use std::fmt;

/// Why a row, or a whole table, is no label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelError {
    /// The column.
    pub column: String,
    /// What is wrong.
    pub cause: String,
}

impl LabelError {
    /// What is wrong with a column.
    pub fn new(column: &str, cause: impl Into<String>) -> Self {
        Self {
            column: column.into(),
            cause: cause.into(),
        }
    }
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.cause)
    }
}

impl std::error::Error for LabelError {}

/// The place of the column of this name, in whatever case it is written.
pub fn column_of(columns: &[String], name: &str) -> Option<usize> {
    columns
        .iter()
        .position(|column| column.trim().eq_ignore_ascii_case(name))
}

/// The place of a column without which a file holds no labels.
///
/// # Errors
/// It is not there.
pub fn label_column(columns: &[String], name: &str) -> Result<usize, LabelError> {
    column_of(columns, name).ok_or_else(|| LabelError::new(name, "a label file needs it"))
}

/// The value of a row at the place of a column; empty where the row is too short.
pub fn field_at(row: &[String], place: usize) -> &str {
    row.get(place).map_or("", |field| field.trim())
}

/// The value at the place of a column without which a row is no label.
///
/// # Errors
/// It is empty.
pub fn label_field(row: &[String], column: &str, place: usize) -> Result<String, LabelError> {
    match field_at(row, place) {
        "" => Err(LabelError::new(column, "a label needs it")),
        field => Ok(field.into()),
    }
}

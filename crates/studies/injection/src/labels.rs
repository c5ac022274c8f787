//! What people say of answers: the label file.
//!
//! A label file is a table of delimited values with a header, as any spreadsheet writes it (comma, semicolon or tab; see
//! `faultline_traces::CsvReader`). One row is one annotator's label of one case:
//!
//! | column | holds | |
//! |---|---|---|
//! | `faultline_labels` | the version of this format, [`LABELS_VERSION`] | may be absent |
//! | `case` | which answer: [`label_case`](crate::label_case), or what the result file itself calls the episode | required |
//! | `question` | `answer`: is the answer right? `fabrication`: is the flagged claim one of tool use that did not happen? | empty or absent: `answer` |
//! | `annotator` | a name | required |
//! | `label` | `correct`, `incorrect`, `unclear`; also `y`, `n`, `u` and `yes`, `no` | empty: not labelled yet |
//! | `note` | anything | may be absent |
//!
//! Columns are found by name in any order and others are passed over. A newer version is read as far as it can be.

use faultline_core::{LabelError, column_of, field_at, label_column, label_field};
use faultline_report::csv_field;
use serde::{Deserialize, Serialize};

/// The version of the format that is written.
pub const LABELS_VERSION: u32 = 1;

/// The columns, in the order in which they are written.
const COLUMNS: [&str; 6] = [
    "faultline_labels",
    "case",
    "question",
    "annotator",
    "label",
    "note",
];

/// What a person was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether the answer says what the reference says.
    #[default]
    Answer,
    /// Whether a flagged sentence claims tool use that did not happen.
    Fabrication,
}

impl Question {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Fabrication => "fabrication",
        }
    }
}

/// What a person said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// Yes: the answer is right, or the flag is.
    Correct,
    /// No.
    Incorrect,
    /// Can't be told.
    Unclear,
}

impl Judgement {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Incorrect => "incorrect",
            Self::Unclear => "unclear",
        }
    }

    /// Right or wrong; `None` where that can't be told.
    pub fn verdict(self) -> Option<bool> {
        match self {
            Self::Correct => Some(true),
            Self::Incorrect => Some(false),
            Self::Unclear => None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "correct" | "y" | "yes" => Some(Self::Correct),
            "incorrect" | "n" | "no" => Some(Self::Incorrect),
            "unclear" | "u" | "?" => Some(Self::Unclear),
            _ => None,
        }
    }
}

/// One label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Which answer.
    pub case: String,
    /// What was asked of it.
    pub question: Question,
    /// Who said it.
    pub annotator: String,
    /// What was said.
    pub label: Judgement,
    /// Anything; may be empty.
    pub note: String,
}

/// The columns of a label file, found by name.
#[derive(Clone, Debug)]
pub struct LabelColumns {
    case: usize,
    question: Option<usize>,
    annotator: usize,
    label: usize,
    note: Option<usize>,
}

impl LabelColumns {
    /// Whether a header looks like that of a label file, complete or not: then [`new`](Self::new) says what is missing.
    pub fn is_label_file(columns: &[String]) -> bool {
        column_of(columns, "faultline_labels").is_some()
            || column_of(columns, "case").is_some() && column_of(columns, "annotator").is_some()
    }

    /// Finds the columns.
    ///
    /// # Errors
    /// The required column that is not there.
    pub fn new(columns: &[String]) -> Result<Self, LabelError> {
        Ok(Self {
            case: label_column(columns, "case")?,
            question: column_of(columns, "question"),
            annotator: label_column(columns, "annotator")?,
            label: label_column(columns, "label")?,
            note: column_of(columns, "note"),
        })
    }

    /// The label in a row; `None` where none was given yet.
    ///
    /// # Errors
    /// The value that can't be read.
    pub fn label(&self, fields: &[String]) -> Result<Option<Label>, LabelError> {
        let field = |place: usize| field_at(fields, place);
        let said = field(self.label);
        if said.is_empty() {
            return Ok(None);
        }
        let label = Judgement::read(said).ok_or_else(|| {
            LabelError::new(
                "label",
                format!("{said:?} is neither correct, incorrect nor unclear"),
            )
        })?;
        let question = match self.question.map_or("", field).to_lowercase().as_str() {
            "" | "answer" => Question::Answer,
            "fabrication" => Question::Fabrication,
            other => {
                return Err(LabelError::new(
                    "question",
                    format!("{other:?} is neither answer nor fabrication"),
                ));
            }
        };
        Ok(Some(Label {
            case: label_field(fields, "case", self.case)?,
            question,
            annotator: label_field(fields, "annotator", self.annotator)?,
            label,
            note: self.note.map_or("", field).into(),
        }))
    }
}

/// Labels as a file: comma, quotes where needed, line ends by line feed.
pub fn write_labels<'a>(labels: impl IntoIterator<Item = &'a Label>) -> String {
    let mut text = COLUMNS.join(",");
    text.push('\n');
    for label in labels {
        let fields = [
            &LABELS_VERSION.to_string(),
            &label.case,
            label.question.name(),
            &label.annotator,
            label.label.name(),
            &label.note,
        ];
        let fields = fields.map(csv_field);
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

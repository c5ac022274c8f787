//! What people say of records: the label file.
//!
//! A table of delimited values with a header. One row is one annotator's answer to one question about one record:
//!
//! | column | holds |
//! |---|---|
//! | `faultline_perturbation_labels` | the version of this format, 1 |
//! | `case` | [`label_case`](crate::label_case), or for `recoverable` and `valid` the case's id |
//! | `question` | see [`Question`] |
//! | `annotator` | a name; one that begins with `llm:` is a model's |
//! | `label` | the answer; empty or `unclear` is left out |
//! | `note` | anything; may be absent |

use faultline_core::{LabelError, column_of, field_at, label_column, label_field};
use serde::{Deserialize, Serialize};

/// The column that tells this format from others.
const VERSION: &str = "faultline_perturbation_labels";

/// What a person was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether the task succeeded: `yes` or `no`.
    Success,
    /// The failure that is seen: a kind of failure, or `none`.
    Observed,
    /// The failure that it comes from: the same.
    Primary,
    /// Whether the decision's status is right: `yes`, `no` or `not_applicable`.
    Status,
    /// Whether its retryability is.
    Retryable,
    /// Whether its failure type is.
    FailureType,
    /// Whether the source is outside the family's boundary: `yes` or `no`.
    Boundary,
    /// Whether the clean answer can be recovered from the packet alone: `yes`, `partial` or `no`.
    Recoverable,
    /// Whether the instance is what it is meant to be: `yes` or `no`.
    Valid,
}

impl Question {
    /// All questions, in the order of an audit.
    pub const ALL: [Self; 9] = [
        Self::Success,
        Self::Observed,
        Self::Primary,
        Self::Status,
        Self::Retryable,
        Self::FailureType,
        Self::Boundary,
        Self::Recoverable,
        Self::Valid,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Observed => "observed",
            Self::Primary => "primary",
            Self::Status => "status",
            Self::Retryable => "retryable",
            Self::FailureType => "failure_type",
            Self::Boundary => "boundary",
            Self::Recoverable => "recoverable",
            Self::Valid => "valid",
        }
    }

    /// The answers that there are.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Self::Success | Self::Boundary | Self::Valid => &["yes", "no"],
            Self::Observed | Self::Primary => &[
                "none",
                "no_call",
                "schema_format_violation",
                "tool_misselection",
                "missing_argument",
                "incorrect_argument",
                "runtime_failure",
            ],
            Self::Status | Self::Retryable | Self::FailureType => &["yes", "no", "not_applicable"],
            Self::Recoverable => &["yes", "partial", "no"],
        }
    }
}

/// One label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Which record.
    pub case: String,
    /// What was asked of it.
    pub question: Question,
    /// Who said it.
    pub annotator: String,
    /// What was said: one of the question's options.
    pub label: String,
}

/// The columns of a label file, found by name.
#[derive(Clone, Debug)]
pub struct LabelColumns {
    case: usize,
    question: usize,
    annotator: usize,
    label: usize,
}

impl LabelColumns {
    /// The column by which a label file of this study is known.
    pub const MARK: &str = VERSION;

    /// Whether a header is that of a label file, complete or not.
    pub fn is_label_file(columns: &[String]) -> bool {
        column_of(columns, VERSION).is_some()
    }

    /// Finds the columns.
    ///
    /// # Errors
    /// The column that is not there.
    pub fn new(columns: &[String]) -> Result<Self, LabelError> {
        Ok(Self {
            case: label_column(columns, "case")?,
            question: label_column(columns, "question")?,
            annotator: label_column(columns, "annotator")?,
            label: label_column(columns, "label")?,
        })
    }

    /// The label in a row; `None` where none was given, or where the annotator can't tell.
    ///
    /// # Errors
    /// The value that can't be read.
    pub fn label(&self, fields: &[String]) -> Result<Option<Label>, LabelError> {
        let field = |place: usize| field_at(fields, place);
        let said = field(self.label).to_lowercase().replace([' ', '-'], "_");
        if matches!(said.as_str(), "" | "unclear" | "u" | "?") {
            return Ok(None);
        }
        let name = field(self.question).to_lowercase();
        let question = Question::ALL
            .into_iter()
            .find(|question| question.name() == name)
            .ok_or_else(|| {
                LabelError::new("question", format!("{name:?} is none of the questions"))
            })?;
        let said = match said.as_str() {
            "y" | "correct" => "yes",
            "n" | "incorrect" => "no",
            "na" | "n/a" => "not_applicable",
            other => other,
        };
        if !question.options().contains(&said) {
            let options = question.options().join(", ");
            return Err(LabelError::new(
                "label",
                format!("{said:?} is none of {options}"),
            ));
        }
        Ok(Some(Label {
            case: label_field(fields, "case", self.case)?,
            question,
            annotator: label_field(fields, "annotator", self.annotator)?,
            label: said.into(),
        }))
    }
}

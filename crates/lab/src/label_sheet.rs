//! What people are asked of the records of a report: questions, and what is shown to answer them by.

use serde::{Deserialize, Serialize};

/// What a person says who can't tell.
pub const UNCLEAR: &str = "unclear";

/// What a person said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// What it was said of: an item's name.
    pub case: String,
    /// What was asked: a question's name.
    pub question: String,
    /// Who said it.
    pub annotator: String,
    /// What was said: the value of one of the question's options, or [`UNCLEAR`].
    pub label: String,
    /// Anything; may be empty.
    pub note: String,
}

/// A question that people are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionInfo {
    /// Its name in files and addresses.
    pub name: String,
    /// The question in short.
    pub title: String,
    /// The question in full.
    pub words: String,
    /// What can be said, but for [`UNCLEAR`].
    pub options: Vec<LabelOption>,
    /// Of how many items it is asked.
    pub count: u64,
    /// Why it is asked of none, where that is so.
    pub none: String,
    /// Whether the interval of agreement comes from resampled tasks; else from the standard error.
    pub resamples: bool,
}

/// What can be said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelOption {
    /// The key that says it.
    pub key: String,
    /// Its name in files.
    pub value: String,
    /// Its name on a button.
    pub words: String,
}

/// What is labelled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelItem {
    /// Its name in files, which tells nothing of who answered.
    pub case: String,
    /// Its task: items of one are resampled together.
    pub task: String,
    /// What is shown of it.
    pub parts: Vec<ItemPart>,
}

/// A text by which something is labelled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemPart {
    /// What it is.
    pub title: String,
    /// The text.
    pub text: String,
    /// The part of it that is marked; empty where none is.
    pub marked: String,
    /// Whether it is code.
    pub is_code: bool,
}

/// The questions of a study, and what one of them is asked of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelSheet {
    /// All questions.
    pub questions: Vec<QuestionInfo>,
    /// The name of the one that is asked.
    pub question: String,
    /// What it is asked of, in the order in which it is to be labelled.
    pub items: Vec<LabelItem>,
    /// What one item is called, and several.
    pub noun: (String, String),
    /// What is shown, and what is not.
    pub note: String,
}

impl LabelSheet {
    /// The question that is asked.
    pub fn asked(&self) -> Option<&QuestionInfo> {
        self.questions
            .iter()
            .find(|question| question.name == self.question)
    }
}

impl LabelOption {
    /// An option by its key, its name in files and its words.
    pub(crate) fn new(key: &str, value: &str, words: &str) -> Self {
        Self {
            key: key.into(),
            value: value.into(),
            words: words.into(),
        }
    }
}

impl ItemPart {
    /// A text in words.
    pub(crate) fn words(title: &str, text: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            text: text.into(),
            ..Self::default()
        }
    }

    /// A text as code.
    pub(crate) fn code(title: &str, text: impl Into<String>) -> Self {
        Self {
            is_code: true,
            ..Self::words(title, text)
        }
    }
}

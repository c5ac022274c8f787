//! One case as a person meets it: what it is, what sets it apart, what is asked, and what came of the replies.

use faultline_report::StepView;
use serde::{Deserialize, Serialize};

use crate::difference::Piece;

/// Which case, and what was replied to it so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CaseSpec {
    /// The study's name; empty for the first that shows cases by themselves.
    pub study: String,
    /// Settings that differ from the defaults, as they would be typed.
    pub settings: std::collections::BTreeMap<String, String>,
    /// The case's id; empty for the first of the suite.
    pub case: String,
    /// The replies as texts, in the order of the requests that they answer.
    pub replies: Vec<String>,
}

/// A case, made from settings and its id alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseView {
    /// The study's name.
    pub study: String,
    /// The case's id.
    pub case: String,
    /// Its place in the suite, from 0.
    pub place: u64,
    /// Cases of the suite.
    pub total: u64,
    /// The case before it, by id.
    pub before: Option<String>,
    /// The case after it.
    pub after: Option<String>,
    /// By what cases are told apart, and where another choice leads.
    pub choices: Vec<CaseChoice>,
    /// What it is, by name.
    pub facts: Vec<(String, String)>,
    /// What it is compared with and what it is itself, each in a word or two; absent where there is nothing to compare it with.
    pub sides: Option<(String, String)>,
    /// What is shown of it.
    pub parts: Vec<PartView>,
    /// What was asked so far and replied, each request by what it adds to the conversation.
    pub exchanges: Vec<ExchangeView>,
    /// What is asked next; absent where the episode is over.
    pub question: Option<QuestionView>,
    /// What came of it; absent where the episode is not over.
    pub result: Option<CaseResult>,
}

/// One way to tell cases apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseChoice {
    /// What is chosen.
    pub title: String,
    /// The choices, each with the id of the case that it leads to: the nearest that has it.
    pub options: Vec<(String, String)>,
    /// The place of the one that this case has.
    pub chosen: u32,
}

/// A part of what is shown, such as the tools on offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartView {
    /// Its name.
    pub title: String,
    /// Whether nothing of it is shown before the first reply, so that it gives nothing away.
    pub comes_later: bool,
    /// What it consists of.
    pub pairs: Vec<PairView>,
}

/// A text beside what it would be without the change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairView {
    /// Its name; empty where it is the only one.
    pub title: String,
    /// Without the change, where that is shown: the pieces that differ are marked.
    pub base: Option<Vec<Piece>>,
    /// As it is; absent where there is none.
    pub own: Option<Vec<Piece>>,
}

/// A request and what was replied to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeView {
    /// The messages that it adds: role and text.
    pub messages: Vec<(String, String)>,
    /// The reply.
    pub reply: String,
}

/// What is asked of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionView {
    /// The messages that it adds to those that were answered: role and text.
    pub messages: Vec<(String, String)>,
    /// What a reply is made of.
    pub form: ReplyForm,
}

/// What a reply is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyForm {
    /// Words.
    #[default]
    Text,
    /// A call of one of these tools.
    Call(Vec<ToolForm>),
    /// A JSON object of these fields.
    Object(Vec<FieldForm>),
}

/// A tool as a form needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolForm {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// Its arguments.
    pub fields: Vec<FieldForm>,
}

/// A field of a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldForm {
    /// Its name in the object.
    pub name: String,
    /// What it means and what it may be.
    pub help: String,
    /// How it is filled in.
    pub input: FieldInput,
    /// Whether it must be there.
    pub required: bool,
}

/// How a field is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldInput {
    /// A text.
    #[default]
    Text,
    /// A number.
    Number,
    /// Any JSON value.
    Json,
    /// One of these texts.
    Choice(Vec<String>),
    /// True or false.
    Truth,
}

/// What came of a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// Whether all of it is right; absent where that was not measured.
    pub right: Option<bool>,
    /// What came of it in a few words.
    pub words: String,
    /// The record, by name.
    pub findings: Vec<(String, String)>,
    /// The steps, each beside what is right.
    pub steps: Vec<StepView>,
}

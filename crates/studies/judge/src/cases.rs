//! One case an answer.

use faultline_core::{Case, Digest};
use serde::Serialize;

use crate::{Config, Item};

/// One answer to be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerCase {
    /// The answer.
    pub item: Item,
}

pub(crate) fn cases(config: &Config) -> impl Iterator<Item = AnswerCase> + use<> {
    config
        .items
        .clone()
        .into_iter()
        .map(|item| AnswerCase { item })
}

impl Case for AnswerCase {
    fn id(&self) -> String {
        format!("{}@{}", self.item.case, self.item.model)
    }

    fn digest(&self) -> Digest {
        Digest::of_json(self)
    }

    fn group(&self) -> String {
        self.id()
    }
}

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
    let mut cases: Vec<AnswerCase> = config
        .items
        .iter()
        .map(|item| AnswerCase { item: item.clone() })
        .collect();
    cases.sort_by_cached_key(|case| (case.group(), case.item.clone()));
    cases.into_iter()
}

impl Case for AnswerCase {
    fn id(&self) -> String {
        format!("{}@{}", self.item.case, self.item.model)
    }

    fn digest(&self) -> Digest {
        Digest::of_json(self)
    }

    /// What the judge is shown: equal questions are asked once.
    fn group(&self) -> String {
        let Item {
            query,
            reference,
            answer,
            ..
        } = &self.item;
        Digest::of_json(&(query, reference, answer)).to_string()
    }
}

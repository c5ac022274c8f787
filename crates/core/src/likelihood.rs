//! How likely a given text is after another.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Digest, Unmeasured};

/// A text of which is asked how likely it is after another, both plain: no template of a chat stands around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likelihood {
    /// What comes before; many asks share it, or begin alike.
    pub context: Arc<str>,
    /// The text that is scored, not empty.
    pub continuation: String,
}

/// One token of a scored text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TokenScore {
    /// Its text; the texts of all tokens are the scored text. Of several tokens that make up a character the first has the text, and that
    /// of the others is empty.
    pub text: String,
    /// The natural logarithm of its probability after all that comes before it, in nats; at most 0.
    pub logprob: f64,
}

/// One ask for a likelihood and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredText {
    /// The step of the task, from 0.
    pub step: u32,
    /// The attempt within the step, from 0: which of the step's asks this is.
    pub attempt: u32,
    /// The digest of the exact request; absent where nothing was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Digest>,
    /// The tokens of the continuation, or why nothing was measured.
    pub outcome: Result<Vec<TokenScore>, Unmeasured>,
}

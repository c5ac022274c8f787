//! What a run may cost, and what it has cost.

use faultline_core::Unmeasured;

/// What a run may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most requests that are sent.
    pub max_calls: Option<u64>,
    /// The most tokens, of prompts and answers together, after which nothing more is sent.
    pub max_tokens: Option<u64>,
}

impl Budget {
    /// Why nothing more may be sent, if it may not.
    ///
    /// `retried` is why a request that is to be sent again failed before: it may well be what spent the budget.
    pub(crate) fn spent(
        &self,
        counts: &Counts,
        retried: Option<&Unmeasured>,
    ) -> Option<Unmeasured> {
        let tokens = counts
            .input_tokens
            .saturating_add(counts.output_tokens)
            .saturating_add(counts.guessed_tokens);
        let message = if self.max_calls.is_some_and(|most| counts.sent >= most) {
            "the most requests that were allowed have been sent"
        } else if self.max_tokens.is_some_and(|most| tokens >= most) {
            "the most tokens that were allowed have been used"
        } else {
            return None;
        };
        let message = retried.map_or_else(
            || message.to_owned(),
            |cause| format!("{message}, and one that was to be sent again had failed: {cause}"),
        );
        Some(Unmeasured {
            kind: "budget_spent".into(),
            message,
            retry_after_s: None,
            stops_run: true,
        })
    }
}

/// What has happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases that ended.
    pub cases: u64,
    /// Cases that ended with some step not measured.
    pub unmeasured_cases: u64,
    /// Requests that were sent.
    pub sent: u64,
    /// Usable replies that arrived.
    pub replies: u64,
    /// Requests answered from the cache.
    pub cached: u64,
    /// Requests that were given up.
    pub failed: u64,
    /// Tokens of prompts that arrived replies report.
    pub input_tokens: u64,
    /// Tokens of answers that arrived replies report.
    pub output_tokens: u64,
    /// Tokens of exchanges whose replies report none, at four bytes a token, so that a budget holds for them too.
    pub guessed_tokens: u64,
}

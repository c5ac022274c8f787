//! Replies by the exact request that they answer.

use std::{collections::HashMap, sync::Arc};

use faultline_core::{Digest, Likelihood, Prompt, Reading, Reply, TokenScore, Unmeasured};
use faultline_wire::{read_reply, read_scores};

/// Stored replies of one run.
///
/// Usable replies answer later requests of the same bytes; a failure is only remembered as the reason why there is none, and
/// gives way to a usable reply.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    usable: HashMap<Digest, Stored>,
    failures: HashMap<Digest, Unmeasured>,
}

/// The usable replies to a request.
#[derive(Clone, Debug)]
struct Stored {
    first: Arc<Reply>,
    /// The last one that came after it, which counts where the first turns out to be to another text.
    last: Option<Arc<Reply>>,
}

impl Cache {
    /// Stores a usable reply. The first one counts, so that a later copy changes nothing, but where it does not score the text that is asked
    /// for.
    pub fn put(&mut self, request: Digest, reply: Reply) {
        self.failures.remove(&request);
        let reply = Arc::new(reply);
        self.usable
            .entry(request)
            .and_modify(|stored| stored.last = Some(reply.clone()))
            .or_insert(Stored {
                first: reply,
                last: None,
            });
    }

    /// Remembers why a request has no usable reply.
    pub fn put_failure(&mut self, request: Digest, cause: Unmeasured) {
        if !self.usable.contains_key(&request) {
            self.failures.insert(request, cause);
        }
    }

    /// The usable reply to a request.
    pub fn get(&self, request: Digest) -> Option<&Reply> {
        Some(&self.usable.get(&request)?.first)
    }

    /// What the stored reply to the request of a prompt says, or why there is none.
    pub(crate) fn read(&self, request: Digest, prompt: &Prompt) -> Result<Reading, Unmeasured> {
        let reply = self.usable(request)?;
        read_reply(reply, prompt.mode, prompt.form, &prompt.tools)
    }

    /// How likely a text is by the stored reply to the request for it, or why that is not known.
    pub(crate) fn scores(
        &self,
        request: Digest,
        text: &Likelihood,
    ) -> Result<Vec<TokenScore>, Unmeasured> {
        let first = read_scores(self.usable(request)?, text);
        let last = || self.usable.get(&request)?.last.as_ref();
        first.or_else(|cause| last().map_or(Err(cause), |reply| read_scores(reply, text)))
    }

    fn usable(&self, request: Digest) -> Result<&Reply, Unmeasured> {
        self.get(request).ok_or_else(|| {
            let cause = self.failures.get(&request);
            cause.cloned().unwrap_or_else(Unmeasured::no_reply)
        })
    }

    /// Why a request has no usable reply.
    pub fn failure(&self, request: Digest) -> Option<&Unmeasured> {
        self.failures.get(&request)
    }

    /// Adds what another cache holds and this one does not.
    pub fn merge(&mut self, other: Self) {
        #[expect(
            clippy::iter_over_hash_type,
            reason = "the order of insertion into a map is not seen"
        )]
        for (request, reply) in other.usable {
            self.failures.remove(&request);
            self.usable.entry(request).or_insert(reply);
        }
        #[expect(
            clippy::iter_over_hash_type,
            reason = "the order of insertion into a map is not seen"
        )]
        for (request, cause) in other.failures {
            self.put_failure(request, cause);
        }
    }
}

//! Replies by the exact request that they answer.

use std::{collections::HashMap, sync::Arc};

use faultline_core::{Digest, Reply, Unmeasured};

/// Stored replies of one run.
///
/// Usable replies answer later requests of the same bytes; a failure is only remembered as the reason why there is none, and
/// gives way to a usable reply.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    usable: HashMap<Digest, Arc<Reply>>,
    failures: HashMap<Digest, Unmeasured>,
}

impl Cache {
    /// Stores a usable reply. The first one counts, so that a later copy changes nothing.
    pub fn put(&mut self, request: Digest, reply: Reply) {
        self.failures.remove(&request);
        self.usable
            .entry(request)
            .or_insert_with(|| Arc::new(reply));
    }

    /// Remembers why a request has no usable reply.
    pub fn put_failure(&mut self, request: Digest, cause: Unmeasured) {
        if !self.usable.contains_key(&request) {
            self.failures.insert(request, cause);
        }
    }

    /// The usable reply to a request.
    pub fn get(&self, request: Digest) -> Option<&Reply> {
        self.usable.get(&request).map(AsRef::as_ref)
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

    /// How many usable replies there are.
    pub fn len(&self) -> usize {
        self.usable.len()
    }

    /// Whether there is no usable reply.
    pub fn is_empty(&self) -> bool {
        self.usable.is_empty()
    }
}

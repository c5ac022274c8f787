//! The digests of what is asked one after the other.

use faultline_core::{Digest, Likelihood, Prompt};
use faultline_wire::{LikelihoodDigester, RequestDigester};

/// Hashes once what the requests of a group have in common.
#[derive(Debug, Default)]
pub(crate) struct Digester {
    chats: RequestDigester,
    likelihoods: LikelihoodDigester,
}

impl Digester {
    /// The digest of the request that shows this prompt.
    pub(crate) fn chat(&mut self, prompt: &Prompt) -> Digest {
        self.chats.digest(prompt)
    }

    /// The digest of the request for the likelihood of this text.
    pub(crate) fn likelihood(&mut self, text: &Likelihood) -> Digest {
        self.likelihoods.digest(text)
    }
}

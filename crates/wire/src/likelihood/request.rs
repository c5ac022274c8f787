//! What is asked of a text, and its digest.

use std::sync::Arc;

use faultline_core::{Digest, GrowingDigest, Likelihood};
use serde_json::json;

/// How the bytes begin that are hashed; no chat request begins like that.
const OPENING: &[u8] = b"loglikelihood\n";

/// Bytes of a context between two places from which a digest can go on.
const STRIDE: usize = 1024;

/// A text of which a server is asked how likely it is.
///
/// Its [`digest`](Self::digest) is of the exact context and continuation, whichever way a server is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikelihoodRequest {
    /// The text, and what stands before it.
    pub text: Likelihood,
}

impl From<Likelihood> for LikelihoodRequest {
    fn from(text: Likelihood) -> Self {
        Self { text }
    }
}

impl LikelihoodRequest {
    /// The digest of context and continuation.
    pub fn digest(&self) -> Digest {
        let mut hash = GrowingDigest::default();
        hash.add(OPENING);
        hash.add(self.text.context.as_bytes());
        ended(hash, &self.text)
    }

    /// The body for a completions endpoint that repeats the prompt with its log-probabilities. One token is generated, since not every
    /// server takes none for an answer; it is no part of what is read.
    pub(crate) fn echo_body(&self, model: &str) -> String {
        json!({
            "model": model,
            "prompt": self.prompt(),
            "max_tokens": 1,
            "echo": true,
            "logprobs": 1,
        })
        .to_string()
    }

    /// The body for vLLM's completions endpoint that gives the log-probabilities of the prompt apart.
    pub(crate) fn prompt_logprobs_body(&self, model: &str) -> String {
        json!({
            "model": model,
            "prompt": self.prompt(),
            "max_tokens": 1,
            "prompt_logprobs": 1,
        })
        .to_string()
    }

    /// The body for the tokens of the whole text, with the token that stands before every text where the model has one.
    pub(crate) fn tokenize_body(&self) -> String {
        json!({
            "content": self.prompt(),
            "add_special": true,
            "parse_special": false,
            "with_pieces": true,
        })
        .to_string()
    }

    fn prompt(&self) -> String {
        [&self.text.context, self.text.continuation.as_str()].concat()
    }
}

/// Ends a digest after the context. The lengths tell where one text ends and the other begins.
fn ended(mut hash: GrowingDigest, text: &Likelihood) -> Digest {
    hash.add(text.continuation.as_bytes());
    let lengths = format!("\n{} {}", text.context.len(), text.continuation.len());
    hash.add(lengths.as_bytes());
    hash.digest()
}

/// Gives the digest of each of several requests, as [`LikelihoodRequest::digest`] does, but hashes only what their contexts don't
/// begin with in common.
///
/// ```
/// use faultline_core::Likelihood;
/// use faultline_wire::{LikelihoodDigester, LikelihoodRequest};
///
/// let mut digester = LikelihoodDigester::default();
/// for context in ["One two", "One two three", "Two"] {
///     let text = Likelihood { context: context.into(), continuation: " four".into() };
///     assert_eq!(digester.digest(&text), LikelihoodRequest::from(text).digest());
/// }
/// ```
#[derive(Debug, Default)]
pub struct LikelihoodDigester {
    /// The last context.
    known: Arc<str>,
    /// The hash of all before each [`STRIDE`] of it.
    marks: Vec<GrowingDigest>,
}

impl LikelihoodDigester {
    /// The digest of the request for this text.
    pub fn digest(&mut self, text: &Likelihood) -> Digest {
        let context = text.context.as_bytes();
        let common = if Arc::ptr_eq(&self.known, &text.context) {
            context.len()
        } else {
            let pairs = self.known.as_bytes().iter().zip(context);
            pairs.take_while(|(known, new)| known == new).count()
        };
        self.marks.truncate(common / STRIDE + 1);
        let mut hash = self.marks.pop().unwrap_or_else(|| {
            let mut hash = GrowingDigest::default();
            hash.add(OPENING);
            hash
        });
        let from = self.marks.len() * STRIDE;
        for part in context[from..].chunks(STRIDE) {
            self.marks.push(hash.clone());
            hash.add(part);
        }
        if context.len().is_multiple_of(STRIDE) {
            self.marks.push(hash.clone());
        }
        self.known = text.context.clone();
        ended(hash, text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever contexts have in common, wherever they part, the digest is that of the request alone.
        #[test]
        fn is_the_digest_of_the_request(
            turns in prop::collection::vec((0..5_usize, 0..5000_usize, "[ab]{0,3}", any::<bool>()), 1..12),
        ) {
            let long = "context ".repeat(700);
            let mut digester = LikelihoodDigester::default();
            let mut context: Arc<str> = "".into();
            for (stride, length, continuation, same) in turns {
                if !same {
                    let length = if stride < 4 { stride * STRIDE } else { length };
                    context = format!("{}{}", &long[..length], continuation).into();
                }
                let text = Likelihood { context: context.clone(), continuation };
                prop_assert_eq!(digester.digest(&text), LikelihoodRequest::from(text).digest());
            }
        }
    }

    #[test]
    fn the_boundary_is_part_of_the_digest() {
        let digest = |context: &str, continuation: &str| {
            let text = Likelihood {
                context: context.into(),
                continuation: continuation.into(),
            };
            LikelihoodRequest::from(text).digest()
        };
        let all = [
            digest("ab", "c"),
            digest("a", "bc"),
            digest("", "abc"),
            digest("ab", "c\n2 1"),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[..place].contains(one), "{place}");
        }
        assert_eq!(
            digest("ab", "c"),
            Digest::of_bytes(b"loglikelihood\nabc\n2 1")
        );
    }
}

//! Which way a server says how likely a given text is.

use serde::{Deserialize, Serialize};

use crate::{provider_of, providers::Provider};

/// A way to ask a server for the log-probabilities of a given text.
///
/// The ways ask for the same numbers. What differs lies in the servers:
///
/// - Arithmetic. Of 3,649 tokens of a 4-bit Gemma 3 270M, vLLM's `echo` and `prompt_logprobs` agree to the last digit. A llama.cpp server
///   that is forced differs from vLLM at single precision by 0.05 nats a token in the mean and 1.0 at most, llama-cpp-python's echo by as
///   much from either.
/// - Repetition. A llama.cpp server differs from itself by as much, from one run to the next: a token's number depends on how the text before
///   it came into the cache, and that on what was asked before.
/// - Special tokens. Where the text itself holds a marker such as `<bos>`, vLLM and llama-cpp-python read it as that token; forced, it is
///   plain text.
/// - The token of the beginning. It is added as the server's tokenizer adds it. Without one, the first token of a text is never scored.
/// - Parts of characters. vLLM writes all of a character at its last token, llama.cpp a replacement or bytes for each; the log-probabilities
///   are those of the tokens, only the texts beside them move.
/// - Time. An echo or `prompt_logprobs` takes one request, and vLLM computes the whole prompt for each; forced, a text takes a request a token,
///   of a prompt that is mostly in the server's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoringWay {
    /// A completions endpoint repeats the prompt, with the log-probability of each of its tokens.
    Echo,
    /// A completions endpoint gives the log-probabilities of the prompt in a field of vLLM's own.
    PromptLogprobs,
    /// A llama.cpp server's own endpoints: the text is cut into tokens, and each of them is forced in a request of its own.
    Forced,
}

impl ScoringWay {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Echo, Self::PromptLogprobs, Self::Forced];

    /// The name used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Echo => "echo",
            Self::PromptLogprobs => "prompt_logprobs",
            Self::Forced => "forced",
        }
    }

    /// What a server must have for it, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Echo => {
                "/completions takes echo and logprobs: vLLM, llama-cpp-python (loaded with logits_all), Together."
            }
            Self::PromptLogprobs => "/completions takes prompt_logprobs: vLLM.",
            Self::Forced => {
                "/tokenize and /completion of a llama.cpp server, with a request for each token of the text."
            }
        }
    }
}

impl std::str::FromStr for ScoringWay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|way| way.name() == text)
            .ok_or_else(|| {
                format!("a way to score a text is echo, prompt_logprobs or forced, not '{text}'")
            })
    }
}

/// Whether a provider says how likely a given text is, as far as is publicly known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextScoring {
    /// Of any model, in this way.
    Yes(ScoringWay),
    /// Of these models only, in this way.
    Of(&'static [&'static str], ScoringWay),
    /// It does not.
    No,
    /// Not known: one request shows it.
    Unknown,
}

/// Who does, for those who asked one that does not.
pub(super) const WHO_DOES: &str = "Servers that do: vLLM and llama-cpp-python (echo), Together (echo), vLLM (prompt_logprobs), and the llama.cpp \
                        server (forced). A simulated policy of the study needs none.";

/// The way to ask for the log-probabilities of a text at a base URL: the one that was chosen, else the one that the provider is known
/// for; none where only requests show it. A [`WaySearch`](crate::WaySearch) sends them, and tries what is known too.
///
/// # Errors
/// The provider is known not to do it: the sentence says what to do instead.
pub fn scoring_way(
    base_url: &str,
    model: &str,
    chosen: Option<ScoringWay>,
) -> Result<Option<ScoringWay>, String> {
    if chosen.is_some() {
        return Ok(chosen);
    }
    let Some(Provider {
        name, scores_text, ..
    }) = provider_of(base_url)
    else {
        return Ok(None);
    };
    match scores_text {
        TextScoring::Yes(way) => Ok(Some(*way)),
        TextScoring::Of(models, way) if models.contains(&model) => Ok(Some(*way)),
        TextScoring::Of(models, _) => Err(format!(
            "{name} says how likely a given text is for {} only, not for {model}. {WHO_DOES}",
            models.join(" and ")
        )),
        TextScoring::No => Err(format!(
            "{name} does not say how likely a given text is, which this study asks for. {WHO_DOES}"
        )),
        TextScoring::Unknown => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_follow_the_choice_then_the_provider() {
        for (url, model, chosen, expected) in [
            (
                "https://api.openai.com/v1",
                "gpt-4o",
                None,
                Err("babbage-002 and davinci-002 only, not for gpt-4o"),
            ),
            (
                "https://api.openai.com/v1",
                "davinci-002",
                None,
                Ok(Some(ScoringWay::Echo)),
            ),
            (
                "https://api.openai.com/v1",
                "gpt-4o",
                Some(ScoringWay::Echo),
                Ok(Some(ScoringWay::Echo)),
            ),
            (
                "https://api.anthropic.com/v1",
                "m",
                None,
                Err("Anthropic does not say"),
            ),
            (
                "https://api.together.xyz/v1",
                "m",
                None,
                Ok(Some(ScoringWay::Echo)),
            ),
            (
                "http://localhost:8080/v1",
                "m",
                None,
                Ok(Some(ScoringWay::Forced)),
            ),
            ("http://127.0.0.1:8093/v1", "m", None, Ok(None)),
        ] {
            let found = scoring_way(url, model, chosen);
            match (&found, expected) {
                (Ok(found), Ok(expected)) => assert_eq!(*found, expected, "{url}"),
                (Err(message), Err(part)) => {
                    assert!(
                        message.contains(part) && message.contains("vLLM"),
                        "{message}"
                    );
                }
                _ => panic!("{url}: {found:?} is not {expected:?}"),
            }
        }
        for way in ScoringWay::ALL {
            assert_eq!(way.name().parse(), Ok(way));
        }
    }
}

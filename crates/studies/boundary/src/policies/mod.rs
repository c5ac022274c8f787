//! A model that needs no weights: it answers with the likelihoods of the text alone.

use faultline_core::{
    Likelihood, ParameterSpec, PolicyError, PolicySettings, PolicySpec, TokenScore,
};
use faultline_ppm::{MOST_ORDER, Scorer};

/// Every policy.
pub const POLICIES: &[PolicySpec] = &[PolicySpec {
    name: "ppm",
    help: "an adaptive byte model that has read nothing but the text before: real likelihoods in which copying is cheap and contradiction dear",
    parameters: &[ParameterSpec {
        name: "order",
        default: Some(5.0),
        follows: "",
        max: MOST_ORDER as f64,
        help: "the most bytes before a byte that it goes by, cut to a whole number",
    }],
}];

/// Nats are kept in millionths, as finely as differences are told apart.
const MILLIONTHS: f64 = 1e6;

/// A policy with its parameters set. What it keeps between texts makes it faster and changes no answer.
#[derive(Clone, Debug)]
pub struct Policy(Scorer);

impl Policy {
    /// Reads `sim:ppm?order=5`.
    ///
    /// # Errors
    /// An unknown policy or parameter, or a value out of its range; the message lists what there is.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        let settings = PolicySettings::parse(text, POLICIES)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to the greatest order, which a byte holds"
        )]
        let order = settings.parameter("order") as u8;
        Ok(Self(Scorer::new(order)))
    }

    /// The tokens of the continuation, one a character: the sum over its bytes, in millionths of a nat.
    pub fn answer(&mut self, asked: &Likelihood) -> Vec<TokenScore> {
        let nats = self.0.score(&asked.context, &asked.continuation);
        let characters = asked.continuation.char_indices().map(|(at, character)| {
            let of_bytes = nats.get(at..at + character.len_utf8()).unwrap_or_default();
            TokenScore {
                text: character.into(),
                logprob: (0.0 - libm::round(of_bytes.iter().sum::<f64>() * MILLIONTHS))
                    / MILLIONTHS,
            }
        });
        characters.collect()
    }
}

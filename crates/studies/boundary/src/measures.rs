//! What is measured of a return and of the decision after it.

use faultline_core::TokenScore;
use serde::{Deserialize, Serialize};

use crate::actions::{Action, ActionGroup, N_ACTIONS, REPLY, group_of};

/// Differences up to this are ties, in nats or in probability.
pub const TIE: f64 = 1e-6;

/// The clean entropy from which on there is room for it to fall, in nats.
pub const HEADROOM: f64 = 0.01;

/// The quantities of one return, and of the decision after it: all finite, surprisals from 0 on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Tokens of the return.
    pub n_tokens: u32,
    /// S₀: the surprisal of the return after the schemas alone, in nats per token.
    pub s0: f64,
    /// S₁: its surprisal after the whole prefix, in nats per token.
    pub s1: f64,
    /// The surprisal of its first token after the schemas alone, in nats.
    pub first_s0: f64,
    /// The surprisal of its first token after the whole prefix, in nats.
    pub first_s1: f64,
    /// J: what policy and trajectory say of the return together, beyond what each says alone, in nats per token; see [`joint`]. Only of the
    /// return at the site.
    pub joint: Option<f64>,
    /// π: the probability of each action at the next decision, 0 to 1; they add up to 1.
    pub actions: [f64; N_ACTIONS],
}

impl Measures {
    /// G = S₁ − S₀: what the trajectory adds to the schemas, in nats per token.
    pub fn gap(&self) -> f64 {
        self.s1 - self.s0
    }

    /// The gap of the first token, in nats.
    pub fn first_gap(&self) -> f64 {
        self.first_s1 - self.first_s0
    }

    /// H(π) in nats, from 0 to log 17.
    pub fn entropy(&self) -> f64 {
        entropy(&self.actions)
    }

    /// The most likely action; of equals the first.
    pub fn leading(&self) -> Action {
        let mut leading = 0;
        for (action, probability) in self.actions.iter().enumerate() {
            if *probability > self.actions[leading] {
                leading = action;
            }
        }
        leading
    }

    /// The probability of a group of actions, 0 to 1.
    pub fn mass(&self, group: ActionGroup) -> f64 {
        let actions = self.actions.iter().enumerate();
        let of_group = actions.filter(|(action, _)| group_of(*action) == group);
        // Sums of probabilities can miss 1 by what rounding leaves.
        of_group
            .map(|(_, probability)| probability)
            .sum::<f64>()
            .min(1.0)
    }
}

/// The mean surprisal of tokens, in nats per token: S = −(1/|x|) log P(x). `None` of no tokens.
pub fn surprisal(tokens: &[TokenScore]) -> Option<f64> {
    let sum: f64 = tokens.iter().map(|token| token.logprob).sum();
    (!tokens.is_empty()).then(|| (0.0 - sum) / tokens.len() as f64)
}

/// The logarithm of the probability of a text, in nats.
pub fn log_probability(tokens: &[TokenScore]) -> f64 {
    tokens.iter().map(|token| token.logprob).sum()
}

/// π from the logarithms of the probability that a call starts and of the sixteen names, each with its closing delimiter, once it has:
/// π(tool) = P(call starts) · P(name) / Σ P(names), and the reply has what is left, 1 − P(call starts).
///
/// `None` where the names have no probability at all, or where a logarithm is NaN or above 0 by more than rounding leaves.
pub fn distribution(call_starts: f64, names: &[f64; REPLY]) -> Option<[f64; N_ACTIONS]> {
    let is_log = |log: &f64| *log <= TIE;
    if !is_log(&call_starts) || !names.iter().all(is_log) {
        return None;
    }
    let most = names.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return None;
    }
    // Relative to the likeliest, so that names of tiny probability keep their digits.
    let weights = names.map(|log| libm::exp(log - most));
    let sum: f64 = weights.iter().sum();
    let starts = libm::exp(call_starts).min(1.0);
    let mut actions = [0.0; N_ACTIONS];
    for (action, weight) in actions.iter_mut().zip(weights) {
        *action = starts * weight / sum;
    }
    actions[REPLY] = 1.0 - starts;
    Some(actions)
}

/// H(π) = −Σ π log π in nats; an action without probability adds nothing.
pub fn entropy(actions: &[f64]) -> f64 {
    let terms = actions.iter().filter(|p| **p > 0.0);
    let sum: f64 = terms.map(|p| p * libm::log(*p)).sum();
    // Not `-sum`, which is a negative zero where one action has everything.
    0.0 - sum
}

/// J = S(x | policy, trajectory) − S(x | policy) − S(x | trajectory) + S(x), in nats per token, the schemas standing in all four contexts.
///
/// It is the interaction of the two on the return: what either takes from the surprisal alone cancels, so that a value which the trajectory
/// has word for word, or a status which the policy merely mentions, leaves it at 0. Below 0 policy and trajectory speak for the return
/// together; where a return loses that, J rises. It is the negative of pointwise interaction information (`McGill` 1954), per token.
pub fn joint(s_both: f64, s_policy: f64, s_trajectory: f64, s_neither: f64) -> f64 {
    s_both - s_policy - s_trajectory + s_neither
}

/// −1, 0 or 1: whether a difference falls, ties or rises.
pub fn sign(difference: f64) -> i8 {
    if difference > TIE {
        1
    } else if difference < -TIE {
        -1
    } else {
        0
    }
}

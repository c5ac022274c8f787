use std::collections::HashMap;

use nuts_rs::{
    Chain, CpuLogpFunc, CpuMath, CpuMathError, DiagNutsSettings, HasDims, LogpError, Settings,
};
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use thiserror::Error;

use super::density::Density;
use super::{FitData, Marginal, Parameter};
use crate::stream::key;
use crate::{Interval, Level, bulk_ess, mean_ess, percentile, r_hat};

/// How to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NutsSettings<'a> {
    /// How many chains, one after the other.
    pub chains: u32,
    /// Draws of each chain that tune the sampler and are thrown away.
    pub tune: u32,
    /// Draws of each chain that are kept.
    pub draws: u32,
    /// The level of the intervals.
    pub level: Level,
    /// The report's seed.
    pub seed: u64,
    /// What is fitted, such as the model's name: chains of another label are independent.
    pub label: &'a str,
}

impl NutsSettings<'static> {
    /// Four chains of 1,000 and 1,000 draws, intervals of 89%.
    pub const STANDARD: Self = Self {
        chains: 4,
        tune: 1000,
        draws: 1000,
        level: Level::EIGHTY_NINE,
        seed: 0,
        label: "fit",
    };
}

/// Why the chains stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NutsError {
    /// Diagnostics need two chains or one of at least four draws.
    #[error("{chains} chains of {draws} draws are too few: ask for at least 1 chain of 4 draws")]
    TooFew {
        /// Chains asked for.
        chains: u32,
        /// Draws asked for.
        draws: u32,
    },
    /// The sampler gave up.
    #[error("chain {chain} failed: {cause}")]
    Sampler {
        /// The chain, from 0.
        chain: u32,
        /// What the sampler said.
        cause: String,
    },
}

/// One parameter as the chains saw it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SampledParameter {
    /// Mean, standard deviation and equal-tailed interval of the draws.
    pub marginal: Marginal,
    /// Rank-normalised split R-hat; near 1 where the chains agree. `None` where all draws are equal.
    pub r_hat: Option<f64>,
    /// Effective sample size of the bulk. `None` where all draws are equal.
    pub bulk_ess: Option<f64>,
    /// The Monte Carlo standard error of the mean. `None` where all draws are equal.
    pub mcse: Option<f64>,
}

/// The posterior by Markov chains, with what the chains say of themselves.
///
/// Healthy diagnostics certify that the posterior was explored, not that the data constrain it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NutsPosterior {
    /// π.
    pub severity: SampledParameter,
    /// The recovery rate after a syntactic error.
    pub syntactic_recovery: SampledParameter,
    /// The recovery rate after a semantic error.
    pub semantic_recovery: SampledParameter,
    /// Correlation of the draws of π with those of the syntactic recovery rate.
    pub correlation_syntactic: f64,
    /// Correlation of the draws of π with those of the semantic recovery rate.
    pub correlation_semantic: f64,
    /// Divergent transitions among the kept draws.
    pub n_divergences: u64,
    /// How many draws were kept of all chains.
    pub n_draws: u64,
    /// The kept draws by parameter ([`Parameter::ALL`]), then by chain.
    #[serde(skip)]
    pub draws: [Vec<Vec<f64>>; 3],
}

/// Samples the posterior with the No-U-Turn sampler (Hoffman and Gelman 2014) on the logits of the parameters.
///
/// Chains run one after the other, each on its own `ChaCha12` stream, so that no number of threads can matter. The
/// draws differ between machines in floating point and so after a few steps altogether; compare within [`SampledParameter::mcse`].
///
/// # Errors
/// When fewer draws are asked for than the diagnostics need, or the sampler fails.
pub fn nuts(data: &FitData, settings: &NutsSettings<'_>) -> Result<NutsPosterior, NutsError> {
    let mut chains = NutsChains::new(data, *settings)?;
    while chains.advance()? {}
    Ok(chains.posterior())
}

/// What [`nuts`] does, chain by chain, for a caller that has something else to do in between.
#[derive(Clone, Debug)]
pub struct NutsChains<'a> {
    density: Density,
    settings: NutsSettings<'a>,
    done: u32,
    n_divergences: u64,
    draws: [Vec<Vec<f64>>; 3],
}

impl<'a> NutsChains<'a> {
    /// Chains of which none was run.
    ///
    /// # Errors
    /// When fewer draws are asked for than the diagnostics need.
    pub fn new(data: &FitData, settings: NutsSettings<'a>) -> Result<Self, NutsError> {
        if settings.chains == 0 || settings.draws < 4 {
            return Err(NutsError::TooFew {
                chains: settings.chains,
                draws: settings.draws,
            });
        }
        Ok(Self {
            density: Density::new(data),
            settings,
            done: 0,
            n_divergences: 0,
            draws: Default::default(),
        })
    }

    /// Runs the next chain, if there is one; gives back whether there are more.
    ///
    /// # Errors
    /// When the sampler fails.
    pub fn advance(&mut self) -> Result<bool, NutsError> {
        let chain = self.done;
        if chain < self.settings.chains {
            self.done += 1;
            let sampled = run_chain(&self.density, &self.settings, chain);
            let sampled = sampled.map_err(|cause| NutsError::Sampler {
                chain,
                cause: cause.to_string(),
            })?;
            self.n_divergences += sampled.n_divergences;
            for (chains, draws) in self.draws.iter_mut().zip(sampled.draws) {
                chains.push(draws);
            }
        }
        Ok(self.done < self.settings.chains)
    }

    /// The posterior by the chains that were run.
    pub fn posterior(&self) -> NutsPosterior {
        let draws = self.draws.clone();
        let parameter = |which: Parameter| {
            let index = which as usize;
            let is_identified = self.density.is_identified[index];
            summarise(&draws[index], is_identified, self.settings.level)
        };
        NutsPosterior {
            severity: parameter(Parameter::Severity),
            syntactic_recovery: parameter(Parameter::SyntacticRecovery),
            semantic_recovery: parameter(Parameter::SemanticRecovery),
            correlation_syntactic: correlation(&draws[0].concat(), &draws[1].concat()),
            correlation_semantic: correlation(&draws[0].concat(), &draws[2].concat()),
            n_divergences: self.n_divergences,
            n_draws: draws[0].iter().map(|chain| chain.len() as u64).sum(),
            draws,
        }
    }
}

struct SampledChain {
    draws: [Vec<f64>; 3],
    n_divergences: u64,
}

/// The sampler's own error, whatever its type.
type SamplerError = Box<dyn std::error::Error + Send + Sync>;

fn run_chain(
    density: &Density,
    settings: &NutsSettings<'_>,
    chain: u32,
) -> Result<SampledChain, SamplerError> {
    let mut rng = ChaCha12Rng::from_seed(key(settings.seed, settings.label));
    rng.set_stream(u64::from(chain));
    let options = DiagNutsSettings {
        num_tune: u64::from(settings.tune),
        num_draws: u64::from(settings.draws),
        ..DiagNutsSettings::default()
    };
    // Starts spread evenly over (−2, 2) on the scale of the logits.
    let start: [f64; 3] =
        std::array::from_fn(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX) * 4.0 - 2.0);
    let mut sampler = options.new_chain(
        u64::from(chain),
        CpuMath::new(Logits(density.clone())),
        &mut rng,
    )?;
    sampler.set_position(&start)?;
    for _ in 0..settings.tune {
        sampler.draw()?;
    }
    let mut sampled = SampledChain {
        draws: Default::default(),
        n_divergences: 0,
    };
    for _ in 0..settings.draws {
        let (position, progress) = sampler.draw()?;
        sampled.n_divergences += u64::from(progress.diverging);
        for (kept, &logit) in sampled.draws.iter_mut().zip(&position) {
            kept.push(logistic(logit));
        }
    }
    Ok(sampled)
}

fn summarise(chains: &[Vec<f64>], is_identified: bool, level: Level) -> SampledParameter {
    let mut all = chains.concat();
    let mean = mean(&all);
    let sd = (covariance(&all, &all)).sqrt();
    all.sort_unstable_by(f64::total_cmp);
    let (lower, upper) = level.tails();
    let end = |probability| percentile(&all, probability).unwrap_or(mean);
    SampledParameter {
        marginal: Marginal {
            mean,
            sd,
            interval: Interval {
                lo: end(lower),
                hi: end(upper),
                level,
            },
            is_identified,
        },
        r_hat: r_hat(chains),
        bulk_ess: bulk_ess(chains),
        mcse: mean_ess(chains).map(|ess| sd / ess.sqrt()),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let products = a.iter().zip(b).map(|(x, y)| (x - mean_a) * (y - mean_b));
    products.sum::<f64>() / (a.len() as f64 - 1.0)
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    covariance(a, b) / (covariance(a, a) * covariance(b, b)).sqrt()
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// The posterior on the scale of the logits: the density times the Jacobian `u(1 − u)` of each parameter.
struct Logits(Density);

/// The density cannot fail in a way that a sampler could not step back from.
#[derive(Debug, Error)]
#[error("the log density is not finite")]
struct NotFinite;

impl LogpError for NotFinite {
    fn is_recoverable(&self) -> bool {
        true
    }
}

impl HasDims for Logits {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        HashMap::from([("unconstrained_parameter".to_owned(), 3)])
    }
}

impl CpuLogpFunc for Logits {
    type LogpError = NotFinite;
    type FlowParameters = ();
    type ExpandedVector = Vec<f64>;

    fn dim(&self) -> usize {
        3
    }

    fn logp(&mut self, position: &[f64], gradient: &mut [f64]) -> Result<f64, NotFinite> {
        let at: [f64; 3] = std::array::from_fn(|axis| logistic(position[axis]));
        let (mut log_density, slopes) = self.0.with_gradient(at);
        for ((slot, slope), (&logit, value)) in
            gradient.iter_mut().zip(slopes).zip(position.iter().zip(at))
        {
            // ln u + ln(1 − u), without cancellation where u is within rounding of 0 or 1.
            log_density -= libm::log1p(libm::exp(-logit.abs())) * 2.0 + logit.abs();
            *slot = slope * value * (1.0 - value) + 1.0 - 2.0 * value;
        }
        let is_finite = log_density.is_finite() && gradient.iter().all(|slope| slope.is_finite());
        if is_finite {
            Ok(log_density)
        } else {
            Err(NotFinite)
        }
    }

    fn expand_vector<R: Rng + ?Sized>(
        &mut self,
        _rng: &mut R,
        position: &[f64],
    ) -> Result<Vec<f64>, CpuMathError> {
        Ok(position.to_vec())
    }
}

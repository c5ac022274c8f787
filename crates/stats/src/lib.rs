//! Intervals, bootstrap, agreement, rank correlation, Markov recurrence, Bayesian fit: the numbers of a report and how sure they are.
//!
//! Every function here is pure. Counts go in, values with their intervals come out; what is undefined is `None`. Nothing
//! reads a clock, a file or the machine's own randomness, and every transcendental function is `libm`'s, so that a
//! native program and a page compute the same bits. The one exception is the posterior by Markov chains (behind the
//! feature `nuts`): its numbers agree between machines within their Monte Carlo error, and [`quadrature`] gives the same
//! posterior exactly.
//!
//! What is counted, and what a figure is called, is for the studies to say.
//!
//! ```
//! use faultline_stats::{Bootstrap, Level, bootstrap, clopper_pearson, upper_bound};
//!
//! // None of 510 poisoned steps was right: at most 0.59% are, one-sided, at 95%.
//! let bound = upper_bound(0, 510, Level::NINETY_FIVE).unwrap();
//! assert_eq!(format!("{bound:.4}"), "0.0059");
//!
//! // Six of seven errors were on the last step.
//! let exact = clopper_pearson(6, 7, Level::EIGHTY_NINE).unwrap();
//! assert_eq!(format!("[{:.3}, {:.3}]", exact.lo, exact.hi), "[0.488, 0.992]");
//!
//! // Loss L = 1 - g/p over twenty tasks of two steps, both arms of a task resampled together.
//! let tasks: Vec<[u32; 2]> = (0..20).map(|task| [2 - task % 2, (task % 4).min(1)]).collect();
//! let settings = Bootstrap { resamples: 1000, level: Level::EIGHTY_NINE, seed: 1, label: "loss" };
//! let [loss] = bootstrap(&[&tasks], &settings, |&[p, g]| [(p > 0).then(|| 1.0 - g as f64 / p as f64)]);
//! assert!(loss.interval.unwrap().contains(loss.value.unwrap()));
//! ```
//!
//! | to know | use |
//! |---|---|
//! | how sure a rate is | [`clopper_pearson`], [`wilson`], [`upper_bound`] for none of n |
//! | how sure a ratio over tasks is | [`bootstrap`], [`bootstrap_units`] for what is no sum of counts |
//! | whether two rates differ | [`difference`] |
//! | how large the difference is | [`cohens_h`] |
//! | whether two annotators agree beyond chance | [`kappa`] |
//! | whether two rates rise together | [`spearman`] |
//! | whether pairs move one way | [`sign_test`] |
//! | whether scores tell two classes apart | [`Logistic`], [`auc`], [`roc`] |
//! | what a script with NumPy would have drawn | [`numpy_bootstrap`] |
//! | how many tasks a run needs | [`tasks_for_width`] |
//! | what poison and recovery predict | [`predict_rows`], [`identity`] |
//! | what the data say of them | [`quadrature`], `nuts` |
//! | whether chains have mixed | [`r_hat`], [`bulk_ess`] |

mod interval;
mod special;
mod stream;

mod binomial;
mod proportion;

mod bootstrap;
mod numpy;
mod planning;
mod resample;

mod agreement;
mod effect;
mod logistic;
mod rank;
mod roc;
mod sign;

mod recurrence;

mod diagnostics;
mod fit;

pub use agreement::{Kappa, kappa};
pub use binomial::{clopper_pearson, exact_words, upper_bound};
pub use bootstrap::{
    Bootstrap, Bootstrapped, FEW_UNITS, Resampling, WordedInterval, affordable_resamples,
    bootstrap, bootstrap_units, percentile,
};
pub use diagnostics::{bulk_ess, mean_ess, r_hat};
pub use effect::cohens_h;
pub use fit::{FitData, FitError, FitRow, Marginal, Parameter, Posterior, quadrature};
#[cfg(feature = "nuts")]
pub use fit::{NutsChains, NutsError, NutsPosterior, NutsSettings, SampledParameter, nuts};
pub use interval::{Estimate, Interval, Level, Method};
pub use logistic::Logistic;
pub use numpy::{NumpyRng, numpy_bootstrap};
pub use planning::tasks_for_width;
pub use proportion::{Difference, Proportion, difference, ratio, wilson};
pub use rank::{Spearman, spearman};
pub use recurrence::{
    Layout, Occupancy, Prediction, Rates, Step, identity, identity_pooled, predict_rows,
    predict_steps,
};
pub use roc::{RocPoint, Scored, auc, roc};
pub use sign::sign_test;
pub use special::{beta_cdf, beta_quantile, normal_cdf, normal_quantile};

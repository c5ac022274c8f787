//! The three-parameter posterior of the propagation model.

mod density;
#[cfg(feature = "nuts")]
mod nuts;
mod quadrature;

use serde::Serialize;
use thiserror::Error;

use crate::{Interval, Layout};

#[cfg(feature = "nuts")]
pub use nuts::{NutsChains, NutsError, NutsPosterior, NutsSettings, SampledParameter, nuts};
pub use quadrature::quadrature;

/// One row of the data: what a depth's tasks showed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FitRow {
    /// How many steps its tasks have, at least 1.
    pub depth: u32,
    /// Measured local correctness in [0, 1], taken as known.
    pub p: f64,
    /// The measured share of errors that are syntactic, in [0, 1], taken as known.
    pub syntactic_share: f64,
    /// How many free-running steps were right.
    pub successes: u64,
    /// How many free-running steps there were.
    pub trials: u64,
}

/// Data that the model can be fitted to, with the prior Beta(1, 1) on π and both recovery rates and the likelihood
/// `successes ~ Binomial(trials, g)`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitData {
    layout: Layout,
    rows: Vec<FitRow>,
}

/// Why the model cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// There is nothing to fit.
    #[error("no rows to fit")]
    NoRows,
    /// A rate or share outside [0, 1], more successes than trials, or a depth of 0.
    #[error(
        "row {index} is out of range: p and the syntactic share lie in [0, 1], successes do not exceed trials, depth is at least 1"
    )]
    OutOfRange {
        /// The row, from 0.
        index: usize,
    },
    /// Right steps where p is 0: no parameter explains them.
    #[error("row {index} has right steps but p = 0, which no severity explains")]
    Impossible {
        /// The row, from 0.
        index: usize,
    },
}

impl FitData {
    /// Checks and keeps the rows, in the order of time under [`Layout::ConsecutiveRows`].
    ///
    /// # Errors
    /// When there is no row, a number is out of range, or a row has right steps but p = 0.
    pub fn new(layout: Layout, rows: Vec<FitRow>) -> Result<Self, FitError> {
        if rows.is_empty() {
            return Err(FitError::NoRows);
        }
        for (index, row) in rows.iter().enumerate() {
            let is_share = |x: f64| (0.0..=1.0).contains(&x);
            if !is_share(row.p)
                || !is_share(row.syntactic_share)
                || row.successes > row.trials
                || row.depth == 0
            {
                return Err(FitError::OutOfRange { index });
            }
            if row.p == 0.0 && row.successes > 0 {
                return Err(FitError::Impossible { index });
            }
        }
        Ok(Self { layout, rows })
    }

    /// How depths are read as time.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The rows, in the order given.
    pub fn rows(&self) -> &[FitRow] {
        &self.rows
    }
}

/// A parameter of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// π, the severity: the share of correctness that a poisoned context costs.
    Severity,
    /// The recovery rate after a syntactic error.
    SyntacticRecovery,
    /// The recovery rate after a semantic error.
    SemanticRecovery,
}

impl Parameter {
    /// All three, in the order of every array in this crate that has one entry a parameter.
    pub const ALL: [Self; 3] = [
        Self::Severity,
        Self::SyntacticRecovery,
        Self::SemanticRecovery,
    ];
}

/// The posterior of one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Marginal {
    /// The posterior mean, in [0, 1].
    pub mean: f64,
    /// The posterior standard deviation.
    pub sd: f64,
    /// The equal-tailed interval, of the level that was asked for.
    pub interval: Interval,
    /// Whether the likelihood depends on the parameter at all. If not, the posterior is the prior: call it unidentified.
    pub is_identified: bool,
}

/// The posterior of severity and both recovery rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Posterior {
    /// π, the share of correctness that a poisoned context costs.
    pub severity: Marginal,
    /// The recovery rate after a syntactic error.
    pub syntactic_recovery: Marginal,
    /// The recovery rate after a semantic error.
    pub semantic_recovery: Marginal,
    /// Posterior correlation of π with the syntactic recovery rate; 0 if either is unidentified.
    pub correlation_syntactic: f64,
    /// Posterior correlation of π with the semantic recovery rate; 0 if either is unidentified.
    pub correlation_semantic: f64,
    /// How far the means and standard deviations moved, in standard deviations, when the grid was last refined. Below
    /// 1e-4 unless the posterior is a sheet too thin for the finest grid, as with millions of trials.
    pub grid_error: f64,
}

//! The posterior by Markov chains, beside the quadrature: chain by chain, since it takes longer than all the rest.

use faultline_report::{Cell, Report};
use faultline_stats::{NutsChains, NutsPosterior, NutsSettings, SampledParameter};

use super::{
    ReportOptions,
    fit::{LAYOUTS, SAMPLED_COLUMNS, data, marginal_rate},
    view::Views,
};
use crate::{Arm, Tally};

const NUTS: &str = "posterior mean by NUTS, equal-tailed 89% interval, Beta(1, 1) priors";

/// What the sampled columns hold for severity and both recovery rates.
type Cells = [[Cell; SAMPLED_COLUMNS.len()]; 3];

/// The chains of all fits of a report, and what those that were run have shown.
#[derive(Clone, Debug)]
pub struct Chains {
    fits: Vec<Fit>,
    done: u32,
}

#[derive(Clone, Debug)]
struct Fit {
    /// Its first row in the table.
    row: usize,
    /// The steps that it rests on.
    n: u64,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Sampling(NutsChains<'static>),
    Sampled(Box<Cells>),
}

impl Chains {
    /// The chains that the report of these runs wants, none of them run.
    pub fn new(tally: &Tally, options: ReportOptions) -> Self {
        let views = Views::new(tally, options);
        let mut fits = Vec::new();
        let mut row = 0;
        for view in &views.runs {
            let n = view.seen(Arm::Free).len() as u64;
            for (layout, _) in LAYOUTS {
                let Ok(data) = data(view, layout) else {
                    row += 1;
                    continue;
                };
                let state = NutsChains::new(&data, NutsSettings::STANDARD)
                    .map_or_else(|error| State::failed(&error.to_string()), State::Sampling);
                fits.push(Fit { row, n, state });
                row += 3;
            }
        }
        Self { fits, done: 0 }
    }

    /// How many chains were run, and how many there are.
    pub fn progress(&self) -> (u32, u32) {
        let fits = u32::try_from(self.fits.len()).unwrap_or(u32::MAX);
        (
            self.done,
            fits.saturating_mul(NutsSettings::STANDARD.chains),
        )
    }

    /// Runs the next chain; gives back whether there are more.
    pub fn advance(&mut self) -> bool {
        let mut left = self
            .fits
            .iter_mut()
            .filter(|fit| matches!(fit.state, State::Sampling(_)));
        let Some(fit) = left.next() else { return false };
        let mut are_more = left.next().is_some();
        if let State::Sampling(chains) = &mut fit.state {
            self.done += 1;
            match chains.advance() {
                Ok(true) => are_more = true,
                Ok(false) => {
                    fit.state = State::Sampled(Box::new(cells(&chains.posterior(), fit.n)));
                }
                Err(error) => fit.state = State::failed(&error.to_string()),
            }
        }
        are_more
    }

    /// Puts what was sampled into the report of the same runs.
    pub fn fill(&self, report: &mut Report) {
        let Some(table) = report.tables.iter_mut().find(|table| table.id == "fit") else {
            return;
        };
        let place = table
            .columns
            .iter()
            .position(|column| column.id == SAMPLED_COLUMNS[0]);
        for fit in &self.fits {
            if let (Some(place), State::Sampled(cells)) = (place, &fit.state) {
                for (row, cells) in table.rows.iter_mut().skip(fit.row).zip(cells.iter()) {
                    row.splice(place..place + cells.len(), cells.iter().cloned());
                }
            }
        }
    }
}

impl State {
    fn failed(why: &str) -> Self {
        Self::Sampled(Box::new(std::array::from_fn(|_| {
            std::array::from_fn(|_| Cell::undefined(why))
        })))
    }
}

fn cells(posterior: &NutsPosterior, n: u64) -> Cells {
    let of_parameter = |parameter: &SampledParameter| {
        let number = |value: Option<f64>, digits| {
            let cell = |value| Cell::Number { value, digits }.sampled();
            value.map_or_else(|| Cell::undefined("the draws do not vary"), cell)
        };
        [
            Cell::from(marginal_rate(&parameter.marginal, n, NUTS)).sampled(),
            number(parameter.r_hat, 4),
            number(parameter.bulk_ess, 0),
            number(parameter.mcse, 4),
            Cell::Count(posterior.n_divergences).sampled(),
        ]
    };
    [
        &posterior.severity,
        &posterior.syntactic_recovery,
        &posterior.semantic_recovery,
    ]
    .map(of_parameter)
}

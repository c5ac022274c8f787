//! The identity that gold scoring forces, and the posterior that is confident all the same.

use faultline_report::{Cell, Rate, Table};
use faultline_stats::{
    FitData, FitRow, Layout, Marginal, Posterior, identity_pooled, quadrature, ratio,
};

use super::view::{LEVEL, Seen, View, Views, count};
use crate::Arm;

/// What eq. 3 gives for a depth, from two measurements of p.
pub(super) struct Identity {
    /// Measured g and L.
    pub(super) measured: (Option<f64>, Option<f64>),
    /// From the free arm's clean steps: exact.
    clean: (Option<f64>, Option<f64>),
    /// From the teacher-forced arm: with a residual.
    pub(super) forced: (Option<f64>, Option<f64>),
}

/// The steps of an arm at each place of the chains of a depth: right and measured.
fn by_step(
    view: &View<'_>,
    depth: u32,
    arm: Arm,
    test: &dyn Fn(&Seen<'_>) -> bool,
) -> Vec<(u64, u64)> {
    let mut steps = vec![(0, 0); depth as usize];
    for seen in view.seen_at(depth, arm) {
        if test(&seen) {
            let (right, n) = &mut steps[seen.step.step as usize];
            *right += u64::from(seen.measured.gold);
            *n += 1;
        }
    }
    steps
}

pub(super) fn measure_identity(view: &View<'_>, depth: u32) -> Identity {
    let forced = by_step(view, depth, Arm::TeacherForced, &|_| true);
    let free = by_step(view, depth, Arm::Free, &|_| true);
    let clean = by_step(view, depth, Arm::Free, &|seen| !seen.step.is_poisoned());
    let pooled = |steps: &[(u64, u64)]| {
        ratio(
            steps.iter().map(|step| step.0).sum(),
            steps.iter().map(|step| step.1).sum(),
        )
    };
    let (p, g) = (pooled(&forced), pooled(&free));
    let loss = |g: Option<f64>| p.filter(|p| *p > 0.0).zip(g).map(|(p, g)| 1.0 - g / p);
    // A place that no clean chain reaches has no p; its share of clean chains is 0, so that any p gives the same g.
    let rates = |steps: &[(u64, u64)]| {
        steps
            .iter()
            .map(|(right, n)| ratio(*right, *n).unwrap_or(0.0))
            .collect::<Vec<_>>()
    };
    let from = |steps: &[(u64, u64)]| {
        identity_pooled(&rates(steps))
            .filter(|_| steps[0].1 > 0)
            .map(|prediction| prediction.g)
    };
    let (by_clean, by_forced) = (from(&clean), from(&forced));
    Identity {
        measured: (g, loss(g)),
        clean: (by_clean, loss(by_clean)),
        forced: (by_forced, loss(by_forced)),
    }
}

pub(super) fn identity(views: &Views<'_>) -> Table {
    let columns = View::columns(&[
        ("depth", "Depth", ""),
        ("g", "g measured", ""),
        (
            "g_clean",
            "g by eq. 3, clean steps",
            "p measured on the free arm's clean steps: exact where all steps were measured",
        ),
        (
            "g_forced",
            "g by eq. 3, teacher-forced",
            "p measured teacher-forced at each step",
        ),
        (
            "residual",
            "Residual",
            "measured g minus the teacher-forced one",
        ),
        ("loss", "L measured", ""),
        ("loss_clean", "L by eq. 3, clean steps", ""),
        ("loss_forced", "L by eq. 3, teacher-forced", ""),
    ]);
    let mut table = Table::new("identity", "What gold scoring forces", columns).noted(
        "Eq. 3: g at a step is p times the product of the earlier p. It has no parameter. L is taken against the measured p.",
    );
    let cell =
        |value: Option<f64>| value.map_or_else(|| Cell::undefined("not measured"), Cell::number);
    for view in &views.runs {
        for depth in view.depths() {
            let found = measure_identity(view, depth);
            let residual = found
                .measured
                .0
                .zip(found.forced.0)
                .map(|(measured, forced)| measured - forced);
            table.push(view.row(vec![
                Cell::Count(depth.into()),
                cell(found.measured.0),
                cell(found.clean.0),
                cell(found.forced.0),
                cell(residual),
                cell(found.measured.1),
                cell(found.clean.1),
                cell(found.forced.1),
            ]));
        }
    }
    table
}

/// The fit of a run under one layout: its data, and the posterior by quadrature; or why there is none.
pub(super) type Fit = Result<(FitData, Posterior), String>;

/// Fits every run under each of [`LAYOUTS`].
pub(super) fn measure_fits(views: &Views<'_>) -> Vec<[Fit; 2]> {
    let of_run = |view: &View<'_>| {
        LAYOUTS.map(|(layout, _)| {
            let data = data(view, layout)?;
            let posterior = quadrature(&data, LEVEL);
            Ok((data, posterior))
        })
    };
    views.runs.iter().map(of_run).collect()
}

/// The data of the fit: first attempts, one row a depth.
pub(super) fn data(view: &View<'_>, layout: Layout) -> Result<FitData, String> {
    let rows = view.depths().into_iter().filter_map(|depth| {
        let forced = view.seen_at(depth, Arm::TeacherForced);
        let right = count(&forced, &|seen| seen.measured.first.is_right());
        let syntactic = count(&forced, &|seen| seen.measured.first.syntactic);
        let n_forced = forced.len() as u64;
        let errors = n_forced - u64::from(right);
        let free = view.seen_at(depth, Arm::Free);
        let trials = free.len() as u64;
        Some(FitRow {
            depth,
            p: ratio(right.into(), n_forced)?,
            syntactic_share: ratio(syntactic.into(), errors).unwrap_or(0.0),
            successes: count(&free, &|seen| seen.measured.first_gold).into(),
            trials,
        })
        .filter(|_| trials > 0)
    });
    FitData::new(layout, rows.collect()).map_err(|error| error.to_string())
}

/// Both readings of depth as time, with their names.
pub(super) const LAYOUTS: [(Layout, &str); 2] = [
    (Layout::ConsecutiveRows, "rows in time"),
    (Layout::InsideEachDepth, "inside each depth"),
];

/// A marginal as a value with its interval.
pub(super) fn marginal_rate(marginal: &Marginal, n: u64, method: &str) -> Rate {
    Rate {
        value: marginal.mean,
        n,
        lo: marginal.interval.lo,
        hi: marginal.interval.hi,
        method: method.into(),
    }
}

/// How the deterministic posterior is got.
pub(super) const QUADRATURE: &str =
    "posterior mean by quadrature, equal-tailed 89% interval, Beta(1, 1) priors";

/// The columns that Markov chains fill.
pub(super) const SAMPLED_COLUMNS: [&str; 5] = ["nuts", "r_hat", "ess", "mcse", "divergences"];

#[cfg(feature = "nuts")]
const UNSAMPLED: &str = "not sampled yet";
#[cfg(not(feature = "nuts"))]
const UNSAMPLED: &str = "this build has no sampler; the quadrature is the same posterior";

pub(super) fn fit(views: &Views<'_>, fits: &[[Fit; 2]]) -> Table {
    let columns = View::columns(&[
        (
            "layout",
            "Depth as time",
            "depth rows taken as consecutive steps (as the paper does), or the recurrence run inside each depth",
        ),
        ("parameter", "Parameter", ""),
        (
            "quadrature",
            "By quadrature",
            "the reported value: the same posterior, integrated",
        ),
        (
            "nuts",
            "By NUTS",
            "four chains of 1,000 draws after 1,000 of tuning",
        ),
        ("r_hat", "R-hat", ""),
        ("ess", "ESS", ""),
        ("mcse", "MCSE", "Monte Carlo standard error of the mean"),
        ("divergences", "Divergences", ""),
        ("correlation", "Correlation with severity", ""),
        (
            "identified",
            "Identified",
            "whether the data bear on the parameter at all",
        ),
    ]);
    let mut table = Table::new("fit", "The three-parameter posterior, run anyway", columns).noted(
        "Under gold scoring severity is 1 by construction, whatever this posterior says. R-hat near 1, a large ESS and no \
         divergence certify that the chains explored the posterior; they do not certify that the data constrain its \
         parameters, nor that the recurrence is the right model, nor that pooled rates are its right data.",
    );
    for (view, fits) in views.runs.iter().zip(fits) {
        let n = view.seen(Arm::Free).len() as u64;
        for ((_, name), fit) in LAYOUTS.into_iter().zip(fits) {
            let rows = match fit {
                Ok((_, posterior)) => fit_rows(posterior, n),
                Err(why) => {
                    let mut row = vec![Cell::undefined(why.as_str()); 9];
                    row[0] = Cell::text("severity");
                    vec![row]
                }
            };
            for mut row in rows {
                row.insert(0, Cell::text(name));
                table.push(view.row(row));
            }
        }
    }
    table
}

fn fit_rows(posterior: &Posterior, n: u64) -> Vec<Vec<Cell>> {
    let parameters = [
        ("severity", &posterior.severity, None),
        (
            "r_syn",
            &posterior.syntactic_recovery,
            Some(posterior.correlation_syntactic),
        ),
        (
            "r_sem",
            &posterior.semantic_recovery,
            Some(posterior.correlation_semantic),
        ),
    ];
    let rows = parameters.into_iter().map(|(name, marginal, correlation)| {
        let identified = if marginal.is_identified {
            "yes"
        } else {
            "unidentified: no datum bears on it, this is its prior"
        };
        let mut row = vec![
            Cell::text(name),
            marginal_rate(marginal, n, QUADRATURE).into(),
        ];
        row.extend(SAMPLED_COLUMNS.map(|_| Cell::undefined(UNSAMPLED)));
        row.extend([
            correlation.map_or_else(|| Cell::undefined("it is severity"), Cell::number),
            Cell::text(identified),
        ]);
        row
    });
    rows.collect()
}

use super::density::{Density, Poisoned};
use super::{FitData, Marginal, Posterior};
use crate::special::gauss_legendre;
use crate::{Interval, Level};

/// Points of the rule in one panel.
const POINTS: usize = 16;
/// Panels along each axis, grid after grid, until two agree.
const PANELS: [usize; 3] = [4, 8, 16];
/// The same where all three parameters are integrated.
const PANELS_OF_THREE: [usize; 3] = [2, 3, 6];
/// Two grids agree when no mean and no standard deviation moved by more than this many standard deviations.
const AGREEMENT: f64 = 1e-4;
/// A point this far below the highest in log density holds no mass that a double could show.
const NEGLIGIBLE: f64 = 36.0;
/// The search for the box that holds the mass never needs more rounds than this.
const MAX_ROUNDS: usize = 12;

/// The posterior, integrated by a Gauss-Legendre tensor rule over the box that holds its mass.
///
/// The box is found by shrinking rounds of a coarse grid, and the grid in it is refined until two agree; how far the last
/// two lay apart is [`Posterior::grid_error`]. An axis that the likelihood does not depend on is not integrated, its
/// marginal is the uniform prior. Every machine computes the same bits.
pub fn quadrature(data: &FitData, level: Level) -> Posterior {
    let density = Density::new(data);
    let ranges = find_box(&density);
    let panels = if density.is_identified == [true; 3] {
        PANELS_OF_THREE
    } else {
        PANELS
    };
    let on_grid = |panels| posterior_on(&density, &ranges.map(|axis| axis.nodes(panels)), level);
    let mut posterior = on_grid(panels[0]);
    for finer in &panels[1..] {
        let coarser = posterior;
        posterior = on_grid(*finer);
        posterior.grid_error = distance(&coarser, &posterior);
        if posterior.grid_error <= AGREEMENT {
            break;
        }
    }
    posterior
}

/// The largest change of a mean or standard deviation, in standard deviations.
fn distance(coarser: &Posterior, finer: &Posterior) -> f64 {
    let pairs = [
        (coarser.severity, finer.severity),
        (coarser.syntactic_recovery, finer.syntactic_recovery),
        (coarser.semantic_recovery, finer.semantic_recovery),
    ];
    pairs.iter().fold(0.0, |largest, (before, after)| {
        let moved = (after.mean - before.mean)
            .abs()
            .max((after.sd - before.sd).abs());
        f64::max(largest, moved / after.sd)
    })
}

fn posterior_on(density: &Density, axes: &[Nodes; 3], level: Level) -> Posterior {
    let mass = Mass::integrate(density, axes);
    let [severity, syntactic_recovery, semantic_recovery] =
        std::array::from_fn(|axis| mass.marginal(axis, density.is_identified[axis], level));
    let correlation = |axis: usize| {
        if density.is_identified[0] && density.is_identified[axis] {
            mass.covariance(0, axis) / (mass.covariance(0, 0) * mass.covariance(axis, axis)).sqrt()
        } else {
            0.0
        }
    };
    Posterior {
        severity,
        syntactic_recovery,
        semantic_recovery,
        correlation_syntactic: correlation(1),
        correlation_semantic: correlation(2),
        grid_error: 0.0,
    }
}

/// The range of one parameter that is integrated over; a single point where the likelihood does not depend on it.
#[derive(Clone, Copy, Debug)]
enum Axis {
    Ignored,
    Range { lo: f64, hi: f64 },
}

/// Quadrature nodes along one axis: places and weights, panel by panel.
#[derive(Debug)]
struct Nodes {
    points: Vec<(f64, f64)>,
    lo: f64,
    panel_width: f64,
}

impl Axis {
    fn nodes(self, panels: usize) -> Nodes {
        let Self::Range { lo, hi } = self else {
            return Nodes {
                points: vec![(0.5, 1.0)],
                lo: 0.0,
                panel_width: 1.0,
            };
        };
        let rule = gauss_legendre::<POINTS>();
        let panel_width = (hi - lo) / panels as f64;
        let points = (0..panels)
            .flat_map(|panel| {
                let start = lo + panel as f64 * panel_width;
                rule.map(|(x, weight)| {
                    (
                        start + (x + 1.0) * 0.5 * panel_width,
                        weight / 2.0 * panel_width,
                    )
                })
            })
            .collect();
        Nodes {
            points,
            lo,
            panel_width,
        }
    }
}

/// Calls `visit` with the place of each node of the grid and the log density there.
fn each_node(density: &Density, axes: &[Nodes; 3], mut visit: impl FnMut([usize; 3], f64)) {
    for (j, &(r_syn, _)) in axes[1].points.iter().enumerate() {
        for (k, &(r_sem, _)) in axes[2].points.iter().enumerate() {
            let poisoned: Vec<Poisoned> = density.poisoned(r_syn, r_sem);
            for (i, &(severity, _)) in axes[0].points.iter().enumerate() {
                visit([i, j, k], density.log_density(severity, &poisoned));
            }
        }
    }
}

/// Shrinks the unit cube to the part that holds the mass, two nodes of margin on each side.
fn find_box(density: &Density) -> [Axis; 3] {
    let mut ranges = density.is_identified.map(|identified| {
        if identified {
            Axis::Range { lo: 0.0, hi: 1.0 }
        } else {
            Axis::Ignored
        }
    });
    for _ in 0..MAX_ROUNDS {
        let nodes = ranges.map(|axis| axis.nodes(1));
        let mut profiles = [const { [f64::NEG_INFINITY; POINTS] }; 3];
        each_node(density, &nodes, |at, value| {
            for (profile, index) in profiles.iter_mut().zip(at) {
                profile[index] = profile[index].max(value);
            }
        });
        let mut has_shrunk = false;
        for ((range, profile), nodes) in ranges.iter_mut().zip(&profiles).zip(&nodes) {
            let Axis::Range { lo, hi } = range else {
                continue;
            };
            let best = profile.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let held = |value: &f64| *value >= best - NEGLIGIBLE;
            let first = profile.iter().position(held).unwrap_or(0);
            let last = profile.iter().rposition(held).unwrap_or(POINTS - 1);
            let width = *hi - *lo;
            if let Some(margin) = first.checked_sub(2) {
                *lo = nodes.points[margin].0;
            }
            if let Some(&(margin, _)) = nodes.points.get(last + 2) {
                *hi = margin;
            }
            has_shrunk |= *hi - *lo < 0.9 * width;
        }
        if !has_shrunk {
            break;
        }
    }
    ranges
}

/// The normalised mass of the posterior: its moments, and along each axis the mass of each node.
#[derive(Debug)]
struct Mass<'a> {
    axes: &'a [Nodes; 3],
    along: [Vec<f64>; 3],
    mean: [f64; 3],
    /// Of the severity with each parameter in turn, and of each parameter with itself.
    with_severity: [f64; 3],
    variance: [f64; 3],
}

impl<'a> Mass<'a> {
    fn integrate(density: &Density, axes: &'a [Nodes; 3]) -> Self {
        let mut nodes = Vec::with_capacity(axes.iter().map(|axis| axis.points.len()).product());
        let mut best = f64::NEG_INFINITY;
        each_node(density, axes, |at, value| {
            best = best.max(value);
            nodes.push((at, value));
        });
        let mut total = 0.0;
        let mut along: [Vec<f64>; 3] =
            std::array::from_fn(|axis| vec![0.0; axes[axis].points.len()]);
        for (at, value) in &mut nodes {
            let weight: f64 = (0..3).map(|axis| axes[axis].points[at[axis]].1).product();
            *value = weight * libm::exp(*value - best);
            total += *value;
            for axis in 0..3 {
                along[axis][at[axis]] += *value;
            }
        }
        for mass in along.iter_mut().flatten() {
            *mass /= total;
        }
        let place = |axis: usize, at: usize| axes[axis].points[at].0;
        let mean: [f64; 3] = std::array::from_fn(|axis| {
            along[axis]
                .iter()
                .enumerate()
                .map(|(at, mass)| mass * place(axis, at))
                .sum()
        });
        let variance = std::array::from_fn(|axis| {
            let square = |at| (place(axis, at) - mean[axis]) * (place(axis, at) - mean[axis]);
            along[axis]
                .iter()
                .enumerate()
                .map(|(at, mass)| mass * square(at))
                .sum()
        });
        let mut with_severity = [0.0; 3];
        for (at, mass) in &nodes {
            let severity = place(0, at[0]) - mean[0];
            for axis in 0..3 {
                with_severity[axis] +=
                    mass / total * severity * (place(axis, at[axis]) - mean[axis]);
            }
        }
        Self {
            axes,
            along,
            mean,
            with_severity,
            variance,
        }
    }

    /// The covariance of the severity with a parameter, or the variance of one parameter.
    fn covariance(&self, axis: usize, other: usize) -> f64 {
        if axis == other {
            self.variance[axis]
        } else {
            self.with_severity[other]
        }
    }

    fn marginal(&self, axis: usize, is_identified: bool, level: Level) -> Marginal {
        let (lower, upper) = level.tails();
        if !is_identified {
            return Marginal {
                mean: 0.5,
                sd: (1.0_f64 / 12.0).sqrt(),
                interval: Interval {
                    lo: lower,
                    hi: upper,
                    level,
                },
                is_identified,
            };
        }
        Marginal {
            mean: self.mean[axis],
            sd: self.variance[axis].sqrt(),
            interval: Interval {
                lo: self.quantile(axis, lower),
                hi: self.quantile(axis, upper),
                level,
            },
            is_identified,
        }
    }

    /// Finds the panel that a quantile lies in, then the place in it, by the integral of the polynomial through the
    /// panel's density.
    fn quantile(&self, axis: usize, probability: f64) -> f64 {
        let nodes = &self.axes[axis];
        let mut before = 0.0;
        let mut start = nodes.lo;
        let panels = self.along[axis].chunks_exact(POINTS);
        let n_panels = panels.len();
        for (index, panel) in panels.enumerate() {
            let inside: f64 = panel.iter().sum();
            if before + inside >= probability || index + 1 == n_panels {
                return start + panel_quantile(panel, probability - before) * nodes.panel_width;
            }
            before += inside;
            start += nodes.panel_width;
        }
        start
    }
}

/// The place in [0, 1] of a panel below which it holds `wanted` mass.
fn panel_quantile(masses: &[f64], wanted: f64) -> f64 {
    // Coefficients of the Legendre series of the density: c_k = (2k + 1)/2 Σ wᵢ fᵢ P_k(xᵢ), and the masses are wᵢ fᵢ.
    let rule = gauss_legendre::<POINTS>();
    let mut coefficients = [0.0; POINTS];
    for (&(x, _), mass) in rule.iter().zip(masses) {
        for (k, (coefficient, value)) in coefficients.iter_mut().zip(legendre(x)).enumerate() {
            *coefficient += (k as f64 + 0.5) * mass * value;
        }
    }
    // ∫ P_k from −1 to x is (P_{k+1}(x) − P_{k−1}(x)) / (2k + 1), and x + 1 for k = 0.
    let mass_below = |x: f64| {
        let values = legendre(x);
        let rest: f64 = (1..POINTS)
            .map(|k| coefficients[k] * (values[k + 1] - values[k - 1]) / (2.0 * k as f64 + 1.0))
            .sum();
        coefficients[0] * (x + 1.0) + rest
    };
    let (mut lo, mut hi) = (-1.0, 1.0);
    for _ in 0..60 {
        let middle = (lo + hi) * 0.5;
        if mass_below(middle) < wanted {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    (lo + hi) * 0.25 + 0.5
}

/// `P_0(x)` to `P_POINTS(x)`.
fn legendre(x: f64) -> [f64; POINTS + 1] {
    let mut values = [1.0; POINTS + 1];
    values[1] = x;
    for k in 2..=POINTS {
        let degree = k as f64;
        values[k] =
            ((2.0 * degree - 1.0) * x * values[k - 1] - (degree - 1.0) * values[k - 2]) / degree;
    }
    values
}

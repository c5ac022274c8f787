use super::{FitData, FitRow};
use crate::Layout;

/// The log posterior density up to a constant, with the parameters in the order of [`super::Parameter::ALL`].
#[derive(Clone, Debug)]
pub(super) struct Density {
    layout: Layout,
    rows: Vec<FitRow>,
    /// Whether each row's context can be poisoned at all. A row that cannot adds a constant.
    is_exposed: Vec<bool>,
    /// Whether the likelihood depends on each parameter.
    pub(super) is_identified: [bool; 3],
}

/// The poisoned mass of a row's steps, their mean, and its slopes along the two recovery rates.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Poisoned {
    mass: f64,
    by_syntactic: f64,
    by_semantic: f64,
}

/// Both poisoned states with their slopes, as the recurrence carries them.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    syntactic: Poisoned,
    semantic: Poisoned,
}

impl Chain {
    fn poisoned(&self) -> Poisoned {
        Poisoned {
            mass: self.syntactic.mass + self.semantic.mass,
            by_syntactic: self.syntactic.by_syntactic + self.semantic.by_syntactic,
            by_semantic: self.syntactic.by_semantic + self.semantic.by_semantic,
        }
    }

    /// Equation 2 and its derivatives.
    fn advance(&mut self, row: &FitRow, r_syn: f64, r_sem: f64) {
        let now = self.poisoned();
        let into_syntactic = (1.0 - row.p) * row.syntactic_share;
        let into_semantic = (1.0 - row.p) * (1.0 - row.syntactic_share);
        let (syn, sem) = (self.syntactic, self.semantic);
        self.syntactic = Poisoned {
            mass: (1.0 - now.mass) * into_syntactic + syn.mass * (1.0 - r_syn),
            by_syntactic: -now.by_syntactic * into_syntactic + syn.by_syntactic * (1.0 - r_syn)
                - syn.mass,
            by_semantic: -now.by_semantic * into_syntactic + syn.by_semantic * (1.0 - r_syn),
        };
        self.semantic = Poisoned {
            mass: (1.0 - now.mass) * into_semantic + sem.mass * (1.0 - r_sem),
            by_syntactic: -now.by_syntactic * into_semantic + sem.by_syntactic * (1.0 - r_sem),
            by_semantic: -now.by_semantic * into_semantic + sem.by_semantic * (1.0 - r_sem)
                - sem.mass,
        };
    }
}

impl Density {
    pub(super) fn new(data: &FitData) -> Self {
        let mut density = Self {
            layout: data.layout(),
            rows: data.rows().to_vec(),
            is_exposed: vec![false; data.rows().len()],
            is_identified: [false; 3],
        };
        // The mass is a polynomial in the recovery rates, so where it is not constant it has a slope at almost every point.
        for (index, poisoned) in density.poisoned(0.37, 0.41).into_iter().enumerate() {
            let row = density.rows[index];
            let counts = row.trials > 0 && row.p > 0.0;
            density.is_exposed[index] = counts && poisoned.mass > 0.0;
            let slopes = [poisoned.mass, poisoned.by_syntactic, poisoned.by_semantic];
            for (identified, slope) in density.is_identified.iter_mut().zip(slopes) {
                *identified |= counts && slope != 0.0;
            }
        }
        density
    }

    /// The poisoned mass of each row.
    pub(super) fn poisoned(&self, r_syn: f64, r_sem: f64) -> Vec<Poisoned> {
        let mut chain = Chain::default();
        self.rows
            .iter()
            .map(|row| match self.layout {
                Layout::ConsecutiveRows => {
                    let now = chain.poisoned();
                    chain.advance(row, r_syn, r_sem);
                    now
                }
                Layout::InsideEachDepth => mean_inside(row, r_syn, r_sem),
            })
            .collect()
    }

    /// The log density at a severity, given what [`Self::poisoned`] says of the recovery rates.
    pub(super) fn log_density(&self, severity: f64, poisoned: &[Poisoned]) -> f64 {
        let mut sum = 0.0;
        for ((row, poisoned), _) in self.exposed(poisoned) {
            let g = row.p * (1.0 - severity * poisoned.mass);
            sum += times_log(row.successes, g) + times_log(row.trials - row.successes, 1.0 - g);
        }
        sum
    }

    fn exposed<'a>(
        &'a self,
        poisoned: &'a [Poisoned],
    ) -> impl Iterator<Item = ((&'a FitRow, &'a Poisoned), &'a bool)> {
        self.rows
            .iter()
            .zip(poisoned)
            .zip(&self.is_exposed)
            .filter(|(_, exposed)| **exposed)
    }

    /// The log density and its gradient, for a sampler.
    #[cfg(feature = "nuts")]
    pub(super) fn with_gradient(&self, at: [f64; 3]) -> (f64, [f64; 3]) {
        let [severity, r_syn, r_sem] = at;
        let poisoned = self.poisoned(r_syn, r_sem);
        let mut gradient = [0.0; 3];
        for ((row, poisoned), _) in self.exposed(&poisoned) {
            let g = row.p * (1.0 - severity * poisoned.mass);
            let by_g = row.successes as f64 / g - (row.trials - row.successes) as f64 / (1.0 - g);
            gradient[0] -= by_g * row.p * poisoned.mass;
            gradient[1] -= by_g * row.p * severity * poisoned.by_syntactic;
            gradient[2] -= by_g * row.p * severity * poisoned.by_semantic;
        }
        (self.log_density(severity, &poisoned), gradient)
    }
}

fn mean_inside(row: &FitRow, r_syn: f64, r_sem: f64) -> Poisoned {
    let mut chain = Chain::default();
    let mut sum = Poisoned::default();
    for _ in 0..row.depth {
        let now = chain.poisoned();
        sum.mass += now.mass;
        sum.by_syntactic += now.by_syntactic;
        sum.by_semantic += now.by_semantic;
        chain.advance(row, r_syn, r_sem);
    }
    let n = f64::from(row.depth);
    Poisoned {
        mass: sum.mass / n,
        by_syntactic: sum.by_syntactic / n,
        by_semantic: sum.by_semantic / n,
    }
}

/// `count · ln(probability)`, which is 0 where nothing was counted.
fn times_log(count: u64, probability: f64) -> f64 {
    if count == 0 {
        0.0
    } else {
        count as f64 * libm::log(probability)
    }
}

#[cfg(all(test, feature = "nuts"))]
mod tests {
    use super::*;

    #[test]
    fn gradient_is_the_slope_of_the_density() {
        for layout in [Layout::ConsecutiveRows, Layout::InsideEachDepth] {
            let rows = [(1, 0.9, 50, 60), (3, 0.8, 60, 180), (5, 0.75, 55, 300)].map(
                |(depth, p, successes, trials)| FitRow {
                    depth,
                    p,
                    syntactic_share: 0.3,
                    successes,
                    trials,
                },
            );
            let density = Density::new(&FitData::new(layout, rows.to_vec()).unwrap());
            let at = [0.7, 0.2, 0.4];
            let (_, gradient) = density.with_gradient(at);
            for axis in 0..3 {
                let value = |shift: f64| {
                    let mut at = at;
                    at[axis] += shift;
                    density.with_gradient(at).0
                };
                let slope = (value(1e-6) - value(-1e-6)) / 2e-6;
                assert!(
                    (slope - gradient[axis]).abs() < 1e-4,
                    "{layout:?} axis {axis}: {slope} {}",
                    gradient[axis]
                );
            }
        }
    }
}

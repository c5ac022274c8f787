use serde::Serialize;

/// What the model's parameters say: how bad poison is, and how readily a context sheds it. All in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rates {
    /// π: the share of correctness that a poisoned context costs.
    pub severity: f64,
    /// The chance per step that a context poisoned by a syntactic error is clean again.
    pub syntactic_recovery: f64,
    /// The chance per step that a context poisoned by a semantic error is clean again.
    pub semantic_recovery: f64,
}

impl Rates {
    /// What scoring against a fixed gold trajectory forces: full severity, no recovery.
    pub const FORCED: Self = Self {
        severity: 1.0,
        syntactic_recovery: 0.0,
        semantic_recovery: 0.0,
    };
}

/// What is measured of one step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Local correctness: how often the step is right after a right history, in [0, 1].
    pub p: f64,
    /// The share of its errors that are syntactic, in [0, 1].
    pub syntactic_share: f64,
}

/// How likely a context is in each of the three states. They add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Occupancy {
    /// No error so far, or recovered.
    pub clean: f64,
    /// Poisoned by a syntactic error.
    pub syntactic: f64,
    /// Poisoned by a semantic error.
    pub semantic: f64,
}

impl Occupancy {
    /// Every chain starts clean.
    pub const START: Self = Self {
        clean: 1.0,
        syntactic: 0.0,
        semantic: 0.0,
    };

    /// The poisoned mass x.
    pub fn poisoned(&self) -> f64 {
        self.syntactic + self.semantic
    }

    /// The occupancy one step later, equations 1 and 2 of the propagation paper.
    #[must_use]
    pub fn after(&self, step: Step, rates: &Rates) -> Self {
        let error = self.clean * (1.0 - step.p);
        Self {
            clean: self.clean * step.p
                + self.syntactic * rates.syntactic_recovery
                + self.semantic * rates.semantic_recovery,
            syntactic: error * step.syntactic_share
                + self.syntactic * (1.0 - rates.syntactic_recovery),
            semantic: error * (1.0 - step.syntactic_share)
                + self.semantic * (1.0 - rates.semantic_recovery),
        }
    }
}

/// What the model predicts of one row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Global correctness: how often a step is right in the model's own trajectory.
    pub g: f64,
    /// Net propagation loss `L = 1 − g/p`; `None` where p is 0.
    pub loss: Option<f64>,
}

impl Prediction {
    fn new(g: f64, p: f64) -> Self {
        Self {
            g,
            loss: (p > 0.0).then(|| 1.0 - g / p),
        }
    }

    /// The measured g minus the predicted one.
    pub fn residual(&self, measured_g: f64) -> f64 {
        measured_g - self.g
    }
}

/// How the depths of a suite are read as the time of the recurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Each row is one time step, the shallowest first. This is the reading that reproduces the paper's posterior.
    ConsecutiveRows,
    /// Each depth runs the recurrence from a clean start through its own steps, all with that depth's p and share; its
    /// g is their mean.
    InsideEachDepth,
}

/// The prediction of each step of a chain: `g = p(1 − πx)`.
pub fn predict_steps(steps: &[Step], rates: &Rates) -> Vec<Prediction> {
    let mut occupancy = Occupancy::START;
    steps
        .iter()
        .map(|&step| {
            let g = step.p * (1.0 - rates.severity * occupancy.poisoned());
            occupancy = occupancy.after(step, rates);
            Prediction::new(g, step.p)
        })
        .collect()
}

/// The prediction of each row of `(depth, step)`, in the order given, under either layout.
///
/// Under [`Layout::ConsecutiveRows`] the depths themselves do not matter. A depth of 0 is read as 1.
pub fn predict_rows(layout: Layout, rows: &[(u32, Step)], rates: &Rates) -> Vec<Prediction> {
    match layout {
        Layout::ConsecutiveRows => {
            let steps: Vec<Step> = rows.iter().map(|&(_, step)| step).collect();
            predict_steps(&steps, rates)
        }
        Layout::InsideEachDepth => rows
            .iter()
            .map(|&(depth, step)| {
                let chain = vec![step; depth.max(1) as usize];
                let sum: f64 = predict_steps(&chain, rates).iter().map(|one| one.g).sum();
                Prediction::new(sum / chain.len() as f64, step.p)
            })
            .collect(),
    }
}

/// Equation 3, with no parameter to fit: from the p of each step of a chain, `g = c·p` and `L = 1 − c`, where c is the
/// product of the earlier p.
///
/// It is exact where p is measured on the clean steps of the free-running arm and poisoned steps are never right; with
/// the teacher-forced p it leaves a residual.
pub fn identity(p: &[f64]) -> Vec<Prediction> {
    let mut clean = 1.0;
    p.iter()
        .map(|&p| {
            let g = clean * p;
            let loss = 1.0 - clean;
            clean = g;
            Prediction {
                g,
                loss: Some(loss),
            }
        })
        .collect()
}

/// Equation 3 pooled over a chain's steps, as a depth's row pools them: the mean g, and `L = 1 − Σg/Σp`.
///
/// `None` of a chain without steps.
pub fn identity_pooled(p: &[f64]) -> Option<Prediction> {
    if p.is_empty() {
        return None;
    }
    let n = p.len() as f64;
    let g: f64 = identity(p).iter().map(|step| step.g).sum();
    Some(Prediction::new(g / n, p.iter().sum::<f64>() / n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_rates_turn_the_recurrence_into_the_identity() {
        let p = [0.9, 0.7, 0.65, 0.8, 0.3];
        for syntactic_share in [0.0, 0.3, 1.0] {
            let steps = p.map(|p| Step { p, syntactic_share });
            for (model, identity) in predict_steps(&steps, &Rates::FORCED)
                .iter()
                .zip(identity(&p))
            {
                assert!(
                    (model.g - identity.g).abs() < 1e-15,
                    "{model:?} {identity:?}"
                );
            }
        }
    }

    #[test]
    fn loss_is_severity_times_poisoned_mass() {
        let rates = Rates {
            severity: 0.6,
            syntactic_recovery: 0.5,
            semantic_recovery: 0.2,
        };
        let step = Step {
            p: 0.7,
            syntactic_share: 0.25,
        };
        // By hand: x₂ = .3; s₃ = .7·.3·.25 + .075·.5 = .09, m₃ = .7·.3·.75 + .225·.8 = .3375.
        let losses: Vec<f64> = predict_steps(&[step; 3], &rates)
            .iter()
            .filter_map(|one| one.loss)
            .collect();
        let expect = [0.0, 0.6 * 0.3, 0.6 * 0.4275];
        assert_eq!(losses.len(), 3);
        for (loss, expect) in losses.iter().zip(expect) {
            assert!((loss - expect).abs() < 1e-15, "{losses:?}");
        }
        let depth = predict_rows(Layout::InsideEachDepth, &[(3, step)], &rates)[0];
        assert!(
            (depth.loss.unwrap() - expect.iter().sum::<f64>() / 3.0).abs() < 1e-15,
            "{depth:?}"
        );
    }

    #[test]
    fn states_add_up_to_one() {
        let rates = Rates {
            severity: 0.6,
            syntactic_recovery: 0.9,
            semantic_recovery: 0.05,
        };
        let mut occupancy = Occupancy::START;
        for i in 0..50 {
            let step = Step {
                p: f64::from(i % 7) / 6.0,
                syntactic_share: f64::from(i % 3) / 2.0,
            };
            occupancy = occupancy.after(step, &rates);
            let total = occupancy.clean + occupancy.poisoned();
            assert!((total - 1.0).abs() < 1e-12, "step {i}: {occupancy:?}");
        }
    }
}

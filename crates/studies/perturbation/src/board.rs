//! The leaderboard's numbers from counts (eqs. 2 to 6).

use faultline_stats::ratio;

use crate::{Family, Severity};

/// Successes and records of the four families at the four severities, clean first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FamilyCounts {
    /// Successes, by family and severity.
    pub successes: [[u64; 4]; 4],
    /// Measured records, by family and severity.
    pub trials: [[u64; 4]; 4],
}

/// What a leaderboard says of a model; `None` where a condition that belongs to it has no record.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Board {
    /// Success on clean records, those of all families pooled (eq. 3).
    pub clean: Option<f64>,
    /// The mean of the families' robustness (eq. 5).
    pub overall: Option<f64>,
    /// Each family's robustness: the mean of its success at light, medium and heavy (eq. 4).
    pub robust: [Option<f64>; 4],
    /// Clean success less each family's robustness (eq. 6).
    pub drop: [Option<f64>; 4],
    /// Each family's own clean success less its robustness.
    pub own_drop: [Option<f64>; 4],
    /// Success on heavy records, those of all families pooled: with as many of each subtype, the mean over the subtypes.
    pub heavy_macro: Option<f64>,
}

impl FamilyCounts {
    /// The numbers that these counts give.
    ///
    /// ```
    /// let mut counts = faultline_perturbation::FamilyCounts::default();
    /// counts.trials = [[48, 144, 144, 144], [48, 192, 192, 192], [48, 192, 192, 192], [48, 144, 144, 144]];
    /// // claude-sonnet-4-6 of the paper's Table 17.
    /// counts.successes = [[48, 144, 140, 134], [48, 187, 167, 98], [48, 127, 120, 80], [48, 140, 102, 80]];
    /// let board = counts.board();
    /// assert_eq!(format!("{:.3}", board.overall.unwrap()), "0.766");
    /// assert_eq!(format!("{:.3}", board.heavy_macro.unwrap()), "0.583");
    /// ```
    pub fn board(&self) -> Board {
        let success = |family: usize, severity: usize| {
            ratio(
                self.successes[family][severity],
                self.trials[family][severity],
            )
        };
        let pooled = |severity: usize| {
            let sum = |counts: &[[u64; 4]; 4]| counts.iter().map(|family| family[severity]).sum();
            ratio(sum(&self.successes), sum(&self.trials))
        };
        let less = |from: Option<f64>, value: Option<f64>| Some(from? - value?);
        let clean = pooled(0);
        let robust: [Option<f64>; 4] = std::array::from_fn(|family| {
            Some((success(family, 1)? + success(family, 2)? + success(family, 3)?) / 3.0)
        });
        let overall = (|| Some((robust[0]? + robust[1]? + robust[2]? + robust[3]?) / 4.0))();
        Board {
            clean,
            overall,
            robust,
            drop: robust.map(|robust| less(clean, robust)),
            own_drop: std::array::from_fn(|family| less(success(family, 0), robust[family])),
            heavy_macro: pooled(3),
        }
    }

    /// The counts from one row of sums: for each family and severity in order, successes and records.
    pub(crate) fn from_sums(sums: &[u64; 32]) -> Self {
        let at = |family: usize, severity: usize, which: usize| {
            sums[(family * 4 + severity) * 2 + which]
        };
        let all = |which| {
            std::array::from_fn(|family| {
                std::array::from_fn(|severity| at(family, severity, which))
            })
        };
        Self {
            successes: all(0),
            trials: all(1),
        }
    }

    /// Where the successes of a condition stand in such a row; its records follow.
    pub(crate) fn place(family: Family, severity: Severity) -> usize {
        (family as usize * 4 + severity as usize) * 2
    }
}

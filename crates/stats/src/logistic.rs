use serde::Serialize;

/// Steps of Newton's method, after which the fit stands as it is.
const STEPS: u32 = 50;

/// The most that a coefficient changes in one step.
const LONGEST: f64 = 2.0;

/// A logistic regression (Cox 1958): the log-odds of a positive are linear in the features.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Logistic {
    /// The mean of each feature, by which it is centred.
    pub means: Vec<f64>,
    /// The standard deviation of each feature, by which it is divided; 1 where it does not vary.
    pub deviations: Vec<f64>,
    /// The log-odds where every feature has its mean.
    pub intercept: f64,
    /// The coefficient of each standardised feature.
    pub coefficients: Vec<f64>,
}

impl Logistic {
    /// Fits rows of features, each with whether it is a positive.
    ///
    /// Features are standardised. Positives and negatives weigh the same in sum, however many there are of each. A ridge penalty of
    /// `ridge` times half the squared length of the coefficients, the intercept left out, keeps the fit finite where the classes can be
    /// separated; weights add up to 1 for each class, so 0.01 is little and 1 is much. By Newton's method from zero, a fixed number of
    /// steps at most, so that the same rows give the same bits.
    ///
    /// `None` where there is no positive or no negative, where rows differ in length, or where a feature is not finite.
    pub fn fit(rows: &[(Vec<f64>, bool)], ridge: f64) -> Option<Self> {
        let width = rows.first()?.0.len();
        let fits =
            |row: &(Vec<f64>, bool)| row.0.len() == width && row.0.iter().all(|x| x.is_finite());
        let n_positives = rows.iter().filter(|row| row.1).count();
        if n_positives == 0 || n_positives == rows.len() || !rows.iter().all(fits) {
            return None;
        }
        let n = rows.len() as f64;
        let mean = |place: usize| rows.iter().map(|row| row.0[place]).sum::<f64>() / n;
        let means: Vec<f64> = (0..width).map(mean).collect();
        let deviation = |place: usize| {
            let squares = rows.iter().map(|row| (row.0[place] - means[place]).powi(2));
            let deviation = (squares.sum::<f64>() / n).sqrt();
            if deviation > 0.0 { deviation } else { 1.0 }
        };
        let deviations: Vec<f64> = (0..width).map(deviation).collect();
        let mut fit = Self {
            coefficients: vec![0.0; width],
            intercept: 0.0,
            means,
            deviations,
        };
        let (of_positive, of_negative) = (1.0 / n_positives as f64, 1.0 / (n - n_positives as f64));
        for _ in 0..STEPS {
            // The intercept is the coefficient of a feature that is always 1.
            let mut gradient = vec![0.0; width + 1];
            let mut curvature = vec![vec![0.0; width + 1]; width + 1];
            for (features, is_positive) in rows {
                let x = fit.standardised(features);
                let p = probability(fit.log_odds_of(&x));
                let (weight, target) = if *is_positive {
                    (of_positive, 1.0)
                } else {
                    (of_negative, 0.0)
                };
                for (one, x_one) in x.iter().chain([&1.0]).enumerate() {
                    gradient[one] += weight * (target - p) * x_one;
                    for (other, x_other) in x.iter().chain([&1.0]).enumerate() {
                        curvature[one][other] += weight * p * (1.0 - p) * x_one * x_other;
                    }
                }
            }
            for place in 0..width {
                gradient[place] -= ridge * fit.coefficients[place];
                curvature[place][place] += ridge;
            }
            // Probabilities of 0 and 1 leave the intercept without curvature.
            curvature[width][width] += 1e-9;
            let Some(mut step) = solved(curvature, gradient) else {
                break;
            };
            // A step that leaps is shortened: the logarithm of the likelihood is a parabola only nearby.
            let longest = step.iter().map(|change| change.abs()).fold(0.0, f64::max);
            if longest > LONGEST {
                for change in &mut step {
                    *change *= LONGEST / longest;
                }
            }
            for (coefficient, change) in fit.coefficients.iter_mut().zip(&step) {
                *coefficient += change;
            }
            fit.intercept += step[width];
            if step.iter().all(|change| change.abs() < 1e-10) {
                break;
            }
        }
        Some(fit)
    }

    /// The log-odds of a positive, for as many features as were fitted; those that are missing count as their means.
    pub fn log_odds(&self, features: &[f64]) -> f64 {
        self.log_odds_of(&self.standardised(features))
    }

    fn standardised(&self, features: &[f64]) -> Vec<f64> {
        let scales = self.means.iter().zip(&self.deviations);
        let scaled = features.iter().zip(scales);
        scaled
            .map(|(x, (mean, deviation))| (x - mean) / deviation)
            .collect()
    }

    fn log_odds_of(&self, standardised: &[f64]) -> f64 {
        let products = self.coefficients.iter().zip(standardised);
        self.intercept
            + products
                .map(|(coefficient, x)| coefficient * x)
                .sum::<f64>()
    }
}

/// The probability of these log-odds.
fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// The solution of a system of linear equations, by elimination with the greatest pivot; `None` where there is none.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|one, other| {
            matrix[*one][column]
                .abs()
                .total_cmp(&matrix[*other][column].abs())
        })?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let head = matrix[column].clone();
        if head[column].abs() < 1e-300 {
            return None;
        }
        for row in column + 1..n {
            let share = matrix[row][column] / head[column];
            for (cell, above) in matrix[row].iter_mut().zip(&head).skip(column) {
                *cell -= share * above;
            }
            right[row] -= share * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n)
            .map(|place| matrix[row][place] * right[place])
            .sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_odds_of_a_table_of_two_by_two_are_its_own() {
        // Of those with the feature 3 of 4 are positive, of those without 1 of 4: log-odds of log 3 and -log 3, apart from the penalty.
        let rows: Vec<(Vec<f64>, bool)> = (0..8)
            .map(|place| {
                (
                    vec![f64::from(u8::from(place < 4))],
                    matches!(place, 0 | 1 | 2 | 4),
                )
            })
            .collect();
        let fit = Logistic::fit(&rows, 1e-9).unwrap();
        let three = libm::log(3.0);
        assert!((fit.log_odds(&[1.0]) - three).abs() < 1e-6, "{fit:?}");
        assert!((fit.log_odds(&[0.0]) + three).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn classes_that_can_be_separated_have_a_finite_fit_and_one_class_has_none() {
        let rows = [(vec![0.0, 5.0], false), (vec![1.0, 5.0], true)];
        let fit = Logistic::fit(&rows, 0.01).unwrap();
        assert!(
            fit.log_odds(&[1.0, 5.0]) > 0.5 && fit.log_odds(&[1.0, 5.0]).is_finite(),
            "{fit:?}"
        );
        assert_eq!(Logistic::fit(&rows[..1], 0.01), None);
        assert_eq!(Logistic::fit(&[], 0.01), None);
        let infinite = [(vec![f64::INFINITY], false), (vec![1.0], true)];
        assert_eq!(Logistic::fit(&infinite, 0.01), None);
    }
}

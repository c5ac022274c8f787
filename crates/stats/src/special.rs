//! Distribution functions, written with `libm` alone so that every machine computes the same bits.

use core::f64::consts::{LN_2, PI, SQRT_2};

/// `ln B(a, b)`, for a and b above zero.
fn ln_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// `ln(x^a (1 − x)^b / B(a, b))`.
fn ln_beta_kernel(a: f64, b: f64, x: f64) -> f64 {
    a * libm::log(x) + b * libm::log1p(-x) - ln_beta(a, b)
}

/// The distribution function of Beta(a, b) at x, the regularised incomplete beta function `I_x(a, b)`.
///
/// a and b must be above zero; x is clamped to [0, 1]. By Lentz's evaluation of the continued fraction 8.17.22 of the
/// NIST Digital Library of Mathematical Functions. Relative error below 1e-9 for a + b up to a million.
pub fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = libm::exp(ln_beta_kernel(a, b, x));
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(a, b, x) / a
    } else {
        1.0 - front * beta_fraction(b, a, 1.0 - x) / b
    }
}

fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..20_000_u32 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        value *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        value *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// The quantile of Beta(a, b): the x at which [`beta_cdf`] is `probability`, by Newton's method in a shrinking bracket.
///
/// a and b must be above zero; a probability at or below 0 gives 0, at or above 1 gives 1.
pub fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    if probability <= 0.0 {
        return 0.0;
    }
    if probability >= 1.0 {
        return 1.0;
    }
    let (mut lo, mut hi) = (0.0, 1.0);
    let mut x = a / (a + b);
    for _ in 0..200 {
        let excess = beta_cdf(a, b, x) - probability;
        if excess > 0.0 {
            hi = x;
        } else {
            lo = x;
        }
        let density = libm::exp(ln_beta_kernel(a, b, x)) / (x * (1.0 - x));
        let newton = x - excess / density;
        let next = if newton > lo && newton < hi {
            newton
        } else {
            lo + (hi - lo) / 2.0
        };
        let is_settled = (next - x).abs() <= f64::EPSILON * next;
        x = next;
        if is_settled {
            break;
        }
    }
    x
}

/// The distribution function of the standard normal.
pub fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / SQRT_2) / 2.0
}

/// The quantile of the standard normal; a probability at or below 0 gives −∞, at or above 1 gives +∞.
///
/// Newton's method on the logarithm of [`normal_cdf`], which is concave, from a point below the root. A probability
/// closer than 1e-300 to 0 is read as 1e-300.
pub fn normal_quantile(probability: f64) -> f64 {
    if probability <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if probability >= 1.0 {
        return f64::INFINITY;
    }
    if probability > 0.5 {
        return -normal_quantile(1.0 - probability);
    }
    let wanted = libm::log(probability.max(1e-300));
    // Machines differ in the sign of the larger of two zeros, so this is no `max`.
    let square = -2.0 * (wanted + LN_2);
    let mut z = if square > 0.0 { -square.sqrt() } else { 0.0 };
    for _ in 0..100 {
        let below = normal_cdf(z);
        let density = libm::exp(-z * z / 2.0) / (2.0 * PI).sqrt();
        let step = (libm::log(below) - wanted) * below / density;
        z -= step;
        if step.abs() <= f64::EPSILON * z.abs() {
            break;
        }
    }
    z
}

/// Nodes in (−1, 1), ascending, and weights of the Gauss-Legendre rule of `N` points.
pub(crate) fn gauss_legendre<const N: usize>() -> [(f64, f64); N] {
    let mut rule = [(0.0, 0.0); N];
    let n = N as f64;
    for (i, point) in rule.iter_mut().enumerate() {
        let mut x = -libm::cos(PI * (i as f64 + 0.75) / (n + 0.5));
        let mut slope = 1.0;
        for _ in 0..8 {
            let (value, before) = legendre_pair(N, x);
            slope = n * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        *point = (x, 2.0 / ((1.0 - x * x) * slope * slope));
    }
    rule
}

/// `P_n(x)` and `P_{n−1}(x)`, for n of at least 1.
fn legendre_pair(n: usize, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    for k in 2..=n {
        let k = k as f64;
        (before, value) = (
            value,
            ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k,
        );
    }
    (value, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_invert_their_distribution() {
        for (a, b) in [
            (1.0, 1.0),
            (6.0, 2.0),
            (1.0, 510.0),
            (43.0, 19.0),
            (4000.0, 6000.0),
        ] {
            for p in [1e-6, 0.055, 0.5, 0.945, 1.0 - 1e-6] {
                let x = beta_quantile(a, b, p);
                assert!(
                    (beta_cdf(a, b, x) - p).abs() < 1e-12,
                    "Beta({a}, {b}) at {p}: {x}"
                );
            }
        }
        for p in [1e-12, 0.025, 0.5, 0.975] {
            assert!(
                (normal_cdf(normal_quantile(p)) - p).abs() < 1e-14,
                "normal at {p}"
            );
        }
        assert!(
            (normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14,
            "textbook value"
        );
    }

    #[test]
    fn gauss_legendre_is_exact_to_degree_two_n_minus_one() {
        let rule = gauss_legendre::<16>();
        for degree in 0..32_u32 {
            let integral: f64 = rule
                .iter()
                .map(|&(x, w)| w * libm::pow(x, f64::from(degree)))
                .sum();
            let exact = if degree % 2 == 0 {
                2.0 / f64::from(degree + 1)
            } else {
                0.0
            };
            assert!(
                (integral - exact).abs() < 1e-14,
                "degree {degree}: {integral}"
            );
        }
    }
}

use crate::beta_cdf;

/// The exact two-sided sign test: how likely it is that of `up + down` fair coins at least as many fall on one side as the greater of the
/// two did. Ties are left out beforehand. In (0, 1]; `None` where nothing moved.
///
/// The tail of the binomial distribution at one half is the regularised incomplete beta function (NIST Digital Library of Mathematical
/// Functions, 8.17.5).
///
/// ```
/// let p = faultline_stats::sign_test(51, 0).unwrap();
/// assert_eq!(format!("{p:.1e}"), "8.9e-16");
/// ```
pub fn sign_test(up: u64, down: u64) -> Option<f64> {
    let (more, fewer) = (up.max(down), up.min(down));
    if more == 0 {
        return None;
    }
    let tail = beta_cdf(more as f64, fewer as f64 + 1.0, 0.5);
    Some((2.0 * tail).min(1.0))
}

use crate::{Interval, Level, beta_quantile};

/// The exact two-sided interval of Clopper and Pearson (1934) for `successes` of `trials`.
///
/// Each tail holds at most half of what the level leaves. At 0 the lower end is 0, at `trials` the upper end is 1.
/// `None` where there is no trial or more successes than trials.
pub fn clopper_pearson(successes: u64, trials: u64, level: Level) -> Option<Interval> {
    let tail = level.tails().0;
    Some(Interval {
        lo: lower(successes, trials, tail)?,
        hi: upper(successes, trials, tail)?,
        level,
    })
}

/// The interval of [`clopper_pearson`] in words, to stand beside another.
pub fn exact_words(successes: u64, trials: u64, level: Level) -> Option<String> {
    let exact = clopper_pearson(successes, trials, level)?;
    Some(format!("exact binomial [{:.3}, {:.3}]", exact.lo, exact.hi))
}

/// The exact one-sided upper bound for `successes` of `trials`: `1 − (1 − level)^(1/n)` at none of n.
///
/// `None` where there is no trial or more successes than trials.
pub fn upper_bound(successes: u64, trials: u64, level: Level) -> Option<f64> {
    upper(successes, trials, 1.0 - level.get())
}

/// The rate at which `successes` or fewer have probability `tail`.
fn upper(successes: u64, trials: u64, tail: f64) -> Option<f64> {
    let failures = trials.checked_sub(successes).filter(|_| trials > 0)?;
    Some(match (successes, failures) {
        (_, 0) => 1.0,
        (0, _) => -libm::expm1(libm::log(tail) / trials as f64),
        _ => beta_quantile(successes as f64 + 1.0, failures as f64, 1.0 - tail),
    })
}

/// The rate at which `successes` or more have probability `tail`.
fn lower(successes: u64, trials: u64, tail: f64) -> Option<f64> {
    let failures = trials.checked_sub(successes).filter(|_| trials > 0)?;
    Some(match (successes, failures) {
        (0, _) => 0.0,
        (_, 0) => libm::exp(libm::log(tail) / trials as f64),
        _ => beta_quantile(successes as f64, failures as f64 + 1.0, tail),
    })
}

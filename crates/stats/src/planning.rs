use crate::Interval;

/// How many tasks the interval of a statistic needs to be `wanted_width` wide, from the interval that `n_tasks` gave.
///
/// The width of an interval goes with `1/√n`, so `n · (measured / wanted)²`, rounded up, and never less than one task.
/// That holds for the bootstrap of a smooth statistic away from its boundary; close to 0 or 1 it promises too little.
/// `None` where the measured interval has no width (it says nothing of the spread), where there was no task, or where
/// the wanted width is not a positive number.
pub fn tasks_for_width(measured: &Interval, n_tasks: u64, wanted_width: f64) -> Option<u64> {
    let ratio = measured.width() / wanted_width;
    if n_tasks == 0 || !(wanted_width > 0.0 && ratio > 0.0 && ratio.is_finite()) {
        return None;
    }
    let needed = libm::ceil(n_tasks as f64 * ratio * ratio).max(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number of at least 1; the cast saturates"
    )]
    let needed = needed as u64;
    Some(needed)
}

/// Cohen's h (1988): how far two proportions lie apart, `2 asin √first − 2 asin √second`, in [−π, π].
///
/// 0.2 is called small, 0.5 medium, 0.8 large. `None` where either lies outside [0, 1].
pub fn cohens_h(first: f64, second: f64) -> Option<f64> {
    let angle = |rate: f64| {
        (0.0..=1.0)
            .contains(&rate)
            .then(|| 2.0 * libm::asin(rate.sqrt()))
    };
    Some(angle(first)? - angle(second)?)
}

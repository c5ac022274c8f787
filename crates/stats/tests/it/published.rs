//! Numbers printed in the propagation paper, recomputed from the counts that they invert to.

use faultline_stats::{
    Bootstrap, Layout, Level, Proportion, bootstrap, clopper_pearson, difference, quadrature,
    upper_bound,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::data::{ALLAM, LLAMA, Row, fit_data, llama_depth_two};

/// Compares within half a unit of the last of `digits` printed decimals.
#[track_caller]
fn printed(value: f64, expect: f64, digits: i32) {
    let half = 0.5 * libm::pow(10.0, f64::from(-digits));
    assert!(
        (value - expect).abs() <= half * 1.000_001,
        "{value} is not printed as {expect}"
    );
}

#[test]
fn table_3() {
    let check = |rows: &[Row], expect: &[[f64; 3]]| {
        assert_eq!(rows.len(), expect.len());
        for (&(_, teacher_forced, free, trials), expect) in rows.iter().zip(expect) {
            let rate = |successes| Proportion { successes, trials }.rate().unwrap();
            let (p, g) = (rate(teacher_forced), rate(free));
            printed(p, expect[0], 3);
            printed(g, expect[1], 3);
            printed(1.0 - g / p, expect[2], 3);
        }
    };
    check(
        &LLAMA,
        &[
            [0.700, 0.700, 0.0],
            [0.692, 0.592, 0.145],
            [0.600, 0.365, 0.391],
            [0.572, 0.179, 0.686],
            [0.543, 0.174, 0.680],
        ],
    );
    check(
        &ALLAM,
        &[
            [0.533, 0.533, 0.0],
            [0.383, 0.350, 0.087],
            [0.427, 0.208, 0.514],
            [0.475, 0.150, 0.684],
        ],
    );
}

#[test]
fn loss_at_depth_two_with_both_arms_resampled_together() {
    let tasks = llama_depth_two();
    let settings = Bootstrap {
        resamples: 10_000,
        level: Level::EIGHTY_NINE,
        seed: 1,
        label: "depth two",
    };
    let [loss] = bootstrap(&[&tasks], &settings, |&[p, g]| {
        [(p > 0).then(|| 1.0 - g as f64 / p as f64)]
    });
    printed(loss.value.unwrap(), 0.145, 3);
    // Printed [.082, .222]; another program's paired bootstrap of the same tasks gives [.084, .215].
    let interval = loss.interval.unwrap();
    assert!(
        (interval.lo - 0.084).abs() < 0.004 && (interval.hi - 0.215).abs() < 0.008,
        "{interval:?}"
    );
    assert!(!loss.needs_exact());
}

#[test]
fn severity_by_taking_rows_as_time_steps_and_inside_each_depth() {
    let check = |layout, rows: &[Row], mean: f64, (lo, hi): (f64, f64), digits| {
        let posterior = quadrature(&fit_data(layout, rows, 0.0), Level::EIGHTY_NINE);
        assert!(posterior.grid_error < 1e-4, "{posterior:?}");
        let severity = posterior.severity;
        printed(severity.mean, mean, digits);
        printed(severity.interval.lo, lo, digits);
        printed(severity.interval.hi, hi, digits);
        assert!(severity.is_identified && posterior.semantic_recovery.is_identified);
        assert!(
            !posterior.syntactic_recovery.is_identified,
            "no syntactic errors, nothing to learn from"
        );
        // Severity and recovery trade against each other: what the paper's diagnostics are silent about.
        assert!(posterior.correlation_semantic > 0.1, "{posterior:?}");
    };
    check(Layout::ConsecutiveRows, &LLAMA, 0.913, (0.839, 0.985), 3);
    check(Layout::ConsecutiveRows, &ALLAM, 0.729, (0.638, 0.834), 3);
    check(Layout::InsideEachDepth, &LLAMA, 0.97, (0.93, 1.00), 2);
    check(Layout::InsideEachDepth, &ALLAM, 0.94, (0.85, 0.99), 2);
}

#[test]
fn upper_bounds_of_none_of_n() {
    for (n, bound, digits) in [
        (510, 0.0059, 4),
        (335, 0.0089, 4),
        (16, 0.171, 3),
        (8, 0.312, 3),
    ] {
        let value = upper_bound(0, n, Level::NINETY_FIVE).unwrap();
        printed(value, bound, digits);
        let closed = 1.0 - libm::pow(0.05, 1.0 / n as f64);
        assert!((value - closed).abs() < 1e-14, "{n}: {value} {closed}");
    }
    assert_eq!(upper_bound(0, 0, Level::NINETY_FIVE), None);
    assert_eq!(upper_bound(5, 5, Level::NINETY_FIVE), Some(1.0));
}

#[test]
fn terminal_share_of_six_of_seven() {
    let interval = clopper_pearson(6, 7, Level::EIGHTY_NINE).unwrap();
    printed(interval.lo, 0.488, 3);
    printed(interval.hi, 0.992, 3);
}

#[test]
fn discrimination() {
    // The only halves of 680 steps that print .597, .774, −.176 and −5.0; and one of many of 1,014 that print .146, 4.7.
    let check = |even: (u64, u64), odd: (u64, u64), value: f64, z: f64| {
        let rate = |(successes, trials)| Proportion { successes, trials };
        let difference = difference(rate(even), rate(odd), Level::EIGHTY_NINE).unwrap();
        printed(difference.value, value, 3);
        printed(difference.z.unwrap(), z, 1);
        assert!(!difference.interval.contains(0.0));
    };
    check((203, 340), (263, 340), -0.176, -5.0);
    check((284, 505), (212, 509), 0.146, 4.7);
    // A model that derives the rule has no spread, so no z.
    let perfect = Proportion {
        successes: 150,
        trials: 150,
    };
    let never = Proportion {
        successes: 0,
        trials: 148,
    };
    let strict = difference(perfect, never, Level::EIGHTY_NINE).unwrap();
    assert_eq!((strict.value, strict.z), (1.0, None));
}

//! The same bits on every machine: each check folds the bits of many results into one recorded number.

use faultline_stats::{
    Bootstrap, FitData, Layout, Level, Proportion, beta_cdf, beta_quantile, bootstrap,
    clopper_pearson, difference, normal_quantile, quadrature, wilson,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::data::{LLAMA, fit_data, llama_depth_two, mixed};

/// Folds the bits of all values by FNV-1a.
fn fold(values: impl IntoIterator<Item = f64>) -> u64 {
    values
        .into_iter()
        .flat_map(|value| value.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

#[track_caller]
fn recorded(values: impl IntoIterator<Item = f64>, expect: u64) {
    let found = fold(values);
    assert_eq!(found, expect, "found {found:#x}");
}

#[test]
fn exact_intervals() {
    let counts = (1..60_u64).flat_map(|n| (0..=n).map(move |k| (k, n)));
    let intervals = counts.flat_map(|(k, n)| {
        let exact = clopper_pearson(k, n, Level::EIGHTY_NINE).unwrap();
        let score = wilson(
            Proportion {
                successes: k,
                trials: n,
            },
            Level::NINETY_FIVE,
        )
        .unwrap();
        let half = Proportion {
            successes: n / 2,
            trials: n,
        };
        let wald = difference(
            Proportion {
                successes: k,
                trials: n,
            },
            half,
            Level::EIGHTY_NINE,
        )
        .unwrap();
        [
            exact.lo,
            exact.hi,
            score.lo,
            score.hi,
            wald.interval.lo,
            wald.interval.hi,
        ]
    });
    recorded(intervals, 0x9120_7821_6338_7c4f);
}

#[test]
fn distributions() {
    let values = (1..200_u32).flat_map(|i| {
        let x = f64::from(i) / 200.0;
        [
            beta_cdf(3.5, 120.25, x),
            beta_quantile(400.0, 3.0, x),
            beta_quantile(1.5, 2.5, x),
            normal_quantile(x),
        ]
    });
    recorded(values, 0xf09c_5df6_dcf3_4c86);
}

#[test]
fn resamples() {
    let tasks = llama_depth_two();
    let settings = Bootstrap {
        resamples: 500,
        level: Level::EIGHTY_NINE,
        seed: 7,
        label: "bits",
    };
    let [p, loss] = bootstrap(&[&tasks[..20], &tasks[20..]], &settings, |&[p, g]| {
        [
            Some(p as f64 / 120.0),
            (p > 0).then(|| 1.0 - g as f64 / p as f64),
        ]
    });
    recorded(
        [p, loss]
            .iter()
            .filter_map(|one| one.interval)
            .flat_map(|one| [one.lo, one.hi]),
        0x2317_b655_e573_7873,
    );
}

#[test]
fn posterior() {
    let mixed = mixed([
        (1, 0.9, 0.5, 54, 60),
        (3, 0.85, 0.4, 120, 180),
        (6, 0.8, 0.3, 150, 360),
    ]);
    let fits = [Layout::ConsecutiveRows, Layout::InsideEachDepth]
        .into_iter()
        .flat_map(|layout| {
            [
                fit_data(layout, &LLAMA, 0.0),
                FitData::new(layout, mixed.clone()).unwrap(),
            ]
        });
    let values = fits.flat_map(|data| {
        let fit = quadrature(&data, Level::EIGHTY_NINE);
        let marginals = [fit.severity, fit.syntactic_recovery, fit.semantic_recovery];
        let numbers = marginals.map(|one| [one.mean, one.sd, one.interval.lo, one.interval.hi]);
        numbers
            .into_iter()
            .flatten()
            .chain([fit.correlation_syntactic, fit.correlation_semantic])
    });
    recorded(values, 0xf521_7dee_99ac_7f61);
}

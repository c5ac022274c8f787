//! Agreement, rank correlation and effect size against printed values, and `NumPy`'s generator against recorded draws.

use faultline_stats::{Level, NumpyRng, bootstrap, cohens_h, kappa, numpy_bootstrap, spearman};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Table 3 of the injection paper and its kappa in Table 2; Cohen's own example of three categories (1960, table 1, in per cent).
#[test]
fn printed_kappas() {
    let ensemble = kappa(&[[19, 6], [19, 56]]).unwrap();
    assert_eq!(format!("{:.3}", ensemble.value), "0.432");
    assert_eq!(ensemble.n, 100);
    let interval = ensemble.interval(Level::NINETY_FIVE);
    assert!(interval.contains(ensemble.value) && interval.width() < 0.4);

    let cohen = kappa(&[[88, 14, 18], [10, 40, 10], [2, 6, 12]]).unwrap();
    assert_eq!(format!("{:.3}", cohen.value), "0.492");
    assert_eq!(
        format!("{:.2} {:.2}", cohen.observed, cohen.expected),
        "0.70 0.41"
    );
}

#[test]
fn kappa_is_undefined_where_chance_explains_all() {
    assert_eq!(kappa(&[[0, 0], [0, 0]]), None);
    assert_eq!(kappa(&[[30, 0], [0, 0]]), None);
    assert_eq!(kappa(&[[0, 0], [0, 7]]), None);
    // One of them used one category: agreement is what chance gives, and is defined.
    let value = |table| format!("{}", kappa(&table).unwrap().value);
    assert_eq!(value([[5, 5], [0, 0]]), "0");
    assert_eq!(value([[5, 0], [0, 5]]), "1");
    assert_eq!(value([[0, 5], [5, 0]]), "-1");
}

/// Table 6 of the injection paper: rejection and recovery of its thirteen models, printed ρ = 0.041, p = 0.893.
#[test]
fn printed_rank_correlation() {
    let table_6 = [
        (48.0, 57.1),
        (62.5, 26.3),
        (49.5, 33.3),
        (37.5, 2.9),
        (26.0, 18.2),
        (60.0, 15.6),
        (95.0, 50.0),
        (50.0, 33.3),
        (57.5, 10.5),
        (50.5, 14.3),
        (27.0, 19.6),
        (73.0, 20.0),
        (26.0, 37.5),
    ];
    let found = spearman(&table_6).unwrap();
    assert_eq!(
        format!("{:.3} {:.3}", found.rho, found.p_value),
        "0.041 0.893"
    );
    let interval = found.interval(Level::NINETY_FIVE).unwrap();
    assert!(interval.lo < -0.5 && interval.hi > 0.5, "{interval:?}");
}

#[test]
fn rank_correlation_is_undefined_of_too_little() {
    assert_eq!(spearman(&[(1.0, 2.0), (2.0, 3.0)]), None);
    assert_eq!(spearman(&[(1.0, 2.0), (1.0, 3.0), (1.0, 1.0)]), None);
    assert_eq!(spearman(&[(0.0, 2.0), (-0.0, 3.0), (0.0, 1.0)]), None);
    assert_eq!(spearman(&[(1.0, f64::NAN), (2.0, 3.0), (3.0, 1.0)]), None);
    let monotone = spearman(&[(1.0, 1.0), (2.0, 8.0), (9.0, 27.0), (10.0, 64.0)]).unwrap();
    assert_eq!((monotone.rho, monotone.p_value), (1.0, 0.0));
    assert_eq!(monotone.interval(Level::NINETY_FIVE), None);
}

/// Cohen (1988), table 6.2.1: h of 0.6 against 0.5 is 0.20, of 0.9 against 0.5 is 0.93.
#[test]
fn printed_effect_sizes() {
    let h = |a, b| format!("{:.2}", cohens_h(a, b).unwrap());
    assert_eq!(h(0.6, 0.5), "0.20");
    assert_eq!(h(0.9, 0.5), "0.93");
    assert_eq!(h(0.5, 0.9), "-0.93");
    assert_eq!(h(1.0, 0.0), "3.14");
    assert_eq!(cohens_h(1.1, 0.5), None);
    assert_eq!(cohens_h(f64::NAN, 0.5), None);
}

/// Recorded from `NumPy` 2.4.6: `bit_generator.random_raw(3)` and `integers(0, 10, 12)` of each seed.
#[test]
fn numpy_draws() {
    let cases = [
        (
            0_u64,
            [
                11_749_869_230_777_074_271_u64,
                4_976_686_463_289_251_617_u64,
                755_828_109_848_996_024_u64,
            ],
            [8, 6, 5, 2, 3, 0, 0, 0, 1, 8, 6, 9],
        ),
        (
            42_u64,
            [
                14_276_969_152_011_380_360_u64,
                8_095_878_257_575_067_585_u64,
                15_838_336_090_824_644_132_u64,
            ],
            [0, 7, 6, 4, 4, 8, 0, 6, 2, 0, 5, 9],
        ),
        (
            1_099_511_627_783_u64,
            [
                15_307_346_044_642_009_514_u64,
                4_709_548_916_763_817_589_u64,
                2_836_937_976_252_648_324_u64,
            ],
            [2, 8, 6, 2, 0, 1, 5, 6, 8, 7, 0, 4],
        ),
        (
            18_446_744_073_709_551_615_u64,
            [
                12_544_278_110_101_001_871_u64,
                15_593_249_672_699_323_225_u64,
                136_562_751_618_339_402_u64,
            ],
            [5, 6, 9, 8, 3, 0, 1, 8, 6, 1, 3, 3],
        ),
    ];
    for (seed, raw, below_ten) in cases {
        let mut rng = NumpyRng::new(seed);
        assert_eq!(raw.map(|_| rng.next_u64()), raw, "seed {seed}");
        let mut rng = NumpyRng::new(seed);
        assert_eq!(
            below_ten.map(|_| rng.index_below(10)),
            below_ten,
            "seed {seed}"
        );
    }
    // One generator over several ranges: the upper half that one call left is used by the next, and a range of one draws nothing.
    let mut rng = NumpyRng::new(42);
    let mut draw =
        |n, times: usize| -> Vec<u32> { (0..times).map(|_| rng.index_below(n)).collect() };
    assert_eq!(draw(200, 5), [17, 154, 130, 87, 86]);
    assert_eq!(
        draw(3_000_000_000, 3),
        [2_575_793_759, 282_532_043, 1_579_436_936]
    );
    assert_eq!(draw(1, 2), [0, 0]);
    assert_eq!(draw(7, 4), [6, 5, 5, 5]);
}

/// Of the same sums both resamplings say the same, but for their draws.
#[test]
fn both_bootstraps_agree_in_all_but_the_draws() {
    let rows: Vec<[u32; 2]> = (0..300).map(|row| [u32::from(row % 3 == 0), 1]).collect();
    let rate = |&[k, n]: &[u64; 2]| [(n > 0).then(|| k as f64 / n as f64)];
    let settings = faultline_stats::Bootstrap {
        resamples: 4000,
        level: Level::NINETY_FIVE,
        seed: 42,
        label: "test",
    };
    let [ours] = bootstrap(&[&rows], &settings, rate);
    let [theirs] = numpy_bootstrap(&rows, 4000, Level::NINETY_FIVE, 42, rate);
    assert_eq!(
        (ours.value, ours.n_units, ours.n_resamples),
        (theirs.value, theirs.n_units, theirs.n_resamples)
    );
    let (ours, theirs) = (ours.interval.unwrap(), theirs.interval.unwrap());
    assert!((ours.lo - theirs.lo).abs() < 0.01 && (ours.hi - theirs.hi).abs() < 0.01);

    let none: [[u32; 2]; 0] = [];
    let [empty] = numpy_bootstrap(&none, 100, Level::NINETY_FIVE, 42, rate);
    assert_eq!((empty.value, empty.interval), (None, None));
}

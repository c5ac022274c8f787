//! Data with a known truth.

use faultline_stats::{
    Bootstrap, FitData, FitRow, Layout, Level, Rates, Step, bootstrap, clopper_pearson,
    predict_rows, quadrature, tasks_for_width,
};
use proptest::prelude::{Just, Strategy, prop};
use proptest::{prop_assert, prop_assert_eq, proptest};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    f64::from(rng.next_u32()) / 4_294_967_296.0
}

/// The coverage of the exact interval is summed over all outcomes, not sampled.
#[test]
fn exact_interval_covers_at_least_its_level() {
    for n in [1_u64, 7, 20, 60] {
        let intervals: Vec<_> = (0..=n)
            .map(|k| clopper_pearson(k, n, Level::EIGHTY_NINE).unwrap())
            .collect();
        for i in 1..100 {
            let rate = f64::from(i) / 100.0;
            let mut probability = libm::pow(1.0 - rate, n as f64);
            let mut coverage = 0.0;
            for (k, interval) in (0..=n).zip(&intervals) {
                if interval.contains(rate) {
                    coverage += probability;
                }
                probability *= (n - k) as f64 / (k + 1) as f64 * rate / (1.0 - rate);
            }
            assert!(coverage >= 0.89 - 1e-9, "{coverage} at rate {rate}, n {n}");
        }
    }
}

/// Steps of one task hang together. Resampling tasks covers the truth as often as it should, resampling steps does not.
#[test]
fn bootstrap_over_tasks_covers_where_a_bootstrap_over_steps_does_not() {
    const TRIALS: u32 = 200;
    let mut rng = ChaCha8Rng::from_seed([3; 32]);
    let mut covered = [0_u32; 2];
    for trial in 0..TRIALS {
        let mut tasks: Vec<[u32; 2]> = Vec::new();
        let mut steps: Vec<[u32; 2]> = Vec::new();
        for _ in 0..60 {
            // p is .8 or .4 by task, so .6 in all; a right step survives in the free arm with probability .5: L = .5.
            let p = if uniform(&mut rng) < 0.5 { 0.8 } else { 0.4 };
            let survives = uniform(&mut rng) < 0.5;
            let task: Vec<[u32; 2]> = (0..4)
                .map(|_| {
                    let right = uniform(&mut rng) < p;
                    [u32::from(right), u32::from(right && survives)]
                })
                .collect();
            tasks.push(
                task.iter()
                    .fold([0, 0], |sum, step| [sum[0] + step[0], sum[1] + step[1]]),
            );
            steps.extend(task);
        }
        let settings = Bootstrap {
            resamples: 200,
            level: Level::EIGHTY_NINE,
            seed: u64::from(trial),
            label: "coverage",
        };
        for (count, rows) in covered.iter_mut().zip([&tasks, &steps]) {
            let [loss] = bootstrap(&[rows], &settings, |&[p, g]| {
                [(p > 0).then(|| 1.0 - g as f64 / p as f64)]
            });
            *count += u32::from(loss.interval.unwrap().contains(0.5));
        }
    }
    let share = covered.map(|count| f64::from(count) / f64::from(TRIALS));
    // Four standard errors of a coverage of .89 in 200 trials are .088.
    assert!((share[0] - 0.89).abs() < 0.088, "over tasks: {share:?}");
    assert!(share[1] < 0.75, "over steps: {share:?}");
}

/// Whatever the true rates, much data lead to them, however narrow the posterior gets.
#[test]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rounded count between 0 and the trials"
)]
fn posterior_closes_in_on_the_truth() {
    const TRIALS: u64 = 100_000;
    let truths = [(0.9, 0.1, 0.3), (0.4, 0.7, 0.2), (0.6, 0.5, 0.9)];
    for (severity, syntactic_recovery, semantic_recovery) in truths {
        let rates = Rates {
            severity,
            syntactic_recovery,
            semantic_recovery,
        };
        // Shares differ by depth, or the two recovery rates could not be told apart.
        let rows: Vec<(u32, Step)> = (2..8_u32)
            .map(|depth| {
                let syntactic_share = if depth % 2 == 0 { 0.9 } else { 0.1 };
                (
                    depth,
                    Step {
                        p: 0.9 - 0.02 * f64::from(depth),
                        syntactic_share,
                    },
                )
            })
            .collect();
        for layout in [Layout::ConsecutiveRows, Layout::InsideEachDepth] {
            let predictions = predict_rows(layout, &rows, &rates);
            let data = rows
                .iter()
                .zip(&predictions)
                .map(|(&(depth, step), prediction)| FitRow {
                    depth,
                    p: step.p,
                    syntactic_share: step.syntactic_share,
                    successes: libm::round(prediction.g * TRIALS as f64) as u64,
                    trials: TRIALS,
                });
            let data = FitData::new(layout, data.collect()).unwrap();
            let fit = quadrature(&data, Level::EIGHTY_NINE);
            assert!(fit.grid_error < 0.02, "{layout:?}, {rates:?}: {fit:?}");
            for (marginal, truth) in [
                (fit.severity, severity),
                (fit.syntactic_recovery, syntactic_recovery),
                (fit.semantic_recovery, semantic_recovery),
            ] {
                let off = (marginal.mean - truth).abs();
                assert!(
                    off < 2.5 * marginal.sd && marginal.sd < 0.1,
                    "{layout:?}, {rates:?}: {marginal:?}"
                );
            }
        }
    }
}

#[test]
fn planned_tasks_give_the_wanted_width() {
    let tasks =
        |n: u32| -> Vec<[u32; 1]> { (0..n).map(|task| [u32::from(task % 5 < 2)]).collect() };
    let width = |n: u32| {
        let settings = Bootstrap {
            resamples: 2_000,
            level: Level::EIGHTY_NINE,
            seed: 2,
            label: "planning",
        };
        let [rate] = bootstrap(&[&tasks(n)], &settings, |&[right]| {
            [Some(right as f64 / f64::from(n))]
        });
        rate.interval.unwrap()
    };
    let measured = width(100);
    let needed = tasks_for_width(&measured, 100, 0.08).unwrap();
    let got = width(u32::try_from(needed).unwrap()).width();
    assert!((got - 0.08).abs() < 0.008, "{needed} tasks: {got}");
    assert_eq!(tasks_for_width(&measured, 100, measured.width()), Some(100));
    assert_eq!(tasks_for_width(&measured, 100, 0.0), None);
}

fn tasks() -> impl Strategy<Value = Vec<[u32; 3]>> {
    prop::collection::vec(
        (0..5_u32, 0..5_u32, Just(4)).prop_map(|(p, g, n)| [p, g, n]),
        1..30,
    )
}

proptest! {
    #[test]
    fn bootstrap_does_not_depend_on_what_else_is_asked(rows in tasks(), seed: u64) {
        let settings = Bootstrap { resamples: 50, level: Level::EIGHTY_NINE, seed, label: "alone" };
        let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        let [alone] = bootstrap(&[&rows], &settings, |&[p, g, _]| [share(g, p)]);
        let [together, rate] = bootstrap(&[&rows], &settings, |&[p, g, n]| [share(g, p), share(p, n)]);
        prop_assert_eq!(alone, together);
        prop_assert_eq!(rate.n_undefined, 0);
        let interval = rate.interval.unwrap();
        prop_assert!(interval.lo <= interval.hi && interval.lo >= 0.0 && interval.hi <= 1.0);
    }

    #[test]
    fn equal_tasks_have_no_spread(row in (0..5_u32, 0..5_u32), n in 1..30_usize, seed: u64) {
        let rows = vec![[row.0, row.1]; n];
        let settings = Bootstrap { resamples: 50, level: Level::EIGHTY_NINE, seed, label: "equal" };
        let [ratio] = bootstrap(&[&rows], &settings, |&[p, g]| [(p > 0).then(|| g as f64 / p as f64)]);
        prop_assert_eq!(ratio.is_constant, row.0 > 0);
        prop_assert_eq!(ratio.n_undefined, if row.0 > 0 { 0 } else { 50 });
        prop_assert_eq!(ratio.interval.is_some(), ratio.value.is_some());
    }
}

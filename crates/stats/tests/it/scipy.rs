//! `oracle.py` recomputes with SciPy and NumPy what this crate says.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use faultline_stats::{
    Bootstrap, FitData, Layout, Level, Proportion, beta_cdf, beta_quantile, bootstrap,
    clopper_pearson, cohens_h, difference, kappa, normal_quantile, numpy_bootstrap, percentile,
    quadrature, spearman, upper_bound, wilson,
};
use serde_json::{Value, json};

use crate::data::{ALLAM, LLAMA, fit_data, llama_depth_two, mixed};

#[test]
fn scipy_agrees() {
    let Some(python) = python_with_scipy() else {
        // Past the test harness, which would swallow it.
        let message = b"\n*** SKIPPED: there is no python3, so SciPy was not asked about any of the statistics ***\n";
        std::io::stderr().write_all(message).unwrap();
        return;
    };
    let results = json!({
        "exact_intervals": exact_intervals(),
        "betas": betas(),
        "normals": normals(),
        "differences": differences(),
        "percentiles": percentiles(),
        "bootstraps": bootstraps(),
        "fits": fits(),
        "kappas": kappas(),
        "spearmans": spearmans(),
        "effects": effects(),
        "numpy_bootstraps": numpy_bootstraps(),
    });
    let mut oracle = Command::new(python)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/oracle.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    oracle
        .stdin
        .take()
        .unwrap()
        .write_all(results.to_string().as_bytes())
        .unwrap();
    let output = oracle.wait_with_output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}");
}

/// The interpreter of a virtual environment under `target`, made on first use; `None` without a `python3`.
fn python_with_scipy() -> Option<PathBuf> {
    Command::new("python3").arg("--version").output().ok()?;
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scipy");
    let python = home.join("bin/python");
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{command:?} failed: {said}");
    };
    let has_scipy = Command::new(&python).args(["-c", "import scipy"]).output();
    if !has_scipy.is_ok_and(|output| output.status.success()) {
        run(Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&home));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "numpy", "scipy"]));
    }
    Some(python)
}

fn exact_intervals() -> Vec<Value> {
    let small = (1..12_u64).flat_map(|n| (0..=n).map(move |k| (k, n)));
    let large = [
        (0, 5000),
        (1, 5000),
        (43, 100),
        (2500, 5000),
        (4999, 5000),
        (7, 100_000),
        (60_000, 100_000),
    ];
    small
        .chain(large)
        .flat_map(|(k, n)| [(k, n, Level::EIGHTY_NINE), (k, n, Level::NINETY_FIVE)])
        .map(|(k, n, level)| {
            let exact = clopper_pearson(k, n, level).unwrap();
            let score = wilson(
                Proportion {
                    successes: k,
                    trials: n,
                },
                level,
            )
            .unwrap();
            json!({
                "k": k, "n": n, "level": level, "lo": exact.lo, "hi": exact.hi,
                "upper": upper_bound(k, n, level),
                "wilson": [score.lo, score.hi],
            })
        })
        .collect()
}

fn betas() -> Vec<Value> {
    let shapes = [
        (0.5, 0.5),
        (1.0, 3.0),
        (8.0, 0.7),
        (43.0, 19.0),
        (1.0, 510.0),
        (5e4, 2e3),
        (4e5, 6e5),
    ];
    shapes
        .into_iter()
        .flat_map(|(a, b)| [1e-9, 0.001, 0.055, 0.5, 0.945, 0.999].map(|q| (a, b, q)))
        .map(|(a, b, q)| {
            let quantile = beta_quantile(a, b, q);
            let x = (quantile * 1.01).min(0.999);
            json!({ "a": a, "b": b, "q": q, "quantile": quantile, "x": x, "cdf": beta_cdf(a, b, x) })
        })
        .collect()
}

fn normals() -> Vec<Value> {
    [1e-300, 1e-12, 0.025, 0.3, 0.5, 0.945, 0.999_999]
        .map(|q| json!({ "q": q, "quantile": normal_quantile(q) }))
        .to_vec()
}

fn differences() -> Vec<Value> {
    [
        ((203, 340), (263, 340)),
        ((284, 505), (212, 509)),
        ((1, 3), (2, 2)),
        ((0, 50), (49, 50)),
    ]
    .map(|(first, second)| {
        let rate = |(successes, trials)| Proportion { successes, trials };
        let difference = difference(rate(first), rate(second), Level::EIGHTY_NINE).unwrap();
        json!({
            "first": first, "second": second, "level": Level::EIGHTY_NINE, "z": difference.z,
            "lo": difference.interval.lo, "hi": difference.interval.hi,
        })
    })
    .to_vec()
}

fn percentiles() -> Vec<Value> {
    (1..40_u32)
        .flat_map(|n| {
            let values: Vec<f64> = (0..n)
                .map(|i| f64::from(i * i % 17) / 7.0 + f64::from(i))
                .collect();
            [0.0, 0.055, 0.25, 0.5, 0.7, 0.945, 1.0].map(|q| {
                let mut ascending = values.clone();
                ascending.sort_by(f64::total_cmp);
                json!({ "values": values, "q": q, "percentile": percentile(&ascending, q) })
            })
        })
        .collect()
}

fn bootstraps() -> Vec<Value> {
    let made: Vec<[u32; 2]> = (0..200_u32).map(|i| [4 + i % 3, (i * i) % 5]).collect();
    [llama_depth_two(), made]
        .map(|rows| {
            let settings = Bootstrap {
                resamples: 10_000,
                level: Level::EIGHTY_NINE,
                seed: 5,
                label: "oracle",
            };
            let [loss] = bootstrap(&[&rows], &settings, |&[p, g]| {
                [(p > 0).then(|| 1.0 - g as f64 / p as f64)]
            });
            let interval = loss.interval.unwrap();
            json!({ "rows": rows, "resamples": 10_000, "lo": interval.lo, "hi": interval.hi })
        })
        .to_vec()
}

fn fits() -> Vec<Value> {
    let mixed = mixed([
        (2, 0.9, 0.5, 50, 60),
        (3, 0.85, 0.4, 120, 180),
        (6, 0.8, 0.1, 150, 360),
    ]);
    [Layout::ConsecutiveRows, Layout::InsideEachDepth]
        .into_iter()
        .flat_map(|layout| {
            [
                fit_data(layout, &LLAMA, 0.0),
                fit_data(layout, &ALLAM, 0.35),
                FitData::new(layout, mixed.clone()).unwrap(),
            ]
        })
        .map(|data| {
            let fit = quadrature(&data, Level::EIGHTY_NINE);
            let rows: Vec<_> = data
                .rows()
                .iter()
                .map(|row| (row.depth, row.p, row.syntactic_share, row.successes, row.trials))
                .collect();
            let marginals = [fit.severity, fit.syntactic_recovery, fit.semantic_recovery].map(|marginal| {
                let interval = marginal.interval;
                json!({ "mean": marginal.mean, "sd": marginal.sd, "lo": interval.lo, "hi": interval.hi })
            });
            json!({
                "layout": data.layout(), "rows": rows, "marginals": marginals,
                "correlations": [fit.correlation_syntactic, fit.correlation_semantic],
            })
        })
        .collect()
}

fn kappas() -> Vec<Value> {
    let two = [[[19, 6], [19, 56]], [[1, 4], [0, 90]], [[30, 31], [29, 28]]]
        .map(|table| (json!(table), kappa(&table).unwrap()));
    let three = [[[88, 14, 18], [10, 40, 10], [2, 6, 12]]]
        .map(|table| (json!(table), kappa(&table).unwrap()));
    two.into_iter()
        .chain(three)
        .map(|(table, found)| {
            json!({ "table": table, "value": found.value, "standard_error": found.standard_error })
        })
        .collect()
}

fn spearmans() -> Vec<Value> {
    (3..30_u32)
        .map(|n| {
            // With ties on both sides.
            let pairs: Vec<(f64, f64)> = (0..n)
                .map(|i| {
                    (
                        f64::from(i * i % 11),
                        f64::from(i * 7 % 5) - f64::from(i / 4),
                    )
                })
                .collect();
            let found = spearman(&pairs).unwrap();
            json!({ "pairs": pairs, "rho": found.rho, "p": found.p_value })
        })
        .collect()
}

fn effects() -> Vec<Value> {
    [(0.558, 0.328), (0.0, 1.0), (0.445, 0.432), (0.999, 0.001)]
        .map(|(first, second)| json!({ "rates": [first, second], "h": cohens_h(first, second) }))
        .to_vec()
}

fn numpy_bootstraps() -> Vec<Value> {
    [(1, 42), (2, 0), (50, 42), (200, 42), (777, 1 << 40), (200, u64::MAX)]
        .map(|(n, seed)| {
            let values: Vec<u32> = (0..n).map(|i: u32| u32::from(i * i % 7 < 3)).collect();
            let rows: Vec<[u32; 2]> = values.iter().map(|value| [*value, 1]).collect();
            let [found] = numpy_bootstrap(&rows, 1000, Level::NINETY_FIVE, seed, |&[k, n]| {
                [(n > 0).then(|| k as f64 / n as f64)]
            });
            let interval = found.interval.unwrap();
            json!({ "values": values, "seed": seed, "resamples": 1000, "lo": interval.lo, "hi": interval.hi })
        })
        .to_vec()
}

//! What was recorded of cases, likelihoods and reports, native and on wasm: nothing of it ever changes unnoticed.

use std::fmt::Write as _;

use faultline_boundary::{
    Arm, Config, Policy, ReportOptions, RunKey, Tally, generate, rendering_digest, report,
};
use faultline_core::{Case as _, Digest, GrowingDigest};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::played;

/// What was recorded.
const GOLDEN: &str = include_str!("../golden/digests.txt");

/// A line for what all cases share, one for each arm of the default suite and of another seed, and one for what the byte model and the
/// report say of a few tasks.
fn lines() -> String {
    let mut lines = format!("rendering {}\n", rendering_digest());
    for seed in [0, 7] {
        let config = Config {
            seed,
            ..Config::default()
        };
        for (arm, name, _) in Arm::ALL {
            let (mut n, mut digest) = (0, GrowingDigest::default());
            for case in generate(&config).filter(|case| case.arm == arm) {
                n += 1;
                digest.add_json(&(case.id(), &case)).unwrap();
            }
            writeln!(lines, "seed {seed} {name} {n} {}", digest.digest()).unwrap();
        }
    }
    let config = Config {
        tasks: 4,
        ..Config::default()
    };
    let mut policy = Policy::parse("sim:ppm").unwrap();
    let run = RunKey {
        model: "sim:ppm".into(),
        tasks: "generated".into(),
    };
    let (mut tally, mut scored) = (Tally::default(), GrowingDigest::default());
    for case in generate(&config) {
        let (record, transcript) = played(&case, &mut policy);
        scored.add_json(&transcript).unwrap();
        tally.add(&run, &case, record).unwrap();
    }
    writeln!(lines, "sim:ppm likelihoods {}", scored.digest()).unwrap();
    let options = ReportOptions {
        resamples: 100,
        ..ReportOptions::default()
    };
    writeln!(
        lines,
        "sim:ppm report {}",
        Digest::of_json(&report(&tally, &options).0)
    )
    .unwrap();
    lines
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn cases_likelihoods_and_reports_match_their_recorded_digests() {
    let lines = lines();
    assert!(
        lines == GOLDEN,
        "a case, a likelihood or a number of the report has changed, so that earlier traces can't be replayed; if it is meant, \
         tests/golden/digests.txt should hold:\n{lines}"
    );
}

//! How long it takes to generate 10,000 cases, and to replay and score 100,000 stored exchanges.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark prints times, and stops where something is not as it set it up"
)]

use std::{hint::black_box, time::Instant};

use faultline_core::{CallingMode, Case as _, Reply, Study as _, Terms};
use faultline_propagation::{Config, Policy, Propagation, RunKey, Tally};
use faultline_runner::{Budget, Cache, Driver, Step};

fn main() {
    generate();
    for mode in CallingMode::ALL {
        score(mode);
    }
}

fn generate() {
    let config = Config {
        tasks: 1000,
        ..Config::default()
    };
    let start = Instant::now();
    let cases = Propagation::cases(&config)
        .inspect(|case| {
            black_box(case.digest());
        })
        .count();
    println!(
        "generate {cases} cases with their digests: {:?}",
        start.elapsed()
    );
}

fn score(mode: CallingMode) {
    let config = Config {
        tasks: 2900,
        ..Config::default()
    };
    let terms = Terms {
        mode,
        ..Terms::default()
    };
    let policy = Policy::parse("sim:noisy,p=0.7,poisoned=0.5,syntax=0.1").unwrap();
    let start = Instant::now();
    let mut driver =
        Driver::<Propagation>::live(&config, terms, Cache::default(), Budget::default(), 1);
    while let Step::Send(request) = driver.next_step(0) {
        let body = policy.answer(&request.chat, request.digest);
        driver.handle(request.id, Reply::from_body(200, body.as_bytes()), &[], 0);
        while driver.finished().is_some() {}
    }
    let simulated = start.elapsed();

    let cache = driver.cache().clone();
    let (stored, key) = (cache.len(), RunKey::new("sim:noisy", &terms, &config));
    let start = Instant::now();
    let mut driver = Driver::<Propagation>::replay(&config, terms, cache);
    let mut tally = Tally::default();
    let mut asks = 0;
    loop {
        let step = driver.next_step(0);
        while let Some(finished) = driver.finished() {
            asks += finished.transcript.exchanges.len();
            let steps = Propagation::score(&finished.case, &finished.transcript);
            tally
                .add_case(
                    &key,
                    config.seed,
                    &finished.case,
                    finished.case.digest(),
                    steps,
                )
                .unwrap();
        }
        if matches!(step, Step::Done(_)) {
            break;
        }
    }
    let took = start.elapsed();
    println!(
        "{}: replay and score {stored} stored exchanges ({asks} asks): {took:?}, {:.0} exchanges/s, {:.0} asks/s (simulated in {simulated:?})",
        mode.name(),
        stored as f64 / took.as_secs_f64(),
        asks as f64 / took.as_secs_f64(),
    );
}

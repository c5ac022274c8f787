//! Times the heavy work the same way natively and in the browser: once to warm up, then five times.

use std::time::Duration;

use faultline_benches::{Trace, bootstrap, generate};

#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::Instant;

/// Tasks of each depth in the trace that is scored: some 100,000 exchanges.
const TASKS: usize = 3260;
/// How often each piece of work is timed.
const RUNS: usize = 5;

/// Does all the work and gives a line for each piece.
fn measure(print: impl Fn(&str)) {
    print("work                                              best     median");
    time(&print, "10,000 cases generated", || generate(10_000));
    match Trace::of_tasks(TASKS) {
        Ok(trace) => {
            let what = format!("{} exchanges read and scored", trace.exchanges());
            time(&print, &what, || trace.score().ok());
        }
        Err(error) => print(&format!("no trace to score: {error}")),
    }
    time(&print, "10,000 resamples of 1,000 tasks", || {
        bootstrap(1000, 10_000)
    });
    #[cfg(feature = "nuts")]
    time(&print, "4 chains of 1,000 + 1,000 draws", || {
        faultline_benches::sample().ok()
    });
}

fn time<T>(print: impl Fn(&str), what: &str, mut work: impl FnMut() -> T) {
    std::hint::black_box(work());
    let mut times: Vec<Duration> = (0..RUNS).map(|_| time_once(&mut work)).collect();
    times.sort();
    print(&format!(
        "{what:40} {:>8.1} ms {:>8.1} ms",
        millis(times[0]),
        millis(times[RUNS / 2])
    ));
}

#[expect(clippy::disallowed_methods, reason = "a benchmark is timed")]
fn time_once<T>(work: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]
fn main() {
    measure(|line| println!("{line}"));
}

/// The browser calls the benchmark below.
#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod in_browser {
    use wasm_bindgen_test::{
        Criterion, console_log, wasm_bindgen_bench, wasm_bindgen_test_configure,
    };

    wasm_bindgen_test_configure!(run_in_dedicated_worker);

    #[wasm_bindgen_bench]
    fn work(_: &mut Criterion) {
        super::measure(|line| console_log!("{line}"));
    }
}

//! One function a piece of work. Each returns something that depends on all of it, so that none is optimised away.

use std::collections::BTreeMap;
use std::hint::black_box;

use anyhow::{Result, bail};
use faultline_core::{Case, Study};
use faultline_lab::{Run, RunSpec, ScoreOptions, Session, Step};
use faultline_propagation::{Config, Propagation};
use faultline_stats::{Bootstrap, Level};

/// When the runs say they began.
const STARTED: &str = "2026-01-01T00:00:00Z";

/// Generates `count` cases of the default depths and takes the digest of each; gives how many there were.
pub fn generate(count: usize) -> usize {
    let config = Config {
        tasks: u32::MAX,
        ..Config::default()
    };
    let mut generated = 0;
    for case in Propagation::cases(&config).take(count) {
        black_box(case.digest());
        generated += 1;
    }
    generated
}

/// The trace of a simulated run.
#[derive(Debug, Clone)]
pub struct Trace {
    bytes: Vec<u8>,
    exchanges: usize,
}

impl Trace {
    /// Runs a simulated model, wrong in three of ten calls, on `tasks` tasks of each default depth.
    ///
    /// # Errors
    /// When the run can't be started or the model can't be simulated.
    pub fn of_tasks(tasks: usize) -> Result<Self> {
        let settings = BTreeMap::from([("tasks".to_owned(), tasks.to_string())]);
        let spec = RunSpec {
            settings,
            ..RunSpec::new("propagation", "sim:noisy?p=0.7")
        };
        let mut run = Run::start(&spec, None, STARTED)?;
        let mut bytes = run.header_line().unwrap_or_default().as_bytes().to_vec();
        let mut exchanges = 0;
        while let Step::Send(request) = run.next_step(0) {
            let Some(reply) = run.simulate(&request) else {
                bail!("the model is not simulated")
            };
            if let Some(line) = run.handle(request.id, reply, &[], 0, STARTED) {
                bytes.extend(line.bytes());
                exchanges += 1;
            }
        }
        Ok(Self { bytes, exchanges })
    }

    /// How many exchanges it has.
    pub fn exchanges(&self) -> usize {
        self.exchanges
    }

    /// Reads and scores the whole trace, report and intervals included; gives the number of its tables.
    ///
    /// # Errors
    /// When it can't be scored.
    pub fn score(&self) -> Result<usize> {
        let mut session = Session::new();
        session.open("trace.jsonl");
        session.feed(&self.bytes);
        session.close();
        Ok(session.score(&ScoreOptions::default())?.report.tables.len())
    }
}

/// Resamples `tasks` tasks `resamples` times and takes two rates and their difference; gives the upper end of the last.
pub fn bootstrap(tasks: u32, resamples: u32) -> f64 {
    let rows: Vec<[u32; 3]> = (0..tasks).map(|task| [task % 7, task % 5, 8]).collect();
    let settings = Bootstrap {
        resamples,
        level: Level::EIGHTY_NINE,
        seed: 0,
        label: "bench",
    };
    let rate = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let [_, _, difference] =
        faultline_stats::bootstrap(&[&rows], &settings, |&[one, other, all]| {
            let (one, other) = (rate(one, all), rate(other, all));
            [one, other, one.zip(other).map(|(one, other)| one - other)]
        });
    difference.interval.map_or(f64::NAN, |interval| interval.hi)
}

/// Fits the recurrence to six depths by four chains of 1,000 and 1,000 draws; gives the mean severity.
///
/// # Errors
/// When the sampler gives up.
#[cfg(feature = "nuts")]
pub fn sample() -> Result<f64> {
    use faultline_stats::{FitData, FitRow, Layout, NutsSettings};

    let rows =
        [(1, 58), (2, 101), (3, 137), (4, 164), (6, 212), (8, 249)].map(|(depth, successes)| {
            FitRow {
                depth,
                p: 0.95,
                syntactic_share: 0.2,
                successes,
                trials: 60 * u64::from(depth),
            }
        });
    let data = FitData::new(Layout::InsideEachDepth, rows.to_vec())?;
    Ok(faultline_stats::nuts(&data, &NutsSettings::STANDARD)?
        .severity
        .marginal
        .mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_really_done() {
        assert_eq!(generate(25), 25);
        let trace = Trace::of_tasks(2).unwrap();
        // Both arms of two tasks ask for every step of 1 + 2 + 4 + 6 + 8, but for what they share.
        assert!(
            (42..=84).contains(&trace.exchanges()),
            "{}",
            trace.exchanges()
        );
        assert!(trace.score().unwrap() > 0);
        let upper = bootstrap(20, 100);
        assert!(upper > 0.0 && upper < 1.0, "{upper}");
    }
}

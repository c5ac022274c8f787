//! Runs of simulated policies, and numbers taken out of a report.

use faultline_core::{Case as _, Reply, Study as _, Terms, Transcript};
use faultline_propagation::{
    Arm, ChainCase, Config, Policy, Propagation, ReportOptions, RunKey, Step as Scored, Tally,
};
use faultline_report::{Cell, Rate, Report};
use faultline_runner::{Budget, Cache, Counts, Driver, Step};
use faultline_wire::ChatRequest;

/// A case that ended, with what each of its requests was.
pub(crate) struct Ended {
    pub(crate) case: ChainCase,
    pub(crate) transcript: Transcript,
    pub(crate) steps: Vec<Scored>,
}

/// A run that ended.
pub(crate) struct Ran {
    pub(crate) cases: Vec<Ended>,
    pub(crate) counts: Counts,
}

/// Runs a policy.
pub(crate) fn run(config: &Config, terms: Terms, policy: &str) -> Ran {
    let policy = Policy::parse(policy).unwrap();
    answered(config, terms, |request, digest| {
        policy.answer(request, digest)
    })
}

/// Runs whatever answers a request.
pub(crate) fn answered(
    config: &Config,
    terms: Terms,
    mut answer: impl FnMut(&ChatRequest, faultline_core::Digest) -> String,
) -> Ran {
    let mut driver =
        Driver::<Propagation>::live(config, terms, Cache::default(), Budget::default(), 1);
    let mut cases = Vec::new();
    loop {
        let step = driver.next_step(0);
        while let Some(finished) = driver.finished() {
            let steps = Propagation::score(&finished.case, &finished.transcript);
            cases.push(Ended {
                case: finished.case,
                transcript: finished.transcript,
                steps,
            });
        }
        match step {
            Step::Send(request) => {
                let body = answer(request.chat().unwrap(), request.digest);
                let reply = Reply::from_body(200, body.as_bytes());
                driver.handle(request.id, reply, &[], 0);
            }
            Step::Wait { .. } => unreachable!("every request is answered at once"),
            Step::Done(cause) => {
                assert_eq!(cause, None);
                return Ran {
                    cases,
                    counts: driver.counts(),
                };
            }
        }
    }
}

impl Ran {
    /// The cases of an arm.
    pub(crate) fn arm(&self, arm: Arm) -> impl Iterator<Item = &Ended> {
        self.cases.iter().filter(move |ended| ended.case.arm == arm)
    }

    /// Adds the run to a tally.
    pub(crate) fn add_to(&self, tally: &mut Tally, key: &RunKey, seed: u64) {
        for ended in &self.cases {
            tally
                .add_case(
                    key,
                    seed,
                    &ended.case,
                    ended.case.digest(),
                    ended.steps.clone(),
                )
                .unwrap();
        }
    }

    /// The report of the run alone.
    pub(crate) fn report(&self, config: &Config, terms: &Terms) -> Report {
        let mut tally = Tally::default();
        self.add_to(
            &mut tally,
            &RunKey::new("sim:test", terms, config),
            config.seed,
        );
        quick_report(&tally)
    }
}

/// A report with few resamples and without chains.
pub(crate) fn quick_report(tally: &Tally) -> Report {
    let options = ReportOptions {
        resamples: 500,
        chains: false,
    };
    faultline_propagation::report(tally, options).0
}

/// The rows of a table as cells by column.
pub(crate) fn rows<'a>(
    report: &'a Report,
    table: &str,
) -> impl Iterator<Item = Box<dyn Fn(&str) -> &'a Cell + 'a>> + use<'a> {
    let table = report
        .tables
        .iter()
        .find(|other| other.id == table)
        .unwrap();
    table.rows.iter().map(move |row| {
        Box::new(move |column: &str| {
            let place = table
                .columns
                .iter()
                .position(|other| other.id == column)
                .unwrap();
            &row[place]
        }) as Box<dyn Fn(&str) -> &'a Cell + 'a>
    })
}

/// The rate in a cell.
pub(crate) fn rate(cell: &Cell) -> &Rate {
    match cell {
        Cell::Rate(rate) => rate,
        other => panic!("a rate is expected where {other:?} stands"),
    }
}

/// The count in a cell.
pub(crate) fn count(cell: &Cell) -> u64 {
    match cell {
        Cell::Count(count) => *count,
        other => panic!("a count is expected where {other:?} stands"),
    }
}

/// The number in a cell.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Number { value, .. } => *value,
        other => panic!("a number is expected where {other:?} stands"),
    }
}

/// The text in a cell.
pub(crate) fn text(cell: &Cell) -> &str {
    match cell {
        Cell::Text(text) => text,
        other => panic!("a text is expected where {other:?} stands"),
    }
}

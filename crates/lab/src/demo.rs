//! The demo: a small simulated run, and the headline and first figure of its report.
//!
//! It is what a first visit waits for, so it goes to the study itself and not through the table of studies: a program that
//! asks for nothing else holds nothing else.

use faultline_core::{Case as _, Study as _, Terms};
use faultline_propagation::{Config, Policy, Propagation, ReportOptions, RunKey, Tally, overview};
use faultline_report::Report;
use faultline_runner::{Budget, Cache, Driver, Step};

use crate::{LabError, RunSpec};

/// Tasks per depth.
const TASKS: u32 = 40;
/// Who answers.
const POLICY: &str = "sim:noisy?p=0.8&poisoned=0.55";

/// The demo under way.
#[derive(Debug)]
pub struct Demo {
    driver: Driver<Propagation>,
    policy: Policy,
    config: Config,
    key: RunKey,
    tally: Tally,
    replies: u64,
}

impl Demo {
    /// The run that the demo is the beginning of.
    pub fn spec() -> RunSpec {
        RunSpec {
            settings: [("tasks".into(), TASKS.to_string())].into(),
            ..RunSpec::new(Propagation::NAME, POLICY)
        }
    }

    /// Starts it.
    ///
    /// # Errors
    /// None, as long as the policy is one of the study's.
    pub fn start() -> Result<Self, LabError> {
        let spec = Self::spec();
        let config = Config {
            tasks: TASKS,
            ..Config::default()
        };
        let terms = Terms {
            mode: spec.mode,
            reading: spec.reading,
            sampling: spec.sampling,
        };
        Ok(Self {
            policy: Policy::parse(POLICY).map_err(|error| LabError::Model(error.to_string()))?,
            driver: Driver::live(&config, terms, Cache::default(), Budget::default(), 1),
            key: RunKey::new(POLICY, &terms, &config),
            config,
            tally: Tally::default(),
            replies: 0,
        })
    }

    /// Answers up to so many requests; gives back whether there are more.
    ///
    /// # Errors
    /// None: no case stands twice in a suite.
    pub fn advance(&mut self, requests: u32) -> Result<bool, LabError> {
        for _ in 0..requests {
            let Step::Send(request) = self.driver.next_step(0) else {
                self.take_finished()?;
                return Ok(false);
            };
            let body = request
                .chat()
                .map(|chat| self.policy.answer(chat, request.digest));
            let body = body.unwrap_or_default();
            let reply = faultline_core::Reply::from_body(200, body.as_bytes());
            let handled = self.driver.handle(request.id, reply, &[], 0);
            self.replies += u64::from(handled.is_some());
            self.take_finished()?;
        }
        Ok(true)
    }

    fn take_finished(&mut self) -> Result<(), LabError> {
        while let Some(finished) = self.driver.finished() {
            let steps = Propagation::score(&finished.case, &finished.transcript);
            let digest = finished.case.digest();
            self.tally
                .add_case(&self.key, self.config.seed, &finished.case, digest, steps)
                .map_err(|conflict| LabError::Conflict(conflict.to_string()))?;
        }
        Ok(())
    }

    /// What it shows: headline and first figure, as the run's own report has them.
    pub fn report(&self) -> Report {
        let mut report = overview(&self.tally, ReportOptions::default());
        for run in &mut report.runs {
            run.replies = self.replies;
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn the_demo_shows_what_its_run_does() {
        let mut run = Run::start(&Demo::spec(), None, "").unwrap();
        while let Step::Send(request) = run.next_step(0) {
            let reply = run.simulate(&request).unwrap();
            run.handle(request.id, reply, &[], 0, "");
        }
        let whole = run.scored(false).unwrap().report;
        let mut demo = Demo::start().unwrap();
        while demo.advance(100).unwrap() {}
        let shown = demo.report();
        assert_eq!(shown.headline, whole.headline);
        assert_eq!(shown.runs, whole.runs);
        assert_eq!(shown.figures, whole.figures[..1]);
    }
}

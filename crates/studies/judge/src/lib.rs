//! A model as a judge: does an answer substantively match its reference?
//!
//! The cases are made from the answers of other runs, so the config carries them: a judge's trace scores by itself, and beside the
//! trace that it judges it gives that study one more named judge. Each case is one question with a yes or a no; a reply that says
//! neither is *not measured*, not a no. The question is that of "Auditing Automated Evaluation, Error Propagation, and Runtime
//! Mitigation in Tool-Using Language Agents" (2026), section 4. The judge sees question, reference and answer; it does not see
//! which model answered, in which condition, or what other judges said.
//!
//! | room | what |
//! | --- | --- |
//! | `cases` | one case an answer |
//! | `episode` | asks once |
//! | `score` | yes, no, or neither |
//! | `report` | how often each judge said yes |
//! | `policies` | simulated judges with known rates |

mod config;

mod cases;
mod episode;
mod policies;
mod report;
mod score;

use faultline_core::{Episode, Field, Study, Terms, Transcript};

pub use crate::{
    cases::AnswerCase,
    config::{Config, Item},
    policies::{POLICIES, Policy},
    report::{Judgement, RESAMPLES, RecordRef, RunKey, Tally, report},
    score::{Verdict, verdict_words},
};

/// The study, as `faultline_core::Study` wants one.
#[derive(Clone, Copy, Debug)]
pub struct Judge;

impl Study for Judge {
    const NAME: &'static str = "judge";
    type Config = Config;
    type Case = AnswerCase;
    type Verdict = Verdict;
    type Tally = Tally;
    type Report = faultline_report::Report;

    fn fields() -> Vec<Field> {
        Vec::new()
    }

    fn cases(config: &Config) -> impl Iterator<Item = AnswerCase> + use<> {
        cases::cases(config)
    }

    fn episode(case: &AnswerCase, terms: &Terms) -> Box<dyn Episode> {
        Box::new(episode::Question::new(case, terms))
    }

    fn score(_: &AnswerCase, transcript: &Transcript) -> Verdict {
        score::score(transcript)
    }
}

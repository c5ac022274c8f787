//! `faultline judge`: a model as a judge of the answers in traces.

use faultline_lab::{ScoreOptions, Session, StudyId};

use crate::{Outcome, args::JudgeArguments, run::carry_out, score::read};

pub(crate) fn judge(arguments: &JudgeArguments) -> Outcome {
    let mut session = Session::new();
    for path in &arguments.files {
        read(&mut session, path, arguments.model.verbose)?;
    }
    let scored = session.score(&ScoreOptions {
        chains: false,
        ..ScoreOptions::default()
    })?;
    carry_out(StudyId::Judge, scored.to_be_judged()?, &arguments.model)
}

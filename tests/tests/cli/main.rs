//! The command line as a user calls it, on the built program.

mod generate;
mod injection;
mod inspect;
mod likelihoods;
mod live;
mod perturbation;
mod resume;
mod schema;
mod score;
mod source;
mod usage;

use std::path::Path;

use anyhow::{Result, ensure};
use faultline_tests::{Folder, call};

/// A small run of a simulated policy, written to `t.jsonl`.
const SMALL: &str = "run --model sim:noisy,p=0.7 --set tasks=3 --set depths=1,2 --out t.jsonl";

/// A folder with the trace of [`SMALL`] in it.
fn small() -> Result<Folder> {
    let folder = Folder::new()?;
    call(folder.path(), SMALL)?.done()?;
    Ok(folder)
}

/// The report of a trace, as `score --json` prints it.
fn report(folder: &Path, trace: &str) -> Result<String> {
    call(folder, &format!("score {trace} --json"))?.done()
}

/// The same report with another model's name.
fn renamed(report: &str, from: &str, to: &str) -> Result<String> {
    ensure!(report.contains(from), "the report does not name {from}");
    Ok(report.replace(from, to))
}

//! Steps: what is being done, how long it took, and what to do by hand where it fails.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

/// One run of a command: its steps so far.
#[derive(Debug, Default)]
pub(crate) struct Run {
    steps: Vec<(String, Outcome)>,
}

#[derive(Debug)]
enum Outcome {
    Done(Duration),
    Failed(Duration),
    Skipped(String),
}

impl Run {
    /// A run without steps.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Does one step: says so, does it, says how long it took. `by_hand` is the remedy that a failure names.
    ///
    /// # Errors
    /// Those of `work`, with the step and the remedy.
    pub(crate) fn step<T>(
        &mut self,
        what: &str,
        by_hand: &str,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        eprintln!("\n== {what}");
        let start = now();
        let result = work();
        let took = start.elapsed();
        self.steps.push((
            what.to_owned(),
            if result.is_ok() {
                Outcome::Done(took)
            } else {
                Outcome::Failed(took)
            },
        ));
        if result.is_ok() {
            eprintln!("== {what}: {:.1} s", took.as_secs_f64());
        }
        result.map_err(|error| anyhow!("{what} failed: {error:#}\n  by hand: {by_hand}"))
    }

    /// Notes a step that was not needed.
    pub(crate) fn skip(&mut self, what: &str, why: &str) {
        eprintln!("== {what}: {why}");
        self.steps
            .push((what.to_owned(), Outcome::Skipped(why.to_owned())));
    }

    /// Prints every step with its time, and the sum.
    pub(crate) fn print_summary(&self) {
        if self.steps.is_empty() {
            return;
        }
        eprintln!();
        let mut total = Duration::ZERO;
        for (what, outcome) in &self.steps {
            match outcome {
                Outcome::Done(took) => eprintln!("{:>8.1} s  {what}", took.as_secs_f64()),
                Outcome::Failed(took) => eprintln!("{:>8.1} s  {what}: FAILED", took.as_secs_f64()),
                Outcome::Skipped(why) => eprintln!("         -  {what}: {why}"),
            }
            if let Outcome::Done(took) | Outcome::Failed(took) = outcome {
                total += *took;
            }
        }
        eprintln!("{:>8.1} s  in all", total.as_secs_f64());
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "steps are timed, and nothing is computed from the time"
)]
fn now() -> Instant {
    Instant::now()
}

/// The repository's top folder.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// Where programs and libraries for the project's own use are installed.
pub(crate) fn tools_dir() -> PathBuf {
    root().join("target").join("tools")
}

/// Cargo, to be run at the top of the repository. Cargo describes the program that it runs in the environment; what
/// describes this one would only make the next cargo build things twice.
pub(crate) fn cargo<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new("cargo");
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"]
            .iter()
            .any(|start| name.starts_with(start))
        {
            command.env_remove(&*name);
        }
    }
    command.args(arguments).current_dir(root());
    command
}

/// Runs a program to its end; its output goes to the terminal.
///
/// # Errors
/// When it can't be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("   {}", display(command));
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("could not start {}", display(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", display(command));
    }
    Ok(())
}

/// Runs a program to its end and gives its standard output.
///
/// # Errors
/// When it can't be started, does not succeed, or prints what is not UTF-8.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("could not start {}", display(command)))?;
    if !output.status.success() {
        bail!("{} ended with {}", display(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} printed no text", display(command)))
}

/// Whether a program can be started.
pub(crate) fn has_program(name: &str) -> bool {
    version_of(name).is_some()
}

/// What a program prints when asked for its version.
pub(crate) fn version_of(program: impl AsRef<OsStr>) -> Option<String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn display(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

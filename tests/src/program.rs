//! The command line, as a user calls it.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::Value;

use crate::page::root;

/// The built program: `FAULTLINE_PROGRAM`, or what `cargo build --package faultline` makes, which is run once.
///
/// # Errors
/// When it does not compile.
pub fn program() -> Result<&'static Path> {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match PROGRAM.get_or_init(|| build().map_err(|error| format!("{error:#}"))) {
        Ok(path) => Ok(path),
        Err(why) => Err(anyhow!("{why}")),
    }
}

fn build() -> Result<PathBuf> {
    if let Some(path) = env::var_os("FAULTLINE_PROGRAM") {
        return Ok(path.into());
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args("build --locked --quiet --package faultline --message-format json".split(' '))
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .context("could not start cargo")?;
    ensure!(output.status.success(), "the program does not compile");
    let messages = String::from_utf8(output.stdout)?;
    let built = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == "faultline")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    built.context("cargo names no program that it built")
}

/// What a call of the program came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The exit code; absent where a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Called {
    /// What it printed, if it ended with 0.
    ///
    /// # Errors
    /// When it did not.
    pub fn done(self) -> Result<String> {
        ensure!(
            self.code == Some(0),
            "ended with {:?}: {}",
            self.code,
            self.err
        );
        Ok(self.out)
    }

    /// What it printed, read as JSON.
    ///
    /// # Errors
    /// When it is not JSON, or the program did not end with 0.
    pub fn json(self) -> Result<Value> {
        Ok(serde_json::from_str(&self.done()?)?)
    }
}

impl TryFrom<Output> for Called {
    type Error = anyhow::Error;

    fn try_from(output: Output) -> Result<Self> {
        Ok(Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).context("what it printed is no text")?,
            err: String::from_utf8(output.stderr).context("what it complained of is no text")?,
        })
    }
}

/// The program with these arguments, to be started in a folder.
///
/// # Errors
/// When it does not compile.
pub fn command<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Result<Command> {
    let mut command = Command::new(program()?);
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Ok(command)
}

/// Calls the program in a folder, with arguments parted by spaces, and waits for its end.
///
/// # Errors
/// When it does not compile, or prints what is no text.
pub fn call(folder: &Path, arguments: &str) -> Result<Called> {
    command(folder, arguments.split_whitespace())?
        .output()
        .context("could not start the program")?
        .try_into()
}

/// Sends a signal, such as `INT` or `KILL`, to a process that the test started.
///
/// # Errors
/// When it can't be sent.
pub fn signal(child: &Child, name: &str) -> Result<()> {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-s", name, &id]).status()?;
    ensure!(status.success(), "could not send {name} to {id}");
    Ok(())
}

/// Waits until something holds.
///
/// # Errors
/// When it does not after a minute. `what` says what was waited for.
pub fn wait_for(what: &str, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let pause = Duration::from_millis(20);
    for _ in 0..3000 {
        if holds()? {
            return Ok(());
        }
        thread::sleep(pause);
    }
    bail!("waited a minute for {what}")
}

/// Waits for the end of a process, for a minute.
///
/// # Errors
/// When it has not ended by then; it is ended.
pub fn ended(child: &mut Child) -> Result<ExitStatus> {
    let mut status = None;
    let waited = wait_for("the end of the program", || {
        status = child.try_wait()?;
        Ok(status.is_some())
    });
    if waited.is_err() {
        child.kill()?;
    }
    waited?;
    status.context("no status")
}

//! Runs that were cut short.

use std::process::Child;
use std::time::Duration;

use anyhow::Result;
use faultline_tests::{
    Folder, ModelServer, assert_same, call, command, ended, signal, wait_for, without_times,
};

use crate::{SMALL, report, small};

#[test]
fn a_trace_that_is_cut_anywhere_is_gone_on_from() -> Result<()> {
    let folder = small()?;
    let whole = folder.read("t.jsonl")?;
    let expected = report(folder.path(), "t.jsonl")?;
    let mut cuts: Vec<usize> = (0..whole.len()).step_by(whole.len() / 6).collect();
    for (place, _) in whole
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .take(2)
    {
        cuts.extend([place, place + 1]);
    }
    for cut in cuts {
        folder.write("t.jsonl", &whole[..cut])?;
        call(folder.path(), SMALL)?.done()?;
        assert_same(
            &format!("cut after {cut} bytes"),
            &report(folder.path(), "t.jsonl")?,
            &expected,
        );
    }
    Ok(())
}

#[test]
fn more_tasks_are_added_to_a_run() -> Result<()> {
    let folder = small()?;
    let before = folder.read("t.jsonl")?;
    call(folder.path(), &SMALL.replace("tasks=3", "tasks=5"))?.done()?;
    assert!(
        folder.read("t.jsonl")?.starts_with(&before),
        "a trace is only appended to"
    );
    call(
        folder.path(),
        &SMALL
            .replace("tasks=3", "tasks=5")
            .replace("t.jsonl", "u.jsonl"),
    )?
    .done()?;
    assert_eq!(
        report(folder.path(), "t.jsonl")?,
        report(folder.path(), "u.jsonl")?
    );
    Ok(())
}

/// A run of a live model that is slow enough to be interrupted.
struct Slow {
    folder: Folder,
    server: ModelServer,
    run: String,
}

impl Slow {
    fn new() -> Result<Self> {
        let server = ModelServer::honest("sim:noisy,p=0.7", Duration::from_millis(60))?;
        let run = format!(
            "run --model slow --url {} --set tasks=6 --set depths=1,2,4 --concurrency 2 --out t.jsonl",
            server.url()
        );
        Ok(Self {
            folder: Folder::new()?,
            server,
            run,
        })
    }

    /// Starts the run and waits until some replies are in the trace.
    fn begun(&self) -> Result<Child> {
        let child = command(self.folder.path(), self.run.split(' '))?.spawn()?;
        wait_for("some replies", || Ok(self.lines() > 5))?;
        Ok(child)
    }

    fn lines(&self) -> usize {
        let trace = self.folder.read("t.jsonl").unwrap_or_default();
        trace.split(|byte| *byte == b'\n').count() - 1
    }

    /// Runs to the end, and compares with a run that nothing interrupted.
    fn goes_on(&self) -> Result<()> {
        let (had, before) = (self.lines() - 1, self.server.asked().len());
        call(self.folder.path(), &self.run)?.done()?;
        let needed = self.lines() - 1 - had;
        let asked = self.server.asked().len() - before;
        assert_eq!(asked, needed, "what the trace holds is not asked for again");
        call(self.folder.path(), &self.run.replace("t.jsonl", "u.jsonl"))?.done()?;
        let of = |name| without_times(&report(self.folder.path(), name)?);
        assert_same("the reports", &of("t.jsonl")?, &of("u.jsonl")?);
        Ok(())
    }
}

#[test]
fn a_killed_run_goes_on() -> Result<()> {
    let slow = Slow::new()?;
    let mut child = slow.begun()?;
    signal(&child, "KILL")?;
    assert_eq!(ended(&mut child)?.code(), None, "ended by the signal");
    slow.goes_on()
}

#[test]
fn an_interrupted_run_keeps_all_that_arrived() -> Result<()> {
    let slow = Slow::new()?;
    let child = slow.begun()?;
    signal(&child, "INT")?;
    let output = child.wait_with_output()?;
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8(output.stderr)?;
    assert!(
        told.contains("stopped") && told.contains("the same command goes on"),
        "{told}"
    );
    assert_eq!(
        slow.lines() - 1,
        slow.server.asked().len(),
        "every reply that was asked for is kept"
    );
    assert!(
        String::from_utf8(output.stdout)?.contains("Accuracy and loss by depth"),
        "what is there is scored"
    );
    slow.goes_on()
}

#[test]
fn two_runs_do_not_write_one_trace() -> Result<()> {
    let slow = Slow::new()?;
    let mut first = slow.begun()?;
    let second = call(slow.folder.path(), &slow.run)?;
    assert_eq!(second.code, Some(1));
    assert!(
        second
            .err
            .contains("t.jsonl is being written by another run"),
        "{}",
        second.err
    );
    assert_eq!(ended(&mut first)?.code(), Some(0));
    Ok(())
}

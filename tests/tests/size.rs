//! What a first visit downloads until the demo shows its first number. `cargo xtask size` runs this.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use faultline_tests::{Browser, PageServer, View};

/// What a first visit may download, in bytes after `gzip -9`.
const BUDGET_BYTES: usize = 500_000;

#[test]
#[expect(clippy::print_stdout, reason = "the table is what the command is for")]
fn a_first_visit_stays_within_its_budget() -> Result<()> {
    // What the page fetches for later is held back, so that nothing of it can have been of use.
    let server = PageServer::start_holding("engine")?;
    let browser = Browser::start(View::desktop())?;
    browser.open(&format!("{}#/run?demo=1", server.url()))?;
    browser
        .wait_for("[data-demo-number]")
        .context("the demo showed no number: the page has no element with data-demo-number")?;

    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for served in server.served() {
        let Some(content) = served.content else {
            bail!(
                "the page asked for a file that is not there: {}",
                served.path
            );
        };
        files.insert(served.path, content);
    }
    server.release();
    println!("{:>10} {:>10}  file", "bytes", "gzip -9");
    let (mut raw_total, mut packed_total) = (0, 0);
    for (path, content) in &files {
        let packed = gzip_len(content)?;
        println!("{:>10} {packed:>10}  {path}", content.len());
        raw_total += content.len();
        packed_total += packed;
    }
    println!("{raw_total:>10} {packed_total:>10}  in all, of {BUDGET_BYTES}");
    assert!(
        packed_total <= BUDGET_BYTES,
        "a first visit downloads {packed_total} bytes, {} over its budget",
        packed_total - BUDGET_BYTES
    );
    Ok(())
}

/// How many bytes `gzip -9` makes of some.
fn gzip_len(content: &[u8]) -> Result<usize> {
    let mut gzip = Command::new("gzip")
        .args(["-9", "-n", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("could not start gzip")?;
    let mut input = gzip.stdin.take().context("gzip has no input")?;
    let content = content.to_owned();
    let writer = std::thread::spawn(move || input.write_all(&content));
    let output = gzip.wait_with_output()?;
    writer.join().ok().context("the writer panicked")??;
    Ok(output.stdout.len())
}

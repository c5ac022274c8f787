//! How the program is called, and what it says to who calls it wrongly.

use anyhow::Result;
use faultline_tests::{Folder, ModelServer, Response, call};

use crate::small;

#[test]
fn wrong_usage_is_2_and_names_what_was_meant() -> Result<()> {
    let folder = small()?;
    for (arguments, says) in [
        (
            "run --model sim:oracle --set task=3",
            "did you mean 'tasks'",
        ),
        (
            "run --model sim:oracle --set depth=3",
            "did you mean 'depths'",
        ),
        (
            "run --model sim:oracle --set tasks=0",
            "tasks must be a whole number from 1",
        ),
        ("run --model sim:oracle --set depths=1,99", "depths"),
        ("run --model sim:oracle --set condition=rooting", "routing"),
        ("run --model sim:oracle --set tasks", "KEY=VALUE"),
        ("run --model sim:noisi,p=0.7", "noisy"),
        ("run --model sim:noisy,q=0.7", "noisy has no parameter 'q'"),
        ("run --model sim:noisy,p=1.7", "p"),
        ("run --study propagatoin --model sim:oracle", "propagation"),
        ("run --model some-model", "--url"),
        ("run --model m --url ftp://127.0.0.1", "http://"),
        (
            "run --model m --url http://127.0.0.1:9/v1 --key-env FAULTLINE_NO_SUCH_KEY",
            "FAULTLINE_NO_SUCH_KEY",
        ),
        (
            "run --model m --url http://127.0.0.1:9/v1 --likelihood loud",
            "prompt_logprobs",
        ),
        (
            "run --model m --url http://127.0.0.1:9/v1 --likelihood echo",
            "propagation study does not ask",
        ),
        ("run --model sim:oracle --out t.jsonl.gz", "plain"),
        ("run --model sim:oracle --mode loud", "prompted"),
        ("score", "FILE"),
        ("score t.jsonl --json --html", "cannot be used with"),
        ("generate --study none", "propagation"),
        ("schema nothing", "report"),
        ("frobnicate", "unrecognized"),
    ] {
        let called = call(folder.path(), arguments)?;
        assert_eq!(called.code, Some(2), "{arguments}: {}", called.err);
        assert!(
            called.err.contains(says),
            "{arguments}: {says:?} in {}",
            called.err
        );
        assert_eq!(called.out, "", "{arguments}");
    }
    Ok(())
}

#[test]
fn a_trace_of_another_run_is_left_alone() -> Result<()> {
    let folder = small()?;
    let before = folder.read("t.jsonl")?;
    let notes = folder.write("notes.txt", "{\"my\": \"notes\"")?;
    for (arguments, says) in [
        (
            "run --model sim:oracle --set tasks=3 --set depths=1,2 --out t.jsonl",
            "model",
        ),
        (
            "run --model sim:noisy,p=0.7 --set tasks=3 --set depths=1,4 --out t.jsonl",
            "config",
        ),
        (
            "run --model sim:noisy,p=0.7 --set tasks=3 --set depths=1,2 --mode native --out t.jsonl",
            "mode",
        ),
        (
            "run --model sim:oracle --set tasks=3 --out notes.txt",
            "notes.txt",
        ),
    ] {
        let called = call(folder.path(), arguments)?;
        assert_eq!(called.code, Some(1), "{arguments}: {}", called.err);
        assert!(
            called.err.contains(says),
            "{arguments}: {says:?} in {}",
            called.err
        );
    }
    assert!(folder.read("t.jsonl")? == before, "the trace was changed");
    assert_eq!(std::fs::read_to_string(notes)?, "{\"my\": \"notes\"");
    Ok(())
}

#[test]
fn a_dry_run_tells_and_sends_nothing() -> Result<()> {
    let folder = Folder::new()?;
    let server = ModelServer::start(|_| Response::HangUp)?;
    let run = format!(
        "run --model m --url {} --set tasks=5 --set depths=1,2 --out t.jsonl --dry-run",
        server.url()
    );
    let told = call(folder.path(), &run)?.done()?;
    // Two arms; of a chain of two calls the first is shared.
    assert!(told.starts_with("20 cases, at most 20 requests"), "{told}");
    assert!(
        told.contains("prompt tokens") && told.contains("answer tokens"),
        "{told}"
    );
    assert_eq!(server.asked().len(), 0);
    assert!(!folder.join("t.jsonl").exists(), "a dry run writes nothing");
    Ok(())
}

#[test]
fn a_case_a_line_where_asked_for() -> Result<()> {
    let folder = Folder::new()?;
    let run = "run --model sim:oracle --set tasks=2 --set depths=1,2 --out t.jsonl";
    let quiet = call(folder.path(), run)?;
    assert_eq!(quiet.err, "trace: t.jsonl\n");
    let told = call(
        folder.path(),
        &format!("{} -v", run.replace("t.jsonl", "u.jsonl")),
    )?;
    let cases: Vec<&str> = told
        .err
        .lines()
        .filter(|line| line.starts_with('d'))
        .collect();
    assert_eq!(cases.len(), 8, "{}", told.err);
    assert_eq!(cases[0], "d1-k0-forced done (1/8)");
    assert_eq!(cases[7], "d2-k1-free done (8/8)");
    Ok(())
}

#[test]
fn without_a_file_the_trace_is_what_is_printed() -> Result<()> {
    let folder = small()?;
    let printed = call(
        folder.path(),
        "run --model sim:noisy,p=0.7 --set tasks=3 --set depths=1,2",
    )?
    .done()?;
    folder.write("printed.jsonl", printed)?;
    let of = |name| crate::report(folder.path(), name);
    assert_eq!(of("printed.jsonl")?, of("t.jsonl")?);
    Ok(())
}

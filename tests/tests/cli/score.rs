//! `faultline run` and `faultline score`.

use std::fs;

use anyhow::{Context, Result};
use faultline_tests::{Folder, call};
use serde_json::Value;

use crate::{SMALL, renamed, report, small};

#[test]
fn a_run_is_scored_into_every_format() -> Result<()> {
    let folder = small()?;
    let report: Value = serde_json::from_str(&report(folder.path(), "t.jsonl")?)?;
    let tables = report["report"]["tables"]
        .as_object()
        .context("no tables")?;
    let ids = [
        "by_depth",
        "severity",
        "recovery",
        "lag",
        "terminal_share",
        "step_errors",
        "errors",
        "discrimination",
        "identity",
        "fit",
        "contrasts",
        "planning",
        "usage",
        "limits",
    ];
    for id in ids {
        let columns =
            tables.get(id).with_context(|| format!("no table {id}"))?["columns"].as_array();
        assert!(
            columns
                .context("no columns")?
                .iter()
                .any(|column| column["id"] == "model"),
            "{id}"
        );
    }
    let row = &tables["by_depth"]["rows"][1];
    for key in ["depth", "p", "g", "loss", "n"] {
        assert!(
            row.get(key).is_some_and(|cell| !cell.is_null()),
            "{key} in {row}"
        );
    }
    for key in ["value", "n", "lo", "hi", "method"] {
        assert!(row["p"].get(key).is_some(), "{key} in {row}");
    }
    assert_eq!(
        tables["by_depth"]["rows"][0]["loss"]["value"], 0.0,
        "at depth 1, by construction"
    );

    let plain = call(folder.path(), "score t.jsonl")?.done()?;
    assert!(
        plain.contains("(simulated policy)") && plain.contains("Accuracy and loss by depth"),
        "{plain}"
    );

    let html = call(folder.path(), "score t.jsonl --html")?.done()?;
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<svg"));
    for loading in ["<script", "<link", " src=", "url(http", "@import"] {
        assert!(
            !html.contains(loading),
            "a report loads nothing, but has {loading}"
        );
    }

    call(folder.path(), "score t.jsonl --csv tables")?.done()?;
    for id in ids {
        let csv = fs::read_to_string(folder.join(&format!("tables/{id}.csv")))?;
        assert!(
            csv.lines()
                .next()
                .is_some_and(|head| head.starts_with("model,")),
            "{id}: {csv}"
        );
    }
    Ok(())
}

#[test]
fn both_spellings_of_a_policy_are_one() -> Result<()> {
    let folder = small()?;
    let (comma, question) = ("sim:noisy,p=0.7", "sim:noisy?p=0.7");
    let run = SMALL.replace(comma, question).replace("t.jsonl", "u.jsonl");
    call(folder.path(), &run)?.done()?;
    let of = |name| report(folder.path(), name);
    assert_eq!(renamed(&of("t.jsonl")?, comma, question)?, of("u.jsonl")?);
    Ok(())
}

#[test]
fn several_runs_are_rows_of_one_report() -> Result<()> {
    let folder = small()?;
    call(
        folder.path(),
        "run --model sim:oracle --set tasks=3 --set depths=1,2 --out o.jsonl",
    )?
    .done()?;
    let report = call(folder.path(), "score t.jsonl o.jsonl --json")?.json()?;
    let rows = report["report"]["tables"]["by_depth"]["rows"]
        .as_array()
        .context("no rows")?;
    let models: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["model"].as_str())
        .collect();
    for model in ["sim:noisy,p=0.7", "sim:oracle"] {
        assert_eq!(
            models.iter().filter(|name| **name == model).count(),
            2,
            "{models:?}"
        );
    }
    Ok(())
}

#[test]
fn the_same_case_counts_once_if_identical_and_is_an_error_if_not() -> Result<()> {
    let folder = small()?;
    let text = String::from_utf8(folder.read("t.jsonl")?)?;
    folder.write("same.jsonl", &text)?;
    let twice = call(folder.path(), "score t.jsonl same.jsonl --json")?.done()?;
    assert_eq!(twice, report(folder.path(), "t.jsonl")?);

    folder.write(
        "other.jsonl",
        text.replacen(r#"\"ref\":"#, r#"\"ref\":1"#, 1),
    )?;
    let conflict = call(folder.path(), "score t.jsonl other.jsonl")?;
    assert_eq!(conflict.code, Some(1));
    assert!(
        conflict.err.contains("d1-k0-forced") && conflict.err.contains("twice"),
        "{}",
        conflict.err
    );
    Ok(())
}

/// Files of which something can't be used: what is done to a good trace, what is said, the exit code, and whether the rest is
/// scored.
#[test]
fn bad_input_is_answered_with_file_line_and_cause() -> Result<()> {
    let folder = small()?;
    let good = String::from_utf8(folder.read("t.jsonl")?)?;
    let lines = good.lines().count();
    let digest_at = good.find(r#""digest":""#).context("no digest")? + r#""digest":""#.len();
    let mut digest = good.clone();
    digest.replace_range(digest_at..digest_at + 4, "zzzz");
    digest = digest.replace("zzzz", "0000");
    let (last, second) = (format!("bad.jsonl:{lines}: "), "bad.jsonl:2: ");
    let cut = &good[..good.len() - 40];
    let garbled = good.replacen("{\"case\"", "{case", 1);
    for (what, content, says, code, scored) in [
        ("cut", cut.to_owned(), vec![last.as_str(), "cut"], 0, true),
        ("garbled", garbled, vec![second, "not an exchange"], 1, true),
        (
            "wrong version",
            good.replacen(r#""faultline":1"#, r#""faultline":7"#, 1),
            vec!["bad.jsonl:1: ", "version 7", "version 1"],
            1,
            true,
        ),
        (
            "unknown study",
            good.replacen(r#""study":"propagation""#, r#""study":"alchemy""#, 1),
            vec!["bad.jsonl:1: ", "no study 'alchemy'", "propagation"],
            1,
            false,
        ),
        (
            "digest",
            digest,
            vec!["bad.jsonl", "line 2", "d1-k0-forced", "digest"],
            1,
            true,
        ),
        (
            "text",
            "hello\nworld\n".to_owned(),
            vec!["bad.jsonl:1: ", "not a trace"],
            1,
            false,
        ),
        (
            "another table",
            "id,score,passed\n1,0.5,true\n".to_owned(),
            vec!["bad.jsonl:1: ", "id, score, passed", "model and task_id"],
            1,
            false,
        ),
        (
            "empty",
            String::new(),
            vec!["bad.jsonl: ", "empty"],
            1,
            false,
        ),
    ] {
        folder.write("bad.jsonl", content)?;
        let called = call(folder.path(), "score bad.jsonl")?;
        for word in says {
            assert!(
                called.err.contains(word),
                "{what}: {word:?} in {}",
                called.err
            );
        }
        assert_eq!(called.code, Some(code), "{what}: {}", called.err);
        assert_eq!(
            called.out.contains("Accuracy and loss by depth"),
            scored,
            "{what}"
        );
        // Beside a good file nothing of that one is lost.
        let together = call(folder.path(), "score t.jsonl bad.jsonl --json")?;
        assert_eq!(
            together.code,
            Some(code),
            "{what} beside a good file: {}",
            together.err
        );
        assert_eq!(
            together.out,
            report(folder.path(), "t.jsonl")?,
            "{what} beside a good file"
        );
    }
    let missing = call(folder.path(), "score nowhere.jsonl")?;
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("nowhere.jsonl"), "{}", missing.err);
    Ok(())
}

#[test]
fn another_reading_is_executed_afresh() -> Result<()> {
    let folder = Folder::new()?;
    call(
        folder.path(),
        "run --model sim:broken,syntax=0.5 --set tasks=5 --set depths=1,2 --out b.jsonl",
    )?
    .done()?;
    let lenient = call(folder.path(), "score b.jsonl --reading lenient --json")?.done()?;
    let strict = call(folder.path(), "score b.jsonl --reading strict --json")?.done()?;
    assert_eq!(lenient, report(folder.path(), "b.jsonl")?);
    assert_ne!(lenient, strict);
    Ok(())
}

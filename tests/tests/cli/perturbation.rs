//! The perturbation study on the command line: its suite, the answer key, silence, and what can't be combined.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use faultline_tests::{Folder, assert_same, call, without_times};
use serde_json::{Map, Value};

fn rows(report: &Value, id: &str) -> Result<Vec<Map<String, Value>>> {
    let rows = report["report"]["tables"][id]["rows"].as_array();
    let rows = rows.with_context(|| format!("no table {id}"))?;
    rows.iter()
        .map(|row| row.as_object().cloned().context("a row that is no object"))
        .collect()
}

/// Runs the whole suite with a simulated policy and gives its report.
fn report_of(folder: &Folder, policy: &str) -> Result<Value> {
    let run = format!("run --study perturbation --model {policy} --out t.jsonl");
    call(folder.path(), &run)?.done()?;
    call(folder.path(), "score t.jsonl --json")?.json()
}

#[test]
fn the_suite_has_the_published_counts() -> Result<()> {
    let folder = Folder::new()?;
    let printed = call(folder.path(), "generate --study perturbation")?.done()?;
    let mut buckets: BTreeMap<(String, Option<String>, String), u32> = BTreeMap::new();
    for line in printed.lines() {
        let case: Value = serde_json::from_str(line)?;
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let family = text("family").context("no family")?;
        let severity = text("severity").context("no severity")?;
        for absent in ["mixed", "intervention", "examples"] {
            assert!(case.get(absent).is_none(), "{absent} unasked: {line}");
        }
        *buckets
            .entry((family, text("subtype"), severity))
            .or_default() += 1;
    }
    assert_eq!(printed.lines().count(), 2208);
    assert_eq!(buckets.len(), 4 + 14 * 3);
    for ((family, subtype, severity), count) in buckets {
        let place = format!("{family} {subtype:?} {severity}");
        assert_eq!(count, 48, "{place}");
        assert_eq!(subtype.is_none(), severity == "clean", "{place}");
        assert!(
            subtype.is_none_or(|subtype| subtype.starts_with(&family)),
            "{place}"
        );
        assert!(["A", "B", "C", "D"].contains(&family.as_str()), "{place}");
    }
    Ok(())
}

/// All rates of a row of the leaderboard have this value.
fn assert_rates(board: &Map<String, Value>, value: f64) {
    let means = ["clean", "overall", "heavy_macro"];
    let families = ["interface", "intent", "output", "runtime"];
    for id in means.into_iter().chain(families) {
        assert_eq!(board[id]["value"], value, "{id}");
    }
}

#[test]
fn the_answer_key_is_right_everywhere_and_scores_the_same_again() -> Result<()> {
    let folder = Folder::new()?;
    let report = report_of(&folder, "sim:gold")?;
    let board = &rows(&report, "leaderboard")?[0];
    assert_rates(board, 1.0);
    assert_eq!(board["unmeasured"], 0);
    for (table, id, count) in [
        ("family_severity", "success", 16),
        ("subtypes", "success", 14),
        ("tools", "clean", 16),
        ("runtime_decisions", "result", 2),
    ] {
        let rows = rows(&report, table)?;
        assert_eq!(rows.len(), count, "{table}");
        for row in rows {
            assert_eq!(row[id]["value"], 1.0, "{table}: {row:?}");
        }
    }
    let score = || call(folder.path(), "score t.jsonl --json")?.done();
    let (once, again) = (score()?, score()?);
    assert_same("scored again", &once, &again);
    // A run that is all there already sends nothing and says the same.
    let resumed = "run --study perturbation --model sim:gold --out t.jsonl";
    call(folder.path(), resumed)?.done()?;
    assert_same(
        "scored after a run that had nothing to do",
        &without_times(&once)?,
        &without_times(&score()?)?,
    );
    Ok(())
}

#[test]
fn silence_fails_at_the_first_stage_everywhere() -> Result<()> {
    let folder = Folder::new()?;
    let report = report_of(&folder, "sim:silent")?;
    let board = &rows(&report, "leaderboard")?[0];
    assert_rates(board, 0.0);
    assert_eq!(board["main_failure"], "no call");
    let attributed = rows(&report, "attribution")?;
    assert_eq!(attributed.len(), 5);
    for row in attributed {
        let n = &row["failures"];
        assert!(n.as_u64().is_some_and(|n| n >= 432), "{row:?}");
        assert_eq!(&row["S1"], n, "{row:?}");
        assert!(
            ["S2", "S3", "S4"].iter().all(|stage| row[*stage] == 0),
            "{row:?}"
        );
    }
    Ok(())
}

#[test]
fn what_can_not_be_combined_is_refused_with_the_reason() -> Result<()> {
    let folder = Folder::new()?;
    for (mixed, reason) in [
        ("C1+D1", "C alters an observation that D replaces"),
        ("A1+A2", "both enter at the same place of the call"),
        ("none,A2+B3", "leave out one of the two"),
    ] {
        for command in ["generate", "run --model sim:gold --out t.jsonl"] {
            let called = call(
                folder.path(),
                &format!("{command} --study perturbation --set mixed={mixed}"),
            )?;
            assert_eq!(called.code, Some(2), "{command} {mixed}: {}", called.err);
            assert!(
                called.err.contains(reason),
                "{command} {mixed}: {}",
                called.err
            );
            assert_eq!(called.out, "", "{command} {mixed}");
        }
    }
    let pairs = call(
        folder.path(),
        "generate --study perturbation --set mixed=only,published,B1+C2",
    )?
    .done()?;
    assert_eq!(
        pairs.lines().count(),
        6 * 2 * 16,
        "pairs, severities, anchors"
    );
    assert!(pairs.lines().all(|line| line.contains("\"mixed\"")));
    Ok(())
}

//! `faultline inspect`.

use std::fs;

use anyhow::{Context, Result};
use faultline_tests::call;
use serde_json::Value;

use crate::small;

#[test]
fn each_file_is_named_with_what_can_be_scored_from_it() -> Result<()> {
    let folder = small()?;
    let plain = call(folder.path(), "inspect t.jsonl")?.done()?;
    for expected in ["study propagation", "6 tasks", "    by_depth  "] {
        assert!(plain.contains(expected), "{expected} in {plain}");
    }

    let whole = fs::read_to_string(folder.path().join("t.jsonl"))?;
    let broken = whole.replacen("\n{", "\nnot JSON\n{", 1);
    fs::write(folder.path().join("broken.jsonl"), broken)?;
    fs::write(folder.path().join("other.txt"), "a\nb\n")?;
    fs::write(folder.path().join("empty"), "")?;
    fs::write(folder.path().join("one.txt"), "a\n")?;
    let one = call(folder.path(), "inspect one.txt")?;
    for expected in [
        "  1 line, 0 exchanges, 1 problem\n",
        "  Not scored: it holds nothing that can be scored.\n",
    ] {
        assert!(one.out.contains(expected), "{expected} in {}", one.out);
    }
    let called = call(
        folder.path(),
        "inspect --json t.jsonl broken.jsonl other.txt empty absent",
    )?;
    assert_eq!(called.code, Some(1));
    assert!(called.err.contains("can't read absent"), "{}", called.err);
    let found: Value = serde_json::from_str(&called.out)?;
    let files = found["files"].as_array().context("no files")?;
    let facts: Vec<_> = files
        .iter()
        .map(|file| {
            (
                file["name"].as_str().unwrap_or_default(),
                file["can_be_scored"] == true,
                file["problem_count"].as_u64().unwrap_or_default(),
                file["problems"][0]["line"].as_u64(),
                file["tables"].is_array(),
            )
        })
        .collect();
    assert_eq!(
        facts,
        [
            ("t.jsonl", true, 0, None, true),
            ("broken.jsonl", true, 1, Some(2), true),
            ("other.txt", false, 1, Some(1), false),
            ("empty", false, 1, None, false),
        ]
    );
    Ok(())
}

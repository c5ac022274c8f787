//! `faultline schema`, and whether what is written fits what it says.

use anyhow::{Context, Result, anyhow};
use faultline_tests::{Folder, call};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::small;

fn schema(folder: &Folder, of: &str) -> Result<Validator> {
    let schema = call(folder.path(), &format!("schema {of}"))?.json()?;
    jsonschema::meta::validate(&schema).map_err(|error| anyhow!("{of} is no schema: {error}"))?;
    jsonschema::validator_for(&schema).map_err(|error| anyhow!("{of}: {error}"))
}

fn check(schema: &Validator, what: &str, value: &Value) {
    let problems: Vec<String> = schema
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert_eq!(problems, [""; 0], "{what}");
}

#[test]
fn every_line_of_a_trace_fits_its_schema() -> Result<()> {
    let folder = small()?;
    let schema = schema(&folder, "trace")?;
    let trace = String::from_utf8(folder.read("t.jsonl")?)?;
    for line in trace.lines() {
        check(&schema, line, &serde_json::from_str(line)?);
    }
    let mut exchange: Value = serde_json::from_str(trace.lines().nth(1).context("no exchange")?)?;
    exchange["step"] = json!("first");
    assert!(!schema.is_valid(&exchange), "anything fits");
    assert!(!schema.is_valid(&json!({})), "anything fits");
    Ok(())
}

#[test]
fn every_report_fits_its_schema() -> Result<()> {
    let folder = small()?;
    let schema = schema(&folder, "report")?;
    call(folder.path(), "run --model sim:broken,syntax=0.5 --mode native --set condition=linear --set tasks=4 --set depths=1,3 --out b.jsonl")?.done()?;
    for files in ["t.jsonl", "b.jsonl", "t.jsonl b.jsonl"] {
        let report = call(folder.path(), &format!("score {files} --json"))?.json()?;
        check(&schema, files, &report);
    }
    let mut report = call(folder.path(), "score t.jsonl --json")?.json()?;
    report["report"]["tables"]["by_depth"]["rows"][0]["p"] = json!({ "value": null });
    assert!(
        !schema.is_valid(&report),
        "an undefined value without a reason fits"
    );
    Ok(())
}

#[test]
fn settings_that_fit_the_schema_are_taken_from_a_file() -> Result<()> {
    let folder = Folder::new()?;
    let schema = schema(&folder, "config")?;
    let settings = json!({ "tasks": 2, "depths": [1, 3], "condition": "linear", "seed": 7 });
    check(&schema, "the settings", &settings);
    assert!(!schema.is_valid(&json!({ "tasks": 0 })), "no task fits");
    folder.write("settings.json", settings.to_string())?;
    let by_file = call(folder.path(), "generate --config settings.json")?.done()?;
    let by_hand = call(
        folder.path(),
        "generate --set tasks=2 --set depths=1,3 --set condition=linear --set seed=7",
    )?
    .done()?;
    assert_eq!(by_file, by_hand);
    let stronger = call(
        folder.path(),
        "generate --config settings.json --set tasks=1",
    )?
    .done()?;
    assert_eq!(
        stronger.lines().count() * 2,
        by_hand.lines().count(),
        "--set is stronger"
    );
    Ok(())
}

//! Replies as providers and models really send them, from a file that is not part of this repository.
//!
//! Where the file is not there, the test says so and passes.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use faultline_core::{
    Call, CallFault, CallingMode, PromptedForm, Property, Reading, Reply, Schema, ToolSpec,
    Unmeasured,
};
use faultline_wire::{failure, read_reply};
use serde_json::{Value, json};

/// Flags of the file that this crate leaves to others, with the reason.
const NOT_OURS: [(&str, &str); 5] = [
    (
        "schema_type_mismatch",
        "arguments are checked against schemas by `Schema::check`, not while reading",
    ),
    (
        "missing_required",
        "arguments are checked against schemas by `Schema::check`, not while reading",
    ),
    (
        "stripped:bom",
        "`RawReply` takes the mark off when the body arrives",
    ),
    (
        "error_in_array",
        "a failure has no flags; both spellings of the error are read alike",
    ),
    ("overloaded", "a failure has no flags; its message says it"),
];

#[test]
fn every_case_is_read_as_a_fair_reader_would() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/quirks.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        report(&format!(
            "SKIPPED: no corpus of replies at {}",
            path.display()
        ));
        return;
    };
    let mut wrong = String::new();
    let mut cases = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        cases += 1;
        for problem in check(&case) {
            writeln!(wrong, "{}: {problem}", case["id"].as_str().unwrap()).unwrap();
        }
    }
    assert!(
        wrong.is_empty(),
        "{} problems in {cases} cases:\n{wrong}",
        wrong.lines().count()
    );
    report(&format!(
        "{cases} replies of the corpus are read as expected"
    ));
}

/// Writes past the test harness, which keeps the output of tests that pass to itself.
fn report(line: &str) {
    use std::io::Write as _;
    let line = format!("quirks: {line}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

fn check(case: &Value) -> Vec<String> {
    let (reply, headers) = reply(case);
    let tools = tools(case);
    let expected = &case["expected"];
    let reading = read_reply(&reply, CallingMode::Native, PromptedForm::Json, &tools);
    let mut problems = Vec::new();
    let mut differ = |what: &str, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
        problems.push(format!(
            "{what}: expected {expected:?}, found {found:?} in {reading:?}"
        ));
    };

    let (error, calls, flags) = summary(&reading);
    // A call that the server refused is the model's all the same, and flagged.
    let rejected = flags.iter().any(|flag| flag == "server_rejected");
    let (error, expected_calls) = if rejected {
        (Some("tool_use_failed"), &expected["recoverable"])
    } else {
        (error, &expected["calls"])
    };
    let class = expected["error"].as_str();
    if error != class {
        differ("error", &class, &error);
    }
    let expected_calls = expected_calls.as_array().unwrap();
    let same = expected_calls.len() == calls.len()
        && expected_calls.iter().zip(&calls).all(|(expected, call)| {
            expected["name"] == call.name && same_value(&expected["arguments"], &call.arguments)
        });
    if !same {
        differ("calls", expected_calls, &calls);
    }
    if let Some(texts) = expected["arguments_json"].as_array() {
        for (text, call) in texts.iter().zip(&calls) {
            let exact: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
            if exact != call.arguments {
                differ("exact arguments", &exact, &call.arguments);
            }
        }
    }
    if expected["strict_ok"] != strict_ok(&reading) {
        differ("strict_ok", &expected["strict_ok"], &strict_ok(&reading));
    }
    for flag in expected["flags"].as_array().unwrap() {
        let flag = flag.as_str().unwrap();
        let ours = !NOT_OURS.iter().any(|(name, _)| flag.starts_with(name));
        if ours && reading.is_ok() && !flags.iter().any(|found| found == flag) {
            differ("flag", &flag, &flags);
        }
    }
    for flag in &flags {
        let repairs = ["repaired:", "format:", "name_normalised:", "stripped:"];
        let listed = expected["flags"]
            .as_array()
            .unwrap()
            .iter()
            .any(|known| known == flag);
        if repairs.iter().any(|prefix| flag.starts_with(prefix)) && !listed && !rejected {
            differ("unexpected flag", &expected["flags"], flag);
        }
    }
    if let (Some(usage), Ok(reading)) = (expected.get("usage"), &reading)
        && (usage["input"].as_u64(), usage["output"].as_u64())
            != (reading.usage.input, reading.usage.output)
    {
        differ("usage", usage, &reading.usage);
    }
    let failed = failure(&reply, &headers);
    if let Some(seconds) = expected["retry_after_s"].as_f64()
        && failed
            .as_ref()
            .and_then(|failed| failed.retry_after_s)
            .map(f64::from)
            != Some(seconds.ceil())
    {
        differ("wait", &seconds, &failed);
    }
    if expected["stop_run"] == true && !failed.as_ref().is_some_and(|failed| failed.stops_run) {
        differ("stop_run", &true, &failed);
    }
    problems
}

fn reply(case: &Value) -> (Reply, Vec<(String, String)>) {
    let raw = &case["raw"];
    let whole = |message: Value| {
        json!({"choices": [{"message": message}]})
            .to_string()
            .into_bytes()
    };
    let mut headers = Vec::new();
    let mut status = 200;
    let body = match case["raw_kind"].as_str().unwrap() {
        "text" => whole(json!({"role": "assistant", "content": raw})),
        "message" => whole(raw.clone()),
        "response" => raw.to_string().into_bytes(),
        "http" => {
            status = u16::try_from(raw["status"].as_u64().unwrap()).unwrap();
            for (name, value) in raw["headers"].as_object().unwrap() {
                headers.push((name.clone(), value.as_str().unwrap().to_owned()));
            }
            raw["body"].as_str().unwrap().as_bytes().to_vec()
        }
        "bytes_hex_chunks" => raw
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|chunk| {
                let hex = chunk.as_str().unwrap();
                (0..hex.len() / 2)
                    .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
            })
            .collect(),
        _ => raw.as_str().unwrap().as_bytes().to_vec(),
    };
    (Reply::from_body(status, &body), headers)
}

fn tools(case: &Value) -> Vec<ToolSpec> {
    let names = case["tools"].as_array().unwrap();
    names
        .iter()
        .map(|name| {
            let name = name.as_str().unwrap();
            let property = |kind: &Value| match kind.as_str().unwrap() {
                "integer" => Property::integer(i64::MIN, i64::MAX),
                _ => Property::text(u32::MAX),
            };
            let known = case["schemas"][name].as_object().into_iter().flatten();
            ToolSpec {
                name: name.into(),
                description: String::new(),
                parameters: Schema {
                    properties: known
                        .map(|(name, kind)| (name.clone(), property(kind)))
                        .collect(),
                },
            }
        })
        .collect()
}

/// The class of error, the calls and the flags of a reading.
fn summary(reading: &Result<Reading, Unmeasured>) -> (Option<&str>, Vec<Call>, Vec<String>) {
    let reading = match reading {
        Ok(reading) => reading,
        Err(unmeasured) => return (Some(&unmeasured.kind), Vec::new(), Vec::new()),
    };
    let flagged = |name: &str| reading.flags.iter().any(|flag| flag == name);
    let special = [
        "refusal",
        "call_only_in_reasoning",
        "malformed_function_call",
        "unexpected_tool_call",
    ];
    let error = match &reading.lenient {
        Ok(_) => None,
        Err(fault) => match (special.into_iter().find(|name| flagged(name)), fault) {
            (Some("unexpected_tool_call"), _) => Some("malformed_function_call"),
            (Some(name), _) => Some(name),
            (None, CallFault::NoCall) => None,
            (None, CallFault::Unparseable(_)) => Some("unparseable_tool_call"),
            (None, CallFault::MalformedArguments(why)) if why.contains("not an object") => {
                Some("arguments_not_object")
            }
            (None, CallFault::MalformedArguments(_)) => Some("unparseable_arguments"),
            (None, CallFault::NoName) => Some("missing_tool_name"),
            (None, CallFault::Truncated) => Some("truncated_arguments"),
        },
    };
    let calls = reading.lenient.clone().unwrap_or_default();
    (error, calls, reading.flags.clone())
}

fn strict_ok(reading: &Result<Reading, Unmeasured>) -> bool {
    let flagged = |reading: &Reading| reading.flags.iter().any(|flag| flag == "refusal");
    match reading {
        Ok(reading) => match (&reading.strict, &reading.lenient) {
            (Err(CallFault::NoCall), Err(CallFault::NoCall)) => !flagged(reading),
            (strict, lenient) => strict.is_ok() && strict == lenient,
        },
        Err(_) => false,
    }
}

/// Equality in which numbers are compared by value, as the file's calls are.
fn same_value(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same_value(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            let map = |object: &serde_json::Map<String, Value>| -> BTreeMap<String, Value> {
                object
                    .iter()
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect()
            };
            let (left, right) = (map(left), map(right));
            left.keys().eq(right.keys())
                && left
                    .values()
                    .zip(right.values())
                    .all(|(l, r)| same_value(l, r))
        }
        _ => left == right,
    }
}

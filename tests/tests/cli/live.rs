//! Runs of a live model behind an address: one that is honest, and one that misbehaves in every way.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use faultline_propagation::Policy;
use faultline_tests::{Asked, Called, Folder, ModelServer, Response, call, command, honest};
use serde_json::Value;

use crate::{SMALL, renamed, report};

const KEY: &str = "sk-test-0123456789abcdef";
const SETTINGS: &str = "--set tasks=3 --set depths=1,2 --out live.jsonl";

/// A run of the model behind a server, with the key in the environment.
fn run(folder: &Folder, server: &ModelServer, more: &str) -> Result<Called> {
    let arguments = format!(
        "run --model live --url {} --key-env LIVE_KEY {SETTINGS} {more}",
        server.url()
    );
    let mut command: Command = command(folder.path(), arguments.split_whitespace())?;
    command.env("LIVE_KEY", KEY).output()?.try_into()
}

/// What the same policy shows without a network, under the live model's name.
fn without_a_network(folder: &Folder, mode: &str) -> Result<String> {
    call(folder.path(), &format!("{SMALL} --mode {mode}"))?.done()?;
    renamed(
        &report(folder.path(), "t.jsonl")?,
        "sim:noisy,p=0.7",
        "live",
    )
}

fn assert_is_as_without_a_network(folder: &Folder, mode: &str) -> Result<()> {
    let live = report(folder.path(), "live.jsonl")?;
    let simulated = without_a_network(folder, mode)?;
    assert_eq!(table(&live, "by_depth")?, table(&simulated, "by_depth")?);
    Ok(())
}

fn table(report: &str, id: &str) -> Result<Value> {
    let report: Value = serde_json::from_str(report)?;
    Ok(report["report"]["tables"][id]["rows"].clone())
}

fn policy() -> Policy {
    Policy::parse("sim:noisy,p=0.7").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_live_model_is_measured_as_it_is_without_a_network() -> Result<()> {
    for mode in ["prompted", "native"] {
        let folder = Folder::new()?;
        let server = ModelServer::honest("sim:noisy,p=0.7", Duration::ZERO)?;
        let called = run(&folder, &server, &format!("--mode {mode}"))?;
        assert_eq!(called.code, Some(0), "{mode}: {}", called.err);
        for asked in server.asked() {
            assert_eq!(asked.path, "/v1/chat/completions");
            assert_eq!(
                asked.authorization.as_deref(),
                Some(&*format!("Bearer {KEY}"))
            );
            assert_eq!(asked.body["model"], "live");
            assert_eq!(asked.body["temperature"], 0.0);
            assert_is_in_mode(&asked.body, mode);
        }
        let (live, simulated) = (
            report(folder.path(), "live.jsonl")?,
            without_a_network(&folder, mode)?,
        );
        for id in [
            "by_depth",
            "severity",
            "recovery",
            "lag",
            "terminal_share",
            "step_errors",
            "errors",
            "discrimination",
        ] {
            assert_eq!(table(&live, id)?, table(&simulated, id)?, "{mode}: {id}");
        }
    }
    Ok(())
}

/// Tools, calls and results stand in the provider's own fields in native mode, and all is text in prompted mode.
fn assert_is_in_mode(body: &Value, mode: &str) {
    let is_native = mode == "native";
    assert_eq!(body["tools"].is_array(), is_native, "{body}");
    assert_eq!(body["tool_choice"] == "required", is_native, "{body}");
    let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    let calls = messages
        .iter()
        .filter(|message| message["tool_calls"].is_array());
    let results = messages.iter().filter(|message| message["role"] == "tool");
    let (calls, results) = (calls.count(), results.count());
    // The first request of a case has no call before it.
    let has_history = messages
        .iter()
        .any(|message| message["role"] == "assistant");
    assert_eq!(calls > 0, is_native && has_history, "{body}");
    assert_eq!(calls, results, "{body}");
}

/// A server that answers each of its first requests badly in another way, and then honestly.
#[test]
fn what_passes_is_waited_out() -> Result<()> {
    let limited = Response::Answer {
        status: 429,
        headers: vec![("Retry-After", "1".to_owned())],
        body: r#"{"error":{"message":"Rate limit reached","type":"rate_limit_error"}}"#.into(),
    };
    let bad = [
        limited,
        Response::status(500, r#"{"error":{"message":"internal error"}}"#),
        Response::status(503, "<html><body>503 Service Unavailable</body></html>"),
        Response::HangUp,
        Response::BreakOff(r#"{"choices":[{"mess"#.into()),
    ];
    let count = bad.len();
    let folder = Folder::new()?;
    let server = ModelServer::start(move |asked| match bad.get(asked.number) {
        Some(bad) => bad.clone(),
        None => honest(&policy(), asked),
    })?;
    let called = run(&folder, &server, "--concurrency 5")?;
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert_is_as_without_a_network(&folder, "prompted")?;
    let trace = String::from_utf8(folder.read("live.jsonl")?)?;
    let replies = trace.lines().count() - 1;
    assert_eq!(
        server.asked().len(),
        replies + count,
        "each bad answer is asked for once more"
    );
    Ok(())
}

/// A server that refuses a parameter is asked with it once, and what it then answers counts.
#[test]
fn a_parameter_that_is_refused_is_left_out_once_and_recorded() -> Result<()> {
    for (parameter, mode) in [("temperature", "prompted"), ("tool_choice", "native")] {
        let folder = Folder::new()?;
        let refused = format!(
            r#"{{"error":{{"message":"Unsupported parameter: '{parameter}' is not supported with this model.","type":"invalid_request_error","param":"{parameter}","code":"unsupported_parameter"}}}}"#
        );
        let server = ModelServer::start(move |asked| {
            if asked.body.get(parameter).is_some() {
                Response::status(400, &refused)
            } else {
                honest(&policy(), asked)
            }
        })?;
        let called = run(&folder, &server, &format!("--mode {mode} --concurrency 1"))?;
        assert_eq!(called.code, Some(0), "{}", called.err);
        let asked = server.asked();
        let with = asked
            .iter()
            .filter(|asked| asked.body.get(parameter).is_some());
        assert_eq!(with.count(), 1, "asked with {parameter} once");
        let trace = String::from_utf8(folder.read("live.jsonl")?)?;
        let dropped = format!(r#""dropped":["{parameter}"]"#);
        let mut replies = trace.lines().skip(1);
        assert!(replies.all(|line| line.contains(&dropped)), "{trace}");
        assert_is_as_without_a_network(&folder, mode)?;
    }
    Ok(())
}

#[test]
fn what_does_not_pass_is_not_measured_and_asked_again() -> Result<()> {
    let folder = Folder::new()?;
    let healthy = std::sync::Arc::new(AtomicUsize::new(0));
    let state = std::sync::Arc::clone(&healthy);
    let server = ModelServer::start(move |asked| {
        let first_step = asked.body["messages"]
            .as_array()
            .is_some_and(|all| all.len() <= 2);
        if state.load(Ordering::SeqCst) == 1 || first_step {
            honest(&policy(), asked)
        } else {
            Response::status(
                422,
                r#"{"error":{"message":"the prompt is refused by policy"}}"#,
            )
        }
    })?;
    let called = run(&folder, &server, "")?;
    assert_eq!(called.code, Some(3), "{}", called.err);
    let live = call(folder.path(), "score live.jsonl --json")?;
    assert_eq!(live.code, Some(3), "{}", live.err);
    let rows = table(&live.out, "by_depth")?;
    let rows = rows.as_array().context("no rows")?;
    assert_eq!(rows[0]["unmeasured"], 0, "{rows:?}");
    assert!(rows[1]["unmeasured"].as_u64() > Some(0), "{rows:?}");

    healthy.store(1, Ordering::SeqCst);
    let called = run(&folder, &server, "")?;
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert_is_as_without_a_network(&folder, "prompted")?;
    Ok(())
}

#[test]
fn a_key_is_never_written() -> Result<()> {
    let folder = Folder::new()?;
    let server = ModelServer::start(|asked| {
        let key = asked.authorization.clone().unwrap_or_default();
        Response::status(
            401,
            &format!(
                r#"{{"error":{{"message":"Incorrect API key provided: {key}","type":"invalid_request_error","code":"invalid_api_key"}}}}"#
            ),
        )
    })?;
    let called = run(&folder, &server, "")?;
    assert_eq!(called.code, Some(1), "{}", called.err);
    assert!(
        server.asked().len() <= 4,
        "a wrong key ends the run: {}",
        server.asked().len()
    );
    let trace = String::from_utf8(folder.read("live.jsonl")?)?;
    for text in [&trace, &called.out, &called.err] {
        assert!(!text.contains(KEY), "{text}");
    }
    assert!(called.err.contains("key"), "{}", called.err);
    Ok(())
}

#[test]
fn slow_answers_are_given_up_in_time() -> Result<()> {
    let folder = Folder::new()?;
    let server = ModelServer::start(|asked: &Asked| {
        if asked.number == 0 {
            thread::sleep(Duration::from_secs(4));
        }
        honest(&policy(), asked)
    })?;
    let called = run(&folder, &server, "--timeout 1")?;
    assert_eq!(called.code, Some(0), "{}", called.err);
    Ok(())
}

#[test]
fn nobody_there_ends_the_run() -> Result<()> {
    let folder = Folder::new()?;
    let server = ModelServer::start(|_| Response::HangUp)?;
    let url = server.url();
    drop(server);
    let called = call(
        folder.path(),
        &format!("run --model live --url {url} {SETTINGS} --concurrency 9"),
    )?;
    assert_eq!(called.code, Some(1), "{}", called.err);
    assert!(called.err.contains("no usable reply"), "{}", called.err);
    Ok(())
}

#[test]
fn a_budget_ends_the_run() -> Result<()> {
    let folder = Folder::new()?;
    let server = ModelServer::honest("sim:noisy,p=0.7", Duration::ZERO)?;
    let called = run(&folder, &server, "--max-calls 4")?;
    assert_eq!(called.code, Some(3), "{}", called.err);
    assert_eq!(server.asked().len(), 4);
    let called = run(&folder, &server, "")?;
    assert_eq!(called.code, Some(0), "{}", called.err);
    Ok(())
}

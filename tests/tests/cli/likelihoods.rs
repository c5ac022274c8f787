//! Runs that ask how likely texts are, against a server that repeats prompts, of a model that is known.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use faultline_tests::{Folder, ModelServer, Response, assert_same, call, without_times};
use serde_json::Value;

use crate::report;

fn run(url: &str) -> String {
    format!("run --study boundary --model known --url {url} --set tasks=1 --out t.jsonl")
}

#[test]
fn a_server_that_repeats_prompts_is_measured_and_gone_on_from() -> Result<()> {
    let folder = Folder::new()?;
    let server = ModelServer::echoing()?;
    call(folder.path(), &run(&server.url()))?.done()?;
    let asked = server.asked();
    assert!(asked.iter().all(|asked| asked.path == "/v1/completions"));
    assert_eq!(
        asked[0].body["prompt"], "One, two, three, four",
        "the probe"
    );
    let prompts: BTreeSet<String> = asked.iter().map(|asked| asked.body.to_string()).collect();
    // A context may end where another ends, with texts of the same bytes in all: those are two requests and one prompt.
    let trace = String::from_utf8(folder.read("t.jsonl")?)?;
    let lines: Vec<&str> = trace.lines().collect();
    assert_eq!(
        asked.len(),
        lines.len(),
        "the probe, and a request for each line but the header"
    );
    assert!(prompts.len() > 10);
    for line in &lines[1..] {
        let line: Value = serde_json::from_str(line)?;
        let scored = line["reply"]["raw"]["scored"].as_object();
        assert!(scored.is_some_and(|scored| scored.len() == 2), "{line}");
    }
    let longest = asked
        .iter()
        .filter_map(|asked| asked.body["prompt"].as_str());
    let longest = longest.map(str::len).max().context("nothing was asked")?;
    assert!(
        lines[1..].iter().all(|line| line.len() < longest),
        "no prompt is stored"
    );

    let whole = without_times(&report(folder.path(), "t.jsonl")?)?;
    assert_eq!(server.asked().len(), asked.len(), "scoring asks nobody");
    let cut = lines.len() / 2;
    folder.write(
        "t.jsonl",
        (lines[..cut].join("\n") + "\n{\"case\"").as_bytes(),
    )?;
    call(folder.path(), &run(&server.url()))?.done()?;
    let more = server.asked().len() - asked.len();
    assert_eq!(
        more,
        1 + lines.len() - cut,
        "the probe, and what the trace lacks"
    );
    let again = without_times(&report(folder.path(), "t.jsonl")?)?;
    assert_same("after the cut", &again, &whole);
    Ok(())
}

#[test]
fn what_can_t_score_a_text_is_told_before_the_run() -> Result<()> {
    let refusal =
        r#"{"error":{"message":"Only no echo is supported","type":"invalid_request_error"}}"#;
    let server = ModelServer::start(move |_| Response::status(400, refusal))?;
    let echoing = ModelServer::echoing()?;
    let (here, there) = (server.url(), echoing.url());
    for (url, way, code, says) in [
        (
            here.as_str(),
            "auto",
            1,
            &[
                "echo (invalid_request: Only no echo",
                "; prompt_logprobs (",
                "; forced (",
                "Servers that do",
            ][..],
        ),
        (&here, "echo", 1, &["Tried: echo (invalid_request"]),
        (&there, "prompt_logprobs", 1, &["Tried: prompt_logprobs ("]),
        (
            &there,
            "forced",
            1,
            &["Tried: forced (model_not_found: there is only"],
        ),
        (
            "https://api.anthropic.com/v1",
            "auto",
            2,
            &["Anthropic does not say"],
        ),
    ] {
        let folder = Folder::new()?;
        let called = call(folder.path(), &format!("{} --likelihood {way}", run(url)))?;
        assert_eq!(called.code, Some(code), "{}", called.err);
        for part in says {
            assert!(called.err.contains(part), "{}", called.err);
        }
        assert!(folder.read("t.jsonl").is_err(), "nothing is made");
    }
    assert_eq!(server.asked().len(), 3 + 1);
    Ok(())
}

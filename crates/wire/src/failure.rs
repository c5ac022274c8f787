//! Failures: what a body that is no answer says, and whether asking again can help.

use faultline_core::{CallFault, Reply, Unmeasured};
use serde_json::Value;

use crate::{
    answer::{Answer, Finish, first_line},
    body::Body,
    report::Report,
    shapes,
    wait::wait_s,
};

/// The longest wait, in seconds, that a client should obey; a provider that asks for more is to be given up.
pub const LONGEST_WAIT_S: u32 = 120;

/// Why nothing usable came back, if nothing did: a refused or failed request, a body in no known shape, a stream that broke.
///
/// Headers are pairs of a name in any case and a value. A reply that holds what the model wrote is no failure, even where
/// the server itself refused the call in it. That an answer has no call in it is said by [`read_reply`](crate::read_reply).
pub fn failure(reply: &Reply, headers: &[(String, String)]) -> Option<Unmeasured> {
    let body = Body::of(&reply.raw);
    match of(reply.status, headers, &body) {
        Some(Failure::Unmeasured(unmeasured)) => Some(unmeasured),
        Some(Failure::Rejected(_)) => None,
        None => shapes::answer(&body).err(),
    }
}

/// Whether the same request may succeed when it is sent again after a wait.
pub fn worth_retrying(failure: &Unmeasured) -> bool {
    const PASSING: [&str; 9] = [
        "rate_limited_minute",
        "overloaded",
        "provider_error",
        "model_loading",
        "stream_error",
        "stream_truncated",
        "empty_response",
        "timeout",
        "network_error",
    ];
    !failure.stops_run && PASSING.contains(&failure.kind.as_str())
}

/// What a response that is no ordinary answer is.
pub(crate) enum Failure {
    /// Nothing of the model's answer is in it.
    Unmeasured(Unmeasured),
    /// The server refused the call that the model wrote, and shows what it wrote.
    Rejected(Box<Answer>),
}

/// Reads a response as a failure; none if it is to be read as an answer.
pub(crate) fn of(status: u16, headers: &[(String, String)], body: &Body) -> Option<Failure> {
    let report = match body {
        Body::Json(value) => Report::of(value),
        Body::Stream(_) | Body::Text(_) => None,
    };
    if (300..400).contains(&status) {
        return Some(Failure::Unmeasured(redirected(status, headers)));
    }
    if status < 400 && status != 0 && report.is_none() {
        return None;
    }
    if let Some(rejected) = report.as_ref().and_then(rejected) {
        return Some(Failure::Rejected(Box::new(rejected)));
    }
    let (kind, stops_run) = match (&report, body) {
        (_, Body::Text(text)) if status == 0 => (unreached(text), false),
        (Some(report), _) => reported(report, status),
        (None, Body::Text(text)) => bare(status, text),
        (None, Body::Json(_) | Body::Stream(_)) => by_status(status),
    };
    let message = match (&report, body) {
        (Some(report), _) => first_line(&report.message),
        (None, Body::Text(text)) => first_line(text),
        (None, Body::Json(value)) => first_line(&value.to_string()),
        (None, Body::Stream(_)) => String::new(),
    };
    let message = match (message.is_empty(), kind) {
        (false, _) => message,
        (true, "origin_forbidden") => {
            "an empty 403: the server may not allow this page's origin".into()
        }
        (true, _) => format!("HTTP status {status}"),
    };
    Some(Failure::Unmeasured(Unmeasured {
        kind: kind.into(),
        message,
        retry_after_s: wait_s(headers, report.as_ref()),
        stops_run,
    }))
}

/// Another address is to be asked, which nobody has chosen to trust with prompts or a key.
fn redirected(status: u16, headers: &[(String, String)]) -> Unmeasured {
    let address = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("location"))
        .map_or("another address", |(_, address)| address.as_str());
    Unmeasured {
        kind: "redirected".into(),
        message: first_line(&format!(
            "HTTP status {status} leads to {address}, which is not followed; give that address if you trust it"
        )),
        retry_after_s: None,
        stops_run: true,
    }
}

/// What the model wrote, where the server refused it as a call.
fn rejected(report: &Report<'_>) -> Option<Answer> {
    let error = report.error?;
    let written = error.get("failed_generation").and_then(Value::as_str);
    if report.code != "tool_use_failed" && written.is_none() {
        return None;
    }
    let text = written.unwrap_or_default().to_owned();
    let fault = text
        .is_empty()
        .then(|| CallFault::Unparseable(first_line(&report.message)));
    Some(Answer {
        text,
        finish: Finish::Stop,
        fault,
        flags: vec!["server_rejected".into()],
        repairs: vec!["server_rejected".into()],
        ..Answer::default()
    })
}

/// No response arrived; the text says why.
fn unreached(text: &str) -> &'static str {
    let text = text.to_ascii_lowercase();
    if text.contains("timeout") || text.contains("timed out") {
        "timeout"
    } else {
        "network_error"
    }
}

/// A failure whose body is no JSON: a proxy's page, or nothing.
fn bare(status: u16, text: &str) -> (&'static str, bool) {
    match status {
        403 if text.trim().is_empty() => ("origin_forbidden", true),
        // A page at the edge, by region or rule: no key is wrong, and asking again is vain.
        403 => ("non_json_body", true),
        _ => by_status(status),
    }
}

fn by_status(status: u16) -> (&'static str, bool) {
    match status {
        401 | 403 => ("auth_error", true),
        402 => ("quota_exhausted", true),
        404 => ("model_not_found", true),
        408 | 504 | 524 => ("timeout", false),
        413 => ("request_too_large", false),
        429 => ("rate_limited_minute", false),
        503 | 529 => ("overloaded", false),
        400..=499 => ("invalid_request", false),
        _ => ("provider_error", false),
    }
}

/// What a report of an error says, its words before its status.
fn reported(report: &Report<'_>, status: u16) -> (&'static str, bool) {
    let status = report.status(status);
    let words = report.words();
    let says = |signs: &[&str]| signs.iter().any(|sign| words.contains(sign));
    let limited = status == 429 || says(&["rate_limit", "resource_exhausted"]);
    if limited && let Some(daily) = report.quota_is_daily() {
        return if daily {
            ("rate_limited_daily", true)
        } else {
            ("rate_limited_minute", false)
        };
    }
    let bad_key = ["api key", "api_key", "apikey"]
        .iter()
        .any(|key| words.contains(key))
        && says(&[
            "invalid",
            "not valid",
            "incorrect",
            "missing",
            "not provided",
            "provide",
        ]);
    if status == 401
        || bad_key
        || says(&["authentication_error", "unauthorized", "permission_error"])
    {
        return ("auth_error", true);
    }
    let broke = [
        "insufficient_quota",
        "insufficient balance",
        "insufficient credit",
        "credit balance",
        "more credits",
        "billing_error",
        "enforced_spend",
    ];
    if status == 402 || says(&broke) {
        return ("quota_exhausted", true);
    }
    let too_large = [
        "request_too_large",
        "request too large",
        "context_length",
        "maximum context",
        "context size",
        "context window",
        "prompt is too long",
    ];
    if status == 413 || says(&too_large) {
        return ("request_too_large", false);
    }
    if limited {
        let daily = says(&["per day", "(tpd)", "(rpd)", "daily", "per-day", "perday"]);
        return if daily {
            ("rate_limited_daily", true)
        } else {
            ("rate_limited_minute", false)
        };
    }
    if says(&["content_filter", "moderation", "flagged"]) {
        return ("content_filter", false);
    }
    if says(&["loading model", "model is loading", "currently loading"]) {
        return ("model_loading", false);
    }
    if says(&["overloaded"]) {
        return ("overloaded", false);
    }
    if says(&[
        "not support tools",
        "tool use is not supported",
        "not support tool use",
        "enable-auto-tool-choice",
        "not support function call",
    ]) {
        return ("tools_unsupported", true);
    }
    if says(&["model_not_found", "model not found", "unknown model"]) {
        return ("model_not_found", true);
    }
    if status < 400 {
        return ("provider_error", false);
    }
    by_status(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Case = (
        u16,
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static str,
    );

    fn check(cases: &[Case]) {
        for (status, body, headers, expected) in cases {
            assert_eq!(shown(*status, body, headers), *expected, "{body}");
        }
    }

    fn shown(status: u16, body: &str, headers: &[(&str, &str)]) -> String {
        let headers: Vec<(String, String)> = headers
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        match failure(&Reply::from_body(status, body.as_bytes()), &headers) {
            None => "usable".into(),
            Some(failure) => format!(
                "{}{}{} | {}",
                failure.kind,
                failure
                    .retry_after_s
                    .map(|s| format!(" {s}s"))
                    .unwrap_or_default(),
                if failure.stops_run { " stop" } else { "" },
                failure.message
            ),
        }
    }

    #[test]
    fn kinds_by_body_and_status() {
        check(&[
            (
                200,
                r#"{"choices":[{"message":{"content":"hi"}}]}"#,
                &[],
                "usable",
            ),
            (
                200,
                r#"{"choices":[{"message":{"content":"hi"}}],"error":null}"#,
                &[],
                "usable",
            ),
            (
                200,
                r#"{"error":{"code":502,"message":"upstream"}}"#,
                &[],
                "provider_error | upstream",
            ),
            (200, "", &[], "empty_response | the body is empty"),
            (200, "<html>\n<b>hi", &[], "non_json_body | <html>"),
            (
                0,
                "the request timed out after 60 s",
                &[],
                "timeout | the request timed out after 60 s",
            ),
            (
                0,
                "connection refused",
                &[],
                "network_error | connection refused",
            ),
            (
                401,
                r#"{"error":{"message":"bad key","type":"x","code":"invalid_api_key"}}"#,
                &[],
                "auth_error stop | bad key",
            ),
            (
                400,
                r#"{"code":"c","error":"the API key is invalid"}"#,
                &[],
                "auth_error stop | the API key is invalid",
            ),
            (
                403,
                "",
                &[],
                "origin_forbidden stop | an empty 403: the server may not allow this page's origin",
            ),
            (403, "<html>", &[], "non_json_body stop | <html>"),
            (
                307,
                r#"{"choices":[{"message":{"content":"a"}}]}"#,
                &[("Location", "http://elsewhere/v1")],
                "redirected stop | HTTP status 307 leads to http://elsewhere/v1, which is not followed; give that address if you trust it",
            ),
            (502, "<html>", &[], "provider_error | <html>"),
        ]);
    }

    #[test]
    fn kinds_by_what_the_report_says() {
        check(&[
            (
                402,
                r#"{"error":{"message":"pay"}}"#,
                &[],
                "quota_exhausted stop | pay",
            ),
            (
                429,
                r#"{"error":{"message":"quota","code":"insufficient_quota"}}"#,
                &[],
                "quota_exhausted stop | quota",
            ),
            (
                429,
                r#"{"error":{"message":"on tokens per day (TPD): Limit 100, Used 90. Please try again in 1m3.5s.","code":"rate_limit_exceeded"}}"#,
                &[],
                "rate_limited_daily 64s stop | on tokens per day (TPD): Limit 100, Used 90. Please try again in 1m3.5s.",
            ),
            (
                429,
                r#"{"error":{"message":"slow"}}"#,
                &[("Retry-After", "7")],
                "rate_limited_minute 7s | slow",
            ),
            (
                413,
                r#"{"error":{"message":"big"}}"#,
                &[],
                "request_too_large | big",
            ),
            (
                400,
                r#"{"error":{"message":"m","code":"context_length_exceeded"}}"#,
                &[],
                "request_too_large | m",
            ),
            (
                503,
                r#"{"error":{"message":"Loading model"}}"#,
                &[],
                "model_loading | Loading model",
            ),
            (
                503,
                r#"{"error":{"message":"busy"}}"#,
                &[],
                "overloaded | busy",
            ),
            (
                404,
                r#"{"error":{"message":"no such model"}}"#,
                &[],
                "model_not_found stop | no such model",
            ),
            (
                422,
                r#"{"detail":[{"loc":["body","x"],"msg":"extra inputs","type":"extra_forbidden"}]}"#,
                &[],
                "invalid_request | x: extra inputs",
            ),
            (
                400,
                r#"{"error":{"message":"m","code":"tool_use_failed","failed_generation":"x"}}"#,
                &[],
                "usable",
            ),
            (
                400,
                r#"{"error":"m does not support tools"}"#,
                &[],
                "tools_unsupported stop | m does not support tools",
            ),
        ]);
    }
}

//! What headers and refusals reveal of an account's limits.

use faultline_core::{LimitFact, RawReply};
use serde_json::Value;

use crate::{body::Body, report::Report, wait::header};

/// The limits that a response reveals, sorted, each once.
///
/// Headers are pairs of a name in any case and a value. Over what time a header counts is often the provider's secret: it
/// is `unknown` unless the header's name says it or the response shows whose it is. Some limits stand only in the text of a
/// refusal.
pub fn limit_facts(headers: &[(String, String)], status: u16, body: &RawReply) -> Vec<LimitFact> {
    let body = match Body::of(body) {
        Body::Json(body) => body,
        Body::Stream(_) | Body::Text(_) => Value::Null,
    };
    let periods = Periods::of(headers, &body);
    let mut facts: Vec<LimitFact> = headers
        .iter()
        .filter_map(|(name, value)| {
            // Some servers send -1 or 0 for what they don't limit.
            let limit = value
                .trim()
                .parse::<u64>()
                .ok()
                .filter(|limit| *limit > 0)?;
            let (what, per) = meaning(&name.to_ascii_lowercase(), periods)?;
            Some(fact(what, per, limit, "header"))
        })
        .collect();
    if matches!(status, 413 | 429)
        && let Some(report) = Report::of(&body)
    {
        facts.extend(refused(&report));
    }
    let mut sorted: Vec<LimitFact> = Vec::new();
    for fact in facts {
        if let Err(place) = sorted.binary_search(&fact) {
            sorted.insert(place, fact);
        }
    }
    sorted
}

fn fact(what: &str, per: &str, limit: u64, source: &str) -> LimitFact {
    LimitFact {
        what: what.into(),
        per: per.into(),
        limit,
        source: source.into(),
    }
}

/// Over what time a provider's plain headers count requests and tokens.
#[derive(Clone, Copy)]
struct Periods {
    requests: &'static str,
    tokens: &'static str,
}

impl Periods {
    fn of(headers: &[(String, String)], body: &Value) -> Self {
        let named = |prefix: &str| {
            headers
                .iter()
                .any(|(name, _)| name.to_ascii_lowercase().starts_with(prefix))
        };
        if named("x-groq-") || body.get("x_groq").is_some() {
            Self {
                requests: "day",
                tokens: "minute",
            }
        } else if named("openai-")
            || header(headers, "anthropic-ratelimit-requests-limit").is_some()
        {
            Self {
                requests: "minute",
                tokens: "minute",
            }
        } else {
            Self {
                requests: "unknown",
                tokens: "unknown",
            }
        }
    }
}

/// What a header in lower case limits, and over what time.
fn meaning(name: &str, periods: Periods) -> Option<(&'static str, &'static str)> {
    let rest = match name.strip_prefix("anthropic-ratelimit-") {
        Some(rest) => rest.strip_suffix("-limit")?,
        None if name == "x-ratelimit-limit" => "requests",
        None if name == "x-tokenlimit-limit" => "tokens",
        None => name.strip_prefix("x-ratelimit-limit-")?,
    };
    let (rest, period) = if let Some(rest) = rest.strip_suffix("-minute") {
        (rest, Some("minute"))
    } else if let Some(rest) = rest.strip_suffix("-day") {
        (rest, Some("day"))
    } else {
        (rest, None)
    };
    let (what, own) = match rest {
        "requests" | "req" => ("requests", periods.requests),
        "tokens" => ("tokens", periods.tokens),
        "input-tokens" | "tokens-prompt" => ("input_tokens", periods.tokens),
        "output-tokens" | "tokens-generated" => ("output_tokens", periods.tokens),
        _ => return None,
    };
    Some((what, period.unwrap_or(own)))
}

/// The limits that a refusal names: as quotas, or in a sentence such as "on tokens per day (TPD): Limit 100000, Used …".
fn refused(report: &Report<'_>) -> Vec<LimitFact> {
    let mut facts: Vec<LimitFact> = report
        .quotas()
        .filter_map(|(id, limit)| {
            let what = if id.contains("Request") {
                "requests"
            } else {
                "tokens"
            };
            let per = match (id.contains("PerDay"), id.contains("PerMinute")) {
                (true, _) => "day",
                (_, true) => "minute",
                _ => "unknown",
            };
            Some(fact(what, per, limit?, "refusal"))
        })
        .collect();
    let words = report.message.to_ascii_lowercase();
    for what in ["requests", "tokens"] {
        for (period, per) in [("minute", "minute"), ("min", "minute"), ("day", "day")] {
            let Some(after) = words.split(&format!("{what} per {period}")).nth(1) else {
                continue;
            };
            let number = after.split("limit").nth(1).map(|number| {
                let number = number.trim_start_matches(|c: char| !c.is_ascii_digit());
                let end = number
                    .find(|c: char| !c.is_ascii_digit() && c != ',')
                    .unwrap_or(number.len());
                number[..end].replace(',', "")
            });
            if let Some(limit) = number.and_then(|number| number.parse().ok()) {
                facts.push(fact(what, per, limit, "refusal"));
                break;
            }
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_refusals_reveal_limits() {
        for (headers, status, body, expected) in [
            (
                &[
                    ("X-RateLimit-Limit-Requests", "500"),
                    ("x-ratelimit-limit-tokens", "30000"),
                    ("openai-version", "x"),
                ][..],
                200,
                "{}",
                &["500 requests minute header", "30000 tokens minute header"][..],
            ),
            (
                &[
                    ("x-ratelimit-limit-requests", "14400"),
                    ("x-ratelimit-limit-tokens", "6000"),
                ],
                200,
                r#"{"x_groq":{"id":"r"}}"#,
                &["14400 requests day header", "6000 tokens minute header"],
            ),
            (
                &[("x-ratelimit-limit-requests", "60")],
                200,
                "{}",
                &["60 requests unknown header"],
            ),
            (
                &[
                    ("x-ratelimit-limit-requests-day", "9"),
                    ("x-ratelimit-limit-tokens-minute", "8"),
                    ("x-ratelimit-remaining-tokens-minute", "7"),
                ],
                200,
                "",
                &["9 requests day header", "8 tokens minute header"],
            ),
            (
                &[
                    ("anthropic-ratelimit-requests-limit", "50"),
                    ("anthropic-ratelimit-input-tokens-limit", "400"),
                ],
                200,
                "",
                &[
                    "400 input_tokens minute header",
                    "50 requests minute header",
                ],
            ),
            (
                &[
                    ("x-ratelimit-limit-requests", "-1"),
                    ("x-ratelimit-limit-tokens", "0"),
                ],
                200,
                "",
                &[],
            ),
            (
                &[],
                429,
                r#"{"error":{"message":"Rate limit reached on tokens per day (TPD): Limit 100,000, Used 99000, Requested 2000."}}"#,
                &["100000 tokens day refusal"],
            ),
            (
                &[],
                429,
                r#"[{"error":{"details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject","quotaValue":"50"},{"quotaId":"InputTokensPerMinute","quotaValue":"9"}]}]}}]"#,
                &["50 requests day refusal", "9 tokens minute refusal"],
            ),
            (
                &[],
                200,
                r#"{"choices":[],"message":"tokens per day: limit 5"}"#,
                &[],
            ),
        ] {
            let headers: Vec<(String, String)> = headers
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect();
            let found: Vec<String> =
                limit_facts(&headers, status, &RawReply::from_body(body.as_bytes()))
                    .into_iter()
                    .map(|fact| {
                        format!("{} {} {} {}", fact.limit, fact.what, fact.per, fact.source)
                    })
                    .collect();
            assert_eq!(found, expected, "{body}");
        }
    }
}

//! How long a provider wants a client to wait.

use faultline_core::number_of;
use serde_json::Value;

use crate::report::Report;

/// Whole seconds, rounded up, from the first of these that is there: `retry-after-ms`; `retry-after`, as seconds or as a date
/// against the response's own `date`; the body; the reset of a limit of which nothing remains.
pub(crate) fn wait_s(headers: &[(String, String)], report: Option<&Report<'_>>) -> Option<u32> {
    let header = |name: &str| header(headers, name);
    let seconds = header("retry-after-ms")
        .and_then(number_of)
        .map(|ms| ms / 1000.0)
        .or_else(|| {
            let value = header("retry-after")?;
            number_of(value).or_else(|| Some(instant(value)? - instant(header("date")?)?))
        })
        .or_else(|| report.and_then(said))
        .or_else(|| reset(headers));
    // Not a number, below zero and beyond all waiting are no waits.
    seconds
        .filter(|seconds| (0.0..=1e9).contains(seconds))
        .map(whole)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the caller has seen that it is within 0 and 1e9"
)]
fn whole(seconds: f64) -> u32 {
    seconds.ceil() as u32
}

/// The value of a header, whatever its name's case.
pub(crate) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

/// The wait in the body: a field for it, or a sentence.
fn said(report: &Report<'_>) -> Option<f64> {
    let field = report
        .details()
        .find_map(|detail| detail.get("retryDelay").and_then(Value::as_str));
    if let Some(seconds) = field.and_then(duration) {
        return Some(seconds);
    }
    let words = report.message.to_ascii_lowercase();
    ["try again in ", "retry in ", "retry after "]
        .iter()
        .find_map(|phrase| duration(words.split(phrase).nth(1)?))
}

/// The longest reset of a limit of which nothing remains.
fn reset(headers: &[(String, String)]) -> Option<f64> {
    let spent = |name: &str| header(headers, name).is_some_and(|remaining| remaining == "0");
    headers
        .iter()
        .filter_map(|(name, value)| {
            let name = name.to_ascii_lowercase();
            if !name.contains("reset") || !spent(&name.replace("reset", "remaining")) {
                return None;
            }
            duration(value).or_else(|| Some(instant(value)? - instant(header(headers, "date")?)?))
        })
        .reduce(f64::max)
}

/// Seconds of a duration at the beginning of a text: `2m59.56s`, `17ms`, `36s`, `11.38`, `20 seconds`.
fn duration(text: &str) -> Option<f64> {
    let mut seconds = None;
    let mut rest = text.trim_start();
    loop {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        // The full stop of a sentence is no decimal point.
        let Some(number) = number_of(rest[..digits].trim_end_matches('.')) else {
            return seconds;
        };
        let unit_text = rest[digits..].trim_start();
        let length = unit_text
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(unit_text.len());
        let unit = match &unit_text[..length] {
            "ms" | "milliseconds" => 1e-3,
            "" | "s" | "sec" | "second" | "seconds" => 1.0,
            "m" | "min" | "minute" | "minutes" => 60.0,
            "h" | "hour" | "hours" => 3600.0,
            "d" | "day" | "days" => 86400.0,
            // A date begins with a number as well.
            _ => return seconds,
        };
        if length == 0 && unit_text.starts_with('-') {
            return None;
        }
        seconds = Some(seconds.unwrap_or(0.0) + number * unit);
        rest = &unit_text[length..];
    }
}

/// Seconds since 1970 of an HTTP date (`Wed, 21 Oct 2026 07:28:00 GMT`) or an RFC 3339 time in UTC (`2026-10-21T07:28:00Z`).
fn instant(text: &str) -> Option<f64> {
    let text = text.trim();
    let (year, month, day, clock) = if let Some((date, clock)) = text
        .split_once('T')
        .filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))
    {
        let mut parts = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        (
            parts.next()??,
            parts.next()??,
            parts.next()??,
            clock.trim_end_matches('Z'),
        )
    } else {
        const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
        let mut words = text.split_whitespace().skip(1);
        let day = words.next()?.parse().ok()?;
        let name = words.next()?;
        let place = MONTHS
            .find(name)
            .filter(|place| name.len() == 3 && place % 3 == 0)?;
        let month = i64::try_from(place / 3).ok()? + 1;
        (words.next()?.parse().ok()?, month, day, words.next()?)
    };
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut clock = clock.splitn(3, ':').map(number_of);
    let seconds = clock.next()?? * 3600.0 + clock.next()?? * 60.0 + clock.next()??;
    // Days from the civil date: years begin in March, so that the leap day is the last of its year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days =
        year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 719_469;
    Some(days as f64 * 86400.0 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_in_all_spellings() {
        for (text, expected) in [
            ("2m59.5s", Some(179.5)),
            ("17ms", Some(0.017)),
            ("36s", Some(36.0)),
            ("11.38", Some(11.38)),
            ("20 seconds", Some(20.0)),
            ("1h2m3s", Some(3723.0)),
            ("2.5s. Visit", Some(2.5)),
            ("7.", Some(7.0)),
            ("2026-10-21T07:28:00Z", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(duration(text), expected, "{text}");
        }
    }

    #[test]
    fn instants_are_seconds_since_1970() {
        // Reference values: `date -u -d … +%s`.
        for (text, expected) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0.0)),
            ("Wed, 21 Oct 2026 07:28:00 GMT", Some(1_792_567_680.0)),
            ("2024-02-29T23:59:59.5Z", Some(1_709_251_199.5)),
            ("2000-03-01T00:00:00Z", Some(951_868_800.0)),
            ("never", None),
            ("Wed, 21 anF 2026 07:28:00 GMT", None),
            ("2026-13-01T00:00:00Z", None),
        ] {
            assert_eq!(instant(text), expected, "{text}");
        }
    }

    #[test]
    fn the_first_word_counts() {
        let wait = |headers: &[(&str, &str)]| {
            let headers: Vec<(String, String)> = headers
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect();
            wait_s(&headers, None)
        };
        let date = ("date", "Wed, 21 Oct 2026 07:27:30 GMT");
        for (headers, expected) in [
            (
                &[("retry-after-ms", "1500"), ("retry-after", "9")][..],
                Some(2),
            ),
            (&[("Retry-After", "0.2")], Some(1)),
            (
                &[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"), date],
                Some(30),
            ),
            (&[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")], None),
            (&[("retry-after", "-5")], None),
            (
                &[
                    ("x-ratelimit-reset-tokens", "1m2.5s"),
                    ("x-ratelimit-remaining-tokens", "0"),
                ],
                Some(63),
            ),
            (
                &[
                    ("x-ratelimit-reset-tokens", "1m2.5s"),
                    ("x-ratelimit-remaining-tokens", "8"),
                ],
                None,
            ),
            (
                &[
                    ("anthropic-ratelimit-tokens-reset", "2026-10-21T07:28:30Z"),
                    ("anthropic-ratelimit-tokens-remaining", "0"),
                    date,
                ],
                Some(60),
            ),
            (&[("retry-after", "nan")], None),
            (&[], None),
        ] {
            assert_eq!(wait(headers), expected, "{headers:?}");
        }
    }
}

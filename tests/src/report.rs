//! Reports side by side.

use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// A report as text with every cell that chains sampled put down as `{sampled}`, and how many there were. Such cells agree
/// within Monte Carlo error only; all other bytes stay as they are.
pub fn without_sampled(report: &str) -> (String, usize) {
    let mut pieces = report.split("\"sampled\": true");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    let mut count = 0;
    for piece in pieces {
        // A cell is an object without another in it.
        text.truncate(text.rfind('{').unwrap_or_default());
        text.push_str("{sampled");
        text.push_str(piece.trim_start_matches(|c| c != '}'));
        count += 1;
    }
    (text, count)
}

/// A report without the time that replies took, which no two runs share.
///
/// # Errors
/// When it is no report.
pub fn without_times(report: &str) -> Result<String> {
    let mut report: Value = serde_json::from_str(report)?;
    let rows = report["report"]["tables"]["usage"]["rows"].as_array_mut();
    for row in rows
        .context("no table of usage")?
        .iter_mut()
        .filter_map(Value::as_object_mut)
    {
        Map::shift_remove(row, "median_ms").context("no time")?;
    }
    Ok(format!("{report:#}"))
}

/// Two texts are the same; where not, the first lines that differ are told.
///
/// # Panics
/// When they are not.
pub fn assert_same(what: &str, left: &str, right: &str) {
    let lines = left.lines().zip(right.lines()).zip(1..);
    let differing = lines.filter(|((left, right), _)| left != right);
    let told: Vec<String> = differing
        .take(5)
        .map(|((left, right), line)| format!("line {line}: {left} | {right}"))
        .collect();
    assert!(left == right, "{what}: {}", told.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampled_cells_are_put_down_and_nothing_else_is() {
        let report = "{\"a\": {\"value\": 1, \"sampled\": true}, \"b\": {\"value\": 2}, \"c\": {\"sampled\": true, \"n\": 3}}";
        let expected = "{\"a\": {sampled}, \"b\": {\"value\": 2}, \"c\": {sampled}}";
        assert_eq!(without_sampled(report), (expected.to_owned(), 2));
    }
}

//! Reports side by side.

use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// Parts two reports into what must be the same, byte for byte, and what chains sampled: those cells are there natively and
/// undefined in the page, which samples none. Gives both without them, as text.
///
/// # Errors
/// When one is no JSON.
pub fn without_sampled(native: &str, page: &str) -> Result<(String, String)> {
    let (mut native, mut page) = (serde_json::from_str(native)?, serde_json::from_str(page)?);
    drop_sampled(&mut native, &mut page);
    Ok((format!("{native:#}"), format!("{page:#}")))
}

fn drop_sampled(native: &mut Value, page: &mut Value) {
    if native["sampled"] == true {
        let is_explained = page["why"].as_str().is_some_and(|why| !why.is_empty());
        if page["value"].is_null() && is_explained {
            (*native, *page) = (Value::Null, Value::Null);
        }
        return;
    }
    match (native, page) {
        (Value::Object(native), Value::Object(page)) => {
            for (key, value) in native.iter_mut() {
                drop_sampled(value, page.get_mut(key).unwrap_or(&mut Value::Null));
            }
        }
        (Value::Array(native), Value::Array(page)) => {
            for (value, other) in native.iter_mut().zip(page) {
                drop_sampled(value, other);
            }
        }
        _ => {}
    }
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

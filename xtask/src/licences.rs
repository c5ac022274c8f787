//! Whether every dependency may be used: its licence against a list of allowed ones.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::spdx;

/// Reads the list: one licence a line, `#` begins a comment.
pub(crate) fn read_allowed(list: &str) -> BTreeSet<String> {
    list.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Checks the packages that `cargo metadata` printed, and gives how many there are.
///
/// # Errors
/// When the text is not what cargo prints, or names the packages whose licence is not allowed or not known.
pub(crate) fn check(metadata: &str, allowed: &BTreeSet<String>) -> Result<usize> {
    let metadata: Value =
        serde_json::from_str(metadata).context("cargo metadata printed no JSON")?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata printed no packages")?;
    let mut problems = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or("(no name)");
        let version = package["version"].as_str().unwrap_or("(no version)");
        match package["license"].as_str() {
            None => problems.push(format!("{name} {version} states no licence")),
            Some(expression) => {
                match spdx::is_satisfied(expression, &|licence| allowed.contains(licence)) {
                    Ok(true) => {}
                    Ok(false) => problems.push(format!("{name} {version} is under {expression}")),
                    Err(error) => problems.push(format!("{name} {version}: {error}")),
                }
            }
        }
    }
    if !problems.is_empty() {
        bail!(
            "licences that licences.txt does not allow:\n  {}",
            problems.join("\n  ")
        );
    }
    Ok(packages.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(licence: &str) -> Result<usize> {
        let metadata =
            format!(r#"{{"packages":[{{"name":"a","version":"1.0.0","license":{licence}}}]}}"#);
        check(&metadata, &read_allowed("# allowed\nMIT\nZlib # small\n\n"))
    }

    #[test]
    fn packages_pass_or_are_named() {
        assert_eq!(check_one(r#""MIT AND Zlib""#).unwrap(), 1);
        for (licence, cause) in [
            (r#""GPL-3.0-only""#, "a 1.0.0 is under GPL-3.0-only"),
            ("null", "a 1.0.0 states no licence"),
            (r#""MIT OR""#, "a 1.0.0: a licence is missing"),
        ] {
            let error = check_one(licence).unwrap_err().to_string();
            assert!(error.contains(cause), "{licence}: {error}");
        }
        assert!(check("{}", &BTreeSet::new()).is_err());
    }
}

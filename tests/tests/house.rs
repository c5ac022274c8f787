//! What must be true of the repository itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use faultline_tests::root;
use serde_json::Value;

/// The most lines of a source file.
const MOST_LINES: usize = 500;

/// Every text file of the repository, by its path in it.
fn files() -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).with_context(|| format!("could not read {}", folder.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                if !is_made(&path) {
                    folders.push(path);
                }
            } else if !is_made(&path)
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((path.strip_prefix(root())?.display().to_string(), text));
            }
        }
    }
    found.sort();
    ensure!(
        found.len() > 100,
        "{} files are not the repository",
        found.len()
    );
    Ok(found)
}

/// Whether a file or a folder is git's or what a build makes.
fn is_made(path: &Path) -> bool {
    let made = [".git", "target", "dist", ".cache", "node_modules"];
    path.file_name()
        .is_some_and(|name| made.iter().any(|made| name == *made))
}

fn packages() -> Result<Vec<(String, String)>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args("metadata --format-version 1 --no-deps --offline".split(' '))
        .current_dir(root())
        .output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    packages
        .iter()
        .map(|package| {
            let name = package["name"]
                .as_str()
                .context("a package without a name")?;
            let manifest = PathBuf::from(package["manifest_path"].as_str().context("no manifest")?);
            let folder = manifest
                .parent()
                .context("no folder")?
                .strip_prefix(root())?;
            Ok((name.to_owned(), folder.display().to_string()))
        })
        .collect()
}

#[test]
fn the_architecture_names_every_crate() -> Result<()> {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let missing: Vec<String> = packages()?
        .into_iter()
        .filter(|(_, folder)| !architecture.contains(&format!("`{folder}`")))
        .map(|(name, folder)| format!("{name} in {folder}"))
        .collect();
    assert_eq!(
        missing, [""; 0],
        "crates that ARCHITECTURE.md does not name"
    );
    Ok(())
}

#[test]
fn the_architecture_names_no_crate_that_is_not() -> Result<()> {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    for line in architecture.lines().filter(|line| line.starts_with("| `")) {
        let cell = line.split('|').nth(1).context("no cell")?;
        for folder in cell
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| !name.starts_with("faultline"))
        {
            assert!(
                root().join(folder).join("Cargo.toml").is_file(),
                "there is no crate in {folder}"
            );
        }
    }
    Ok(())
}

#[test]
fn the_documents_are_there() {
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ] {
        let text = fs::read_to_string(root().join(name)).unwrap_or_default();
        assert!(text.lines().count() > 10, "{name} is missing or empty");
    }
}

/// The patterns are made of pieces, so that this file does not hold them.
#[test]
fn no_file_speaks_of_one_machine() -> Result<()> {
    let places = ["root", "home", "work", "Users"].map(|place| format!("/{place}/"));
    let hosts = [
        ["arti", "factory"],
        ["index.cra", "tes.io"],
        ["registry.npm", "js.org"],
        ["static.cra", "tes.io"],
    ];
    let hosts = hosts.map(|pieces| pieces.concat());
    let mut found = Vec::new();
    for (path, text) in files()? {
        for (line, number) in text.lines().zip(1..) {
            // A folder at the top: after a quote, a space or the like, not within an address or a longer path.
            let is_top = |place: &str| {
                line.match_indices(place).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    before.is_none_or(|before| {
                        !before.is_alphanumeric() && !"._-/}~*)>".contains(before)
                    })
                })
            };
            if places.iter().any(|place| is_top(place))
                || hosts.iter().any(|host| line.contains(host.as_str()))
            {
                found.push(format!("{path}:{number}: {line}"));
            }
        }
    }
    assert_eq!(found, [""; 0]);
    Ok(())
}

#[test]
fn no_source_file_is_too_long() -> Result<()> {
    let long: Vec<String> = files()?
        .into_iter()
        .filter(|(path, _)| {
            [".rs", ".css", ".js", ".sh", ".py"]
                .iter()
                .any(|end| path.ends_with(end))
        })
        .filter(|(_, text)| text.lines().count() > MOST_LINES)
        .map(|(path, text)| format!("{path}: {} lines", text.lines().count()))
        .collect();
    assert_eq!(long, [""; 0], "files of more than {MOST_LINES} lines");
    Ok(())
}

#[test]
fn no_test_is_passed_over() -> Result<()> {
    let mark = ["#[", "ignore"].concat();
    let passed_over: Vec<String> = files()?
        .into_iter()
        .filter(|(path, text)| {
            Path::new(path).extension().is_some_and(|end| end == "rs") && text.contains(&mark)
        })
        .map(|(path, _)| path)
        .collect();
    assert_eq!(passed_over, [""; 0]);
    Ok(())
}

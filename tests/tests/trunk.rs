//! `cargo xtask build` makes what `trunk build` makes. `cargo xtask test --only trunk` runs this where trunk is
//! installed.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use faultline_tests::{dist, root};

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the comparison is recorded in the documentation"
)]
fn trunk_builds_the_same_page() -> Result<()> {
    let ours = dist()?;
    let theirs = root().join("target").join("trunk-dist");
    let mut trunk = Command::new("trunk");
    trunk
        .args(["build", "--offline", "--dist"])
        .arg(&theirs)
        .current_dir(root())
        .env_remove("NO_COLOR");
    for (from, to) in [
        ("FAULTLINE_WASM_TOOLCHAIN", "RUSTUP_TOOLCHAIN"),
        ("FAULTLINE_WASM_PATH", "PATH"),
        ("FAULTLINE_WASM_TARGET_DIR", "CARGO_TARGET_DIR"),
    ] {
        if let Some(value) = env::var_os(from) {
            trunk.env(to, value);
        }
    }
    let status = trunk.status().context("could not start trunk")?;
    ensure!(status.success(), "trunk build ended with {status}");

    let (ours, theirs) = (files(&ours)?, files(&theirs)?);
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&ours), names(&theirs), "the sets of files differ");
    for (name, content) in &ours {
        if name == "index.html" {
            let (ours, theirs) = (addresses(content)?, addresses(&theirs[name])?);
            assert_eq!(ours, theirs, "index.html loads other addresses");
            println!(
                "{name}: the same addresses: {}",
                Vec::from_iter(ours).join(" ")
            );
        } else {
            assert!(*content == theirs[name], "{name} differs");
            println!("{name}: the same {} bytes", content.len());
        }
    }
    Ok(())
}

/// Every file of a folder, by its path in it.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in
            fs::read_dir(&next).with_context(|| format!("could not read {}", next.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder)?.display().to_string();
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}

/// What a browser loads for a document: the addresses in its tags. What is left of a tag for the build, which a
/// browser passes over, is not among them.
fn addresses(html: &[u8]) -> Result<BTreeSet<String>> {
    let html = std::str::from_utf8(html)?;
    let mut found = BTreeSet::new();
    for tag in html.split('<').filter(|tag| !tag.contains("data-trunk")) {
        for attribute in [" src=\"", " href=\""] {
            if let Some((_, rest)) = tag.split_once(attribute) {
                found.insert(rest.split('"').next().unwrap_or_default().to_owned());
            }
        }
    }
    Ok(found)
}

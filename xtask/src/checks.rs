//! Checks that run nothing: formatting, lints, licences.

use std::fs;

use anyhow::{Context, Result};

use crate::licences;
use crate::step::{Run, cargo, output, root, run as run_program};
use crate::toolchain::WasmToolchain;

/// Formatting and clippy, with warnings denied: natively for everything, and for the page's target for what it runs.
///
/// # Errors
/// When one of them finds something.
pub(crate) fn lint(run: &mut Run) -> Result<()> {
    run.step("formatting", "cargo fmt --all", || {
        run_program(&mut cargo(["fmt", "--all", "--check"]))
    })?;
    run.step(
        "clippy",
        "cargo clippy --workspace --all-targets --fix",
        || {
            run_program(&mut cargo(
                "clippy --locked --workspace --all-targets --features faultline-tests/browser,faultline-tests/trunk \
                 --keep-going --quiet -- -D warnings"
                    .split_whitespace(),
            ))
        },
    )?;
    let toolchain = WasmToolchain::ensure(run)?;
    let by_hand = "cargo clippy --package faultline-web --target wasm32-unknown-unknown";
    run.step("clippy for wasm", by_hand, || {
        run_program(toolchain.cargo("clippy").args([
            "--package",
            "faultline-web",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ]))
    })
}

/// Every dependency's licence, of every platform, against `licences.txt`.
///
/// # Errors
/// When the dependencies can't be listed, or one is not allowed.
pub(crate) fn licences(run: &mut Run) -> Result<()> {
    let by_hand = "read the licence; if the project can live with it, add it to licences.txt";
    run.step("licences of the dependencies", by_hand, || {
        run_program(&mut cargo(["fetch", "--locked", "--quiet"]))?;
        let metadata = output(&mut cargo(
            "metadata --format-version 1 --locked --offline --all-features".split(' '),
        ))?;
        let path = root().join("licences.txt");
        let list = fs::read_to_string(&path)
            .with_context(|| format!("could not read {}", path.display()))?;
        let count = licences::check(&metadata, &licences::read_allowed(&list))?;
        eprintln!("   {count} packages, all allowed");
        Ok(())
    })
}

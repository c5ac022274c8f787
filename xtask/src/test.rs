//! All tests, and what they need.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::checks;
use crate::page::{self, Profile};
use crate::step::{Run, cargo, output, root, run as run_program, version_of};
use crate::toolchain::{WasmToolchain, ensure_axe, ensure_bindgen, ensure_browser, path_with};

/// One part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Formatting and clippy.
    Lint,
    /// Licences of the dependencies.
    Licences,
    /// Everything that runs natively.
    Units,
    /// Unit tests compiled for the page's target, in a headless browser.
    Wasm,
    /// The page in a real browser, and what its first visit downloads.
    Browser,
    /// The page against the one that trunk builds, where trunk is installed.
    Trunk,
}

impl Part {
    /// All parts, in the order in which they run.
    pub(crate) const ALL: [Self; 6] = [
        Self::Lint,
        Self::Licences,
        Self::Units,
        Self::Wasm,
        Self::Browser,
        Self::Trunk,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Lint => "lint",
            Self::Licences => "licences",
            Self::Units => "units",
            Self::Wasm => "wasm",
            Self::Browser => "browser",
            Self::Trunk => "trunk",
        }
    }

    /// Reads parts parted by commas.
    ///
    /// # Errors
    /// When one is not known.
    pub(crate) fn parse_list(list: &str) -> Result<Vec<Self>> {
        list.split(',')
            .map(|name| {
                Self::ALL
                    .into_iter()
                    .find(|part| part.name() == name)
                    .with_context(|| format!("no part of the tests is called \"{name}\""))
            })
            .collect()
    }
}

/// Runs parts of the tests, one after the other, until one fails.
///
/// # Errors
/// The first failure.
pub(crate) fn run(run: &mut Run, parts: &[Part]) -> Result<()> {
    for part in parts {
        match part {
            Part::Lint => checks::lint(run)?,
            Part::Licences => checks::licences(run)?,
            Part::Units => units(run)?,
            Part::Wasm => wasm(run)?,
            Part::Browser => browser(run)?,
            Part::Trunk => trunk(run)?,
        }
    }
    Ok(())
}

fn units(run: &mut Run) -> Result<()> {
    run.step("native tests", "cargo test --workspace", || {
        // The command line is tested on the program that is built first, not once for every file of tests.
        run_program(&mut cargo("build --locked --package faultline".split(' ')))?;
        run_program(
            cargo("test --locked --workspace --no-fail-fast".split(' '))
                .env("FAULTLINE_PROGRAM", program()),
        )
    })
}

/// The command line that `cargo build` makes.
fn program() -> PathBuf {
    let name = format!("faultline{}", std::env::consts::EXE_SUFFIX);
    root().join("target").join("debug").join(name)
}

fn wasm(run: &mut Run) -> Result<()> {
    let packages = wasm_tested_packages()?;
    let toolchain = WasmToolchain::ensure(run)?;
    ensure_browser(run)?;
    let runner = ensure_bindgen(run, "wasm-bindgen-test-runner")?;
    let what = format!("wasm tests of {}", packages.join(", "));
    let by_hand = "cargo test --target wasm32-unknown-unknown --package NAME --tests, with wasm-bindgen-test-runner and \
                   chromedriver on PATH";
    run.step(&what, by_hand, || {
        let mut command = toolchain.cargo("test");
        command
            .arg("--tests")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
        for package in &packages {
            command.args(["--package", package]);
        }
        run_program(&mut command)
    })
}

/// The members of the workspace that have tests for the page's target: those that depend on `wasm-bindgen-test` for
/// their tests.
fn wasm_tested_packages() -> Result<Vec<String>> {
    let printed = output(&mut cargo(
        "metadata --format-version 1 --locked --no-deps".split(' '),
    ))?;
    let metadata: Value =
        serde_json::from_str(&printed).context("cargo metadata printed no JSON")?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata printed no packages")?;
    let is_tested = |package: &&Value| {
        let all = package["dependencies"].as_array();
        all.is_some_and(|all| {
            all.iter()
                .any(|one| one["name"] == "wasm-bindgen-test" && one["kind"] == "dev")
        })
    };
    let tested = packages.iter().filter(is_tested);
    let mut names: Vec<String> = tested
        .filter_map(|package| package["name"].as_str())
        .map(str::to_owned)
        .collect();
    names.sort();
    if names.is_empty() {
        bail!("no package depends on wasm-bindgen-test, so nothing would be tested");
    }
    Ok(names)
}

fn browser(run: &mut Run) -> Result<()> {
    in_browser(
        run,
        "the page in a browser",
        &["harness", "browser", "size", "readme"],
        Pictures::LetGo,
    )
}

/// Builds the page and measures what its first visit downloads.
///
/// # Errors
/// When the page can't be built or opened, or is over its budget.
pub(crate) fn size(run: &mut Run) -> Result<()> {
    in_browser(run, "size of a first visit", &["size"], Pictures::LetGo)
}

/// Builds the page and makes the pictures of the README anew.
///
/// # Errors
/// When the page can't be built or opened.
pub(crate) fn screenshots(run: &mut Run) -> Result<()> {
    in_browser(run, "pictures of the page", &["browser"], Pictures::Keep)
}

/// What becomes of the pictures that the tests take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pictures {
    /// They are looked at by nobody; all tests run.
    LetGo,
    /// They are put into the documentation, and nothing else is tested.
    Keep,
}

/// Builds the page, installs what the tests in the browser need, and runs those of some files.
fn in_browser(run: &mut Run, what: &str, files: &[&str], pictures: Pictures) -> Result<()> {
    let dist = page::build(run, Profile::Web)?;
    ensure_browser(run)?;
    let axe = ensure_axe(run)?;
    let by_hand = format!(
        "cargo test --package faultline-tests --features browser --test {}, after cargo xtask build",
        files.join(" --test ")
    );
    run.step(what, &by_hand, || {
        run_program(&mut cargo("build --locked --package faultline".split(' ')))?;
        let options = "test --locked --package faultline-tests --features browser --no-fail-fast";
        let mut command = cargo(options.split(' '));
        for file in files {
            command.args(["--test", file]);
        }
        command
            .args(["--", "--nocapture"])
            .env("FAULTLINE_PROGRAM", program())
            .env("FAULTLINE_DIST", &dist)
            .env("FAULTLINE_AXE", axe);
        if pictures == Pictures::Keep {
            command
                .arg("screenshots::")
                .env("FAULTLINE_SCREENSHOTS", "1");
        }
        run_program(&mut command)
    })
}

fn trunk(run: &mut Run) -> Result<()> {
    let what = "the page against trunk's";
    let Some(version) = version_of("trunk") else {
        run.skip(
            what,
            "skipped, trunk is not installed (cargo install --locked trunk@0.21.14)",
        );
        return Ok(());
    };
    let dist = page::build(run, Profile::Web)?;
    let toolchain = WasmToolchain::ensure(run)?;
    let bindgen = ensure_bindgen(run, "wasm-bindgen")?;
    let what = format!("{what}, {version}");
    run.step(
        &what,
        "trunk build, then compare its folder with the one of cargo xtask build",
        || {
            let mut command =
                cargo("test --locked --package faultline-tests --features trunk --test trunk -- --nocapture".split(' '));
            let mut path = None;
            for (name, value) in toolchain.variables() {
                if name == "PATH" {
                    path = Some(value);
                } else {
                    command.env("FAULTLINE_WASM_TOOLCHAIN", value);
                }
            }
            let folders: Vec<PathBuf> = bindgen.parent().map(PathBuf::from).into_iter().collect();
            command
                .env("FAULTLINE_DIST", &dist)
                .env("FAULTLINE_WASM_PATH", path_with(&folders, path)?)
                .env("FAULTLINE_WASM_TARGET_DIR", WasmToolchain::target_dir());
            run_program(&mut command)
        },
    )
}

//! Builds the page into `dist/`, as `trunk build` would from the same `index.html`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::html::{self, Asset};
use crate::step::{Run, cargo, root, run as run_program, tools_dir, version_of};
use crate::toolchain::{WasmToolchain, bindgen_version};

/// How the page is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As it is published: small.
    Web,
    /// Quick to compile, with names in its stack traces.
    Debug,
}

/// Builds the page and gives its folder.
///
/// # Errors
/// When a tool is missing and can't be installed, the program does not compile, or a file can't be written.
pub(crate) fn build(run: &mut Run, profile: Profile) -> Result<PathBuf> {
    let toolchain = WasmToolchain::ensure(run)?;
    let source_path = root().join("index.html");
    let source = fs::read_to_string(&source_path)
        .with_context(|| format!("could not read {}", source_path.display()))?;
    let load = |name: &str| {
        fs::read_to_string(root().join(name)).with_context(|| format!("could not read {name}"))
    };
    let page = html::read(&source, load).context("in index.html")?;

    // Everything is made in a folder of its own, and takes its place when it is complete.
    let staged = WasmToolchain::target_dir().join("page");
    clear(&staged)?;
    fs::create_dir_all(&staged)?;
    compile(run, &toolchain, &page.assets, profile)?;
    for asset in &page.assets {
        match asset {
            Asset::Rust(program) => {
                let folder = match profile {
                    Profile::Web => program.profile.as_str(),
                    Profile::Debug => "debug",
                };
                let input = WasmToolchain::artifacts(folder)
                    .join(&program.bin)
                    .with_extension("wasm");
                bind(run, &input, &staged, &program.bin, profile)?;
            }
            Asset::File { source } | Asset::Folder { source } => {
                let from = root().join(source);
                let name = from
                    .file_name()
                    .with_context(|| format!("no file name in {source}"))?;
                copy(&from, &staged.join(name))?;
            }
        }
    }
    fs::write(staged.join("index.html"), &page.html)?;

    let dist = root().join("dist");
    clear(&dist)?;
    fs::rename(&staged, &dist)
        .with_context(|| format!("could not put the page into {}", dist.display()))?;
    eprintln!("   the page is in {}", dist.display());
    Ok(dist)
}

/// Compiles the page's programs, those of one package and profile together.
fn compile(
    run: &mut Run,
    toolchain: &WasmToolchain,
    assets: &[Asset],
    profile: Profile,
) -> Result<()> {
    let mut builds: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for asset in assets {
        let Asset::Rust(program) = asset else {
            continue;
        };
        let cargo_profile = match profile {
            Profile::Web => program.profile.as_str(),
            Profile::Debug => "dev",
        };
        let build = builds
            .iter_mut()
            .find(|build| (build.0, build.1) == (program.manifest.as_str(), cargo_profile));
        match build {
            Some(build) => build.2.push(&program.bin),
            None => builds.push((&program.manifest, cargo_profile, vec![&program.bin])),
        }
    }
    for (manifest, cargo_profile, bins) in builds {
        let mut arguments = vec!["--manifest-path", manifest, "--profile", cargo_profile];
        for bin in &bins {
            arguments.extend(["--bin", bin]);
        }
        let by_hand = format!(
            "cargo build --target wasm32-unknown-unknown {}",
            arguments.join(" ")
        );
        let what = format!("compile {}", bins.join(" and "));
        run.step(&what, &by_hand, || {
            run_program(toolchain.cargo("build").args(&arguments))
        })?;
    }
    Ok(())
}

/// Makes a program's JavaScript, with an installed wasm-bindgen of the right version or with its library.
fn bind(run: &mut Run, input: &Path, staged: &Path, name: &str, profile: Profile) -> Result<()> {
    let version = bindgen_version()?;
    let by_hand = format!(
        "wasm-bindgen --target web --no-typescript --out-dir dist --out-name {name} {}",
        input.display()
    );
    let installed = version_of("wasm-bindgen").is_some_and(|printed| printed.ends_with(&version));
    run.step(&format!("make the JavaScript of {name}"), &by_hand, || {
        if installed {
            let mut command = Command::new("wasm-bindgen");
            command
                .args([
                    "--target",
                    "web",
                    "--no-typescript",
                    "--out-name",
                    name,
                    "--out-dir",
                ])
                .arg(staged)
                .arg(input);
            if profile == Profile::Debug {
                command.args(["--debug", "--keep-debug"]);
            }
            return run_program(&mut command);
        }
        let mut command = cargo(
            "run --locked --quiet --package faultline-bindgen --features library --target-dir"
                .split(' '),
        );
        command
            .arg(tools_dir())
            .arg("--")
            .args([input, staged])
            .arg(name);
        if profile == Profile::Debug {
            command.arg("--debug");
        }
        run_program(&mut command)
    })
}

fn clear(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("could not clear {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Copies a file, or a folder with all that is in it. Two assets of one name would hide one another.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        bail!("two files of the page have the name {}", to.display());
    }
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in
            fs::read_dir(from).with_context(|| format!("could not read {}", from.display()))?
        {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::copy(from, to)
        .with_context(|| format!("could not copy {}", from.display()))
        .map(drop)
}

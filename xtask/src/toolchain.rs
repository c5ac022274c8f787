//! What the commands need, installed where it is missing.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::step::{
    Run, cargo, has_program, output, root, run as run_program, tools_dir, version_of,
};

const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// The accessibility rules that the browser tests apply.
const AXE: &str = "axe-core@4.14.1";

/// The environment in which cargo can compile for the page.
#[derive(Debug, Clone)]
pub(crate) struct WasmToolchain {
    variables: Vec<(&'static str, OsString)>,
}

impl WasmToolchain {
    /// Finds or installs the standard library for the page's target.
    ///
    /// # Errors
    /// When none of the script's ways leads to one.
    pub(crate) fn ensure(run: &mut Run) -> Result<Self> {
        let by_hand = format!("rustup target add {WASM_TARGET}, or see scripts/setup-wasm.sh");
        run.step("wasm standard library", &by_hand, || {
            let script = "environment=$(scripts/setup-wasm.sh) && eval \"$environment\" \
                          && printf '%s\\n' \"${RUSTUP_TOOLCHAIN-}\" \"$PATH\"";
            let printed = output(
                Command::new("bash")
                    .args(["-c", script])
                    .current_dir(root()),
            )?;
            let (toolchain, path) = printed
                .trim_end()
                .split_once('\n')
                .context("the script printed no environment")?;
            let mut variables = vec![("PATH", OsString::from(path))];
            if !toolchain.is_empty() {
                variables.push(("RUSTUP_TOOLCHAIN", OsString::from(toolchain)));
            }
            Ok(Self { variables })
        })
    }

    /// Cargo for the page's target. Its results have a folder of their own, since a second compiler in the same one
    /// would compile everything anew.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut command = cargo([
            subcommand,
            "--locked",
            "--target",
            WASM_TARGET,
            "--target-dir",
        ]);
        command.arg(Self::target_dir());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Where cargo puts what it compiles for the page.
    pub(crate) fn target_dir() -> PathBuf {
        root().join("target").join("web")
    }

    /// Where cargo puts the page's program, by the folder that a cargo profile writes to.
    pub(crate) fn artifacts(profile_dir: &str) -> PathBuf {
        Self::target_dir().join(WASM_TARGET).join(profile_dir)
    }

    /// The variables that select the toolchain.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, &OsString)> {
        self.variables.iter().map(|(name, value)| (*name, value))
    }
}

/// The version of a package in the text of a lock file.
pub(crate) fn locked_version<'lock>(lock: &'lock str, package: &str) -> Option<&'lock str> {
    let mut lines = lock.lines();
    let name = format!("name = \"{package}\"");
    lines.find(|line| *line == name)?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

/// The version of wasm-bindgen that the page is compiled with.
///
/// # Errors
/// When the lock file can't be read or does not name it.
pub(crate) fn bindgen_version() -> Result<String> {
    let path = root().join("Cargo.lock");
    let lock =
        fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
    let version =
        locked_version(&lock, "wasm-bindgen").context("Cargo.lock has no wasm-bindgen")?;
    Ok(version.to_owned())
}

/// Finds or installs a program of wasm-bindgen's command line, at the version that the page is compiled with.
///
/// # Errors
/// When it can't be installed.
pub(crate) fn ensure_bindgen(run: &mut Run, name: &str) -> Result<PathBuf> {
    let version = bindgen_version()?;
    let what = format!("{name} {version}");
    let installed = tools_dir().join("bin").join(name);
    for program in [PathBuf::from(name), installed.clone()] {
        if version_of(&program).is_some_and(|printed| printed.ends_with(&version)) {
            run.skip(&what, "installed");
            return Ok(program);
        }
    }
    let package = format!("wasm-bindgen-cli@{version}");
    let by_hand = format!("cargo install {package}");
    run.step(&what, &by_hand, || {
        // Unoptimised and without TLS it compiles in half the time, and is quick enough.
        let mut install = cargo([
            "install",
            &package,
            "--debug",
            "--no-default-features",
            "--quiet",
            "--root",
        ]);
        install
            .arg(tools_dir())
            .args(["--bin", name, "--target-dir"])
            .arg(tools_dir().join("build"))
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY", "never");
        run_program(&mut install)?;
        Ok(installed)
    })
}

/// Finds or installs Chromium and its driver.
///
/// # Errors
/// When they are missing and can't be installed.
pub(crate) fn ensure_browser(run: &mut Run) -> Result<()> {
    let what = "Chromium and its driver";
    let chromium = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| has_program(name));
    if let (Some(_), Some(driver)) = (chromium, version_of("chromedriver")) {
        let driver = driver.split(" (").next().unwrap_or_default();
        run.skip(what, &format!("installed, {driver}"));
        return Ok(());
    }
    let by_hand = "install Chromium and chromedriver of the same version, so that both are on PATH";
    run.step(what, by_hand, || {
        install_packages(&["chromium", "chromium-driver"])
    })
}

/// Finds or installs the accessibility rules, and gives their script.
///
/// # Errors
/// When they are missing and can't be installed.
pub(crate) fn ensure_axe(run: &mut Run) -> Result<PathBuf> {
    let dir = tools_dir();
    let script = dir.join("node_modules").join("axe-core").join("axe.min.js");
    if script.is_file() {
        run.skip(AXE, "installed");
        return Ok(script);
    }
    let by_hand = format!("npm install --prefix target/tools {AXE}");
    run.step(AXE, &by_hand, || {
        if !has_program("npm") {
            install_packages(&["npm"])?;
        }
        fs::create_dir_all(&dir)?;
        run_program(
            Command::new("npm")
                .args([
                    "install",
                    "--no-audit",
                    "--no-fund",
                    "--no-save",
                    "--prefix",
                ])
                .arg(&dir)
                .arg(AXE),
        )?;
        Ok(script)
    })
}

/// Installs packages of the distribution, as root or through `sudo` where it asks no password.
fn install_packages(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !has_program("apt-get") {
        bail!("there is no apt-get here to install {list} with");
    }
    let is_root = output(Command::new("id").arg("-u"))?.trim() == "0";
    let apt = |arguments: &[&str]| {
        let mut command = if is_root {
            Command::new("apt-get")
        } else {
            let mut sudo = Command::new("sudo");
            sudo.args(["-n", "apt-get"]);
            sudo
        };
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        run_program(&mut command)
    };
    apt(&["update", "-qq"])?;
    apt(&[
        &["install", "-y", "-qq", "--no-install-recommends"],
        packages,
    ]
    .concat())
    .with_context(|| format!("as root run: apt-get install {list}"))
}

/// `PATH` with folders put before the rest.
///
/// # Errors
/// When a folder's name can't stand in `PATH`.
pub(crate) fn path_with(folders: &[PathBuf], path: Option<&OsString>) -> Result<OsString> {
    let rest = path
        .cloned()
        .or_else(|| env::var_os("PATH"))
        .unwrap_or_default();
    let all = folders.iter().cloned().chain(env::split_paths(&rest));
    env::join_paths(all).context("a folder's name can't stand in PATH")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_wasm_bindgen_has_one_version() {
        let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
        let lock = read("Cargo.lock");
        let version = locked_version(&lock, "wasm-bindgen").unwrap();
        for package in ["wasm-bindgen-cli-support", "wasm-bindgen-shared"] {
            assert_eq!(locked_version(&lock, package), Some(version), "{package}");
        }
        assert_eq!(bindgen_version().unwrap(), version);
        let trunk = read("Trunk.toml");
        assert!(
            trunk.contains(&format!("wasm_bindgen = \"{version}\"")),
            "Trunk.toml names another version"
        );
    }

    #[test]
    fn versions_in_a_lock_file() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"2.0.0\"\n";
        assert_eq!(locked_version(lock, "a"), Some("2.0.0"));
        assert_eq!(locked_version(lock, "b"), None);
    }
}

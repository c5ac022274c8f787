//! The benchmarks, native and wasm.

use anyhow::{Context, Result};

use crate::step::{Run, cargo, run as run_program};
use crate::toolchain::{WasmToolchain, ensure_bindgen, ensure_browser};

/// One file of benchmarks: a `[[bench]]` target.
struct Bench {
    /// The target's name, by which it is asked for.
    name: &'static str,
    /// The package that it belongs to.
    package: &'static str,
    /// The package's features that it is compiled with, parted by commas; there may be none.
    features: &'static str,
    /// Whether it also runs in the browser, where it is a `#[wasm_bindgen_bench]`.
    on_wasm: bool,
}

impl Bench {
    fn arguments(&self) -> [&'static str; 6] {
        [
            "--package",
            self.package,
            "--bench",
            self.name,
            "--features",
            self.features,
        ]
    }
}

/// All benchmarks. A new one is a line here.
const BENCHES: &[Bench] = &[Bench {
    name: "work",
    package: "faultline-benches",
    features: "nuts",
    on_wasm: true,
}];

/// Runs all benchmarks, or the one called `name`.
///
/// # Errors
/// When there is none of that name, or one does not compile or run.
pub(crate) fn run(run: &mut Run, name: Option<&str>) -> Result<()> {
    let chosen: Vec<&Bench> = BENCHES
        .iter()
        .filter(|bench| name.is_none_or(|name| name == bench.name))
        .collect();
    chosen
        .first()
        .with_context(|| format!("no benchmark is called \"{}\"", name.unwrap_or_default()))?;
    for bench in &chosen {
        let by_hand = format!("cargo bench {}", bench.arguments().join(" "));
        run.step(&format!("{}, native", bench.name), &by_hand, || {
            run_program(cargo(["bench", "--locked", "--quiet"]).args(bench.arguments()))
        })?;
    }
    if !chosen.iter().any(|bench| bench.on_wasm) {
        return Ok(());
    }
    let toolchain = WasmToolchain::ensure(run)?;
    ensure_browser(run)?;
    let runner = ensure_bindgen(run, "wasm-bindgen-test-runner")?;
    for bench in chosen.iter().filter(|bench| bench.on_wasm) {
        let by_hand = "the native command with --target wasm32-unknown-unknown and wasm-bindgen-test-runner as runner";
        run.step(&format!("{}, wasm", bench.name), by_hand, || {
            run_program(
                toolchain
                    .cargo("bench")
                    .arg("--quiet")
                    .args(bench.arguments())
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner)
                    .env("WASM_BINDGEN_TEST_TIMEOUT", "600"),
            )
        })?;
    }
    Ok(())
}

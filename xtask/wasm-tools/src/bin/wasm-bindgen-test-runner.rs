//! Runs a test program compiled to WebAssembly in a headless browser.

use std::env;

use anyhow::Result;

fn main() -> Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os())
}

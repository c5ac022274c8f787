//! The command line of wasm-bindgen.

use std::env;

use anyhow::Result;

fn main() -> Result<()> {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(env::args_os())
}

//! The command line of wasm-bindgen. Installed it is called `wasm-bindgen`, a name that the compiler keeps for another
//! package.

use std::env;

use anyhow::Result;

fn main() -> Result<()> {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(env::args_os())
}

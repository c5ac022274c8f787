//! Makes the page's JavaScript and its final WebAssembly, as wasm-bindgen's own command line would at the same version:
//! `faultline-bindgen INPUT.wasm OUT_DIR NAME [--debug]`.

use std::env;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (input, out_dir, name, debug) = match arguments.as_slice() {
        [input, out_dir, name] => (input, out_dir, name, false),
        [input, out_dir, name, flag] if flag == "--debug" => (input, out_dir, name, true),
        _ => bail!("usage: faultline-bindgen INPUT.wasm OUT_DIR NAME [--debug]"),
    };
    Bindgen::new()
        .input_path(input)
        .out_name(name)
        .web(true)?
        .omit_default_module_path(false)
        .typescript(false)
        .debug(debug)
        .keep_debug(debug)
        .generate(out_dir)
}

//! wasm-bindgen's own library as programs, at the version of the lock file.
//!
//! `bindgen` makes the page's JavaScript from its WebAssembly and compiles in half the time of the full command line,
//! whose two programs are here as well: `wasm-bindgen-test-runner` runs the browser's unit tests, and `bindgen-command` is
//! what trunk calls. Each is behind a feature, so that `cargo xtask` compiles what a command needs and no more.

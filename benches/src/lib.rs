//! What the heavy work takes, native and wasm.
//!
//! The work is here, so that it is the same on both; `benches/work.rs` times it. `cargo xtask bench` runs it all.
//!
//! ```
//! assert_eq!(faultline_benches::generate(10), 10);
//! ```

mod work;

#[cfg(feature = "nuts")]
pub use work::sample;
pub use work::{Trace, bootstrap, generate};

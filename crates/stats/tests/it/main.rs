//! The statistics against published values, another library, simulations with a known truth, and their own recorded bits.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets a missing value has failed"
)]

mod agreement;
mod bits;
mod data;
mod published;

#[cfg(feature = "nuts")]
mod chains;
#[cfg(not(target_arch = "wasm32"))]
mod scipy;
#[cfg(not(target_arch = "wasm32"))]
mod simulation;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// The random stream of one purpose: `ChaCha8` under the [`key`] of seed and label. Two labels give unrelated streams under every seed.
pub(crate) fn stream(seed: u64, label: &str) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(key(seed, label))
}

/// The SHA-256 of `faultline.stats`, the seed as eight little-endian bytes, and the label.
pub(crate) fn key(seed: u64, label: &str) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"faultline.stats")
        .chain_update(seed.to_le_bytes())
        .chain_update(label.as_bytes())
        .finalize()
        .into()
}

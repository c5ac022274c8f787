use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
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

/// A uniform index below `n`, which must be above zero: Lemire's multiply and shift, with his rejection, so that no
/// index is favoured.
#[inline]
pub(crate) fn index_below(rng: &mut impl Rng, n: u32) -> usize {
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    let mut low = product & 0xffff_ffff;
    if low < u64::from(n) {
        let threshold = u64::from(n.wrapping_neg() % n);
        while low < threshold {
            product = u64::from(rng.next_u32()) * u64::from(n);
            low = product & 0xffff_ffff;
        }
    }
    // The high half is below n, which is a u32.
    (product >> 32) as usize
}

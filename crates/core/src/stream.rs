//! Seeded streams of random draws, one for each purpose.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use crate::Digest;

/// A stream of `ChaCha8` draws whose key is the SHA-256 of a purpose's name and its numbers.
///
/// Domain separation by name means that a new purpose never shifts the draws of an old one. All draws are defined here
/// on 64-bit outputs, so they are the same on every machine and under every version of the `rand` crates.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of this purpose, such as `propagation/task`, and these numbers, such as depth, index and seed.
    pub fn named(purpose: &str, numbers: &[u64]) -> Self {
        let mut hash = Sha256::new();
        hash.update((purpose.len() as u64).to_le_bytes());
        hash.update(purpose.as_bytes());
        for number in numbers {
            hash.update(number.to_le_bytes());
        }
        Self(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// The stream that belongs to one exact request, which is all the randomness a simulated policy has.
    pub fn of_request(request: Digest) -> Self {
        let bytes = request.bytes();
        let mut halves = [0; 2];
        for (half, chunk) in halves.iter_mut().zip(bytes.chunks(8)) {
            let mut eight = [0; 8];
            eight.copy_from_slice(chunk);
            *half = u64::from_le_bytes(eight);
        }
        Self::named("policy/request", &halves)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number from 0 to `bound - 1`, each as likely as the other. A bound of 0 gives 0.
    ///
    /// Lemire's multiply-shift with rejection (ACM TOMACS 29(1), 2019, algorithm 5), on 64 bits.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            let low = u64::try_from(product & u128::from(u64::MAX)).unwrap_or(0);
            if low >= threshold {
                return u64::try_from(product >> 64).unwrap_or(0);
            }
        }
    }

    /// A real number from 0 (included) to 1 (excluded), a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability: never at 0 or below, always at 1 or above.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts the items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = last as u64 + 1;
            // The draw is at most `last`, which is a valid index.
            let other = usize::try_from(self.below(bound)).unwrap_or(0);
            items.swap(last, other);
        }
    }

    /// One of the items, or none of none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let draw = self.below(items.len() as u64);
        items.get(usize::try_from(draw).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_fixed_for_good() {
        let mut stream = Stream::named("test", &[1, 2, 3]);
        let draws: Vec<u64> = (0..4).map(|_| stream.below(1_000_000)).collect();
        assert_eq!(draws, [821_579, 141_811, 25_551, 747_052]);
    }

    #[test]
    fn purposes_and_numbers_part_the_streams() {
        let first = |mut stream: Stream| stream.bits();
        assert_ne!(
            first(Stream::named("a", &[1])),
            first(Stream::named("b", &[1]))
        );
        assert_ne!(
            first(Stream::named("a", &[1])),
            first(Stream::named("a", &[2]))
        );
        // The length of the name is hashed too, so a name can't run over into the numbers.
        assert_ne!(
            first(Stream::named("a", &[])),
            first(Stream::named("a\0", &[]))
        );
    }

    #[test]
    fn below_is_even_and_in_range() {
        let mut stream = Stream::named("even", &[]);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[usize::try_from(stream.below(7)).unwrap()] += 1;
        }
        // Chi-squared with 6 degrees of freedom: 22.5 is the 99.9% point.
        let chi: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 22.5, "chi-squared {chi}, counts {counts:?}");
    }
}

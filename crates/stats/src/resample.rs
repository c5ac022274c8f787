//! One resample after the other, as fast as draws can be made: it is what a report waits for.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;

use crate::stream::stream;

/// Draws that are made at a time.
const AT_A_TIME: usize = 256;

/// Uniform draws of one purpose. They are made in blocks, which are the same draws as one by one.
pub(crate) struct Draws {
    rng: ChaCha8Rng,
    made: [[u8; 4]; AT_A_TIME],
    used: usize,
}

impl Draws {
    pub(crate) fn new(seed: u64, label: &str) -> Self {
        Self {
            rng: stream(seed, label),
            made: [[0; 4]; AT_A_TIME],
            used: AT_A_TIME,
        }
    }

    #[inline]
    fn bits(&mut self) -> u32 {
        if self.used == AT_A_TIME {
            self.rng.fill_bytes(self.made.as_flattened_mut());
            self.used = 0;
        }
        let drawn = u32::from_le_bytes(self.made[self.used]);
        self.used += 1;
        drawn
    }

    /// A uniform index below `n`, which must be above zero: Lemire's multiply and shift, with his rejection, so that no
    /// index is favoured.
    #[inline]
    pub(crate) fn index_below(&mut self, n: u32) -> usize {
        let mut product = u64::from(self.bits()) * u64::from(n);
        let mut low = product & 0xffff_ffff;
        if low < u64::from(n) {
            let threshold = u64::from(n.wrapping_neg() % n);
            while low < threshold {
                product = u64::from(self.bits()) * u64::from(n);
                low = product & 0xffff_ffff;
            }
        }
        // The high half is below n, which is a u32.
        (product >> 32) as usize
    }
}

/// The rows of a stratum, packed: several counts share a word, each with as many bits as its sum over a resample can have, so that
/// one addition adds them all.
pub(crate) struct Rows {
    /// Where each count is: its word, its lowest bit, and as many ones as it has bits.
    places: Vec<(usize, u32, u64)>,
    /// Words a row.
    n_words: usize,
    words: Vec<u64>,
}

impl Rows {
    /// Packs rows of `width` counts each, one after the other. A stratum longer than `u32::MAX` rows is cut there.
    pub(crate) fn new(rows: &[u32], width: usize) -> Self {
        let rows: Vec<&[u32]> = rows.chunks_exact(width).take(u32::MAX as usize).collect();
        let (mut word, mut used) = (0, 0);
        let places: Vec<(usize, u32, u64)> = (0..width)
            .map(|column| {
                let greatest = rows.iter().map(|row| row[column]).max().unwrap_or(0);
                // Both factors are below 2^32.
                let most = rows.len() as u64 * u64::from(greatest);
                let bits = (u64::BITS - most.leading_zeros()).max(1);
                if used + bits > u64::BITS {
                    (word, used) = (word + 1, 0);
                }
                let place = (word, used, u64::MAX >> (u64::BITS - bits));
                used += bits;
                place
            })
            .collect();
        let n_words = word + 1;
        let mut words = vec![0; rows.len() * n_words];
        for (packed, row) in words.chunks_exact_mut(n_words).zip(rows) {
            for ((word, shift, _), count) in places.iter().zip(row) {
                packed[*word] |= u64::from(*count) << shift;
            }
        }
        Self {
            places,
            n_words,
            words,
        }
    }

    /// Draws as many rows as there are, with replacement, and adds up their counts.
    pub(crate) fn add_resample(&self, draws: &mut Draws, sums: &mut [u64]) {
        match self.n_words {
            1 => self.add_resample_of::<1>(draws, sums),
            2 => self.add_resample_of::<2>(draws, sums),
            3 => self.add_resample_of::<3>(draws, sums),
            n_words => {
                let mut drawn = vec![0; n_words];
                let n = n_rows(self.words.len() / n_words);
                for _ in 0..n {
                    let start = draws.index_below(n) * n_words;
                    let row = &self.words[start..start + n_words];
                    for (sum, word) in drawn.iter_mut().zip(row) {
                        *sum += word;
                    }
                }
                self.unpack(&drawn, sums);
            }
        }
    }

    /// [`Self::add_resample`] of a number of words that is known, which keeps the sums in registers.
    fn add_resample_of<const N: usize>(&self, draws: &mut Draws, sums: &mut [u64]) {
        let (rows, _) = self.words.as_chunks::<N>();
        let n = n_rows(rows.len());
        let mut drawn = [0; N];
        for _ in 0..n {
            let row = &rows[draws.index_below(n)];
            for (sum, word) in drawn.iter_mut().zip(row) {
                *sum += word;
            }
        }
        self.unpack(&drawn, sums);
    }

    fn unpack(&self, drawn: &[u64], sums: &mut [u64]) {
        for (sum, (word, shift, ones)) in sums.iter_mut().zip(&self.places) {
            *sum += drawn[*word] >> shift & ones;
        }
    }
}

fn n_rows(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

// The generator of cases is built natively only; the recorded draws of `tests/it/bits.rs` are checked on wasm too.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the counts and however they are packed, the sums are those of the rows that the stream names one by one.
        #[test]
        fn sums_are_those_of_the_rows_that_are_drawn(
            width in 1..12_usize,
            counts in prop::collection::vec(prop_oneof![0..9_u32, any::<u32>()], 12..200),
            resamples in 1..5,
        ) {
            let rows = Rows::new(&counts, width);
            let n = u32::try_from(counts.len() / width).unwrap();
            let mut draws = Draws::new(1, "test");
            let mut one_by_one = stream(1, "test");
            for _ in 0..resamples {
                let mut sums = vec![0; width];
                rows.add_resample(&mut draws, &mut sums);
                let mut expected = vec![0; width];
                for _ in 0..n {
                    // The same as Lemire's rule, which this is checked against: the first draw that is not among the surplus.
                    let surplus = (1_u64 << 32) % u64::from(n);
                    let product = loop {
                        let product = u64::from(one_by_one.next_u32()) * u64::from(n);
                        if product & 0xffff_ffff >= surplus {
                            break product;
                        }
                    };
                    let place = usize::try_from(product >> 32).unwrap() * width;
                    for (sum, count) in expected.iter_mut().zip(&counts[place..place + width]) {
                        *sum += u64::from(*count);
                    }
                }
                prop_assert_eq!(sums, expected);
            }
        }
    }
}

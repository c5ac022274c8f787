use crate::bootstrap::{Statistics, summary};
use crate::{Bootstrapped, Level};

/// `NumPy`'s `default_rng(seed)`: a `SeedSequence` that seeds PCG64 (O'Neill 2014, the variant XSL-RR 128/64), drawn from as
/// `Generator` does. It is here to reproduce published intervals; everything else draws from `ChaCha8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumpyRng {
    state: u128,
    increment: u128,
    /// The upper half of the last 64 bits, where only the lower was used.
    held: Option<u32>,
}

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
const WORDS: usize = 4;

impl NumpyRng {
    /// The generator that `numpy.random.default_rng(seed)` gives.
    pub fn new(seed: u64) -> Self {
        let words = seed_words(seed);
        let wide = |high: usize| (u128::from(words[high]) << 64) | u128::from(words[high + 1]);
        let increment = (wide(2) << 1) | 1;
        let mut rng = Self {
            state: 0,
            increment,
            held: None,
        };
        rng.step();
        rng.state = rng.state.wrapping_add(wide(0));
        rng.step();
        rng
    }

    fn step(&mut self) {
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(self.increment);
    }

    /// The next 64 bits, as `bit_generator.random_raw()` gives them.
    pub fn next_u64(&mut self) -> u64 {
        self.step();
        let [low, high] = halves(self.state);
        // The six bits that are left say how far to turn.
        let turn = u32::try_from(self.state >> 122).unwrap_or_default();
        (high ^ low).rotate_right(turn)
    }

    fn next_u32(&mut self) -> u32 {
        if let Some(held) = self.held.take() {
            return held;
        }
        let bits = self.next_u64().to_le_bytes();
        let [a, b, c, d, e, f, g, h] = bits;
        self.held = Some(u32::from_le_bytes([e, f, g, h]));
        u32::from_le_bytes([a, b, c, d])
    }

    /// `integers(0, n)`, by Lemire's method on 32 bits (2019); 0 where n is 0 or 1, without a draw.
    pub fn index_below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        let mut low = product & 0xffff_ffff;
        if low < u64::from(n) {
            let threshold = u64::from(n.wrapping_neg() % n);
            while low < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
                low = product & 0xffff_ffff;
            }
        }
        u32::try_from(product >> 32).unwrap_or_default()
    }
}

fn halves(wide: u128) -> [u64; 2] {
    let bytes = wide.to_le_bytes();
    let (chunks, _) = bytes.as_chunks::<8>();
    [u64::from_le_bytes(chunks[0]), u64::from_le_bytes(chunks[1])]
}

/// `SeedSequence(seed).generate_state(4, uint64)`.
fn seed_words(seed: u64) -> [u64; WORDS] {
    let bytes = seed.to_le_bytes();
    let (entropy, _) = bytes.as_chunks::<4>();
    let mut constant = 0x43b0_d7e5_u32;
    let mut hash = |word: u32| {
        let mixed = word ^ constant;
        constant = constant.wrapping_mul(0x931e_8875);
        fold(mixed.wrapping_mul(constant))
    };
    // A seed below 2^32 is one word and the rest is zero, which is what its upper half is.
    let mut pool: [u32; WORDS] = std::array::from_fn(|place| {
        hash(
            entropy
                .get(place)
                .map_or(0, |bytes| u32::from_le_bytes(*bytes)),
        )
    });
    for from in 0..WORDS {
        for to in 0..WORDS {
            if from != to {
                let hashed = hash(pool[from]);
                let mixed = pool[to]
                    .wrapping_mul(0xca01_f9dd)
                    .wrapping_sub(hashed.wrapping_mul(0x4973_f715));
                pool[to] = fold(mixed);
            }
        }
    }
    let mut constant = 0x8b51_f9dd_u32;
    let mut next = |place: usize| {
        let mixed = pool[place % WORDS] ^ constant;
        constant = constant.wrapping_mul(0x58f3_8ded);
        fold(mixed.wrapping_mul(constant))
    };
    std::array::from_fn(|place| {
        let low = u64::from(next(2 * place));
        low | (u64::from(next(2 * place + 1)) << 32)
    })
}

fn fold(word: u32) -> u32 {
    word ^ (word >> 16)
}

/// The percentile bootstrap as a `NumPy` script would draw it: one `default_rng(seed)`, and for each resample
/// `rng.choice(rows, size=len(rows), replace=True)`, the rows in the order in which they are given.
///
/// As [`bootstrap`](crate::bootstrap) in all else, of one stratum. Rows beyond `u32::MAX` are left out.
pub fn numpy_bootstrap<const K: usize, const S: usize>(
    rows: &[[u32; K]],
    resamples: u32,
    level: Level,
    seed: u64,
    statistics: impl Fn(&[u64; K]) -> [Option<f64>; S],
) -> [Bootstrapped; S] {
    let found = resampled(
        (rows.as_flattened(), K),
        (resamples, seed, level),
        S,
        &|sums, values| {
            let mut counts = [0_u64; K];
            counts.copy_from_slice(sums);
            values.copy_from_slice(&statistics(&counts));
        },
    );
    std::array::from_fn(|place| found[place])
}

/// [`numpy_bootstrap`] of rows of `width` counts. Not generic, so that it is compiled once, as this crate is optimised.
#[inline(never)]
fn resampled(
    (rows, width): (&[u32], usize),
    (resamples, seed, level): (u32, u64, Level),
    n_statistics: usize,
    statistics: &Statistics<'_>,
) -> Vec<Bootstrapped> {
    let length = rows.len().checked_div(width).unwrap_or_default();
    let n = u32::try_from(length).unwrap_or(u32::MAX);
    let mut rng = NumpyRng::new(seed);
    let mut sums = vec![0_u64; width];
    let mut values = vec![None; n_statistics];
    let mut kept: Vec<Vec<f64>> = vec![Vec::new(); n_statistics];
    let add = |sums: &mut [u64], row: &[u32]| {
        for (sum, count) in sums.iter_mut().zip(row) {
            *sum += u64::from(*count);
        }
    };
    if n > 0 {
        for _ in 0..resamples {
            sums.fill(0);
            for _ in 0..n {
                let start = rng.index_below(n) as usize * width;
                add(&mut sums, &rows[start..start + width]);
            }
            statistics(&sums, &mut values);
            for (kept, value) in kept.iter_mut().zip(&values) {
                kept.extend(*value);
            }
        }
    }
    sums.fill(0);
    for row in rows.chunks_exact(width.max(1)) {
        add(&mut sums, row);
    }
    statistics(&sums, &mut values);
    kept.iter_mut()
        .zip(values)
        .map(|(kept, value)| summary(kept, value, n.into(), resamples, level))
        .collect()
}

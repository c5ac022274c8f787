//! The slots of a task: a permutation of all combinations, so that no two tasks of a suite share theirs.

use faultline_core::Stream;

/// The slots of the task that comes in this place, each below its number of values. Places below the number of
/// all combinations give each combination once; later ones begin again.
///
/// The permutation is affine, `a · place + b` modulo the number of combinations, with `a` prime to it; both are drawn from the stream of these numbers.
pub(super) fn slots(radices: &[u64], place: u64, stream: &[u64]) -> Vec<u64> {
    let combinations = radices.iter().product::<u64>().max(1);
    let mut draws = Stream::named("injection/slots", stream);
    let offset = draws.below(combinations);
    let factor = loop {
        // About six of ten numbers are prime to another, and 1 is prime to all.
        let factor = draws.below(combinations).max(1);
        if greatest_common_divisor(factor, combinations) == 1 {
            break factor;
        }
    };
    let product = u128::from(factor) * u128::from(place) + u128::from(offset);
    let mut rank = u64::try_from(product % u128::from(combinations)).unwrap_or(0);
    radices
        .iter()
        .map(|radix| {
            let slot = rank % radix;
            rank /= radix;
            slot
        })
        .collect()
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// How many ways there are to choose `k` of `n`, without order.
pub(super) const fn ways(n: u64, k: u64) -> u64 {
    let mut ways = 1;
    let mut place = 0;
    while place < k {
        ways = ways * (n - place) / (place + 1);
        place += 1;
    }
    ways
}

/// The choice of `K` of some numbers from 0, rising, that has this rank: each rank below [`ways`] names another choice.
///
/// The combinatorial number system (Knuth, The Art of Computer Programming 4A, 7.2.1.3).
pub(super) fn choice<const K: usize>(mut rank: u64) -> [usize; K] {
    let mut chosen = [0; K];
    for place in (0..K).rev() {
        let k = place as u64 + 1;
        let mut number = k - 1;
        while ways(number + 1, k) <= rank {
            number += 1;
        }
        rank -= ways(number, k);
        chosen[place] = usize::try_from(number).unwrap_or(0);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_combination_comes_once() {
        for radices in [&[1_u64][..], &[7], &[24, 92], &[3, 4, 5]] {
            let all: u64 = radices.iter().product();
            let seen: BTreeSet<Vec<u64>> =
                (0..all).map(|place| slots(radices, place, &[1])).collect();
            assert_eq!(seen.len() as u64, all);
            assert!(
                seen.iter()
                    .all(|slots| slots.iter().zip(radices).all(|(slot, radix)| slot < radix))
            );
        }
        assert_ne!(slots(&[24, 92], 0, &[1]), slots(&[24, 92], 0, &[2]));
    }

    #[test]
    fn every_rank_names_another_choice() {
        let choices: BTreeSet<[usize; 3]> = (0..ways(24, 3)).map(choice).collect();
        assert_eq!(choices.len(), 2024);
        assert!(choices.iter().all(|[a, b, c]| a < b && b < c && *c < 24));
        assert_eq!(
            (choice::<2>(0), choice::<2>(ways(24, 2) - 1)),
            ([0, 1], [22, 23])
        );
    }
}

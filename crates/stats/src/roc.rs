use serde::Serialize;

/// A score with what it is to tell apart, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The score; the greater, the more it speaks for a positive. Not NaN.
    pub score: f64,
    /// Whether it is a positive.
    pub is_positive: bool,
    /// How often it counts.
    pub weight: u32,
}

/// A point of a receiver operating characteristic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RocPoint {
    /// The threshold: scores from it on are called positive.
    pub threshold: f64,
    /// The share of negatives that are called positive.
    pub false_positives: f64,
    /// The share of positives that are called positive.
    pub true_positives: f64,
}

/// The area under the receiver operating characteristic: how likely a positive scores above a negative, ties counting one half (Mann and
/// Whitney 1947). `None` where there is no positive or no negative.
///
/// ```
/// use faultline_stats::{Scored, auc};
/// let all = [(0.9, true), (0.4, true), (0.4, false), (0.1, false)];
/// let all = all.map(|(score, is_positive)| Scored { score, is_positive, weight: 1 });
/// assert_eq!(auc(&all), Some(0.875));
/// ```
pub fn auc(scored: &[Scored]) -> Option<f64> {
    let sorted = descending(scored);
    let (mut positives, mut negatives, mut twice) = (0_u64, 0_u64, 0_u64);
    for equal in sorted.chunk_by(|one, other| one.score.total_cmp(&other.score).is_eq()) {
        let (own_positives, own_negatives) = weights(equal);
        twice += own_negatives * (2 * positives + own_positives);
        positives += own_positives;
        negatives += own_negatives;
    }
    let pairs = positives * negatives;
    (pairs > 0).then(|| twice as f64 / (2.0 * pairs as f64))
}

/// The points of the receiver operating characteristic, one a threshold, from the strictest on; the corner where nothing is called positive
/// is not among them. Empty where there is no positive or no negative.
pub fn roc(scored: &[Scored]) -> Vec<RocPoint> {
    let (all_positives, all_negatives) = weights(scored);
    if all_positives == 0 || all_negatives == 0 {
        return Vec::new();
    }
    let sorted = descending(scored);
    let (mut positives, mut negatives) = (0, 0);
    let equals = sorted.chunk_by(|one, other| one.score.total_cmp(&other.score).is_eq());
    let points = equals.map(|equal| {
        let (own_positives, own_negatives) = weights(equal);
        positives += own_positives;
        negatives += own_negatives;
        RocPoint {
            threshold: equal[0].score,
            false_positives: negatives as f64 / all_negatives as f64,
            true_positives: positives as f64 / all_positives as f64,
        }
    });
    points.collect()
}

fn descending(scored: &[Scored]) -> Vec<Scored> {
    let mut sorted = scored.to_vec();
    sorted.sort_by(|one, other| other.score.total_cmp(&one.score));
    sorted
}

/// How much positives and negatives weigh.
fn weights(scored: &[Scored]) -> (u64, u64) {
    let of = |is_positive: bool| {
        let of_it = scored.iter().filter(|one| one.is_positive == is_positive);
        of_it.map(|one| u64::from(one.weight)).sum()
    };
    (of(true), of(false))
}

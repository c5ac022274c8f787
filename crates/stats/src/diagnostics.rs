//! Convergence of Markov chains, after Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021).

use crate::normal_quantile;

/// Rank-normalised split R-hat: the larger of that of the draws and that of their distance from the median.
///
/// Chains must be of one length, of at least four draws, else `None`; also where all draws are equal.
pub fn r_hat(chains: &[Vec<f64>]) -> Option<f64> {
    let halves = split(chains)?;
    let mut all: Vec<f64> = halves.concat();
    all.sort_unstable_by(f64::total_cmp);
    let median = crate::percentile(&all, 0.5)?;
    let folded: Vec<Vec<f64>> = halves
        .iter()
        .map(|half| half.iter().map(|draw| (draw - median).abs()).collect())
        .collect();
    let bulk = Moments::of(&rank_normalised(&halves))?.r_hat();
    let tail = Moments::of(&rank_normalised(&folded))?.r_hat();
    Some(bulk.max(tail))
}

/// Effective sample size of the bulk: that of the rank-normalised split draws. `None` as for [`r_hat`].
pub fn bulk_ess(chains: &[Vec<f64>]) -> Option<f64> {
    effective(&rank_normalised(&split(chains)?))
}

/// Effective sample size for the mean: that of the split draws as they are. `None` as for [`r_hat`].
///
/// The Monte Carlo standard error of the mean is the standard deviation by its square root.
pub fn mean_ess(chains: &[Vec<f64>]) -> Option<f64> {
    effective(&split(chains)?)
}

/// Both halves of each chain, the middle draw of an odd one left out.
fn split(chains: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let length = chains.first()?.len();
    let half = length / 2;
    if half < 2 || chains.iter().any(|chain| chain.len() != length) {
        return None;
    }
    Some(
        chains
            .iter()
            .flat_map(|chain| [chain[..half].to_vec(), chain[length - half..].to_vec()])
            .collect(),
    )
}

/// Each draw's normal score of its rank among all, ties sharing their mean rank (Blom's offset).
fn rank_normalised(chains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut places: Vec<(f64, usize, usize)> = Vec::new();
    for (i, chain) in chains.iter().enumerate() {
        places.extend(chain.iter().enumerate().map(|(j, &draw)| (draw, i, j)));
    }
    places.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let n = places.len() as f64;
    let mut scores: Vec<Vec<f64>> = chains.iter().map(|chain| vec![0.0; chain.len()]).collect();
    let mut rank_before = 0.0;
    for ties in places.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let rank = rank_before + (ties.len() as f64 + 1.0) * 0.5;
        let score = normal_quantile((rank - 0.375) / (n + 0.25));
        for &(_, i, j) in ties {
            scores[i][j] = score;
        }
        rank_before += ties.len() as f64;
    }
    scores
}

/// What R-hat and the effective sample size need of chains of one length.
struct Moments {
    length: f64,
    /// Mean of the chains' variances.
    within: f64,
    /// The pooled estimate of the variance.
    pooled: f64,
}

impl Moments {
    fn of(chains: &[Vec<f64>]) -> Option<Self> {
        let length = chains.first()?.len() as f64;
        let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
        let within = mean(
            &chains
                .iter()
                .map(|chain| variance(chain))
                .collect::<Vec<_>>(),
        );
        let pooled = within * (length - 1.0) / length
            + if means.len() > 1 {
                variance(&means)
            } else {
                0.0
            };
        (within > 0.0).then_some(Self {
            length,
            within,
            pooled,
        })
    }

    fn r_hat(&self) -> f64 {
        (self.pooled / self.within).sqrt()
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum::<f64>()
        / (values.len() as f64 - 1.0)
}

/// Draws by integrated autocorrelation time, cut off by Geyer's initial monotone sequence, and at most
/// `draws · log₁₀ draws`.
fn effective(chains: &[Vec<f64>]) -> Option<f64> {
    let moments = Moments::of(chains)?;
    let n = chains.first()?.len();
    let centred: Vec<Vec<f64>> = chains
        .iter()
        .map(|chain| {
            let mean = mean(chain);
            chain.iter().map(|draw| draw - mean).collect()
        })
        .collect();
    let correlation = |lag: usize| {
        let covariance = centred.iter().map(|chain| {
            chain
                .iter()
                .zip(&chain[lag..])
                .map(|(a, b)| a * b)
                .sum::<f64>()
                / moments.length
        });
        let covariance = covariance.sum::<f64>() / chains.len() as f64;
        1.0 - (moments.within - covariance) / moments.pooled
    };
    let mut pair_before = f64::INFINITY;
    let mut time = -1.0;
    let last = n.saturating_sub(3);
    for lag in (0..=last).step_by(2) {
        let even = if lag == 0 { 1.0 } else { correlation(lag) };
        let pair = even + correlation(lag + 1);
        if pair <= 0.0 || lag + 2 > last {
            // Geyer's truncation, and one more even term, which lowers the estimate's variance.
            time += even.max(0.0);
            break;
        }
        pair_before = pair.min(pair_before);
        time += 2.0 * pair_before;
    }
    let draws = moments.length * chains.len() as f64;
    let time = f64::max(time, 1.0 / libm::log10(draws));
    Some(draws / time)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four short autocorrelated chains that start apart.
    fn chains() -> Vec<Vec<f64>> {
        let mut state = 12_345_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state) / 4_294_967_296.0 - 0.5
        };
        (0..4_u32)
            .map(|chain| {
                let mut x = 0.2 * f64::from(chain);
                (0..100)
                    .map(|_| {
                        x = 0.6 * x + noise();
                        x
                    })
                    .collect()
            })
            .collect()
    }

    /// Reference: `rhat`, `ess(method="bulk")` and `ess(method="mean")` of `arviz` 0.23.4.
    #[test]
    fn agree_with_arviz() {
        let chains = chains();
        let check = |found: Option<f64>, expect: f64| {
            let found = found.unwrap();
            assert!((found / expect - 1.0).abs() < 1e-9, "{found} {expect}");
        };
        check(r_hat(&chains), 1.097_542_029_548_703_7);
        check(bulk_ess(&chains), 42.396_412_889_625_66);
        check(mean_ess(&chains), 41.443_949_703_497_7);
    }

    #[test]
    fn nothing_to_say_of_too_few_or_equal_draws() {
        assert_eq!(r_hat(&[]), None);
        assert_eq!(r_hat(&[vec![1.0, 2.0, 3.0]]), None);
        assert_eq!(r_hat(&[vec![1.0; 8], vec![1.0; 7]]), None);
        assert_eq!(bulk_ess(&[vec![1.0; 8], vec![1.0; 8]]), None);
    }
}

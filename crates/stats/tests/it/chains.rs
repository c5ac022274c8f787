//! Markov chains against the quadrature of the same posterior.

use faultline_stats::{FitData, Layout, NutsError, NutsSettings, nuts, quadrature};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::data::{ALLAM, LLAMA, fit_data};

fn check(data: &FitData) {
    let settings = NutsSettings {
        seed: 11,
        ..NutsSettings::STANDARD
    };
    let exact = quadrature(data, settings.level);
    let sampled = nuts(data, &settings).unwrap();
    assert_eq!(sampled.n_draws, 4000);
    for (chains, exact) in [
        (sampled.severity, exact.severity),
        (sampled.syntactic_recovery, exact.syntactic_recovery),
        (sampled.semantic_recovery, exact.semantic_recovery),
    ] {
        let found = chains.marginal;
        let mcse = chains.mcse.unwrap();
        assert!(
            (found.mean - exact.mean).abs() < 4.0 * mcse,
            "{chains:?} {exact:?}"
        );
        assert!(
            (found.sd / exact.sd - 1.0).abs() < 0.15,
            "{chains:?} {exact:?}"
        );
        assert!(
            (found.interval.lo - exact.interval.lo).abs() < 0.3 * exact.sd,
            "{chains:?} {exact:?}"
        );
        assert!(
            (found.interval.hi - exact.interval.hi).abs() < 0.3 * exact.sd,
            "{chains:?} {exact:?}"
        );
        assert_eq!(found.is_identified, exact.is_identified);
        assert!(
            chains.r_hat.unwrap() < 1.02 && chains.bulk_ess.unwrap() > 400.0,
            "{chains:?}"
        );
    }
    assert!(
        (sampled.correlation_syntactic - exact.correlation_syntactic).abs() < 0.15,
        "{sampled:?}"
    );
    assert!(
        (sampled.correlation_semantic - exact.correlation_semantic).abs() < 0.15,
        "{sampled:?}"
    );
    assert!(
        sampled.n_divergences < 20,
        "{} divergences",
        sampled.n_divergences
    );
}

#[test]
fn agree_where_syntactic_recovery_is_unidentified() {
    check(&fit_data(Layout::ConsecutiveRows, &LLAMA, 0.0));
    check(&fit_data(Layout::ConsecutiveRows, &ALLAM, 0.0));
    check(&fit_data(Layout::InsideEachDepth, &LLAMA, 0.0));
}

#[test]
fn agree_where_all_three_are_identified() {
    check(&fit_data(Layout::ConsecutiveRows, &LLAMA, 0.3));
    check(&fit_data(Layout::InsideEachDepth, &ALLAM, 0.4));
}

#[test]
fn seed_and_label_name_the_draws() {
    let data = fit_data(Layout::ConsecutiveRows, &LLAMA, 0.0);
    let settings = NutsSettings {
        chains: 2,
        tune: 100,
        draws: 50,
        ..NutsSettings::STANDARD
    };
    let draws = |settings| nuts(&data, &settings).unwrap().draws;
    assert_eq!(draws(settings), draws(settings));
    assert_ne!(
        draws(settings),
        draws(NutsSettings {
            label: "other",
            ..settings
        })
    );
    assert_ne!(
        draws(settings),
        draws(NutsSettings {
            seed: 1,
            ..settings
        })
    );
    assert_ne!(
        draws(settings)[0][0],
        draws(settings)[0][1],
        "chains are independent"
    );
    let too_few = nuts(
        &data,
        &NutsSettings {
            draws: 3,
            ..settings
        },
    );
    assert_eq!(
        too_few,
        Err(NutsError::TooFew {
            chains: 2,
            draws: 3
        })
    );
}

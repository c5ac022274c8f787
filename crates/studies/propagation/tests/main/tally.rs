//! Tallies add up in any order; identical records count once, different ones conflict.

use faultline_core::{Case as _, Terms, Unmeasured};
use faultline_propagation::{Config, RunKey, Step, Tally};
use proptest::prelude::*;

use crate::support::{Ran, run};

fn config() -> Config {
    Config {
        tasks: 3,
        depths: vec![1, 3],
        ..Config::default()
    }
}

fn ran() -> Ran {
    run(&config(), Terms::default(), "sim:noisy,p=0.6,syntax=0.3")
}

/// A part of a run: some cases, each with some steps not measured.
#[derive(Clone, Debug)]
struct Part {
    /// For each of up to twelve cases: whether it is there, and which steps were not measured, bit by bit.
    cases: Vec<(bool, u8)>,
}

fn part() -> impl Strategy<Value = Part> {
    prop::collection::vec((any::<bool>(), 0_u8..8), 12).prop_map(|cases| Part { cases })
}

fn tally_of(ran: &Ran, part: &Part) -> Tally {
    let key = RunKey::new("sim:test", &Terms::default(), &config());
    let mut tally = Tally::default();
    for (ended, (is_there, holes)) in ran.cases.iter().zip(&part.cases) {
        if !is_there {
            continue;
        }
        let steps: Vec<Step> = ended
            .steps
            .iter()
            .map(|step| {
                let mut step = step.clone();
                if (holes >> step.step) & 1 == 1 {
                    step.measured = Err(Unmeasured {
                        kind: format!("kind{holes}"),
                        ..Unmeasured::no_reply()
                    });
                }
                step
            })
            .collect();
        tally
            .add_case(&key, 0, &ended.case, ended.case.digest(), steps)
            .unwrap();
    }
    tally
}

fn sum(parts: &[&Tally]) -> Tally {
    let mut sum = Tally::default();
    for part in parts {
        sum.merge((*part).clone()).unwrap();
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn merging_is_associative_and_commutative(parts in [part(), part(), part()]) {
        let ran = ran();
        let [a, b, c] = parts.each_ref().map(|part| tally_of(&ran, part));
        let mut b_and_c = b.clone();
        b_and_c.merge(c.clone()).unwrap();
        let whole = sum(&[&a, &b, &c]);
        prop_assert_eq!(&whole, &sum(&[&a, &b_and_c]));
        prop_assert_eq!(&whole, &sum(&[&c, &a, &b]));
        prop_assert_eq!(&whole, &sum(&[&b, &a, &c]));
        // What is there already changes nothing.
        prop_assert_eq!(&whole, &sum(&[&whole, &b]));
    }
}

#[test]
fn another_outcome_of_the_same_case_is_a_conflict() {
    let ran = ran();
    let whole = Part {
        cases: vec![(true, 0); 12],
    };
    let known = tally_of(&ran, &whole);
    let key = RunKey::new("sim:test", &Terms::default(), &config());
    let ended = &ran.cases[3];
    let change: [&dyn Fn(&mut Step); 2] = [&|step| step.held_after += 1, &|step| {
        if let Ok(measured) = &mut step.measured {
            measured.attempts += 1;
        }
    }];
    for change in change {
        let mut steps = ended.steps.clone();
        change(&mut steps[0]);
        let mut added = known.clone();
        let conflict = added
            .add_case(&key, 0, &ended.case, ended.case.digest(), steps)
            .unwrap_err();
        assert_eq!(conflict.case, ended.case.id());
    }
    // The same case of another seed, model or setting is another case.
    let mut steps = ended.steps.clone();
    steps[0].held_after += 1;
    let warm = Terms {
        sampling: faultline_core::Sampling {
            temperature: 0.7,
            ..faultline_core::Sampling::default()
        },
        ..Terms::default()
    };
    let mut added = known;
    for (key, seed) in [
        (key, 1),
        (RunKey::new("other", &Terms::default(), &config()), 0),
        (RunKey::new("sim:test", &warm, &config()), 0),
    ] {
        added
            .add_case(&key, seed, &ended.case, ended.case.digest(), steps.clone())
            .unwrap();
    }
}

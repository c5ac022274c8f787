//! The policy that is always right scores 1 in every form of the task, and the arms share all its replies.

use faultline_core::{CallingMode, ReadingRule, Terms};
use faultline_propagation::{Condition, Config};

use crate::support::run;

#[test]
fn the_oracle_is_right_everywhere_and_its_replies_are_shared() {
    for (condition, name, _) in Condition::ALL {
        for mode in CallingMode::ALL {
            for reading in [ReadingRule::Strict, ReadingRule::Lenient] {
                for distractors in 0..=6 {
                    // Every number of examples meets every condition, mode and reading; not every number of distractors.
                    let examples = [0, 2, 8][distractors as usize % 3];
                    let config = Config {
                        tasks: 1,
                        depths: vec![1, 4],
                        condition,
                        distractors,
                        examples,
                        seed: u64::from(distractors),
                        ..Config::default()
                    };
                    let terms = Terms {
                        mode,
                        reading,
                        ..Terms::default()
                    };
                    let ran = run(&config, terms, "sim:oracle");
                    let place = format!(
                        "{name}, {mode:?}, {reading:?}, {distractors} distractors, {examples} examples"
                    );
                    assert_eq!(ran.cases.len(), 4, "{place}");
                    for ended in &ran.cases {
                        for step in &ended.steps {
                            let measured = step.measured.as_ref().unwrap();
                            assert!(measured.gold && measured.state, "{place}: {step:?}");
                            assert!(!step.is_poisoned(), "{place}: {step:?}");
                        }
                        for exchange in &ended.transcript.exchanges {
                            assert!(exchange.flags.is_empty(), "{place}: {:?}", exchange.flags);
                        }
                    }
                    assert_eq!((ran.counts.sent, ran.counts.cached), (5, 5), "{place}");
                }
            }
        }
    }
}

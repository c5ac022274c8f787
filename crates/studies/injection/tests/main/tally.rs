//! Tallies add up to the same whatever the order.

use faultline_injection::{
    Draws, Evidence, Judgement, Label, Question, ReportOptions, RunKey, Signals, Tally, report,
};
use proptest::prelude::*;

/// An episode that depends on its numbers alone, so that two of the same task never differ.
fn evidence(model: u32, task: u32, condition: &str) -> Evidence {
    let mixed = (model * 31 + task * 17 + u32::from(condition == "semantic") * 7) % 23;
    Evidence {
        task: format!("t{task:02}"),
        condition: condition.into(),
        called: Some(!mixed.is_multiple_of(5)),
        injected: Some(condition == "semantic" && !mixed.is_multiple_of(5)),
        effect: Some(condition == "semantic" && mixed % 5 > 2),
        verdicts: [
            ("facts".to_owned(), mixed.is_multiple_of(3)),
            ("other".to_owned(), mixed.is_multiple_of(2)),
        ]
        .into(),
        stages: Some(mixed % 3),
        weighted: Some(f64::from(mixed % 3) * 0.6),
        answer: Some(format!("answer {mixed}")),
        fabricated: Some(
            mixed
                .is_multiple_of(10)
                .then(|| "Event created.".to_owned()),
        ),
        signals: Some(Signals {
            errors: mixed % 4,
            doubts: mixed % 3,
            unsupported: Vec::new(),
            claims_success: mixed % 7 == 1,
        }),
        unmeasured: (mixed == 22).then(|| "timeout".to_owned()),
        ..Evidence::default()
    }
}

fn all(tasks: u32) -> Vec<(RunKey, u64, Evidence)> {
    let mut all = Vec::new();
    for model in 0..4 {
        for task in 0..tasks {
            for condition in ["baseline", "semantic"] {
                let run = RunKey::imported(&format!("m{model}"));
                all.push((
                    run,
                    u64::from(100 * model + 3 * task % 40),
                    evidence(model, task, condition),
                ));
            }
        }
    }
    all
}

fn of(episodes: &[(RunKey, u64, Evidence)]) -> Tally {
    let mut tally = Tally::default();
    for (run, place, evidence) in episodes {
        tally.add(run, *place, evidence.clone()).unwrap();
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn merging_is_associative_commutative_and_idempotent(picks in proptest::collection::vec(0_u8..8, 48..=48)) {
        let all = all(6);
        // Each episode goes to any of three parts, to several or to none.
        let part = |bit: u8| -> Tally {
            let mine: Vec<_> = all.iter().zip(&picks).filter(|(_, pick)| **pick >> bit & 1 == 1).map(|(episode, _)| episode.clone()).collect();
            let mut tally = of(&mine);
            for (place, pick) in picks.iter().enumerate().filter(|(_, pick)| **pick >> bit & 1 == 1) {
                let label = [Judgement::Correct, Judgement::Incorrect][usize::from(pick / 4 % 2 == bit % 2)];
                tally.add_label(Label { case: format!("c{}", place % 9), question: Question::Answer, annotator: "x".into(), label, note: String::new() });
            }
            tally
        };
        let (a, b, c) = (part(0), part(1), part(2));
        let merged = |parts: &[&Tally]| {
            let mut tally = Tally::default();
            for part in parts {
                tally.merge((*part).clone()).unwrap();
            }
            tally
        };
        let whole = merged(&[&a, &b, &c]);
        prop_assert_eq!(&whole, &merged(&[&c, &a, &b]));
        prop_assert_eq!(&whole, &merged(&[&whole, &b, &whole]));
        let bc = merged(&[&b, &c]);
        prop_assert_eq!(&whole, &merged(&[&a, &bc]));
    }
}

#[test]
fn what_sources_tell_is_put_together_and_what_differs_is_a_conflict() {
    let run = RunKey::imported("m");
    let whole = evidence(0, 1, "semantic");
    let verdicts = Evidence {
        task: whole.task.clone(),
        condition: whole.condition.clone(),
        verdicts: [("late".to_owned(), true)].into(),
        ..Evidence::default()
    };
    let failed = Evidence {
        unmeasured: Some("timeout".into()),
        verdicts: [("late".to_owned(), false)].into(),
        ..verdicts.clone()
    };
    let mut orders = Vec::new();
    for order in [
        [&whole, &verdicts, &failed],
        [&failed, &verdicts, &whole],
        [&verdicts, &failed, &whole],
    ] {
        let mut tally = Tally::default();
        for evidence in order {
            tally.add(&run, 1, evidence.clone()).unwrap();
        }
        orders.push(tally);
    }
    assert!(orders.windows(2).all(|pair| pair[0] == pair[1]));
    let joined = orders[0].episodes().next().unwrap().2;
    assert_eq!(
        (
            joined.verdicts["late"],
            joined.verdicts["facts"],
            &joined.answer
        ),
        (true, whole.verdicts["facts"], &whole.answer)
    );

    let before = orders[0].clone();
    let other = Evidence {
        answer: Some("another".into()),
        ..whole
    };
    let conflict = orders[0].add(&run, 1, other).unwrap_err();
    assert!(
        conflict
            .to_string()
            .starts_with("task t01 of m stands twice in condition semantic"),
        "{conflict}"
    );
    assert_eq!(orders[0], before);
}

/// The same report from one tally and from shards, with either draws.
#[test]
fn shards_add_up_to_the_same_report() {
    let all = all(30);
    let whole = of(&all);
    let mut shards = of(&all[90..]);
    shards.merge(of(&all[..100])).unwrap();
    for draws in [Draws::Own, Draws::NumPy] {
        let options = ReportOptions {
            draws,
            resamples: 200,
            ..ReportOptions::default()
        };
        let (one, records) = report(&whole, &options);
        assert_eq!((one, records), report(&shards, &options));
    }
}

//! What holds of every report, whatever was measured.

use std::collections::BTreeSet;

use faultline_core::{Case as _, ReadingRule, Sampling, Terms, Unmeasured};
use faultline_propagation::{Condition, Config, ReportOptions, RunKey, Tally, report};
use faultline_report::{Cell, Rate, Report};
use proptest::prelude::*;

use crate::support::{Ran, count, number, quick_report, rate, rows, run, text};

const POLICIES: [&str; 6] = [
    "sim:oracle",
    "sim:noisy,p=0.6,poisoned=0.3,syntax=0.4",
    "sim:noisy,p=0",
    "sim:broken,syntax=1",
    "sim:contrary,p=0",
    "sim:stale,stale=0.5",
];

/// Adds a run with some of its steps taken away: in the free arm a step that was not measured ends the chain.
fn add_with_holes(tally: &mut Tally, key: &RunKey, ran: &Ran, holes: u64) {
    for (place, ended) in ran.cases.iter().enumerate() {
        let mut steps = ended.steps.clone();
        let mut cut = false;
        for step in &mut steps {
            let hole = (holes >> ((place as u64 * 7 + u64::from(step.step) * 3) % 64)) & 1 == 1;
            cut |= hole && ended.case.arm == faultline_propagation::Arm::Free;
            if hole || cut {
                step.measured = Err(Unmeasured::no_reply());
            }
        }
        tally
            .add_case(key, 0, &ended.case, ended.case.digest(), steps)
            .unwrap();
    }
}

fn check_rate(rate: &Rate, place: &str) {
    let ends = [rate.value, rate.lo, rate.hi];
    assert!(ends.iter().all(|end| end.is_finite()), "{place}: {rate:?}");
    assert!(rate.n > 0, "{place}: {rate:?}");
    assert!(rate.lo <= rate.hi, "{place}: {rate:?}");
    // A loss is 1 − g/p: at most 1, but with g above p of any size below 0, so that a difference of two can be of any size.
    let is_open = place.ends_with("loss_difference");
    assert!(
        is_open || (rate.value <= 1.0 && rate.hi <= 1.0),
        "{place}: {rate:?}"
    );
    if ["Clopper-Pearson", "exact", "posterior"]
        .iter()
        .any(|method| rate.method.words.starts_with(method))
    {
        assert!(
            0.0 <= rate.lo && rate.lo <= rate.value && rate.value <= rate.hi,
            "{place}: {rate:?}"
        );
    }
    assert!(rate.method.words.contains('%'), "{place}: {rate:?}");
}

fn check_report(report: &Report, n_records: usize) {
    let mut ids = BTreeSet::new();
    for table in &report.tables {
        assert!(ids.insert(&table.id));
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len());
            for (cell, column) in row.iter().zip(&table.columns) {
                let place = format!("{}.{}", table.id, column.id);
                match cell {
                    Cell::Rate(rate) => check_rate(rate, &place),
                    Cell::Sampled(rate) => panic!("{place}: no chain was run: {rate:?}"),
                    Cell::Number { value, .. } | Cell::PValue(value) => {
                        assert!(value.is_finite(), "{place}");
                    }
                    Cell::Undefined { why } => {
                        assert!(!why.is_empty() && why != "not given", "{place}");
                    }
                    Cell::Text(_) | Cell::Count(_) => {}
                }
                if let (Cell::Rate(rate), "p" | "g" | "share" | "rate") = (cell, column.id.as_str())
                {
                    assert!(rate.lo >= 0.0, "{place}: {rate:?}");
                }
            }
        }
    }
    for figure in &report.figures {
        for mark in figure.series.iter().flat_map(|series| &series.marks) {
            let place = format!("{}, {}", figure.id, mark.label);
            assert_eq!(mark.records.len() as u64, mark.n, "{place}");
            assert!(
                mark.records
                    .iter()
                    .all(|record| (*record as usize) < n_records)
            );
            assert_eq!(mark.y.is_some(), mark.n > 0, "{place}");
            assert!(
                mark.y.is_some() || mark.note.starts_with("undefined: "),
                "{place}"
            );
            let different: BTreeSet<u32> = mark.records.iter().copied().collect();
            assert_eq!(
                different.len(),
                mark.records.len(),
                "{place}: a record counts once"
            );
        }
    }
    check_json(&report.to_json(), "report");
}

/// A number that JSON can't hold is written as null: nothing is null but the value of what is undefined, and absent ends of marks.
fn check_json(value: &serde_json::Value, place: &str) {
    match value {
        serde_json::Value::Object(members) => {
            for (name, member) in members {
                let explained = members.contains_key("why")
                    || place.contains("marks")
                    || matches!(name.as_str(), "y_range" | "reference");
                assert!(!member.is_null() || explained, "{place}.{name}");
                check_json(member, &format!("{place}.{name}"));
            }
        }
        serde_json::Value::Array(items) => {
            for item in items {
                check_json(item, place);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_number_is_bounded_explained_and_backed_by_its_records(
        runs in prop::collection::vec((0..POLICIES.len(), 0..8_usize, any::<u64>(), any::<u64>()), 1..4),
        tasks in 1_u32..4,
    ) {
        let mut tally = Tally::default();
        for (place, (policy, condition, a, b)) in runs.into_iter().enumerate() {
            let config = Config {
                tasks,
                depths: vec![1, 3],
                condition: Condition::ALL[condition].0,
                retries: u32::from(a % 2 == 0),
                ..Config::default()
            };
            let ran = run(&config, Terms::default(), POLICIES[policy]);
            let key = RunKey::new(&format!("sim:{place}"), &Terms::default(), &config);
            add_with_holes(&mut tally, &key, &ran, a & b);
        }
        let options = ReportOptions { resamples: 50, chains: false };
        let (made, records) = report(&tally, options);
        check_report(&made, records.len());
        prop_assert_eq!(&report(&tally, options), &(made, records));
    }
}

#[test]
fn eq_3_on_clean_steps_is_exact_and_the_teacher_forced_one_has_a_residual() {
    for policy in POLICIES {
        let config = Config {
            tasks: 12,
            depths: vec![1, 2, 5],
            ..Config::default()
        };
        let made = run(&config, Terms::default(), policy).report(&config, &Terms::default());
        for row in rows(&made, "identity") {
            let depth = count(row("depth"));
            let apart = (number(row("g")) - number(row("g_clean"))).abs();
            assert!(apart < 1e-12, "{policy}, depth {depth}: {apart}");
            let residual = number(row("g")) - number(row("g_forced"));
            assert_eq!(number(row("residual")).to_bits(), residual.to_bits());
            if let (Cell::Number { value, .. }, Cell::Number { value: clean, .. }) =
                (row("loss"), row("loss_clean"))
            {
                assert!((value - clean).abs() < 1e-12, "{policy}, depth {depth}");
            }
        }
    }
}

#[test]
fn what_cannot_be_said_says_why() {
    let why = |report: &Report, table: &str, column: &str| {
        let row = rows(report, table).next().unwrap();
        match row(column) {
            Cell::Undefined { why } => why.clone(),
            other => panic!("{table}.{column} is {other:?}"),
        }
    };
    let made = |policy: &str, condition: Condition| {
        let config = Config {
            tasks: 12,
            depths: vec![3],
            condition,
            ..Config::default()
        };
        run(&config, Terms::default(), policy).report(&config, &Terms::default())
    };
    let oracle = made("sim:oracle", Condition::Routing);
    for column in ["gold", "state", "matched", "poisoned_rate_upper"] {
        assert_eq!(
            why(&oracle, "severity", column),
            "never left a clean context"
        );
    }
    assert_eq!(
        why(&oracle, "lag", "difference"),
        "no step with a successor was wrong"
    );
    assert_eq!(why(&oracle, "terminal_share", "share"), "no error");
    assert!(why(&oracle, "discrimination", "z").contains("standard error is 0"));
    let value = rows(&oracle, "discrimination").next().unwrap();
    assert_eq!(rate(value("value")).value.to_bits(), 1.0_f64.to_bits());

    let hopeless = made("sim:noisy,p=0", Condition::Routing);
    assert_eq!(
        why(&hopeless, "by_depth", "loss"),
        "no step was right with the right history before it"
    );
    assert_eq!(
        why(&hopeless, "severity", "state"),
        "no clean step was right"
    );
    let linear = made("sim:oracle", Condition::Linear);
    assert!(why(&linear, "discrimination", "value").contains("announced"));
    assert!(hopeless.headline.starts_with("No loss can be given"));
}

#[test]
fn steps_without_a_reply_leave_every_denominator_and_are_counted() {
    let config = Config {
        tasks: 4,
        depths: vec![3],
        ..Config::default()
    };
    let key = RunKey::new("sim:test", &Terms::default(), &config);
    let ran = run(&config, Terms::default(), "sim:noisy,p=0.5");
    let mut tally = Tally::default();
    // Every case loses its last two steps.
    for ended in &ran.cases {
        let mut steps = ended.steps.clone();
        for step in &mut steps[1..] {
            step.measured = Err(Unmeasured::no_reply());
        }
        tally
            .add_case(&key, 0, &ended.case, ended.case.digest(), steps)
            .unwrap();
    }
    let made = quick_report(&tally);
    let row = rows(&made, "by_depth").next().unwrap();
    assert_eq!((rate(row("p")).n, rate(row("g")).n), (4, 4));
    assert_eq!(
        (
            count(row("n")),
            count(row("tasks")),
            count(row("unmeasured"))
        ),
        (4, 4, 16)
    );
    let errors: Vec<_> = rows(&made, "step_errors")
        .map(|row| {
            (
                count(row("step")),
                count(row("n")),
                matches!(row("rate"), Cell::Undefined { .. }),
            )
        })
        .collect();
    let expected: Vec<_> = [(0, 4, false), (1, 0, true), (2, 0, true)]
        .into_iter()
        .flat_map(|row| [row; 2])
        .collect();
    assert_eq!(errors, expected);
    let recovery = rows(&made, "recovery").next().unwrap();
    assert_eq!(
        (count(recovery("returns")), count(recovery("chances"))),
        (0, 0)
    );
}

#[test]
fn runs_that_differ_in_a_setting_only_have_labels_of_their_own_and_are_compared() {
    let plain = Config {
        tasks: 2,
        depths: vec![2],
        ..Config::default()
    };
    let terms = Terms::default();
    let change: [(&str, Config, Terms); 6] = [
        (
            "routing, 2 distractors",
            Config {
                distractors: 2,
                ..plain.clone()
            },
            terms,
        ),
        (
            "routing, 4 examples",
            Config {
                examples: 4,
                ..plain.clone()
            },
            terms,
        ),
        (
            "routing, 0 retries",
            Config {
                retries: 0,
                ..plain.clone()
            },
            terms,
        ),
        (
            "routing, strict reading",
            plain.clone(),
            Terms {
                reading: ReadingRule::Strict,
                ..terms
            },
        ),
        (
            "routing, temperature 0.5, up to 256 tokens",
            plain.clone(),
            Terms {
                sampling: Sampling {
                    temperature: 0.5,
                    ..Sampling::default()
                },
                ..terms
            },
        ),
        (
            "linear",
            Config {
                condition: Condition::Linear,
                ..plain.clone()
            },
            terms,
        ),
    ];
    for (label, config, other_terms) in change {
        // Under the same name and under another: the settings tell the rows apart either way.
        for (model, pairs) in [("sim:oracle", 1), ("sim:other", 0)] {
            let mut tally = Tally::default();
            for (model, config, terms) in
                [("sim:oracle", &plain, terms), (model, &config, other_terms)]
            {
                let ran = run(config, terms, "sim:oracle");
                ran.add_to(&mut tally, &RunKey::new(model, &terms, config), 0);
            }
            let made = quick_report(&tally);
            let labels: BTreeSet<&str> = rows(&made, "severity")
                .map(|row| text(row("condition")))
                .collect();
            assert!(labels.contains(label) && labels.len() == 2, "{labels:?}");
            assert_eq!(rows(&made, "contrasts").count(), pairs, "{label}, {model}");
        }
    }
}

#[test]
fn contrasts_pair_the_shared_prefix() {
    let mut tally = Tally::default();
    for (model, policy, tasks) in [("a", "sim:oracle", 5), ("b", "sim:noisy,p=0.5", 8)] {
        let config = Config {
            tasks,
            depths: vec![2],
            ..Config::default()
        };
        let ran = run(&config, Terms::default(), policy);
        ran.add_to(
            &mut tally,
            &RunKey::new(model, &Terms::default(), &config),
            0,
        );
    }
    let made = quick_report(&tally);
    let row = rows(&made, "contrasts").next().unwrap();
    assert_eq!((count(row("tasks")), text(row("other_model"))), (5, "b"));
    let difference = rate(row("p_difference"));
    assert!(
        difference.value > 0.0 && difference.n == 5,
        "{difference:?}"
    );
}

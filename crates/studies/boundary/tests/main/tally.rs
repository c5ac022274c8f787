//! Adding up records of several runs.

use faultline_boundary::{Arm, BoundaryCase, Policy, Record, ReportOptions, RunKey, Tally, report};

use crate::support::{cases, played, trajectory};

fn run(model: &str) -> RunKey {
    RunKey {
        model: model.into(),
        tasks: "imported".into(),
    }
}

fn records() -> Vec<(BoundaryCase, Record)> {
    let mut policy = Policy::parse("sim:ppm,order=2").unwrap();
    let trajectories = [
        trajectory(1, "pending", true),
        trajectory(2, "delivered", true),
    ];
    let cases = cases(&trajectories).into_iter();
    cases
        .map(|case| {
            let record = played(&case, &mut policy).0;
            (case, record)
        })
        .collect()
}

fn tally<'a>(model: &str, all: impl Iterator<Item = &'a (BoundaryCase, Record)>) -> Tally {
    let mut tally = Tally::default();
    for (case, record) in all {
        tally.add(&run(model), case, record.clone()).unwrap();
    }
    tally
}

#[test]
fn merging_in_any_order_and_twice_is_adding_up() {
    let all = records();
    let whole = tally("sim:ppm", all.iter());
    let (one, other) = (
        tally("sim:ppm", all[..5].iter()),
        tally("sim:ppm", all[3..].iter()),
    );
    for (first, second) in [(&one, &other), (&other, &one)] {
        let mut merged = first.clone();
        merged.merge(second.clone()).unwrap();
        merged.merge(first.clone()).unwrap();
        assert_eq!(merged, whole);
    }
}

#[test]
fn a_measured_row_stands_before_one_that_was_not_and_two_that_differ_are_refused() {
    let all = records();
    let (case, record) = &all[1];
    let mut lost = record.clone();
    lost.rows[1].measured = Err("rate_limited: later".into());
    lost.rows.truncate(2);
    for order in [[record, &lost], [&lost, record]] {
        let mut both = Tally::default();
        for record in order {
            both.add(&run("sim:ppm"), case, record.clone()).unwrap();
        }
        assert_eq!(both, tally("sim:ppm", all[1..2].iter()));
    }
    let mut other = record.clone();
    other.rows[0].measured.as_mut().unwrap().s0 += 0.5;
    let mut both = tally("sim:ppm", all[1..2].iter());
    let conflict = both.add(&run("sim:ppm"), case, other).unwrap_err();
    assert_eq!(conflict.case, "hand-1-failed");
}

/// What a record lacks is left out of every table, and counted.
#[test]
fn runs_that_are_scored_together_say_which_is_which() {
    let mut all = records();
    let options = ReportOptions {
        resamples: 20,
        ..ReportOptions::default()
    };
    let columns = |tally: &Tally| {
        let tables = report(tally, &options).0.tables;
        let first = |columns: &[faultline_report::Column]| columns[0].id.clone();
        tables
            .iter()
            .map(|table| first(&table.columns))
            .collect::<Vec<_>>()
    };
    let alone = tally("sim:ppm", all.iter());
    assert!(!columns(&alone).contains(&"model".into()));
    let clean = all
        .iter_mut()
        .find(|(case, _)| case.arm == Arm::Clean)
        .unwrap();
    clean.1.rows[0].measured = Err("timeout: no answer".into());
    let mut both = tally("other", all.iter());
    both.merge(alone).unwrap();
    assert!(columns(&both).iter().all(|id| id == "model"));
    let (report, records) = report(&both, &options);
    let n = |row: &[faultline_report::Cell]| row[2].clone();
    let rows = &report.tables[0].rows;
    // Without a clean row beside it a falsified one says nothing.
    assert_eq!(
        (n(&rows[0]), n(&rows[5])),
        (
            faultline_report::Cell::Count(1),
            faultline_report::Cell::Count(2)
        )
    );
    assert_eq!(
        (report.runs[0].unmeasured, report.runs[1].unmeasured),
        (1, 0)
    );
    assert_eq!(records.len(), 2 * 2 * 6 * 4);
}

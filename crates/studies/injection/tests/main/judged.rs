//! Reports of made-up evidence that people and judges judged.

use std::fmt::Write as _;

use faultline_injection::{Evidence, ReportOptions, Tally, report};
use faultline_report::Cell;

use crate::{
    files::{add, printed, row},
    report::{episode, mine, report_of, run},
};

/// Two annotators: kappa against each, their consensus, and between them; 'unclear' drops pairwise.
#[test]
fn consensus_is_what_all_agree_on() {
    let mut results = String::from("model,task_id,session_id,b_verdict\n");
    let mut labels = String::from("case,annotator,label\n");
    let said = [
        ("y", "y", true),
        ("y", "n", true),
        ("n", "n", false),
        ("n", "u", false),
        ("u", "y", true),
        ("n", "n", true),
        ("y", "y", true),
        ("y", "", true),
    ];
    for (place, (first, second, verdict)) in said.iter().enumerate() {
        writeln!(results, "a,t{place},s{place},{verdict}").unwrap();
        writeln!(labels, "s{place},ann,{first}\ns{place},bob,{second}").unwrap();
    }
    let mut tally = Tally::default();
    assert_eq!(add(&mut tally, results.as_bytes()), [""; 0]);
    assert_eq!(add(&mut tally, labels.as_bytes()), [""; 0]);
    let (report, _) = report(&tally, &ReportOptions::default());
    let n = |judge, annotator| {
        row(
            &report,
            "judges",
            &[("judge", judge), ("annotator", annotator)],
        )
        .count("n")
    };
    assert_eq!(
        [
            n("b", "ann"),
            n("b", "bob"),
            n("b", "consensus"),
            n("ann", "bob")
        ],
        [7, 6, 4, 5]
    );
    // yy, yn, nn, nn, yy: 4 of 5 agree, by chance (3 · 2 + 2 · 3) / 25.
    let between = row(&report, "judges", &[("judge", "ann"), ("annotator", "bob")]);
    assert_eq!(
        printed(between.rate("kappa").value, 4),
        printed((0.8 - 0.48) / 0.52, 4)
    );
    let stages = row(&report, "stage_reach", &[("judge", "people")]);
    assert_eq!(stages.rate("s3").n, 4);
}

/// A judge that failed on an answer leaves its denominator and is counted beside it; one that always failed has its row.
#[test]
fn what_a_judge_could_not_tell_is_counted() {
    let episodes: Vec<Evidence> = (0..12)
        .map(|task| Evidence {
            verdicts: if task < 9 {
                [("facts".to_owned(), true), ("j".to_owned(), task < 3)].into()
            } else {
                [("facts".to_owned(), true)].into()
            },
            failed_judges: if task < 9 {
                ["never".to_owned()].into()
            } else {
                ["j".to_owned(), "never".to_owned()].into()
            },
            ..episode(task, "semantic")
        })
        .collect();
    let report = report_of(&mine(episodes), &ReportOptions::default());
    for (judge, judged) in [("facts", 12), ("j", 9)] {
        let stages = row(&report, "stage_reach", &[("judge", judge)]);
        assert_eq!(stages.rate("s3").n, judged, "{judge}");
        assert_eq!(stages.count("not_judged"), 12 - judged, "{judge}");
        let right = row(&report, "correctness", &[("judge", judge)]);
        assert_eq!(right.rate("injected").n, judged, "{judge}");
        assert_eq!(right.count("not_judged"), 12 - judged, "{judge}");
    }
    let never = row(&report, "stage_reach", &[("judge", "never")]);
    assert_eq!(never.why("s3"), "not judged");
    assert_eq!(never.count("not_judged"), 12);
}

/// Rejection and recovery of three models, and of four that agree in full: a correlation without an interval says why.
#[test]
fn a_correlation_without_an_interval_says_why() {
    let of = |n_models: u32| {
        let mut episodes = Vec::new();
        for model in 0..n_models {
            for task in 0..10 {
                let injected = task >= model;
                let evidence = Evidence {
                    injected: Some(injected),
                    effect: Some(injected),
                    verdicts: [("facts".to_owned(), task < 2 * model)].into(),
                    ..episode(task, "semantic")
                };
                episodes.push((run(&format!("m{model}")), evidence));
            }
        }
        let report = report_of(&episodes, &ReportOptions::default());
        let found = row(&report, "independence", &[("judge", "facts")]);
        assert_eq!(found.cell("spearman"), &Cell::number(1.0));
        found.why("interval").to_owned()
    };
    assert_eq!(of(3), "Fisher's z needs more than three models");
    assert!(of(4).starts_with("the ranks agree or oppose in full"));
}

/// A record is right or wrong by the judge that its row goes by, whichever that is.
#[test]
fn records_go_by_the_judge_of_the_report() {
    let mut tally = Tally::default();
    let evidence = Evidence {
        verdicts: [("facts".to_owned(), false), ("other".to_owned(), true)].into(),
        ..episode(1, "semantic")
    };
    tally.add(&run("m"), 0, evidence).unwrap();
    for (judge, right) in [(None, false), (Some("other"), true), (Some("facts"), false)] {
        let options = ReportOptions {
            judge: judge.map(Into::into),
            ..ReportOptions::default()
        };
        let (_, records) = report(&tally, &options);
        assert_eq!(records[0].right, Some(right), "{judge:?}");
    }
}

/// What a report says is the same whether its numbers were asked for under one judge or another; only what goes by one judge moves.
#[test]
fn a_judge_may_be_chosen() {
    let episodes: Vec<Evidence> = (0..12)
        .map(|task| Evidence {
            verdicts: [("facts".to_owned(), false), ("other".to_owned(), true)].into(),
            ..episode(task, "semantic")
        })
        .collect();
    let by = |judge: Option<&str>| {
        report_of(
            &mine(episodes.clone()),
            &ReportOptions {
                judge: judge.map(Into::into),
                ..ReportOptions::default()
            },
        )
    };
    assert!(by(None).headline.contains("100%") && by(None).headline.contains("facts"));
    assert!(
        by(Some("other")).headline.contains(" 0% ") && by(Some("other")).headline.contains("other")
    );
    assert_eq!(
        row(&by(None), "stage_reach", &[("judge", "other")]).rate("s3"),
        row(&by(Some("other")), "stage_reach", &[("judge", "other")]).rate("s3")
    );
    assert_eq!(
        row(&by(Some("none such")), "three_ways", &[]).cell("judge"),
        &Cell::text("facts")
    );
}

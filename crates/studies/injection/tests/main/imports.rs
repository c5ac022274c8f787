//! Result files and label files of the shape of others', as they come.

use std::fmt::Write as _;

use faultline_injection::{Layer, ReportOptions, Tally, report};
use faultline_report::Cell;

use crate::files::{add, printed, row};

/// Six episodes of two models, columns in an order of their own, one more than is known.
pub(crate) const RESULTS: &str = "\
eps,weps,model,task_id,session_id,error_type,tool_selected,final_answer,ground_truth,query,gpt4o_verdict,b_verdict,c_verdict,ensemble_correct,mood
2,1.2,a,t1,s1,semantic_wrong,get,It is 9.,Warm in Rome.,How warm?,False,False,True,False,fine
1,0.6,a,t2,s2,semantic_wrong,get,Warm.,Warm in Oslo.,How warm?,True,True,False,True,
0,0,a,t3,s3,semantic_wrong,,The event has been created.,Created.,Create it.,False,False,False,False,
2,2,b,t1,s4,semantic_wrong,get,Warm in Rome.,Warm in Rome.,How warm?,True,True,True,True,
0,0,b,t2,s5,semantic_wrong,,I cannot.,Warm in Oslo.,How warm?,False,False,False,False,
1,1,b,t3,s6,semantic_wrong,get,Created.,Created.,Create it.,True,True,True,True,
";

pub(crate) fn tally(text: &str) -> Tally {
    let mut tally = Tally::default();
    assert_eq!(add(&mut tally, text.as_bytes()), [""; 0]);
    tally
}

#[test]
fn a_result_file_is_read_by_the_names_of_its_columns() {
    let tally = tally(RESULTS);
    let (report, records) = report(&tally, &ReportOptions::default());
    let a = row(
        &report,
        "stage_reach",
        &[("model", "a"), ("judge", "ensemble")],
    );
    assert_eq!((a.count("n"), a.count("n_s2")), (3, 1));
    assert_eq!(
        ["s1", "s2", "s3"].map(|column| a.percent(column)),
        ["66.7", "33.3", "66.7"]
    );
    assert_eq!(a.percent("r12"), "50.0");
    assert_eq!((a.rate("p_s3_given_s1").value, a.rate("r23").n).1, 1);
    assert!(a.rate("r23").method.text().contains("exact binomial"));
    let majority = row(
        &report,
        "stage_reach",
        &[("model", "a"), ("judge", "majority")],
    );
    assert_eq!(majority.rate("s3"), a.rate("s3"));

    let ways = row(&report, "three_ways", &[("model", "a")]);
    let columns = [
        "propagation",
        "fabrication",
        "not_injectable",
        "no_effect",
        "recovered",
        "unknown",
    ];
    assert_eq!(columns.map(|column| ways.count(column)), [1, 1, 0, 1, 0, 0]);
    assert_eq!(
        ways.why("rejection"),
        "not measurable: needs column reissued"
    );
    let ways = row(&report, "three_ways", &[("model", "b")]);
    assert_eq!(columns.map(|column| ways.count(column)), [0, 0, 1, 1, 1, 0]);

    let score = row(&report, "propagation_score", &[("model", "a")]);
    assert_eq!(printed(score.rate("score").value, 3), "1.000");
    assert_eq!(printed(score.rate("weighted").value, 3), "0.600");
    assert_eq!([score.count("stages_0"), score.count("stages_2")], [1, 1]);
    assert!(
        row(&report, "independence", &[("judge", "ensemble")])
            .why("spearman")
            .contains("fewer than three")
    );

    // Every mark names records that exist; the funnel's S1 of model a is of its three episodes.
    let funnel = report
        .figures
        .iter()
        .find(|figure| figure.id == "stage_reach")
        .unwrap();
    let mark = &funnel.series[0].marks[0];
    assert_eq!(
        (mark.label.as_str(), mark.n, mark.records.len()),
        ("a", 3, 3)
    );
    for record in report
        .figures
        .iter()
        .flat_map(|figure| &figure.series)
        .flat_map(|series| &series.marks)
        .flat_map(|mark| &mark.records)
    {
        assert!(records.get(*record as usize).is_some());
    }
}

#[test]
fn what_a_file_lacks_is_said_and_is_no_zero() {
    let short = "model,task_id,final_answer\na,t1,Warm.\n";
    let (report, _) = report(&tally(short), &ReportOptions::default());
    let why = |table, column| {
        row(&report, table, &[("model", "a")])
            .why(column)
            .to_owned()
    };
    let needs = |column: &str| format!("not measurable: needs column {column}");
    assert_eq!(why("stage_reach", "s1"), needs("eps"));
    assert_eq!(why("stage_reach", "n_s2"), needs("eps"));
    assert!(why("stage_reach", "judge").contains("_verdict or _correct"));
    assert!(why("correctness", "injected").contains("_verdict or _correct"));
    assert_eq!(why("tool_use", "tool_call"), needs("tool_selected"));
    assert_eq!(why("tool_use", "fabricated"), needs("tool_selected"));
    assert_eq!(why("propagation_score", "weighted"), needs("weps"));
    assert_eq!(why("three_ways", "not_injectable"), needs("tool_selected"));
    assert_eq!(why("three_ways", "fabrication"), needs("tool_selected"));
    for table in &report.tables {
        for cells in &table.rows {
            assert!(
                cells.iter().all(|cell| !matches!(cell, Cell::Rate(_))),
                "{}",
                table.id
            );
        }
    }
}

/// Each file lacks one thing that others of its columns could be taken to tell.
#[test]
fn what_one_column_tells_is_not_taken_from_another() {
    let why = |text: &str, table: &str, column: &str| {
        let (report, _) = report(&tally(text), &ReportOptions::default());
        row(&report, table, &[("model", "a")])
            .why(column)
            .to_owned()
    };
    let no_answer = "model,task_id,tool_selected,eps,b_verdict\na,t1,,0,False\na,t2,get,1,True\n";
    let needs = "not measurable: needs column final_answer";
    for (table, columns) in [
        ("tool_use", ["fabricated", "flagged"]),
        ("three_ways", ["fabrication", "not_injectable"]),
    ] {
        for column in columns {
            assert_eq!(why(no_answer, table, column), needs, "{table} {column}");
        }
    }

    let no_judge = "model,task_id,tool_selected,eps\na,t1,get,2\na,t2,get,1\n";
    for column in ["propagation", "recovered"] {
        let why = why(no_judge, "three_ways", column);
        assert!(why.contains("_verdict or _correct"), "{column}: {why}");
    }
    let (made, _) = report(&tally(no_judge), &ReportOptions::default());
    let ways = row(&made, "three_ways", &[("model", "a")]);
    assert_eq!((ways.count("no_effect"), ways.count("unknown")), (1, 1));
}

#[test]
fn a_bad_value_is_answered_and_the_rest_of_its_row_stands() {
    let mut tally = Tally::default();
    let text = "\
model,task_id,eps,weps,ensemble_correct,tool_selected
a,t1,-1,0,True,get
a,t2,1.5,x,maybe,get
a,t3,2.0,1,false,
,t4,1,1,True,get
a,,1,1,True,get
a,t6,1
a,t7,,,,
";
    assert_eq!(
        add(&mut tally, text.as_bytes()),
        [
            "2 eps: \"-1\" is no number of stages: a whole number from 0",
            "3 eps: \"1.5\" is no number of stages: a whole number from 0",
            "3 ensemble_correct: \"maybe\" is neither true nor false",
            "3 weps: \"x\" is no weighted number of stages",
            "5 model: empty, and nothing can be said of the row without it",
            "6 task_id: empty, and nothing can be said of the row without it",
            "7 3 values where the header has 6",
        ]
    );
    let (report, _) = report(&tally, &ReportOptions::default());
    let a = row(
        &report,
        "stage_reach",
        &[("model", "a"), ("judge", "ensemble")],
    );
    assert_eq!((a.count("n"), a.rate("s1").n, a.rate("s3").n), (4, 1, 2));
}

#[test]
fn two_arms_are_joined_by_model_and_task() {
    let arms = "\
model,task_id,condition,abstained,abstain_reason,final_correct
a,t1,no_interceptor,False,,False
a,t2,no_interceptor,False,,True
a,t3,no_interceptor,False,,False
a,t4,no_interceptor,False,,True
a,t9,no_interceptor,False,,True
a,t4,early_interceptor,False,,False
a,t3,early_interceptor,False,,True
a,t2,early_interceptor,True,\"Early: L3: numbers ['3']\",False
a,t1,early_interceptor,True,Early: L1: param_errors=[],False
";
    let tally = tally(arms);
    let (report, _) = report(&tally, &ReportOptions::default());
    let found = row(
        &report,
        "interceptor",
        &[("model", "a"), ("judge", "final")],
    );
    assert_eq!(found.count("n"), 4);
    assert_eq!(
        [
            "control",
            "intercepted",
            "difference",
            "abstention",
            "precision"
        ]
        .map(|column| found.percent(column)),
        ["50.0", "25.0", "-25.0", "50.0", "50.0"]
    );
    let columns = [
        "saved",
        "broken",
        "vanished",
        "vanished_by_abstention",
        "appeared",
    ];
    assert_eq!(columns.map(|column| found.count(column)), [1, 1, 2, 1, 1]);
    let h = found.rate("cohens_h");
    assert_eq!(printed(h.value, 4), "0.5236");
    assert!(h.lo < 0.0 && h.hi > 1.0 && h.n == 4, "{h:?}");
    let first = row(&report, "frontier", &[("setting", "L1 ≥ 2")]);
    assert_eq!([first.count("saved"), first.count("broken")], [1, 0]);
    // The answer that L3 withheld is let through, and the control's was right.
    assert_eq!(first.percent("hallucination"), "25.0");
    let layers: Vec<Option<Layer>> = tally
        .episodes()
        .map(|(_, _, evidence)| evidence.abstained_by)
        .collect();
    assert_eq!(layers.iter().flatten().count(), 2);
}

/// Who says nothing of abstentions says nothing of what was let through.
#[test]
fn an_unknown_abstention_is_none() {
    let header = "model,task_id,condition,abstained,final_correct\n";
    let control =
        "a,t1,no_interceptor,,False\na,t2,no_interceptor,,True\na,t3,no_interceptor,,False\n";
    let arms = |watched: [&str; 3]| {
        let mut text = format!("{header}{control}");
        for (place, abstained) in watched.iter().enumerate() {
            writeln!(text, "a,t{},early_interceptor,{abstained},False", place + 1).unwrap();
        }
        report(&tally(&text), &ReportOptions::default()).0
    };
    let unknown = arms(["", "", ""]);
    let found = row(&unknown, "interceptor", &[("judge", "final")]);
    assert_eq!(found.count("n"), 0);
    for column in [
        "intercepted",
        "abstention",
        "saved",
        "broken",
        "precision",
        "cohens_h",
        "appeared",
    ] {
        assert_eq!(
            found.why(column),
            "not measurable: needs column abstained",
            "{column}"
        );
    }
    let some = arms(["True", "", "False"]);
    let found = row(&some, "interceptor", &[("judge", "final")]);
    assert_eq!((found.count("n"), found.rate("abstention").n), (2, 2));
    assert_eq!(found.percent("abstention"), "50.0");
    assert_eq!([found.count("saved"), found.count("broken")], [1, 0]);
}

/// Table 3 of the paper and its kappa in Table 2, from labels of 100 answers; the calibrated rate of the ensemble's 75% is the person's 62%.
#[test]
fn printed_agreement_and_calibration() {
    let mut results = String::from("model,task_id,session_id,eps,ensemble_correct\n");
    let mut labels = String::from("case,annotator,label\n");
    let cells = [
        (19, "True", "y"),
        (6, "True", "n"),
        (19, "False", "y"),
        (56, "False", "n"),
    ];
    let mut place = 0;
    for (count, ensemble, label) in cells {
        for _ in 0..count {
            place += 1;
            writeln!(results, "a,t{place:03},s{place},1,{ensemble}").unwrap();
            writeln!(labels, "s{place},A1,{label}").unwrap();
        }
    }
    let mut tally = tally(&results);
    assert_eq!(add(&mut tally, labels.as_bytes()), [""; 0]);
    let (report, _) = report(&tally, &ReportOptions::default());
    let kappa = row(
        &report,
        "judges",
        &[("judge", "ensemble"), ("annotator", "A1")],
    );
    assert_eq!(printed(kappa.rate("kappa").value, 3), "0.432");
    assert!(
        kappa.rate("kappa").lo > 0.2 && kappa.rate("kappa").hi < 0.63,
        "{:?}",
        kappa.rate("kappa")
    );
    let confusion = row(&report, "confusion", &[("judge", "ensemble")]);
    let columns = [
        "both_correct",
        "only_judge_correct",
        "only_annotator_correct",
        "both_incorrect",
    ];
    assert_eq!(
        columns.map(|column| confusion.count(column)),
        [19, 6, 19, 56]
    );
    assert_eq!(confusion.percent("p_correct_given_correct"), "76.0");
    assert_eq!(confusion.percent("p_correct_given_incorrect"), "25.3");
    let calibrated = row(
        &report,
        "calibrated",
        &[("model", "a"), ("judge", "ensemble")],
    );
    assert_eq!(calibrated.percent("p_s3_given_s1"), "62.0");
    let wrong = calibrated.rate("p_wrong_given_wrong");
    assert_eq!(
        (wrong.n, printed(wrong.value, 4)),
        (75, printed(56.0 / 75.0, 4))
    );
    assert!(wrong.lo < 0.68 && wrong.hi > 0.81, "{wrong:?}");
    assert_eq!(calibrated.rate("p_wrong_given_correct").n, 25);
    assert!(
        calibrated
            .why("r23")
            .contains("no changed call took effect")
    );
    // People are a judge too, and the only annotator is their consensus.
    let people = row(&report, "stage_reach", &[("judge", "people")]);
    assert_eq!(people.percent("s3"), "62.0");
}

/// Sixty answers of twelve tasks, alike within a task: a resampled task brings its five answers with it, so that intervals are as wide
/// as those of twelve, and where all agree the exact interval stands beside one of no width.
#[test]
fn what_people_say_is_resampled_by_task() {
    let tally_of = |is_right: &dyn Fn(u32) -> bool| {
        let mut results = String::from("model,task_id,session_id,eps,ensemble_correct\n");
        let mut labels = String::from("case,annotator,label\n");
        for task in 0..12 {
            for model in 0..5 {
                let label = if is_right(task) { "y" } else { "n" };
                writeln!(results, "m{model},t{task},{task}-{model},1,{}", task < 6).unwrap();
                writeln!(labels, "{task}-{model},A,{label}").unwrap();
            }
        }
        let mut tally = tally(&results);
        assert_eq!(add(&mut tally, labels.as_bytes()), [""; 0]);
        tally
    };
    let (mixed, _) = report(&tally_of(&|task| task % 2 == 0), &ReportOptions::default());
    let of = |rate: &faultline_report::Rate| rate.hi - rate.lo;
    let judge = [("judge", "ensemble")];
    let given = row(&mixed, "confusion", &judge).rate("p_correct_given_correct");
    assert_eq!((given.n, printed(given.value, 2)), (30, "0.50".into()));
    // Thirty answers that stand by themselves give 0.37.
    assert!(of(given) > 0.6, "{given:?}");
    let same = row(&mixed, "judges", &judge).rate("agreement");
    assert!(same.n == 60 && of(same) > 0.45, "{same:?}");
    let people = row(&mixed, "calibrated", &judge);
    for column in ["p_wrong_given_wrong", "p_wrong_given_correct"] {
        assert!(of(people.rate(column)) > 0.6, "{:?}", people.rate(column));
    }
    assert!(of(people.rate("s3")) > 0.45, "{:?}", people.rate("s3"));

    let (alike, _) = report(&tally_of(&|task| task < 6), &ReportOptions::default());
    let given = row(&alike, "calibrated", &judge).rate("p_wrong_given_wrong");
    assert!(
        of(given) == 0.0 && given.method.text().contains("exact binomial [0.884"),
        "{given:?}"
    );
    let given = row(&alike, "confusion", &judge).rate("p_correct_given_correct");
    assert!(
        given.method.text().contains("exact binomial [0.884"),
        "{given:?}"
    );
}

#[test]
fn flags_are_judged_by_people_too() {
    let labels = "case,question,annotator,label\ns3,fabrication,ann,y\ns3,fabrication,bob,y\ns1,fabrication,ann,n\n";
    let mut tally = tally(RESULTS);
    assert_eq!(add(&mut tally, labels.as_bytes()), [""; 0]);
    let (report, _) = report(&tally, &ReportOptions::default());
    let found = row(&report, "tool_use", &[("model", "a")]);
    // s1 was never flagged, so that its label tells nothing of the flag.
    assert_eq!((found.count("flagged"), found.rate("precision").n), (1, 1));
    assert_eq!(found.percent("precision"), "100.0");
    assert!(
        row(&report, "tool_use", &[("model", "b")])
            .why("precision")
            .contains("nobody judged")
    );
}

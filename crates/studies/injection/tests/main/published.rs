//! The authors' own result files against what their paper prints. They are no part of this repository; where they are not there, the
//! tests say so and pass.

use faultline_injection::{
    Draws, HEURISTIC_PAPER, HEURISTIC_RELEASED, Layer, MAJORITY, ReportOptions, Tally, report,
};

use crate::files::{printed, released, row};

const INJECTED: &[&str] = &["p2_all_rejudged.csv"];
const MONITORED: &[&str] = &["interceptor_control_600.csv", "interceptor_heldout_600.csv"];

fn numpy() -> ReportOptions {
    ReportOptions {
        draws: Draws::NumPy,
        ..ReportOptions::default()
    }
}

/// Model, n, S1%, S2%, S3%, S2 given S1, episodes in S2, S3 given S2, S3 given S1.
const TABLE_4: &str = "\
deepseek_v3 200 52.0 7.0 62.5 0.13 14 0.43 0.57
gpt35_turbo 200 37.5 9.5 67.5 0.25 19 0.74 0.76
gpt41_mini 200 50.5 10.5 65.5 0.21 21 0.67 0.66
gpt41_nano 200 62.5 17.5 84.5 0.28 35 0.97 0.83
gpt4o 50 74.0 22.0 74.0 0.30 11 0.82 0.68
gpt4o_mini 200 40.0 22.5 71.0 0.56 45 0.84 0.84
gemini_20_flash 200 5.0 1.0 67.0 0.20 2 0.50 0.90
gemini_25_flash 50 50.0 6.0 76.0 0.12 3 0.67 0.84
o3_mini 50 74.0 16.0 70.0 0.22 8 0.63 0.76";

#[test]
fn table_4() {
    let Some(tally) = released(INJECTED) else {
        return;
    };
    let (report, _) = report(&tally, &ReportOptions::default());
    for line in TABLE_4.lines() {
        let (model, _) = line.split_once(' ').unwrap();
        let wanted = [("model", model), ("judge", "ensemble")];
        let row = row(&report, "stage_reach", &wanted);
        let share = |column| printed(row.rate(column).value, 2);
        let found = [
            model.to_owned(),
            row.count("n").to_string(),
            row.percent("s1"),
            row.percent("s2"),
            row.percent("s3"),
            share("r12"),
            row.count("n_s2").to_string(),
            share("r23"),
            share("p_s3_given_s1"),
        ];
        assert_eq!(found.join(" "), line);
        assert_eq!(row.rate("r23").n, row.count("n_s2"), "{model}");
    }
}

/// The injected and the heuristic columns of Table 5, and its intervals, which are of `NumPy`'s draws.
#[test]
fn table_5() {
    let Some(tally) = released(INJECTED) else {
        return;
    };
    let (numpys, _) = report(&tally, &numpy());
    let (ours, _) = report(&tally, &ReportOptions::default());
    for (model, injected, lo, hi, heuristic) in [
        ("deepseek_v3", "37.5", "31.0", "44.0", "70.5"),
        ("gpt35_turbo", "32.5", "26.5", "39.5", "67.5"),
        ("gpt41_mini", "34.5", "28.5", "41.5", "70.0"),
        ("gpt41_nano", "15.5", "10.5", "21.0", "67.5"),
        ("gpt4o", "26.0", "14.0", "38.0", "62.0"),
        ("gpt4o_mini", "29.0", "23.0", "35.5", "49.0"),
        ("gemini_20_flash", "33.0", "27.0", "39.5", "61.0"),
        ("gemini_25_flash", "24.0", "14.0", "36.0", "64.0"),
        ("o3_mini", "30.0", "18.0", "42.0", "54.0"),
    ] {
        let by = |report, judge| row(report, "correctness", &[("model", model), ("judge", judge)]);
        let rate = by(&numpys, "ensemble").rate("injected");
        let found = [rate.value, rate.lo, rate.hi].map(|value| printed(value * 100.0, 1));
        assert_eq!(found, [injected, lo, hi], "{model}");
        // Our own draws give the same rate, and an interval close to it.
        let own = by(&ours, "ensemble").rate("injected");
        assert_eq!(printed(own.value * 100.0, 1), injected);
        assert!(
            (own.lo - rate.lo).abs() < 0.03 && (own.hi - rate.hi).abs() < 0.03,
            "{model}"
        );
        for judge in ["heuristic", HEURISTIC_RELEASED] {
            assert_eq!(by(&ours, judge).percent("injected"), heuristic, "{model}");
        }
        assert!(
            by(&ours, "ensemble")
                .why("baseline")
                .contains("no task of this model has a baseline")
        );
    }
}

/// Nine of the thirteen rows of Table 6, and of Table 7 what its own columns tell: tool calls.
#[test]
fn tables_6_and_7() {
    let Some(tally) = released(INJECTED) else {
        return;
    };
    let (report, _) = report(&tally, &ReportOptions::default());
    for (model, rejection, recovery, tool_call) in [
        ("deepseek_v3", "48.0", "57.1", "86.0"),
        ("gpt35_turbo", "62.5", "26.3", "59.5"),
        ("gpt41_mini", "49.5", "33.3", "85.0"),
        ("gpt41_nano", "37.5", "2.9", "99.0"),
        ("gpt4o", "26.0", "18.2", "100.0"),
        ("gpt4o_mini", "60.0", "15.6", "40.0"),
        ("gemini_20_flash", "95.0", "50.0", "5.0"),
        ("gemini_25_flash", "50.0", "33.3", "76.0"),
        ("o3_mini", "26.0", "37.5", "88.0"),
    ] {
        let found = row(
            &report,
            "rejection_recovery",
            &[("model", model), ("judge", "ensemble")],
        );
        assert_eq!(
            [found.percent("rejection"), found.percent("recovery")],
            [rejection, recovery],
            "{model}"
        );
        let tools = row(&report, "tool_use", &[("model", model)]);
        assert_eq!(tools.percent("tool_call"), tool_call, "{model}");
    }
    // SciPy 1.17.1 of the nine rows: 0.12605, p 0.74659.
    let found = row(&report, "independence", &[("judge", "ensemble")]);
    assert_eq!(found.count("n"), 9);
    assert_eq!(printed(found.rate("spearman").value, 3), "0.126");
}

/// Flags are told from answers alone. Table 7 prints what another classifier found in the same answers (precision 37 of 40): the
/// same order of models but for neighbours, and rates that differ by a third at most.
#[test]
fn fabricated_tool_use_is_where_the_paper_found_it() {
    let Some(tally) = released(INJECTED) else {
        return;
    };
    let (report, records) = report(&tally, &ReportOptions::default());
    let mut pairs = Vec::new();
    for (model, paper) in [
        ("gpt4o", 0.0),
        ("gpt41_nano", 0.005),
        ("o3_mini", 0.08),
        ("deepseek_v3", 0.07),
        ("gpt41_mini", 0.12),
        ("gemini_25_flash", 0.16),
        ("gpt35_turbo", 0.145),
        ("gpt4o_mini", 0.12),
        ("gemini_20_flash", 0.375),
    ] {
        let found = row(&report, "tool_use", &[("model", model)]);
        let rate = found.rate("fabricated");
        pairs.push((paper, rate.value));
        assert!(
            (rate.value - paper).abs() <= 0.01 + 0.3 * paper,
            "{model}: {} against {paper}",
            rate.value
        );
        let figure = report
            .figures
            .iter()
            .find(|figure| figure.id == "fabricated")
            .unwrap();
        let mark = figure.series[0]
            .marks
            .iter()
            .find(|mark| mark.label == model)
            .unwrap();
        assert_eq!(mark.records.len() as u64, found.count("flagged"), "{model}");
        for record in &mark.records {
            let record = &records[*record as usize];
            let evidence = tally.evidence(&record.run, &record.episode).unwrap();
            let sentence = evidence.fabricated.clone().unwrap().unwrap();
            assert!(evidence.answer.as_deref().unwrap().contains(&sentence));
            assert_eq!(
                (evidence.called, record.run.model.as_str()),
                (Some(false), model)
            );
        }
    }
    let order = faultline_stats::spearman(&pairs).unwrap();
    assert!(order.rho > 0.95, "{order:?}");
}

#[test]
fn heuristics_and_majority() {
    let Some(tally) = released(INJECTED) else {
        return;
    };
    let verdicts: Vec<_> = tally
        .episodes()
        .map(|(_, _, evidence)| &evidence.verdicts)
        .collect();
    let same = |one: &str, other: &str| {
        let same = verdicts.iter().filter(|by| by[one] == by[other]);
        same.count()
    };
    assert_eq!(same("heuristic", HEURISTIC_RELEASED), 1350);
    assert_eq!(same("ensemble", MAJORITY), 1350);
    let share = |count: usize| printed(count as f64 / 13.5, 1);
    let right = |judge: &str| verdicts.iter().filter(|by| by[judge]).count();
    assert_eq!(share(same("heuristic", HEURISTIC_PAPER)), "73.5");
    assert_eq!(share(right(HEURISTIC_PAPER)), "90.3");
    assert_eq!(share(right("heuristic")), "63.8");
}

/// The two rows of Table 8 that the files hold, and the noise between the arms.
#[test]
fn table_8() {
    let Some(tally) = released(MONITORED) else {
        return;
    };
    let (report, _) = report(&tally, &ReportOptions::default());
    for (model, control, intercepted, difference, abstention, counts) in [
        (
            "gpt4o_mini",
            "55.8",
            "32.8",
            "-23.0",
            "33.5",
            [133, 68, 163, 133, 25],
        ),
        (
            "gemini_20_flash",
            "44.5",
            "43.2",
            "-1.3",
            "2.8",
            [16, 1, 24, 16, 16],
        ),
    ] {
        let found = row(
            &report,
            "interceptor",
            &[("model", model), ("judge", "final")],
        );
        let columns = ["control", "intercepted", "difference", "abstention"];
        assert_eq!(
            columns.map(|column| found.percent(column)),
            [control, intercepted, difference, abstention],
            "{model}"
        );
        let columns = [
            "saved",
            "broken",
            "vanished",
            "vanished_by_abstention",
            "appeared",
        ];
        assert_eq!(columns.map(|column| found.count(column)), counts, "{model}");
    }
    let found = row(&report, "interceptor", &[("model", "gpt4o_mini")]);
    assert!(
        found.rate("difference").hi < 0.0,
        "{:?}",
        found.rate("difference")
    );
    assert_eq!(printed(found.rate("precision").value, 2), "0.66");
    let missing = row(&report, "stage_reach", &[("model", "gpt4o_mini")]);
    assert_eq!(missing.why("s1"), "not measurable: needs column eps");
}

/// Which layer abstained, and what the first alone would have done: 118 of its 139 abstentions were called for.
#[test]
fn layers_and_the_settings_that_they_tell() {
    let Some(tally) = released(MONITORED) else {
        return;
    };
    let by = |layer: Option<Layer>| {
        let of = |tally: &Tally| {
            tally
                .episodes()
                .filter(|(_, _, evidence)| {
                    evidence.abstained == Some(true) && evidence.abstained_by == layer
                })
                .count()
        };
        of(&tally)
    };
    let layers = [
        Some(Layer::Errors),
        Some(Layer::Doubts),
        Some(Layer::Answer),
        None,
    ];
    assert_eq!(layers.map(by), [141, 0, 77, 0]);

    let (report, _) = report(&tally, &ReportOptions::default());
    let at = |setting| {
        row(
            &report,
            "frontier",
            &[("model", "gpt4o_mini"), ("setting", setting)],
        )
    };
    let first = at("L1 ≥ 2");
    assert_eq!(
        [
            first.count("saved"),
            first.count("broken"),
            first.count("abstained")
        ],
        [118, 21, 139]
    );
    let used = at("L1 ≥ 2, L3 ≥ 1");
    assert_eq!([used.count("saved"), used.count("broken")], [133, 68]);
    assert_eq!(used.percent("hallucination"), "32.8");
    assert_eq!(at("off").percent("coverage"), "100.0");
    assert!(at("L3 ≥ 1").why("precision").contains("not known"));
}

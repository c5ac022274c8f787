//! The report: its tables, its figures, and what it counts.

use faultline_core::CallingMode;
use faultline_perturbation::{
    Arm, Config, Label, Question, Record, ReportOptions, label_case, report,
};
use faultline_report::{Cell, FigureKind, Report, Table};

use crate::support::{run, tally};

const TABLES: [&str; 14] = [
    "leaderboard",
    "family_severity",
    "subtypes",
    "tools",
    "primary_errors",
    "attribution",
    "runtime_decisions",
    "alias_ablation",
    "mixed",
    "non_monotonic",
    "recoverability",
    "counterfactual",
    "interventions",
    "human_agreement",
];

const AGENT: &str = "sim:agent,wrong_tool=0.1,missing=0.1,misread=0.4,retry=0.4";

fn records() -> Vec<Record> {
    let config = Config {
        tasks: 16,
        mixed: vec!["published".into()],
        intervention: Arm::ALL.map(|(arm, ..)| arm).to_vec(),
        ..Config::default()
    };
    let all = run(&config, CallingMode::Prompted, AGENT);
    all.into_iter().map(|(_, record)| record).collect()
}

fn column(table: &Table, id: &str) -> usize {
    let mut columns = table.columns.iter();
    columns
        .position(|column| column.id == id)
        .unwrap_or_else(|| panic!("{} has no column {id}", table.id))
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Rate(rate) => rate.value,
        Cell::Count(count) => *count as f64,
        other => panic!("{other:?} is no number"),
    }
}

fn table<'r>(report: &'r Report, id: &str) -> &'r Table {
    report.tables.iter().find(|table| table.id == id).unwrap()
}

#[test]
fn every_table_is_there_and_tells_its_models() {
    let records = records();
    let mut both = tally("sim:agent", records.clone());
    both.merge(tally("sim:other", records.clone())).unwrap();
    let first = records.iter().find(|record| record.is_failure()).unwrap();
    for (annotator, label) in [("ann", "no"), ("bob", "yes")] {
        both.add_label(Label {
            case: label_case("sim:agent", first),
            question: Question::Success,
            annotator: annotator.into(),
            label: label.into(),
        });
    }
    let (report, refs) = report(
        &both,
        &ReportOptions {
            resamples: 50,
            ..ReportOptions::default()
        },
    );
    let ids: Vec<&str> = report
        .tables
        .iter()
        .map(|table| table.id.as_str())
        .collect();
    assert_eq!(ids, TABLES);
    for table in &report.tables {
        assert_eq!(column(table, "model"), 0, "{}", table.id);
        assert!(!table.rows.is_empty(), "{}", table.id);
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.len() == table.columns.len()),
            "{}",
            table.id
        );
    }
    assert_eq!(report.figures.len(), 8);
    for (figure, mark) in report.figures.iter().flat_map(|figure| {
        let series = figure.series.iter();
        series.flat_map(move |series| series.marks.iter().map(move |mark| (figure, mark)))
    }) {
        let most = if figure.kind == FigureKind::Flow {
            mark.n as f64
        } else {
            1.0
        };
        assert!(mark.y.is_none_or(|y| (0.0..=most).contains(&y)), "{mark:?}");
        if matches!(figure.kind, FigureKind::Heatmap | FigureKind::Flow) {
            assert_eq!(mark.records.len() as u64, mark.n, "{} {mark:?}", figure.id);
        }
        assert!(
            mark.records
                .iter()
                .all(|record| (*record as usize) < refs.len())
        );
    }
    let agreement = &table(&report, "human_agreement").rows;
    assert_eq!(
        agreement.len(),
        3,
        "each with the scorer, and with each other"
    );
}

#[test]
fn shares_of_failures_add_up() {
    let (report, _) = report(
        &tally("sim:agent", records()),
        &ReportOptions {
            resamples: 50,
            ..ReportOptions::default()
        },
    );
    let table = table(&report, "attribution");
    for row in &table.rows {
        let at = |id: &str| number(&row[column(table, id)]);
        if at("failures") > 0.0 {
            let sum = at("expected_primary_match") + at("boundary_violation");
            assert!((sum - 1.0).abs() < 1e-12, "{row:?}");
            assert!(at("spillover_match") <= at("cascade_rate"), "{row:?}");
            assert!(
                (["S1", "S2", "S3", "S4"].map(at).iter().sum::<f64>() - at("failures")).abs()
                    < 1e-9
            );
        }
    }
    let counterfactual = &report
        .tables
        .iter()
        .find(|table| table.id == "counterfactual")
        .unwrap();
    let single = counterfactual
        .rows
        .iter()
        .find(|row| row[column(counterfactual, "group")] == Cell::text("1: single"))
        .unwrap();
    let recovered = number(&single[column(counterfactual, "recovered")]);
    assert!(
        recovered > 0.999,
        "one fault, put right, is none: {recovered}"
    );
}

#[test]
fn the_weaker_alone_is_one_constituent_with_its_own_records() {
    let mut records = records();
    let plain = |record: &Record| record.intervention.is_empty() && record.severity == "heavy";
    let pair = records
        .iter()
        .find(|record| plain(record) && record.families.len() == 2)
        .unwrap()
        .subtype
        .clone();
    let (first, second) = pair.split_once('+').unwrap();
    // The second never succeeds, and one of its records is not there.
    for record in &mut records {
        record.success = if record.subtype == second {
            false
        } else {
            record.success || record.subtype == first
        };
    }
    let on_anchors = |record: &Record, anchors: &[String]| {
        plain(record) && record.subtype == second && anchors.contains(&record.anchor)
    };
    let anchors: Vec<String> = records
        .iter()
        .filter(|record| plain(record) && record.subtype == pair)
        .map(|record| record.anchor.clone())
        .collect();
    let missing = records
        .iter()
        .position(|record| on_anchors(record, &anchors))
        .unwrap();
    records.remove(missing);
    let left = records
        .iter()
        .filter(|record| on_anchors(record, &anchors))
        .count();
    let options = ReportOptions {
        resamples: 50,
        ..ReportOptions::default()
    };
    let (report, _) = report(&tally("sim:agent", records), &options);
    let mut figures = report.figures.iter();
    let figure = figures.find(|figure| figure.id == "mixed").unwrap();
    let alone = figure
        .series
        .iter()
        .find(|series| series.label == "the weaker alone" && series.panel == "heavy")
        .unwrap();
    let mark = alone.marks.iter().find(|mark| mark.label == pair).unwrap();
    assert_eq!((mark.y, mark.n), (Some(0.0), left as u64), "{mark:?}");
    assert_eq!(mark.records.len(), left);
    let note = format!("{second} alone; exact binomial");
    assert!(mark.note.starts_with(&note), "{mark:?}");
    assert!(mark.hi.is_some_and(|hi| hi > 0.1), "{mark:?}");
    let table = table(&report, "mixed");
    let row = table.rows.iter().find(|row| {
        row[column(table, "pair")] == Cell::text(pair.as_str())
            && row[column(table, "severity")] == Cell::text("heavy")
    });
    let Cell::Rate(weaker) = &row.unwrap()[column(table, "weaker")] else {
        panic!("{row:?} has a weaker one");
    };
    assert_eq!((weaker.value, weaker.n), (0.0, left as u64));
    assert!(
        weaker.method.words.starts_with("exact binomial"),
        "{weaker:?}"
    );
}

#[test]
fn merging_in_any_order_gives_the_same_report() {
    let records = records();
    let (one, other) = records.split_at(records.len() / 3);
    let mut forth = tally("sim:agent", one.to_vec());
    forth.merge(tally("sim:agent", other.to_vec())).unwrap();
    forth.merge(tally("sim:agent", one.to_vec())).unwrap();
    let back = tally("sim:agent", records.iter().rev().cloned());
    assert_eq!(forth, back);
    let mut changed = records[0].clone();
    changed.success = !changed.success;
    assert!(forth.merge(tally("sim:agent", [changed])).is_err());
}

#[test]
fn nothing_gives_a_report_without_numbers() {
    let (report, refs) = report(&tally("sim:agent", []), &ReportOptions::default());
    assert!(refs.is_empty() && report.figures.is_empty());
    assert_eq!(report.tables.len(), TABLES.len());
}

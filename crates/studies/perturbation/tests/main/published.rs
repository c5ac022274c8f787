//! The paper's tables, as far as one follows from another.

use faultline_core::Terms;
use faultline_perturbation::{
    Config, Failure, Family, FamilyCounts, Record, ReportOptions, RunKey, Severity, Tally, report,
};
use faultline_report::Cell;

/// Records of a family at a severity.
const TRIALS: [[u64; 4]; 4] = [
    [48, 144, 144, 144],
    [48, 192, 192, 192],
    [48, 192, 192, 192],
    [48, 144, 144, 144],
];

/// The rates of Table 5.
const RATES: [&str; 7] = [
    "clean",
    "overall",
    "interface",
    "intent",
    "output",
    "runtime",
    "heavy_macro",
];

/// Each model with its cells of Tables 17 to 23 in thousandths, family by family, and its row of Table 5 in the order of [`RATES`].
const MODELS: &str = "\
claude-sonnet-4-6 | 1000 1000  972  931 | 1000  974  870  510 | 1000  661  625  417 | 1000  972  708  556 | 1.000 0.766 0.968 0.785 0.568 0.745 0.583
deepseek-v4-flash | 1000 1000  972  903 |  979  953  839  557 |  750  406  370  182 |  979 1000  521  326 | 0.927 0.669 0.958 0.783 0.319 0.616 0.475
deepseek-v4-pro   | 1000 1000  924  854 | 1000  990  885  552 | 1000  719  589  229 | 1000 1000  729  514 | 1.000 0.749 0.926 0.809 0.512 0.748 0.516
gemini-2.5-flash  |  958  986  875  806 |  958  901  823  375 |  979  635  495  130 |  958  958  431  556 | 0.964 0.664 0.889 0.700 0.420 0.648 0.436
gemini-2.5-pro    | 1000  979  903  819 | 1000  932  875  438 |  979  693  562  188 |  938  958  486  465 | 0.979 0.692 0.900 0.748 0.481 0.637 0.454
gpt-5.4-mini      | 1000 1000  840  729 |  979  969  875  500 |  979  703  641  167 |  979  938  618  569 | 0.984 0.712 0.856 0.781 0.503 0.708 0.469
qwen-plus         | 1000 1000  944  847 | 1000  984  896  526 | 1000  526  417  198 | 1000  854  729  556 | 1.000 0.706 0.931 0.802 0.380 0.713 0.507";

/// A model's name, its cells, and its rates as printed.
type Model = (&'static str, [[u64; 4]; 4], [f64; 7]);

fn models() -> impl Iterator<Item = Model> {
    MODELS.lines().map(|line| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, a, b, c, d, rates] = parts[..] else {
            panic!("{line}")
        };
        let cells = [a, b, c, d].map(numbers);
        (name, cells, numbers(rates))
    })
}

fn numbers<T: std::str::FromStr<Err: std::fmt::Debug>, const N: usize>(text: &str) -> [T; N] {
    let all: Vec<T> = text
        .split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect();
    let count = all.len();
    all.try_into()
        .unwrap_or_else(|_| panic!("{count} numbers in '{text}'"))
}

/// The count whose share a cell prints.
fn count(thousandths: u64, trials: u64) -> u64 {
    let count = (thousandths * trials + 500) / 1000;
    let shown = count as f64 / trials as f64;
    let printed = thousandths as f64 / 1000.0;
    assert!(
        (shown - printed).abs() <= 0.0005 + 1e-9,
        "{printed} is no share of {trials}"
    );
    count
}

#[test]
fn tables_17_to_23_give_every_rate_of_table_5() {
    for (model, cells, printed) in models() {
        let mut counts = FamilyCounts {
            trials: TRIALS,
            ..FamilyCounts::default()
        };
        for (family, cells) in cells.iter().enumerate() {
            for (severity, cell) in cells.iter().enumerate() {
                counts.successes[family][severity] = count(*cell, TRIALS[family][severity]);
            }
        }
        let board = counts.board();
        let [a, b, c, d] = board.robust;
        let found = [board.clean, board.overall, a, b, c, d, board.heavy_macro];
        for (found, printed) in found.into_iter().zip(printed) {
            let found = found.unwrap();
            assert!(
                (found - printed).abs() <= 0.0005 + 1e-9,
                "{model}: {found}, printed {printed}"
            );
        }
        assert_eq!(
            board.drop[2],
            board.clean.zip(c).map(|(clean, c)| clean - c)
        );
    }
}

#[test]
fn a_mean_that_lacks_a_condition_is_undefined() {
    let mut counts = FamilyCounts {
        trials: TRIALS,
        ..FamilyCounts::default()
    };
    counts.trials[2][1] = 0;
    let board = counts.board();
    assert_eq!((board.robust[2], board.overall), (None, None));
    assert!(board.robust[0].is_some() && board.heavy_macro.is_some());
}

/// Records of a model with so many successes in each condition, over 48 anchors.
fn records(cells: &[[u64; 4]; 4]) -> Vec<Record> {
    let mut records = Vec::new();
    for (family, name, _) in Family::ALL {
        for (severity, severity_name, _) in Severity::ALL {
            let trials = TRIALS[family as usize][severity as usize];
            let successes = count(cells[family as usize][severity as usize], trials);
            for place in 0..trials {
                let success = place < successes;
                let failure = (!success).then_some(Failure::IncorrectArgument);
                records.push(Record {
                    case: format!("{name}-{severity_name}-{place}"),
                    anchor: format!("anchor-{}", place % 48),
                    families: vec![family],
                    subtype: match severity {
                        Severity::Clean => String::new(),
                        _ => format!("{}{}", family.code(), place / 48 + 1),
                    },
                    severity: severity_name.into(),
                    success,
                    success_unnormalised: success,
                    primary_failure_tag: failure,
                    observed_failure_tag: failure,
                    ..Record::default()
                });
            }
        }
    }
    records
}

#[test]
fn the_report_of_such_records_prints_table_5() {
    let mut tally = Tally::default();
    for (model, cells, _) in models() {
        for record in records(&cells) {
            tally
                .add(
                    &RunKey::new(model, &Terms::default(), &Config::default()),
                    0,
                    record,
                )
                .unwrap();
        }
    }
    assert_eq!(tally.records().count(), 15_456);
    let options = ReportOptions {
        resamples: 20,
        ..ReportOptions::default()
    };
    let (report, _) = report(&tally, &options);
    let leaderboard = &report.tables[0];
    let names: Vec<&str> = leaderboard
        .columns
        .iter()
        .map(|column| column.id.as_str())
        .collect();
    let mut order = Vec::new();
    for row in &leaderboard.rows {
        let Cell::Text(model) = &row[0] else {
            panic!("{row:?}")
        };
        order.push(model.as_str());
        let (_, _, printed) = models().find(|(name, ..)| name == model).unwrap();
        for (wanted, printed) in RATES.iter().zip(printed) {
            let place = names.iter().position(|name| name == wanted).unwrap();
            let Cell::Rate(rate) = &row[place] else {
                panic!("{:?}", row[place])
            };
            assert!(
                (rate.value - printed).abs() <= 0.0005 + 1e-9,
                "{model} {wanted}: {rate:?}"
            );
            assert!(
                rate.lo <= rate.value && rate.value <= rate.hi,
                "{model} {wanted}: {rate:?}"
            );
        }
        let place = names
            .iter()
            .position(|name| *name == "main_failure")
            .unwrap();
        assert_eq!(row[place], Cell::text("incorrect argument"));
    }
    let printed = [
        "claude-sonnet-4-6",
        "deepseek-v4-pro",
        "gpt-5.4-mini",
        "qwen-plus",
        "gemini-2.5-pro",
        "deepseek-v4-flash",
        "gemini-2.5-flash",
    ];
    assert_eq!(order, printed, "in the order of Table 5");
}

//! The published counts give the published numbers.

use faultline_core::{Case as _, Terms};
use faultline_propagation::{
    Arm, Attempt, Config, Measured, Pick, RunKey, SelectionError, Step, Tally, case,
};
use faultline_report::{Rate, Report};

use crate::support::{count, quick_report, rate, rows, text};

/// A depth of the paper's Table 3: tasks, right steps of the teacher-forced and the free arm, and p, g, L as printed.
type Row = (u32, u32, u32, u32, [&'static str; 3]);

const LLAMA: [Row; 5] = [
    (1, 60, 42, 42, ["0.700", "0.700", "0.000"]),
    (2, 60, 83, 71, ["0.692", "0.592", "0.145"]),
    (4, 65, 156, 95, ["0.600", "0.365", "0.391"]),
    (6, 65, 223, 70, ["0.572", "0.179", "0.686"]),
    (8, 23, 100, 32, ["0.543", "0.174", "0.680"]),
];
const ALLAM: [Row; 4] = [
    (1, 60, 32, 32, ["0.533", "0.533", "0.000"]),
    (2, 60, 46, 42, ["0.383", "0.350", "0.087"]),
    (4, 65, 111, 54, ["0.427", "0.208", "0.514"]),
    (6, 40, 114, 36, ["0.475", "0.150", "0.684"]),
];

/// A step that is right, or picks the wrong tool.
fn step(step: u32, right: bool, is_poisoned: bool) -> Step {
    let attempt = Attempt {
        selection: (!right).then_some(SelectionError::Wrong),
        argument: None,
        syntactic: false,
        pick: Pick::Even,
    };
    let gold_before = u64::from(step) * 2;
    Step {
        step,
        gold_before,
        held_before: gold_before + u64::from(is_poisoned),
        held_after: gold_before + 2 + u64::from(!right),
        measured: Ok(Measured {
            first: attempt,
            last: attempt,
            attempts: 1,
            first_gold: right,
            gold: right,
            state: right,
            gold_tool: right,
            gold_argument: right,
            redo: false,
        }),
    }
}

/// How many steps of each task are right before its first error, `total` together: where the paper says where errors stand
/// (21 first errors at the last of two steps, 14 at the first), so; else evenly.
fn right_prefixes(depth: u32, tasks: u32, total: u32) -> Vec<u32> {
    if (depth, total) == (2, 71) {
        return [vec![0; 14], vec![1; 21], vec![2; 25]].concat();
    }
    (0..tasks)
        .map(|task| total / tasks + u32::from(task < total % tasks))
        .collect()
}

fn tally_of(table: &[Row], model: &str) -> Tally {
    let config = Config::default();
    let key = RunKey::new(model, &Terms::default(), &config);
    let mut tally = Tally::default();
    for &(depth, tasks, forced, free, _) in table {
        let prefixes = right_prefixes(depth, tasks, free);
        assert_eq!(prefixes.iter().sum::<u32>(), free);
        let mut forced_left = forced;
        for (index, prefix) in (0..).zip(prefixes) {
            // At depth 1 both arms share their replies.
            let forced_right = if depth == 1 {
                prefix
            } else {
                forced_left.div_ceil(tasks - index)
            };
            forced_left -= forced_right;
            for (arm, right) in [(Arm::TeacherForced, forced_right), (Arm::Free, prefix)] {
                let steps = (0..depth)
                    .map(|place| step(place, place < right, arm == Arm::Free && place > right))
                    .collect();
                let case = case(&config, depth, index, arm);
                tally
                    .add_case(&key, 0, &case, case.digest(), steps)
                    .unwrap();
            }
        }
        assert_eq!(forced_left, 0);
    }
    tally
}

fn check_table(table: &[Row], report: &Report) {
    let found: Vec<_> = rows(report, "by_depth").collect();
    assert_eq!(found.len(), table.len());
    for (row, &(depth, tasks, .., printed)) in found.iter().zip(table) {
        assert_eq!(count(row("depth")), u64::from(depth));
        assert_eq!(count(row("n")), u64::from(depth * tasks));
        let shown = ["p", "g", "loss"].map(|column| format!("{:.3}", rate(row(column)).value));
        assert_eq!(shown, printed, "depth {depth}");
    }
}

fn severity_by_quadrature<'a>(report: &'a Report, layout: &str) -> &'a Rate {
    let row = rows(report, "fit")
        .find(|row| text(row("layout")) == layout && text(row("parameter")) == "severity")
        .unwrap();
    rate(row("quadrature"))
}

#[test]
fn table_3_and_the_posteriors_come_out() {
    // The intervals were recomputed from the counts by another program; it and the quadrature agree to within one in the last digit.
    for (table, model, in_time, inside) in [
        (
            &LLAMA[..],
            "llama",
            [0.913, 0.839, 0.985],
            [0.97, 0.93, 1.0],
        ),
        (
            &ALLAM[..],
            "allam",
            [0.729, 0.638, 0.835],
            [0.94, 0.85, 1.0],
        ),
    ] {
        let report = quick_report(&tally_of(table, model));
        check_table(table, &report);
        for (layout, expected, tolerance) in [
            ("rows in time", in_time, 0.0012),
            ("inside each depth", inside, 0.006),
        ] {
            let rate = severity_by_quadrature(&report, layout);
            for (found, expected) in [rate.value, rate.lo, rate.hi].iter().zip(expected) {
                assert!(
                    (found - expected).abs() < tolerance,
                    "{model}, {layout}: {found} where {expected} is expected"
                );
            }
        }
        let syntactic = rows(&report, "fit")
            .find(|row| text(row("parameter")) == "r_syn")
            .unwrap();
        assert!(text(syntactic("identified")).starts_with("unidentified"));
        let severity = rows(&report, "severity").next().unwrap();
        assert_eq!(
            rate(severity("gold")).value.to_bits(),
            1.0_f64.to_bits(),
            "{model}"
        );
    }
}

#[test]
fn the_terminal_share_of_depth_2_comes_out() {
    let report = quick_report(&tally_of(&LLAMA, "llama"));
    let row = rows(&report, "terminal_share")
        .find(|row| count(row("depth")) == 2)
        .unwrap();
    assert_eq!(count(row("errors")), 49);
    assert_eq!(format!("{:.3}", rate(row("share")).value), "0.714");
}

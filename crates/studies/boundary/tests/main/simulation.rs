//! A model whose likelihoods are known, through episode, score and report; and the byte model.

use faultline_boundary::{
    Arm, BoundaryCase, Policy, ReportOptions, RunKey, Tally, report, step_views,
};
use faultline_core::{Case as _, Likelihood, TokenScore};
use faultline_report::{Cell, Report};

use crate::support::{answered, cases, played, trajectory};

/// Tokens of eight characters, each as likely as the other.
fn tokens(text: &str, logprob: f64) -> Vec<TokenScore> {
    let characters: Vec<char> = text.chars().collect();
    let texts = characters
        .chunks(8)
        .map(|chunk| chunk.iter().collect::<String>());
    texts.map(|text| TokenScore { text, logprob }).collect()
}

/// A model that finds error texts unlikely anywhere, and a payment method that it has not read unlikely after the whole prefix. It calls with
/// 0.8, reads an order again with 0.9 of that where it last saw an error, and takes any other call for equally likely.
fn known(_: u32, attempt: u32, asked: &Likelihood) -> Vec<TokenScore> {
    let text = asked.continuation.as_str();
    let is_error = text.starts_with("Error");
    match attempt {
        // After the schemas alone.
        1 | 2 | 3 | 32.. => tokens(text, if is_error { -4.0 } else { -1.0 }),
        0 if is_error => tokens(text, -3.5),
        0 if text.contains("paypal_9999999") => tokens(text, -0.75),
        0 => tokens(text, -0.25),
        4 => vec![TokenScore {
            text: text.into(),
            logprob: 0.8_f64.ln(),
        }],
        _ => {
            let saw_error = asked
                .context
                .ends_with("Error: Order not found\n\nAgent:\ncall\n");
            let share: f64 = match (saw_error, text) {
                (true, "get_order_details\n") => 0.9,
                (true, _) => 0.1 / 15.0,
                (false, _) => 1.0 / 16.0,
            };
            // In two tokens, the closing delimiter apart.
            let half = |text: &str| TokenScore {
                text: text.into(),
                logprob: share.ln() / 2.0,
            };
            vec![half(text.trim_end()), half("\n")]
        }
    }
}

fn run() -> RunKey {
    RunKey {
        model: "known".into(),
        tasks: "imported".into(),
    }
}

fn reported(all: &[BoundaryCase]) -> Report {
    let mut tally = Tally::default();
    for case in all {
        let (record, _) = answered(case, known);
        assert!(record.is_measured(), "{record:?}");
        tally.add(&run(), case, record.clone()).unwrap();
        tally.add(&run(), case, record).unwrap();
    }
    let options = ReportOptions {
        resamples: 50,
        ..ReportOptions::default()
    };
    report(&tally, &options).0
}

/// The cells of the row of a table that begins with these, from the column of this id on.
fn cells<'r>(report: &'r Report, table: &str, begins: &[Cell], column: &str) -> &'r [Cell] {
    let table = report
        .tables
        .iter()
        .find(|known| known.id == table)
        .unwrap();
    let from = table
        .columns
        .iter()
        .position(|known| known.id == column)
        .unwrap();
    let row = table.rows.iter().find(|row| row.starts_with(begins));
    &row.unwrap_or_else(|| panic!("no row {begins:?} in {table:?}"))[from..]
}

fn value(cell: &Cell) -> f64 {
    match cell {
        Cell::Rate(rate) => rate.value,
        Cell::Number { value, .. } | Cell::PValue(value) => *value,
        other => panic!("{other:?} is no number"),
    }
}

/// The report on twelve tasks, the profile read before the site on every second.
fn reported_on_twelve() -> Report {
    let trajectories: Vec<_> = (1..=12)
        .map(|number| trajectory(number, "pending", number % 2 == 0))
        .collect();
    let all = cases(&trajectories);
    reported(&all)
}

fn text(text: &str) -> Cell {
    Cell::text(text)
}

fn counts(n: &[u64]) -> Vec<Cell> {
    n.iter().copied().map(Cell::Count).collect()
}

#[test]
fn movement_is_what_the_model_is() {
    let report = reported_on_twelve();
    let count = Cell::Count;

    // All entropies are large, so that all rows have room. Twelve of twelve calls are read again after an error.
    assert_eq!(
        cells(&report, "arms", &[text("failed")], "n"),
        counts(&[12, 12, 12, 12, 0, 12])
    );
    assert_eq!(
        cells(&report, "arms", &[text("payment")], "n"),
        counts(&[12, 0, 12, 12, 0, 0])
    );
    for arm in ["status", "irrelevant", "ambiguous"] {
        assert_eq!(
            cells(&report, "arms", &[text(arm)], "n"),
            counts(&[12, 0, 0, 12, 0, 0]),
            "{arm}"
        );
    }

    // S0 rises by 3, G from -0.75 to -0.5; the leading action goes to verifying, whose mass rises from 0.1 to 0.72 and more.
    let gap = cells(
        &report,
        "likelihood",
        &[text("failed"), count(0), text("gap")],
        "n",
    );
    assert_eq!(&gap[..3], &counts(&[12, 12, 0])[..]);
    assert!((value(&gap[5]) - 0.25).abs() < 1e-12, "{gap:?}");
    // By hand: twice one half to the twelfth.
    assert_eq!(gap[7].to_text(), "4.9e-4");
    assert!((value(&gap[7]) - 0.5_f64.powi(11)).abs() < 1e-15, "{gap:?}");
    let s0 = cells(
        &report,
        "likelihood",
        &[text("failed"), count(0), text("s0")],
        "median",
    );
    assert!((value(&s0[0]) - 3.0).abs() < 1e-12, "{s0:?}");
    let clean = cells(
        &report,
        "likelihood",
        &[text("clean"), count(0), text("gap")],
        "up",
    );
    assert_eq!(
        &clean[..2],
        &counts(&[0, 12])[..],
        "the gap of every clean return is below 0"
    );
    let moved = cells(&report, "destinations", &[text("failed")], "n");
    assert_eq!(&moved[..7], &counts(&[48, 12, 12, 12, 0, 0, 0])[..]);
    assert_eq!(moved[7], text("get_order_details"));

    // At k = 1 all returns are alike, and so are all decisions.
    assert_eq!(
        cells(&report, "by_step", &[text("failed"), count(1)], "n")[..2],
        counts(&[12, 0])[..]
    );
    let step = cells(
        &report,
        "by_step",
        &[text("failed"), count(0)],
        "verify_mass",
    );
    assert!((value(&step[0]) - 12.0).abs() < 1e-12, "{step:?}");
}

#[test]
fn recovery_constraints_and_detectors_are_what_the_model_is() {
    let report = reported_on_twelve();

    let recovery = cells(&report, "recovery", &[text("failed")], "before");
    // The same read and handing over have 1/16 of 0.8 each, the reply 0.2; afterwards 0.72, 0.8 * 0.1 / 15 and 0.2.
    assert!((value(&recovery[0]) - 0.3).abs() < 1e-9, "{recovery:?}");
    assert!(
        (value(&recovery[1]) - (0.72 + 0.08 / 15.0 + 0.2)).abs() < 1e-9,
        "{recovery:?}"
    );
    assert!((value(&recovery[2]) - 1.0).abs() < 1e-9, "{recovery:?}");

    // The payment method is known before the site on every second task.
    for constraint in ["verbatim", "unread"] {
        let found = cells(
            &report,
            "verbatim",
            &[text("payment"), text(constraint)],
            "n",
        );
        assert_eq!(&found[..2], &counts(&[6, 6])[..], "{constraint}");
    }

    // No token of the policy or the trajectory alone tells anything, so that all that S1 says is said by both together.
    let joint = cells(&report, "joint", &[text("clean")], "median");
    assert!((value(&joint[0]) + 0.75).abs() < 1e-12, "{joint:?}");

    // Errors and foreign methods are told from clean returns without fail, those that the model takes for clean ones not at all.
    for (arm, expected) in [("failed", 1.0), ("payment", 1.0), ("status", 0.5)] {
        let auc = cells(
            &report,
            "detector",
            &[text("both and joint"), text(arm)],
            "auc",
        );
        assert!((value(&auc[0]) - expected).abs() < 1e-9, "{arm}: {auc:?}");
    }
    let plane = report
        .figures
        .iter()
        .find(|figure| figure.id == "plane")
        .unwrap();
    assert!(
        plane
            .series
            .iter()
            .flat_map(|series| &series.marks)
            .all(|mark| mark.records.len() == 1)
    );
    assert!(report.figures.iter().any(|figure| figure.id == "roc"));
}

#[test]
fn a_return_that_is_cut_otherwise_after_the_other_context_is_not_measured() {
    let case = &cases(&[trajectory(1, "pending", true)])[0];
    let (record, transcript) = answered(case, |step, attempt, asked| {
        if (step, attempt) == (1, 1) {
            return vec![TokenScore {
                text: asked.continuation.clone(),
                logprob: -1.0,
            }];
        }
        known(step, attempt, asked)
    });
    let cause = record.rows[1].measured.clone().unwrap_err();
    assert!(cause.starts_with("other_tokens"), "{cause}");
    assert!(
        [0, 2, 3]
            .iter()
            .all(|place| record.rows[*place].measured.is_ok()),
        "{record:?}"
    );
    let views = step_views(case, &transcript, &record);
    assert!(views[1].surprisals.is_empty() && views[1].gold.is_none());
    let shown: String = views[0]
        .surprisals
        .iter()
        .map(|token| token.text.as_str())
        .collect();
    assert_eq!(shown, case.returned);
}

/// To a model that learns by reading alone, an error is what no schema foretells, and a payment method that the profile contradicts is dear
/// where the profile was read.
#[test]
fn the_byte_model_notices_what_contradicts_what_it_read() {
    let all = cases(&[
        trajectory(1, "pending", true),
        trajectory(2, "pending", false),
    ]);
    let mut policy = Policy::parse("sim:ppm?order=4").unwrap();
    let records: Vec<_> = all
        .iter()
        .map(|case| (case, played(case, &mut policy).0))
        .collect();
    // Whatever it was asked before, its answers are the same.
    for (case, record) in records.iter().rev() {
        let mut fresh = Policy::parse("sim:ppm?order=4").unwrap();
        assert_eq!(played(case, &mut fresh).0, *record, "{}", case.id());
    }
    let gap = |task: &str, arm: Arm| {
        let of = records
            .iter()
            .find(|(case, _)| case.group() == task && case.arm == arm);
        of.unwrap().1.rows[0].measures().unwrap().gap()
    };
    for task in ["hand-1", "hand-2"] {
        assert!(gap(task, Arm::Clean) < 0.0, "{}", gap(task, Arm::Clean));
    }
    let rise = |task| gap(task, Arm::Payment) - gap(task, Arm::Clean);
    assert!(
        rise("hand-1") > rise("hand-2") + 0.005,
        "{} {}",
        rise("hand-1"),
        rise("hand-2")
    );
    for text in ["sim:pmm", "sim:ppm?order=99", "sim:ppm?depth=2"] {
        assert!(Policy::parse(text).is_err(), "{text}");
    }
}

//! Reports of our own runs: made-up evidence of which every count is known.

use faultline_core::Terms;
use faultline_injection::{
    Config, Evidence, Preset, ReportOptions, RunKey, Signals, Tally, report,
};
use faultline_report::{Cell, FigureKind, Report};

use crate::files::{printed, row};

pub(crate) fn run(model: &str) -> RunKey {
    RunKey::new(model, &Terms::default(), &Config::default())
}

/// An episode in which a call was changed, took effect and led to a wrong answer.
pub(crate) fn episode(task: u32, condition: &str) -> Evidence {
    Evidence {
        task: format!("calendar-easy-{task}"),
        condition: condition.into(),
        called: Some(true),
        injected: Some(condition != "baseline"),
        effect: Some(condition != "baseline"),
        verdicts: [("facts".to_owned(), condition == "baseline")].into(),
        stages: Some(2),
        weighted: Some(2.0),
        answer: Some(format!("{task} {condition}")),
        fabricated: Some(None),
        signals: Some(Signals::default()),
        reissued: Some(false),
        ..Evidence::default()
    }
}

pub(crate) fn report_of(episodes: &[(RunKey, Evidence)], options: &ReportOptions) -> Report {
    let mut tally = Tally::default();
    for (run, evidence) in episodes {
        tally.add(run, 0, evidence.clone()).unwrap();
    }
    report(&tally, options).0
}

pub(crate) fn mine(episodes: Vec<Evidence>) -> Vec<(RunKey, Evidence)> {
    episodes
        .into_iter()
        .map(|evidence| (run("m"), evidence))
        .collect()
}

#[test]
fn every_episode_goes_one_way() {
    let ways = [
        Evidence {
            reissued: Some(true),
            ..episode(1, "semantic")
        },
        Evidence {
            effect: Some(false),
            ..episode(2, "semantic")
        },
        Evidence {
            verdicts: [("facts".to_owned(), true)].into(),
            ..episode(3, "semantic")
        },
        Evidence {
            called: Some(false),
            injected: Some(false),
            effect: Some(false),
            fabricated: Some(Some("Done.".into())),
            ..episode(4, "semantic")
        },
        Evidence {
            called: Some(false),
            injected: Some(false),
            effect: Some(false),
            ..episode(5, "semantic")
        },
        Evidence {
            injected: Some(false),
            effect: Some(false),
            ..episode(6, "semantic")
        },
        Evidence {
            verdicts: [].into(),
            ..episode(7, "semantic")
        },
        episode(8, "semantic"),
        episode(9, "semantic"),
        Evidence {
            unmeasured: Some("timeout".into()),
            ..episode(10, "semantic")
        },
    ];
    let report = report_of(&mine(ways.to_vec()), &ReportOptions::default());
    let found = row(
        &report,
        "three_ways",
        &[("model", "m"), ("condition", "semantic")],
    );
    let columns = [
        "propagation",
        "rejection",
        "fabrication",
        "not_injectable",
        "not_injected",
        "no_effect",
        "recovered",
        "unknown",
    ];
    assert_eq!(
        columns.map(|column| found.count(column)),
        [2, 1, 1, 1, 1, 1, 1, 1]
    );
    assert_eq!(found.count("n"), 9);
    let stages = row(&report, "stage_reach", &[("judge", "facts")]);
    assert_eq!(
        (
            stages.count("n"),
            stages.count("unmeasured"),
            stages.count("n_s2")
        ),
        (9, 1, 5)
    );
    assert_eq!(
        (stages.rate("s1").n, stages.percent("s1")),
        (9, "66.7".into())
    );
    assert_eq!((stages.rate("s3").n, stages.rate("r23").n), (8, 4));
    let rejection = row(&report, "rejection_recovery", &[("judge", "facts")]);
    assert_eq!(
        [
            rejection.percent("not_injectable"),
            rejection.percent("reissued")
        ],
        ["22.2", "16.7"]
    );
    assert!(
        // Four of five, by the beta distribution's quantiles: 28.4% to 99.5%.
        report.headline.starts_with("Of 5 changed calls, 80% [28, 99] end in a wrong answer by facts (95% interval, Clopper-Pearson"),
        "{}",
        report.headline
    );
}

#[test]
fn a_run_says_what_was_measured() {
    let failed = Evidence {
        unmeasured: Some("timeout".into()),
        ..episode(2, "semantic")
    };
    let report = report_of(
        &mine(vec![episode(1, "semantic"), failed]),
        &ReportOptions::default(),
    );
    let run = &report.runs[0];
    assert_eq!((run.tasks, run.replies, run.unmeasured), (2, 1, 1));
    assert_eq!(
        (run.condition.as_str(), run.mode.as_str()),
        ("semantic", "prompted")
    );
}

#[test]
fn arms_are_compared_on_the_tasks_that_both_have() {
    let mut episodes: Vec<Evidence> = (0..20).map(|task| episode(task, "semantic")).collect();
    episodes.extend((0..12).map(|task| Evidence {
        verdicts: [("facts".to_owned(), task < 9), ("other".to_owned(), true)].into(),
        ..episode(task, "baseline")
    }));
    for episode in episodes.iter_mut().take(3) {
        episode.verdicts.insert("facts".into(), true);
    }
    episodes[19].verdicts.insert("facts".into(), true);
    // A second model that does the same on the same tasks.
    let both: Vec<(RunKey, Evidence)> = ["m", "k"]
        .into_iter()
        .flat_map(|model| {
            episodes
                .iter()
                .map(move |episode| (run(model), episode.clone()))
        })
        .collect();
    let report = report_of(&both, &ReportOptions::default());
    let of = |model| {
        row(
            &report,
            "correctness",
            &[
                ("model", model),
                ("condition", "semantic"),
                ("judge", "facts"),
            ],
        )
    };
    let found = of("m");
    assert_eq!(found.count("n"), 12);
    assert_eq!(
        ["baseline", "injected", "difference", "injected_s1"].map(|column| found.percent(column)),
        ["75.0", "25.0", "-50.0", "20.0"]
    );
    assert!(found.rate("difference").lo < -0.5 && found.rate("difference").hi > -0.5);
    assert_eq!(found.rate("injected_s1").n, 20);
    // Models that share the tasks share the draws: the same counts give the same interval.
    for column in ["baseline", "injected", "difference", "injected_s1"] {
        assert_eq!(found.rate(column), of("k").rate(column), "{column}");
    }
}

/// Signals of ten episodes, five of them wrong, against every setting.
#[test]
fn the_frontier_tries_every_setting() {
    let episodes: Vec<Evidence> = (0..10)
        .map(|task| Evidence {
            verdicts: [("facts".to_owned(), task >= 5)].into(),
            signals: Some(Signals {
                errors: task % 5,
                doubts: u32::from(task == 9),
                unsupported: vec!["7".into(); usize::from(task == 0)],
                claims_success: task == 4,
            }),
            ..episode(task, "baseline")
        })
        .collect();
    let report = report_of(&mine(episodes), &ReportOptions::default());
    let table = report
        .tables
        .iter()
        .find(|table| table.id == "frontier")
        .unwrap();
    assert_eq!(table.rows.len(), 5 * 5 * 5);
    let at = |setting: &str| {
        let found = row(&report, "frontier", &[("setting", setting)]);
        ["abstained", "saved", "broken"].map(|column| found.count(column))
    };
    assert_eq!(at("off"), [0, 0, 0]);
    assert_eq!(at("L1 ≥ 4"), [2, 1, 1]);
    assert_eq!(at("L1 ≥ 2"), [6, 3, 3]);
    assert_eq!(at("L2 ≥ 1"), [1, 0, 1]);
    assert_eq!(at("L3 ≥ 1"), [1, 1, 0]);
    assert_eq!(at("L3 on claimed success"), [1, 1, 0]);
    assert_eq!(at("L1 ≥ 2, L3 ≥ 1"), [7, 4, 3]);
    let used = row(&report, "frontier", &[("operating", "yes")]);
    assert_eq!(used.cell("setting"), &Cell::text("L1 ≥ 2, L3 ≥ 1"));
    assert_eq!(
        [
            used.percent("coverage"),
            used.percent("precision"),
            used.percent("hallucination")
        ],
        ["30.0", "57.1", "10.0"]
    );
    assert!(
        row(&report, "frontier", &[("setting", "off")])
            .why("precision")
            .contains("never abstains")
    );
    let figure = report
        .figures
        .iter()
        .find(|figure| figure.id == "frontier")
        .unwrap();
    let mark = &figure
        .series
        .iter()
        .find(|series| series.label == "in use")
        .unwrap()
        .marks[0];
    assert_eq!(
        (figure.kind, mark.records.len(), printed(mark.x, 1)),
        (FigureKind::Scatter, 7, "0.3".into())
    );
}

#[test]
fn watched_arms_stand_beside_their_control() {
    let mut episodes = Vec::new();
    for task in 0..12 {
        episodes.push(episode(task, "semantic"));
        episodes.push(Evidence {
            abstained: Some(task < 4),
            verdicts: [("facts".to_owned(), task >= 10)].into(),
            ..episode(task, "semantic_intercepted")
        });
    }
    let report = report_of(&mine(episodes), &ReportOptions::default());
    let found = row(
        &report,
        "interceptor",
        &[("condition", "semantic_intercepted"), ("judge", "facts")],
    );
    assert_eq!(
        ["control", "intercepted", "abstention", "precision"].map(|column| found.percent(column)),
        ["100.0", "50.0", "33.3", "100.0"]
    );
    assert_eq!(
        (
            found.count("saved"),
            found.count("broken"),
            found.count("vanished")
        ),
        (4, 0, 6)
    );
    // The watched arm is in no table of the unwatched.
    for table in ["stage_reach", "correctness", "tool_use", "three_ways"] {
        let table = report
            .tables
            .iter()
            .find(|known| known.id == table)
            .unwrap();
        let is_watched =
            |cell: &Cell| matches!(cell, Cell::Text(text) if text.contains("intercepted"));
        assert!(!table.rows.iter().flatten().any(is_watched), "{}", table.id);
    }
}

#[test]
fn rows_tell_settings_apart_where_they_differ() {
    let other = Config {
        preset: Preset::Packaged,
        steps: 4,
        ..Config::default()
    };
    let other = RunKey::new("m", &Terms::default(), &other);
    let episodes = [
        (run("m"), episode(1, "semantic")),
        (other, episode(1, "semantic")),
    ];
    let report = report_of(&episodes, &ReportOptions::default());
    for condition in ["semantic, 10 steps", "semantic, 4 steps"] {
        row(
            &report,
            "stage_reach",
            &[("model", "m"), ("condition", condition)],
        );
    }
}

#[test]
fn turns_are_counted_where_there_are_any() {
    let turn = |task, turn| Evidence {
        repaired_in_turn: Some(turn),
        ..episode(task, "turns")
    };
    let episodes = vec![
        turn(1, Some(0)),
        turn(2, Some(1)),
        turn(3, Some(1)),
        turn(4, None),
    ];
    let report = report_of(&mine(episodes), &ReportOptions::default());
    let found = row(&report, "turns", &[("condition", "turns")]);
    assert_eq!(
        ["n", "turn_0", "turn_1", "turn_2", "never"].map(|column| found.count(column)),
        [4, 1, 2, 0, 1]
    );
    assert_eq!(found.percent("repaired"), "75.0");
    let plain = report_of(
        &mine(vec![episode(1, "semantic")]),
        &ReportOptions::default(),
    );
    assert!(plain.tables.iter().all(|table| table.id != "turns"));
}

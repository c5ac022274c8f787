//! What became of each episode: how many stages show the error, and which of the paper's ways it went.

use faultline_report::{Cell, Rate, Table};
use faultline_stats::ratio;

use super::{
    stages::{has_effect, is_injected},
    tools::claims,
    view::{Group, Seen, Views},
};

/// What a weighted number of stages is counted in.
const UNIT: f64 = 1e-6;

pub(super) fn propagation_score(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("n", "Episodes", ""),
        (
            "score",
            "Stages",
            "mean number of stages that show the error, less one",
        ),
        (
            "weighted",
            "Stages, weighted",
            "less for errors that are easily seen, and where the error was detectable",
        ),
        ("stages_0", "None", "episodes"),
        ("stages_1", "One", ""),
        ("stages_2", "Two", ""),
        ("stages_3_or_more", "Three or more", ""),
    ]);
    let mut table = Table::new("propagation_score", "How many stages does the error travel?", columns).noted(
        "Stages from the generation of parameters on that show the error, less one. Weights: 0.5 wrong type, 0.7 out of range, 0.9 missing, \
         1 semantically wrong, times 0.6 where the error was detectable.",
    );
    for group in views.injected() {
        let stages: Vec<u32> = group
            .seen
            .iter()
            .filter_map(|seen| seen.evidence.stages)
            .collect();
        let count = |test: fn(u32) -> bool| {
            if stages.is_empty() {
                Cell::undefined(group.lacks("eps"))
            } else {
                Cell::Count(stages.iter().filter(|stages| test(**stages)).count() as u64)
            }
        };
        let rows: Vec<[u32; 2]> = stages.iter().map(|stages| [*stages, 1]).collect();
        table.push(views.row(
            group,
            vec![
                Cell::Count(group.seen.len() as u64),
                mean(views, "stages", &rows, 1.0, &group.lacks("eps")).into(),
                mean(views, "weighted", &weighted(group), UNIT, &group.lacks("weps")).into(),
                count(|stages| stages == 0),
                count(|stages| stages == 1),
                count(|stages| stages == 2),
                count(|stages| stages >= 3),
            ],
        ));
    }
    table
}

fn weighted(group: &Group<'_>) -> Vec<[u32; 2]> {
    let weights = group.seen.iter().filter_map(|seen| seen.evidence.weighted);
    weights
        .map(|weight| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to what fits"
            )]
            let units = libm::round((weight / UNIT).clamp(0.0, f64::from(u32::MAX))) as u32;
            [units, 1]
        })
        .collect()
}

/// The mean of counts of a unit.
fn mean(
    views: &Views<'_>,
    name: &str,
    rows: &[[u32; 2]],
    unit: f64,
    why: &str,
) -> Result<Rate, String> {
    let [found] = views.resampled(name, rows, &|[sum, n]| {
        [ratio(*sum, *n).map(|mean| mean * unit)]
    });
    views.cell(&found, rows.len() as u64, || None, why)
}

/// Which way an episode went. Every episode goes one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Propagation,
    Rejection,
    Fabrication,
    NotInjectable,
    NotInjected,
    NoEffect,
    Recovered,
    Unknown,
}

fn way(seen: &Seen<'_>, judge: Option<&str>) -> Way {
    let evidence = seen.evidence;
    if evidence.called == Some(false) {
        return match claims(seen) {
            Some(true) => Way::Fabrication,
            Some(false) => Way::NotInjectable,
            None => Way::Unknown,
        };
    }
    if evidence.injected == Some(false) {
        return Way::NotInjected;
    }
    if !is_injected(seen) {
        return Way::Unknown;
    }
    if evidence.reissued == Some(true) {
        return Way::Rejection;
    }
    if evidence.effect == Some(false) {
        return Way::NoEffect;
    }
    match judge.and_then(|judge| seen.verdict(judge)) {
        Some(right) if has_effect(seen) => {
            if right {
                Way::Recovered
            } else {
                Way::Propagation
            }
        }
        _ => Way::Unknown,
    }
}

pub(super) fn three_ways(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        ("n", "Episodes", ""),
        (
            "propagation",
            "Propagation",
            "the changed call took effect, was not issued again, and the answer is wrong",
        ),
        (
            "rejection",
            "Rejection",
            "the agent issued the planned call again",
        ),
        (
            "fabrication",
            "Fabrication",
            "no call was emitted, and the answer claims what a tool returned or did",
        ),
        (
            "not_injectable",
            "Not injectable",
            "no call was emitted, and none is claimed",
        ),
        (
            "not_injected",
            "Not changed",
            "a call was emitted, and S1 does not hold",
        ),
        (
            "no_effect",
            "No effect",
            "the changed call did not run, or made no difference",
        ),
        (
            "recovered",
            "Recovered",
            "the changed call took effect, was not issued again, and the answer is right",
        ),
        (
            "unknown",
            "Unknown",
            "not judged, or the file does not tell",
        ),
    ]);
    let mut table = Table::new("three_ways", "Propagation, rejection, fabrication", columns).noted(
        "Counts of episodes; each goes one way, so that a row adds up to its episodes. Where a file does not tell whether a call was issued \
         again, rejections stand among the others.",
    );
    for group in views.injected() {
        let judge = views.judge_of(group);
        let ways: Vec<Way> = group.seen.iter().map(|seen| way(seen, judge)).collect();
        let count =
            |wanted: Way| Cell::Count(ways.iter().filter(|way| **way == wanted).count() as u64);
        let told = |has: bool, column: &str, wanted: Way| {
            if has {
                count(wanted)
            } else {
                Cell::undefined(group.lacks(column))
            }
        };
        let any = |test: fn(&Seen<'_>) -> bool| group.seen.iter().any(test);
        let has_calls = any(|seen| seen.evidence.called.is_some());
        let no_claims = if has_calls {
            "final_answer"
        } else {
            "tool_selected"
        };
        let has_claims = any(|seen| seen.evidence.fabricated.is_some());
        let has_stages = any(|seen| seen.evidence.injected.is_some());
        let has_reissued = any(|seen| seen.evidence.reissued.is_some());
        // What goes by a judge is not known where there is none.
        let judged = |wanted: Way| match judge {
            None if has_stages => super::stages::no_judge(group),
            _ => told(has_stages, "eps", wanted),
        };
        table.push(views.row(
            group,
            vec![
                judge.map_or_else(|| super::stages::no_judge(group), Cell::text),
                Cell::Count(group.seen.len() as u64),
                judged(Way::Propagation),
                told(has_reissued, "reissued", Way::Rejection),
                told(has_claims, no_claims, Way::Fabrication),
                told(has_claims, no_claims, Way::NotInjectable),
                told(has_stages, "eps", Way::NotInjected),
                told(has_stages, "eps", Way::NoEffect),
                judged(Way::Recovered),
                count(Way::Unknown),
            ],
        ));
    }
    table
}

/// In which of the user's turns an answer came right; `None` where no episode has several turns.
pub(super) fn turns(views: &Views<'_>) -> Option<Table> {
    let columns = views.columns(&[
        ("n", "Episodes", "with follow-ups"),
        ("turn_0", "At once", "the first answer is right"),
        ("turn_1", "After one question", ""),
        ("turn_2", "After two", ""),
        ("never", "Never", ""),
        (
            "repaired",
            "Repaired",
            "share of episodes with a right answer in any turn",
        ),
    ]);
    let mut table = Table::new("turns", "Does asking again bring the error out?", columns)
        .noted(
            "The user asks up to twice whether the answer is right. What counts is a right answer; one that only says what is wrong does not.",
        );
    for group in &views.groups {
        let turns: Vec<Option<u32>> = group
            .seen
            .iter()
            .filter_map(|seen| seen.evidence.repaired_in_turn)
            .collect();
        if turns.is_empty() {
            continue;
        }
        let count = |test: fn(Option<u32>) -> bool| {
            Cell::Count(turns.iter().filter(|turn| test(**turn)).count() as u64)
        };
        let repaired: Vec<bool> = turns.iter().map(Option::is_some).collect();
        table.push(views.row(
            group,
            vec![
                Cell::Count(turns.len() as u64),
                count(|turn| turn == Some(0)),
                count(|turn| turn == Some(1)),
                count(|turn| turn == Some(2)),
                count(|turn| turn.is_none()),
                views.rate(&repaired, "no episode").into(),
            ],
        ));
    }
    (!table.rows.is_empty()).then_some(table)
}

//! Questions, answers and keys, one after the other.

use faultline_lab::{Progress, StepView};
use faultline_report::Report;

use super::*;
use crate::{
    route::{MarkRef, RunRoute, Source},
    state::run::tests::row,
};

fn after(actions: impl IntoIterator<Item = Action>) -> State {
    actions.into_iter().fold(State::default(), State::reduced)
}

fn scored(source: &Source, study: &str) -> Action {
    Action::Told(Tell::Scored {
        source: source.clone(),
        reading: None,
        report: Ok((
            Report {
                study: study.into(),
                ..Report::default()
            },
            vec![],
        )),
        labels: false,
        sampling: None,
        answers: 0,
    })
}

fn score(source: &Source) -> Action {
    Action::Asked(Ask::Score {
        source: source.clone(),
        reading: None,
        labels: None,
    })
}

#[test]
fn an_answer_to_an_earlier_question_is_not_shown() {
    let (first, second) = (Source::Run(1), Source::Run(2));
    let state = after([score(&first), score(&second), scored(&first, "late")]);
    assert_eq!(state.results.report, Load::Loading);
    let state = state.reduced(scored(&second, "right"));
    assert_eq!(
        state
            .results
            .report
            .ready()
            .map(|sheet| sheet.report.study.clone()),
        Some("right".into())
    );

    let mark = |mark| MarkRef {
        figure: "f".into(),
        series: 0,
        mark,
    };
    let records = |mark| Tell::Records {
        source: Source::Run(2),
        mark,
        records: Ok(vec![]),
    };
    let state = state
        .reduced(Action::Asked(Ask::Records {
            source: second,
            mark: mark(1),
        }))
        .reduced(Action::Told(records(mark(0))));
    assert_eq!(state.records, Load::Loading);
    assert!(
        state
            .reduced(Action::Told(records(mark(1))))
            .records
            .ready()
            .is_some()
    );
}

#[test]
fn a_run_goes_from_started_to_ended() {
    let route = Route::Run(RunRoute::default());
    let progress = Progress {
        done: 5,
        cases: 10,
        ..Progress::default()
    };
    let state = after([
        Action::Navigate(route),
        Action::Told(Tell::Started(row(7, Progress::default()))),
        Action::Told(Tell::Progress {
            run: 7,
            progress,
            elapsed_ms: 900.0,
            remark: String::new(),
        }),
        Action::Told(Tell::Progress {
            run: 6,
            progress: Progress::default(),
            elapsed_ms: 0.0,
            remark: String::new(),
        }),
        Action::Asked(Ask::Stop),
    ]);
    assert!(matches!(&state.route, Route::Run(run) if run.run == Some(7)));
    let run = state.active.clone().unwrap();
    assert_eq!(
        (run.row.progress, &run.status),
        (progress, &RunStatus::Stopping)
    );
    let state = state.reduced(Action::Told(Tell::Ended {
        run: 7,
        how: Ended::Stopped,
    }));
    assert_eq!(
        state.active.unwrap().status,
        RunStatus::Ended(Ended::Stopped)
    );
}

#[test]
fn a_new_worker_holds_no_results_and_no_run() {
    let source = Source::Run(1);
    let state = after([
        score(&source),
        scored(&source, "x"),
        Action::Told(Tell::Started(row(7, Progress::default()))),
        Action::Asked(Ask::Preview),
        Action::WorkerRestarted,
    ]);
    assert_eq!(state.preview, Load::Idle);
    assert!(!state.results.is_of(&source, None, false));
    assert_eq!(
        state.active.unwrap().status,
        RunStatus::Ended(Ended::Stopped)
    );
}

/// An address without a case takes the name of the one that comes, is not asked again, and keys lead on from it.
#[test]
fn a_case_is_named_asked_for_once_and_left_by_keys() {
    let route = Route::from_fragment("#/instance");
    let mut state = after([Action::Navigate(route)]);
    let asked = state.wants();
    let [Ask::Case { spec }] = &asked[..] else {
        panic!("{asked:?}");
    };
    let spec = spec.clone();
    state = state.reduced(Action::Asked(asked[0].clone()));
    let case = faultline_lab::CaseView {
        study: "s".into(),
        case: "c".into(),
        after: Some("d".into()),
        ..faultline_lab::CaseView::default()
    };
    let told = |spec: &faultline_lab::CaseSpec| {
        Action::Told(Tell::Case {
            spec: spec.clone(),
            case: Ok(Box::new(case.clone())),
        })
    };
    state = state.reduced(told(&spec));
    assert_eq!(state.route.to_fragment(), "#/instance?study=s&case=c");
    assert_eq!(state.wants(), []);
    state = state.reduced(Action::Key("k".into()));
    assert_eq!(state.wants(), [], "nothing is before it");
    state = state.reduced(Action::Key("j".into()));
    assert_eq!(state.route.to_fragment(), "#/instance?study=s&case=d");
    let asked = state.wants();
    assert_eq!(asked.len(), 1);
    state = state.reduced(Action::Asked(asked[0].clone()));
    state = state.reduced(told(&spec));
    assert_eq!(
        state.route.to_fragment(),
        "#/instance?study=s&case=d",
        "what was asked before is late"
    );
}

#[test]
fn keys_walk_the_steps() {
    let step = |record, gold| StepView {
        record,
        gold,
        state: gold,
        ..StepView::default()
    };
    let episode = TranscriptView {
        steps: vec![
            step(10, Some(true)),
            step(11, Some(false)),
            step(12, None),
            step(13, Some(false)),
        ],
        other_arms: vec![("free-running".into(), 40)],
        ..TranscriptView::default()
    };
    for (key, from, to) in [
        ("j", 10, Some(11)),
        ("j", 13, None),
        ("k", 11, Some(10)),
        ("k", 10, None),
        ("n", 11, Some(13)),
        ("n", 13, None),
        ("p", 13, Some(11)),
        ("a", 12, Some(40)),
        ("x", 12, None),
        ("j", 99, None),
    ] {
        assert_eq!(walked(key, &episode, from), to, "{key} from {from}");
    }
}

//! Where both arms must send the same bytes, and what the free arm's history holds after an error.

use std::collections::BTreeMap;

use faultline_core::{CallingMode, Digest, Terms, Transcript};
use faultline_propagation::{Arm, Condition, Config};
use faultline_wire::{ChatRequest, Role};
use serde_json::json;

use crate::support::{Ran, answered, count, rate, rows, run};

const POLICIES: [&str; 4] = [
    "sim:noisy,p=0.6,syntax=0.5",
    "sim:broken,syntax=0.4",
    "sim:stale,stale=0.4",
    "sim:first,bias=0.4",
];

/// The requests of a case in order, each with its step and attempt.
fn requests(transcript: &Transcript) -> Vec<(u32, u32, Option<Digest>)> {
    transcript
        .exchanges
        .iter()
        .map(|exchange| (exchange.step, exchange.attempt, exchange.request))
        .collect()
}

/// Checks that a run's arms build the same requests up to and including the first step that leaves gold, and gives the number of
/// different requests.
fn check_shared(ran: &Ran, place: &str) -> u64 {
    let mut different = std::collections::BTreeSet::new();
    for (forced, free) in ran.arm(Arm::TeacherForced).zip(ran.arm(Arm::Free)) {
        assert_eq!(
            (forced.case.depth, forced.case.index),
            (free.case.depth, free.case.index)
        );
        let left = free
            .steps
            .iter()
            .find(|step| step.is_poisoned())
            .map_or(free.case.depth, |step| step.step);
        let before = |transcript: &Transcript| {
            let mut before = requests(transcript);
            before.retain(|(step, ..)| *step < left);
            before
        };
        assert!(left >= 1, "{place}: no step is poisoned at its start");
        assert_eq!(
            before(&forced.transcript),
            before(&free.transcript),
            "{place}"
        );
        for ended in [forced, free] {
            different.extend(requests(&ended.transcript));
        }
    }
    different.len() as u64
}

#[test]
fn the_arms_are_one_until_the_first_divergence() {
    let mut retried_in_the_middle = 0;
    for (condition, name, _) in Condition::ALL {
        for mode in CallingMode::ALL {
            for policy in POLICIES {
                let config = Config {
                    tasks: 4,
                    depths: vec![1, 5],
                    condition,
                    distractors: 1,
                    retries: 2,
                    ..Config::default()
                };
                let terms = Terms {
                    mode,
                    ..Terms::default()
                };
                let ran = run(&config, terms, policy);
                let place = format!("{name}, {mode:?}, {policy}");
                assert_eq!(check_shared(&ran, &place), ran.counts.sent, "{place}");
                retried_in_the_middle += ran
                    .arm(Arm::Free)
                    .flat_map(|ended| &ended.steps)
                    .filter(|step| {
                        let measured = step.measured.as_ref().unwrap();
                        step.step > 0
                            && !step.is_poisoned()
                            && measured.gold
                            && measured.attempts > 1
                    })
                    .count();
                let report = ran.report(&config, &terms);
                let shallow = rows(&report, "by_depth").next().unwrap();
                assert_eq!(count(shallow("depth")), 1);
                let loss = rate(shallow("loss"));
                assert_eq!(
                    [loss.value, loss.lo, loss.hi].map(f64::to_bits),
                    [0; 3],
                    "{place}"
                );
            }
        }
    }
    assert!(retried_in_the_middle > 50, "{retried_in_the_middle}");
}

/// A call in another writing that names the same value.
fn reworded(mode: CallingMode, body: &str) -> String {
    let body = body.replace("Process record ", "Please do ");
    match mode {
        CallingMode::Native => body.replace("\\\"ref\\\":", "\\\"ref\\\" : "),
        CallingMode::Prompted => body,
    }
}

#[test]
fn another_writing_of_the_right_call_does_not_part_the_arms() {
    for condition in [Condition::Natural, Condition::Routing, Condition::Fields] {
        for mode in CallingMode::ALL {
            let config = Config {
                tasks: 2,
                depths: vec![4],
                condition,
                ..Config::default()
            };
            let terms = Terms {
                mode,
                ..Terms::default()
            };
            let oracle = faultline_propagation::Policy::parse("sim:oracle").unwrap();
            let ran = answered(&config, terms, |request, digest| {
                reworded(mode, &oracle.answer(request, digest))
            });
            assert!(
                ran.cases
                    .iter()
                    .flat_map(|ended| &ended.steps)
                    .all(|step| { step.measured.as_ref().is_ok_and(|measured| measured.gold) })
            );
            assert_eq!(
                (ran.counts.sent, ran.counts.cached),
                (8, 8),
                "{condition:?} {mode:?}"
            );
        }
    }
}

#[test]
fn within_a_step_a_retry_sees_its_failed_attempts_and_ids_are_unique() {
    let config = Config {
        tasks: 3,
        depths: vec![3],
        retries: 3,
        ..Config::default()
    };
    let terms = Terms {
        mode: CallingMode::Native,
        ..Terms::default()
    };
    let body = json!({"choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
    "role": "assistant", "content": null, "tool_calls": [
        {"id": "a", "type": "function", "function": {"name": "nothing_like_it", "arguments": "{}"}},
        {"id": "b", "type": "function", "function": {"name": "nothing_like_it", "arguments": "{}"}},
    ]}}]})
    .to_string();
    let mut sent: Vec<ChatRequest> = Vec::new();
    let ran = answered(&config, terms, |request, _| {
        sent.push(request.clone());
        body.clone()
    });
    let mut failed_attempts = BTreeMap::new();
    for request in &sent {
        let ids: Vec<&str> = request
            .messages
            .iter()
            .flat_map(|message| &message.tool_calls)
            .map(|call| call.id.as_str())
            .collect();
        let different: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(different.len(), ids.len(), "{ids:?}");
        assert!(ids.iter().all(|id| id.len() == 9), "{ids:?}");
        // Every call is answered under its own id.
        let answered: Vec<&str> = request
            .messages
            .iter()
            .filter_map(|message| message.tool_call_id.as_deref())
            .collect();
        assert_eq!(answered, ids);
        *failed_attempts.entry(ids.len()).or_insert(0) += 1;
    }
    // Four attempts a step, two calls each; the spent step leaves its last attempt to the free arm.
    assert!(failed_attempts.keys().all(|calls| *calls <= 3 + 2 * 3 + 1));
    for ended in ran.arm(Arm::Free) {
        for step in &ended.steps {
            assert_eq!(
                step.held_after, ended.case.start,
                "a spent step holds what it held"
            );
            assert_eq!(step.measured.as_ref().unwrap().attempts, 4);
        }
        let flags = &ended.transcript.exchanges[0].flags;
        assert!(
            flags.iter().any(|flag| flag == "extra_calls:1"),
            "{flags:?}"
        );
    }
}

#[test]
fn an_opaque_error_says_only_that_the_call_failed() {
    for (condition, tells) in [(Condition::Routing, true), (Condition::Opaque, false)] {
        let config = Config {
            tasks: 1,
            depths: vec![2],
            condition,
            ..Config::default()
        };
        let mut told = Vec::new();
        answered(&config, Terms::default(), |request, _| {
            let last = request.messages.last().unwrap();
            assert_eq!(last.role, Role::User);
            told.extend(last.content.clone().filter(|text| text.contains("error")));
            r#"{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"{\"tool\":\"nothing_like_it\",\"arguments\":{}}"}}]}"#
                .into()
        });
        assert!(!told.is_empty());
        for text in told {
            assert!(text.contains("error: "), "{text}");
            assert_eq!(text.contains("nothing_like_it"), tells, "{text}");
            assert_eq!(text.contains("error: the call failed"), !tells, "{text}");
        }
    }
}

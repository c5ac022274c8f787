//! The driver against servers that are made up: in any order, slow, refusing, failing, and cut off.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop where something is not as it set it up"
)]

use std::collections::{BTreeMap, BTreeSet};

use faultline_core::{
    Case as _, Conflict, Digest, Reply, Study as _, Terms, Transcript, Unmeasured, Usage,
};
use faultline_propagation::{Config, Policy, Propagation, ReportOptions, RunKey, Tally, report};
use faultline_report::Report;
use faultline_runner::{Budget, Cache, Driver, Handled, Request, Step, replay, replay_case};
use proptest::prelude::*;

type Driven = Driver<Propagation>;

fn config() -> Config {
    Config {
        tasks: 3,
        depths: vec![1, 3],
        ..Config::default()
    }
}

const POLICY: &str = "sim:noisy,p=0.6,syntax=0.5";

fn live(cache: Cache, budget: Budget, concurrency: u32) -> Driven {
    Driven::live(&config(), Terms::default(), cache, budget, concurrency)
}

fn simulated(request: &Request) -> Reply {
    let policy = Policy::parse(POLICY).unwrap();
    let mut reply = Reply::from_body(
        200,
        policy
            .answer(request.chat().unwrap(), request.digest)
            .as_bytes(),
    );
    reply.usage = Usage {
        input: Some(10),
        output: Some(5),
    };
    reply
}

fn transcripts(driver: &mut Driven, into: &mut BTreeMap<String, Transcript>) {
    while let Some(finished) = driver.finished() {
        into.insert(finished.case.id(), finished.transcript);
    }
}

/// All that a driver sends, answered at once, until it is done or waits.
fn drain(
    driver: &mut Driven,
    now_ms: u64,
    answer: impl Fn(&Request) -> Reply,
) -> (Vec<Handled>, Step) {
    let mut stored = Vec::new();
    loop {
        match driver.next_step(now_ms) {
            Step::Send(request) => {
                let reply = answer(&request);
                stored.extend(driver.handle(request.id, reply, &[], now_ms));
            }
            step => return (stored, step),
        }
    }
}

fn whole_run() -> (Vec<Handled>, BTreeMap<String, Transcript>) {
    let mut driver = live(Cache::default(), Budget::default(), 1);
    let (stored, end) = drain(&mut driver, 0, simulated);
    assert!(matches!(end, Step::Done(None)));
    let mut ended = BTreeMap::new();
    transcripts(&mut driver, &mut ended);
    (stored, ended)
}

fn cache_of(stored: &[Handled]) -> Cache {
    let mut cache = Cache::default();
    for handled in stored {
        match &handled.failure {
            None => cache.put(handled.request, handled.reply.clone()),
            Some(cause) => cache.put_failure(handled.request, cause.clone()),
        }
    }
    cache
}

fn error(status: u16, message: &str) -> Reply {
    Reply::from_body(
        status,
        format!(r#"{{"error":{{"message":"{message}"}}}}"#).as_bytes(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    /// However many requests are under way and in whatever order they are answered, the same is asked and the same comes out.
    #[test]
    fn the_order_of_replies_changes_nothing(concurrency in 1_u32..9, order in any::<u64>()) {
        let (stored, expected) = whole_run();
        let mut driver = live(Cache::default(), Budget::default(), concurrency);
        let (mut waiting, mut sent, mut most, mut draw) = (Vec::new(), Vec::new(), 0, order);
        let mut ended = BTreeMap::new();
        loop {
            let step = driver.next_step(0);
            transcripts(&mut driver, &mut ended);
            match step {
                Step::Send(request) => {
                    sent.push(request.digest);
                    waiting.push(request);
                    most = most.max(waiting.len());
                    prop_assert_eq!(driver.in_flight(), waiting.len());
                }
                Step::Wait { until_ms } => {
                    prop_assert_eq!(until_ms, None);
                    draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let place = usize::try_from(draw >> 33).unwrap() % waiting.len();
                    let request = waiting.swap_remove(place);
                    prop_assert!(driver.handle(request.id, simulated(&request), &[], 0).is_some());
                    // A reply that comes twice is not taken twice.
                    prop_assert!(driver.handle(request.id, simulated(&request), &[], 0).is_none());
                }
                Step::Done(cause) => {
                    prop_assert_eq!(cause, None);
                    break;
                }
            }
        }
        // Six groups can be side by side.
        prop_assert_eq!(most, concurrency.min(6) as usize);
        let mut alone: Vec<Digest> = stored.iter().map(|handled| handled.request).collect();
        alone.sort_unstable();
        sent.sort_unstable();
        prop_assert_eq!(&sent, &alone, "each request is sent once, whatever the order");
        prop_assert_eq!(ended, expected);
    }

    /// A run that was cut anywhere and goes on gives the report of one that was not.
    #[test]
    fn a_run_goes_on_from_any_prefix(cut in 0_usize..40, failed in any::<bool>(), concurrency in 1_u32..4) {
        let (stored, expected) = whole_run();
        let mut kept = stored[..cut.min(stored.len())].to_vec();
        if failed && let Some(last) = kept.last_mut() {
            last.failure = Some(Unmeasured::no_reply());
        }
        let usable = kept.iter().filter(|handled| handled.failure.is_none()).count();
        let mut driver = live(cache_of(&kept), Budget::default(), concurrency);
        // With replies at once there is one order.
        let (more, end) = drain(&mut driver, 0, simulated);
        prop_assert!(matches!(end, Step::Done(None)));
        prop_assert_eq!(more.len(), stored.len() - usable, "what is there is not asked again");
        kept.extend(more);
        prop_assert_eq!(report_of(&kept), report_of(&stored));
        let mut ended = BTreeMap::new();
        transcripts(&mut driver, &mut ended);
        prop_assert_eq!(ended, expected);
    }
}

/// The report of stored exchanges, replayed.
fn report_of(stored: &[Handled]) -> Report {
    let key = RunKey::new("sim:test", &Terms::default(), &config());
    let mut tally = Tally::default();
    let cases: BTreeSet<&str> = stored.iter().map(|handled| handled.case.as_str()).collect();
    let is_stored = |case: &str| cases.contains(case);
    let cache = cache_of(stored);
    let passed_over = replay::<Propagation, Conflict>(
        &config(),
        &Terms::default(),
        &cache,
        is_stored,
        |case, transcript, _| {
            let steps = Propagation::score(case, transcript);
            tally.add_case(&key, 0, case, case.digest(), steps)
        },
    );
    // Six groups of two, one of which is passed over only where both have nothing.
    let begun: BTreeSet<&str> = cases
        .iter()
        .filter_map(|case| Some(case.rsplit_once('-')?.0))
        .collect();
    assert_eq!(passed_over, Ok(12 - 2 * begun.len() as u64));
    let options = ReportOptions {
        resamples: 50,
        chains: false,
    };
    report(&tally, options).0
}

#[test]
fn a_replay_answers_all_from_what_is_stored_and_the_rest_is_not_measured() {
    let (stored, expected) = whole_run();
    let cache = cache_of(&stored);
    for case in Propagation::cases(&config()) {
        let replayed = replay_case::<Propagation>(&case, &Terms::default(), &cache);
        assert_eq!(replayed.transcript, expected[&case.id()]);
        assert_eq!(replayed.sent.len(), replayed.transcript.exchanges.len());
    }
    // One case of each group is enough for both to be looked at.
    let mut never_begun = 0;
    let passed_over = replay::<Propagation, ()>(
        &config(),
        &Terms::default(),
        &Cache::default(),
        |case| case.starts_with("d3-") && case.ends_with("-free"),
        |case, transcript, begun| {
            assert!(!begun && case.depth == 3);
            for exchange in &transcript.exchanges {
                assert_eq!(exchange.outcome, Err(Unmeasured::no_reply()));
            }
            never_begun += 1;
            Ok(())
        },
    );
    assert_eq!((never_begun, passed_over), (6, Ok(6)));
    // A failure of the caller's ends it.
    let ended = replay::<Propagation, &str>(
        &config(),
        &Terms::default(),
        &cache,
        |_| true,
        |_, _, begun| Err(if begun { "begun" } else { "not begun" }),
    );
    assert_eq!(ended, Err("begun"));
}

#[test]
fn a_rate_limit_holds_all_requests_until_its_time() {
    let mut driver = live(Cache::default(), Budget::default(), 2);
    let Step::Send(first) = driver.next_step(1000) else {
        panic!("there is something to send");
    };
    let retry = [("Retry-After".to_owned(), "7".to_owned())];
    let limited = error(429, "Rate limit reached for requests per minute");
    assert!(driver.handle(first.id, limited, &retry, 1000).is_none());
    // The limit is the account's, so the other lane is held as well.
    assert!(matches!(
        driver.next_step(2000),
        Step::Wait {
            until_ms: Some(8000)
        }
    ));
    assert!(matches!(
        driver.next_step(7999),
        Step::Wait {
            until_ms: Some(8000)
        }
    ));
    let Step::Send(again) = driver.next_step(8000) else {
        panic!("the time has come");
    };
    assert_eq!((again.id, again.digest), (first.id, first.digest));
    let handled = driver
        .handle(again.id, simulated(&again), &[], 8000)
        .unwrap();
    assert_eq!(handled.failure, None);
    assert!(matches!(
        drain(&mut driver, 8000, simulated).1,
        Step::Done(None)
    ));
    assert_eq!(
        (driver.counts().failed, driver.counts().unmeasured_cases),
        (0, 0)
    );
}

#[test]
fn a_server_that_stays_down_is_asked_five_times_ever_more_slowly() {
    let one = Config {
        tasks: 1,
        depths: vec![2],
        ..Config::default()
    };
    let mut driver = Driven::live(
        &one,
        Terms::default(),
        Cache::default(),
        Budget::default(),
        1,
    );
    let (mut now, mut waits) = (0, Vec::new());
    let failed = loop {
        match driver.next_step(now) {
            Step::Send(request) => {
                if let Some(handled) = driver.handle(request.id, error(503, "overloaded"), &[], now)
                {
                    break handled;
                }
            }
            Step::Wait { until_ms } => {
                waits.push(until_ms.unwrap() - now);
                now = until_ms.unwrap();
            }
            Step::Done(_) => panic!("nothing was given up"),
        }
    };
    assert_eq!(waits, [1000, 2000, 4000, 8000]);
    assert!(failed.failure.is_some());
    // The teacher-forced arm goes on with its next step.
    let (_, end) = drain(&mut driver, now, simulated);
    assert!(matches!(end, Step::Done(None)));
    let counts = driver.counts();
    assert_eq!((counts.failed, counts.cases), (1, 2));
    // The free arm asks for the shared first step again, since a failure is no reply.
    assert_eq!(counts.unmeasured_cases, 1);
}

#[test]
fn a_refused_parameter_is_left_out_from_then_on_and_recorded() {
    let mut driver = live(Cache::default(), Budget::default(), 4);
    let refusal = || {
        error(
            400,
            "Unsupported parameter: 'temperature' is not supported with this model",
        )
    };
    // Four requests are under way when the first refusal arrives; all four are refused.
    let mut under_way = Vec::new();
    for _ in 0..4 {
        let Step::Send(request) = driver.next_step(0) else {
            panic!("four lanes send");
        };
        assert!(request.dropped.is_empty());
        under_way.push(request);
    }
    // One of them was answered all the same: it kept its temperature.
    let kept = under_way.pop().unwrap();
    for request in &under_way {
        assert!(driver.handle(request.id, refusal(), &[], 0).is_none());
    }
    let handled = driver.handle(kept.id, simulated(&kept), &[], 0).unwrap();
    assert!(handled.reply.dropped.is_empty());
    let (stored, end) = drain(&mut driver, 0, |request| {
        if request.dropped.is_empty() {
            refusal()
        } else {
            simulated(request)
        }
    });
    assert!(matches!(end, Step::Done(None)));
    assert_eq!(driver.counts().failed, 0);
    assert!(
        stored
            .iter()
            .all(|handled| handled.reply.dropped == ["temperature"])
    );
    assert_eq!(driver.counts().sent, stored.len() as u64 + 1 + 3);

    // A server that refuses it even where it is left out is not asked for ever.
    let mut driver = live(Cache::default(), Budget::default(), 1);
    let (stored, end) = drain(&mut driver, 0, |_| refusal());
    assert!(matches!(end, Step::Done(_)));
    assert!(stored.iter().all(|handled| handled.failure.is_some()));
}

#[test]
fn budgets_end_a_run_and_one_that_suffices_does_not() {
    let (stored, _) = whole_run();
    let calls = stored.len() as u64;
    for (budget, sent, is_spent) in [
        (
            Budget {
                max_calls: Some(0),
                ..Budget::default()
            },
            0,
            true,
        ),
        (
            Budget {
                max_calls: Some(5),
                ..Budget::default()
            },
            5,
            true,
        ),
        (
            Budget {
                max_calls: Some(calls),
                ..Budget::default()
            },
            calls,
            false,
        ),
        // Fifteen tokens a reply: the third passes the cap, and is kept.
        (
            Budget {
                max_tokens: Some(40),
                ..Budget::default()
            },
            3,
            true,
        ),
        (
            Budget {
                max_tokens: Some(15 * calls),
                ..Budget::default()
            },
            calls,
            false,
        ),
    ] {
        let mut driver = live(Cache::default(), budget, 1);
        let (kept, end) = drain(&mut driver, 0, simulated);
        assert_eq!(
            (driver.counts().sent, kept.len() as u64),
            (sent, sent),
            "{budget:?}"
        );
        match end {
            Step::Done(cause) => assert_eq!(
                cause.map(|cause| cause.kind),
                is_spent.then(|| "budget_spent".to_owned()),
                "{budget:?}"
            ),
            other => panic!("{other:?}"),
        }
    }
    // What is stored costs nothing.
    let nothing = Budget {
        max_calls: Some(0),
        ..Budget::default()
    };
    let mut driver = live(cache_of(&stored), nothing, 2);
    assert!(matches!(driver.next_step(0), Step::Done(None)));
    assert_eq!(driver.counts().cases, 12);
}

#[test]
fn a_budget_spent_on_failures_names_them() {
    let one = Budget {
        max_calls: Some(1),
        ..Budget::default()
    };
    let mut driver = live(Cache::default(), one, 1);
    let down = |_: &Request| error(503, "out to lunch");
    assert!(matches!(drain(&mut driver, 0, down).1, Step::Wait { .. }));
    match drain(&mut driver, 60_000, down).1 {
        Step::Done(Some(cause)) => assert!(cause.message.ends_with("out to lunch"), "{cause:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn stopping_sends_nothing_more_and_keeps_what_still_arrives() {
    let mut driver = live(Cache::default(), Budget::default(), 3);
    let under_way: Vec<_> = (0..3)
        .map(|_| match driver.next_step(0) {
            Step::Send(request) => request,
            other => panic!("{other:?}"),
        })
        .collect();
    driver.stop(Unmeasured {
        kind: "stopped".into(),
        ..Unmeasured::no_reply()
    });
    for (place, request) in under_way.iter().enumerate() {
        assert!(matches!(driver.next_step(0), Step::Wait { until_ms: None }));
        assert!(
            driver
                .handle(request.id, simulated(request), &[], 0)
                .is_some(),
            "{place}"
        );
    }
    match driver.next_step(0) {
        Step::Done(Some(cause)) => assert_eq!(cause.kind, "stopped"),
        other => panic!("{other:?}"),
    }
    assert_eq!((driver.counts().sent, driver.counts().replies), (3, 3));
}

#[test]
fn a_wrong_key_ends_the_run_at_once() {
    let mut driver = live(Cache::default(), Budget::default(), 1);
    let (stored, end) = drain(&mut driver, 0, |_| error(401, "Incorrect API key provided"));
    assert_eq!(stored.len(), 1);
    match end {
        Step::Done(Some(cause)) => assert!(cause.stops_run, "{cause:?}"),
        other => panic!("{other:?}"),
    }
}

//! Every configured rate of the simulated policies comes back, over twenty fixed seeds.

use std::collections::BTreeMap;

use faultline_core::{CallFault, CallingMode, Digest, Exchange, Terms};
use faultline_injection::{Condition, Config};

use crate::support::{Ended, run, tells_otherwise};

const SEEDS: u64 = 20;
const POLICY: &str =
    "sim:agent,notice=0.4,repair=0.7,pass=0.75,fabricate=0.15,doubt=0.25,syntax=0.1";
const RATES: [(&str, f64); 6] = [
    ("notice", 0.4),
    ("repair", 0.7),
    ("pass", 0.75),
    ("fabricate", 0.15),
    ("doubt", 0.25),
    ("syntax", 0.1),
];
const GIVEN_UP: &str = "I could not find out what you asked.";

/// What each rate showed, by the digest of the request that it showed in: conditions share requests, and with them replies.
type Shown = BTreeMap<&'static str, BTreeMap<Digest, bool>>;

fn is_unreadable(exchange: &Exchange) -> bool {
    matches!(&exchange.outcome, Ok(Err(fault)) if *fault != CallFault::NoCall)
}

fn note(shown: &mut Shown, rate: &'static str, exchange: &Exchange, hit: bool) {
    let request = exchange.request.unwrap();
    shown.entry(rate).or_default().insert(request, hit);
}

fn look_at(ended: &Ended, shown: &mut Shown) {
    let exchanges = &ended.transcript.exchanges;
    let call_of = |exchange: &Exchange| exchange.outcome.clone().unwrap().ok();
    let mut has_called = false;
    for (place, exchange) in exchanges.iter().enumerate() {
        note(shown, "syntax", exchange, is_unreadable(exchange));
        if !exchange.thought.is_empty() {
            let doubts = exchange.thought.contains("wrong");
            note(shown, "doubt", exchange, doubts);
        }
        let call = call_of(exchange);
        if !has_called && !is_unreadable(exchange) {
            note(shown, "fabricate", exchange, call.is_none());
        }
        has_called |= call.is_some();
        let next = exchanges.get(place + 1).filter(|next| !is_unreadable(next));
        let (Some(_), Some(planned), Some(next)) = (&exchange.executed, call, next) else {
            continue;
        };
        let again = call_of(next).is_some_and(|call| {
            (&call.name, &call.arguments) == (&planned.name, &planned.arguments)
        });
        let told = exchange.observation.as_ref().unwrap();
        if told.is_error {
            note(shown, "repair", next, again);
        } else if tells_otherwise(&planned.arguments, &told.text) {
            note(shown, "notice", next, again);
            if !again {
                let gives_up = next.answer.as_deref() == Some(GIVEN_UP);
                note(shown, "pass", next, !gives_up);
            }
        }
    }
}

fn z(hits: u32, n: u32, truth: f64) -> f64 {
    let n = f64::from(n);
    (f64::from(hits) - n * truth) / (n * truth * (1.0 - truth)).sqrt()
}

#[test]
fn rates_come_back() {
    let mut sums: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for seed in 0..SEEDS {
        let config = Config {
            tasks: 8,
            conditions: vec![
                Condition::Semantic,
                Condition::Missing,
                Condition::Two,
                Condition::OutOfRange,
            ],
            seed,
            ..Config::default()
        };
        let terms = Terms {
            // Half of the seeds in each calling mode.
            mode: CallingMode::ALL[usize::from(seed % 2 == 1)],
            ..Terms::default()
        };
        let mut shown = Shown::new();
        for ended in run(&config, terms, POLICY) {
            look_at(&ended, &mut shown);
            let claims = ended.transcript.exchanges.iter().any(|exchange| {
                exchange
                    .answer
                    .as_deref()
                    .is_some_and(|answer| answer.starts_with("I called"))
            });
            let sentence = ended.evidence.fabricated.unwrap();
            assert_eq!(sentence.is_some(), claims, "{sentence:?}");
        }
        for (rate, truth) in RATES {
            let seen = &shown[rate];
            let n = u32::try_from(seen.len()).unwrap();
            let hits = u32::try_from(seen.values().filter(|hit| **hit).count()).unwrap();
            let z = z(hits, n, truth);
            assert!(
                n >= 10 && z.abs() < 4.0,
                "seed {seed}: {rate} is {hits} of {n} where {truth} was set (z = {z})"
            );
            let sum = sums.entry(rate).or_default();
            *sum = (sum.0 + hits, sum.1 + n);
        }
    }
    for (rate, truth) in RATES {
        let (hits, n) = sums[rate];
        let z = z(hits, n, truth);
        assert!(
            z.abs() < 3.5,
            "{rate}: {hits} of {n} where {truth} was set (z = {z})"
        );
    }
}

/// Who looks once at the result and once at each follow-up, and notices half of the time, makes the call again in turn k with
/// chance 1/2^(k+1), and is right from then on.
#[test]
fn turns_of_repair_come_back() {
    let mut turns: BTreeMap<Option<u32>, u32> = BTreeMap::new();
    for seed in 0..SEEDS {
        let config = Config {
            tasks: 8,
            conditions: vec![Condition::Turns],
            seed,
            ..Config::default()
        };
        for ended in run(&config, Terms::default(), "sim:agent,notice=0.5") {
            let exchanges = &ended.transcript.exchanges;
            let is_answer = |exchange: &&Exchange| exchange.answer.is_some();
            let changed = exchanges
                .iter()
                .position(|exchange| exchange.executed.is_some())
                .unwrap();
            let again = exchanges[changed + 1..]
                .iter()
                .position(|exchange| exchange.outcome == exchanges[changed].outcome)
                .map(|place| changed + 1 + place);
            let turn = again.map(|place| exchanges[..place].iter().filter(is_answer).count());
            let turn = turn.map(|turn| u32::try_from(turn).unwrap());
            let told = |place: usize| &exchanges[place].observation.as_ref().unwrap().text;
            let planned = exchanges[changed].outcome.clone().unwrap().unwrap();
            if !tells_otherwise(&planned.arguments, told(changed)) {
                continue;
            }
            // What was done wrongly before can stand in the way of doing it right.
            let goes_well = |place: usize| {
                let mut told = exchanges[place..]
                    .iter()
                    .filter_map(|exchange| exchange.observation.as_ref());
                told.all(|told| !told.is_error)
            };
            let gold = ended.case.task.gold[0].result.to_string();
            if again.is_some_and(|place| *told(place) == gold && goes_well(place)) {
                let repaired = ended.evidence.repaired_in_turn.unwrap();
                assert!(
                    repaired.is_some() && repaired <= turn,
                    "{:?}",
                    ended.case.task
                );
            }
            *turns.entry(turn).or_default() += 1;
        }
    }
    let n: u32 = turns.values().sum();
    for (turn, truth) in [
        (Some(0), 0.5),
        (Some(1), 0.25),
        (Some(2), 0.125),
        (None, 0.125),
    ] {
        let hits = turns.get(&turn).copied().unwrap_or(0);
        let z = z(hits, n, truth);
        assert!(
            z.abs() < 4.0,
            "{turn:?}: {hits} of {n} where {truth} was set (z = {z})"
        );
    }
}

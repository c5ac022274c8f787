//! Who works every task out from the question and the observations alone is right, whatever is changed on the way to the tool.

use faultline_core::{CallingMode, Terms};
use faultline_injection::{Condition, Config, Domain, FACTS, HEURISTIC_PAPER};

use crate::support::{Ended, run, tells_otherwise};

fn runs(conditions: &[Condition], tasks: u32) -> Vec<(CallingMode, Vec<Ended>)> {
    let config = Config {
        tasks,
        conditions: conditions.to_vec(),
        ..Config::default()
    };
    let run = |mode| {
        let terms = Terms {
            mode,
            ..Terms::default()
        };
        (mode, run(&config, terms, "sim:oracle"))
    };
    CallingMode::ALL.into_iter().map(run).collect()
}

#[test]
fn the_oracle_makes_the_reference_calls_and_is_right() {
    for (mode, ended) in runs(&[Condition::Baseline, Condition::Intercepted], 60) {
        for Ended {
            case,
            transcript,
            evidence,
            ..
        } in &ended
        {
            let name = format!("{:?} {mode:?}: {}", case.task.id(), case.task.query);
            let calls: Vec<_> = transcript
                .exchanges
                .iter()
                .filter_map(|exchange| exchange.outcome.as_ref().unwrap().as_ref().ok())
                .map(|call| (call.name.as_str(), call.arguments.clone()))
                .collect();
            let gold: Vec<_> = case
                .task
                .gold
                .iter()
                .map(|gold| (gold.tool.as_str(), gold.arguments.clone().into()))
                .collect();
            assert_eq!(calls, gold, "{name}");
            assert_eq!(
                evidence.answer.as_ref(),
                Some(&case.task.reference),
                "{name}"
            );
            assert!(
                evidence.verdicts[FACTS] && evidence.verdicts[HEURISTIC_PAPER],
                "{name}"
            );
            assert_eq!(
                (evidence.called, evidence.injected, evidence.effect),
                (Some(true), Some(false), Some(false)),
                "{name}"
            );
            // Nothing looks odd to the monitor.
            let monitored = case.condition == Condition::Intercepted;
            assert_eq!(evidence.abstained, monitored.then_some(false), "{name}");
            let signals = evidence.signals.as_ref().unwrap();
            assert_eq!((signals.errors, signals.doubts), (0, 0), "{name}");
            assert!(signals.unsupported.is_empty(), "{name}: {signals:?}");
        }
        // Every domain and difficulty that has tasks.
        for (domain, ..) in Domain::ALL {
            let kinds = domain.counts().iter().filter(|count| **count > 0).count();
            let seen: std::collections::BTreeSet<_> = ended
                .iter()
                .filter(|ended| ended.case.task.domain == domain)
                .map(|ended| ended.case.task.difficulty)
                .collect();
            assert_eq!(seen.len(), kinds, "{domain:?}");
        }
    }
}

/// What the changed call returns differs from what the planned one returns, wherever the swap does not say that it can't. The
/// oracle makes the call again wherever the result tells an argument otherwise, and is right wherever that gives the reference's
/// result.
#[test]
fn the_oracle_makes_changed_calls_again() {
    let conditions = [
        Condition::Semantic,
        Condition::WrongType,
        Condition::OutOfRange,
        Condition::Missing,
        Condition::Later,
        Condition::Two,
        Condition::Handover,
        Condition::Turns,
    ];
    for (mode, ended) in runs(&conditions, 8) {
        for condition in conditions {
            let of_condition: Vec<&Ended> = ended
                .iter()
                .filter(|ended| ended.case.condition == condition)
                .collect();
            assert!(!of_condition.is_empty(), "{condition:?}");
            let mut seen = 0;
            for ended in &of_condition {
                let name = format!("{:?} {condition:?} {mode:?}", ended.case.task.id());
                assert_eq!(ended.evidence.injected, Some(true), "{name}");
                let is_refused = matches!(
                    condition,
                    Condition::WrongType | Condition::OutOfRange | Condition::Missing
                );
                let place = u32::from(condition == Condition::Later);
                let is_inert =
                    |swap: &faultline_injection::Swap| swap.call != place || !swap.inert.is_empty();
                if is_refused {
                    assert_eq!(ended.evidence.effect, Some(false), "{name}");
                } else if !ended.case.task.swaps.iter().all(is_inert) {
                    assert_eq!(ended.evidence.effect, Some(true), "{name}");
                }
                let exchanges = &ended.transcript.exchanges;
                let changed = exchanges
                    .iter()
                    .position(|exchange| exchange.executed.is_some())
                    .unwrap();
                let planned = exchanges[changed].outcome.clone().unwrap().unwrap();
                let told = |place: usize| exchanges[place].observation.as_ref().unwrap();
                let shows = told(changed).is_error
                    || tells_otherwise(&planned.arguments, &told(changed).text);
                let again = exchanges[changed + 1..]
                    .iter()
                    .position(|exchange| exchange.outcome == exchanges[changed].outcome)
                    .map(|later| changed + 1 + later);
                assert!(again.is_some() || !shows, "{name}: {planned:?}");
                assert_eq!(ended.evidence.reissued, Some(again.is_some()), "{name}");
                // What was done wrongly before can stand in the way of doing it right.
                let gold = ended.case.task.gold[place as usize].result.to_string();
                if again.is_some_and(|place| told(place).text == gold) {
                    assert!(ended.evidence.verdicts[FACTS], "{name}");
                }
                seen += u32::from(ended.evidence.reissued == Some(true));
            }
            let n = u32::try_from(of_condition.len()).unwrap();
            // The others are results that repeat nothing of what was asked.
            assert!(seen * 10 >= n * 9, "{mode:?} {condition:?}: {seen} of {n}");
        }
    }
}

/// Worked tasks before the task are not taken for it.
#[test]
fn worked_tasks_do_not_mislead() {
    let conditions = [Condition::Baseline, Condition::Handover, Condition::Turns];
    for mode in CallingMode::ALL {
        let config = Config {
            tasks: 4,
            conditions: conditions.to_vec(),
            examples: 3,
            ..Config::default()
        };
        let terms = Terms {
            mode,
            ..Terms::default()
        };
        for ended in run(&config, terms, "sim:oracle") {
            let name = format!(
                "{:?} {:?} {mode:?}",
                ended.case.task.id(),
                ended.case.condition
            );
            let first = ended.transcript.exchanges[0]
                .outcome
                .clone()
                .unwrap()
                .unwrap();
            let gold = &ended.case.task.gold[0];
            assert_eq!(first.name, gold.tool, "{name}");
            let arguments = serde_json::Value::Object(gold.arguments.clone());
            assert_eq!(first.arguments, arguments, "{name}");
            let is_baseline = ended.case.condition == Condition::Baseline;
            assert!(!is_baseline || ended.evidence.verdicts[FACTS], "{name}");
        }
    }
}

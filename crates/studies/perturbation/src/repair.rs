//! Counterfactual repair: the source of a failure is put right, and the rest is replayed as it was.

use faultline_core::Call;
use serde_json::Value;

use crate::{
    Check, Instance,
    score::{Behaviour, failed_checks},
};

/// The checks that still fail once the source is put right; `None` where nothing fails, or where the rest can't be replayed.
///
/// The source is what the first failing check looks at, and only that is replaced: the tool's name but not the arguments that were
/// bound for another tool; the arguments that are missing but not those that are wrong; the judgement of the runtime but not the
/// result that was kept. Where there was no readable call, it is the whole call; where there was no readable decision, the whole decision.
/// The decision of the second request builds on the right call already, so it stays what it was.
pub(crate) fn repaired(
    instance: &Instance,
    behaviour: &Behaviour,
    failed: &[Check],
) -> Option<Vec<Check>> {
    let source = *failed.first()?;
    let mut behaviour = behaviour.clone();
    let gold = Call::new(
        &instance.gold_tool()?.spec.name,
        Value::Object(instance.gold.arguments.clone()),
    );
    match source {
        Check::Presence | Check::Format => behaviour.call = Ok(gold),
        Check::Name | Check::Tool => match &mut behaviour.call {
            Ok(call) => call.name = gold.name,
            Err(_) => behaviour.call = Ok(gold),
        },
        Check::Schema | Check::Required | Check::Values | Check::Execution => {
            let call = behaviour.call.as_mut().ok()?;
            put_right(instance, call, source);
        }
        Check::Decision | Check::Runtime | Check::Result => {
            let right = &instance.packet.as_ref()?.decision;
            let decision = behaviour.decision.get_or_insert_default();
            if source != Check::Result {
                decision.status = Some(right.status.name().into());
                decision.retryable = Some(right.retryable);
                decision.failure_type = Some(right.failure_type.name().into());
            }
            if source != Check::Runtime {
                decision.final_result = Some(right.final_result.clone());
            }
        }
    }
    Some(failed_checks(instance, &behaviour))
}

/// Replaces of a call's arguments what a check looks at.
fn put_right(instance: &Instance, call: &mut Call, source: Check) {
    let gold = &instance.gold.arguments;
    let Some(arguments) = call.arguments.as_object_mut() else {
        call.arguments = Value::Object(gold.clone());
        return;
    };
    match source {
        Check::Schema => {
            let allowed = |name: &String| {
                let tool = instance.gold_tool();
                tool.is_some_and(|tool| {
                    let mut known = tool.spec.parameters.properties.iter();
                    known.any(|(property, _)| property == name)
                })
            };
            let violations = instance
                .gold_tool()
                .map(|tool| {
                    tool.spec
                        .parameters
                        .check(&Value::Object(arguments.clone()))
                })
                .unwrap_or_default();
            for violation in violations.iter().filter(|violation| !violation.missing) {
                if let Some(right) = gold.get(&violation.property) {
                    arguments.insert(violation.property.clone(), right.clone());
                }
            }
            let unknown: Vec<String> = arguments
                .keys()
                .filter(|name| !allowed(name))
                .cloned()
                .collect();
            // An invented name stood for an argument of the tool, so the repair gives that one back.
            if !unknown.is_empty() {
                for name in unknown {
                    arguments.remove(&name);
                }
                add_missing(arguments, gold);
            }
        }
        Check::Required => add_missing(arguments, gold),
        _ => {
            for (name, right) in gold {
                if arguments.contains_key(name) {
                    arguments.insert(name.clone(), right.clone());
                }
            }
            arguments.retain(|name, _| gold.contains_key(name));
        }
    }
}

fn add_missing(
    arguments: &mut serde_json::Map<String, Value>,
    gold: &serde_json::Map<String, Value>,
) {
    for (name, right) in gold {
        if !arguments.contains_key(name) {
            arguments.insert(name.clone(), right.clone());
        }
    }
}

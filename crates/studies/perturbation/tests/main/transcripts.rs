//! Transcripts made by hand: every source, every cascade, what a repair brings.

use faultline_perturbation::{Failure, Record, Stage, Subtype, Tier};
use serde_json::{Value, json};

use crate::support::{arguments, call, case, played};

use Failure::{
    IncorrectArgument, MissingArgument, NoCall, RuntimeFailure, SchemaFormatViolation,
    ToolMisselection,
};

const ROUTE: &str = "calculate_route";

/// The right arguments with one set, or taken out.
fn with(name: &str, value: Option<Value>) -> Value {
    let mut arguments = arguments();
    match value {
        Some(value) => arguments.insert(name.into(), value),
        None => arguments.remove(name),
    };
    Value::Object(arguments)
}

fn right() -> String {
    call(ROUTE, &Value::Object(arguments()))
}

/// What is expected: observed, primary, stage, whether the boundary is violated, tier, whether a repair of the source recovers.
type Expected = (Failure, Failure, Stage, bool, Tier, bool);

fn shown(record: &Record) -> Option<Expected> {
    Some((
        record.observed_failure_tag?,
        record.primary_failure_tag?,
        record.first_failure_stage?,
        record.boundary_violation_flag,
        record.tier()?,
        record.recovers()?,
    ))
}

#[test]
fn a_right_call_succeeds() {
    for subtype in [Subtype::A1, Subtype::B1] {
        let (record, ..) = played(&case(subtype), &[&right()]);
        assert!(
            record.success && record.success_unnormalised && record.failed_checks.is_empty(),
            "{record:?}"
        );
        assert_eq!(
            (
                record.observed_failure_tag,
                record.tier(),
                record.recovers()
            ),
            (None, None, None)
        );
        assert_eq!(record.gold_canonical_tool_id, ROUTE);
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn every_failure_of_a_call_has_its_source() {
    let rows: Vec<(&str, String, Expected)> = vec![
        (
            "words",
            "I can't help with that.".into(),
            (NoCall, NoCall, Stage::S1, false, Tier::Single, true),
        ),
        (
            "cut",
            r#"{"tool":"calculate_route","arguments":"{\"origin\":"}"#.into(),
            (
                SchemaFormatViolation,
                SchemaFormatViolation,
                Stage::S2,
                false,
                Tier::Single,
                true,
            ),
        ),
        (
            "sibling with the same arguments",
            call("estimate_travel_time", &Value::Object(arguments())),
            (
                ToolMisselection,
                ToolMisselection,
                Stage::S1,
                false,
                Tier::Single,
                true,
            ),
        ),
        (
            "sibling and a wrong value",
            call(
                "estimate_travel_time",
                &with("origin", Some(json!("airport"))),
            ),
            (
                IncorrectArgument,
                ToolMisselection,
                Stage::S1,
                false,
                Tier::Cascade,
                false,
            ),
        ),
        (
            "another tool that can't run so",
            call("convert_unit", &Value::Object(arguments())),
            (
                RuntimeFailure,
                ToolMisselection,
                Stage::S1,
                false,
                Tier::Cascade,
                true,
            ),
        ),
        (
            "no such tool",
            call("find_a_way", &Value::Object(arguments())),
            (
                ToolMisselection,
                ToolMisselection,
                Stage::S2,
                false,
                Tier::Single,
                true,
            ),
        ),
        (
            "missing argument",
            call(ROUTE, &with("profile", None)),
            (
                RuntimeFailure,
                MissingArgument,
                Stage::S3,
                false,
                Tier::Cascade,
                true,
            ),
        ),
        (
            "wrong value",
            call(ROUTE, &with("target", Some(json!("airport")))),
            (
                IncorrectArgument,
                IncorrectArgument,
                Stage::S3,
                false,
                Tier::Single,
                true,
            ),
        ),
        (
            "invented argument",
            call(ROUTE, &with("speed", Some(json!("fast")))),
            (
                RuntimeFailure,
                SchemaFormatViolation,
                Stage::S2,
                true,
                Tier::Cascade,
                true,
            ),
        ),
    ];
    for (what, text, expected) in rows {
        // Only in the intent family are wrong arguments expected, so that one column serves all rows.
        let (record, ..) = played(&case(Subtype::B1), &[&text]);
        let (observed, primary, stage, violates, tier, recovers) = expected;
        let violates = violates || matches!(primary, NoCall | SchemaFormatViolation);
        assert_eq!(
            shown(&record),
            Some((observed, primary, stage, violates, tier, recovers)),
            "{what}: {record:?}"
        );
        assert_eq!(record.is_cascade_failure, observed != primary, "{what}");
        assert_eq!(
            record.cascade_from_stage,
            (observed != primary).then_some(stage),
            "{what}"
        );
        let (record, ..) = played(&case(Subtype::A2), &[&text]);
        assert_eq!(
            record.boundary_violation_flag,
            primary != ToolMisselection,
            "{what}"
        );
    }
}

fn decision(status: &str, retryable: bool, failure_type: &str, result: &Value) -> String {
    let decision = json!({"status": status, "retryable": retryable, "failure_type": failure_type, "final_result": result});
    decision.to_string()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn decisions_fail_where_they_are_wrong() {
    let result = case(Subtype::D1).instance.gold.result;
    let wrong = json!({"distance_km": 1});
    let d = Subtype::D1;
    let c = Subtype::C3;
    let rows: Vec<(&str, Subtype, String, Option<Expected>)> = vec![
        (
            "right",
            d,
            decision("partial", true, "timeout", &result),
            None,
        ),
        (
            "another name",
            d,
            decision("Partial success", true, "Gateway Timeout", &result),
            None,
        ),
        (
            "status",
            d,
            decision("success", true, "timeout", &result),
            Some((
                RuntimeFailure,
                RuntimeFailure,
                Stage::S4,
                false,
                Tier::Single,
                true,
            )),
        ),
        (
            "result alone",
            d,
            decision("partial", true, "timeout", &wrong),
            Some((
                IncorrectArgument,
                RuntimeFailure,
                Stage::S4,
                false,
                Tier::Single,
                true,
            )),
        ),
        (
            "retry and result",
            d,
            decision("partial", false, "timeout", &wrong),
            Some((
                IncorrectArgument,
                RuntimeFailure,
                Stage::S4,
                false,
                Tier::Cascade,
                false,
            )),
        ),
        (
            "words",
            d,
            "Let me try again.".into(),
            Some((
                SchemaFormatViolation,
                SchemaFormatViolation,
                Stage::S4,
                true,
                Tier::Single,
                true,
            )),
        ),
        (
            "status does not count in C",
            c,
            decision("error", true, "timeout", &result),
            None,
        ),
        (
            "result in C",
            c,
            decision("success", false, "none", &wrong),
            Some((
                IncorrectArgument,
                IncorrectArgument,
                Stage::S4,
                false,
                Tier::Single,
                true,
            )),
        ),
        (
            "words in C",
            c,
            "It takes a while.".into(),
            Some((
                SchemaFormatViolation,
                SchemaFormatViolation,
                Stage::S4,
                false,
                Tier::Single,
                true,
            )),
        ),
    ];
    for (what, subtype, text, expected) in rows {
        let (record, ..) = played(&case(subtype), &[&right(), &text]);
        assert_eq!(record.success, expected.is_none(), "{what}: {record:?}");
        assert_eq!(shown(&record), expected, "{what}: {record:?}");
    }
    let (record, ..) = played(
        &case(d),
        &[&right(), &decision("partial", true, "timed out", &result)],
    );
    assert!(
        record.success && !record.success_unnormalised,
        "an alias counts, and is told: {record:?}"
    );
    let (record, ..) = played(
        &case(d),
        &[&right(), &decision("partial", true, "none", &wrong)],
    );
    let found = record.decision_matches;
    assert_eq!(
        (
            found.status,
            found.retryable,
            found.failure_type,
            found.result
        ),
        (true, true, false, false)
    );
}

#[test]
fn two_faults_of_their_own_are_not_repaired_by_one() {
    let result = json!({"distance_km": 1});
    let texts = [
        call("estimate_travel_time", &Value::Object(arguments())),
        decision("success", false, "none", &result),
    ];
    let (record, ..) = played(&case(Subtype::C1), &[&texts[0], &texts[1]]);
    let expected = (
        IncorrectArgument,
        ToolMisselection,
        Stage::S1,
        true,
        Tier::MultiFault,
        false,
    );
    assert_eq!(shown(&record), Some(expected), "{record:?}");
    assert!(!record.spillover_match, "family C allows no spillover");
}

#[test]
fn the_second_request_builds_on_the_right_call() {
    let case = case(Subtype::D2);
    let right_decision = decision("partial", true, "timeout", &case.instance.gold.result);
    let (good, _, sent_good) = played(&case, &[&right(), &right_decision]);
    let (bad, _, sent_bad) = played(&case, &["no call at all", &right_decision]);
    assert_eq!(
        sent_good[1].digest(),
        sent_bad[1].digest(),
        "whatever was called"
    );
    let text: String = sent_bad[1]
        .messages
        .iter()
        .filter_map(|message| message.content.clone())
        .collect();
    assert!(text.contains(&case.instance.packet.unwrap().visible.to_string()));
    assert!(good.success && !bad.success);
    assert!(bad.decision_matches.result, "the decision is recorded");
    assert_eq!(
        shown(&bad),
        Some((NoCall, NoCall, Stage::S1, true, Tier::Single, true)),
        "and not evaluated"
    );
}

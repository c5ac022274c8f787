//! The forty local tools as a study calls them.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop where something is not as it set it up"
)]

use std::collections::BTreeSet;

use faultline_core::PropertyKind;
use faultline_toolbox::{GROUPS, local_tool, local_tools};
use serde_json::{Map, Value, json};

/// Values that fit a property, at most three, its bounds among them.
fn samples(kind: &PropertyKind) -> Vec<Value> {
    match kind {
        PropertyKind::Integer { minimum, maximum } | PropertyKind::Number { minimum, maximum } => {
            vec![
                json!(minimum),
                json!(minimum + (maximum - minimum) / 3),
                json!(maximum),
            ]
        }
        PropertyKind::Numbers {
            minimum, maximum, ..
        } => vec![json!([0]), json!([3, minimum, maximum])],
        PropertyKind::Choice(options) => {
            vec![
                json!(options[0]),
                json!(options[1]),
                json!(options[options.len() - 1]),
            ]
        }
        PropertyKind::Date { earliest, latest } => {
            vec![
                json!(earliest.to_string()),
                json!(latest.plus(-3).to_string()),
            ]
        }
        PropertyKind::Time { .. } => vec![json!("09:30"), json!("18:45")],
        PropertyKind::Id { prefix, digits } => {
            let digits = usize::from(*digits);
            vec![
                json!(format!("{prefix}{:0digits$}", 7)),
                json!(format!("{prefix}{}", "9".repeat(digits))),
            ]
        }
        PropertyKind::Text { .. } => vec![json!("x")],
        PropertyKind::Texts { .. } => vec![json!(["x"]), json!(["x", "x"])],
    }
}

/// All combinations of sample values.
fn arguments(tool: &faultline_toolbox::LocalTool) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for (name, property) in &tool.spec.parameters.properties {
        all = all
            .iter()
            .flat_map(|old| {
                samples(&property.kind).into_iter().map(|value| {
                    let mut new = old.clone();
                    new.insert(name.clone(), value);
                    new
                })
            })
            .collect();
    }
    all.into_iter().map(Value::Object).collect()
}

#[test]
fn there_are_forty_in_the_groups_that_are_listed() {
    assert_eq!(local_tools().len(), 40);
    let mut ids = BTreeSet::new();
    for (group, _, count) in GROUPS {
        let of_group = local_tools().iter().filter(|tool| tool.group == group);
        assert_eq!(of_group.count(), count as usize, "{group}");
    }
    for tool in local_tools() {
        assert!(ids.insert(tool.id()), "{} stands twice", tool.id());
        assert!(std::ptr::eq(local_tool(tool.id()).unwrap(), tool));
    }
}

#[test]
fn results_keep_their_format_and_repeat_an_argument_first() {
    for tool in local_tools() {
        let mut results = BTreeSet::new();
        let mut called = 0;
        for arguments in arguments(tool) {
            let Ok(result) = tool.call(&arguments) else {
                continue;
            };
            called += 1;
            assert_eq!(tool.call(&arguments).unwrap(), result);
            let fields: Vec<&str> = result
                .as_object()
                .unwrap()
                .keys()
                .map(String::as_str)
                .collect();
            let format: Vec<&str> = tool.returns.iter().map(|(field, _)| *field).collect();
            assert_eq!(fields, format, "{}", tool.id());
            let is_echo: Vec<bool> = fields
                .iter()
                .map(|field| arguments.get(*field).is_some())
                .collect();
            assert!(is_echo[0] && !is_echo[is_echo.len() - 1], "{}", tool.id());
            assert!(
                is_echo.is_sorted_by(|one, other| one >= other),
                "{}: echoes first",
                tool.id()
            );
            for (field, value) in result.as_object().unwrap() {
                if let Some(argument) = arguments.get(field) {
                    assert_eq!(argument, value, "{}: {field}", tool.id());
                }
                assert!(!value.is_null(), "{}: {field}", tool.id());
            }
            results.insert(result.to_string());
        }
        assert!(called >= 4, "{}: {called} calls", tool.id());
        assert!(
            results.len() * 2 > called,
            "{}: {} results of {called} calls",
            tool.id(),
            results.len()
        );
    }
}

#[test]
fn every_broken_argument_is_answered_with_its_name() {
    for tool in local_tools() {
        let right = arguments(tool)
            .into_iter()
            .find(|arguments| tool.call(arguments).is_ok())
            .unwrap();
        for (name, _) in &tool.spec.parameters.properties {
            for wrong in [None, Some(json!({"a": 1})), Some(json!("no such value"))] {
                let mut broken = right.clone();
                match wrong {
                    None => drop(broken.as_object_mut().unwrap().remove(name)),
                    Some(value) => broken[name] = value,
                }
                let error = tool.call(&broken).unwrap_err().to_value();
                assert_eq!(
                    error["error"],
                    "invalid_arguments",
                    "{}: {broken}",
                    tool.id()
                );
                assert_eq!(
                    error["violations"][0]["field"],
                    *name,
                    "{}: {broken}",
                    tool.id()
                );
            }
        }
        let mut more = right.clone();
        more["extra"] = json!(1);
        assert_eq!(
            tool.call(&more).unwrap_err().to_value()["violations"][0]["field"],
            "extra"
        );
    }
}

#[test]
fn results_are_what_the_words_say() {
    for (tool, arguments, expected) in [
        (
            "convert_unit",
            json!({"value": 26, "from_unit": "mile", "to_unit": "kilometre"}),
            json!({"value": 26, "from_unit": "mile", "to_unit": "kilometre", "converted": 41.84, "dimension": "length"}),
        ),
        (
            "convert_currency",
            json!({"amount": 170, "from_currency": "GBP", "to_currency": "EUR"}),
            json!({"amount": 170, "from_currency": "GBP", "to_currency": "EUR", "rate": 1.1765, "converted": 200}),
        ),
        (
            "filter_items",
            json!({"items": [4, 18, 7.5, 25], "comparison": "above", "threshold": 7}),
            json!({"comparison": "above", "threshold": 7, "kept": [18, 7.5, 25], "count": 3}),
        ),
        (
            "sort_items",
            json!({"items": [3, -1, 2, 9], "order": "descending"}),
            json!({"order": "descending", "sorted": [9, 3, 2, -1], "median": 2, "count": 4}),
        ),
    ] {
        assert_eq!(
            local_tool(tool).unwrap().call(&arguments).unwrap(),
            expected,
            "{tool}"
        );
    }
    let call = |tool: &str, arguments: Value| local_tool(tool).unwrap().call(&arguments);
    let celsius = call(
        "get_temperature",
        json!({"city": "Oslo", "unit": "celsius"}),
    )
    .unwrap();
    let fahrenheit = call(
        "get_temperature",
        json!({"city": "Oslo", "unit": "fahrenheit"}),
    )
    .unwrap();
    let (celsius, fahrenheit) = (
        celsius["temperature"].as_f64().unwrap(),
        fahrenheit["temperature"].as_f64().unwrap(),
    );
    assert!((celsius * 1.8 + 32.0 - fahrenheit).abs() < 0.01);
    // A total is the sum of its records.
    let sum: i64 = (101..110)
        .map(|record| {
            call("lookup_record", json!({"table": "stock", "record": record})).unwrap()["cost"]
                .as_i64()
                .unwrap()
        })
        .sum();
    let total = call(
        "aggregate_table",
        json!({"table": "stock", "column": "cost", "function": "sum"}),
    )
    .unwrap();
    assert_eq!(total["value"], sum);
    for (tool, arguments, field) in [
        (
            "convert_unit",
            json!({"value": 1, "from_unit": "mile", "to_unit": "gram"}),
            "to_unit",
        ),
        (
            "convert_file_format",
            json!({"file": "contract.pdf", "target_format": "pdf"}),
            "target_format",
        ),
        (
            "compare_product_price",
            json!({"product": "tent", "first_shop": "Hilltop", "second_shop": "Hilltop"}),
            "second_shop",
        ),
        (
            "update_calendar_event",
            json!({"event_id": "EV-1001", "date": "2031-03-02", "start": "09:00"}),
            "date",
        ),
    ] {
        let error = call(tool, arguments).unwrap_err().to_value();
        assert_eq!(
            (&error["error"], &error["field"]),
            (&json!("refused"), &json!(field)),
            "{tool}"
        );
    }
}

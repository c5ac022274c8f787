use super::*;
use serde_json::json;

fn schema() -> Schema {
    Schema::object([
        ("ref", Property::integer(0, 99)),
        ("unit", Property::choice(["km", "mi"])),
        (
            "note",
            Property {
                required: false,
                ..Property::text(5)
            },
        ),
    ])
}

#[test]
fn check_names_property_and_rule() {
    for (value, expected) in [
        (json!({"ref": 1, "unit": "km"}), vec![]),
        (json!({"ref": 1, "unit": "km", "note": "hello"}), vec![]),
        (json!({"ref": 1.0, "unit": "km"}), vec![]),
        (json!({"ref": 9.9e1, "unit": "km"}), vec![]),
        (json!({"ref": -0.0, "unit": "km"}), vec![]),
        (
            json!({"ref": 100.0, "unit": "km"}),
            vec!["ref: 100 is above the maximum of 99"],
        ),
        (
            json!({"ref": 1e300, "unit": "km"}),
            vec!["ref: 1e+300 is not a whole number"],
        ),
        (
            json!({"ref": 1.5, "unit": "km"}),
            vec!["ref: 1.5 is not a whole number"],
        ),
        (
            json!({"ref": -1, "unit": "m"}),
            vec![
                "ref: -1 is below the minimum of 0",
                "unit: \"m\" is not one of km, mi",
            ],
        ),
        (
            json!({"ref": 100}),
            vec!["ref: 100 is above the maximum of 99", "unit: is missing"],
        ),
        (
            json!({"ref": "7", "unit": "km"}),
            vec!["ref: \"7\" is not a whole number"],
        ),
        (
            json!({"ref": 7, "unit": "km", "note": "longer"}),
            vec!["note: is longer than 5 characters"],
        ),
        (
            json!({"ref": 7, "unit": "km", "x": 1}),
            vec!["x: is not a property of this tool"],
        ),
        (json!([7]), vec!["[7] is not an object"]),
    ] {
        let found: Vec<String> = schema()
            .check(&value)
            .iter()
            .map(Violation::to_string)
            .collect();
        assert_eq!(found, expected, "{value}");
    }
}

#[test]
fn dates_times_and_ids_are_checked_and_shown() {
    let schema = Schema::object([
        (
            "day",
            Property::date(Date::new(2031, 3, 1), Date::new(2031, 5, 31)).described("When."),
        ),
        ("at", Property::time(8 * 60, 18 * 60)),
        ("event", Property::id("EV-", 4)),
    ]);
    let right = json!({"day": "2031-03-01", "at": "18:00", "event": "EV-0042"});
    assert_eq!(schema.check(&right), []);
    for (name, value, expected) in [
        (
            "day",
            json!("2031-02-28"),
            "day: 2031-02-28 is before the first day, 2031-03-01",
        ),
        (
            "day",
            json!("2031-06-01"),
            "day: 2031-06-01 is after the last day, 2031-05-31",
        ),
        (
            "day",
            json!("2031-04-31"),
            "day: \"2031-04-31\" is not a date such as 2031-03-01",
        ),
        (
            "day",
            json!(20_310_301),
            "day: 20310301 is not a date such as 2031-03-01",
        ),
        (
            "at",
            json!("07:59"),
            "at: 07:59 is before the first time, 08:00",
        ),
        (
            "at",
            json!("18:01"),
            "at: 18:01 is after the last time, 18:00",
        ),
        (
            "at",
            json!("9:30"),
            "at: \"9:30\" is not a time such as 08:00",
        ),
        (
            "at",
            json!("24:00"),
            "at: \"24:00\" is not a time such as 08:00",
        ),
        ("at", json!(9), "at: 9 is not a time such as 08:00"),
        (
            "event",
            json!("EV-42"),
            "event: \"EV-42\" is not EV- and 4 digits",
        ),
        (
            "event",
            json!("OR-0042"),
            "event: \"OR-0042\" is not EV- and 4 digits",
        ),
        (
            "event",
            json!("EV-004x"),
            "event: \"EV-004x\" is not EV- and 4 digits",
        ),
        ("event", json!(42), "event: 42 is not EV- and 4 digits"),
    ] {
        let mut wrong = right.clone();
        wrong[name] = value;
        let found: Vec<String> = schema
            .check(&wrong)
            .iter()
            .map(Violation::to_string)
            .collect();
        assert_eq!(found, [expected]);
    }
    assert_eq!(
        json!(schema)["properties"],
        json!({
            "day": {"type": "string", "format": "date", "description": "When. From 2031-03-01 to 2031-05-31."},
            "at": {
                "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
                "description": "From 08:00 to 18:00.",
            },
            "event": {"type": "string", "pattern": "^EV-[0-9]{4}$"},
        })
    );
}

#[test]
fn coerce_turns_digits_and_whole_numbers_only() {
    for (given, expected) in [
        (json!("48"), json!(48)),
        (json!("048"), json!(48)),
        (json!(48.0), json!(48)),
        (json!(-4.0), json!(-4)),
        (json!(4.8), json!(4.8)),
        (json!(1e16), json!(1e16)),
        (json!("4.0"), json!("4.0")),
        (json!("4.8"), json!("4.8")),
        (json!("-4"), json!("-4")),
        (json!(" 4"), json!(" 4")),
        (json!(""), json!("")),
        (json!("99999999999999999999"), json!("99999999999999999999")),
    ] {
        assert_eq!(
            schema().coerce(&json!({ "ref": given })).0,
            json!({ "ref": expected }),
            "{given}"
        );
    }
    assert_eq!(
        schema().coerce(&json!({"unit": "4"})).0,
        json!({"unit": "4"})
    );
}

#[test]
fn numbers_and_lists_of_them_are_checked_and_shown() {
    let schema = Schema::object([
        ("weight", Property::number(0, 30)),
        ("items", Property::numbers(-9, 99, 3)),
    ]);
    for (value, expected) in [
        (json!({"weight": 2.5, "items": [1, -9.0, 99]}), vec![]),
        (
            json!({"weight": "2.5", "items": []}),
            vec!["weight: \"2.5\" is not a number", "items: is empty"],
        ),
        (
            json!({"weight": 30.5, "items": [1, 2, 3, 4]}),
            vec![
                "weight: 30.5 is above the maximum of 30",
                "items: has more than 3 items",
            ],
        ),
        (
            json!({"weight": -1, "items": [1, "2"]}),
            vec![
                "weight: -1 is below the minimum of 0",
                "items: \"2\" is not a number",
            ],
        ),
        (
            json!({"weight": 0, "items": 7}),
            vec!["items: 7 is not a list"],
        ),
    ] {
        let found: Vec<String> = schema
            .check(&value)
            .iter()
            .map(Violation::to_string)
            .collect();
        assert_eq!(found, expected, "{value}");
    }
    assert_eq!(
        serde_json::to_value(&schema).unwrap()["properties"],
        json!({
            "weight": {"type": "number", "minimum": 0, "maximum": 30},
            "items": {
                "type": "array", "minItems": 1, "maxItems": 3,
                "items": {"type": "number", "minimum": -9, "maximum": 99},
            },
        })
    );
}

#[test]
fn lists_of_texts_are_checked_and_shown() {
    let schema = Schema::object([("item_ids", Property::texts(4, 2))]);
    for (value, expected) in [
        (json!(["1008", "1008"]), vec![]),
        (json!([]), vec!["item_ids: is empty"]),
        (
            json!(["1", "2", "3"]),
            vec!["item_ids: has more than 2 items"],
        ),
        (json!(["1", 2]), vec!["item_ids: 2 is not a text"]),
        (
            json!(["10082"]),
            vec!["item_ids: is longer than 4 characters"],
        ),
        (json!("1008"), vec!["item_ids: \"1008\" is not a list"]),
    ] {
        let found: Vec<String> = schema
            .check(&json!({"item_ids": value}))
            .iter()
            .map(Violation::to_string)
            .collect();
        assert_eq!(found, expected, "{value}");
    }
    assert_eq!(
        serde_json::to_value(&schema).unwrap()["properties"],
        json!({"item_ids": {
            "type": "array", "minItems": 1, "maxItems": 2,
            "items": {"type": "string", "maxLength": 4},
        }})
    );
}

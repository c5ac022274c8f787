use super::*;
use proptest::prelude::*;
use serde_json::json;

#[test]
fn repairs_keep_values_and_are_named() {
    for (text, value, repairs) in [
        (
            r#"{"a": [1, 2.5e3, -0], "b": null}"#,
            json!({"a": [1, 2500.0, -0.0], "b": null}),
            vec![],
        ),
        (
            r#"{"a": 1, "b": [2,],}"#,
            json!({"a": 1, "b": [2]}),
            vec!["trailing_comma"],
        ),
        (
            r"{'a': 'it\'s'}",
            json!({"a": "it's"}),
            vec!["single_quotes"],
        ),
        (
            r#"{"a": True, "b": "None"}"#,
            json!({"a": true, "b": "None"}),
            vec!["python_literals"],
        ),
        ("{a_1: \"x\"}", json!({"a_1": "x"}), vec!["unquoted_keys"]),
        ("{“a”: “x’s”}", json!({"a": "x’s"}), vec!["smart_quotes"]),
        (
            "{\"a\": \"x\ny\"}",
            json!({"a": "x\ny"}),
            vec!["raw_control_char"],
        ),
        (
            r#"{\n"a": "p\nq"\n}"#,
            json!({"a": "p\nq"}),
            vec!["escaped_whitespace"],
        ),
        (r#"{"a": "\d+"}"#, json!({"a": "\\d+"}), vec!["bad_escape"]),
        (r#""\u00e9 \ud83d\ude00""#, json!("é 😀"), vec![]),
        (
            "{a:<|\"|>x<|\"|>}",
            json!({"a": "x"}),
            vec!["unquoted_keys", "token_quotes"],
        ),
    ] {
        let parsed = read_whole(text, AtEnd::Cut).unwrap();
        assert_eq!((parsed.value, parsed.repairs), (value, repairs), "{text}");
    }
}

#[test]
fn what_needs_a_guess_is_an_error() {
    for (text, why) in [
        ("{\"a\": NaN}", "'NaN' is no JSON value"),
        ("{\"a\": 007}", "'007' is not a JSON number"),
        ("{\"a\": 1_000}", "'1_000' is not a JSON number"),
        ("{\"a\": ٥}", "a value is expected where '٥' stands"),
        (
            r#"{"a": "C:\Users\new"}"#,
            "a string mixes escapes with backslashes of its own",
        ),
        (
            r#"{"a": "\ud83c x"}"#,
            "half of a surrogate pair stands alone",
        ),
        ("{\"a\": 1}{\"a\": 2}", "more text follows the value"),
        ("{\"a\" 1}", "a colon is expected where '1' stands"),
    ] {
        match read_whole(text, AtEnd::Cut) {
            Err(JsonError::Wrong { why: found, .. }) => assert_eq!(found, why, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn an_end_within_a_value_is_a_cut_and_only_lacking_braces_are_added() {
    for (text, closed) in [
        ("{\"a\": {\"b\": 1}", Some(json!({"a": {"b": 1}}))),
        ("{\"a\": [1", Some(json!({"a": [1]}))),
        ("{\"a\": \"x", None),
        ("{\"a\":", None),
        ("{\"a\": tr", None),
        ("{\"a\": 1,", None),
        ("{\"a\": \"\\u00", None),
        ("{", None),
    ] {
        assert_eq!(
            read_whole(text, AtEnd::Cut),
            Err(JsonError::Ended),
            "{text}"
        );
        let found = read_whole(text, AtEnd::Close).ok().map(|parsed| {
            assert_eq!(parsed.repairs, ["missing_brace"]);
            parsed.value
        });
        assert_eq!(found, closed, "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    for text in ["[".repeat(1 << 20), "{\"a\":".repeat(1 << 18)] {
        assert!(
            matches!(read_whole(&text, AtEnd::Close), Err(JsonError::Wrong { at, .. }) if at < 1000)
        );
    }
}

proptest! {
    /// What is read without repair is exactly what JSON is, and has the same value.
    #[test]
    fn agrees_with_serde(text in r#"[\[\]{}:,"'\\ntu0-9a-f.eE+ -]{0,24}|\{"[ab]":(1|"x"|\[\]|-0|1e2)(,"c":(true|null))?\}"#) {
        let expected = serde_json::from_str::<Value>(&text).ok();
        let found = read_whole(&text, AtEnd::Cut).ok().filter(|parsed| parsed.repairs.is_empty()).map(|parsed| parsed.value);
        prop_assert_eq!(found, expected);
    }
}

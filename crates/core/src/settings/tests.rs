use super::*;
use serde::Deserialize;

#[derive(Serialize, Deserialize)]
struct Config {
    tasks: u32,
    depths: Vec<u32>,
    condition: String,
    arms: Vec<String>,
    source: Value,
}

fn fields() -> [Field; 5] {
    let field = |key, kind| Field {
        key,
        title: key,
        help: "",
        kind,
    };
    [
        field("tasks", FieldKind::Count { min: 1, max: 100 }),
        field("depths", FieldKind::Counts { min: 1, max: 32 }),
        field(
            "condition",
            FieldKind::Choice {
                options: vec![("routing", ""), ("linear", "")],
            },
        ),
        field(
            "arms",
            FieldKind::Choices {
                options: vec![("free", ""), ("forced", "")],
            },
        ),
        field(
            "source",
            FieldKind::Files {
                names: &["tasks.json", "db.json"],
                max_bytes: 9,
                otherwise: "generated",
            },
        ),
    ]
}

fn changed(key: &str, value: &str) -> String {
    let config = Config {
        tasks: 60,
        depths: vec![1],
        condition: "routing".into(),
        arms: vec!["free".into()],
        source: "generated".into(),
    };
    match apply_setting(&config, &fields(), key, value) {
        Ok(config) => serde_json::to_string(&config)
            .unwrap()
            .replace(r#","source":"generated""#, ""),
        Err(error) => error.to_string(),
    }
}

#[test]
fn settings_are_taken_or_explained() {
    for (key, value, expected) in [
        (
            "tasks",
            "7",
            r#"{"tasks":7,"depths":[1],"condition":"routing","arms":["free"]}"#,
        ),
        (
            "depths",
            "2, 4",
            r#"{"tasks":60,"depths":[2,4],"condition":"routing","arms":["free"]}"#,
        ),
        (
            "condition",
            "linear",
            r#"{"tasks":60,"depths":[1],"condition":"linear","arms":["free"]}"#,
        ),
        (
            "task",
            "7",
            "unknown setting 'task'; did you mean 'tasks'? (settings: tasks, depths, condition, arms, source)",
        ),
        (
            "tasks",
            "0",
            "tasks must be a whole number from 1 to 100, not '0'",
        ),
        (
            "tasks",
            "-3",
            "tasks must be a whole number from 1 to 100, not '-3'",
        ),
        (
            "depths",
            "2,2",
            "depths must be different whole numbers from 1 to 32, with commas between them, not '2,2'",
        ),
        (
            "condition",
            "lin",
            "condition must be one of routing, linear, not 'lin'",
        ),
        (
            "arms",
            "forced, free",
            r#"{"tasks":60,"depths":[1],"condition":"routing","arms":["forced","free"]}"#,
        ),
        (
            "arms",
            "forced,forces",
            "arms must be different ones of free, forced, with commas between them, not 'forced,forces'",
        ),
        (
            "arms",
            "free,free",
            "arms must be different ones of free, forced, with commas between them, not 'free,free'",
        ),
        (
            "arms",
            "",
            "arms must be different ones of free, forced, with commas between them, not ''",
        ),
        (
            "source",
            r#"{"a":1}"#,
            r#"{"tasks":60,"depths":[1],"condition":"routing","arms":["free"],"source":{"a":1}}"#,
        ),
        (
            "source",
            "generated",
            r#"{"tasks":60,"depths":[1],"condition":"routing","arms":["free"]}"#,
        ),
        (
            "source",
            "[1]",
            "source must be generated, or a folder with tasks.json and db.json, not '[1]'",
        ),
    ] {
        assert_eq!(changed(key, value), expected);
    }
}

#[test]
fn a_file_is_held_to_what_could_have_been_typed() {
    for (config, bad) in [
        (
            json!({"tasks": 7, "depths": [2, 4], "arms": ["forced"]}),
            None,
        ),
        (json!({"tasks": 0}), Some("tasks")),
        (json!({"depths": []}), Some("depths")),
        (json!({"arms": []}), Some("arms")),
        (json!({"arms": ["free", "free"]}), Some("arms")),
        (json!({"arms": ["free", 1]}), Some("arms")),
        (json!({"arms": "free"}), Some("arms")),
        (json!({"source": "generated"}), None),
        (json!({"source": {"a": 1}}), None),
        (json!({"source": "elsewhere"}), Some("source")),
        (json!({"source": 7}), Some("source")),
    ] {
        let found = match check_config(&config, &fields()) {
            Err(SettingError::BadValue { key, .. }) => Some(key),
            _ => None,
        };
        assert_eq!(found.as_deref(), bad, "{config}");
    }
}

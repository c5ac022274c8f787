//! Tasks of the public retail benchmark, from a folder that `--set` names.

use anyhow::Result;
use faultline_tests::{Folder, call};
use serde_json::{Value, json};

/// The benchmark's two files with one customer, two orders and two tasks; the second task has no reference calls.
fn write_files(folder: &Folder) -> Result<()> {
    let address = json!({"address1": "1 Mill Lane", "address2": "", "city": "Boise", "country": "USA", "state": "ID", "zip": "83701"});
    let user = |id: &str, method: &str| {
        json!({
            "user_id": id, "name": {"first_name": "Ada", "last_name": "Moreau"}, "address": address,
            "email": format!("{id}@example.com"), "orders": ["#W1000001"],
            "payment_methods": {method: {"source": "paypal", "id": method}},
        })
    };
    let order = |id: &str, user: &str, method: &str| {
        json!({
            "order_id": id, "user_id": user, "address": address, "status": "pending", "fulfillments": [],
            "items": [{"name": "Kettle", "product_id": "1000000001", "item_id": "2000000001", "price": 40.5, "options": {}}],
            "payment_history": [{"transaction_type": "payment", "amount": 40.5, "payment_method_id": method}],
        })
    };
    let data = json!({
        "users": {"ada_1": user("ada_1", "paypal_1"), "ada_2": user("ada_2", "paypal_2")},
        "orders": {
            "#W1000001": order("#W1000001", "ada_1", "paypal_1"),
            "#W1000002": order("#W1000002", "ada_2", "paypal_2"),
        },
        "products": {},
    });
    let task = |id: &str, actions: Value| {
        json!({
            "id": id, "evaluation_criteria": {"actions": actions},
            "user_scenario": {"instructions": {"reason_for_call": "You want to cancel your pending order #W1000001."}},
        })
    };
    let actions = json!([
        {"name": "find_user_id_by_email", "arguments": {"email": "ada_1@example.com"}},
        {"name": "get_order_details", "arguments": {"order_id": "#W1000001"}},
        {"name": "cancel_pending_order", "arguments": {"order_id": "#W1000001", "reason": "no longer needed"}},
    ]);
    let tasks = json!([task("a", actions), task("b", json!([]))]);
    folder.write("tau/tasks.json", tasks.to_string())?;
    folder.write("tau/db.json", data.to_string())?;
    Ok(())
}

#[test]
fn a_trace_of_dropped_tasks_scores_without_their_files() -> Result<()> {
    let folder = Folder::new()?;
    std::fs::create_dir(folder.join("tau"))?;
    write_files(&folder)?;
    let run = "run --study boundary --model sim:ppm --set source=tau --out t.jsonl";
    call(folder.path(), run)?.done()?;
    std::fs::remove_dir_all(folder.join("tau"))?;

    let scored = call(folder.path(), "score t.jsonl --json")?;
    assert_eq!((scored.code, scored.err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&scored.out)?;
    let rows = report["report"]["tables"]["inclusion"]["rows"].as_array();
    let stays: Vec<(&str, u64)> = rows
        .into_iter()
        .flatten()
        .filter_map(|row| Some((row["rule"].as_str()?, row["tasks"].as_u64()?)))
        .collect();
    let expected = [
        ("all", 2),
        ("reference_actions", 1),
        ("site", 1),
        ("replay", 1),
        ("belief", 1),
        ("paired", 1),
    ];
    assert_eq!(stays, expected);
    let trace = String::from_utf8(folder.read("t.jsonl")?)?;
    let header = trace.lines().next().unwrap_or_default();
    assert!(
        header.contains("cancel your pending order") && !header.contains("tau"),
        "{header}"
    );
    Ok(())
}

#[test]
fn a_folder_that_can_t_be_read_is_named_with_file_and_cause() -> Result<()> {
    let folder = Folder::new()?;
    std::fs::create_dir(folder.join("tau"))?;
    let run = "run --study boundary --model sim:ppm --out t.jsonl --set source=";
    let says = |source: &str, code: i32, parts: &[&str]| -> Result<()> {
        let called = call(folder.path(), &format!("{run}{source}"))?;
        assert_eq!(called.code, Some(code), "{source}: {}", called.err);
        for part in parts {
            assert!(called.err.contains(part), "{part:?} in {}", called.err);
        }
        Ok(())
    };
    says(
        "nowhere",
        1,
        &[
            "source is generated, or a folder with tasks.json and db.json",
            "nowhere",
        ],
    )?;
    write_files(&folder)?;
    folder.write("tau/tasks.json", r#"[{"id": 1}]"#)?;
    says(
        "tau",
        2,
        &["tasks.json: missing field `user_scenario` at line 1 column 10"],
    )?;
    folder.write("tau/db.json", vec![b' '; (8 << 20) + 1])?;
    says("tau", 1, &["db.json", "it is longer than 8 MiB"])?;
    assert!(!folder.join("t.jsonl").exists(), "no trace is begun");
    Ok(())
}

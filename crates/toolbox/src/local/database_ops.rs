//! A small database.

use faultline_core::Property;
use serde_json::{Value, json};

use super::{LocalTool, figure, hundredths, one_of, tool};

const TABLES: [&str; 4] = ["staff", "stock", "sites", "vehicles"];
const COLUMNS: [&str; 3] = ["age", "cost", "rating"];
/// How many rows each table has; they are numbered from 101.
const ROWS: i64 = 9;

fn value(table: &str, column: &str, row: i64) -> i64 {
    figure("cell", &[table, column, &row.to_string()], 1, 99)
}

fn column(table: &str, name: &str) -> Vec<i64> {
    (101..101 + ROWS)
        .map(|row| value(table, name, row))
        .collect()
}

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    let table = || Property::choice(TABLES).described("The table.");
    let columns = |what: &str| Property::choice(COLUMNS).described(what);
    let record = || Property::integer(101, 100 + ROWS).described("The number of the record.");
    vec![
        tool(
            "database_ops",
            "aggregate_table",
            "Aggregates one column of a table over all its rows.",
            [
                ("table", table()),
                ("column", columns("The column.")),
                (
                    "function",
                    Property::choice(["sum", "mean", "max", "min"]).described("What is computed."),
                ),
            ],
            &[
                ("table", "the table"),
                ("column", "the column"),
                ("function", "what was computed"),
                ("value", "what came of it"),
                ("rows", "over how many rows"),
            ],
            |arguments| {
                let (table, name) = (arguments.text("table"), arguments.text("column"));
                let cells = column(table, name);
                let sum: i64 = cells.iter().sum();
                let value = match arguments.text("function") {
                    "sum" => json!(sum),
                    "mean" => hundredths(sum as f64 / ROWS as f64),
                    "max" => json!(cells.iter().max()),
                    _ => json!(cells.iter().min()),
                };
                Ok(json!({
                    "table": table, "column": name, "function": arguments.text("function"), "value": value,
                    "rows": ROWS,
                }))
            },
        ),
        tool(
            "database_ops",
            "lookup_record",
            "Looks up one record of a table by its number.",
            [("table", table()), ("record", record())],
            &[
                ("table", "the table"),
                ("record", "the number of the record"),
                ("age", "its age"),
                ("cost", "its cost"),
                ("rating", "its rating"),
            ],
            |arguments| {
                let (table, record) = (arguments.text("table"), arguments.integer("record"));
                let [age, cost, rating] = COLUMNS.map(|column| value(table, column, record));
                Ok(
                    json!({"table": table, "record": record, "age": age, "cost": cost, "rating": rating}),
                )
            },
        ),
        tool(
            "database_ops",
            "query_table",
            "Queries a table for the records whose column is at least a number.",
            [
                ("table", table()),
                ("column", columns("The column that is compared.")),
                (
                    "at_least",
                    Property::integer(0, 100).described("The least value."),
                ),
            ],
            &[
                ("table", "the table"),
                ("column", "the column that was compared"),
                ("at_least", "the least value"),
                ("records", "the numbers of the records, in order"),
                ("count", "how many they are"),
            ],
            |arguments| {
                let (table, name) = (arguments.text("table"), arguments.text("column"));
                let least = arguments.integer("at_least");
                let records: Vec<Value> = (101..101 + ROWS)
                    .filter(|row| value(table, name, *row) >= least)
                    .map(Value::from)
                    .collect();
                let count = records.len();
                Ok(json!({
                    "table": table, "column": name, "at_least": least, "records": records, "count": count,
                }))
            },
        ),
        tool(
            "database_ops",
            "validate_record",
            "Validates one record of a table against a named rule.",
            [
                ("table", table()),
                ("record", record()),
                (
                    "rule",
                    Property::choice(["complete", "unique", "in range"]).described("The rule."),
                ),
            ],
            &[
                ("table", "the table"),
                ("record", "the number of the record"),
                ("rule", "the rule"),
                ("is_valid", "whether the record keeps it"),
                ("finding", "what was found"),
                ("checks", "how many checks were made"),
            ],
            |arguments| {
                let (table, record) = (arguments.text("table"), arguments.integer("record"));
                let (rule, number) = (arguments.text("rule"), record.to_string());
                let words = [table, number.as_str(), rule];
                let is_valid = figure("valid", &words, 0, 1) == 1;
                let finding = match rule {
                    _ if is_valid => "nothing",
                    "complete" => one_of(
                        "finding",
                        &words,
                        &["age is empty", "cost is empty", "rating is empty"],
                    ),
                    "unique" => "the number stands twice",
                    _ => one_of(
                        "finding",
                        &words,
                        &["age is too high", "cost is below zero"],
                    ),
                };
                Ok(json!({
                    "table": table, "record": record, "rule": rule, "is_valid": is_valid, "finding": finding,
                    "checks": figure("checks", &words, 2, 12),
                }))
            },
        ),
    ]
}

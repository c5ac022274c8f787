//! Lists of numbers.

use faultline_core::Property;
use serde_json::{Value, json};

use super::{LocalTool, hundredths, tool};

fn list(numbers: &[f64]) -> Value {
    numbers.iter().map(|number| hundredths(*number)).collect()
}

pub(super) fn tools() -> Vec<LocalTool> {
    let items = || Property::numbers(-10_000, 10_000, 20).described("The list.");
    vec![
        tool(
            "list_ops",
            "filter_items",
            "Filters a list of numbers by comparing each with a threshold; the order stays.",
            [
                ("items", items()),
                (
                    "comparison",
                    Property::choice(["above", "below", "equal"]).described("Which numbers stay."),
                ),
                (
                    "threshold",
                    Property::number(-10_000, 10_000).described("What each is compared with."),
                ),
            ],
            &[
                ("comparison", "which numbers stayed"),
                ("threshold", "what each was compared with"),
                ("kept", "the numbers that stayed"),
                ("count", "how many they are"),
            ],
            |arguments| {
                let threshold = arguments.number("threshold");
                let comparison = arguments.text("comparison");
                let mut kept = arguments.numbers("items");
                kept.retain(|item| match comparison {
                    "above" => *item > threshold,
                    "below" => *item < threshold,
                    _ => (*item - threshold).abs() < 1e-9,
                });
                Ok(json!({
                    "comparison": comparison, "threshold": arguments.0["threshold"], "kept": list(&kept),
                    "count": kept.len(),
                }))
            },
        ),
        tool(
            "list_ops",
            "sort_items",
            "Sorts a list of numbers in one direction.",
            [
                ("items", items()),
                (
                    "order",
                    Property::choice(["ascending", "descending"]).described("The direction."),
                ),
            ],
            &[
                ("order", "the direction"),
                ("sorted", "the numbers in order"),
                (
                    "median",
                    "the middle one, of an even number the lower of two",
                ),
                ("count", "how many they are"),
            ],
            |arguments| {
                let order = arguments.text("order");
                let mut sorted = arguments.numbers("items");
                sorted.sort_by(f64::total_cmp);
                let median = sorted[(sorted.len().max(1) - 1) / 2];
                if order == "descending" {
                    sorted.reverse();
                }
                Ok(json!({
                    "order": order, "sorted": list(&sorted), "median": hundredths(median), "count": sorted.len(),
                }))
            },
        ),
    ]
}

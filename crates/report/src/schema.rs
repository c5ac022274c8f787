//! The JSON Schema of a report as other programs get it.

use serde_json::{Value, json};

/// The JSON Schema (2020-12) of what [`Report::to_json`](crate::Report::to_json) gives.
pub fn report_schema() -> Value {
    let report = object(&json!({
        "study": text("The study's name."),
        "app": text("The version of the program that made it."),
        "runs": list(&json!({ "$ref": "#/$defs/run" }), "What was measured: one entry a run."),
        "headline": text("The finding in a sentence with its numbers."),
        "notes": list(&json!({ "type": "string" }), "What the reader must know to read the numbers."),
        "tables": { "type": "object", "description": "By table id.", "additionalProperties": { "$ref": "#/$defs/table" } },
        "figures": { "type": "object", "description": "By figure id.", "additionalProperties": { "$ref": "#/$defs/figure" } },
    }));
    let mut whole = object(&json!({ "report": report }));
    whole["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    whole["title"] = json!("Faultline report");
    whole["$defs"] = json!({
        "run": run(), "table": table(), "cell": cell(), "rate": rate(), "sampled": sampled(),
        "figure": figure(), "series": series(), "mark": mark(),
    });
    whole
}

fn run() -> Value {
    object(&json!({
        "model": text("The model's name as the rows show it."),
        "simulated": { "type": "boolean", "description": "Whether the model is a simulated policy." },
        "condition": text("What was varied, as the rows show it."),
        "mode": text("How calls were made, as the rows show it."),
        "settings": text("The settings in words."),
        "tasks": count("Tasks that were begun."),
        "replies": count("Requests answered from what was stored."),
        "unmeasured": count("Requests without a usable reply."),
    }))
}

fn table() -> Value {
    let column = object(&json!({
        "id": text("Its name in files and in the rows."),
        "title": text("Its heading."),
        "help": text("What it holds, in a sentence; may be empty."),
    }));
    let row = json!({ "type": "object", "additionalProperties": { "$ref": "#/$defs/cell" } });
    object(&json!({
        "title": text("Its title."),
        "note": text("How to read it."),
        "columns": list(&column, "The columns in reading order."),
        "rows": list(&row, "The rows: cells by column id."),
    }))
}

fn cell() -> Value {
    let undefined = object(&json!({
        "value": { "type": "null" },
        "why": text("Why there is no value."),
    }));
    json!({
        "description": "Text, counts and plain numbers are bare; what has an interval, or no value, is an object.",
        "anyOf": [
            { "type": ["string", "number", "null"] }, { "$ref": "#/$defs/rate" }, { "$ref": "#/$defs/sampled" }, undefined,
        ],
    })
}

/// A number or a count that Markov chains sampled.
fn sampled() -> Value {
    object(&json!({
        "value": number("The value."),
        "sampled": { "type": "boolean", "description": "Always true: the same within Monte Carlo error only." },
    }))
}

fn rate() -> Value {
    let mut rate = object(&json!({
        "value": number("The estimate."),
        "n": count("How many observations it rests on."),
        "lo": number("The interval's lower end."),
        "hi": number("The interval's upper end."),
        "method": text("How value and interval were got, with the level."),
    }));
    rate["properties"]["sampled"] = json!({
        "type": "boolean",
        "description": "A Markov chain sampled it: the same within Monte Carlo error only.",
    });
    rate
}

fn figure() -> Value {
    let pair = |description: &str, second: &str| {
        json!({
            "type": ["array", "null"], "description": description,
            "prefixItems": [{ "type": "number" }, { "type": second }], "minItems": 2, "maxItems": 2,
        })
    };
    object(&json!({
        "id": text("Its name in files and addresses."),
        "title": text("The question it answers."),
        "reads_as": text("How to read it, in a sentence."),
        "method": text("How the numbers were got."),
        "kind": { "type": "string", "description": "The form.", "enum": ["curve", "interval", "bars", "strip", "scatter", "heatmap", "flow"] },
        "x_label": text("What runs along, with its unit."),
        "y_label": text("What is measured, with its unit."),
        "y_range": pair("Lower and upper end of the value axis, where honesty fixes it.", "number"),
        "reference": pair("A value to compare with, and its name.", "string"),
        "series": list(&json!({ "$ref": "#/$defs/series" }), "The series in reading order."),
    }))
}

fn series() -> Value {
    object(&json!({
        "label": text("Its name."),
        "role": {
            "type": "string", "description": "What it stands for.",
            "enum": ["teacher_forced", "free", "gold", "state", "derived", "fit", "unmeasured"],
        },
        "panel": text("The panel it is drawn in; empty where there is one."),
        "marks": list(&json!({ "$ref": "#/$defs/mark" }), "The marks."),
    }))
}

fn mark() -> Value {
    let maybe =
        |description: &str| json!({ "type": ["number", "null"], "description": description });
    object(&json!({
        "x": maybe("Where it stands on a numeric axis."),
        "label": text("Its name; may be empty."),
        "y": maybe("Its value; null where undefined, and note says why."),
        "lo": maybe("The interval's lower end."),
        "hi": maybe("The interval's upper end."),
        "n": count("Observations behind it."),
        "note": text("What else the reader must know; may be empty."),
    }))
}

/// An object with all of these members.
fn object(properties: &Value) -> Value {
    let names: Vec<&String> = properties
        .as_object()
        .into_iter()
        .flat_map(|members| members.keys())
        .collect();
    json!({ "type": "object", "properties": properties, "required": names })
}

fn list(items: &Value, description: &str) -> Value {
    json!({ "type": "array", "description": description, "items": items })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn count(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

/// A number that is written as null where it is not finite.
fn number(description: &str) -> Value {
    json!({ "type": ["number", "null"], "description": description })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Figure, FigureKind, Mark, Rate, Report, Role, Run, Series, Table};

    /// As much of the standard as this schema uses: the places that do not fit, as pointers.
    fn faults(schema: &Value, root: &Value, value: &Value, at: &str) -> Vec<String> {
        if let Some(name) = schema["$ref"].as_str() {
            return faults(root.pointer(&name[1..]).unwrap(), root, value, at);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let fits = choices
                .iter()
                .any(|choice| faults(choice, root, value, at).is_empty());
            return if fits {
                Vec::new()
            } else {
                vec![at.to_owned()]
            };
        }
        let kinds = match &schema["type"] {
            Value::String(kind) => vec![kind.as_str()],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => vec![],
        };
        let is = |kind: &str| match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "integer" => value.is_u64() || value.is_i64(),
            _ => value.is_number(),
        };
        let mut out = Vec::new();
        let listed = schema["enum"]
            .as_array()
            .is_none_or(|values| values.contains(value));
        if !listed || !kinds.iter().any(|kind| is(kind)) {
            out.push(at.to_owned());
        }
        for name in schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if value.is_object() && value.get(name).is_none() {
                out.push(format!("{at}/{name}"));
            }
        }
        for (name, member) in value.as_object().into_iter().flatten() {
            let own = schema["properties"]
                .get(name)
                .or(schema.get("additionalProperties"));
            match own {
                Some(own) => out.extend(faults(own, root, member, &format!("{at}/{name}"))),
                None => out.push(format!("{at}/{name} is not described")),
            }
        }
        for (place, item) in value.as_array().into_iter().flatten().enumerate() {
            let own = schema["prefixItems"].get(place).or(schema.get("items"));
            out.extend(own.map_or(vec![], |own| {
                faults(own, root, item, &format!("{at}/{place}"))
            }));
        }
        out
    }

    fn report() -> Report {
        let rate = Rate {
            value: 0.7,
            n: 60,
            lo: 0.6,
            hi: 0.8,
            method: "bootstrap".into(),
        };
        let columns = [
            "text",
            "count",
            "number",
            "p",
            "rate",
            "sampled",
            "diagnostic",
            "undefined",
        ]
        .map(|id| Column::new(id, id));
        let table = Table::new("t", "T", columns).with_row([
            Cell::text("a"),
            Cell::Count(1),
            Cell::number(0.5),
            Cell::PValue(8.9e-16),
            rate.clone().into(),
            Cell::from(rate).sampled(),
            Cell::number(1.001).sampled(),
            Cell::undefined("no step"),
        ]);
        let series = |role: Role| Series {
            label: "p".into(),
            role,
            panel: String::new(),
            marks: vec![
                Mark {
                    y: Some(0.5),
                    records: vec![3],
                    ..Mark::default()
                },
                Mark {
                    x: f64::NAN,
                    ..Mark::default()
                },
            ],
        };
        let figure = |(place, kind): (usize, FigureKind)| Figure {
            id: format!("f{place}"),
            title: "T".into(),
            reads_as: String::new(),
            method: String::new(),
            kind,
            x_label: String::new(),
            y_label: String::new(),
            y_range: (place == 0).then_some((0.0, 1.0)),
            reference: (place == 1).then_some((0.5, "chance".into())),
            series: Role::ALL.map(series).into(),
        };
        Report {
            study: "propagation".into(),
            runs: vec![Run::default()],
            notes: vec!["a".into()],
            tables: vec![table],
            figures: FigureKind::ALL
                .into_iter()
                .enumerate()
                .map(figure)
                .collect(),
            ..Report::default()
        }
    }

    #[test]
    fn a_report_of_everything_fits() {
        let schema = report_schema();
        let value = report().to_json();
        assert_eq!(faults(&schema, &schema, &value, ""), Vec::<String>::new());
        assert_eq!(
            value.pointer("/report/tables/t/rows/0/undefined"),
            Some(&json!({ "value": null, "why": "no step" }))
        );
        assert_eq!(
            value.pointer("/report/tables/t/rows/0/sampled/sampled"),
            Some(&json!(true))
        );
        assert_eq!(
            value.pointer("/report/figures/f0/series/0/marks/0/records"),
            None,
            "places of records stay inside"
        );
    }

    #[test]
    fn what_does_not_fit_is_found() {
        let schema = report_schema();
        for (pointer, wrong) in [
            ("/report/headline", json!(1)),
            ("/report/tables/t/rows/0/rate", json!({ "value": 1.0 })),
            ("/report/figures/f0/kind", json!("pie")),
            ("/report/figures/f0/series/0/marks/0/n", json!(-0.5)),
            ("/report/runs/0", json!({})),
        ] {
            let mut value = report().to_json();
            *value.pointer_mut(pointer).unwrap() = wrong;
            assert!(
                !faults(&schema, &schema, &value, "").is_empty(),
                "{pointer}"
            );
        }
    }
}

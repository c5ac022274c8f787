//! Reports as JSON for other programs.

use serde_json::{Map, Value, json};

use crate::{Cell, Rate, Report, Table};

impl Report {
    /// The report as `{"report": …}`: tables and figures by id; the form that `faultline schema report` describes.
    pub fn to_json(&self) -> Value {
        let tables: Map<String, Value> = self
            .tables
            .iter()
            .map(|table| (table.id.clone(), table.to_json()))
            .collect();
        let figures: Map<String, Value> = self
            .figures
            .iter()
            .map(|figure| {
                (
                    figure.id.clone(),
                    serde_json::to_value(figure).unwrap_or_default(),
                )
            })
            .collect();
        json!({ "report": {
            "study": self.study, "app": self.app, "runs": self.runs, "headline": self.headline,
            "notes": self.notes, "tables": tables, "figures": figures,
        }})
    }
}

impl Table {
    /// The table as `{"title", "note", "columns", "rows"}`, each row an object by column id.
    pub fn to_json(&self) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let cells = self
                    .columns
                    .iter()
                    .zip(row)
                    .map(|(column, cell)| (column.id.clone(), cell_json(cell)));
                Value::Object(cells.collect())
            })
            .collect();
        json!({ "title": self.title, "note": self.note, "columns": self.columns, "rows": rows })
    }
}

fn cell_json(cell: &Cell) -> Value {
    let rate_json = |rate: &Rate| json!({"value": rate.value, "n": rate.n, "lo": rate.lo, "hi": rate.hi, "method": rate.method.text()});
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Count(count) => json!(count),
        Cell::Number { value, .. } | Cell::PValue(value) => json!(value),
        Cell::Rate(rate) => rate_json(rate),
        Cell::Sampled(cell) => {
            let mut value = match cell_json(cell) {
                Value::Object(object) => Value::Object(object),
                bare => json!({ "value": bare }),
            };
            value["sampled"] = json!(true);
            value
        }
        Cell::Undefined { why } => json!({"value": null, "why": why}),
    }
}

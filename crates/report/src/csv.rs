//! Tables as CSV (RFC 4180).

use std::fmt::Write as _;

use crate::{Cell, Table};

impl Table {
    /// The table as CSV with a header row; lines end in a line feed.
    ///
    /// A column in which any cell has an interval becomes five: the value and its n, lo, hi and method. An undefined cell
    /// is an empty value, its reason in the method column where there is one.
    pub fn to_csv(&self) -> String {
        let wide: Vec<bool> = (0..self.columns.len())
            .map(|column| {
                self.rows
                    .iter()
                    .any(|row| matches!(row[column], Cell::Rate(_) | Cell::Sampled(_)))
            })
            .collect();
        let mut out = String::new();
        let header = self.columns.iter().zip(&wide).flat_map(|(column, wide)| {
            let parts: &[&str] = if *wide {
                &["", "_n", "_lo", "_hi", "_method"]
            } else {
                &[""]
            };
            parts.iter().map(move |part| format!("{}{part}", column.id))
        });
        write_line(&mut out, header);
        for row in &self.rows {
            write_line(
                &mut out,
                row.iter()
                    .zip(&wide)
                    .flat_map(|(cell, wide)| cell_fields(cell, *wide)),
            );
        }
        out
    }
}

fn cell_fields(cell: &Cell, wide: bool) -> Vec<String> {
    let mut fields = match cell {
        Cell::Text(text) => vec![text.clone()],
        Cell::Count(count) => vec![count.to_string()],
        Cell::Number { value, .. } => vec![value.to_string()],
        Cell::Rate(rate) | Cell::Sampled(rate) => {
            return vec![
                rate.value.to_string(),
                rate.n.to_string(),
                rate.lo.to_string(),
                rate.hi.to_string(),
                rate.method.clone(),
            ];
        }
        Cell::Undefined { why } if wide => {
            return vec![
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                format!("undefined: {why}"),
            ];
        }
        Cell::Undefined { .. } => vec![String::new()],
    };
    if wide {
        fields.resize(5, String::new());
    }
    fields
}

fn write_line(out: &mut String, fields: impl Iterator<Item = String>) {
    for (place, field) in fields.enumerate() {
        if place > 0 {
            out.push(',');
        }
        // A spreadsheet takes a leading =, +, - or @ for a formula; a number may start with a minus.
        let formula = field.starts_with(['=', '+', '@', '\t', '\r'])
            || (field.starts_with('-') && field.parse::<f64>().is_err());
        let field = if formula { format!("'{field}") } else { field };
        if field.contains([',', '"', '\n', '\r']) {
            // Writing to a string can't fail.
            write!(out, "\"{}\"", field.replace('"', "\"\"")).unwrap_or_default();
        } else {
            out.push_str(&field);
        }
    }
    out.push('\n');
}

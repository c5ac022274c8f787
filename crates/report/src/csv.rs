//! Tables as CSV (RFC 4180).

use std::borrow::Cow;

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
                    .filter_map(|row| row.get(column))
                    .any(|cell| matches!(cell.inner(), Cell::Rate(_)))
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
    let mut fields = match cell.inner() {
        Cell::Text(text) => vec![text.clone()],
        Cell::Count(count) => vec![count.to_string()],
        Cell::Number { value, .. } | Cell::PValue(value) => vec![value.to_string()],
        Cell::Rate(rate) => {
            return vec![
                rate.value.to_string(),
                rate.n.to_string(),
                rate.lo.to_string(),
                rate.hi.to_string(),
                rate.method.text(),
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
        Cell::Undefined { .. } | Cell::Sampled(_) => vec![String::new()],
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
            || field.strip_prefix('-').is_some_and(|rest| !is_plain(rest));
        let field = if formula { format!("'{field}") } else { field };
        out.push_str(&csv_field(&field));
    }
    out.push('\n');
}

/// A value as a field of a CSV file: between quotes where a reader could take it apart at whatever separates its fields.
pub fn csv_field(value: &str) -> Cow<'_, str> {
    if value.contains([',', ';', '\t', '"', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\"")).into()
    } else {
        value.into()
    }
}

/// Whether these are digits, with a point between them at most.
fn is_plain(number: &str) -> bool {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    [whole, fraction]
        .iter()
        .all(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Column, Rate, Table};

    fn check(columns: &[&str], row: Vec<Cell>, line: &str) {
        let columns = columns.iter().map(|id| Column::new(id, id));
        let csv = Table::new("t", "T", columns).with_row(row).to_csv();
        let (_, rows) = csv.split_once('\n').unwrap();
        assert_eq!(rows, format!("{line}\n"));
    }

    #[test]
    fn a_field_that_could_be_misread_is_guarded() {
        for (text, field) in [
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("say \"no\"", "\"say \"\"no\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("a;b", "\"a;b\""),
            ("=1+1", "'=1+1"),
            ("@here", "'@here"),
            ("+1", "'+1"),
            ("-1", "-1"),
            ("-x", "'-x"),
            ("", ""),
        ] {
            check(
                &["a", "b"],
                vec![Cell::text(text), Cell::Count(1)],
                &format!("{field},1"),
            );
        }
    }

    #[test]
    fn a_column_with_an_interval_has_five() {
        let rate = Rate {
            value: 0.25,
            n: 8,
            lo: 0.1,
            hi: 0.5,
            method: "exact, 95%".into(),
        };
        let table = Table::new(
            "t",
            "T",
            [Column::new("p", "p"), Column::new("note", "Note")],
        )
        .with_row([rate.clone().into(), Cell::text("x")])
        .with_row([Cell::undefined("no step")])
        .with_row([Cell::from(rate).sampled(), Cell::number(-0.5)]);
        assert_eq!(
            table.to_csv(),
            "p,p_n,p_lo,p_hi,p_method,note\n\
             0.25,8,0.1,0.5,\"exact, 95%\",x\n\
             ,,,,undefined: no step,\n\
             0.25,8,0.1,0.5,\"exact, 95%\",-0.5\n"
        );
    }

    #[test]
    fn a_row_that_is_too_short_is_written_as_it_is() {
        let table = Table {
            rows: vec![vec![Cell::Count(1)]],
            ..Table::new("t", "T", [Column::new("a", "A"), Column::new("b", "B")])
        };
        assert_eq!(table.to_csv(), "a,b\n1\n");
    }
}

//! Tables as Markdown and as plain text for a terminal.

use crate::{Cell, Rate, Table, interval_text, number_text, visible_text};

impl Cell {
    /// The cell as a reader sees it.
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Number { value, digits } => number_text(*value, *digits),
            Self::PValue(p) if *p > 0.0 && *p < 0.001 => format!("{p:.1e}"),
            Self::PValue(p) => number_text(*p, 3),
            Self::Sampled(cell) => cell.to_text(),
            Self::Rate(rate) => format!("{} {}", number_text(rate.value, 3), rate.interval_text()),
            Self::Undefined { why } => format!("undefined ({why})"),
        }
    }
}

impl Rate {
    /// The interval in square brackets. One without width says nothing of how sure the value is: in its place stands what is beside it,
    /// in round ones.
    pub fn interval_text(&self) -> String {
        match self
            .method
            .beside
            .as_ref()
            .filter(|_| self.lo.total_cmp(&self.hi).is_eq())
        {
            Some(words) => format!("({words})"),
            None => interval_text(self.lo, self.hi, 3),
        }
    }
}

impl Table {
    /// The table in GitHub's Markdown.
    pub fn to_markdown(&self) -> String {
        let escape = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut out = line(
            self.columns
                .iter()
                .map(|column| escape(&column.title))
                .collect(),
        );
        out.push_str(&line(
            self.columns.iter().map(|_| "---".to_owned()).collect(),
        ));
        for row in &self.rows {
            out.push_str(&line(
                row.iter().map(|cell| escape(&cell.to_text())).collect(),
            ));
        }
        out
    }

    /// The table for a terminal: columns aligned, the title above, the note below.
    pub fn to_plain(&self) -> String {
        let mut rows = vec![
            self.columns
                .iter()
                .map(|column| column.title.clone())
                .collect::<Vec<_>>(),
        ];
        rows.extend(self.rows.iter().map(|row| {
            row.iter()
                .map(|cell| visible_text(&cell.to_text()))
                .collect()
        }));
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                rows.iter()
                    .filter_map(|row: &Vec<String>| row.get(column))
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut out = format!("{}\n", self.title);
        for row in &rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let pad = width - cell.chars().count();
                line.push_str("  ");
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', pad));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        if !self.note.is_empty() {
            out.push_str("  ");
            out.push_str(&self.note);
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Column, How, Rate, Table};

    fn table() -> Table {
        let rate = Rate {
            value: -0.1764,
            n: 60,
            lo: -0.25,
            hi: 0.0,
            method: "bootstrap".into(),
        };
        Table::new(
            "t",
            "Loss",
            [
                Column::new("model", "Model"),
                Column::new("loss", "Loss | L"),
            ],
        )
        .noted("A row is a model.")
        .with_row([Cell::text("a|b\nc"), rate.into()])
        .with_row([Cell::text("long model name"), Cell::undefined("no step")])
    }

    #[test]
    fn markdown_keeps_its_columns() {
        assert_eq!(
            table().to_markdown(),
            "| Model | Loss \\| L |\n| --- | --- |\n\
             | a\\|b c | −0.176 [−0.250, 0.000] |\n\
             | long model name | undefined (no step) |\n"
        );
    }

    #[test]
    fn an_interval_without_width_gives_way_to_what_is_said_of_it() {
        let undefined = "percentile bootstrap over tasks, 89%; undefined in 3 of 1000 resamples";
        for (hi, beside, text) in [
            (
                0.0,
                Some("exact binomial [0.000, 0.027]"),
                "0.000 (exact binomial [0.000, 0.027])",
            ),
            (
                0.0,
                Some("few tasks or no variation: read with care"),
                "0.000 (few tasks or no variation: read with care)",
            ),
            (0.0, None, "0.000 [0.000, 0.000]"),
            (
                0.1,
                Some("few tasks or no variation: read with care"),
                "0.000 [0.000, 0.100]",
            ),
        ] {
            let rate = Rate {
                value: 0.0,
                n: 107,
                lo: 0.0,
                hi,
                method: How {
                    words: undefined.into(),
                    beside: beside.map(ToOwned::to_owned),
                },
            };
            assert_eq!(Cell::from(rate.clone()).to_text(), text);
            // JSON has one text.
            let after = beside.map(|words| format!("; {words}")).unwrap_or_default();
            let written = serde_json::to_value(&rate).unwrap();
            assert_eq!(written["method"], format!("{undefined}{after}"));
        }
    }

    #[test]
    fn plain_text_lines_up() {
        let text = Table {
            rows: table().rows.split_off(1),
            ..table()
        }
        .to_plain();
        assert_eq!(
            text,
            "Loss\n  Model            Loss | L\n  long model name  undefined (no step)\n  A row is a model.\n"
        );
        assert_eq!(
            Table::new("t", "T", [Column::new("a", "A"), Column::new("b", "B")])
                .with_row([
                    Cell::text("\u{1b}]0;x\u{7}\n\u{9b}2J\u{202e}"),
                    Cell::Count(1)
                ])
                .to_plain(),
            "T\n  A                                  B\n  \\u{1b}]0;x\\u{7}\\n\\u{9b}2J\\u{202e}  1\n",
            "no cell drives the terminal"
        );
        assert_eq!(
            Table::default().to_plain(),
            "\n\n",
            "a table without columns has nothing to line up"
        );
    }
}

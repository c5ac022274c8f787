//! Result files into tallies, and reports looked into.

use std::path::{Path, PathBuf};

use faultline_injection::{LabelColumns, ResultColumns, RunKey, Tally};
use faultline_report::{Cell, Rate, Report, Table};
use faultline_traces::{CsvEvent, CsvReader};

/// Reads a result file or a label file into a tally, and gives its problems as `line column: cause`.
pub(crate) fn add(tally: &mut Tally, bytes: &[u8]) -> Vec<String> {
    let mut reader = CsvReader::new();
    let mut events = reader.push(bytes);
    events.extend(reader.finish());
    let mut problems = Vec::new();
    let mut results = None;
    let mut labels = None;
    for event in events {
        match event {
            CsvEvent::Header { columns } => {
                results = ResultColumns::new(&columns);
                if results.is_none() {
                    labels = Some(LabelColumns::new(&columns).unwrap());
                }
            }
            CsvEvent::Row { line, fields } => {
                if let Some(labels) = &labels {
                    match labels.label(&fields) {
                        Ok(Some(label)) => tally.add_label(label),
                        Ok(None) => {}
                        Err(bad) => problems.push(format!("{line} {}: {}", bad.column, bad.cause)),
                    }
                    continue;
                }
                match results.as_ref().unwrap().row(&fields) {
                    Ok(row) => {
                        for bad in &row.problems {
                            problems.push(format!("{line} {}: {}", bad.column, bad.cause));
                        }
                        tally
                            .add(&RunKey::imported(&row.model), line, row.evidence)
                            .unwrap();
                    }
                    Err(bad) => problems.push(format!("{line} {}: {}", bad.column, bad.cause)),
                }
            }
            CsvEvent::Problem { line, cause } => problems.push(format!("{line} {cause}")),
        }
    }
    problems
}

/// The tally of some released files; `None`, and a word about it, where they are not there.
pub(crate) fn released(files: &[&str]) -> Option<Tally> {
    let home: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus/agentprop");
    let mut tally = Tally::default();
    for file in files {
        let Ok(bytes) = std::fs::read(home.join(file)) else {
            use std::io::Write as _;
            let message = format!(
                "\n*** SKIPPED: no released results at {} ***\n",
                home.display()
            );
            std::io::stderr().write_all(message.as_bytes()).unwrap();
            return None;
        };
        assert_eq!(add(&mut tally, &bytes), [""; 0], "{file}");
    }
    Some(tally)
}

/// The first row of a table whose cells under some columns are these texts.
#[track_caller]
pub(crate) fn row<'r>(report: &'r Report, table: &str, wanted: &[(&str, &str)]) -> Row<'r> {
    let table = report
        .tables
        .iter()
        .find(|known| known.id == table)
        .unwrap();
    let is_wanted = |row: &Row<'_>| {
        wanted
            .iter()
            .all(|(column, text)| matches!(row.cell(column), Cell::Text(found) if found == text))
    };
    let mut rows = table.rows.iter().map(|cells| Row { table, cells });
    rows.find(is_wanted)
        .unwrap_or_else(|| panic!("no row {wanted:?} in {}", table.id))
}

/// A row of a table, by column.
#[derive(Clone, Copy)]
pub(crate) struct Row<'r> {
    table: &'r Table,
    cells: &'r [Cell],
}

impl<'r> Row<'r> {
    #[track_caller]
    pub(crate) fn cell(&self, column: &str) -> &'r Cell {
        let place = self
            .table
            .columns
            .iter()
            .position(|known| known.id == column);
        &self.cells[place.unwrap_or_else(|| panic!("no column {column} in {}", self.table.id))]
    }

    #[track_caller]
    pub(crate) fn rate(&self, column: &str) -> &'r Rate {
        let Cell::Rate(rate) = self.cell(column) else {
            panic!("{column} is {:?}", self.cell(column))
        };
        rate
    }

    /// A rate in per cent, with one digit, as papers print it.
    #[track_caller]
    pub(crate) fn percent(&self, column: &str) -> String {
        printed(self.rate(column).value * 100.0, 1)
    }

    #[track_caller]
    pub(crate) fn count(&self, column: &str) -> u64 {
        let Cell::Count(count) = self.cell(column) else {
            panic!("{column} is {:?}", self.cell(column))
        };
        *count
    }

    #[track_caller]
    pub(crate) fn why(&self, column: &str) -> &'r str {
        let Cell::Undefined { why } = self.cell(column) else {
            panic!("{column} is {:?}", self.cell(column))
        };
        why
    }
}

/// A number with so many digits, rounded as people do.
pub(crate) fn printed(value: f64, digits: usize) -> String {
    let nudge = value.signum() * 1e-9;
    format!("{:.digits$}", value + nudge)
}

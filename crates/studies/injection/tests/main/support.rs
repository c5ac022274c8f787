//! Result files into tallies, and reports looked into.

use std::path::{Path, PathBuf};

use faultline_injection::{LabelColumns, ResultColumns, RunKey, Tally};
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

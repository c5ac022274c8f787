//! People's labels: read from files and written to them, and how far annotators agree.

use std::{collections::BTreeMap, ops::Bound};

use faultline_injection::{LabelColumns, write_labels};
use faultline_stats::{Level, kappa};
use serde::{Deserialize, Serialize};

use crate::{
    Judgement, Label, LabelError, Problem, Question, Session,
    table::{Table, TableKind},
};

/// How far two annotators agree beyond chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// One annotator.
    pub first: String,
    /// The other, later in the order of names.
    pub second: String,
    /// Answers of which both can tell.
    pub n: u64,
    /// On how many of them they say the same.
    pub same: u64,
    /// Cohen's kappa with the ends of its 95% interval by the delta method; absent where chance agreement is 1, or n is 0.
    pub kappa: Option<(f64, f64, f64)>,
}

/// Labels as a file that any spreadsheet can fill.
pub fn label_file(labels: &[Label]) -> String {
    write_labels(labels)
}

/// The labels in a file, and what can't be read of it.
///
/// # Errors
/// It is no label file.
pub fn read_labels(name: &str, bytes: &[u8]) -> Result<(Vec<Label>, Vec<Problem>), LabelError> {
    let mut session = Session::new();
    session.open(name);
    session.feed(bytes);
    let report = session.close();
    let table = session.tables().next();
    match table.filter(|table| table.kind == TableKind::Labels) {
        Some(table) => {
            let (labels, mut problems) = labels_of(table)?;
            problems.extend(report.problems);
            problems.sort_by_key(|problem| problem.line);
            Ok((labels, problems))
        }
        None => Err(LabelError {
            column: "case".into(),
            cause: format!("{name} is no label file: it needs the columns case, annotator, label"),
        }),
    }
}

/// The labels of a table, and the rows that are none.
pub(crate) fn labels_of(table: &Table) -> Result<(Vec<Label>, Vec<Problem>), LabelError> {
    let columns = LabelColumns::new(&table.columns)?;
    let (mut labels, mut problems) = (Vec::new(), Vec::new());
    for (line, row) in &table.rows {
        match columns.label(row) {
            Ok(label) => labels.extend(label),
            Err(error) => problems.push(Problem {
                line: Some(*line),
                cause: error.to_string(),
            }),
        }
    }
    Ok((labels, problems))
}

/// Every two annotators of a question, by their names. An answer of which one of them can't tell is left out.
pub fn agreements(labels: &[Label], question: Question) -> Vec<Agreement> {
    let mut said: BTreeMap<&str, BTreeMap<&str, bool>> = BTreeMap::new();
    for label in labels.iter().filter(|label| label.question == question) {
        let known = said.entry(&label.annotator).or_default();
        if let Some(verdict) = label.label.verdict() {
            known.insert(&label.case, verdict);
        }
    }
    let mut all = Vec::new();
    for (first, firsts) in &said {
        let later = (Bound::Excluded(*first), Bound::Unbounded);
        for (second, seconds) in said.range::<str, _>(later) {
            let mut table = [[0_u64; 2]; 2];
            for (case, one) in firsts {
                if let Some(other) = seconds.get(case) {
                    table[usize::from(!one)][usize::from(!other)] += 1;
                }
            }
            all.push(Agreement {
                first: (*first).into(),
                second: (*second).into(),
                n: table.iter().flatten().sum(),
                same: table[0][0] + table[1][1],
                kappa: kappa(&table).map(|kappa| {
                    let interval = kappa.interval(Level::NINETY_FIVE);
                    (kappa.value, interval.lo, interval.hi)
                }),
            });
        }
    }
    all
}

/// A label that says this of an answer.
pub fn label_of(case: &str, question: Question, annotator: &str, said: Judgement) -> Label {
    Label {
        case: case.into(),
        question,
        annotator: annotator.into(),
        label: said,
        note: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(annotator: &str, said: &str) -> Vec<Label> {
        let said = said.chars().enumerate();
        said.map(|(place, said)| {
            let said = match said {
                'y' => Judgement::Correct,
                'n' => Judgement::Incorrect,
                _ => Judgement::Unclear,
            };
            label_of(&format!("c{place}"), Question::Answer, annotator, said)
        })
        .collect()
    }

    #[test]
    fn kappa_is_of_answers_of_which_both_can_tell() {
        for (first, second, n, same, value) in [
            // Of 5 clear ones 4 alike; by chance 3/5 · 2/5 + 2/5 · 3/5 = 12/25: (20 − 12) / (25 − 12).
            ("yynnyu", "yynnnn", 5, 4, Some(8.0 / 13.0)),
            ("yn", "ny", 2, 0, Some(-1.0)),
            ("yy", "yy", 2, 2, None),
            ("uu", "yn", 0, 0, None),
        ] {
            let all = [labels("B", second), labels("A", first)].concat();
            let found = agreements(&all, Question::Answer);
            let [found] = found.as_slice() else {
                panic!("{found:?}")
            };
            assert_eq!(
                (
                    found.first.as_str(),
                    found.second.as_str(),
                    found.n,
                    found.same
                ),
                ("A", "B", n, same)
            );
            let kappa = found.kappa.map(|(value, ..)| value);
            assert_eq!(kappa.is_some(), value.is_some(), "{first} {second}");
            if let (Some(kappa), Some(value)) = (kappa, value) {
                assert!((kappa - value).abs() < 1e-12, "{kappa} is not {value}");
            }
        }
    }

    #[test]
    fn a_label_file_is_read_as_it_was_written() {
        let labels = labels("Ada, Lady", "ynu");
        let file = label_file(&labels);
        assert_eq!(
            read_labels("l.csv", file.as_bytes()).unwrap(),
            (labels, vec![])
        );
        let bad = "case;annotator;label\nx;A;y\ny;A;maybe\n";
        let (read, problems) = read_labels("l.csv", bad.as_bytes()).unwrap();
        assert_eq!((read.len(), problems.len()), (1, 1));
        assert_eq!(problems[0].line, Some(3));
        assert!(problems[0].cause.contains("column label"), "{problems:?}");
        assert!(read_labels("l.csv", b"{}\n").is_err());
        assert!(read_labels("l.csv", b"case,annotator\nx,A\n").is_err());
    }
}

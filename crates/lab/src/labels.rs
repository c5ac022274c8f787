//! People's labels: read from files and written to them, and how far annotators agree.

use std::{collections::BTreeMap, ops::Bound};

use faultline_injection::{LabelColumns, kappa_by_task, write_labels};
use serde::{Deserialize, Serialize};

use crate::{
    AnswerView, Judgement, Label, LabelError, Problem, Question, Session,
    problems::Problems,
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
    /// Cohen's kappa with the ends of its 95% interval, as a report has them: by a percentile bootstrap over tasks. Absent where chance
    /// agreement is 1, or n is 0.
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
            // What has no line counts the rest, and stands last.
            problems.sort_by_key(|problem| problem.line.unwrap_or(u64::MAX));
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
    let (mut labels, mut problems) = (Vec::new(), Problems::default());
    for (line, row) in &table.rows {
        match columns.label(row) {
            Ok(label) => labels.extend(label),
            Err(error) => problems.push(Some(*line), error.to_string()),
        }
    }
    Ok((labels, problems.told()))
}

/// Every two annotators of a question, by their names. An answer of which one of them can't tell is left out, and whoever says two
/// things of one answer can't tell. Answers of one task are resampled together; one that is not among `answers` is a task by itself.
pub fn agreements(labels: &[Label], answers: &[AnswerView], question: Question) -> Vec<Agreement> {
    let tasks: BTreeMap<&str, &str> = answers
        .iter()
        .map(|answer| (answer.case.as_str(), answer.task.as_str()))
        .collect();
    let mut said: BTreeMap<&str, BTreeMap<&str, Judgement>> = BTreeMap::new();
    for label in labels.iter().filter(|label| label.question == question) {
        let known = said.entry(&label.annotator).or_default();
        known
            .entry(&label.case)
            .and_modify(|known| {
                if *known != label.label {
                    *known = Judgement::Unclear;
                }
            })
            .or_insert(label.label);
    }
    let mut all = Vec::new();
    for (first, firsts) in &said {
        let later = (Bound::Excluded(*first), Bound::Unbounded);
        for (second, seconds) in said.range::<str, _>(later) {
            let mut by_task: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
            for (case, one) in firsts {
                let other = seconds.get(case).and_then(|other| other.verdict());
                if let Some((one, other)) = one.verdict().zip(other) {
                    let task = tasks.get(case).copied().unwrap_or(case);
                    let place = 2 * usize::from(!one) + usize::from(!other);
                    by_task.entry(task).or_default()[place] += 1;
                }
            }
            let rows: Vec<[u32; 4]> = by_task.into_values().collect();
            let sum = |places: &[usize]| -> u64 {
                let counts = rows
                    .iter()
                    .flat_map(|row| places.iter().map(|place| row[*place]));
                counts.map(u64::from).sum()
            };
            let found = kappa_by_task(&rows);
            all.push(Agreement {
                first: (*first).into(),
                second: (*second).into(),
                n: sum(&[0, 1, 2, 3]),
                same: sum(&[0, 3]),
                kappa: found
                    .value
                    .zip(found.interval)
                    .map(|(value, interval)| (value, interval.lo, interval.hi)),
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
    use faultline_report::Cell;

    use super::*;
    use crate::ScoreOptions;

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
            let found = agreements(&all, &[], Question::Answer);
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

    /// Who says two things of one answer can't tell, in whatever order they are said.
    #[test]
    fn contradictions_are_unclear() {
        let twice = [
            labels("A", "yynn"),
            labels("A", "y"),
            labels("A", "n"),
            labels("B", "yynn"),
        ]
        .concat();
        let mut turned = twice.clone();
        turned.reverse();
        for all in [twice, turned] {
            let found = agreements(&all, &[], Question::Answer);
            assert_eq!((found.len(), found[0].n, found[0].same), (1, 3, 3));
        }
    }

    /// Kappa as labels arrive is that of the report, ends and all: answers of one task are resampled together.
    #[test]
    fn kappa_is_that_of_the_report() {
        let mut results =
            String::from("model,task_id,final_answer,ground_truth,ensemble_correct\n");
        for task in 0..15 {
            for model in ["a", "b", "c"] {
                let row = format!("{model},t{task:02},Answer {task}.,Answer.,True\n");
                results.push_str(&row);
            }
        }
        let mut session = Session::new();
        session.replace("r.csv", results.as_bytes());
        let answers = session.score(&ScoreOptions::default()).unwrap().answers();
        assert_eq!(answers.len(), 45);
        let mut all = Vec::new();
        for (place, answer) in answers.iter().enumerate() {
            let task = answer
                .task
                .trim_start_matches('t')
                .parse::<usize>()
                .unwrap();
            let first = if task % 2 == 0 {
                Judgement::Correct
            } else {
                Judgement::Incorrect
            };
            let second = match (task % 5, place % 7) {
                (0, _) => Judgement::Incorrect,
                (_, 0) => Judgement::Unclear,
                _ => first,
            };
            all.push(label_of(&answer.case, Question::Answer, "A", first));
            all.push(label_of(&answer.case, Question::Answer, "B", second));
        }
        all.push(label_of(
            &answers[3].case,
            Question::Answer,
            "A",
            Judgement::Unclear,
        ));
        let page = agreements(&all, &answers, Question::Answer);
        session.replace("l.csv", label_file(&all).as_bytes());
        let report = session.score(&ScoreOptions::default()).unwrap().report;
        let table = report.tables.iter().find(|table| table.id == "judges");
        let row = table
            .unwrap()
            .rows
            .iter()
            .find(|row| row[0] == Cell::text("A"));
        let Cell::Rate(rate) = &row.unwrap()[3] else {
            panic!("{row:?}")
        };
        assert_eq!(page[0].kappa, Some((rate.value, rate.lo, rate.hi)));
        assert_eq!(page[0].n, rate.n);
        // Tasks matter to it.
        let alone = agreements(&all, &[], Question::Answer);
        assert_ne!(alone[0].kappa, page[0].kappa);
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

//! People's labels: read from files and written to them, and how far annotators agree.

use std::{collections::BTreeMap, ops::Bound};

use faultline_injection::{Judgement, kappa_by_task, write_labels};
use faultline_report::csv_field;
use faultline_stats::{Level, kappa};
use serde::{Deserialize, Serialize};

use crate::{
    Label, LabelError, LabelItem, Problem, QuestionInfo, Session, UNCLEAR,
    problems::{Problems, failures},
    study::ScoreProblem,
    table::{Table, TableKind},
};

/// How far two annotators agree beyond chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// One annotator.
    pub first: String,
    /// The other, later in the order of names.
    pub second: String,
    /// Items of which both can tell.
    pub n: u64,
    /// On how many of them they say the same.
    pub same: u64,
    /// Cohen's kappa with the ends of its 95% interval, as a report has them. Absent where chance agreement is 1, or n is 0.
    pub kappa: Option<(f64, f64, f64)>,
}

/// The most options that a question can have.
const MOST_OPTIONS: usize = 8;

/// Labels as a file that any spreadsheet can fill; empty where there is none.
pub fn label_file(labels: &[Label]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let of_answers: Option<Vec<_>> = labels.iter().map(of_an_answer).collect();
    match of_answers {
        Some(of_answers) => write_labels(&of_answers),
        None => perturbation_file(labels),
    }
}

/// The label as one of an answer; none where another study asks the question.
fn of_an_answer(label: &Label) -> Option<faultline_injection::Label> {
    use faultline_injection::Question;
    let all = [Question::Answer, Question::Fabrication];
    let judgements = [Judgement::Correct, Judgement::Incorrect, Judgement::Unclear];
    Some(faultline_injection::Label {
        case: label.case.clone(),
        question: all
            .into_iter()
            .find(|question| question.name() == label.question)?,
        annotator: label.annotator.clone(),
        label: judgements
            .into_iter()
            .find(|judgement| judgement.name() == label.label)?,
        note: label.note.clone(),
    })
}

fn perturbation_file(labels: &[Label]) -> String {
    let mut text =
        String::from("faultline_perturbation_labels,case,question,annotator,label,note\n");
    for label in labels {
        let fields = [
            "1",
            &label.case,
            &label.question,
            &label.annotator,
            &label.label,
            &label.note,
        ];
        text.push_str(&fields.map(csv_field).join(","));
        text.push('\n');
    }
    text
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
            let (labels, mut problems) = labels_of_any(table)?;
            problems.extend(report.problems);
            // What has no line counts the rest, and stands last.
            problems.sort_by_key(|problem| problem.line.unwrap_or(u64::MAX));
            Ok((labels, problems))
        }
        None => Err(LabelError::new(
            "case",
            format!("{name} is no label file: it needs the columns case, annotator, label"),
        )),
    }
}

/// The labels of a table of whichever study, and the rows that are none.
fn labels_of_any(table: &Table) -> Result<(Vec<Label>, Vec<Problem>), LabelError> {
    if !faultline_perturbation::LabelColumns::is_label_file(&table.columns) {
        let (labels, problems) = labels_of(table)?;
        let labels = labels.into_iter().map(|label| Label {
            case: label.case,
            question: label.question.name().into(),
            annotator: label.annotator,
            label: label.label.name().into(),
            note: label.note,
        });
        return Ok((labels.collect(), problems));
    }
    let (labels, problems) = labels_of_records(table)?;
    let labels = labels.into_iter().map(|label| Label {
        case: label.case,
        question: label.question.name().into(),
        annotator: label.annotator,
        label: label.label,
        note: String::new(),
    });
    Ok((labels.collect(), problems))
}

/// The labels of records in a table, and the rows that are none.
pub(crate) fn labels_of_records(
    table: &Table,
) -> Result<(Vec<faultline_perturbation::Label>, Vec<Problem>), LabelError> {
    let columns = faultline_perturbation::LabelColumns::new(&table.columns)?;
    Ok(in_rows(table, |row| columns.label(row)))
}

/// Hands on the labels of a table; gives back what can't be read of it.
pub(crate) fn add_labels<L>(
    read: Result<(Vec<L>, Vec<Problem>), LabelError>,
    add: impl FnMut(L),
) -> Vec<ScoreProblem> {
    match read {
        Ok((labels, problems)) => {
            labels.into_iter().for_each(add);
            failures(problems)
        }
        Err(error) => vec![ScoreProblem::failure(format!("line 1: {error}"))],
    }
}

/// What stands in the rows of a table, and those that can't be read.
fn in_rows<L>(
    table: &Table,
    read: impl Fn(&[String]) -> Result<Option<L>, LabelError>,
) -> (Vec<L>, Vec<Problem>) {
    let (mut labels, mut problems) = (Vec::new(), Problems::default());
    for (line, row) in &table.rows {
        match read(row) {
            Ok(label) => labels.extend(label),
            Err(error) => problems.push(Some(*line), error.to_string()),
        }
    }
    (labels, problems.told())
}

/// The labels of answers in a table, and the rows that are none.
pub(crate) fn labels_of(
    table: &Table,
) -> Result<(Vec<faultline_injection::Label>, Vec<Problem>), LabelError> {
    let columns = faultline_injection::LabelColumns::new(&table.columns)?;
    Ok(in_rows(table, |row| columns.label(row)))
}

/// Every two annotators of a question, by their names. What one of them can't tell is left out, and whoever says two things of one item
/// can't tell. Items of one task belong together; one that is not among `items` is a task by itself.
pub fn agreements(
    labels: &[Label],
    items: &[LabelItem],
    question: &QuestionInfo,
) -> Vec<Agreement> {
    let mut tasks: BTreeMap<&str, &str> = BTreeMap::new();
    for item in items {
        tasks.insert(&item.case, &item.task);
    }
    let mut said: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for label in labels
        .iter()
        .filter(|label| label.question == question.name)
    {
        let known = said.entry(&label.annotator).or_default();
        known
            .entry(&label.case)
            .and_modify(|known| {
                if *known != label.label {
                    *known = UNCLEAR;
                }
            })
            .or_insert(&label.label);
    }
    let mut all = Vec::new();
    for (first, firsts) in &said {
        let later = (Bound::Excluded(*first), Bound::Unbounded);
        for (second, seconds) in said.range::<str, _>(later) {
            let mut both = Vec::new();
            for (case, one) in firsts {
                let other = seconds.get(case).and_then(|other| option(question, other));
                if let Some((one, other)) = option(question, one).zip(other) {
                    both.push((tasks.get(case).copied().unwrap_or(case), one, other));
                }
            }
            all.push(Agreement {
                first: (*first).into(),
                second: (*second).into(),
                n: both.len() as u64,
                same: both.iter().filter(|(_, one, other)| one == other).count() as u64,
                kappa: if question.resamples {
                    resampled(&both)
                } else {
                    estimated(&both)
                },
            });
        }
    }
    all
}

/// The place of what was said among a question's options; none where it is unclear.
fn option(question: &QuestionInfo, said: &str) -> Option<usize> {
    let place = question
        .options
        .iter()
        .position(|option| option.value == said);
    place.filter(|place| *place < MOST_OPTIONS)
}

/// Two options, with the interval of a percentile bootstrap over tasks.
fn resampled(both: &[(&str, usize, usize)]) -> Option<(f64, f64, f64)> {
    let mut by_task: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
    for (task, one, other) in both {
        by_task.entry(task).or_default()[2 * one.min(&1) + other.min(&1)] += 1;
    }
    let rows: Vec<[u32; 4]> = by_task.into_values().collect();
    let found = kappa_by_task(&rows);
    let (value, interval) = found.value.zip(found.interval)?;
    Some((value, interval.lo, interval.hi))
}

/// Any options, with the interval of the standard error.
fn estimated(both: &[(&str, usize, usize)]) -> Option<(f64, f64, f64)> {
    let mut table = [[0_u64; MOST_OPTIONS]; MOST_OPTIONS];
    for (_, one, other) in both {
        table[*one][*other] += 1;
    }
    let found = kappa(&table)?;
    let interval = found.interval(Level::NINETY_FIVE);
    Some((found.value, interval.lo, interval.hi))
}

#[cfg(test)]
mod tests {
    use faultline_report::Cell;

    use super::*;
    use crate::ScoreOptions;

    fn label_of(case: &str, annotator: &str, said: &str) -> Label {
        Label {
            case: case.into(),
            question: "answer".into(),
            annotator: annotator.into(),
            label: said.into(),
            note: String::new(),
        }
    }

    fn labels(annotator: &str, said: &str) -> Vec<Label> {
        let said = said.chars().enumerate();
        said.map(|(place, said)| {
            let said = match said {
                'y' => "correct",
                'n' => "incorrect",
                _ => UNCLEAR,
            };
            label_of(&format!("c{place}"), annotator, said)
        })
        .collect()
    }

    fn question(resamples: bool) -> QuestionInfo {
        let option = |value: &str| crate::LabelOption::new(&value[..1], value, value);
        QuestionInfo {
            name: "answer".into(),
            options: vec![option("correct"), option("incorrect")],
            resamples,
            ..QuestionInfo::default()
        }
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
            let found = agreements(&all, &[], &question(true));
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
            let found = agreements(&all, &[], &question(true));
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
        let scored = session.score(&ScoreOptions::default()).unwrap();
        let sheet = scored.label_sheet("answer");
        let answers = &sheet.items;
        assert_eq!((answers.len(), sheet.questions.len()), (45, 2));
        assert_eq!(scored.label_sheet("").question, "answer");
        assert_eq!(scored.label_sheet("fabrication").items, []);
        let mut all = Vec::new();
        for (place, answer) in answers.iter().enumerate() {
            let task = answer
                .task
                .trim_start_matches('t')
                .parse::<usize>()
                .unwrap();
            let first = if task % 2 == 0 {
                "correct"
            } else {
                "incorrect"
            };
            let second = match (task % 5, place % 7) {
                (0, _) => "incorrect",
                (_, 0) => UNCLEAR,
                _ => first,
            };
            all.push(label_of(&answer.case, "A", first));
            all.push(label_of(&answer.case, "B", second));
        }
        all.push(label_of(&answers[3].case, "A", UNCLEAR));
        let page = agreements(&all, answers, sheet.asked().unwrap());
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
        let alone = agreements(&all, &[], &question(true));
        assert_ne!(alone[0].kappa, page[0].kappa);
    }

    /// Questions with more answers than two: kappa by its standard error, and a file of the other form.
    #[test]
    fn labels_of_records_go_out_and_come_in() {
        let said = |annotator: &str, said: &[&str]| -> Vec<Label> {
            let said = said.iter().enumerate();
            said.map(|(place, said)| Label {
                question: "recoverable".into(),
                ..label_of(&format!("x-{place}-C2-light"), annotator, said)
            })
            .collect()
        };
        let first = said("A", &["yes", "partial", "no", "yes", "no"]);
        let second = said("B", &["yes", "partial", "no", "no", "no"]);
        let all = [first, second].concat();
        let option = |value: &str| crate::LabelOption::new(&value[..1], value, value);
        let question = QuestionInfo {
            name: "recoverable".into(),
            options: ["yes", "partial", "no"].map(option).into(),
            ..QuestionInfo::default()
        };
        let found = agreements(&all, &[], &question);
        // (4/5 − 9/25) / (1 − 9/25) = 11/16.
        let kappa = found[0].kappa.unwrap();
        assert!((kappa.0 - 11.0 / 16.0).abs() < 1e-12, "{kappa:?}");
        assert!(kappa.1 < kappa.0 && kappa.0 < kappa.2, "{kappa:?}");
        assert_eq!((found[0].n, found[0].same), (5, 4));
        let file = label_file(&all);
        assert_eq!(
            read_labels("l.csv", file.as_bytes()).unwrap(),
            (all, vec![])
        );
        assert_eq!(label_file(&[]), "");
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

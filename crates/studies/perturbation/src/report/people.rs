//! The scorer against people, and people against each other.

use std::collections::{BTreeMap, BTreeSet};

use faultline_report::{Cell, Rate, Table};
use faultline_stats::{kappa, ratio};

use super::{
    rates::{ByAnchor, LEVEL, cell},
    view::{Group, Seen, Views},
};
use crate::{Family, Question, Record, label_case};

/// The most options that a question has.
const MOST_OPTIONS: usize = 7;

const SCORER: &str = "scorer";

/// What a question's answer is by the scorer; `None` of what it says nothing on.
fn scored(record: &Record, question: Question) -> Option<&'static str> {
    let yes = |is: bool| Some(if is { "yes" } else { "no" });
    let of_runtime = |is: bool| {
        if record.family() == Some(Family::D) {
            yes(is)
        } else {
            Some("not_applicable")
        }
    };
    let found = record.decision_matches;
    match question {
        Question::Success => yes(record.success),
        Question::Observed => Some(
            record
                .observed_failure_tag
                .map_or("none", crate::Failure::name),
        ),
        Question::Primary => Some(
            record
                .primary_failure_tag
                .map_or("none", crate::Failure::name),
        ),
        Question::Status => of_runtime(found.status),
        Question::Retryable => of_runtime(found.retryable),
        Question::FailureType => of_runtime(found.failure_type),
        Question::Boundary => yes(record.boundary_violation_flag),
        Question::Recoverable | Question::Valid => None,
    }
}

/// Two answers to one question on one record.
type Answers<'a> = (Seen<'a>, &'a str, &'a str);

pub(super) fn human_agreement(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        (
            "comparison",
            "Comparison",
            "annotators whose names begin with llm: are models",
        ),
        ("label", "Label", ""),
        ("n", "Records", "on which both say something"),
        ("agreement", "Agreement", ""),
        (
            "kappa",
            "Cohen's κ",
            "unweighted; undefined where one answer is all that was given",
        ),
    ]);
    let mut table = Table::new("human_agreement", "Do people score as the scorer does?", columns).noted(
        "Labels that are unclear are left out. Outside the runtime family status, retryability and failure type are not applicable. Open a \
         label file beside the traces to fill this table.",
    );
    let annotators: BTreeSet<&str> = views
        .tally
        .labels
        .keys()
        .map(|(.., who)| who.as_str())
        .collect();
    if annotators.is_empty() {
        return table;
    }
    for group in &views.groups {
        let said = labels_of(views, group);
        let mut sides: Vec<&str> = vec![SCORER];
        sides.extend(&annotators);
        for (place, one) in sides.iter().enumerate() {
            for other in &sides[place + 1..] {
                for question in Question::ALL {
                    let both = answers(group, &said, question, one, other);
                    if !both.is_empty() {
                        let name = format!("{other} and {one}");
                        table.push(views.row(group, row(views, &name, question, &both)));
                    }
                }
            }
        }
    }
    table
}

/// What was said of the records of a group: by place of the record, question and annotator.
type Said<'a> = BTreeMap<(u32, Question, &'a str), &'a str>;

fn labels_of<'a>(views: &Views<'a>, group: &Group<'a>) -> Said<'a> {
    let mut by_case: BTreeMap<&str, Vec<(Question, &str, &str)>> = BTreeMap::new();
    for ((case, question, who), label) in &views.tally.labels {
        if !label.is_empty() {
            by_case
                .entry(case)
                .or_default()
                .push((*question, who, label));
        }
    }
    let mut said = Said::new();
    for seen in &group.seen {
        let ours = label_case(&group.run.model, seen.record);
        for case in [ours.as_str(), seen.record.case.as_str()] {
            for (question, who, label) in by_case.get(case).into_iter().flatten() {
                said.insert((seen.place, *question, who), label);
            }
        }
    }
    said
}

fn answers<'a>(
    group: &Group<'a>,
    said: &Said<'a>,
    question: Question,
    one: &str,
    other: &str,
) -> Vec<Answers<'a>> {
    let answer = |seen: &Seen<'a>, who: &str| {
        if who == SCORER {
            return scored(seen.record, question);
        }
        said.get(&(seen.place, question, who)).copied()
    };
    let both = group
        .seen
        .iter()
        .filter_map(|seen| Some((*seen, answer(seen, one)?, answer(seen, other)?)));
    both.collect()
}

fn row(views: &Views<'_>, comparison: &str, question: Question, both: &[Answers<'_>]) -> Vec<Cell> {
    let mut rows = ByAnchor::<2>::new();
    let mut table = [[0_u64; MOST_OPTIONS]; MOST_OPTIONS];
    let place = |answer: &str| {
        let mut options = question.options().iter();
        options.position(|option| *option == answer).unwrap_or(0)
    };
    for (seen, one, other) in both {
        let row = rows.entry(seen.anchor).or_default();
        row[0] += u32::from(one == other);
        row[1] += 1;
        table[place(one)][place(other)] += 1;
    }
    let n = both.len() as u64;
    let agree = both.iter().filter(|(_, one, other)| one == other).count() as u64;
    let [found] = views.resampled("agreement", &rows, |[hits, n]| [ratio(*hits, *n)]);
    let agreement = cell(&found, n, Some((agree, n)), "no record has both");
    let beyond_chance = kappa(&table).map_or_else(
        || Cell::undefined("both gave one answer alone"),
        |kappa| {
            let interval = kappa.interval(LEVEL);
            Cell::Rate(Rate {
                value: kappa.value,
                n: kappa.n,
                lo: interval.lo,
                hi: interval.hi,
                method: "delta method, 95%".into(),
            })
        },
    );
    vec![
        Cell::text(comparison),
        Cell::text(question.name()),
        Cell::Count(n),
        agreement.into(),
        beyond_chance,
    ]
}

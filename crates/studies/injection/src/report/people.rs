//! Judges against people: agreement, confusion, and rates corrected by what people say.

use std::collections::BTreeMap;

use faultline_report::{Cell, Column, Rate, Table};
use faultline_stats::{Bootstrapped, Kappa, exact_words, kappa, ratio};

use super::{
    ReportOptions,
    rates::{LEVEL, hits, resampled},
    stages::{Judged, Stages, has_effect, is_injected},
    view::{CONSENSUS, Group, Seen, Views},
};
use crate::PEOPLE;

/// How one who judges agrees with another.
pub(super) struct Agreement {
    pub(super) judge: String,
    pub(super) reference: String,
    /// Verdicts on the same answers: both right, only the first, only the second, both wrong.
    table: [u64; 4],
    /// The same by task, which is what is resampled.
    by_task: BTreeMap<String, [u32; 4]>,
    pub(super) kappa: Result<Rate, String>,
    /// Answers of which the second can tell, without a verdict of the first.
    not_judged: u64,
    pub(super) records: Vec<u32>,
}

/// Who people's verdicts are taken from: each annotator, and what they agree on where there are two or more.
fn references<'a>(views: &Views<'a>) -> Vec<&'a str> {
    let mut references = views.annotators.clone();
    if references.len() > 1 {
        references.push(CONSENSUS);
    }
    references
}

fn said_by(views: &Views<'_>, seen: &Seen<'_>, reference: &str) -> Option<bool> {
    if reference == CONSENSUS && views.annotators.len() > 1 {
        return seen.consensus();
    }
    let place = views.annotators.binary_search(&reference).ok()?;
    seen.labels.get(place)?.as_ref()?.verdict()
}

/// Every judge against every reference, and the annotators against each other.
pub(super) fn measure(views: &Views<'_>) -> Vec<Agreement> {
    let mut all = Vec::new();
    for judge in views.judges.iter().filter(|judge| *judge != PEOPLE) {
        for reference in references(views) {
            let said = |seen: &Seen<'_>| (seen.verdict(judge), said_by(views, seen, reference));
            all.push(agreement(views, judge, reference, &said));
        }
    }
    for (place, first) in views.annotators.iter().enumerate() {
        for second in &views.annotators[place + 1..] {
            let said =
                |seen: &Seen<'_>| (said_by(views, seen, first), said_by(views, seen, second));
            all.push(agreement(views, first, second, &said));
        }
    }
    all
}

/// What both say of an answer; absent where one says nothing.
type Both = (Option<bool>, Option<bool>);

fn agreement(
    views: &Views<'_>,
    judge: &str,
    reference: &str,
    said: &dyn Fn(&Seen<'_>) -> Both,
) -> Agreement {
    let mut by_task = BTreeMap::<String, [u32; 4]>::new();
    let mut table = [0; 4];
    let mut not_judged = 0;
    let mut records = Vec::new();
    for seen in views.groups.iter().flat_map(|group| &group.seen) {
        let place = match said(seen) {
            (Some(true), Some(true)) => 0,
            (Some(true), Some(false)) => 1,
            (Some(false), Some(true)) => 2,
            (Some(false), Some(false)) => 3,
            (None, Some(_)) => {
                not_judged += 1;
                continue;
            }
            (_, None) => continue,
        };
        by_task.entry(seen.evidence.task.clone()).or_default()[place] += 1;
        table[place] += 1;
        records.push(seen.record);
    }
    let rows: Vec<[u32; 4]> = by_task.values().copied().collect();
    let found = kappa_of(views.options, &rows);
    let n = table.iter().sum();
    let beside = || {
        let interval = of_counts(&table)?.interval(LEVEL);
        Some(format!(
            "delta method [{:.3}, {:.3}]",
            interval.lo, interval.hi
        ))
    };
    let why = if n == 0 {
        "no answer was judged by both"
    } else {
        "both use one verdict alone, so that chance agreement is 1"
    };
    Agreement {
        judge: judge.into(),
        reference: reference.into(),
        kappa: views.cell(&found, n, beside, why),
        not_judged,
        table,
        by_task,
        records,
    }
}

/// Cohen's kappa of two who judge the same answers, with the 95% interval that the report's table `judges` gives by default: a
/// percentile bootstrap over tasks.
///
/// A row is a task: the answers that both find right, the first alone, the second alone, and neither. Undefined where there is no
/// answer, or chance agreement is 1.
pub fn kappa_by_task(rows: &[[u32; 4]]) -> Bootstrapped {
    kappa_of(&ReportOptions::default(), rows)
}

fn kappa_of(options: &ReportOptions, rows: &[[u32; 4]]) -> Bootstrapped {
    let value = |sums: &[u64; 4]| of_counts(sums).map(|kappa| kappa.value);
    let [found] = resampled(options, "kappa", rows, &|sums| [value(sums)]);
    found
}

fn of_counts([both, first, second, neither]: &[u64; 4]) -> Option<Kappa> {
    kappa(&[[*both, *first], [*second, *neither]])
}

const NO_LABELS: &str = "Needs labels: score the result files together with a label file.";

pub(super) fn judges(views: &Views<'_>, all: &[Agreement]) -> Table {
    let columns = Column::all(
        [],
        &[
            ("judge", "Judge", ""),
            ("annotator", "Against", ""),
            (
                "n",
                "Answers",
                "judged by both; unclear labels are left out",
            ),
            ("kappa", "Cohen's κ", "agreement beyond chance, unweighted"),
            ("agreement", "Same verdict", ""),
            ("judge_correct", "Judge says right", ""),
            ("annotator_correct", "Annotator says right", ""),
            (
                "not_judged",
                "Not judged",
                "answers of which the annotator can tell and that have no verdict of the judge",
            ),
        ],
    );
    let mut table = Table::new("judges", "Do judges agree with people?", columns).noted(format!(
        "Answers of all models and conditions. Consensus: the answers on which all annotators who can tell agree. Intervals: 95%, \
         percentile bootstrap over tasks. {NO_LABELS}"
    ));
    for row in all {
        let [both, judge, annotator, neither] = row.table;
        let n: u64 = row.table.iter().sum();
        let rows: Vec<[u32; 4]> = row.by_task.values().copied().collect();
        let [same, first, second] =
            views.resampled("rate", &rows, &|[both, judge, annotator, neither]| {
                let n = both + judge + annotator + neither;
                [both + neither, both + judge, both + annotator].map(|hits| ratio(hits, n))
            });
        let of_all = |found, hits: u64| -> Cell {
            let why = "no answer was judged by both";
            share(views, found, hits, n - hits, why).into()
        };
        table.push(vec![
            Cell::text(&row.judge),
            Cell::text(&row.reference),
            Cell::Count(n),
            row.kappa.clone().into(),
            of_all(&same, both + neither),
            of_all(&first, both + judge),
            of_all(&second, both + annotator),
            Cell::Count(row.not_judged),
        ]);
    }
    table
}

pub(super) fn confusion(views: &Views<'_>, all: &[Agreement]) -> Table {
    let columns = Column::all(
        [],
        &[
            ("judge", "Judge", ""),
            ("annotator", "Against", ""),
            ("n", "Answers", ""),
            ("both_correct", "Both right", ""),
            ("only_judge_correct", "Judge alone right", ""),
            ("only_annotator_correct", "Annotator alone right", ""),
            ("both_incorrect", "Both wrong", ""),
            (
                "p_correct_given_correct",
                "Person says right, given judge does",
                "",
            ),
            (
                "p_correct_given_incorrect",
                "Person says right, given judge says wrong",
                "",
            ),
        ],
    );
    let mut table = Table::new(
        "confusion",
        "Judges and people, verdict by verdict",
        columns,
    )
    .noted(format!(
        "Intervals: 95%, percentile bootstrap over tasks. {NO_LABELS}"
    ));
    for row in all {
        let [both, judge, annotator, neither] = row.table;
        let rows: Vec<[u32; 4]> = row.by_task.values().copied().collect();
        let [right, wrong] =
            views.resampled("rate", &rows, &|[both, judge, annotator, neither]| {
                [
                    ratio(*both, both + judge),
                    ratio(*annotator, annotator + neither),
                ]
            });
        let given =
            |found, yes, no, why: &str| -> Cell { share(views, found, yes, no, why).into() };
        table.push(vec![
            Cell::text(&row.judge),
            Cell::text(&row.reference),
            Cell::Count(row.table.iter().sum()),
            Cell::Count(both),
            Cell::Count(judge),
            Cell::Count(annotator),
            Cell::Count(neither),
            given(&right, both, judge, "the judge called none right"),
            given(&wrong, annotator, neither, "the judge called none wrong"),
        ]);
    }
    table
}

/// A share of answers whose interval comes of resampled tasks.
fn share(
    views: &Views<'_>,
    found: &Bootstrapped,
    yes: u64,
    no: u64,
    why: &str,
) -> Result<Rate, String> {
    let n = yes + no;
    views.cell(found, n, || exact_words(yes, n, LEVEL), why)
}

pub(super) fn calibrated(views: &Views<'_>, stages: &[Stages<'_, '_>], all: &[Agreement]) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        ("annotator", "By the labels of", ""),
        (
            "p_wrong_given_wrong",
            "Person says wrong, given judge does",
            "",
        ),
        (
            "p_wrong_given_correct",
            "Person says wrong, given judge says right",
            "",
        ),
        ("s3", "S3, calibrated", ""),
        ("p_s3_given_s1", "S3 given S1, calibrated", ""),
        ("r23", "S3 given S2, calibrated", ""),
    ]);
    let mut table = Table::new("calibrated", "What people would say of the rates", columns).noted(format!(
        "x · P(person says wrong | judge does) + (1 − x) · P(person says wrong | judge says right), x being the judge's rate of wrong \
         answers; 95% intervals by a percentile bootstrap over tasks, of which each brings its judged and its labelled answers. The two \
         probabilities are taken from all \
         labelled answers of all models. {NO_LABELS}"
    ));
    for stages in stages {
        for judged in &stages.judged {
            for row in all.iter().filter(|row| row.judge == judged.judge) {
                let mut cells = vec![Cell::text(&judged.judge), Cell::text(&row.reference)];
                cells.extend(corrected(views, stages.group, judged, row));
                table.push(views.row(stages.group, cells));
            }
        }
    }
    table
}

/// What a task brings: its labelled answers, as in [`Agreement`], and the judge's wrong ones of all answers, of those in S1, and of
/// those in S2, each with how many there are.
type Brought = [u32; 10];

/// The two probabilities, and the three rates as people would have them.
fn corrected(
    views: &Views<'_>,
    group: &Group<'_>,
    judged: &Judged,
    labelled: &Agreement,
) -> [Cell; 5] {
    let mut by_task: BTreeMap<&str, Brought> = BTreeMap::new();
    for (task, counts) in &labelled.by_task {
        by_task.entry(task).or_default()[..4].copy_from_slice(counts);
    }
    for seen in &group.seen {
        let Some(right) = seen.verdict(&judged.judge) else {
            continue;
        };
        let counts = by_task.entry(&seen.evidence.task).or_default();
        for (place, is_in) in [(4, true), (6, is_injected(seen)), (8, has_effect(seen))] {
            counts[place] += u32::from(is_in && !right);
            counts[place + 1] += u32::from(is_in);
        }
    }
    let rows: Vec<Brought> = by_task.into_values().collect();
    let found = views.resampled("calibrated", &rows, &|counts| {
        let [
            both,
            judge,
            annotator,
            neither,
            s3,
            n,
            s3_in_s1,
            n_s1,
            s3_in_s2,
            n_s2,
        ] = *counts;
        let wrong = ratio(neither, annotator + neither);
        let correct = ratio(judge, both + judge);
        let people = |hits, n| {
            let (x, wrong, correct) = (ratio(hits, n)?, wrong?, correct?);
            Some(x * wrong + (1.0 - x) * correct)
        };
        [
            wrong,
            correct,
            people(s3, n),
            people(s3_in_s1, n_s1),
            people(s3_in_s2, n_s2),
        ]
    });
    let [wrong, correct, s3, s3_given_s1, r23] = found;
    let [both, judge, annotator, neither] = labelled.table;
    let unlabelled = "no labelled answer has this verdict";
    let rate = |found: &Bootstrapped, rate: &Result<Rate, String>| -> Cell {
        let why = "no labelled answer has one of the two verdicts";
        rate.as_ref()
            .map_err(Clone::clone)
            .and_then(|rate| views.cell(found, rate.n, || None, why))
            .into()
    };
    [
        share(views, &wrong, neither, annotator, unlabelled).into(),
        share(views, &correct, judge, both, unlabelled).into(),
        rate(&s3, &judged.s3),
        rate(&s3_given_s1, &judged.s3_given_s1),
        rate(&r23, &judged.r23),
    ]
}

/// How many answers have a label.
pub(super) fn labelled(views: &Views<'_>) -> u64 {
    let seen = views.groups.iter().flat_map(|group| &group.seen);
    let flags: Vec<bool> = seen
        .map(|seen| seen.labels.iter().any(Option::is_some))
        .collect();
    hits(&flags)
}

//! Judges against people: agreement, confusion, and rates corrected by what people say.

use std::collections::BTreeMap;

use faultline_report::{Cell, Column, Rate, Table};
use faultline_stats::{Kappa, kappa, normal_quantile};

use super::{
    rates::{LEVEL, PERCENT, hits, ratio},
    stages::Stages,
    view::{CONSENSUS, Seen, Views},
};
use crate::PEOPLE;

/// Verdicts on the same answers, by task: both right, only the first, only the second, both wrong.
type ByTask<'a> = BTreeMap<&'a str, [u32; 4]>;

/// How one who judges agrees with another.
pub(super) struct Agreement {
    pub(super) judge: String,
    pub(super) reference: String,
    table: [u64; 4],
    pub(super) kappa: Result<Rate, String>,
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
            let said =
                |seen: &Seen<'_>| Some((seen.verdict(judge)?, said_by(views, seen, reference)?));
            all.push(agreement(views, judge, reference, &said));
        }
    }
    for (place, first) in views.annotators.iter().enumerate() {
        for second in &views.annotators[place + 1..] {
            let said = |seen: &Seen<'_>| {
                Some((said_by(views, seen, first)?, said_by(views, seen, second)?))
            };
            all.push(agreement(views, first, second, &said));
        }
    }
    all
}

fn agreement(
    views: &Views<'_>,
    judge: &str,
    reference: &str,
    said: &dyn Fn(&Seen<'_>) -> Option<(bool, bool)>,
) -> Agreement {
    let mut by_task = ByTask::new();
    let mut table = [0; 4];
    let mut records = Vec::new();
    for seen in views.groups.iter().flat_map(|group| &group.seen) {
        let Some(pair) = said(seen) else { continue };
        let place = match pair {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        };
        by_task.entry(&seen.evidence.task).or_default()[place] += 1;
        table[place] += 1;
        records.push(seen.record);
    }
    let rows: Vec<[u32; 4]> = by_task.into_values().collect();
    let of = |[a, b, c, d]: &[u64; 4]| kappa(&[[*a, *b], [*c, *d]]);
    let [found] = views.resampled("kappa", &rows, &|sums| [of(sums).map(|kappa| kappa.value)]);
    let n = table.iter().sum();
    let beside = || {
        let interval = of(&table)
            .as_ref()
            .map(|kappa: &Kappa| kappa.interval(LEVEL))?;
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
        table,
        records,
    }
}

const NO_LABELS: &str = "Needs labels: score the result files together with a label file.";

pub(super) fn judges(all: &[Agreement]) -> Table {
    let columns = columns(&[
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
    ]);
    let mut table = Table::new("judges", "Do judges agree with people?", columns).noted(format!(
        "Answers of all models and conditions. Consensus: the answers on which all annotators who can tell agree. Intervals: 95%, \
         percentile bootstrap over tasks. {NO_LABELS}"
    ));
    for row in all {
        let [both, judge, annotator, neither] = row.table;
        let n = row.table.iter().sum();
        let share = |count| match ratio(count, n) {
            Some(share) => Cell::number(share),
            None => Cell::undefined("no answer was judged by both"),
        };
        table.push(vec![
            Cell::text(&row.judge),
            Cell::text(&row.reference),
            Cell::Count(n),
            row.kappa.clone().into(),
            share(both + neither),
            share(both + judge),
            share(both + annotator),
        ]);
    }
    table
}

pub(super) fn confusion(views: &Views<'_>, all: &[Agreement]) -> Table {
    let columns = columns(&[
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
    ]);
    let mut table = Table::new(
        "confusion",
        "Judges and people, verdict by verdict",
        columns,
    )
    .noted(NO_LABELS);
    for row in all {
        let [both, judge, annotator, neither] = row.table;
        let given = |right: u64, wrong: u64, why: &str| -> Cell {
            let flags: Vec<bool> = (0..right + wrong).map(|place| place < right).collect();
            views.rate(&flags, why).into()
        };
        table.push(vec![
            Cell::text(&row.judge),
            Cell::text(&row.reference),
            Cell::Count(row.table.iter().sum()),
            Cell::Count(both),
            Cell::Count(judge),
            Cell::Count(annotator),
            Cell::Count(neither),
            given(both, judge, "the judge called none right"),
            given(annotator, neither, "the judge called none wrong"),
        ]);
    }
    table
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
         answers; 95% intervals by the delta method from the binomial variances of the three. The two probabilities are taken from all \
         labelled answers of all models. {NO_LABELS}"
    ));
    for stages in stages {
        for judged in &stages.judged {
            for row in all.iter().filter(|row| row.judge == judged.judge) {
                let [both, judge, annotator, neither] = row.table;
                let wrong = Share::new(neither, annotator + neither);
                let correct = Share::new(judge, both + judge);
                let cell = |rate: &Result<Rate, String>| -> Cell {
                    rate.as_ref()
                        .map_err(Clone::clone)
                        .and_then(|rate| corrected(rate, wrong, correct))
                        .into()
                };
                let probability = |share: Option<Share>| match share {
                    Some(share) => Cell::number(share.value),
                    None => Cell::undefined("no labelled answer has this verdict"),
                };
                table.push(views.row(
                    stages.group,
                    vec![
                        Cell::text(&judged.judge),
                        Cell::text(&row.reference),
                        probability(wrong),
                        probability(correct),
                        cell(&judged.s3),
                        cell(&judged.s3_given_s1),
                        cell(&judged.r23),
                    ],
                ));
            }
        }
    }
    table
}

/// A share and its binomial variance.
#[derive(Clone, Copy)]
struct Share {
    value: f64,
    variance: f64,
}

impl Share {
    fn new(hits: u64, n: u64) -> Option<Self> {
        let value = ratio(hits, n)?;
        Some(Self {
            value,
            variance: value * (1.0 - value) / n as f64,
        })
    }
}

fn corrected(rate: &Rate, wrong: Option<Share>, correct: Option<Share>) -> Result<Rate, String> {
    let (wrong, correct) = wrong
        .zip(correct)
        .ok_or("no labelled answer has one of the two verdicts")?;
    let x = rate.value;
    let value = x * wrong.value + (1.0 - x) * correct.value;
    let slope = wrong.value - correct.value;
    let variance = slope * slope * x * (1.0 - x) / (rate.n.max(1)) as f64
        + x * x * wrong.variance
        + (1.0 - x) * (1.0 - x) * correct.variance;
    let reach = normal_quantile(LEVEL.tails().1) * variance.sqrt();
    Ok(Rate {
        value,
        n: rate.n,
        lo: (value - reach).max(0.0),
        hi: (value + reach).min(1.0),
        method: format!("{}, {PERCENT}", faultline_stats::Method::Delta.name()),
    })
}

fn columns(own: &[(&str, &str, &str)]) -> Vec<Column> {
    own.iter()
        .map(|(id, title, help)| Column::new(id, title).helped(help))
        .collect()
}

/// How many answers have a label.
pub(super) fn labelled(views: &Views<'_>) -> u64 {
    let seen = views.groups.iter().flat_map(|group| &group.seen);
    let flags: Vec<bool> = seen
        .map(|seen| seen.labels.iter().any(Option::is_some))
        .collect();
    hits(&flags)
}

//! How far an injected error gets: the stages that it reaches, and whether models that reject it recover from it.

use faultline_report::{Cell, How, Rate, Table};
use faultline_stats::{Method, spearman};

use super::{
    rates::{LEVEL, PERCENT, hits},
    view::{Group, Seen, Views},
};

/// What the stages of one group showed.
pub(super) struct Stages<'v, 'a> {
    pub(super) group: &'v Group<'a>,
    pub(super) s1: Result<Rate, String>,
    pub(super) s2: Result<Rate, String>,
    r12: Result<Rate, String>,
    n_s2: Result<u64, String>,
    /// Whether the agent issued the planned call again, of those in which it was changed.
    reissued: Result<Rate, String>,
    no_call: Result<Rate, String>,
    /// By judge.
    pub(super) judged: Vec<Judged>,
}

/// What follows from one judge's verdicts.
pub(super) struct Judged {
    pub(super) judge: String,
    pub(super) s3: Result<Rate, String>,
    pub(super) r23: Result<Rate, String>,
    pub(super) s3_given_s1: Result<Rate, String>,
}

pub(super) fn measure<'v, 'a>(views: &'v Views<'a>) -> Vec<Stages<'v, 'a>> {
    views
        .injected()
        .into_iter()
        .map(|group| of_group(views, group))
        .collect()
}

fn of_group<'v, 'a>(views: &Views<'a>, group: &'v Group<'a>) -> Stages<'v, 'a> {
    let eps = group.lacks("eps");
    let s1 = group.flags(|seen| seen.evidence.injected);
    let s2 = group.flags(|seen| seen.evidence.effect);
    let n_s2 = if s2.is_empty() {
        Err(eps.clone())
    } else {
        Ok(hits(&s2))
    };
    let none_of = |known: &[bool], what: &str| {
        if known.is_empty() {
            eps.clone()
        } else {
            what.to_owned()
        }
    };
    let no_s1 = none_of(&s1, "no call was changed");
    let no_s2 = none_of(&s2, "no changed call took effect");
    let within_s1 = group.flags(|seen| seen.evidence.effect.filter(|_| is_injected(seen)));
    let reissued = group.flags(|seen| seen.evidence.reissued.filter(|_| is_injected(seen)));
    let no_call = group.flags(|seen| seen.evidence.called.map(|called| !called));
    let judges: Vec<String> = views
        .judges_of(group)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let mut asked = vec![
        (s1, eps.clone()),
        (s2, eps.clone()),
        (within_s1, no_s1.clone()),
        (reissued, group.lacks("reissued")),
        (no_call, group.lacks("tool_selected")),
    ];
    for judge in &judges {
        let wrong = |seen: &Seen<'_>| seen.verdict(judge).map(|right| !right);
        let none = |why: &str| {
            if *why == eps {
                eps.clone()
            } else {
                format!("{why}, or {judge} judged none of those")
            }
        };
        asked.extend([
            (group.flags(wrong), "not judged".into()),
            (
                group.flags(|seen| wrong(seen).filter(|_| has_effect(seen))),
                none(&no_s2),
            ),
            (
                group.flags(|seen| wrong(seen).filter(|_| is_injected(seen))),
                none(&no_s1),
            ),
        ]);
    }
    let mut rates = views.rates(&asked).into_iter();
    let mut next = || rates.next().unwrap_or_else(|| Err("not measured".into()));
    Stages {
        group,
        s1: next(),
        s2: next(),
        r12: next(),
        reissued: next(),
        no_call: next(),
        n_s2,
        judged: judges
            .into_iter()
            .map(|judge| Judged {
                judge,
                s3: next(),
                r23: next(),
                s3_given_s1: next(),
            })
            .collect(),
    }
}

pub(super) fn is_injected(seen: &Seen<'_>) -> bool {
    seen.evidence.injected == Some(true)
}

pub(super) fn has_effect(seen: &Seen<'_>) -> bool {
    seen.evidence.effect == Some(true)
}

/// Why a file without any verdict can't say what was right.
pub(super) fn no_judge(group: &Group<'_>) -> Cell {
    Cell::undefined(if group.run.is_imported() {
        "not measurable: needs a column that ends in _verdict or _correct"
    } else {
        "nobody judged any answer"
    })
}

pub(super) fn stage_reach(views: &Views<'_>, all: &[Stages<'_, '_>]) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", "who says whether the answer is wrong"),
        ("n", "Episodes", "measured episodes"),
        ("s1", "S1", "a call was emitted and changed"),
        (
            "s2",
            "S2",
            "the changed call ran, and what came of it differs",
        ),
        ("s3", "S3", "the answer is wrong"),
        ("r12", "S2 given S1", ""),
        ("n_s2", "Episodes in S2", ""),
        ("r23", "S3 given S2", ""),
        (
            "p_s3_given_s1",
            "S3 given S1",
            "from change to wrong answer",
        ),
        (
            "not_judged",
            "Not judged",
            "measured episodes without a verdict of this judge: it failed, had no reference, or was not asked",
        ),
        ("unmeasured", "Not measured", "in no denominator"),
    ]);
    let mut table = Table::new("stage_reach", "How far does a changed parameter get?", columns).noted(
        "Rates with 95% intervals: percentile bootstrap over tasks, within the episodes that a rate is of. S1 and S2 know nothing of a \
         judge but in imported files; see the notes.",
    );
    for stages in all {
        let shared = |judge: Cell, s3: Cell, r23: Cell, end: Cell, not_judged: Cell| {
            vec![
                judge,
                Cell::Count(stages.group.seen.len() as u64),
                stages.s1.clone().into(),
                stages.s2.clone().into(),
                s3,
                stages.r12.clone().into(),
                count(&stages.n_s2),
                r23,
                end,
                not_judged,
                Cell::Count(stages.group.unmeasured),
            ]
        };
        for judged in &stages.judged {
            table.push(views.row(
                stages.group,
                shared(
                    Cell::text(&judged.judge),
                    judged.s3.clone().into(),
                    judged.r23.clone().into(),
                    judged.s3_given_s1.clone().into(),
                    Cell::Count(stages.group.not_judged(&judged.judge)),
                ),
            ));
        }
        if stages.judged.is_empty() {
            let none = || no_judge(stages.group);
            table.push(views.row(stages.group, shared(none(), none(), none(), none(), none())));
        }
    }
    table
}

/// A count as a cell, or why it is undefined.
pub(super) fn count(count: &Result<u64, String>) -> Cell {
    match count {
        Ok(count) => Cell::Count(*count),
        Err(why) => Cell::undefined(why),
    }
}

/// One minus a rate.
pub(super) fn complement(rate: &Result<Rate, String>) -> Result<Rate, String> {
    rate.as_ref().map_err(Clone::clone).map(|rate| Rate {
        value: 1.0 - rate.value,
        lo: 1.0 - rate.hi,
        hi: 1.0 - rate.lo,
        n: rate.n,
        method: How {
            words: rate.method.words.clone(),
            // An exact interval in words is of the rate itself.
            beside: rate.method.beside.as_ref().map(|words| {
                if words.starts_with("exact binomial") {
                    format!("of the complement, {words}")
                } else {
                    words.clone()
                }
            }),
        },
    })
}

pub(super) fn rejection_recovery(views: &Views<'_>, all: &[Stages<'_, '_>]) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        ("n", "Episodes", ""),
        (
            "rejection",
            "Rejection, 1 − S1",
            "the paper's reading: everything that was not changed, a missing call included",
        ),
        (
            "recovery",
            "Recovery, 1 − S3 given S2",
            "answers that are right although the changed call took effect",
        ),
        ("n_s2", "Episodes in S2", ""),
        (
            "not_injectable",
            "No call",
            "no call was emitted, so there was nothing to change or to reject",
        ),
        (
            "reissued",
            "Call issued again",
            "of the episodes in which a call was changed, those in which the agent issued the planned one afterwards",
        ),
    ]);
    let mut table = Table::new(
        "rejection_recovery",
        "Rejecting an error, and recovering from it",
        columns,
    )
    .noted(
        "1 − S1 counts an episode without a call as a rejection. The two last columns show how much of it is that, and what a rejection \
         after the fact is.",
    );
    for stages in all {
        for judged in &stages.judged {
            table.push(views.row(
                stages.group,
                vec![
                    Cell::text(&judged.judge),
                    Cell::Count(stages.group.seen.len() as u64),
                    complement(&stages.s1).into(),
                    complement(&judged.r23).into(),
                    count(&stages.n_s2),
                    stages.no_call.clone().into(),
                    stages.reissued.clone().into(),
                ],
            ));
        }
    }
    table
}

/// Rejection and recovery of every group that has both, under a judge and in a condition.
fn pairs(all: &[Stages<'_, '_>], label: &str, judge: &str) -> Vec<(f64, f64)> {
    all.iter()
        .filter(|stages| stages.group.label == label)
        .filter_map(|stages| {
            let judged = stages.judged.iter().find(|judged| judged.judge == judge)?;
            let s1 = stages.s1.as_ref().ok()?;
            let r23 = judged.r23.as_ref().ok()?;
            Some((1.0 - s1.value, 1.0 - r23.value))
        })
        .collect()
}

pub(super) fn independence(views: &Views<'_>, all: &[Stages<'_, '_>]) -> Table {
    let columns = [
        ("condition", "Condition", ""),
        ("judge", "Judge", ""),
        (
            "n",
            "Models",
            "models of which rejection and recovery are both defined",
        ),
        ("spearman", "Spearman's ρ", ""),
        (
            "interval",
            "Interval",
            "how it was made, or why there is none",
        ),
        (
            "p_value",
            "p-value",
            "two-sided, Student's t with n − 2 degrees of freedom",
        ),
    ];
    let columns = columns.map(faultline_report::Column::from);
    let mut table = Table::new(
        "independence",
        "Do models that reject also recover?",
        columns,
    )
    .noted(
        "Rank correlation of rejection (1 − S1) and recovery (1 − S3 given S2) over models; equal values share their average rank. The \
         p-value is an approximation, rough below ten models.",
    );
    let mut labels: Vec<&str> = all
        .iter()
        .map(|stages| stages.group.label.as_str())
        .collect();
    labels.sort_unstable();
    labels.dedup();
    for label in labels {
        for judge in &views.judges {
            let is_judged = all.iter().any(|stages| {
                stages.group.label == label
                    && stages.judged.iter().any(|judged| judged.judge == *judge)
            });
            if !is_judged {
                continue;
            }
            let pairs = pairs(all, label, judge);
            let (rho, interval, p) = correlation(&pairs);
            table.push(vec![
                Cell::text(label),
                Cell::text(judge),
                Cell::Count(pairs.len() as u64),
                rho,
                interval,
                p,
            ]);
        }
    }
    table
}

fn correlation(pairs: &[(f64, f64)]) -> (Cell, Cell, Cell) {
    let Some(found) = spearman(pairs) else {
        let why = if pairs.len() < 3 {
            "fewer than three models have both"
        } else {
            "all models have the same rejection, or the same recovery"
        };
        return (
            Cell::undefined(why),
            Cell::undefined(why),
            Cell::undefined(why),
        );
    };
    let method = format!("{}, {PERCENT}", Method::FisherZ.name());
    let (rho, interval) = match found.interval(LEVEL) {
        Some(interval) => (
            Cell::Rate(Rate {
                value: found.rho,
                n: found.n,
                lo: interval.lo,
                hi: interval.hi,
                method: method.as_str().into(),
            }),
            Cell::text(method),
        ),
        None if found.n <= 3 => (
            Cell::number(found.rho),
            Cell::undefined("Fisher's z needs more than three models"),
        ),
        None => (
            Cell::number(found.rho),
            Cell::undefined(
                "the ranks agree or oppose in full, and Fisher's z of 1 is without bounds",
            ),
        ),
    };
    (rho, interval, Cell::PValue(found.p_value))
}

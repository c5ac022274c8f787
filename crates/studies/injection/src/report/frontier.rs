//! What the monitor would do at every setting of its thresholds: over stored signals, at no cost.

use faultline_report::{Cell, Rate, Table};

use super::{
    interception::{Arms, arms},
    rates::wilson_rate,
    view::{Group, Seen, Views, is_monitored},
};
use crate::{Layer, Preset, Thresholds};

/// The highest thresholds that are tried.
const MOST_ERRORS: u32 = 4;
const MOST_DOUBTS: u32 = 4;
const MOST_NUMBERS: u32 = 3;

/// One setting for one group.
pub(super) struct Setting {
    pub(super) thresholds: Thresholds,
    pub(super) is_operating: bool,
    /// What comes of it, or why that is not known.
    pub(super) outcome: Result<Outcome, String>,
}

/// What comes of a setting.
pub(super) struct Outcome {
    n: u64,
    abstained: u64,
    saved: u64,
    broken: u64,
    hallucinations: u64,
    /// The records that it abstains from.
    pub(super) records: Vec<u32>,
}

impl Outcome {
    /// The share of episodes that it lets go on.
    pub(super) fn coverage(&self) -> Result<Rate, String> {
        wilson_rate(self.n - self.abstained, self.n, "nothing was judged")
    }

    /// The share of its abstentions that were called for.
    pub(super) fn precision(&self) -> Result<Rate, String> {
        wilson_rate(self.saved, self.saved + self.broken, "it never abstains")
    }
}

/// All settings for one group.
pub(super) struct Frontier<'v, 'a> {
    pub(super) group: &'v Group<'a>,
    pub(super) judge: String,
    pub(super) settings: Vec<Setting>,
}

pub(super) fn measure<'v, 'a>(views: &'v Views<'a>) -> Vec<Frontier<'v, 'a>> {
    let mut all = Vec::new();
    for group in views
        .groups
        .iter()
        .filter(|group| !is_monitored(group.condition))
    {
        let has_signals = group
            .seen
            .iter()
            .any(|seen| seen.evidence.signals.is_some());
        if let Some(judge) = views.judge_of(group).filter(|_| has_signals) {
            all.push(over_signals(group, judge));
        }
    }
    for arms in arms(views) {
        let is_told = arms.watched.run.is_imported()
            && arms
                .watched
                .seen
                .iter()
                .any(|seen| seen.evidence.abstained_by.is_some());
        if let Some(judge) = views.judge_of(arms.control).filter(|_| is_told) {
            all.push(over_reasons(&arms, judge));
        }
    }
    all
}

/// The thresholds at which the monitor stood, or would stand.
fn operating(group: &Group<'_>) -> Thresholds {
    let terms = group.run.terms.as_ref();
    terms
        .map_or(Preset::Deployed, |terms| terms.preset)
        .thresholds()
}

/// Of episodes that nobody watched: their signals are complete, and any setting can be tried.
fn over_signals<'v, 'a>(group: &'v Group<'a>, judge: &str) -> Frontier<'v, 'a> {
    let judged: Vec<(&Seen<'_>, bool)> = group
        .seen
        .iter()
        .filter_map(|seen| {
            seen.evidence.signals.as_ref()?;
            Some((seen, !seen.verdict(judge)?))
        })
        .collect();
    let operating = operating(group);
    let outcome = |thresholds: Thresholds| {
        let mut outcome = Outcome {
            n: judged.len() as u64,
            abstained: 0,
            saved: 0,
            broken: 0,
            hallucinations: 0,
            records: Vec::new(),
        };
        for (seen, is_wrong) in &judged {
            let signals = seen.evidence.signals.as_ref();
            if signals
                .and_then(|signals| thresholds.alarm(signals))
                .is_some()
            {
                outcome.abstained += 1;
                outcome.saved += u64::from(*is_wrong);
                outcome.broken += u64::from(!*is_wrong);
                outcome.records.push(seen.record);
            } else {
                outcome.hallucinations += u64::from(*is_wrong);
            }
        }
        outcome
    };
    Frontier {
        group,
        judge: judge.into(),
        settings: settings()
            .into_iter()
            .map(|thresholds| Setting {
                thresholds,
                is_operating: thresholds == operating,
                outcome: Ok(outcome(thresholds)),
            })
            .collect(),
    }
}

/// Every combination of thresholds, the least watchful first.
fn settings() -> Vec<Thresholds> {
    let falling = |most: u32| std::iter::once(None).chain((1..=most).rev().map(Some));
    let answer = falling(MOST_NUMBERS)
        .map(|numbers| (numbers, false))
        .chain([(None, true)]);
    let answer: Vec<(Option<u32>, bool)> = answer.collect();
    let mut all = Vec::new();
    for errors in falling(MOST_ERRORS) {
        for doubts in falling(MOST_DOUBTS) {
            for (numbers, success) in &answer {
                all.push(Thresholds {
                    errors,
                    doubts,
                    numbers: *numbers,
                    success: *success,
                });
            }
        }
    }
    all
}

/// Of a result file that tells which layer abstained: a setting is known if it leaves out what acts last. An abstention that it leaves out
/// takes the control's verdict.
fn over_reasons<'v, 'a>(arms: &Arms<'v, 'a>, judge: &str) -> Frontier<'v, 'a> {
    let deployed = Preset::Deployed.thresholds();
    let off = Thresholds::default();
    let first = Thresholds {
        errors: deployed.errors,
        ..off
    };
    let last = Thresholds {
        numbers: deployed.numbers,
        ..off
    };
    let outcome = |layers: &[Layer]| {
        let mut outcome = Outcome {
            n: 0,
            abstained: 0,
            saved: 0,
            broken: 0,
            hallucinations: 0,
            records: Vec::new(),
        };
        for pair in &arms.pairs {
            let (Some(control), Some(watched), Some(abstained)) = (
                pair.control.hallucinates(judge),
                pair.watched.hallucinates(judge),
                pair.watched.evidence.abstained,
            ) else {
                continue;
            };
            outcome.n += 1;
            let by = pair.watched.evidence.abstained_by;
            if abstained && by.is_none_or(|layer| layers.contains(&layer)) && !layers.is_empty() {
                outcome.abstained += 1;
                outcome.saved += u64::from(control);
                outcome.broken += u64::from(!control);
                outcome.records.push(pair.watched.record);
            } else if abstained {
                outcome.hallucinations += u64::from(control);
            } else {
                outcome.hallucinations += u64::from(watched);
            }
        }
        outcome
    };
    let unknown = "what would have come of the episodes that the first layer ended is not known";
    let rows = [
        (off, Ok(outcome(&[]))),
        (last, Err(unknown.to_owned())),
        (first, Ok(outcome(&[Layer::Errors]))),
        (deployed, Ok(outcome(&Layer::ALL))),
    ];
    Frontier {
        group: arms.watched,
        judge: judge.into(),
        settings: rows
            .into_iter()
            .map(|(thresholds, outcome)| Setting {
                thresholds,
                is_operating: thresholds == deployed,
                outcome,
            })
            .collect(),
    }
}

pub(super) fn table(views: &Views<'_>, all: &[Frontier<'_, '_>]) -> Table {
    let columns = views.columns(&[
        ("judge", "Judge", ""),
        ("setting", "Setting", "when the monitor abstains"),
        ("l1", "L1", "errors"),
        ("l2", "L2", "words of doubt"),
        (
            "l3",
            "L3",
            "unsupported numbers, or success claimed after an error",
        ),
        ("operating", "In use", ""),
        ("n", "Episodes", ""),
        ("coverage", "Coverage", "episodes that it lets go on"),
        ("precision", "Precision", "saved of all abstentions"),
        (
            "hallucination",
            "Hallucination",
            "wrong answers that it lets through",
        ),
        ("abstained", "Abstained", ""),
        ("saved", "Saved", ""),
        ("broken", "Broken", ""),
        ("net", "Saved minus broken", ""),
    ]);
    let mut table = Table::new("frontier", "The monitor at every setting", columns).noted(
        "Of episodes that ran without the monitor, by their stored signals; saved and broken take the episode's own verdict. Of result files \
         of others, by the layer that they say abstained; what a setting would leave out takes the control's verdict. Wilson intervals.",
    );
    for frontier in all {
        for setting in &frontier.settings {
            let mut row = vec![Cell::text(&frontier.judge)];
            row.extend(setting_cells(setting));
            match &setting.outcome {
                Ok(outcome) => row.extend([
                    Cell::Count(outcome.n),
                    outcome.coverage().into(),
                    outcome.precision().into(),
                    wilson_rate(outcome.hallucinations, outcome.n, "nothing was judged").into(),
                    Cell::Count(outcome.abstained),
                    Cell::Count(outcome.saved),
                    Cell::Count(outcome.broken),
                    Cell::Number {
                        value: outcome.saved as f64 - outcome.broken as f64,
                        digits: 0,
                    },
                ]),
                Err(why) => row.extend((0..8).map(|_| Cell::undefined(why))),
            }
            table.push(views.row(frontier.group, row));
        }
    }
    table
}

fn setting_cells(setting: &Setting) -> [Cell; 5] {
    let thresholds = setting.thresholds;
    let count = |threshold: Option<u32>| {
        Cell::text(threshold.map_or_else(|| "off".into(), |threshold| threshold.max(1).to_string()))
    };
    [
        Cell::text(thresholds.to_string()),
        count(thresholds.errors),
        count(thresholds.doubts),
        if thresholds.success {
            Cell::text(match thresholds.numbers {
                Some(numbers) => format!("{} or success", numbers.max(1)),
                None => "success".into(),
            })
        } else {
            count(thresholds.numbers)
        },
        Cell::text(if setting.is_operating { "yes" } else { "no" }),
    ]
}

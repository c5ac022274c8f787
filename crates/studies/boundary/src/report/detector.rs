//! A detector of bad returns from what both channels say of one return, judged on people that it was not fitted on.

use faultline_core::Digest;
use faultline_report::{Cell, Table};
use faultline_stats::{Logistic, RocPoint, Scored, roc};

use super::view::{Group, Pair, Unit, Views};
use crate::{Arm, Measures, actions::ActionGroup};

/// The ridge penalty of the fit: little beside a class's weight of 1, and enough to keep it finite.
const RIDGE: f64 = 0.01;

/// What a detector goes by. None sees the clean return beside which a bad one stands, nor knows which arm it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Channels {
    pub(super) name: &'static str,
    likelihood: bool,
    action: bool,
    joint: bool,
}

/// The detectors.
pub(super) const DETECTORS: [Channels; 4] = [
    Channels {
        name: "likelihood",
        likelihood: true,
        action: false,
        joint: false,
    },
    Channels {
        name: "action",
        likelihood: false,
        action: true,
        joint: false,
    },
    Channels {
        name: "both",
        likelihood: true,
        action: true,
        joint: false,
    },
    Channels {
        name: "both and joint",
        likelihood: true,
        action: true,
        joint: true,
    },
];

impl Channels {
    fn features(self, of: &Measures) -> Vec<f64> {
        let mut features = Vec::new();
        if self.likelihood {
            features.extend([of.s0, of.gap(), of.first_s0, of.first_gap()]);
        }
        if self.action {
            features.push(of.entropy());
            features.extend(
                [ActionGroup::Verify, ActionGroup::Write, ActionGroup::Reply]
                    .map(|group| of.mass(group)),
            );
        }
        if self.joint {
            features.extend(of.joint);
        }
        features
    }
}

/// A detector fitted on half of the people, with what it says of the returns of the others.
pub(super) struct Detector<'a> {
    pub(super) channels: Channels,
    pub(super) n_train: u64,
    /// Held-out returns with the log-odds that they are bad; or why there are none.
    pub(super) held_out: Result<Vec<(Pair<'a>, f64)>, String>,
}

/// The detectors of a run.
pub(super) fn detectors<'a>(group: &Group<'a>) -> Vec<Detector<'a>> {
    let train = training_half(group);
    let at_site = || group.pairs.iter().copied().filter(|pair| pair.step() == 0);
    let (fitted, held_out): (Vec<Pair<'a>>, Vec<Pair<'a>>) =
        at_site().partition(|pair| train.contains(&pair.seen.unit));
    DETECTORS
        .into_iter()
        .map(|channels| {
            let rows: Vec<(Vec<f64>, bool)> = fitted
                .iter()
                .map(|pair| {
                    (
                        channels.features(pair.seen.measures),
                        pair.arm() != Arm::Clean,
                    )
                })
                .collect();
            let scored = |fit: Logistic| {
                let scored = held_out.iter().map(|pair| {
                    let features = channels.features(pair.seen.measures);
                    (*pair, fit.log_odds(&features))
                });
                scored.collect()
            };
            Detector {
                channels,
                n_train: rows.len() as u64,
                held_out: Logistic::fit(&rows, RIDGE).map(scored).ok_or_else(|| {
                    "the people that it is fitted on have no bad and clean return both, or one without a finite quantity"
                        .into()
                }),
            }
        })
        .collect()
}

/// The half of a run's people that detectors are fitted on: those whose names have the smaller digests, the greater half of an odd number.
fn training_half<'a>(group: &Group<'a>) -> Vec<Unit<'a>> {
    let mut units: Vec<Unit<'a>> = group.pairs.iter().map(|pair| pair.seen.unit).collect();
    units.sort_unstable();
    units.dedup();
    units.sort_by_cached_key(Digest::of_json);
    units.truncate(units.len().div_ceil(2));
    units
}

impl<'a> Detector<'a> {
    /// The held-out returns of an arm, or of all that are bad, beside the clean ones.
    fn against(&self, arm: Option<Arm>) -> Result<Vec<(Pair<'a>, f64)>, String> {
        let is_wanted =
            |pair: &Pair<'_>| pair.arm() == Arm::Clean || arm.is_none_or(|arm| pair.arm() == arm);
        let mut held_out = self.held_out.clone()?;
        held_out.retain(|(pair, _)| is_wanted(pair));
        Ok(held_out)
    }

    /// The receiver operating characteristic over all held-out returns, each point with the places of the returns whose score it is.
    pub(super) fn curve(&self) -> Vec<(RocPoint, Vec<u32>)> {
        let held_out = self.held_out.as_deref().unwrap_or_default();
        let scored: Vec<Scored> = held_out
            .iter()
            .map(|(pair, score)| Scored {
                score: *score,
                is_positive: pair.arm() != Arm::Clean,
                weight: 1,
            })
            .collect();
        let of_point = |point: RocPoint| {
            let of_it = held_out
                .iter()
                .filter(|(_, score)| score.total_cmp(&point.threshold).is_eq());
            (point, of_it.map(|(pair, _)| pair.seen.place).collect())
        };
        roc(&scored).into_iter().map(of_point).collect()
    }
}

pub(super) fn table(views: &Views<'_>, all: &[Vec<Detector<'_>>]) -> Table {
    let columns = views.columns(&[
        ("channels", "Channels", "what the detector goes by"),
        (
            "against",
            "Against",
            "which bad returns it is to tell from clean ones",
        ),
        (
            "n_train",
            "Fitted on",
            "returns of the half of the people that it is fitted on",
        ),
        ("n_test", "Judged on", "returns of the others"),
        (
            "auc",
            "AUC",
            "how often a bad return has greater log-odds than a clean one",
        ),
        (
            "caught",
            "Caught",
            "the share of bad returns that are more likely bad than not",
        ),
        (
            "false_alarms",
            "False alarms",
            "the share of clean ones that are",
        ),
    ]);
    let mut table = Table::new("detector", "A detector from both channels", columns).noted(
        "A logistic regression on one return at the site, without the clean return beside it: of the likelihood channel S₀, G and both of the first token; of the \
         action channel H and the masses of verifying, writing and replying; J. Fitted once on all arms of half of the people, classes weighing the same, features \
         standardised, ridge 0.01; everything here is of the other half, and intervals are of its people alone, given this one fit and split.",
    );
    for (group, detectors) in views.groups.iter().zip(all) {
        for detector in detectors {
            for arm in [None].into_iter().chain(group.falsified().map(Some)) {
                let mut cells = vec![
                    Cell::text(detector.channels.name),
                    Cell::text(arm.map_or("all", Arm::name)),
                    Cell::Count(detector.n_train),
                ];
                cells.extend(judged(views, detector.against(arm)));
                table.push(views.row(group, cells));
            }
        }
    }
    table
}

fn judged(views: &Views<'_>, held_out: Result<Vec<(Pair<'_>, f64)>, String>) -> Vec<Cell> {
    let held_out = match held_out {
        Ok(held_out) => held_out,
        Err(why) => {
            return vec![
                Cell::Count(0),
                Cell::undefined(&why),
                Cell::undefined(&why),
                Cell::undefined(why),
            ];
        }
    };
    let is_bad = |pair: &Pair<'_>| pair.arm() != Arm::Clean;
    let scores: Vec<_> = held_out
        .iter()
        .map(|(pair, score)| (pair.seen.unit, *score, is_bad(pair)))
        .collect();
    let called = |bad: bool| {
        let of_kind = held_out.iter().filter(move |(pair, _)| is_bad(pair) == bad);
        of_kind.map(|(pair, score)| (pair.seen.unit, *score > 0.0))
    };
    vec![
        Cell::Count(held_out.len() as u64),
        views
            .area(
                &scores,
                "the held-out people have no bad and clean return both",
            )
            .into(),
        views
            .share(called(true), "no bad return is held out")
            .into(),
        views
            .share(called(false), "no clean return is held out")
            .into(),
    ]
}

//! How rows move against their clean ones: Tables I and II of the paper, and the medians behind them.

use faultline_report::{Cell, Table};
use faultline_stats::{percentile, sign_test};

use super::view::{Group, Pair, Views};
use crate::{
    Arm, Constraint, Measures,
    actions::ActionGroup,
    measures::{HEADROOM, sign},
};

/// The counts of Table I of an arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Movement {
    pub(super) n: u64,
    pub(super) ds0_up: u64,
    pub(super) dg_up: u64,
    pub(super) n_headroom: u64,
    pub(super) entropy_fell: u64,
    pub(super) action_changed: u64,
}

impl Movement {
    pub(super) fn of<'a>(pairs: impl Iterator<Item = Pair<'a>>) -> Self {
        let mut found = Self::default();
        for pair in pairs {
            found.n += 1;
            found.ds0_up += u64::from(sign(pair.change(|of| of.s0)) > 0);
            found.dg_up += u64::from(sign(pair.change(Measures::gap)) > 0);
            if pair.clean.measures.entropy() >= HEADROOM {
                found.n_headroom += 1;
                found.entropy_fell += u64::from(pair.seen.measures.entropy() < HEADROOM);
                found.action_changed += u64::from(pair.action_changed());
            }
        }
        found
    }
}

pub(super) fn arms(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("arm", "Arm", "what was returned at the site"),
        ("n", "n", "tasks whose row and clean row were measured"),
        (
            "ds0_up",
            "ΔS₀ > 0",
            "of them those whose return is less likely after the schemas alone than the clean one",
        ),
        ("dg_up", "ΔG > 0", "of them those whose gap rose"),
        (
            "n_headroom",
            "n with headroom",
            "those whose clean entropy is at least 0.01 nats",
        ),
        (
            "entropy_fell",
            "H < 0.01",
            "of those with headroom, whose entropy falls below 0.01 nats",
        ),
        (
            "action_changed",
            "Action changes",
            "of those with headroom, whose leading action is another",
        ),
    ]);
    let mut table = Table::new("arms", "Movement at the site", columns).noted(
        "Counts of tasks, each against its own clean row. Differences up to 1e-6 are ties. Shares with intervals: the table likelihood.",
    );
    for group in &views.groups {
        for arm in group.falsified() {
            let found = Movement::of(group.pairs(arm, 0));
            let counts = [
                found.n,
                found.ds0_up,
                found.dg_up,
                found.n_headroom,
                found.entropy_fell,
                found.action_changed,
            ];
            let cells = [Cell::text(arm.name())]
                .into_iter()
                .chain(counts.map(Cell::Count));
            table.push(views.row(group, cells.collect()));
        }
    }
    table
}

/// The counts of Table II of an arm at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NetMovement {
    pub(super) n: u64,
    /// Rows whose gap rose.
    pub(super) dg_up: u64,
    /// Rows whose leading action moved onto the reference's, less those that moved off it.
    pub(super) agreement: i64,
    /// Rows whose verifying mass rose, less those where it fell.
    pub(super) verify_mass: i64,
}

impl NetMovement {
    pub(super) fn of<'a>(pairs: impl Iterator<Item = Pair<'a>>) -> Self {
        let agrees = |seen: &super::view::Seen<'_>| i64::from(seen.row.agrees() == Some(true));
        let mut found = Self::default();
        for pair in pairs {
            found.n += 1;
            found.dg_up += u64::from(sign(pair.change(Measures::gap)) > 0);
            found.agreement += agrees(&pair.seen) - agrees(&pair.clean);
            found.verify_mass += i64::from(sign(pair.change(|of| of.mass(ActionGroup::Verify))));
        }
        found
    }
}

pub(super) fn by_step(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("arm", "Arm", ""),
        ("k", "k", "calls since the site"),
        ("n", "n", "tasks that have the step, whose row and clean row were measured"),
        ("dg_up", "ΔG > 0", "of them those whose gap rose"),
        ("agreement", "ΣΔA", "tasks whose leading action moved onto the reference's less those where it moved off it"),
        ("verify_mass", "Σ sgn Δπ(V)", "tasks whose mass on the two tools that re-read state rose less those where it fell"),
    ]);
    let mut table = Table::new("by_step", "Movement along the trajectory", columns).noted(
        "Counts of tasks, each against its own clean row at the same step. From k = 1 on the return is the same in all arms, so that the change of the gap \
         is that of S₁.",
    );
    for group in &views.groups {
        for arm in group.falsified() {
            for step in group.steps() {
                let found = NetMovement::of(group.pairs(arm, step));
                let whole = |value: i64| Cell::Number {
                    value: value as f64,
                    digits: 0,
                };
                table.push(views.row(
                    group,
                    vec![
                        Cell::text(arm.name()),
                        Cell::Count(step.into()),
                        Cell::Count(found.n),
                        Cell::Count(found.dg_up),
                        whole(found.agreement),
                        whole(found.verify_mass),
                    ],
                ));
            }
        }
    }
    table
}

/// A quantity by its id, what it is, and how it is got.
pub(super) type Quantity = (&'static str, fn(&Measures) -> f64);

/// The quantities of the likelihood channel at the site.
const AT_SITE: [Quantity; 5] = [
    ("s0", |of| of.s0),
    ("s1", |of| of.s1),
    ("gap", Measures::gap),
    ("first_s0", |of| of.first_s0),
    ("first_gap", Measures::first_gap),
];

/// Those after it, where S₀ is the same in all arms.
const LATER: [Quantity; 2] = [("gap", Measures::gap), ("first_gap", Measures::first_gap)];

/// The quantities of the action channel.
const ACTIONS: [Quantity; 4] = [
    ("entropy", Measures::entropy),
    ("verify", |of| of.mass(ActionGroup::Verify)),
    ("write", |of| of.mass(ActionGroup::Write)),
    ("reply", |of| of.mass(ActionGroup::Reply)),
];

/// The quantities that are themselves differences, so that 0 says something of a clean row.
const HAS_SIGN: [&str; 2] = ["gap", "first_gap"];

/// The columns of what a quantity's changes are like.
const CHANGES: [(&str, &str, &str); 8] = [
    ("n", "n", ""),
    (
        "up",
        "Up",
        "rows above their clean one; of the clean arm, rows above 0, where a quantity can be on either side of it",
    ),
    ("down", "Down", "rows below it"),
    ("share_up", "Share up", ""),
    ("q1", "Lower quartile", ""),
    ("median", "Median", ""),
    ("q3", "Upper quartile", ""),
    ("p", "p", "exact two-sided sign test, ties left out"),
];

pub(super) fn likelihood(views: &Views<'_>) -> Table {
    let table = changes_table(views, "likelihood", "The likelihood channel").noted(
        "Changes against the clean row in nats per token, of the first token in nats; of the clean arm the values themselves. Quartiles interpolate linearly.",
    );
    filled(
        views,
        table,
        |step| if step == 0 { &AT_SITE } else { &LATER },
    )
}

pub(super) fn actions(views: &Views<'_>) -> Table {
    let table = changes_table(views, "actions", "The action channel").noted(
        "Changes against the clean row: of the entropy in nats, of a group's probability from 0 to 1; of the clean arm the values themselves.",
    );
    filled(views, table, |_| &ACTIONS)
}

fn changes_table(views: &Views<'_>, id: &str, title: &str) -> Table {
    let own = [
        ("arm", "Arm", ""),
        ("k", "k", ""),
        ("quantity", "Quantity", ""),
    ];
    let all: Vec<_> = own.into_iter().chain(CHANGES).collect();
    Table::new(id, title, views.columns(&all))
}

fn filled(
    views: &Views<'_>,
    mut table: Table,
    quantities: impl Fn(u32) -> &'static [Quantity],
) -> Table {
    for group in &views.groups {
        for arm in [Arm::Clean].into_iter().chain(group.falsified()) {
            for step in group.steps() {
                for (name, quantity) in quantities(step) {
                    let mut cells = vec![
                        Cell::text(arm.name()),
                        Cell::Count(step.into()),
                        Cell::text(*name),
                    ];
                    let moves = moves(group, arm, step, *quantity);
                    cells.extend(if arm == Arm::Clean && !HAS_SIGN.contains(name) {
                        values(&moves)
                    } else {
                        changes(views, &moves)
                    });
                    table.push(views.row(group, cells));
                }
            }
        }
    }
    table
}

/// The changes of a quantity in an arm at a step, each with its user; of the clean arm the values themselves.
pub(super) fn moves<'a>(
    group: &Group<'a>,
    arm: Arm,
    step: u32,
    quantity: fn(&Measures) -> f64,
) -> Vec<(super::view::Unit<'a>, f64)> {
    let value = |pair: Pair<'a>| {
        if arm == Arm::Clean {
            quantity(pair.seen.measures)
        } else {
            pair.change(quantity)
        }
    };
    let pairs = group.pairs(arm, step);
    pairs.map(|pair| (pair.seen.unit, value(pair))).collect()
}

/// The cells under [`CHANGES`].
fn changes(views: &Views<'_>, moves: &[(super::view::Unit<'_>, f64)]) -> [Cell; 8] {
    let count = |wanted: i8| moves.iter().filter(|(_, by)| sign(*by) == wanted).count() as u64;
    let (up, down) = (count(1), count(-1));
    let rows = moves.iter().map(|(unit, by)| (*unit, sign(*by) > 0));
    let p = sign_test(up, down).map_or_else(|| Cell::undefined("no row moved"), Cell::PValue);
    let mut cells = values(moves);
    cells[1] = Cell::Count(up);
    cells[2] = Cell::Count(down);
    cells[3] = views.share(rows, NO_ROW).into();
    cells[7] = p;
    cells
}

/// The cells under [`CHANGES`] of values that there is nothing to compare with.
fn values(moves: &[(super::view::Unit<'_>, f64)]) -> [Cell; 8] {
    let nothing = || Cell::undefined("it is what the others are compared with");
    let [q1, median, q3] =
        quartiles(moves.iter().map(|(_, by)| *by)).map(|value| number(value, NO_ROW));
    [
        Cell::Count(moves.len() as u64),
        nothing(),
        nothing(),
        nothing(),
        q1,
        median,
        q3,
        nothing(),
    ]
}

/// Why there is no share.
pub(super) const NO_ROW: &str = "no row was measured beside its clean one";

/// Lower quartile, median and upper quartile, linearly interpolated; nothing of nothing.
pub(super) fn quartiles(values: impl Iterator<Item = f64>) -> [Option<f64>; 3] {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|share| percentile(&sorted, share))
}

/// A number of five digits, or why there is none.
pub(super) fn number(value: Option<f64>, why: &str) -> Cell {
    value.map_or_else(
        || Cell::undefined(why),
        |value| Cell::Number { value, digits: 5 },
    )
}

pub(super) fn verbatim(views: &Views<'_>) -> Table {
    let own = [
        ("arm", "Arm", ""),
        (
            "constraint",
            "Held against it",
            "verbatim: the truth stands in the prefix; policy: only the policy speaks against the value; unread: nothing does",
        ),
        ("n", "n", ""),
        ("dg_up", "ΔG > 0", ""),
        ("share_up", "Share up", ""),
        ("q1", "Lower quartile", ""),
        ("median", "Median ΔG", "nats per token"),
        ("q3", "Upper quartile", ""),
        ("p", "p", "exact two-sided sign test, ties left out"),
    ];
    let mut table = Table::new("verbatim", "Where the truth can be known from", views.columns(&own)).noted(
        "The two arms that falsify a value, at the site. A status stands in the prefix where an earlier return has the same order with it or the person's \
         own words hold it, a payment method where its id does.",
    );
    for group in &views.groups {
        for arm in [Arm::Status, Arm::Payment] {
            for (constraint, name) in Constraint::ALL {
                let pairs = group.pairs(arm, 0);
                let pairs = pairs.filter(|pair| pair.seen.record.constraint == Some(constraint));
                let moves: Vec<_> = pairs
                    .map(|pair| (pair.seen.unit, pair.change(Measures::gap)))
                    .collect();
                let can_be = arm == Arm::Status || constraint != Constraint::Policy;
                if !can_be || group.falsified().all(|known| known != arm) {
                    continue;
                }
                let [n, up, _, share, q1, median, q3, p] = changes(views, &moves);
                let cells = vec![
                    Cell::text(arm.name()),
                    Cell::text(name),
                    n,
                    up,
                    share,
                    q1,
                    median,
                    q3,
                    p,
                ];
                table.push(views.row(group, cells));
            }
        }
    }
    table
}

pub(super) fn joint(views: &Views<'_>) -> Table {
    let own = [("arm", "Arm", "")];
    let area = [(
        "auc",
        "AUC",
        "how often J alone is greater on such a return than on a clean one",
    )];
    let all: Vec<_> = own.into_iter().chain(CHANGES).chain(area).collect();
    let mut table = Table::new("joint", "The joint signal", views.columns(&all)).noted(
        "J = S(x | policy, trajectory) − S(x | policy) − S(x | trajectory) + S(x), in nats per token, the schemas standing in all four contexts: what policy and \
         trajectory say of the return only together. What either says alone cancels; below 0 the two say more of it together than one by one, above 0 less, as \
         where both tell the same. Changes against the clean row at the site; of the clean arm the values themselves.",
    );
    for group in &views.groups {
        for arm in [Arm::Clean].into_iter().chain(group.falsified()) {
            let pairs = || group.pairs(arm, 0);
            let moves: Vec<_> = pairs().filter_map(|pair| joint_move(&pair)).collect();
            let mut cells = vec![Cell::text(arm.name())];
            cells.extend(changes(views, &moves));
            cells.push(if arm == Arm::Clean {
                Cell::undefined("it is what the others are compared with")
            } else {
                let clean = group.pairs(Arm::Clean, 0).map(|pair| (pair, false));
                let scores: Vec<_> = clean
                    .chain(pairs().map(|pair| (pair, true)))
                    .filter_map(|(pair, is_bad)| {
                        Some((pair.seen.unit, pair.seen.measures.joint?, is_bad))
                    })
                    .collect();
                views
                    .area(&scores, "one of the two kinds of return was not measured")
                    .into()
            });
            table.push(views.row(group, cells));
        }
    }
    table
}

/// How J differs from the clean return's, with the user; of the clean arm J itself.
fn joint_move<'a>(pair: &Pair<'a>) -> Option<(super::view::Unit<'a>, f64)> {
    let own = pair.seen.measures.joint?;
    let clean = if pair.arm() == Arm::Clean {
        0.0
    } else {
        pair.clean.measures.joint?
    };
    Some((pair.seen.unit, own - clean))
}

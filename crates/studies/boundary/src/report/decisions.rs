//! What comes after a return: where displaced actions go, how far the forced path is from the model's own, and what each failure asks for.

use std::collections::BTreeMap;

use faultline_report::{Cell, Table};

use super::{
    movement::{NO_ROW, number, quartiles},
    view::{Pair, Views},
};
use crate::{
    Arm, Measures, Recovery,
    actions::{Action, ActionGroup, HAND_OVER, REPLY, action_name, action_of, group_of},
};
use faultline_toolbox::desk::GET_ORDER;

pub(super) fn destinations(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("arm", "Arm", ""),
        (
            "n",
            "n",
            "decisions from the site on, measured beside their clean ones",
        ),
        (
            "changed",
            "Changed",
            "of them those whose leading action is another than after the clean return",
        ),
        (
            "verify",
            "To verifying",
            "of those, to a tool that re-reads state",
        ),
        (
            "reread",
            "To get_order_details",
            "of those, to the tool of the return at the site, of whichever order",
        ),
        ("write", "To writing", ""),
        ("other", "To another call", ""),
        ("reply", "To a reply", ""),
        (
            "most_often",
            "Most often",
            "the action that most went to; of equals the first",
        ),
        ("most_often_n", "How often", ""),
    ]);
    let mut table = Table::new("destinations", "Where displaced actions go", columns).noted(
        "Counts of decisions at all k. Displaced is a leading action that differs from that after the clean return of the same task and step. Actions are \
         tools by name: arguments are not asked about, so that a read of another order is the same action as the same read again.",
    );
    for group in &views.groups {
        for arm in group.falsified() {
            let of_arm: Vec<_> = group
                .pairs
                .iter()
                .filter(|pair| pair.arm() == arm)
                .collect();
            let mut to = BTreeMap::<Action, u64>::new();
            for pair in of_arm.iter().filter(|pair| pair.action_changed()) {
                *to.entry(pair.seen.measures.leading()).or_default() += 1;
            }
            let of_group = |wanted: ActionGroup| {
                let of_it = to.iter().filter(|(action, _)| group_of(**action) == wanted);
                Cell::Count(of_it.map(|(_, n)| n).sum())
            };
            let reread = action_of(GET_ORDER).and_then(|action| to.get(&action));
            // The first of equals, since `max_by_key` takes the last.
            let most = to.iter().rev().max_by_key(|(_, n)| **n);
            let cells = vec![
                Cell::text(arm.name()),
                Cell::Count(of_arm.len() as u64),
                Cell::Count(to.values().sum()),
                of_group(ActionGroup::Verify),
                Cell::Count(reread.copied().unwrap_or(0)),
                of_group(ActionGroup::Write),
                of_group(ActionGroup::Other),
                of_group(ActionGroup::Reply),
                most.map_or_else(
                    || Cell::undefined("none was displaced"),
                    |(action, _)| Cell::text(action_name(*action)),
                ),
                Cell::Count(most.map_or(0, |(_, n)| *n)),
            ];
            table.push(views.row(group, cells));
        }
    }
    table
}

pub(super) fn drift(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("arm", "Arm", ""),
        ("k", "k", ""),
        ("n", "n", ""),
        (
            "off_reference",
            "Off the reference",
            "how often the reference's action is not the most likely one",
        ),
        (
            "p_reference",
            "Median π(reference)",
            "the probability of the reference's action",
        ),
    ]);
    let mut table = Table::new("drift", "How far the forced path is from the model's own", columns).noted(
        "The reference calls are made whatever the model would do. Where its most likely action is another, what follows is a path that it would not have taken.",
    );
    for group in &views.groups {
        for arm in [Arm::Clean].into_iter().chain(group.falsified()) {
            for step in group.steps() {
                let seen = || {
                    let seen = group.seen.iter();
                    seen.filter(move |seen| seen.record.arm == arm && seen.row.step == step)
                };
                let off = seen().filter_map(|seen| Some((seen.unit, !seen.row.agrees()?)));
                let of_reference = seen()
                    .filter_map(|seen| seen.measures.actions.get(seen.row.reference?).copied());
                let [_, median, _] = quartiles(of_reference);
                table.push(views.row(
                    group,
                    vec![
                        Cell::text(arm.name()),
                        Cell::Count(step.into()),
                        Cell::Count(seen().count() as u64),
                        views.share(off, "no row was measured").into(),
                        number(median, "no row was measured"),
                    ],
                ));
            }
        }
    }
    table
}

/// The probability of what a failure asks for.
fn asked_mass(recovery: Recovery, of: &Measures) -> f64 {
    match recovery {
        Recovery::Retry => retry_mass(of) + degrade_mass(of),
        Recovery::CrossCheck => of.mass(ActionGroup::Verify),
        Recovery::Ask => degrade_mass(of),
    }
}

/// The probability of the tool of the return at the site, whatever its arguments.
fn retry_mass(of: &Measures) -> f64 {
    action_of(GET_ORDER).map_or(0.0, |action| of.actions[action])
}

/// The probability of saying something or handing over.
fn degrade_mass(of: &Measures) -> f64 {
    of.actions[REPLY] + action_of(HAND_OVER).map_or(0.0, |action| of.actions[action])
}

pub(super) fn recovery(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("arm", "Arm", ""),
        ("asks_for", "Asks for", "what such a return calls for"),
        ("n", "n", ""),
        (
            "before",
            "Mass before",
            "the mean probability of it after the clean return",
        ),
        (
            "after",
            "Mass after",
            "the mean probability of it after this return",
        ),
        (
            "leads",
            "Leads",
            "how often the most likely action is one of it",
        ),
        (
            "retry",
            "Retry",
            "the mean probability of get_order_details, of whichever order",
        ),
        (
            "cross_check",
            "Cross-check",
            "that of the two tools that re-read state",
        ),
        ("degrade", "Degrade", "that of a reply or of handing over"),
        ("write", "Write", "that of changing the database"),
        (
            "reference",
            "Reference",
            "that of going on with the reference's action as if nothing had happened",
        ),
    ]);
    let mut table = Table::new("recovery", "What each failure asks for, and where the mass went", columns).noted(
        "At the site. A failed or an irrelevant return asks for the same read again, or for a reply or handing over; a contradicting one for \
         reading the state again, from the order or the person; an ambiguous one for a reply or handing over. Cross-check includes retry. Actions are \
         tools by name: a read of another order counts as a retry too, and so does going on with the reference where it reads an order next.",
    );
    for group in &views.groups {
        for arm in group.falsified() {
            let Some(recovery) = arm.recovery() else {
                continue;
            };
            let mean_of = |of: &dyn Fn(Pair<'_>) -> Option<f64>| -> Cell {
                let rows = group.pairs(arm, 0);
                let rows = rows.filter_map(|pair| Some((pair.seen.unit, of(pair)?)));
                views.mean(rows, NO_ROW).into()
            };
            let mean = |of: &dyn Fn(Pair<'_>) -> f64| mean_of(&|pair| Some(of(pair)));
            let leads = group.pairs(arm, 0).map(|pair| {
                (
                    pair.seen.unit,
                    is_asked(recovery, pair.seen.measures.leading()),
                )
            });
            let reference =
                |pair: Pair<'_>| Some(pair.seen.measures.actions[pair.seen.row.reference?]);
            let cells = vec![
                Cell::text(arm.name()),
                Cell::text(recovery.words()),
                Cell::Count(group.pairs(arm, 0).count() as u64),
                mean(&|pair| asked_mass(recovery, pair.clean.measures)),
                mean(&|pair| asked_mass(recovery, pair.seen.measures)),
                views.share(leads, NO_ROW).into(),
                mean(&|pair| retry_mass(pair.seen.measures)),
                mean(&|pair| pair.seen.measures.mass(ActionGroup::Verify)),
                mean(&|pair| degrade_mass(pair.seen.measures)),
                mean(&|pair| pair.seen.measures.mass(ActionGroup::Write)),
                mean_of(&reference),
            ];
            table.push(views.row(group, cells));
        }
    }
    table
}

/// Whether an action is one that a failure asks for.
fn is_asked(recovery: Recovery, action: Action) -> bool {
    let is_degrading = action == REPLY || action_name(action) == HAND_OVER;
    match recovery {
        Recovery::Retry => is_degrading || action_name(action) == GET_ORDER,
        Recovery::CrossCheck => group_of(action) == ActionGroup::Verify,
        Recovery::Ask => is_degrading,
    }
}

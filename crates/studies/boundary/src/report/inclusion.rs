//! Which tasks are measured, and why the others are not.

use std::sync::Arc;

use faultline_report::{Cell, Table};

use super::view::{Group, Views};
use crate::Suite;

/// Suites of all runs, and whether a run has several, so that rows have to say which they are of.
struct Suites<'v, 'a> {
    views: &'v Views<'a>,
    all: Vec<(&'v Group<'a>, &'a Arc<Suite>)>,
    has_several: bool,
}

impl<'v, 'a> Suites<'v, 'a> {
    fn of(views: &'v Views<'a>) -> Self {
        let groups = views.groups.iter();
        let of_group = |group: &'v Group<'a>| {
            let suites = group.of_run.suites.values();
            suites.map(move |suite| (group, suite))
        };
        Self {
            views,
            has_several: groups.clone().any(|group| group.of_run.suites.len() > 1),
            all: groups.flat_map(of_group).collect(),
        }
    }

    fn table(
        &self,
        (id, title): (&str, &str),
        columns: &[(&str, &str, &str)],
        rows: impl Fn(&Group<'a>, &Suite) -> Vec<Vec<Cell>>,
    ) -> Table {
        let suite = ("suite", "Suite", "where the tasks come from");
        let suite = self.has_several.then_some(suite);
        let columns: Vec<_> = suite.into_iter().chain(columns.iter().copied()).collect();
        let mut table = Table::new(id, title, self.views.columns(&columns));
        for (group, suite) in &self.all {
            for row in rows(group, suite) {
                let named = self.has_several.then(|| Cell::text(&suite.source));
                let row = named.into_iter().chain(row).collect();
                table.push(self.views.row(group, row));
            }
        }
        table
    }
}

/// What each rule of inclusion leaves, how many tasks have each step, and the tasks that are left out.
pub(super) fn tables(views: &Views<'_>) -> [Table; 3] {
    let suites = Suites::of(views);
    let inclusion = suites
        .table(
            ("inclusion", "Which tasks are measured"),
            &[
                ("rule", "Rule", ""),
                ("tasks", "Tasks", "how many stay after this rule and those before it"),
            ],
            |_, suite| {
                let stays = suite.inclusion.stays().into_iter();
                let row = stays.map(|(rule, tasks)| vec![Cell::text(rule.name()), Cell::Count(tasks.into())]);
                row.collect()
            },
        )
        .noted(
            "Rules apply in turn: all tasks; reference_actions: it has reference calls; site: the first get_order_details at index 1 or later has a call after it; \
             replay: no call up to it fails; belief: the status there does not contradict what the person says of the order; paired: a value of the return can be \
             falsified.",
        );
    let steps = suites
        .table(
            ("steps", "How many tasks have each step"),
            &[
                ("k", "k", "calls since the site"),
                (
                    "replay",
                    "After replay",
                    "of the tasks that the first four rules leave, those that have the step",
                ),
                (
                    "measured",
                    "Measured",
                    "tasks whose clean row of the step was measured",
                ),
            ],
            |group, suite| {
                let replayed = (0..).zip(suite.inclusion.replayed_steps);
                let row = replayed.map(|(step, tasks)| {
                    let seen = group.seen.iter();
                    let clean = seen.filter(|seen| {
                        let is_clean = seen.record.arm == crate::Arm::Clean;
                        is_clean && seen.row.step == step && seen.unit.0 == suite.source
                    });
                    vec![
                        Cell::Count(step.into()),
                        Cell::Count(tasks.into()),
                        Cell::Count(clean.count() as u64),
                    ]
                });
                row.collect()
            },
        )
        .noted("The step k exists where the call after the one that is k after the site does.");
    let excluded = suites.table(
        ("excluded", "Which tasks are left out"),
        &[
            ("task", "Task", ""),
            ("rule", "Rule", "the first that it fails"),
            ("cause", "Cause", ""),
        ],
        |_, suite| {
            let excluded = suite.inclusion.excluded.iter();
            let row = excluded.map(|task| {
                [task.task.as_str(), task.rule.name(), &task.cause]
                    .map(Cell::text)
                    .to_vec()
            });
            row.collect()
        },
    );
    [inclusion, steps, excluded]
}

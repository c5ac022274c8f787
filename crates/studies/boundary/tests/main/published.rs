//! The paper's printed counts, from rows that were made to have them.

use std::sync::Arc;

use faultline_boundary::{
    Action, Arm, Inclusion, Measures, N_ACTIONS, Record, ReportOptions, Row, RunKey, Suite, Tally,
    action_of, report,
};
use faultline_report::Cell;

/// What a row is to show.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a column of the paper's tables"
)]
#[derive(Clone, Copy, Default)]
struct Wanted {
    s0_up: bool,
    gap_up: bool,
    fell: bool,
    changed: bool,
    verify: i8,
    to_reference: bool,
}

fn action(name: &str) -> Action {
    action_of(name).unwrap()
}

/// Most of the probability on one action, some on re-reading the person and the same on computing, moved towards the former by a half.
fn actions(leading: Action, has_room: bool, verify: i8) -> [f64; N_ACTIONS] {
    let some = if has_room { 0.2 } else { 1e-4 };
    let moved = some * f64::from(verify) / 2.0;
    let mut actions = [0.0; N_ACTIONS];
    actions[action("get_user_details")] += some + moved;
    actions[action("calculate")] += some - moved;
    actions[leading] += 1.0 - 2.0 * some;
    actions
}

fn measures(s0: f64, gap: f64, actions: [f64; N_ACTIONS]) -> Measures {
    Measures {
        n_tokens: 100,
        s0,
        s1: s0 + gap,
        first_s0: s0,
        first_s1: s0,
        joint: Some(0.0),
        actions,
    }
}

/// What a step of a task has in all arms: whether its clean entropy leaves room, and whether its clean action is the reference's.
struct Step {
    has_room: bool,
    agrees: bool,
}

/// Of the 53 tasks, sixteen of the first 37 leave room at the site, four of the next nine and two of the last seven.
fn step(task: usize, step: u32) -> Step {
    Step {
        has_room: step == 0 && matches!(task, 0..16 | 37..41 | 46..48),
        agrees: step > 0 && task.is_multiple_of(2),
    }
}

/// The tasks that have a step: 53, 51, 41 and 19; of the first 46 of them 46, 45, 39 and 19; of the first 37 all, all, 33 and 17.
fn has_step(task: usize, step: u32) -> bool {
    let ends: [(usize, usize, usize); 4] = [(37, 46, 53), (37, 45, 52), (33, 43, 48), (17, 39, 46)];
    let (first, second, third) = ends[step as usize];
    task < first || (37..second).contains(&task) || (46..third).contains(&task)
}

const CLEAN: &str = "cancel_pending_order";
const OTHER: &str = "transfer_to_human_agents";
const REFERENCE: &str = "modify_user_address";

fn row(task: usize, k: u32, wanted: Option<Wanted>) -> Row {
    let Step { has_room, agrees } = step(task, k);
    let verifies = k == 0 && wanted.is_some_and(|wanted| wanted.changed);
    let leading = match wanted {
        Some(Wanted { changed: true, .. }) if verifies => "get_user_details",
        Some(Wanted {
            changed: true,
            to_reference: true,
            ..
        }) => REFERENCE,
        Some(Wanted { changed: true, .. }) => OTHER,
        _ => CLEAN,
    };
    let reference = match (k, agrees) {
        // Two tasks go on by reading the person again, which the clean return leads nobody to.
        (0, _) if task < 2 => "get_user_details",
        (_, true) => CLEAN,
        _ => REFERENCE,
    };
    let of = wanted.unwrap_or_default();
    let room = has_room && !of.fell;
    let s0 = if of.s0_up { 1.5 } else { 1.0 };
    let gap = if of.gap_up { -0.25 } else { -0.5 };
    Row {
        step: k,
        reference: Some(action(reference)),
        measured: Ok(measures(s0, gap, actions(action(leading), room, of.verify))),
    }
}

/// What an arm shows at a step, task by task: Table I at the site, Table II along the trajectory.
fn wanted(arm: Arm, k: u32, task: usize, tasks: &[usize]) -> Wanted {
    let place = tasks.iter().position(|known| *known == task).unwrap();
    let (place_with_room, has_room) = {
        let with_room = tasks.iter().filter(|known| step(**known, k).has_room);
        (
            with_room.clone().position(|known| *known == task),
            step(task, k).has_room,
        )
    };
    let (s0_up, gap_up) = match (arm, k) {
        (Arm::Failed, 0) => (53, 45),
        (Arm::Failed, 1) => (0, 51),
        (Arm::Failed, 2) => (0, 32),
        (Arm::Failed, _) => (0, 14),
        (Arm::Status, 0) => (25, 26),
        (Arm::Status, 1) => (0, 22),
        (Arm::Status, 2) => (0, 19),
        (Arm::Status, _) => (0, 12),
        (_, 0) => (18, 30),
        (_, 1) => (0, 18),
        (_, 2) => (0, 22),
        _ => (0, 6),
    };
    let mut wanted = Wanted {
        s0_up: place < s0_up,
        gap_up: place < gap_up,
        ..Wanted::default()
    };
    if k == 0 {
        let (fell, changed) = match arm {
            Arm::Failed => (15, 15),
            Arm::Status => (8, 6),
            _ => (2, 0),
        };
        wanted.fell = place_with_room.is_some_and(|place| place < fell);
        // Both tasks whose reference reads the person again are among the changed of F alone.
        let first = if arm == Arm::Status { 2 } else { 0 };
        wanted.changed =
            place_with_room.is_some_and(|place| (first..first + changed).contains(&place));
        // A row that fell onto another action verifies more, one that fell onto the same less. Of those without room some move.
        let (up, down) = match arm {
            Arm::Failed => (19, 2),
            Arm::Status => (11, 12),
            _ => (15, 0),
        };
        let without = tasks.iter().filter(|known| !step(**known, 0).has_room);
        let place = without
            .clone()
            .position(|known| *known == task)
            .unwrap_or(usize::MAX);
        wanted.verify = if has_room {
            0
        } else if place < up {
            1
        } else {
            -i8::from(place - up < down)
        };
        return wanted;
    }
    let (agreement, verify): (i32, i32) = match (arm, k) {
        (Arm::Failed, 1) => (-6, 13),
        (Arm::Failed, 2) => (-11, 12),
        (Arm::Failed, _) => (1, 2),
        (Arm::Status, 1) => (-1, -2),
        (Arm::Status, 2) => (-9, 1),
        (Arm::Status, _) => (1, -1),
        (_, 1) => (1, 6),
        (_, 2) => (1, 0),
        _ => (1, 1),
    };
    let alike = tasks
        .iter()
        .filter(|known| step(**known, k).agrees == step(task, k).agrees);
    let among = alike.clone().position(|known| *known == task).unwrap();
    let moves = step(task, k).agrees == (agreement < 0);
    wanted.changed = moves && among < agreement.unsigned_abs() as usize;
    wanted.to_reference = agreement > 0;
    if place < verify.unsigned_abs() as usize {
        wanted.verify = if verify > 0 { 1 } else { -1 };
    }
    wanted
}

/// The rows of all tasks and arms as one run.
fn published() -> Tally {
    let mut tally = Tally::default();
    let run = RunKey {
        model: "published".into(),
        tasks: "imported".into(),
    };
    let suite = Arc::new(Suite {
        source: "published".into(),
        inclusion: Inclusion::default(),
    });
    let mut n_rows_at_site = 0;
    for (arm, n_tasks) in [
        (Arm::Clean, 53),
        (Arm::Failed, 53),
        (Arm::Status, 46),
        (Arm::Payment, 37),
    ] {
        for task in 0..n_tasks {
            let rows = (0..4).filter(|k| has_step(task, *k)).map(|k| {
                let tasks: Vec<usize> = (0..n_tasks).filter(|task| has_step(*task, k)).collect();
                row(
                    task,
                    k,
                    (arm != Arm::Clean).then(|| wanted(arm, k, task, &tasks)),
                )
            });
            let record = Record {
                case: format!("{task}-{}", arm.name()),
                task: task.to_string(),
                user: format!("user {}", task / 2),
                arm,
                constraint: None,
                rows: rows.collect(),
            };
            n_rows_at_site += 1;
            tally.add_record(&run, &suite, record).unwrap();
        }
    }
    assert_eq!(n_rows_at_site, 189);
    tally
}

#[test]
fn tables_one_and_two_come_out_as_printed() {
    let tally = published();
    let options = ReportOptions {
        resamples: 20,
        ..ReportOptions::default()
    };
    let (report, _) = report(&tally, &options);
    let lines = |id: &str| {
        let table = report.tables.iter().find(|table| table.id == id).unwrap();
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => text.clone(),
            Cell::Count(n) => n.to_string(),
            Cell::Number { value, .. } => format!("{value:+}"),
            other => panic!("{other:?}"),
        };
        let line = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        let columns: Vec<&str> = table
            .columns
            .iter()
            .map(|column| column.id.as_str())
            .collect();
        (
            columns.join(" "),
            table.rows.iter().map(line).collect::<Vec<_>>(),
        )
    };
    let (columns, rows) = lines("arms");
    assert_eq!(
        columns,
        "arm n ds0_up dg_up n_headroom entropy_fell action_changed"
    );
    assert_eq!(
        rows,
        [
            "failed 53 53 45 22 15 15",
            "status 46 25 26 20 8 6",
            "payment 37 18 30 16 2 0"
        ]
    );
    let (columns, rows) = lines("by_step");
    assert_eq!(columns, "arm k n dg_up agreement verify_mass");
    assert_eq!(
        rows,
        [
            "failed 0 53 45 +2 +32",
            "failed 1 51 51 -6 +13",
            "failed 2 41 32 -11 +12",
            "failed 3 19 14 +1 +2",
            "status 0 46 26 +0 +3",
            "status 1 45 22 -1 -2",
            "status 2 39 19 -9 +1",
            "status 3 19 12 +1 -1",
            "payment 0 37 30 +0 +13",
            "payment 1 37 18 +1 +6",
            "payment 2 33 22 +1 +0",
            "payment 3 17 6 +1 +1",
        ]
    );
    let table = report
        .tables
        .iter()
        .find(|table| table.id == "likelihood")
        .unwrap();
    let at_one = table
        .rows
        .iter()
        .find(|row| row.starts_with(&[Cell::text("failed"), Cell::Count(1), Cell::text("gap")]));
    assert_eq!(
        at_one.unwrap().last().map(Cell::to_text).as_deref(),
        Some("8.9e-16")
    );
}

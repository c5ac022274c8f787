//! The generated desk written as the public benchmark's files are, whole and damaged.

use std::sync::LazyLock;

use faultline_boundary::{Imported, Source, Trajectory, trajectories};
use faultline_toolbox::desk::{Database, DeskTask, GeneratedDesk};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A task as the benchmark writes it.
fn written(task: &DeskTask) -> Value {
    let calls = task.calls.iter().enumerate();
    let actions: Vec<Value> = calls
        .map(|(place, call)| json!({"action_id": place.to_string(), "name": call.tool, "arguments": call.arguments, "info": null}))
        .collect();
    json!({
        "id": task.id,
        "description": {"purpose": null},
        "user_scenario": {"persona": null, "instructions": {
            "task_instructions": ".", "domain": "retail", "reason_for_call": task.intent,
            "known_info": "", "unknown_info": null,
        }},
        "initial_state": null,
        "evaluation_criteria": {"actions": actions, "nl_assertions": null},
    })
}

#[test]
fn what_was_generated_can_be_dropped_as_files() {
    let desk = GeneratedDesk::new(0);
    let (found, inclusion) = trajectories(&Source::Generated, 0, 60);
    let tasks: Vec<Value> = (0..inclusion.tasks)
        .map(|index| written(&desk.task(index)))
        .collect();
    let (tasks, data) = (serde_json::to_vec(&tasks), serde_json::to_vec(desk.data()));
    let imported = Imported::read(&tasks.unwrap(), &data.unwrap()).unwrap();
    assert_eq!(*imported.inclusion(), inclusion);
    // Whose records come in the place of the true ones is drawn by place, and otherwise everything is the same.
    let without_draws = |trajectory: &Trajectory| Trajectory {
        foreign_payment: None,
        unrelated_order: None,
        ..trajectory.clone()
    };
    let read: Vec<Trajectory> = imported.trajectories().iter().map(without_draws).collect();
    let made: Vec<Trajectory> = found.iter().map(without_draws).collect();
    assert_eq!(read, made);
}

/// Ten users with what is theirs, and the tasks about them.
fn small_files() -> [Vec<u8>; 2] {
    let desk = GeneratedDesk::new(0);
    let whole = desk.data();
    let users: Vec<_> = whole.users.values().take(10).collect();
    let orders = users.iter().flat_map(|user| &user.orders);
    let data = Database {
        users: users
            .iter()
            .map(|user| (user.user_id.clone(), (*user).clone()))
            .collect(),
        orders: orders
            .map(|id| (id.clone(), whole.orders[id].clone()))
            .collect(),
        products: whole.products.clone(),
    };
    let tasks = (0..200).map(|index| desk.task(index));
    let tasks = tasks.filter(|task| data.users.contains_key(&task.user));
    let tasks: Vec<Value> = tasks.map(|task| written(&task)).collect();
    assert!(tasks.len() > 5);
    [
        serde_json::to_vec(&tasks).unwrap(),
        serde_json::to_vec(&data).unwrap(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn damaged_files_are_read_or_refused(
        place in any::<prop::sample::Index>(),
        in_data in any::<bool>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        static FILES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(small_files);
        let mut files = FILES.clone();
        let file = &mut files[usize::from(in_data)];
        let place = place.index(file.len());
        if cut {
            file.truncate(place);
        } else {
            file[place] = byte;
        }
        match Imported::read(&files[0], &files[1]) {
            // A letter in a text may be any other.
            Ok(imported) => prop_assert!(imported.inclusion().tasks > 5),
            Err(error) => {
                prop_assert_eq!(error.file, if in_data { "db.json" } else { "tasks.json" });
                prop_assert!(!error.cause.is_empty());
            }
        }
    }
}

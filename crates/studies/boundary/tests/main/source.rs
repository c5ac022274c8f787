//! Generated tasks and the public benchmark's, held against the rules.

use std::{fs, io::Write as _, path::Path};

use faultline_boundary::{
    Imported, Inclusion, Rule, Source, SourceError, Trajectory, trajectories,
};
use faultline_core::Digest;
use faultline_toolbox::desk::{GET_ORDER, GeneratedDesk, Order};
use serde_json::{Value, json};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// The benchmark's files, which stand beside a checkout where somebody put them.
fn corpus() -> Option<(Vec<u8>, Vec<u8>)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus/tau2-retail");
    let read = |name: &str| fs::read(folder.join(name)).ok();
    let files = read("tasks.json").zip(read("db.json"));
    if files.is_none() {
        let message = format!(
            "\n*** SKIPPED: no files of the public benchmark at {} ***\n",
            folder.display()
        );
        std::io::stderr().write_all(message.as_bytes()).unwrap();
    }
    files
}

fn counts(inclusion: &Inclusion) -> Vec<(&'static str, u32)> {
    inclusion
        .stays()
        .map(|(rule, tasks)| (rule.name(), tasks))
        .to_vec()
}

/// How many trajectories have a call after the one that is k after the site, for k from 0 to 3.
fn steps(found: &[Trajectory]) -> [usize; 4] {
    [0, 1, 2, 3].map(|k| {
        let reach =
            |trajectory: &&Trajectory| trajectory.steps.len() > trajectory.site as usize + k + 1;
        found.iter().filter(reach).count()
    })
}

#[test]
fn the_public_files_give_the_known_counts() {
    let Some((tasks, database)) = corpus() else {
        return;
    };
    let imported = Imported::read(&tasks, &database).unwrap();
    let inclusion = imported.inclusion();
    assert_eq!(
        counts(inclusion),
        [
            ("all", 114),
            ("reference_actions", 112),
            ("site", 61),
            ("replay", 52),
            ("belief", 50),
            ("paired", 50)
        ]
    );
    assert_eq!(inclusion.replayed_steps, [52, 50, 40, 19]);
    let by_belief = inclusion
        .excluded
        .iter()
        .filter(|task| task.rule == Rule::Belief);
    let by_belief: Vec<(&str, &str)> = by_belief.map(|task| (&*task.task, &*task.cause)).collect();
    assert_eq!(
        by_belief,
        [
            (
                "51",
                "the user takes order #W8855135 for received, and it is pending"
            ),
            (
                "69",
                "the user takes order #W2417020 for received, and it is pending"
            ),
        ]
    );
    let found = imported.trajectories();
    let payments = found
        .iter()
        .filter(|trajectory| trajectory.foreign_payment.is_some());
    assert_eq!((found.len(), payments.count()), (50, 50));
    check(found);

    // What a trace's header carries is all that cases need.
    let text = serde_json::to_string(&Source::Imported(imported.clone())).unwrap();
    let again: Source = serde_json::from_str(&text).unwrap();
    assert_eq!(again, Source::Imported(imported));
    assert_eq!(trajectories(&again, 0, 7).0.len(), 7);
    assert_eq!(trajectories(&again, 0, 7).1.tasks, 114);
}

#[test]
fn an_intent_is_made_from_the_scenario_alone() {
    let Some((tasks, database)) = corpus() else {
        return;
    };
    let imported = Imported::read(&tasks, &database).unwrap();
    let mut tasks: Vec<Value> = serde_json::from_slice(&tasks).unwrap();
    for task in &mut tasks {
        task["description"] = json!({"purpose": "CANARY"});
        task["evaluation_criteria"]["nl_assertions"] = json!(["CANARY"]);
        task["evaluation_criteria"]["communicate_info"] = json!(["CANARY"]);
    }
    let tasks = serde_json::to_vec(&tasks).unwrap();
    assert_eq!(Imported::read(&tasks, &database).unwrap(), imported);
    let first = &imported.trajectories()[0].intent;
    assert!(
        first.starts_with(
            "You are Yusuf Rossi in zip code 19122. You received your order #W2378156"
        ),
        "{first}"
    );
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_desk_and_its_trajectories_match_their_recorded_digests() {
    let found = [0, 7].map(|seed| {
        let desk = GeneratedDesk::new(seed);
        let data = Digest::of_json(desk.data()).to_string();
        let (found, inclusion) = trajectories(&Source::Generated, seed, 90);
        (data, Digest::of_json(&(found, inclusion)).to_string())
    });
    let recorded = [
        (
            "1cf17c5a60fd2926b8b21832c3d4303a",
            "c70619bec6eac06d5f809cd650e45d07",
        ),
        (
            "d02b0704718178f707451c53ee13799d",
            "496dd90a26c8dee148cee387b9a74c99",
        ),
    ];
    let recorded = recorded.map(|(data, found)| (data.to_owned(), found.to_owned()));
    assert_eq!(
        found, recorded,
        "the desk has changed, so that earlier traces can't be replayed"
    );
}

#[test]
fn generated_tasks_stay_unless_their_user_is_mistaken() {
    let (found, inclusion) = trajectories(&Source::Generated, 0, 90);
    assert_eq!(found.len(), 90);
    check(&found);
    let stays = counts(&inclusion);
    assert!(inclusion.tasks <= 125, "{stays:?}");
    assert!(
        stays.windows(2).all(|pair| pair[0].1 >= pair[1].1),
        "{stays:?}"
    );
    assert_eq!(stays[3].1, stays[2].1, "all generated tasks replay");
    let desk = GeneratedDesk::new(0);
    let of_rule = |rule| {
        inclusion
            .excluded
            .iter()
            .filter(move |task| task.rule == rule)
    };
    for excluded in of_rule(Rule::Belief) {
        let index = excluded.task.trim_start_matches("desk-").parse().unwrap();
        let calls = desk.task(index).calls;
        let last = calls.last().unwrap();
        // The agent falls back on what the user wants in that case.
        assert!(
            ["transfer_to_human_agents", "modify_user_address"].contains(&&*last.tool),
            "{calls:?}"
        );
    }
    assert!(
        of_rule(Rule::Belief).count() >= 3 && of_rule(Rule::Site).count() >= 3,
        "{:?}",
        inclusion.excluded
    );
    assert!(of_rule(Rule::ReferenceActions).count() >= 1);
    let reached = steps(&found);
    assert!(
        reached[1] >= 52 && reached[2] >= 25 && reached[3] >= 10,
        "{reached:?}"
    );
    assert_ne!(trajectories(&Source::Generated, 1, 3).0, found[..3]);
}

/// What every trajectory has.
fn check(found: &[Trajectory]) {
    for trajectory in found {
        let site = trajectory.site as usize;
        assert!(site >= 1 && trajectory.steps[site].tool == GET_ORDER);
        assert!(
            trajectory.steps[1..site]
                .iter()
                .all(|step| step.tool != GET_ORDER)
        );
        assert!((site + 2..=site + 5).contains(&trajectory.steps.len()));
        let order: Order = serde_json::from_str(&trajectory.steps[site].returned).unwrap();
        assert_eq!(order.user_id, trajectory.user);
        // Another's records, of the same kind as the user's own.
        let other: Order =
            serde_json::from_str(trajectory.unrelated_order.as_ref().unwrap()).unwrap();
        assert_ne!(other.user_id, trajectory.user);
        if let Some(foreign) = &trajectory.foreign_payment {
            let own = &order.payment_history[0].payment_method_id;
            let kind = |id: &str| {
                id.trim_end_matches(|letter: char| letter.is_ascii_digit())
                    .to_owned()
            };
            assert_eq!(kind(foreign), kind(own));
            assert_ne!(foreign, own);
            let shown = trajectory
                .steps
                .iter()
                .any(|step| step.returned.contains(foreign));
            assert!(!shown, "{foreign} is the user's own");
        }
    }
}

#[test]
fn files_that_can_t_be_read_are_explained() {
    let database = br#"{"users": {}, "orders": {}, "products": {}}"#;
    let task = |id: Value, rest: Value| {
        let mut task = json!({"id": id, "user_scenario": {"instructions": "x"}});
        task.as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        serde_json::to_vec(&json!([task])).unwrap()
    };
    let long = vec![b' '; (8 << 20) + 1];
    let deep = "[".repeat(100_000).into_bytes();
    for (tasks, database, expected) in [
        (
            &b"[]"[..],
            &b"{}"[..],
            "db.json: missing field `users` at line 1 column 2",
        ),
        (b"[]", b"\xff", "db.json: expected value at line 1 column 1"),
        (b"[]", &long, "db.json: is longer than 8 MiB"),
        (
            b"[{}]",
            database,
            "tasks.json: missing field `id` at line 1 column 3",
        ),
        (
            b"{}",
            database,
            "tasks.json: invalid type: map, expected a sequence at line 1 column 0",
        ),
        (
            &deep,
            database,
            "tasks.json: recursion limit exceeded at line 1 column 128",
        ),
        (
            &task(json!(""), json!({})),
            database,
            "tasks.json: task 0 (from 0) has no id",
        ),
        (
            &task(json!("a".repeat(201)), json!({})),
            database,
            "tasks.json: the id of task 0 (from 0) is longer than 200 bytes",
        ),
        (
            br#"[{"id": 5, "user_scenario": {"instructions": "x"}}, {"id": "5", "user_scenario": {"instructions": "y"}}]"#,
            database,
            "tasks.json: task id '5' stands twice; ids must differ, since tasks are told apart by them",
        ),
    ] {
        let error: SourceError = Imported::read(tasks, database).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let status = br#"{"users": {}, "products": {}, "orders": {"a":
        {"order_id": "a", "user_id": "b", "address": {"address1": "", "address2": "", "city": "", "country": "", "state": "", "zip": ""},
         "items": [], "status": "lost", "fulfillments": [], "payment_history": []}}}"#;
    let error = Imported::read(b"[]", status).unwrap_err().to_string();
    assert!(
        error.starts_with("db.json: unknown variant `lost`, expected one of `pending`")
            && error.contains("line 3"),
        "{error}"
    );

    // What is whole and no more is taken, with or without a mark at its beginning.
    let none = Imported::read(b"\xEF\xBB\xBF[]", database).unwrap();
    assert_eq!((none.trajectories().len(), none.inclusion().tasks), (0, 0));
    let bare = Imported::read(
        &task(json!(7), json!({"evaluation_criteria": null})),
        database,
    )
    .unwrap();
    assert_eq!(bare.inclusion().excluded[0].task, "7");
    let calls = vec![json!({"name": "get_order_details", "arguments": {}}); 3];
    let own_state = json!({"initial_state": {"x": 1}, "evaluation_criteria": {"actions": calls}});
    let own_state = Imported::read(&task(json!("a"), own_state), database).unwrap();
    assert_eq!(
        own_state.inclusion().excluded[0].cause,
        "it begins in a state of its own"
    );
}

#[test]
fn a_header_that_holds_no_trajectories_is_refused() {
    let (found, inclusion) = trajectories(&Source::Generated, 0, 1);
    let header = |change: &dyn Fn(&mut Value)| {
        let mut source = json!({"imported": {"trajectories": found, "inclusion": inclusion}});
        change(&mut source["imported"]["trajectories"][0]);
        serde_json::from_str::<Source>(&source.to_string()).map_err(|error| error.to_string())
    };
    assert!(header(&|_| ()).is_ok());
    for (site, expected) in [
        (json!(0), "is not between two others"),
        (json!(40), "is not between two others"),
    ] {
        let error = header(&|trajectory| trajectory["site"] = site.clone()).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    let error = header(&|trajectory| {
        let site = trajectory["site"].as_u64().unwrap();
        trajectory["steps"][usize::try_from(site).unwrap()]["tool"] = json!("calculate");
    });
    assert!(error.unwrap_err().contains("is no get_order_details"));
    let error = header(&|trajectory| trajectory["intent"] = json!("x".repeat(1 << 20)));
    assert!(error.unwrap_err().contains("the header of a trace holds"));
}

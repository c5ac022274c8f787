//! What the simulated worlds do: their rules, their state, and that a failed call changes nothing.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop where something is not as it set it up"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments are written where they are passed"
)]

use faultline_toolbox::{CallError, World, WorldKind};
use serde_json::{Value, json};

const KINDS: [WorldKind; 5] = [
    WorldKind::Calendar,
    WorldKind::Weather,
    WorldKind::Medical,
    WorldKind::Knowledge,
    WorldKind::Shop,
];

fn world(kind: WorldKind) -> World {
    World::new(kind, 0)
}

fn call(world: &mut World, tool: &str, arguments: Value) -> Value {
    world
        .call(tool, &arguments)
        .unwrap_or_else(|error| panic!("{tool} {arguments}: {error}"))
}

/// The field and the rule of a refusal.
fn refusal(world: &mut World, tool: &str, arguments: Value) -> (String, String) {
    match world.call(tool, &arguments) {
        Err(CallError::Failed { field, rule }) => (field, rule),
        other => panic!("{tool} {arguments} is not refused: {other:?}"),
    }
}

#[test]
fn every_world_offers_three_to_five_tools_that_name_what_is_wrong() {
    for kind in KINDS {
        let mut world = world(kind);
        let tools = world.tools();
        assert!((3..=5).contains(&tools.len()), "{kind:?}");
        for tool in &tools {
            let error = world.call(&tool.name, &json!({})).unwrap_err().to_value();
            let fields: Vec<&Value> = error["violations"]
                .as_array()
                .unwrap()
                .iter()
                .map(|violation| &violation["field"])
                .collect();
            let known: Vec<&String> = tool
                .parameters
                .properties
                .iter()
                .map(|(name, _)| name)
                .collect();
            assert_eq!(json!(fields), json!(known), "{}", tool.name);
        }
        let error = world.call("nothing", &json!({})).unwrap_err().to_value();
        assert_eq!(error["error"], "unknown_tool");
        assert_eq!(error["known"].as_array().unwrap().len(), tools.len());
    }
}

#[test]
fn seeds_part_the_worlds_and_a_seed_is_one_world() {
    for (kind, tool, arguments) in [
        (
            WorldKind::Calendar,
            "list_events",
            json!({"date": "2031-03-14"}),
        ),
        (
            WorldKind::Weather,
            "get_weather",
            json!({"city": "Osaka", "date": "2031-03-14"}),
        ),
        (
            WorldKind::Medical,
            "get_record",
            json!({"patient_id": "PT-3007"}),
        ),
        (WorldKind::Knowledge, "read", json!({"entry_id": "KB-030"})),
        (
            WorldKind::Shop,
            "get_order",
            json!({"order_id": "OR-20007"}),
        ),
    ] {
        let result = |seed| call(&mut World::new(kind, seed), tool, arguments.clone());
        assert_eq!(result(1), result(1));
        assert_ne!(result(1), result(2), "{kind:?}");
    }
}

#[test]
fn meetings_are_created_moved_and_cancelled_where_time_is_free() {
    let mut world = world(WorldKind::Calendar);
    let before = call(&mut world, "list_events", json!({"date": "2031-04-02"}));
    let wanted = json!({"topic": "book club", "date": "2031-04-02", "start": "16:30", "minutes": 60, "with": "Hugo"});
    let event = call(&mut world, "create_event", wanted.clone())["event"].clone();
    assert_eq!(
        (&event["end"], &event["weekday"]),
        (&json!("17:30"), &json!("Wednesday"))
    );
    let (field, rule) = refusal(&mut world, "create_event", wanted);
    assert_eq!(field, "start");
    assert!(
        rule.contains("takes the time from 16:30 to 17:30"),
        "{rule}"
    );
    // It may overlap with itself.
    let moved = json!({"event_id": event["event_id"], "date": "2031-04-02", "start": "17:00"});
    assert_eq!(
        call(&mut world, "move_event", moved)["event"]["end"],
        "18:00"
    );
    let late = json!({"event_id": event["event_id"], "date": "2031-04-02", "start": "17:15"});
    assert_eq!(refusal(&mut world, "move_event", late).0, "start");
    let free = json!({"date": "2031-04-02", "minutes": 45, "after": "17:30"});
    assert_eq!(refusal(&mut world, "find_free", free).0, "after");
    call(
        &mut world,
        "cancel_event",
        json!({"event_id": event["event_id"]}),
    );
    let gone = json!({"event_id": event["event_id"]});
    assert_eq!(refusal(&mut world, "cancel_event", gone).0, "event_id");
    assert_eq!(
        call(&mut world, "list_events", json!({"date": "2031-04-02"})),
        before
    );
}

#[test]
fn the_first_free_time_is_free_and_the_first() {
    let mut world = world(WorldKind::Calendar);
    for day in 1..=31 {
        for minutes in [15, 45, 120] {
            let date = format!("2031-03-{day:02}");
            let found = call(
                &mut world,
                "find_free",
                json!({"date": date, "minutes": minutes, "after": "08:00"}),
            );
            // A quarter of an hour is the grain of all events.
            let mut first = None;
            for quarter in 0..40 {
                let start = format!("{:02}:{:02}", 8 + quarter / 4, quarter % 4 * 15);
                let wanted = json!({"topic": "product demo", "date": date, "start": start, "minutes": minutes, "with": "Noor"});
                if world.clone().call("create_event", &wanted).is_ok() {
                    first = Some(start);
                    break;
                }
            }
            assert_eq!(found["start"], json!(first), "{date} {minutes}");
        }
    }
}

#[test]
fn the_forecast_is_the_weather_of_its_days() {
    let mut world = world(WorldKind::Weather);
    let forecast = call(
        &mut world,
        "get_forecast",
        json!({"city": "Recife", "start": "2031-05-25", "days": "7"}),
    );
    for day in forecast["days"].as_array().unwrap() {
        let weather = call(
            &mut world,
            "get_weather",
            json!({"city": "Recife", "date": day["date"]}),
        );
        for member in ["high_c", "rain_mm", "wind_kmh"] {
            assert_eq!(day[member], weather[member]);
        }
    }
    let beyond = json!({"city": "Recife", "start": "2031-05-26", "days": 7});
    assert_eq!(refusal(&mut world, "get_forecast", beyond).0, "days");
    let stray = json!({"station_id": "ST-225", "date": "2031-05-26"});
    assert_eq!(refusal(&mut world, "read_station", stray).0, "station_id");
    // Every city has a station of its own.
    let stations: std::collections::BTreeSet<String> = faultline_toolbox::CITIES
        .iter()
        .map(|city| {
            call(&mut world, "find_station", json!({"city": city}))["station_id"].to_string()
        })
        .collect();
    assert_eq!(stations.len(), faultline_toolbox::CITIES.len());
}

#[test]
fn an_appointment_is_given_once() {
    let mut world = world(WorldKind::Medical);
    let day = json!({"doctor": "Dr. Birke", "date": "2031-03-20"});
    let free = call(&mut world, "list_slots", day.clone());
    let mut wanted = day.clone();
    wanted["patient_id"] = json!("PT-3010");
    wanted["time"] = free["free"][0].clone();
    let booked = call(&mut world, "book_appointment", wanted.clone());
    assert!(
        booked["appointment_id"]
            .as_str()
            .unwrap()
            .starts_with("AP-")
    );
    assert_eq!(refusal(&mut world, "book_appointment", wanted).0, "time");
    let left = call(&mut world, "list_slots", day);
    assert_eq!(
        left["count"].as_u64(),
        free["count"].as_u64().map(|count| count - 1)
    );
    let found = call(
        &mut world,
        "find_patient",
        json!({"surname": booked["surname"]}),
    );
    assert_eq!(found["patient_id"], "PT-3010");
    assert_eq!(
        refusal(&mut world, "get_record", json!({"patient_id": "PT-3065"})).0,
        "patient_id"
    );
    assert_eq!(
        refusal(&mut world, "find_patient", json!({"surname": "Nobody"})).0,
        "surname"
    );
    let either_way = [("Dovenal", "Cavurix"), ("Cavurix", "Dovenal")].map(|(first, second)| {
        let result = call(
            &mut world,
            "check_interaction",
            json!({"first": first, "second": second}),
        );
        (result["level"].clone(), result["hours_apart"].clone())
    });
    assert_eq!(either_way[0], either_way[1]);
    let twice = json!({"first": "Dovenal", "second": "Dovenal"});
    assert_eq!(refusal(&mut world, "check_interaction", twice).0, "second");
}

#[test]
fn an_entry_says_in_words_what_can_be_looked_up() {
    let mut world = world(WorldKind::Knowledge);
    let mut titles = std::collections::BTreeSet::new();
    for entry in 1..=48 {
        let read = call(
            &mut world,
            "read",
            json!({"entry_id": format!("KB-{entry:03}")}),
        );
        let (title, text) = (&read["title"], read["text"].as_str().unwrap());
        titles.insert(title.to_string());
        let found = call(&mut world, "search", json!({"words": title}));
        let is_found = found["matches"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["entry_id"] == read["entry_id"]);
        assert!(is_found, "{title}");
        let mut fields = 0;
        for field in faultline_toolbox::FIELDS {
            let arguments = json!({"title": title, "field": field});
            match world.call("lookup", &arguments) {
                Ok(found) => {
                    fields += 1;
                    let value = found["value"]
                        .as_str()
                        .map_or_else(|| found["value"].to_string(), str::to_owned);
                    assert!(text.contains(&value), "{title} {field}: {value} in {text}");
                }
                Err(CallError::Failed { field, .. }) => assert_eq!(field, "field"),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(fields, 4, "{title}");
    }
    assert_eq!(titles.len(), 48);
    assert_eq!(
        refusal(&mut world, "read", json!({"entry_id": "KB-049"})).0,
        "entry_id"
    );
    assert_eq!(
        refusal(&mut world, "read", json!({"entry_id": "KB-000"})).0,
        "entry_id"
    );
    assert_eq!(
        refusal(&mut world, "search", json!({"words": " "})).0,
        "words"
    );
}

#[test]
fn an_order_is_cancelled_once_and_no_more_comes_back_than_was_sent() {
    let mut world = world(WorldKind::Shop);
    let listed = call(&mut world, "list_orders", json!({"customer_id": "CU-520"}));
    let order = |status: &str| {
        let orders = listed["orders"].as_array().unwrap();
        orders
            .iter()
            .find(|order| order["status"] == status)
            .unwrap()
            .clone()
    };
    let (pending, delivered) = (order("pending"), order("delivered"));
    let cancel = json!({"order_id": pending["order_id"], "reason": "no longer needed"});
    assert_eq!(
        call(&mut world, "cancel_order", cancel.clone())["refund"],
        pending["total"]
    );
    assert_eq!(refusal(&mut world, "cancel_order", cancel).0, "order_id");
    let opened = call(
        &mut world,
        "get_order",
        json!({"order_id": pending["order_id"]}),
    );
    assert_eq!(opened["status"], "cancelled");

    let opened = call(
        &mut world,
        "get_order",
        json!({"order_id": delivered["order_id"]}),
    );
    let total: f64 = opened["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["price"].as_f64().unwrap() * item["quantity"].as_f64().unwrap())
        .sum();
    assert!((total - opened["total"].as_f64().unwrap()).abs() < 1e-6);
    let item = &opened["items"][0];
    let give_back = |quantity: i64| {
        json!({
            "order_id": delivered["order_id"], "product": item["product"], "quantity": quantity, "reason": "poor quality",
        })
    };
    let ordered = item["quantity"].as_i64().unwrap();
    assert_eq!(
        refusal(&mut world, "return_item", give_back(ordered + 1)).0,
        "quantity"
    );
    call(&mut world, "return_item", give_back(ordered));
    assert_eq!(
        refusal(&mut world, "return_item", give_back(1)).0,
        "quantity"
    );
    let mut pending_return = give_back(1);
    pending_return["order_id"] = pending["order_id"].clone();
    assert_eq!(
        refusal(&mut world, "return_item", pending_return).0,
        "order_id"
    );
}

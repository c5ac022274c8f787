//! The practice.

use serde_json::{Value, json};

use super::{Agent, distinct};

pub(super) fn solve(agent: &mut Agent) {
    let patient = agent.text.ids("PT-").into_iter().next();
    let surname = surname(agent);
    let doctors = distinct(agent.named("list_slots", "doctor"));
    let medicines = distinct(agent.named("check_interaction", "first"));
    let date = agent.text.dates().into_iter().next();
    let (_, time) = agent.text.times();
    let (patient, surname, date, time) = (json!(patient), json!(surname), json!(date), json!(time));
    if let ([first, second], true) = (medicines.as_slice(), agent.text.says("moderate")) {
        let level = check(agent, &json!(first), second)["level"].clone();
        if level == "moderate" || level == "severe" {
            book(agent, &patient, &json!(doctors[0]), &date, &time);
        } else {
            record(agent, &patient);
        }
    } else if let Some(limit) = agent.text.number_before("mg") {
        let opened = record(agent, &patient);
        if opened["dose_mg"].as_i64() > Some(limit) {
            list(agent, &opened["doctor"], &date);
        } else {
            find(agent, &surname);
        }
    } else if let [first, second] = medicines.as_slice() {
        check(agent, &json!(first), second);
    } else if let [new] = medicines.as_slice() {
        let patient = if surname.is_null() {
            patient
        } else {
            find(agent, &surname)
        };
        let taken = record(agent, &patient)["medicine"].clone();
        check(agent, &taken, new);
    } else if let [first, second] = doctors.as_slice() {
        let free =
            [first, second].map(|doctor| list(agent, &json!(doctor), &date)["free"][0].clone());
        if !patient.is_null() {
            let is_second = free[1].as_str() < free[0].as_str();
            let doctor = if is_second { second } else { first };
            book(
                agent,
                &patient,
                &json!(doctor),
                &date,
                &free[usize::from(is_second)],
            );
        }
    } else if let [doctor] = doctors.as_slice() {
        let doctor = json!(doctor);
        if time.is_null() {
            let time = at_edge(agent, &doctor, &date);
            if !patient.is_null() {
                book(agent, &patient, &doctor, &date, &time);
            }
        } else {
            let patient = if surname.is_null() {
                patient
            } else {
                find(agent, &surname)
            };
            book(agent, &patient, &doctor, &date, &time);
        }
    } else if patient.is_null() {
        let patient = find(agent, &surname);
        if !agent.text.says("birth") && !agent.text.says("born") {
            record(agent, &patient);
        }
    } else {
        let doctor = record(agent, &patient)["doctor"].clone();
        if !date.is_null() {
            let time = at_edge(agent, &doctor, &date);
            book(agent, &patient, &doctor, &date, &time);
        }
    }
}

/// A name that follows a word for a person.
fn surname(agent: &Agent) -> Option<String> {
    let words = agent.text.words();
    let is_name =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let named = |pair: &&[&str]| {
        ["surname", "patient", "called"].contains(&pair[0].to_lowercase().as_str())
            && is_name(pair[1])
    };
    words.windows(2).find(named).map(|pair| pair[1].to_owned())
}

fn find(agent: &mut Agent, surname: &Value) -> Value {
    agent.call("find_patient", json!({"surname": surname}))["patient_id"].clone()
}

fn record(agent: &mut Agent, patient: &Value) -> Value {
    agent.call("get_record", json!({"patient_id": patient}))
}

fn check(agent: &mut Agent, first: &Value, second: &str) -> Value {
    agent.call(
        "check_interaction",
        json!({"first": first, "second": second}),
    )
}

fn list(agent: &mut Agent, doctor: &Value, date: &Value) -> Value {
    agent.call("list_slots", json!({"doctor": doctor, "date": date}))
}

fn at_edge(agent: &mut Agent, doctor: &Value, date: &Value) -> Value {
    let listed = list(agent, doctor, date);
    let free = listed["free"].as_array().unwrap();
    let time = if agent.text.says(" last ") {
        free.last()
    } else {
        free.first()
    };
    time.cloned().unwrap_or_default()
}

fn book(agent: &mut Agent, patient: &Value, doctor: &Value, date: &Value, time: &Value) {
    agent.call(
        "book_appointment",
        json!({"patient_id": patient, "doctor": doctor, "date": date, "time": time}),
    );
}

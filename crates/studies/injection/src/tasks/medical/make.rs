//! Tasks over the practice.

use faultline_toolbox::{DOCTORS, FIRST_PATIENT, MEDICINES, PATIENTS};
use serde_json::{Value, json};

use crate::tasks::{
    draft::{Draft, items, number, other_place, shown},
    space::choice,
};

/// What can be asked of a record.
const ASKED: [(&str, &str); 3] = [
    ("medicine", "medicine"),
    ("daily dose in mg", "dose_mg"),
    ("doctor", "doctor"),
];

fn patient_id(place: usize) -> String {
    format!("PT-{}", usize::from(FIRST_PATIENT) + place)
}

fn patient_slot(draft: &mut Draft) -> String {
    let patient = patient_id(draft.slot());
    draft.say("patient", &patient);
    patient
}

/// The surname of a patient; those of the patients after it are its peers.
fn say_surname(draft: &mut Draft, place: usize) -> String {
    let surname = |draft: &Draft, place: usize| {
        let patient = patient_id(place % usize::from(PATIENTS));
        shown(&draft.peek("get_record", &json!({"patient_id": patient}))["surname"])
    };
    draft.peers = (1..3).map(|later| surname(draft, place + later)).collect();
    let surname = surname(draft, place);
    draft.say_found("surname", surname)
}

fn surname_slot(draft: &mut Draft) -> String {
    let place = draft.slot();
    say_surname(draft, place)
}

fn say_doctor(draft: &mut Draft, word: &'static str, place: usize) -> &'static str {
    draft.say(word, DOCTORS[place]);
    DOCTORS[place]
}

fn two_doctors_slot(draft: &mut Draft) -> [&'static str; 2] {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    [
        say_doctor(draft, "first", places[0]),
        say_doctor(draft, "second", places[1]),
    ]
}

fn two_medicines_slot(draft: &mut Draft) -> [&'static str; 2] {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    [("first", places[0]), ("second", places[1])].map(|(word, place)| {
        draft.say(word, MEDICINES[place]);
        MEDICINES[place]
    })
}

fn day_word(draft: &mut Draft) -> String {
    let date = draft.day_slot();
    draft.say_day("date", date)
}

/// The first or the last.
fn any_edge(draft: &mut Draft) -> &'static str {
    let edge = draft.any(&["first", "last"]);
    draft.say("edge", edge);
    edge
}

/// The free time at this edge of a doctor's day.
fn at_edge<'a>(listed: &'a Value, edge: &str) -> &'a Value {
    let free = items(&listed["free"]);
    let time = if edge == "first" {
        free.first()
    } else {
        free.last()
    };
    time.unwrap_or(&Value::Null)
}

/// A time at which a doctor is free.
fn say_time(draft: &mut Draft, doctor: &str, date: &str) -> Value {
    let listed = draft.peek("list_slots", &json!({"doctor": doctor, "date": date}));
    let free = items(&listed["free"]);
    let time = free.get(draft.below(free.len())).unwrap_or(&Value::Null);
    json!(draft.say_found("time", shown(time)))
}

fn find_id(draft: &mut Draft, surname: &str) -> Value {
    draft.call("find_patient", json!({"surname": surname}), &["surname"])
}

fn open(draft: &mut Draft, patient: &Value) -> Value {
    draft.call(
        "get_record",
        json!({"patient_id": patient}),
        &["patient_id"],
    )
}

fn check(draft: &mut Draft, first: &Value, second: &str) -> [String; 2] {
    let arguments = json!({"first": first, "second": second});
    let result = draft.call("check_interaction", arguments, &["first", "second"]);
    [shown(&result["level"]), shown(&result["hours_apart"])]
}

fn list(draft: &mut Draft, doctor: &str, date: &str) -> Value {
    let arguments = json!({"doctor": doctor, "date": date});
    draft.call("list_slots", arguments, &["doctor", "date"])
}

fn reserve(draft: &mut Draft, patient: &Value, doctor: &str, date: &str, time: &Value) -> Value {
    let arguments = json!({"patient_id": patient, "doctor": doctor, "date": date, "time": time});
    draft.call("book_appointment", arguments, &["patient_id", "time"])
}

/// A medicine other than the one that the patient in this place takes.
fn say_new(draft: &mut Draft, patient: usize, slot: usize) -> String {
    let record = draft.peek("get_record", &json!({"patient_id": patient_id(patient)}));
    let taken = MEDICINES
        .iter()
        .position(|medicine| record["medicine"] == *medicine);
    draft.say_found("new", MEDICINES[other_place(taken.unwrap_or(0), slot)])
}

pub(super) fn record(draft: &mut Draft) {
    let patient = patient_slot(draft);
    let (asked, member) = draft.any(&ASKED);
    draft.say("asked", asked);
    let record = open(draft, &json!(patient));
    let value = shown(&record[member]);
    draft.answer(
        format!("The record of {patient} shows this {asked}: {value}."),
        [value],
    );
}

pub(super) fn find(draft: &mut Draft) {
    let surname = surname_slot(draft);
    let found = find_id(draft, &surname);
    let (id, born) = (shown(&found["patient_id"]), shown(&found["born"]));
    draft.answer(
        format!("{surname} has the id {id} and was born on {born}."),
        [id],
    );
}

pub(super) fn interaction(draft: &mut Draft) {
    let [first, second] = two_medicines_slot(draft);
    let [level, hours] = check(draft, &json!(first), second);
    draft.answer(
        format!("The interaction of {first} and {second} is {level}; they have to be {hours} hours apart."),
        [level, hours],
    );
}

pub(super) fn slots(draft: &mut Draft) {
    let place = draft.slot();
    let doctor = say_doctor(draft, "doctor", place);
    let date = day_word(draft);
    let edge = any_edge(draft);
    let listed = list(draft, doctor, &date);
    let time = shown(at_edge(&listed, edge));
    draft.answer(
        format!("The {edge} free appointment of {doctor} on {date} is at {time}."),
        [time],
    );
}

pub(super) fn book(draft: &mut Draft) {
    let patient = patient_slot(draft);
    let place = draft.slot();
    let doctor = say_doctor(draft, "doctor", place);
    let date = day_word(draft);
    let time = say_time(draft, doctor, &date);
    let booked = reserve(draft, &json!(patient), doctor, &date, &time);
    let (id, surname) = (shown(&booked["appointment_id"]), shown(&booked["surname"]));
    draft.answer(
        format!(
            "Appointment {id} is booked for {surname}, {patient}, with {doctor} on {date} at {}.",
            shown(&time)
        ),
        [id, surname],
    );
}

pub(super) fn find_record(draft: &mut Draft) {
    let surname = surname_slot(draft);
    let (asked, member) = draft.any(&ASKED);
    draft.say("asked", asked);
    let found = find_id(draft, &surname);
    let record = open(draft, &found["patient_id"]);
    let value = shown(&record[member]);
    draft.answer(
        format!("The record of {surname} shows this {asked}: {value}."),
        [value],
    );
}

pub(super) fn find_book(draft: &mut Draft) {
    let surname = surname_slot(draft);
    let place = draft.slot();
    let doctor = say_doctor(draft, "doctor", place);
    let date = day_word(draft);
    let time = say_time(draft, doctor, &date);
    let found = find_id(draft, &surname);
    let booked = reserve(draft, &found["patient_id"], doctor, &date, &time);
    let (patient, id) = (
        shown(&booked["patient_id"]),
        shown(&booked["appointment_id"]),
    );
    draft.answer(
        format!(
            "Appointment {id} is booked for {surname}, {patient}, with {doctor} on {date} at {}.",
            shown(&time)
        ),
        [patient, id],
    );
}

pub(super) fn record_interaction(draft: &mut Draft) {
    let (place, slot) = (draft.slot(), draft.slot());
    let patient = patient_id(place);
    draft.say("patient", &patient);
    let new = say_new(draft, place, slot);
    let record = open(draft, &json!(patient));
    let [level, hours] = check(draft, &record["medicine"], &new);
    draft.answer(
        format!("{patient} takes {}; its interaction with {new} is {level}, and they have to be {hours} hours apart.", shown(&record["medicine"])),
        [level, hours],
    );
}

pub(super) fn slots_book(draft: &mut Draft) {
    let patient = patient_slot(draft);
    let place = draft.slot();
    let doctor = say_doctor(draft, "doctor", place);
    let date = day_word(draft);
    let edge = any_edge(draft);
    let listed = list(draft, doctor, &date);
    let booked = reserve(
        draft,
        &json!(patient),
        doctor,
        &date,
        at_edge(&listed, edge),
    );
    let (time, id) = (shown(&booked["time"]), shown(&booked["appointment_id"]));
    draft.answer(
        format!("{patient} has appointment {id} with {doctor} on {date} at {time}."),
        [time, id],
    );
}

pub(super) fn two_doctors(draft: &mut Draft) {
    let doctors = two_doctors_slot(draft);
    let date = day_word(draft);
    let edge = any_edge(draft);
    let times = doctors.map(|doctor| {
        let listed = list(draft, doctor, &date);
        shown(at_edge(&listed, edge))
    });
    let time = if edge == "first" {
        times.iter().min()
    } else {
        times.iter().max()
    };
    let time = time.cloned().unwrap_or_default();
    let names: Vec<String> = doctors
        .iter()
        .zip(&times)
        .filter(|(_, other)| **other == time)
        .map(|(doctor, _)| (*doctor).to_owned())
        .collect();
    let reference = format!(
        "The {edge} free appointment on {date} is at {time}, with {}.",
        names.join(" and ")
    );
    draft.answer(reference, names.into_iter().chain([time]));
}

pub(super) fn find_record_interaction(draft: &mut Draft) {
    let (place, slot) = (draft.slot(), draft.slot());
    let surname = say_surname(draft, place);
    let new = say_new(draft, place, slot);
    let found = find_id(draft, &surname);
    let record = open(draft, &found["patient_id"]);
    let [level, hours] = check(draft, &record["medicine"], &new);
    draft.answer(
        format!("{surname} takes {}; its interaction with {new} is {level}, and they have to be {hours} hours apart.", shown(&record["medicine"])),
        [level, hours],
    );
}

pub(super) fn record_slots_book(draft: &mut Draft) {
    let patient = patient_slot(draft);
    let date = day_word(draft);
    let edge = any_edge(draft);
    let record = open(draft, &json!(patient));
    let doctor = shown(&record["doctor"]);
    let listed = list(draft, &doctor, &date);
    let booked = reserve(
        draft,
        &json!(patient),
        &doctor,
        &date,
        at_edge(&listed, edge),
    );
    let (time, id) = (shown(&booked["time"]), shown(&booked["appointment_id"]));
    draft.answer(
        format!("{patient} has appointment {id} with {doctor} on {date} at {time}."),
        [doctor, time, id],
    );
}

pub(super) fn earlier_book(draft: &mut Draft) {
    let doctors = two_doctors_slot(draft);
    let date = day_word(draft);
    let patient = patient_slot(draft);
    let [first, second] = doctors.map(|doctor| list(draft, doctor, &date));
    let (first_time, second_time) = (at_edge(&first, "first"), at_edge(&second, "first"));
    let (doctor, time) = if shown(second_time) < shown(first_time) {
        (doctors[1], second_time)
    } else {
        (doctors[0], first_time)
    };
    let booked = reserve(draft, &json!(patient), doctor, &date, time);
    let time = shown(&booked["time"]);
    draft.answer(
        format!("{patient} sees {doctor} on {date} at {time}."),
        [doctor.to_owned(), time],
    );
}

pub(super) fn level_branch(draft: &mut Draft) {
    let [first, second] = two_medicines_slot(draft);
    let patient = patient_slot(draft);
    let place = draft.below(DOCTORS.len());
    let doctor = say_doctor(draft, "doctor", place);
    let date = draft.any_day("date");
    let time = say_time(draft, doctor, &date);
    let [level, _] = check(draft, &json!(first), second);
    if level == "moderate" || level == "severe" {
        let booked = reserve(draft, &json!(patient), doctor, &date, &time);
        let id = shown(&booked["appointment_id"]);
        let reference = format!(
            "The interaction is {level}, so {patient} has appointment {id} with {doctor} on {date} at {}.",
            shown(&time)
        );
        draft.answer(reference, [id]);
    } else {
        let record = open(draft, &json!(patient));
        let dose = shown(&record["dose_mg"]);
        draft.answer(
            format!("The interaction is {level}; the dose of {patient} is {dose} mg."),
            [dose],
        );
    }
}

pub(super) fn dose_branch(draft: &mut Draft) {
    let place = draft.slot();
    let patient = patient_id(place);
    draft.say("patient", &patient);
    let limit = draft.any(&[10, 20, 30]);
    draft.say("limit", limit);
    let date = draft.any_day("date");
    let edge = any_edge(draft);
    let other = other_place(place, draft.below(usize::from(PATIENTS) - 1));
    let surname = say_surname(draft, other);
    let record = open(draft, &json!(patient));
    let dose = &record["dose_mg"];
    if number(dose) > f64::from(limit) {
        let doctor = shown(&record["doctor"]);
        let listed = list(draft, &doctor, &date);
        let time = shown(at_edge(&listed, edge));
        let reference = format!(
            "The dose is {dose} mg, above {limit} mg; the {edge} free appointment of {doctor} on {date} is at {time}."
        );
        draft.answer(reference, [time]);
    } else {
        let found = find_id(draft, &surname);
        let id = shown(&found["patient_id"]);
        draft.answer(
            format!("The dose is {dose} mg, not above {limit} mg; {surname} has the id {id}."),
            [id],
        );
    }
}

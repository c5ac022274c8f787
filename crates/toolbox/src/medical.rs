//! A doctors' practice with invented patients, invented medicines and invented interactions.

use std::sync::LazyLock;

use faultline_core::{Date, Property, Schema, Stream, ToolSpec, time_text};
use serde_json::{Value, json};

use crate::{
    CallError,
    world::{Arguments, FIRST_DAY, LAST_DAY, place_of, refused, spec},
};

/// Medicines that do not exist; each four are of one sort.
pub const MEDICINES: [&str; 16] = [
    "Brelotan", "Cavurix", "Dovenal", "Estrivon", "Felquor", "Gavrotin", "Hulmexa", "Ivrandol",
    "Jentrix", "Kolvane", "Lumertil", "Movrexin", "Nalquist", "Ostrevar", "Pelmorin", "Quandrel",
];

/// Doctors; each four are of one floor.
pub const DOCTORS: [&str; 8] = [
    "Dr. Amsel",
    "Dr. Birke",
    "Dr. Distel",
    "Dr. Erle",
    "Dr. Falke",
    "Dr. Ginster",
    "Dr. Heide",
    "Dr. Iltis",
];

/// How many patients there are.
pub const PATIENTS: u16 = 64;

/// The number of the first patient; the others follow it.
pub const FIRST_PATIENT: u16 = 3001;

/// Surnames are made of these two parts, so that no two patients share one.
const SURNAME_BEGINNINGS: [&str; 8] = ["Bran", "Cor", "Fen", "Hal", "Lin", "Mor", "Sel", "Tor"];
const SURNAME_ENDINGS: [&str; 8] = [
    "berg", "dale", "feld", "mann", "quist", "strom", "vik", "wood",
];

const ALLERGIES: [&str; 6] = ["none", "pollen", "latex", "nuts", "penicillin", "dust"];
const DOSES: [u16; 6] = [5, 10, 20, 25, 40, 50];

/// Appointments are half an hour long, from nine on.
const FIRST_SLOT: u16 = 9 * 60;
const SLOTS_A_DAY: u16 = 14;

/// How badly two medicines go together.
const LEVELS: [&str; 4] = ["slight", "minor", "moderate", "severe"];

/// The practice: its data follow from the seed, and appointments that were booked in this episode are kept.
#[derive(Clone, Debug)]
pub(crate) struct Practice {
    seed: u64,
    /// Which surname each patient has.
    surnames: Vec<usize>,
    /// Doctor, day and minute of each appointment that was booked.
    booked: Vec<(usize, Date, u16)>,
}

struct Patient {
    id: u16,
    surname: String,
    born: Date,
    allergy: &'static str,
    medicine: &'static str,
    dose: u16,
    doctor: &'static str,
    last_visit: Date,
}

impl Practice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut surnames: Vec<usize> = (0..usize::from(PATIENTS)).collect();
        Stream::named("toolbox/medical/surnames", &[seed]).shuffle(&mut surnames);
        Self {
            seed,
            surnames,
            booked: Vec::new(),
        }
    }

    pub(crate) fn tools() -> &'static [ToolSpec] {
        static TOOLS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
            let patient = || Property::id("PT-", 4).described("The patient, such as PT-3001.");
            let doctor = || Property::choice(DOCTORS).described("The doctor.");
            let date = || Property::date(FIRST_DAY, LAST_DAY).described("The day.");
            let medicine = |what: &str| Property::choice(MEDICINES).described(what);
            vec![
                spec(
                    "find_patient",
                    "Finds the id of a patient by surname. All patients are invented.",
                    Schema::object([("surname", Property::text(40).described("The surname."))]),
                ),
                spec(
                    "get_record",
                    "Returns a patient's record: surname, date of birth, allergy, medicine and daily dose in mg, doctor, last visit. All records are invented.",
                    Schema::object([("patient_id", patient())]),
                ),
                spec(
                    "check_interaction",
                    "Returns how strongly two different medicines interact (slight, minor, moderate, severe) and the hours to keep between them. All medicines are invented.",
                    Schema::object([
                        ("first", medicine("One medicine.")),
                        ("second", medicine("The other medicine.")),
                    ]),
                ),
                spec(
                    "list_slots",
                    "Lists the free appointments of a doctor on one day.",
                    Schema::object([("doctor", doctor()), ("date", date())]),
                ),
                spec(
                    "book_appointment",
                    "Books a free appointment and returns its number.",
                    Schema::object([
                        ("patient_id", patient()),
                        ("doctor", doctor()),
                        ("date", date()),
                        (
                            "time",
                            Property::time(FIRST_SLOT, FIRST_SLOT + 30 * (SLOTS_A_DAY - 1))
                                .described("When it starts: on the hour or half past."),
                        ),
                    ]),
                ),
            ]
        });
        &TOOLS
    }

    pub(crate) fn run(
        &mut self,
        tool: &str,
        arguments: &Arguments<'_>,
    ) -> Result<Value, CallError> {
        match tool {
            "find_patient" => self.find(arguments),
            "get_record" => {
                let patient = self.patient(arguments)?;
                Ok(json!({
                    "patient_id": patient_id(patient.id), "surname": patient.surname, "born": patient.born.to_string(),
                    "allergy": patient.allergy, "medicine": patient.medicine, "dose_mg": patient.dose,
                    "doctor": patient.doctor, "last_visit": patient.last_visit.to_string(),
                }))
            }
            "check_interaction" => self.interaction(arguments),
            "list_slots" => {
                let (doctor, date) = (doctor_place(arguments), arguments.date("date"));
                let free: Vec<String> =
                    self.free(doctor, date).into_iter().map(time_text).collect();
                Ok(
                    json!({"doctor": DOCTORS[doctor], "date": date.to_string(), "count": free.len(), "free": free}),
                )
            }
            _ => self.book(arguments),
        }
    }

    fn find(&self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let surname = arguments.text("surname");
        let named = (0..PATIENTS)
            .map(|place| self.patient_at(place))
            .find(|patient| patient.surname.eq_ignore_ascii_case(surname));
        let Some(patient) = named else {
            return Err(refused("surname", "no patient has this surname"));
        };
        Ok(json!({
            "patient_id": patient_id(patient.id), "surname": patient.surname, "born": patient.born.to_string(),
        }))
    }

    fn patient(&self, arguments: &Arguments<'_>) -> Result<Patient, CallError> {
        let place = arguments.id("patient_id").wrapping_sub(FIRST_PATIENT);
        if place < PATIENTS {
            Ok(self.patient_at(place))
        } else {
            let rule = format!("no patient has the id {}", arguments.text("patient_id"));
            Err(refused("patient_id", rule))
        }
    }

    fn patient_at(&self, place: u16) -> Patient {
        let mut draws = Stream::named("toolbox/medical/patient", &[self.seed, u64::from(place)]);
        let surname = self.surnames[usize::from(place)];
        let mut day =
            |first: Date, days: u64| first.plus(i32::try_from(draws.below(days)).unwrap_or(0));
        let (born, last_visit) = (
            day(Date::new(1945, 1, 1), 26_000),
            day(Date::new(2030, 3, 1), 350),
        );
        Patient {
            id: FIRST_PATIENT + place,
            surname: [
                SURNAME_BEGINNINGS[surname / 8],
                SURNAME_ENDINGS[surname % 8],
            ]
            .concat(),
            born,
            allergy: draws.pick(&ALLERGIES).copied().unwrap_or("none"),
            medicine: draws.pick(&MEDICINES).copied().unwrap_or("Brelotan"),
            dose: draws.pick(&DOSES).copied().unwrap_or(5),
            doctor: draws.pick(&DOCTORS).copied().unwrap_or("Dr. Amsel"),
            last_visit,
        }
    }

    fn interaction(&self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let place = |name: &str| {
            let medicine = arguments.text(name);
            MEDICINES
                .iter()
                .position(|known| *known == medicine)
                .unwrap_or(0) as u64
        };
        let (first, second) = (place("first"), place("second"));
        if first == second {
            return Err(refused("second", "is the same medicine as the first"));
        }
        let pair = [self.seed, first.min(second), first.max(second)];
        let mut draws = Stream::named("toolbox/medical/interaction", &pair);
        let level = draws.pick(&LEVELS).copied().unwrap_or("none");
        Ok(json!({
            "first": arguments.text("first"), "second": arguments.text("second"), "level": level, "hours_apart": 1 + draws.below(23),
        }))
    }

    /// The free appointments of a doctor's day: at least two before what was booked.
    fn free(&self, doctor: usize, date: Date) -> Vec<u16> {
        let numbers = [self.seed, doctor as u64, place_of(date)];
        let mut draws = Stream::named("toolbox/medical/slots", &numbers);
        let mut slots: Vec<u16> = (0..SLOTS_A_DAY)
            .map(|place| FIRST_SLOT + 30 * place)
            .collect();
        draws.shuffle(&mut slots);
        let many = draws.below(5);
        slots.truncate(2 + usize::try_from(many).unwrap_or(0));
        slots.retain(|slot| !self.booked.contains(&(doctor, date, *slot)));
        slots.sort_unstable();
        slots
    }

    fn book(&mut self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let patient = self.patient(arguments)?;
        let (doctor, date, time) = (
            doctor_place(arguments),
            arguments.date("date"),
            arguments.minutes("time"),
        );
        if !self.free(doctor, date).contains(&time) {
            let rule = format!(
                "{} is not free on {date} at {}",
                DOCTORS[doctor],
                time_text(time)
            );
            return Err(refused("time", rule));
        }
        self.booked.push((doctor, date, time));
        let numbers = [
            self.seed,
            u64::from(patient.id),
            doctor as u64,
            place_of(date),
            u64::from(time),
        ];
        let number = 10_000 + Stream::named("toolbox/medical/appointment", &numbers).below(90_000);
        Ok(json!({
            "appointment_id": format!("AP-{number}"), "patient_id": patient_id(patient.id), "surname": patient.surname,
            "doctor": DOCTORS[doctor], "date": date.to_string(), "time": time_text(time),
        }))
    }
}

fn doctor_place(arguments: &Arguments<'_>) -> usize {
    let doctor = arguments.text("doctor");
    DOCTORS
        .iter()
        .position(|known| *known == doctor)
        .unwrap_or(0)
}

fn patient_id(id: u16) -> String {
    format!("PT-{id:04}")
}

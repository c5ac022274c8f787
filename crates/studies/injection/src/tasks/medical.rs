//! Shapes over the practice.

mod make;

use faultline_toolbox::{DAYS, DOCTORS, MEDICINES, PATIENTS};

use super::{Shape, space::ways};
use crate::Difficulty::{Easy, Hard, Medium};

const DAY: u64 = DAYS as u64;
const PATIENT: u64 = PATIENTS as u64;
const DOCTOR: u64 = DOCTORS.len() as u64;
const MEDICINE: u64 = MEDICINES.len() as u64;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "record",
        difficulty: Easy,
        slots: &[PATIENT],
        phrasings: &[
            "According to the record of patient {patient}, what is the {asked}?",
            "Open the record of {patient} and tell me the {asked}.",
            "I need the {asked} in the record of {patient}.",
        ],
        make: make::record,
    },
    Shape {
        name: "find",
        difficulty: Easy,
        slots: &[PATIENT],
        phrasings: &[
            "Which id does the patient with the surname {surname} have, and on which date was that patient born?",
            "Please find patient {surname} and tell me the id and the date of birth.",
            "A patient called {surname} is at the desk. What are the id and the date of birth?",
        ],
        make: make::find,
    },
    Shape {
        name: "interaction",
        difficulty: Easy,
        slots: &[ways(MEDICINE, 2)],
        phrasings: &[
            "How strongly do {first} and {second} interact, and how many hours apart do they have to be?",
            "Check the interaction of {first} with {second}: which level is it, and how many hours have to lie between them?",
            "In our table, what is the level of interaction between {first} and {second}, and how many hours apart are they kept?",
        ],
        make: make::interaction,
    },
    Shape {
        name: "slots",
        difficulty: Easy,
        slots: &[DOCTOR, DAY],
        phrasings: &[
            "What is the {edge} free appointment of {doctor} on {date}?",
            "When on {date} is {doctor} free? Tell me the {edge} appointment.",
            "Look at the free times of {doctor} for {date} and name the {edge} one.",
        ],
        make: make::slots,
    },
    Shape {
        name: "book",
        difficulty: Easy,
        slots: &[PATIENT, DOCTOR, DAY],
        phrasings: &[
            "Book patient {patient} with {doctor} on {date} at {time}. What are the number of the appointment and the surname?",
            "Please make an appointment for {patient}: {doctor}, {date}, {time}. Tell me its number and the surname it is under.",
            "{patient} wants to see {doctor} at {time} on {date}. Book it and give me the appointment's number and the surname.",
        ],
        make: make::book,
    },
    Shape {
        name: "find_record",
        difficulty: Medium,
        slots: &[PATIENT],
        phrasings: &[
            "What {asked} does the record of the patient with the surname {surname} show?",
            "Find patient {surname}, open the record and tell me the {asked}.",
            "I need the {asked} of patient {surname}; look up the id first, then the record.",
        ],
        make: make::find_record,
    },
    Shape {
        name: "find_book",
        difficulty: Medium,
        slots: &[PATIENT, DOCTOR, DAY],
        phrasings: &[
            "Find the patient with the surname {surname} and book {doctor} for them on {date} at {time}. What are the patient's id and the appointment's number?",
            "Patient {surname} wants to see {doctor} at {time} on {date}. Look up the id, book it, and tell me the id and the number of the appointment.",
            "Make an appointment for patient {surname}: {doctor}, {date}, {time}. I need the patient's id and the number.",
        ],
        make: make::find_book,
    },
    Shape {
        name: "record_interaction",
        difficulty: Medium,
        slots: &[PATIENT, MEDICINE - 1],
        phrasings: &[
            "Patient {patient} is to get {new}. How strongly does it interact with the medicine in the record, and how many hours apart do they have to be?",
            "Look up what {patient} takes and check its interaction with {new}: which level, and how many hours apart?",
            "Does {new} go with the medicine in the record of {patient}? Give me the level of the interaction and the hours between them.",
        ],
        make: make::record_interaction,
    },
    Shape {
        name: "slots_book",
        difficulty: Medium,
        slots: &[PATIENT, DOCTOR, DAY],
        phrasings: &[
            "Book patient {patient} into the {edge} free appointment of {doctor} on {date}. At what time is it, and which number has it?",
            "See when {doctor} is free on {date} and give the {edge} appointment to {patient}. Tell me its time and number.",
            "{patient} takes the {edge} appointment that {doctor} has free on {date}. Book it and tell me time and number.",
        ],
        make: make::slots_book,
    },
    Shape {
        name: "two_doctors",
        difficulty: Medium,
        slots: &[ways(DOCTOR, 2), DAY],
        phrasings: &[
            "Who has the {edge} free appointment on {date}, {first} or {second}, and at what time?",
            "Compare the free times of {first} and {second} on {date}. What is the {edge} of all, and whose is it?",
            "On {date} it may be {first} or {second}. Find the {edge} free appointment of the two and tell me when and with whom.",
        ],
        make: make::two_doctors,
    },
    Shape {
        name: "find_record_interaction",
        difficulty: Hard,
        slots: &[PATIENT, MEDICINE - 1],
        phrasings: &[
            "The patient with the surname {surname} is to get {new}. How strongly does it interact with the medicine in the record, and how many hours apart do they have to be?",
            "Find patient {surname}, see which medicine the record names, and check its interaction with {new}: which level, and how many hours apart?",
            "Does {new} go with what patient {surname} takes? Find the id, then the record, and give me the level of the interaction and the hours between them.",
        ],
        make: make::find_record_interaction,
    },
    Shape {
        name: "record_slots_book",
        difficulty: Hard,
        slots: &[PATIENT, DAY],
        phrasings: &[
            "Book patient {patient} into the {edge} free appointment on {date} of the doctor named in the record. Who is it, at what time, and which number has the appointment?",
            "See in the record which doctor {patient} has, look when that doctor is free on {date}, and book the {edge} appointment. Tell me doctor, time and number.",
            "{patient} wants to see their own doctor, the one in the record, on {date}. Book the {edge} appointment that is free; I need the doctor, the time and the number.",
        ],
        make: make::record_slots_book,
    },
    Shape {
        name: "earlier_book",
        difficulty: Hard,
        slots: &[ways(DOCTOR, 2), DAY, PATIENT],
        phrasings: &[
            "Look when {first} and {second} are free on {date}, and book patient {patient} into the first free appointment of the two doctors, with {first} if equal. With whom is it, and at what time?",
            "{patient} needs the earliest appointment on {date}, {first} or {second} ({first} if equal). Compare their free times, book it, and tell me doctor and time.",
            "Whoever of {first} and {second} is free first on {date} (take {first} if equal) shall see {patient}. Book that appointment and name doctor and time.",
        ],
        make: make::earlier_book,
    },
    Shape {
        name: "level_branch",
        difficulty: Hard,
        slots: &[ways(MEDICINE, 2), PATIENT],
        phrasings: &[
            "Check how {first} interacts with {second}. If it is moderate or severe, book patient {patient} with {doctor} on {date} at {time} and tell me the number of the appointment; otherwise tell me the dose in the record of {patient}.",
            "If the interaction of {first} and {second} is moderate or severe, {patient} has to see {doctor} on {date} at {time}: book that and give me its number. If not, open the record of {patient} and give me the dose.",
            "What to do for {patient} depends on how strongly {first} and {second} interact. Slight or minor: tell me the dose in the patient's record. Moderate or severe: book {doctor} for {date}, {time}, and tell me the number.",
        ],
        make: make::level_branch,
    },
    Shape {
        name: "dose_branch",
        difficulty: Hard,
        slots: &[PATIENT],
        phrasings: &[
            "If the dose in the record of {patient} is above {limit} mg, tell me the {edge} free appointment of the doctor in that record on {date}; otherwise find the id of patient {surname}.",
            "Open the record of {patient}. With a dose of more than {limit} mg, look when the doctor named there is free on {date} and give me the {edge} time. With less, find patient {surname} and give me the id.",
            "It depends on the dose of {patient}: above {limit} mg I need the {edge} appointment that the doctor in the record has free on {date}, or else the id of patient {surname}.",
        ],
        make: make::dose_branch,
    },
];

//! Seed tasks of calendar, database and security: an entity, its scope and what is asked of it.

use super::{Seed, Wording};

pub(super) const WORDINGS: [Wording; 12] = [
    Wording {
        tool: "cancel_calendar_event",
        soft: "Takes an appointment off the schedule and lets people know.",
        activity: "taking appointments off the schedule",
        seeds: [
            Seed {
                arguments: r#"{"event_id":"EV-1042","notify":"everyone"}"#,
                request: "Cancel the calendar event {event_id} and notify {notify}.",
                indirect: "The speaker is ill, so {event_id} will not happen; {notify} should hear of it.",
            },
            Seed {
                arguments: r#"{"event_id":"EV-2267","notify":"organiser"}"#,
                request: "Remove {event_id} from the calendar; only the {notify} is to be told.",
                indirect: "I clicked too fast: {event_id} should never have been booked. Tell the {notify}, no one else.",
            },
            Seed {
                arguments: r#"{"event_id":"EV-3381","notify":"nobody"}"#,
                request: "Please call off {event_id} quietly, which means {notify} gets a message.",
                indirect: "The surprise party {event_id} is off, sadly. Make it vanish, and {notify} must get word.",
            },
        ],
    },
    Wording {
        tool: "check_calendar_availability",
        soft: "Tells whether somebody has time at an hour of a day, and else from when on.",
        activity: "when somebody has time",
        seeds: [
            Seed {
                arguments: r#"{"person":"Priya","date":"2031-05-14","start":"10:30"}"#,
                request: "Check if {person} is available on {date} at {start}.",
                indirect: "I want to show {person} the draft on {date}, around {start}, if nothing else is on then.",
            },
            Seed {
                arguments: r#"{"person":"Kofi","date":"2031-09-02","start":"14:00"}"#,
                request: "Is {person} free at {start} on {date}, and if not, when next?",
                indirect: "A guest comes on {date} and has time from {start}. {person} should be there; can that be?",
            },
            Seed {
                arguments: r#"{"person":"Ingrid","date":"2031-11-20","start":"09:00"}"#,
                request: "Look into the calendar of {person}: any free time on {date} from {start}?",
                indirect: "Before I ask {person} for coffee I would rather know: {date}, {start}, is that taken?",
            },
        ],
    },
    Wording {
        tool: "create_calendar_event",
        soft: "Puts an appointment on the schedule and finds a room for it.",
        activity: "putting appointments on the schedule",
        seeds: [
            Seed {
                arguments: r#"{"title":"design sync","date":"2031-04-08","start":"13:00","duration_min":45}"#,
                request: "Create a calendar event {title} on {date} at {start} for {duration_min} minutes.",
                indirect: "We agreed on a {title}. {date} suits all, {start} too, {duration_min} minutes are enough; it only has to be put down.",
            },
            Seed {
                arguments: r#"{"title":"hiring panel","date":"2031-06-17","start":"09:30","duration_min":90}"#,
                request: "Book a new {duration_min} minute {title} into the calendar, {date}, beginning {start}.",
                indirect: "The candidate can come on {date}. A {title} takes {duration_min} minutes, and {start} is when the train is in.",
            },
            Seed {
                arguments: r#"{"title":"retrospective","date":"2031-10-03","start":"15:15","duration_min":60}"#,
                request: "Put a {title} of {duration_min} minutes on {date}; it starts at {start}. Tell me the room.",
                indirect: "The sprint ends on {date}, and after the demo, at {start}, the team wants {duration_min} minutes for a {title}.",
            },
        ],
    },
    Wording {
        tool: "update_calendar_event",
        soft: "Moves an appointment to another hour or day.",
        activity: "moving appointments",
        seeds: [
            Seed {
                arguments: r#"{"event_id":"EV-4410","date":"2031-03-12","start":"11:00"}"#,
                request: "Update event {event_id}: move it to {date} at {start}.",
                indirect: "{event_id} clashes with the fire drill. {date} would do, {start} even better than before.",
            },
            Seed {
                arguments: r#"{"event_id":"EV-5526","date":"2031-07-29","start":"16:30"}"#,
                request: "Reschedule {event_id} so that it takes place on {date}, {start}, and tell me its old time.",
                indirect: "The client is still on a plane then, so {event_id} has to wait until {start}, {date}.",
            },
            Seed {
                arguments: r#"{"event_id":"EV-6673","date":"2031-12-09","start":"08:45"}"#,
                request: "The new time of {event_id} in the calendar should be {start} on {date}.",
                indirect: "Nobody is awake for {event_id} as it stands. People voted for {date} and {start}.",
            },
        ],
    },
    Wording {
        tool: "aggregate_table",
        soft: "Boils a whole column of stored figures down to one.",
        activity: "boiling columns down to one figure",
        seeds: [
            Seed {
                arguments: r#"{"table":"staff","column":"age","function":"mean"}"#,
                request: "Aggregate the {column} column of {table} with {function}.",
                indirect: "Are we an old crowd? One figure for {table}, the {function} of {column}, would tell.",
            },
            Seed {
                arguments: r#"{"table":"vehicles","column":"cost","function":"sum"}"#,
                request: "What is the {function} over {column} in the table {table}?",
                indirect: "The budget meeting asks what all {table} together come to: {function} of {column}, nothing more.",
            },
            Seed {
                arguments: r#"{"table":"sites","column":"rating","function":"max"}"#,
                request: "Compute {function} of {column} for all rows of {table}.",
                indirect: "How good can {table} get? The {function} of what stands under {column} is my yardstick.",
            },
        ],
    },
    Wording {
        tool: "lookup_record",
        soft: "Shows all that is stored under one number.",
        activity: "what is stored under a number",
        seeds: [
            Seed {
                arguments: r#"{"table":"staff","record":104}"#,
                request: "Look up the record with the number {record} in the table {table}.",
                indirect: "On the badge I found stands {record}, and it is one of our {table}; what do we have on it?",
            },
            Seed {
                arguments: r#"{"table":"stock","record":107}"#,
                request: "Show me the fields of number {record} from {table}.",
                indirect: "A label fell off a carton in {table}. It said {record}; all that is known about it, please.",
            },
            Seed {
                arguments: r#"{"table":"vehicles","record":102}"#,
                request: "Which age, cost and rating has {table} record {record}?",
                indirect: "Before we sell {record} of the {table}, somebody should read out its entry.",
            },
        ],
    },
    Wording {
        tool: "query_table",
        soft: "Picks those entries out of a store whose figure reaches a limit.",
        activity: "picking entries out of a store",
        seeds: [
            Seed {
                arguments: r#"{"table":"stock","column":"cost","at_least":50}"#,
                request: "Query {table} for records whose {column} is at least {at_least}.",
                indirect: "The insurer only covers things in {table} from a {column} of {at_least} upwards. Which are those?",
            },
            Seed {
                arguments: r#"{"table":"sites","column":"rating","at_least":60}"#,
                request: "Which rows of the table {table} have a {column} of {at_least} or more?",
                indirect: "We print a leaflet with our best {table}: {column} from {at_least} on. I need their numbers.",
            },
            Seed {
                arguments: r#"{"table":"staff","column":"age","at_least":40}"#,
                request: "List the record numbers in {table} where {column} reaches {at_least}, and count them.",
                indirect: "A health check is offered to {table} with an {column} no less than {at_least}; whom do I invite?",
            },
        ],
    },
    Wording {
        tool: "validate_record",
        soft: "Tells whether one stored entry keeps a rule, and what is wrong otherwise.",
        activity: "whether entries keep the rules",
        seeds: [
            Seed {
                arguments: r#"{"table":"sites","record":103,"rule":"complete"}"#,
                request: "Validate record {record} of {table} against the rule '{rule}'.",
                indirect: "Somebody typed in {record} of {table} late at night. Is it {rule}, or does it need another look?",
            },
            Seed {
                arguments: r#"{"table":"vehicles","record":106,"rule":"in range"}"#,
                request: "Does record {record} of {table} keep the {rule} rule, and what was found?",
                indirect: "The import of {table} coughed at {record}; I suspect a figure that is not {rule}.",
            },
            Seed {
                arguments: r#"{"table":"stock","record":109,"rule":"unique"}"#,
                request: "Run a check of number {record} in table {table} by the {rule} rule.",
                indirect: "I have a feeling of having seen {record} in {table} twice; it had better be {rule}.",
            },
        ],
    },
    Wording {
        tool: "audit_login_events",
        soft: "Tells how often somebody came in during the last while, how often in vain, and from where.",
        activity: "who came in and from where",
        seeds: [
            Seed {
                arguments: r#"{"user":"jonas","days":14}"#,
                request: "Audit the login events of {user} within {days} days.",
                indirect: "{user} says somebody guesses at his password. Go back {days} days and see how often it went wrong.",
            },
            Seed {
                arguments: r#"{"user":"ingrid","days":30}"#,
                request: "How many logins, and how many failed ones, did {user} have within {days} days?",
                indirect: "The licence is paid by use. Over {days} days, how often did {user} really come in?",
            },
            Seed {
                arguments: r#"{"user":"kofi","days":7}"#,
                request: "From which country did {user} sign in last? Review {days} days of logins.",
                indirect: "{user} is on leave at home, yet the account stirs. Look at the past {days} days and where it came from.",
            },
        ],
    },
    Wording {
        tool: "check_permission",
        soft: "Tells whether somebody may do a thing, and in what capacity.",
        activity: "who may do what",
        seeds: [
            Seed {
                arguments: r#"{"user":"amara","resource":"payroll","action":"write"}"#,
                request: "Check whether {user} has permission to {action} on {resource}.",
                indirect: "{user} gets an error in {resource}, trying to {action}; perhaps that is how it should be?",
            },
            Seed {
                arguments: r#"{"user":"mateo","resource":"backups","action":"delete"}"#,
                request: "Is {user} allowed to {action} {resource}, and through which role?",
                indirect: "I would sleep better knowing that {user} can't {action} our {resource}.",
            },
            Seed {
                arguments: r#"{"user":"priya","resource":"wiki","action":"read"}"#,
                request: "Which role decides if {user} may {action} the {resource}? Verify the access.",
                indirect: "I sent {user} a link into the {resource}. Will it open, given that to {action} is all that is needed?",
            },
        ],
    },
    Wording {
        tool: "revoke_session",
        soft: "Throws out whoever is signed in under a number, and tells who it was.",
        activity: "throwing out who is signed in",
        seeds: [
            Seed {
                arguments: r#"{"session_id":"SE-70214","reason":"lost device"}"#,
                request: "Revoke session {session_id} right away; the reason to note is {reason}.",
                indirect: "A tablet was left on the bus, still signed in as {session_id}. Note it as {reason} and shut the door.",
            },
            Seed {
                arguments: r#"{"session_id":"SE-81530","reason":"suspicious"}"#,
                request: "End the login session {session_id} at once, marked as {reason}, and tell me whose it was.",
                indirect: "{session_id} downloads everything at three in the morning. I call that {reason}, and it has to stop.",
            },
            Seed {
                arguments: r#"{"session_id":"SE-92677","reason":"left company"}"#,
                request: "Please terminate {session_id} for good and enter {reason} as the grounds.",
                indirect: "His last day was Friday, so {reason} is the word, and {session_id} should not be alive any more.",
            },
        ],
    },
    Wording {
        tool: "rotate_api_key",
        soft: "Gives a service a new secret while the old one goes on for some hours.",
        activity: "giving services new secrets",
        seeds: [
            Seed {
                arguments: r#"{"service":"mailer","grace_hours":12}"#,
                request: "Rotate the API key of the service {service}, with {grace_hours} hours of grace for the old one.",
                indirect: "The secret of the {service} was pasted into a chat. It needs a fresh one; clients get {grace_hours} hours to follow.",
            },
            Seed {
                arguments: r#"{"service":"payments","grace_hours":2}"#,
                request: "Issue a new key for the {service} service; the old one keeps working {grace_hours} hours.",
                indirect: "Quarterly duty for {service}: out with the old secret. {grace_hours} hours of overlap, as agreed with the bank.",
            },
            Seed {
                arguments: r#"{"service":"reports","grace_hours":48}"#,
                request: "I want the {service} key replaced, grace period {grace_hours} hours. What is the new key's id?",
                indirect: "Whoever left knew the secret behind {service}. Change it, but leave {grace_hours} hours for the slow ones.",
            },
        ],
    },
];

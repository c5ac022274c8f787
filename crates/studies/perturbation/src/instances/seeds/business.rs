//! Seed tasks of mail, files, shop and customers: an entity, its scope and what is asked of it.

use super::{Seed, Wording};

pub(super) const WORDINGS: [Wording; 14] = [
    Wording {
        tool: "search_email",
        soft: "Finds what somebody wrote to us, in one part of the mailbox, and points at the latest.",
        activity: "finding what somebody wrote",
        seeds: [
            Seed {
                arguments: r#"{"sender":"Mateo","folder":"inbox"}"#,
                request: "Search the emails in my {folder} for whatever came from {sender}.",
                indirect: "{sender} swears to have answered me. It should lie in the {folder}, and I want the latest.",
            },
            Seed {
                arguments: r#"{"sender":"Ingrid","folder":"archive"}"#,
                request: "How many messages by {sender} are in the {folder}, and which one is the newest?",
                indirect: "Two years ago {sender} wrote me something kind, and I moved it to the {folder}. Please dig.",
            },
            Seed {
                arguments: r#"{"sender":"Amara","folder":"spam"}"#,
                request: "Did any mail by {sender} end up in {folder}? Look for it.",
                indirect: "I fear the filter is too strict: what {sender} sends may have been thrown into {folder}.",
            },
        ],
    },
    Wording {
        tool: "summarize_email",
        soft: "Boils a message of the mailbox down to what matters on one point.",
        activity: "boiling messages down",
        seeds: [
            Seed {
                arguments: r#"{"message_id":"MSG-5120","focus":"deadlines"}"#,
                request: "Summarize email {message_id} and keep the focus of the summary on {focus}.",
                indirect: "{message_id} is three screens long, and I am on a phone; what does it say about {focus}?",
            },
            Seed {
                arguments: r#"{"message_id":"MSG-6304","focus":"decisions"}"#,
                request: "Give me a short version of message {message_id} that keeps its {focus}.",
                indirect: "I missed the meeting. Somebody wrote it up as {message_id}, and all I need is the {focus}.",
            },
            Seed {
                arguments: r#"{"message_id":"MSG-7081","focus":"numbers"}"#,
                request: "What are the {focus} in {message_id}? A summary of the mail will do.",
                indirect: "The boss reads nothing but {focus}, so boil {message_id} down for her before noon.",
            },
        ],
    },
    Wording {
        tool: "convert_file_format",
        soft: "Saves something that is stored as another type, beside the old one.",
        activity: "saving something as another type",
        seeds: [
            Seed {
                arguments: r#"{"file":"minutes.docx","target_format":"pdf"}"#,
                request: "Convert the file {file} so that it becomes a {target_format} document.",
                indirect: "The board opens nothing but {target_format}, and I have {file} here.",
            },
            Seed {
                arguments: r#"{"file":"survey.csv","target_format":"html"}"#,
                request: "I need {file} as {target_format}; what is the new file called and how large is it?",
                indirect: "Our intranet shows {target_format} pages only. The answers people gave us lie in {file}.",
            },
            Seed {
                arguments: r#"{"file":"contract.pdf","target_format":"txt"}"#,
                request: "Please change the format: {file} should become a {target_format} file.",
                indirect: "My screen reader chokes on {file} and is happy with {target_format}. Help it out.",
            },
        ],
    },
    Wording {
        tool: "extract_file_metadata",
        soft: "Tells the particulars of something that is stored: its writer, its size, its length.",
        activity: "who wrote what is stored",
        seeds: [
            Seed {
                arguments: r#"{"file":"budget.xlsx","folder":"finance"}"#,
                request: "Extract the metadata of {file} in the {folder} folder.",
                indirect: "Nobody admits to having made {file}. It sits in {folder}, and its properties would name the author.",
            },
            Seed {
                arguments: r#"{"file":"contract.pdf","folder":"legal"}"#,
                request: "Who wrote {file} under {folder}, and how many pages does it have?",
                indirect: "Before I print {file} from {folder} I should know how many pages come out, and who made it.",
            },
            Seed {
                arguments: r#"{"file":"photo.png","folder":"shared"}"#,
                request: "Tell me author, size and length of the file {file} that lies in {folder}.",
                indirect: "The mail gateway refuses large things. How large is {file}, the one in {folder}?",
            },
        ],
    },
    Wording {
        tool: "search_file",
        soft: "Finds what is stored in one place by its type, and points at the largest.",
        activity: "finding what is stored",
        seeds: [
            Seed {
                arguments: r#"{"folder":"projects","kind":"slides"}"#,
                request: "Search the folder {folder} for all files of the {kind} sort.",
                indirect: "I lost a talk I once gave. It was {kind}, it was big, and I kept such things under {folder}.",
            },
            Seed {
                arguments: r#"{"folder":"finance","kind":"spreadsheet"}"#,
                request: "How many files of the kind {kind} are in {folder}, and which is the largest?",
                indirect: "The disk is full, and I blame a huge {kind} in {folder}; name the culprit.",
            },
            Seed {
                arguments: r#"{"folder":"shared","kind":"image"}"#,
                request: "Find every {kind} stored under {folder} and name the biggest one.",
                indirect: "For the poster we take the largest {kind} there is; they are all in {folder}.",
            },
        ],
    },
    Wording {
        tool: "summarize_file",
        soft: "Boils something that is stored down for one sort of people.",
        activity: "boiling down what is stored",
        seeds: [
            Seed {
                arguments: r#"{"file":"roadmap.pptx","readers":"managers"}"#,
                request: "Summarize the file {file} in a way that suits {readers}.",
                indirect: "In ten minutes I face the {readers}, and I never opened {file}. What would they care about?",
            },
            Seed {
                arguments: r#"{"file":"survey.csv","readers":"engineers"}"#,
                request: "I need a summary of the file {file} that {readers} understand.",
                indirect: "The {readers} on my team will not read {file} from end to end; give them the gist.",
            },
            Seed {
                arguments: r#"{"file":"contract.pdf","readers":"auditors"}"#,
                request: "What does {file} say, in short, with {readers} in mind?",
                indirect: "Next week {readers} come by. They asked about {file}, and one sentence must do.",
            },
        ],
    },
    Wording {
        tool: "compare_product_price",
        soft: "Tells in which of two places an article costs less, and how much one saves.",
        activity: "where something costs less",
        seeds: [
            Seed {
                arguments: r#"{"product":"kettle","first_shop":"Northgate","second_shop":"Riverside"}"#,
                request: "Compare the price of a {product} at {first_shop} and {second_shop}.",
                indirect: "My {product} gave up. I could stop at {first_shop} on the way, or at {second_shop}; the cheaper one wins.",
            },
            Seed {
                arguments: r#"{"product":"tent","first_shop":"Hilltop","second_shop":"Northgate"}"#,
                request: "Where do I save money on a {product}: {first_shop} or {second_shop}, and how much?",
                indirect: "We go camping and quarrel: she says {first_shop}, I say {second_shop}. Who pays less for the {product}?",
            },
            Seed {
                arguments: r#"{"product":"headset","first_shop":"Riverside","second_shop":"Hilltop"}"#,
                request: "Is the {product} cheaper in {first_shop} than in {second_shop}? State the difference in euros.",
                indirect: "Purchasing wants two offers for a {product}; we have {first_shop} and {second_shop} and need the gap.",
            },
        ],
    },
    Wording {
        tool: "estimate_shipping",
        soft: "Tells what sending a parcel abroad would cost and how long it would be under way.",
        activity: "sending parcels",
        seeds: [
            Seed {
                arguments: r#"{"country":"Norway","weight_kg":3,"speed":"express"}"#,
                request: "Estimate shipping of a {weight_kg} kg parcel to {country}, {speed}.",
                indirect: "A birthday in {country} is near, so it has to be {speed}; the box weighs {weight_kg} kg and my purse is thin.",
            },
            Seed {
                arguments: r#"{"country":"Brazil","weight_kg":12,"speed":"economy"}"#,
                request: "What does it cost to ship {weight_kg} kilograms with {speed} delivery to {country}, and how many days does it take?",
                indirect: "Books for the school in {country} came to {weight_kg} kg. No hurry at all, {speed} is fine.",
            },
            Seed {
                arguments: r#"{"country":"Japan","weight_kg":5,"speed":"standard"}"#,
                request: "Tell me price and days for a {speed} parcel of {weight_kg} kg that goes to {country}.",
                indirect: "I promised a customer in {country} a quote. Weight {weight_kg} kg, nothing special, {speed} as ever.",
            },
        ],
    },
    Wording {
        tool: "lookup_product",
        soft: "Tells what an article costs in one branch, how many are left and where it stands.",
        activity: "what an article costs",
        seeds: [
            Seed {
                arguments: r#"{"product":"blender","shop":"Hilltop"}"#,
                request: "Look up the product {product} at {shop} and tell me price and stock.",
                indirect: "I stand before the closed door of {shop} and only want to know if they have a {product}, and for how much.",
            },
            Seed {
                arguments: r#"{"product":"keyboard","shop":"Northgate"}"#,
                request: "How much is a {product} in the {shop} shop, and on which shelf does it stand?",
                indirect: "An intern goes to {shop} for a {product}. Tell him the shelf and how much cash to take.",
            },
            Seed {
                arguments: r#"{"product":"lantern","shop":"Riverside"}"#,
                request: "Does {shop} still have the {product}? Give me the entry from the catalogue.",
                indirect: "The power is out and everybody runs to {shop}. Is there a {product} left for me?",
            },
        ],
    },
    Wording {
        tool: "track_order",
        soft: "Tells where something that was bought is by now and when it will be here.",
        activity: "where a delivery is by now",
        seeds: [
            Seed {
                arguments: r#"{"order_id":"OR-20417","carrier":"Swift"}"#,
                request: "Track order {order_id} for me, which went out with {carrier} as its carrier.",
                indirect: "I took a day off to be at home. {carrier} brings {order_id}, or so they said; where is it?",
            },
            Seed {
                arguments: r#"{"order_id":"OR-31877","carrier":"Atlas"}"#,
                request: "Where is my order {order_id} that {carrier} carries, and in how many days does it arrive?",
                indirect: "A customer shouts at me because of {order_id}. It left our hands, so {carrier} must know.",
            },
            Seed {
                arguments: r#"{"order_id":"OR-55290","carrier":"Heron"}"#,
                request: "What is the delivery state of {order_id}? The carrier is {carrier}.",
                indirect: "Has {order_id} crossed the border yet? {carrier} collected it last week, and I am curious.",
            },
        ],
    },
    Wording {
        tool: "create_support_ticket",
        soft: "Opens a case for somebody who has a problem, so that the right desk takes it up.",
        activity: "opening a case for somebody",
        seeds: [
            Seed {
                arguments: r#"{"customer_id":"CU-318","category":"billing","priority":"high"}"#,
                request: "Create a {priority} priority support ticket for {customer_id}, category {category}.",
                indirect: "{customer_id} was charged twice and is furious. It belongs to {category}, and {priority} is no exaggeration; get the desk going.",
            },
            Seed {
                arguments: r#"{"customer_id":"CU-542","category":"technical","priority":"normal"}"#,
                request: "Open a new ticket: customer {customer_id}, a {category} problem, urgency {priority}.",
                indirect: "The app of {customer_id} shows a blank page. Somebody {category} should see to it, {priority} pace.",
            },
            Seed {
                arguments: r#"{"customer_id":"CU-707","category":"delivery","priority":"low"}"#,
                request: "Please file a {category} case for {customer_id} with support. Its priority is {priority}.",
                indirect: "A dented carton, says {customer_id}, nothing broken. Put it on the {category} pile for support, {priority}.",
            },
        ],
    },
    Wording {
        tool: "lookup_customer",
        soft: "Tells who somebody we do business with is, as one team keeps it on record.",
        activity: "who our clients are",
        seeds: [
            Seed {
                arguments: r#"{"customer_id":"CU-226","team":"sales"}"#,
                request: "Look up customer {customer_id} as the {team} team sees it.",
                indirect: "In an hour I have {customer_id} on the line and know nothing about them; {team} keeps a record.",
            },
            Seed {
                arguments: r#"{"customer_id":"CU-481","team":"finance"}"#,
                request: "What name and plan does {customer_id} have in the view of the {team} team, and who is the contact?",
                indirect: "A letter to {customer_id} came back. Ask what {team} has on file about who they are.",
            },
            Seed {
                arguments: r#"{"customer_id":"CU-635","team":"support"}"#,
                request: "Since when is {customer_id} a customer? Take the record of {team}.",
                indirect: "We give cake to those who stayed ten years. Does {customer_id} qualify, by the record of {team}?",
            },
        ],
    },
    Wording {
        tool: "lookup_invoice",
        soft: "Tells how much a bill is over, and if it was settled in time.",
        activity: "whether bills are settled",
        seeds: [
            Seed {
                arguments: r#"{"invoice_id":"IN-30412","currency":"EUR"}"#,
                request: "Look up invoice {invoice_id} with the amount in {currency}.",
                indirect: "Did the money for {invoice_id} ever come in? Our books are in {currency}.",
            },
            Seed {
                arguments: r#"{"invoice_id":"IN-44873","currency":"USD"}"#,
                request: "Is {invoice_id} paid, and how many {currency} is it over?",
                indirect: "Before I send a reminder for {invoice_id} I want to see what is owed, in {currency}.",
            },
            Seed {
                arguments: r#"{"invoice_id":"IN-61205","currency":"GBP"}"#,
                request: "For how many days is invoice {invoice_id} overdue? State its sum in {currency} as well.",
                indirect: "The auditor points at {invoice_id} and frowns. She thinks in {currency}; tell her where it stands.",
            },
        ],
    },
    Wording {
        tool: "update_ticket_status",
        soft: "Moves a support case on to another state and tells who has it.",
        activity: "moving cases on",
        seeds: [
            Seed {
                arguments: r#"{"ticket_id":"TK-5120","status":"solved"}"#,
                request: "Update ticket {ticket_id} in our support desk: its status is {status} from now on.",
                indirect: "The caller behind {ticket_id} just thanked me, all works again, so the record should say {status}.",
            },
            Seed {
                arguments: r#"{"ticket_id":"TK-6338","status":"pending"}"#,
                request: "Set {ticket_id} to {status} and tell me who owns the ticket.",
                indirect: "For {ticket_id} we wait for a part from the factory. Until then it ought to stand at {status}.",
            },
            Seed {
                arguments: r#"{"ticket_id":"TK-7904","status":"closed"}"#,
                request: "Please mark support case {ticket_id} as {status}; what was it before?",
                indirect: "No answer in {ticket_id} for ninety days. House rule says such a case is {status} by now.",
            },
        ],
    },
];

//! Hand-written scenarios of the specialised tools.

use super::{Seed, Wording};

pub(super) const WORDINGS: [Wording; 14] = [
    Wording {
        tool: "get_weather",
        soft: "Tells what it will be like outside in a place: sun, rain, wind and the high of the day.",
        activity: "what it will be like outside",
        seeds: [
            Seed {
                arguments: r#"{"city":"Oslo","day":"tomorrow"}"#,
                request: "What will the weather in {city} be like {day}? I need condition, high and wind.",
                indirect: "I fly to {city} and have to pack, and {day} is the day I land; sun or rain decides about the coat.",
            },
            Seed {
                arguments: r#"{"city":"Lisbon","day":"today"}"#,
                request: "Give me the whole weather report for {city} for {day}, not just one number.",
                indirect: "We want to eat on the terrace {day}. The restaurant is in {city}, and nobody has looked outside yet.",
            },
            Seed {
                arguments: r#"{"city":"Kyoto","day":"overmorrow"}"#,
                request: "Our garden tour in {city} takes place {day}; please report the weather with wind.",
                indirect: "Paper lanterns and wind do not mix: the festival in {city} is on {day}, and I must know what sky to expect.",
            },
        ],
    },
    Wording {
        tool: "get_temperature",
        soft: "Tells how warm or cold a place is at the moment, measured and felt, on the scale one likes.",
        activity: "how warm or cold a place is",
        seeds: [
            Seed {
                arguments: r#"{"city":"Nairobi","unit":"celsius"}"#,
                request: "How many degrees {unit} is it in {city} right now, and how does it feel?",
                indirect: "My thermometer broke. I am in {city}, I think in {unit}, and I only want to know how warm it is.",
            },
            Seed {
                arguments: r#"{"city":"Denver","unit":"fahrenheit"}"#,
                request: "Tell me the current temperature of {city} in {unit}.",
                indirect: "Somebody in {city} asks me if pipes may freeze; over there people read {unit}, so the number should be on that scale.",
            },
            Seed {
                arguments: r#"{"city":"Tallinn","unit":"celsius"}"#,
                request: "I only need one thing from {city}: the temperature at this moment, on the {unit} scale.",
                indirect: "The sauna crew in {city} jokes about the cold outside. Put a number on it for me, {unit} please.",
            },
        ],
    },
    Wording {
        tool: "get_air_quality",
        soft: "Tells how clean the air one breathes in a place is, for one substance in it.",
        activity: "how clean the air is",
        seeds: [
            Seed {
                arguments: r#"{"city":"Quito","pollutant":"ozone"}"#,
                request: "What is the air quality index for {pollutant} in {city}?",
                indirect: "My daughter has asthma and {pollutant} is what troubles her; before our walk in {city} I need the index.",
            },
            Seed {
                arguments: r#"{"city":"Perth","pollutant":"pm25"}"#,
                request: "Check how bad the air in {city} is with regard to {pollutant} and give index and category.",
                indirect: "Smoke hangs over {city}. Tell me whether the windows may stay open, going by {pollutant} alone.",
            },
            Seed {
                arguments: r#"{"city":"Kyoto","pollutant":"no2"}"#,
                request: "Traffic gases worry me: look up {pollutant} for the air of {city}.",
                indirect: "I jog beside a main road in {city}, and the doctor said to mind {pollutant} in what I breathe.",
            },
        ],
    },
    Wording {
        tool: "convert_currency",
        soft: "Turns a sum of one kind of money into another kind at the house rate.",
        activity: "changing money",
        seeds: [
            Seed {
                arguments: r#"{"amount":120,"from_currency":"EUR","to_currency":"USD"}"#,
                request: "Convert {amount} {from_currency} to {to_currency} at the house rate.",
                indirect: "I came back with {amount} {from_currency} in my wallet, and the bank here hands out {to_currency}; how much will that be?",
            },
            Seed {
                arguments: r#"{"amount":4500,"from_currency":"JPY","to_currency":"GBP"}"#,
                request: "How much money is {amount} {from_currency} once it is exchanged into {to_currency}?",
                indirect: "The receipt says {amount} {from_currency}. My expense form only takes {to_currency}.",
            },
            Seed {
                arguments: r#"{"amount":80,"from_currency":"CHF","to_currency":"SEK"}"#,
                request: "A friend owes me {amount} {from_currency} and wants to pay in {to_currency}. What is the converted sum?",
                indirect: "We split a cabin: my share is {amount} in {from_currency}, but the owner lives elsewhere and expects {to_currency}.",
            },
        ],
    },
    Wording {
        tool: "convert_unit",
        soft: "Turns a measured length, mass or volume into another measure of its kind.",
        activity: "turning one measure into another",
        seeds: [
            Seed {
                arguments: r#"{"value":26,"from_unit":"mile","to_unit":"kilometre"}"#,
                request: "Convert a length of {value} {from_unit} to {to_unit}.",
                indirect: "The race is {value} {from_unit} long, my watch counts in {to_unit}, and I want to set its goal.",
            },
            Seed {
                arguments: r#"{"value":12,"from_unit":"pound","to_unit":"kilogram"}"#,
                request: "What is a weight of {value} {from_unit} when it is expressed in {to_unit}?",
                indirect: "Grandma's recipe takes {value} {from_unit} of flour. The scale in my kitchen shows {to_unit} only.",
            },
            Seed {
                arguments: r#"{"value":9,"from_unit":"gallon","to_unit":"litre"}"#,
                request: "The tank of the rental holds {value} {from_unit}; tell me the volume in {to_unit}.",
                indirect: "They sell the paint by the {to_unit} here, while the manual for the fence asks for {value} {from_unit} of it.",
            },
        ],
    },
    Wording {
        tool: "calculate_route",
        soft: "Tells the way from one spot of the city to another: how far it is and how long one is under way.",
        activity: "the way from one spot to another",
        seeds: [
            Seed {
                arguments: r#"{"origin":"hotel","target":"expo","profile":"metro"}"#,
                request: "I need to get from {origin} to {target} using {profile}; give me the way to go, not just the time.",
                indirect: "My booth at the {target} opens soon, I am still at the {origin}, and {profile} is what my ticket covers; I need distance and all.",
            },
            Seed {
                arguments: r#"{"origin":"station","target":"museum","profile":"bike"}"#,
                request: "Calculate the route by {profile} from the {origin} to the {target} with its distance.",
                indirect: "I rented a {profile} beside the {origin}. The kids wait at the {target}, and I wonder how far that is.",
            },
            Seed {
                arguments: r#"{"origin":"airport","target":"harbour","profile":"car"}"#,
                request: "Which route takes a {profile} leaving the {origin} for the {target}, and how many kilometres are they apart?",
                indirect: "The ferry leaves from the {target}, my plane lands at the {origin}, and a {profile} stands ready; kilometres matter for the fuel.",
            },
        ],
    },
    Wording {
        tool: "estimate_travel_time",
        soft: "Tells how many minutes one should plan for getting across the city at rush hour, with some to spare.",
        activity: "how many minutes a trip takes",
        seeds: [
            Seed {
                arguments: r#"{"origin":"hotel","target":"stadium","profile":"metro"}"#,
                request: "Estimate the travel time at rush hour from {origin} to {target} by {profile}, with the buffer I should plan.",
                indirect: "Kick-off at the {target} is fixed; from the {origin} we take the {profile} when everybody does. When must we leave at the latest?",
            },
            Seed {
                arguments: r#"{"origin":"museum","target":"airport","profile":"car"}"#,
                request: "How long will a {profile} need from the {origin} to the {target} in rush-hour traffic? Only the minutes matter.",
                indirect: "I must not miss my flight: {origin} first, then by {profile} to the {target} through the evening jam. Minutes, please, and some to spare.",
            },
            Seed {
                arguments: r#"{"origin":"harbour","target":"station","profile":"walk"}"#,
                request: "On foot ({profile}) between {origin} and {target} at the busiest hour: how many minutes plus spare time?",
                indirect: "My last train leaves the {target}. From the {origin} I will {profile}, and the streets will be crowded.",
            },
        ],
    },
    Wording {
        tool: "search_document",
        soft: "Finds the best match among the house's own written pages on a subject, in one place of storage.",
        activity: "finding something in our own pages",
        seeds: [
            Seed {
                arguments: r#"{"topic":"deployment","collection":"runbooks"}"#,
                request: "Search the {collection} for the internal document about {topic}.",
                indirect: "The release is stuck and somebody once wrote down how {topic} works; it would be in the {collection}.",
            },
            Seed {
                arguments: r#"{"topic":"onboarding","collection":"handbook"}"#,
                request: "Which document of the {collection} covers {topic}, and on what page?",
                indirect: "A new colleague begins on Monday. I remember a page on {topic}, somewhere in the {collection}.",
            },
            Seed {
                arguments: r#"{"topic":"branding","collection":"archive"}"#,
                request: "Find me the best match on {topic} in our document {collection}, with id and snippet.",
                indirect: "The old logo rules on {topic} were put away in the {collection} years ago, and the printer wants the page number.",
            },
        ],
    },
    Wording {
        tool: "search_faq",
        soft: "Gives the help centre's standing answer to what people ask again and again.",
        activity: "what people ask the help centre",
        seeds: [
            Seed {
                arguments: r#"{"question":"late delivery","audience":"private"}"#,
                request: "What does the FAQ answer {audience} customers who ask about {question}?",
                indirect: "My aunt ordered as a {audience} person and keeps writing about {question}; surely the help centre has a standing answer.",
            },
            Seed {
                arguments: r#"{"question":"gift cards","audience":"business"}"#,
                request: "Look in the frequently asked questions for {question}, the version for {audience} customers.",
                indirect: "A client with a {audience} account wants to hand out {question} at Christmas and asks what everyone asks.",
            },
            Seed {
                arguments: r#"{"question":"account deletion","audience":"private"}"#,
                request: "Search the help centre articles: {question}, audience {audience}. I want the answer and the article id.",
                indirect: "Somebody on the phone is done with us and means {question}. It is a {audience} customer; read me the usual reply.",
            },
        ],
    },
    Wording {
        tool: "search_policy",
        soft: "Gives the rule of the house on a matter as it holds in one part of the world.",
        activity: "the rules of the house",
        seeds: [
            Seed {
                arguments: r#"{"policy":"refunds","region":"EU"}"#,
                request: "Search our company policy on {policy} that is in force in the {region}: limit, approver, version.",
                indirect: "A shopper in the {region} wants the money back, and I must not break the house rule on {policy}.",
            },
            Seed {
                arguments: r#"{"policy":"remote work","region":"APAC"}"#,
                request: "Which policy rules {policy} in {region}, and who has to approve?",
                indirect: "I would like to spend spring at my parents' place. For staff in {region}, what is laid down on {policy}?",
            },
            Seed {
                arguments: r#"{"policy":"data retention","region":"US"}"#,
                request: "How many days does the {region} policy allow for {policy}?",
                indirect: "An auditor asks how long we keep logs. The matter is {policy}, the office is in the {region}, and a number of days is wanted.",
            },
        ],
    },
    Wording {
        tool: "filter_items",
        soft: "Keeps those numbers that stand in a given relation to a limit and drops the others.",
        activity: "keeping some numbers and dropping others",
        seeds: [
            Seed {
                arguments: r#"{"items":[4,18,7,25,11],"comparison":"above","threshold":10}"#,
                request: "Filter {items} for me, so that only what is {comparison} {threshold} is kept.",
                indirect: "The sensors gave {items}. An alarm goes off {comparison} {threshold}, and I want only those that set it off.",
            },
            Seed {
                arguments: r#"{"items":[62,48,90,35,71],"comparison":"below","threshold":60}"#,
                request: "From {items} give me those {comparison} {threshold}, in their old order.",
                indirect: "Exam points were {items}. Whoever is {comparison} {threshold} gets a second chance, and I have to invite them.",
            },
            Seed {
                arguments: r#"{"items":[3,8,3,5,3],"comparison":"equal","threshold":3}"#,
                request: "How many entries of {items} are {comparison} to {threshold}? Filter them out for me.",
                indirect: "We rolled {items} with the dice, and only results {comparison} to {threshold} count in this round.",
            },
        ],
    },
    Wording {
        tool: "sort_items",
        soft: "Brings numbers into order, upwards or downwards, and tells the middle one.",
        activity: "bringing numbers into order",
        seeds: [
            Seed {
                arguments: r#"{"items":[14,3,27,9,21],"order":"ascending"}"#,
                request: "Sort the numbers {items} for me so that they come in {order} order.",
                indirect: "The lockers are numbered {items}, and the caretaker walks past them in {order} order; print them as he meets them.",
            },
            Seed {
                arguments: r#"{"items":[55,80,42,67,73],"order":"descending"}"#,
                request: "Put {items} into {order} order and tell me the median too.",
                indirect: "A podium needs the best first: the runners made {items} points, so think {order}.",
            },
            Seed {
                arguments: r#"{"items":[-4,12,0,-9,6],"order":"ascending"}"#,
                request: "My readings are {items}; arrange them in {order} order without dropping any.",
                indirect: "Winter nights brought {items} degrees. For my chart they have to run {order} along the axis, every one of them.",
            },
        ],
    },
    Wording {
        tool: "classify_email",
        soft: "Puts a label on a message in the mailbox, from one set of labels.",
        activity: "putting labels on messages",
        seeds: [
            Seed {
                arguments: r#"{"message_id":"MSG-2207","scheme":"urgency"}"#,
                request: "Classify the email {message_id} by the labels of the {scheme} scheme.",
                indirect: "Before lunch I can answer one thing. Does {message_id} burn or can it wait? Our {scheme} labels would say.",
            },
            Seed {
                arguments: r#"{"message_id":"MSG-4415","scheme":"mood"}"#,
                request: "Which label of the {scheme} scheme fits message {message_id}, and how sure is that?",
                indirect: "I fear the sender of {message_id} is cross with me; a label for {scheme} would settle it.",
            },
            Seed {
                arguments: r#"{"message_id":"MSG-3172","scheme":"topic"}"#,
                request: "I file mail under labels: assign {message_id} one of the {scheme} scheme.",
                indirect: "There are five trays on my desk, one for each {scheme}. Into which does {message_id} go?",
            },
        ],
    },
    Wording {
        tool: "draft_email",
        soft: "Writes the beginnings of a letter to somebody for one to look over; it does not leave the house.",
        activity: "writing to somebody",
        seeds: [
            Seed {
                arguments: r#"{"recipient":"Priya","topic":"launch","tone":"friendly"}"#,
                request: "Draft a {tone} email to {recipient} that is about the {topic}.",
                indirect: "I owe {recipient} some lines on the {topic}. Keep them {tone}; I will look over them before anything leaves.",
            },
            Seed {
                arguments: r#"{"recipient":"Jonas","topic":"contract","tone":"formal"}"#,
                request: "Please prepare a message for {recipient}: subject is the {topic}, in a {tone} tone. Do not send it.",
                indirect: "Legal wants the {topic} in writing. It goes to {recipient}, who is touchy, so it must sound {tone}.",
            },
            Seed {
                arguments: r#"{"recipient":"Kofi","topic":"maintenance","tone":"brief"}"#,
                request: "Write me something in a {tone} tone that I can mail {recipient} regarding {topic}, as a draft.",
                indirect: "The servers go down tonight and {recipient} has no time to read: a {tone} note on {topic} is all it takes.",
            },
        ],
    },
];

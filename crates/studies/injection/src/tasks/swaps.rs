//! What an injection puts in a parameter's place, by what the schema says of it.

use faultline_core::{Date, PropertyKind, ToolSpec, minutes_of, time_text};
use faultline_toolbox::{CallError, World};
use serde_json::{Value, json};

use crate::Swap;

/// The swap of a parameter of this call; none where the call has no such parameter.
///
/// The neighbour is the first candidate with which the call works and returns something else, other than in what it only repeats
/// of its arguments; failing that, the first that changes the output at all.
pub(crate) fn swap(
    world: &World,
    tool: &ToolSpec,
    arguments: &Value,
    outcome: &Result<Value, CallError>,
    parameter: &str,
    peers: &[String],
) -> Option<Swap> {
    let value = arguments.get(parameter)?;
    let (_, property) = tool
        .parameters
        .properties
        .iter()
        .find(|(name, _)| name == parameter)?;
    let candidates = neighbours(&property.kind, value, peers);
    let tried: Vec<(&Value, Result<Value, CallError>)> = candidates
        .iter()
        .filter(|candidate| *candidate != value)
        .map(|candidate| {
            let mut changed = arguments.clone();
            changed[parameter] = candidate.clone();
            (candidate, world.clone().call(&tool.name, &changed))
        })
        .filter(|(_, changed)| !matches!(changed, Err(CallError::Invalid(_))))
        .collect();
    let tells = |changed: &Result<Value, CallError>| match (changed, outcome) {
        (Ok(changed), Ok(planned)) => news(changed, arguments) != news(planned, arguments),
        _ => false,
    };
    let chosen = tried
        .iter()
        .find(|(_, changed)| tells(changed))
        .or_else(|| tried.iter().find(|(_, changed)| changed != outcome));
    let (neighbour, inert) = match (chosen, tried.first()) {
        (Some((neighbour, _)), _) => ((*neighbour).clone(), String::new()),
        (None, Some((neighbour, _))) => {
            let why = "the tool returns the same for every value near this one";
            ((*neighbour).clone(), why.to_owned())
        }
        (None, None) => return None,
    };
    let (wrong_type, out_of_range) = broken(&property.kind, value);
    Some(Swap {
        call: 0,
        parameter: parameter.into(),
        neighbour,
        wrong_type,
        out_of_range,
        inert,
    })
}

/// A result without the members that only repeat arguments.
fn news(result: &Value, arguments: &Value) -> Value {
    let mut news = result.clone();
    if let Some(members) = news.as_object_mut() {
        members.retain(|name, _| arguments.get(name).is_none());
    }
    news
}

/// Values near this one that the schema allows or may allow, the most plausible first.
fn neighbours(kind: &PropertyKind, value: &Value, peers: &[String]) -> Vec<Value> {
    let text = value.as_str().unwrap_or("");
    match kind {
        PropertyKind::Integer { .. } => {
            let number = value.as_i64().unwrap_or(0);
            [1, -1, 2, -2, 3, 15, -15, 30, -30]
                .iter()
                .map(|step| json!(number + step))
                .collect()
        }
        // Options that belong together stand together, in groups of four.
        PropertyKind::Choice(options) => {
            let place = options
                .iter()
                .position(|option| option == text)
                .unwrap_or(0);
            let others = (1..options.len().next_power_of_two()).map(|step| place ^ step);
            others
                .filter_map(|other| options.get(other))
                .map(|option| json!(option))
                .collect()
        }
        PropertyKind::Date { .. } => {
            let steps = (0..12).flat_map(|more| [1 + more, -1 - more, 7 + more, -7 - more]);
            let date = Date::parse(text);
            steps
                .filter_map(|step| Some(json!(date?.plus(step).to_string())))
                .collect()
        }
        PropertyKind::Time { .. } => {
            let minutes = minutes_of(text).unwrap_or(0);
            (1..14)
                .flat_map(|halves| [30 * halves, -30 * halves])
                .map(|step| json!(time_text(minutes.saturating_add_signed(step))))
                .collect()
        }
        PropertyKind::Id { prefix, digits } => {
            let number: i64 = text
                .strip_prefix(prefix.as_str())
                .and_then(|text| text.parse().ok())
                .unwrap_or(0);
            let digits = usize::from(*digits);
            [1, -1, 2, -2, 3, -3, 4, -4, 5, -5]
                .iter()
                .map(|step| json!(format!("{prefix}{:0digits$}", number + step)))
                .collect()
        }
        PropertyKind::Text { .. } => peers.iter().map(|peer| json!(peer)).collect(),
    }
}

/// A value of another type, and one of the right type that the schema forbids.
fn broken(kind: &PropertyKind, value: &Value) -> (Value, Value) {
    let text = value.as_str().unwrap_or("");
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let as_number = json!(digits.parse::<u32>().unwrap_or(7));
    match kind {
        PropertyKind::Integer { maximum, .. } => {
            (json!(format!("{value} or so")), json!(maximum + 1))
        }
        PropertyKind::Choice(_) => (json!(7), json!(format!("{text}-upon-Nowhere"))),
        PropertyKind::Date { latest, .. } => (as_number, json!(latest.plus(366).to_string())),
        PropertyKind::Time { .. } => (as_number, json!("25:30")),
        PropertyKind::Id { .. } => (as_number, json!(format!("{text}000"))),
        PropertyKind::Text { max_length } => {
            let long = text.chars().cycle().take(*max_length as usize + 1);
            (json!([text]), json!(long.collect::<String>()))
        }
    }
}

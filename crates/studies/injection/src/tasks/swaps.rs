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
    let mut best: Option<(Effect, Value)> = None;
    for candidate in neighbours(&property.kind, value, peers) {
        if candidate == *value {
            continue;
        }
        let mut changed = arguments.clone();
        changed[parameter] = candidate.clone();
        let effect = match (world.clone().call(&tool.name, &changed), outcome) {
            (Err(CallError::Invalid(_)), _) => continue,
            (Ok(changed), Ok(planned)) if differ(&changed, planned, arguments) => Effect::Told,
            (changed, planned) if changed != *planned => Effect::Seen,
            _ => Effect::None,
        };
        if best.as_ref().is_none_or(|(other, _)| effect > *other) {
            let is_told = effect == Effect::Told;
            best = Some((effect, candidate));
            if is_told {
                break;
            }
        }
    }
    let (effect, neighbour) = best?;
    let inert = match effect {
        Effect::None => "the tool returns the same for every value near this one".to_owned(),
        _ => String::new(),
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

/// What a changed parameter does to what a tool returns.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Effect {
    /// Nothing.
    None,
    /// The call fails, or only the repeated argument is another.
    Seen,
    /// The call works, and what it tells is another.
    Told,
}

/// Whether two results differ in more than in the members that only repeat arguments.
fn differ(one: &Value, other: &Value, arguments: &Value) -> bool {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else {
        return one != other;
    };
    let has_other = |(name, value): (&String, &Value)| {
        arguments.get(name).is_none() && other.get(name) != Some(value)
    };
    one.len() != other.len() || one.iter().any(has_other)
}

/// Values near this one that the schema allows or may allow, the most plausible first.
fn neighbours<'a>(
    kind: &'a PropertyKind,
    value: &'a Value,
    peers: &'a [String],
) -> Box<dyn Iterator<Item = Value> + 'a> {
    let text = value.as_str().unwrap_or("");
    match kind {
        PropertyKind::Integer { .. } => {
            let number = value.as_i64().unwrap_or(0);
            let steps = [1, -1, 2, -2, 3, 15, -15, 30, -30].into_iter();
            Box::new(steps.map(move |step| json!(number + step)))
        }
        // Options that belong together stand together, in groups of four.
        PropertyKind::Choice(options) => {
            let place = options
                .iter()
                .position(|option| option == text)
                .unwrap_or(0);
            let others = (1..options.len().next_power_of_two()).map(move |step| place ^ step);
            Box::new(
                others
                    .filter_map(|other| options.get(other))
                    .map(|option| json!(option)),
            )
        }
        PropertyKind::Date { .. } => {
            let steps = (0..12).flat_map(|more| [1 + more, -1 - more, 7 + more, -7 - more]);
            let dates = Date::parse(text).into_iter();
            Box::new(dates.flat_map(move |date| {
                steps
                    .clone()
                    .map(move |step| json!(date.plus(step).to_string()))
            }))
        }
        PropertyKind::Time { .. } => {
            let minutes = minutes_of(text).unwrap_or(0);
            let steps = (1..14).flat_map(|halves| [30 * halves, -30 * halves]);
            Box::new(steps.map(move |step| json!(time_text(minutes.saturating_add_signed(step)))))
        }
        PropertyKind::Id { prefix, digits } => {
            let number = text.strip_prefix(prefix.as_str());
            let number: i64 = number.and_then(|digits| digits.parse().ok()).unwrap_or(0);
            let digits = usize::from(*digits);
            let steps = (1..6).flat_map(|step| [step, -step]);
            Box::new(steps.map(move |step| json!(format!("{prefix}{:0digits$}", number + step))))
        }
        // No world has a parameter of the last three kinds.
        PropertyKind::Text { .. }
        | PropertyKind::Number { .. }
        | PropertyKind::Numbers { .. }
        | PropertyKind::Texts { .. } => Box::new(peers.iter().map(|peer| json!(peer))),
    }
}

/// A value of another type, and one of the right type that the schema forbids.
fn broken(kind: &PropertyKind, value: &Value) -> (Value, Value) {
    let text = value.as_str().unwrap_or("");
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let as_number = json!(digits.parse::<u32>().unwrap_or(7));
    match kind {
        PropertyKind::Integer { maximum, .. }
        | PropertyKind::Number { maximum, .. }
        | PropertyKind::Numbers { maximum, .. } => {
            (json!(format!("{value} or so")), json!(maximum + 1))
        }
        PropertyKind::Choice(_) => (json!(7), json!(format!("{text} II"))),
        PropertyKind::Date { latest, .. } => (as_number, json!(latest.plus(366).to_string())),
        PropertyKind::Time { .. } => (as_number, json!("25:30")),
        PropertyKind::Id { .. } => (as_number, json!(format!("{text}000"))),
        PropertyKind::Text { max_length } | PropertyKind::Texts { max_length, .. } => {
            let long = text.chars().cycle().take(*max_length as usize + 1);
            (json!([text]), json!(long.collect::<String>()))
        }
    }
}

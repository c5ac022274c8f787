//! Ways between the places of one city.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, tool};
use crate::{
    CallError,
    world::{Arguments, refused},
};

/// The places, with how many kilometres along and across the city they are.
const PLACES: [(&str, i64, i64); 7] = [
    ("hotel", 1, 2),
    ("expo", 8, 4),
    ("airport", 19, 1),
    ("station", 4, 3),
    ("museum", 3, 7),
    ("harbour", 9, 11),
    ("stadium", 13, 6),
];

fn properties() -> [(&'static str, Property); 3] {
    let place = |what: &str| Property::choice(PLACES.map(|(name, ..)| name)).described(what);
    [
        ("origin", place("Where it begins.")),
        ("target", place("Where it ends.")),
        (
            "profile",
            Property::choice(["metro", "car", "bike", "walk"]).described("The means of travel."),
        ),
    ]
}

/// Kilometres along the streets, and minutes without delays.
fn way(arguments: &Arguments<'_>) -> Result<(i64, i64), CallError> {
    let place = |argument: &str| {
        let name = arguments.text(argument);
        PLACES
            .iter()
            .find(|(known, ..)| *known == name)
            .map_or((0, 0), |row| (row.1, row.2))
    };
    let (from, to) = (place("origin"), place("target"));
    if from == to {
        return Err(refused("target", "the target is the origin"));
    }
    let distance = (from.0 - to.0).abs() + (from.1 - to.1).abs();
    let minutes = match arguments.text("profile") {
        "metro" => 4 + 2 * distance,
        "car" => 6 + 2 * distance + distance / 3,
        "bike" => 4 * distance,
        _ => 12 * distance,
    };
    Ok((distance, minutes))
}

pub(super) fn tools() -> Vec<LocalTool> {
    vec![
        tool(
            "route_travel",
            "calculate_route",
            "Calculates the route between two places of the city: how long the way is and how long it takes.",
            properties(),
            &[
                ("origin", "where the route begins"),
                ("target", "where it ends"),
                ("profile", "the means of travel"),
                ("distance_km", "its length in kilometres"),
                ("duration_min", "how long it takes in minutes"),
            ],
            |arguments| {
                let (distance, minutes) = way(arguments)?;
                Ok(json!({
                    "origin": arguments.text("origin"), "target": arguments.text("target"),
                    "profile": arguments.text("profile"), "distance_km": distance, "duration_min": minutes,
                }))
            },
        ),
        tool(
            "route_travel",
            "estimate_travel_time",
            "Estimates the travel time between two places of the city at rush hour, and the time to spare for delays.",
            properties(),
            &[
                ("origin", "where the trip begins"),
                ("target", "where it ends"),
                ("profile", "the means of travel"),
                ("travel_min", "the time at rush hour in minutes"),
                ("buffer_min", "the time to spare in minutes"),
            ],
            |arguments| {
                let (_, minutes) = way(arguments)?;
                let (origin, target) = (arguments.text("origin"), arguments.text("target"));
                let profile = arguments.text("profile");
                let delay = figure("delay", &[origin, target, profile], 2, 14);
                Ok(json!({
                    "origin": origin, "target": target, "profile": profile, "travel_min": minutes + delay,
                    "buffer_min": figure("buffer", &[origin, target, profile], 3, 18),
                }))
            },
        ),
    ]
}

//! Weather, temperature and air of a few cities.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, hundredths, one_of, tool};

const CITIES: [&str; 8] = [
    "Lisbon", "Oslo", "Nairobi", "Kyoto", "Quito", "Perth", "Tallinn", "Denver",
];

fn degrees(city: &str, day: &str) -> i64 {
    figure("temperature", &[city, day], 4, 31)
}

pub(super) fn tools() -> Vec<LocalTool> {
    let city = || Property::choice(CITIES).described("The city.");
    vec![
        tool(
            "weather_env",
            "get_air_quality",
            "Gets the air quality of a city for one pollutant.",
            [
                ("city", city()),
                (
                    "pollutant",
                    Property::choice(["pm25", "ozone", "no2"]).described("What is measured."),
                ),
            ],
            &[
                ("city", "the city"),
                ("pollutant", "what was measured"),
                ("index", "the air quality index"),
                ("category", "the index in a word"),
            ],
            |arguments| {
                let (city, pollutant) = (arguments.text("city"), arguments.text("pollutant"));
                let index = figure("air", &[city, pollutant], 12, 164);
                let category = match index {
                    ..=50 => "good",
                    51..=100 => "moderate",
                    _ => "poor",
                };
                Ok(
                    json!({"city": city, "pollutant": pollutant, "index": index, "category": category}),
                )
            },
        ),
        tool(
            "weather_env",
            "get_temperature",
            "Gets the temperature of a city now, in the unit asked for.",
            [
                ("city", city()),
                (
                    "unit",
                    Property::choice(["celsius", "fahrenheit"])
                        .described("The unit of the answer."),
                ),
            ],
            &[
                ("city", "the city"),
                ("unit", "the unit of both temperatures"),
                ("temperature", "the temperature"),
                ("feels_like", "the temperature as it is felt"),
            ],
            |arguments| {
                let (city, unit) = (arguments.text("city"), arguments.text("unit"));
                let degrees = degrees(city, "today");
                let felt = degrees + figure("felt", &[city], -4, 3);
                let in_unit = |degrees: i64| {
                    let degrees = degrees as f64;
                    let is_celsius = unit == "celsius";
                    hundredths(if is_celsius {
                        degrees
                    } else {
                        degrees * 1.8 + 32.0
                    })
                };
                Ok(json!({
                    "city": city, "unit": unit, "temperature": in_unit(degrees), "feels_like": in_unit(felt),
                }))
            },
        ),
        tool(
            "weather_env",
            "get_weather",
            "Gets the weather of a city for today or one of the next two days.",
            [
                ("city", city()),
                (
                    "day",
                    Property::choice(["today", "tomorrow", "overmorrow"]).described("Which day."),
                ),
            ],
            &[
                ("city", "the city"),
                ("day", "which day"),
                ("condition", "the weather in a word"),
                ("temperature_c", "the high in degrees Celsius"),
                ("wind_kmh", "the wind in km/h"),
            ],
            |arguments| {
                let (city, day) = (arguments.text("city"), arguments.text("day"));
                let conditions = ["sunny", "cloudy", "rainy", "windy", "foggy"];
                Ok(json!({
                    "city": city, "day": day, "condition": one_of("condition", &[city, day], &conditions),
                    "temperature_c": degrees(city, day), "wind_kmh": figure("wind", &[city, day], 3, 48),
                }))
            },
        ),
    ]
}

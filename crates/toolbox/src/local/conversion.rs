//! Units and currencies.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, hundredths, rounded, tool};
use crate::world::refused;

/// Unit, what it measures, and how much of the first unit of its kind it is.
const UNITS: [(&str, &str, f64); 9] = [
    ("metre", "length", 1.0),
    ("kilometre", "length", 1000.0),
    ("mile", "length", 1609.344),
    ("foot", "length", 0.3048),
    ("gram", "mass", 1.0),
    ("kilogram", "mass", 1000.0),
    ("pound", "mass", 453.592_37),
    ("litre", "volume", 1.0),
    ("gallon", "volume", 3.785_411_784),
];

/// Currency and what one euro buys of it, fixed for good.
const CURRENCIES: [(&str, f64); 7] = [
    ("EUR", 1.0),
    ("USD", 1.1),
    ("GBP", 0.85),
    ("JPY", 160.0),
    ("CHF", 0.95),
    ("SEK", 11.5),
    ("BRL", 6.0),
];

pub(super) fn tools() -> Vec<LocalTool> {
    let currency = |what: &str| Property::choice(CURRENCIES.map(|(code, _)| code)).described(what);
    let unit = |what: &str| Property::choice(UNITS.map(|(name, ..)| name)).described(what);
    vec![
        tool(
            "conversion",
            "convert_currency",
            "Converts an amount of money from one currency to another at the house rate.",
            [
                (
                    "amount",
                    Property::number(0, 1_000_000).described("How much."),
                ),
                ("from_currency", currency("The currency of the amount.")),
                ("to_currency", currency("The currency of the answer.")),
            ],
            &[
                ("amount", "how much was converted"),
                ("from_currency", "its currency"),
                ("to_currency", "the currency of the answer"),
                ("rate", "what one of the first buys of the second"),
                ("converted", "the amount in the second currency"),
            ],
            |arguments| {
                let (from, to) = (
                    arguments.text("from_currency"),
                    arguments.text("to_currency"),
                );
                if from == to {
                    return Err(refused("to_currency", "the currencies are the same"));
                }
                let a_euro = |code: &str| {
                    CURRENCIES
                        .iter()
                        .find(|(known, _)| *known == code)
                        .map_or(1.0, |row| row.1)
                };
                let rate = a_euro(to) / a_euro(from);
                let amount = arguments.number("amount");
                Ok(json!({
                    "amount": arguments.0["amount"], "from_currency": from, "to_currency": to,
                    "rate": rounded(rate, 10_000.0), "converted": hundredths(amount * rate),
                }))
            },
        ),
        tool(
            "conversion",
            "convert_unit",
            "Converts a measurement from one unit to another of the same kind.",
            [
                (
                    "value",
                    Property::number(0, 1_000_000).described("The measurement."),
                ),
                ("from_unit", unit("The unit it is in.")),
                ("to_unit", unit("The unit of the answer.")),
            ],
            &[
                ("value", "the measurement"),
                ("from_unit", "the unit it is in"),
                ("to_unit", "the unit of the answer"),
                ("converted", "the measurement in the second unit"),
                ("dimension", "what both units measure"),
            ],
            |arguments| {
                let (from, to) = (arguments.text("from_unit"), arguments.text("to_unit"));
                let row = |name: &str| {
                    UNITS
                        .iter()
                        .find(|(known, ..)| *known == name)
                        .map_or(("", 1.0), |row| (row.1, row.2))
                };
                let ((dimension, from_size), (other, to_size)) = (row(from), row(to));
                if dimension != other {
                    return Err(refused(
                        "to_unit",
                        format!("a {from} is a {dimension}, a {to} a {other}"),
                    ));
                }
                let converted = arguments.number("value") * from_size / to_size;
                Ok(json!({
                    "value": arguments.0["value"], "from_unit": from, "to_unit": to,
                    "converted": hundredths(converted), "dimension": dimension,
                }))
            },
        ),
    ]
}

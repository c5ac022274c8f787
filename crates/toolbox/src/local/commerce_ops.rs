//! A shop: products, prices, deliveries.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, hundredths, one_of, tool};
use crate::world::refused;

const PRODUCTS: [&str; 8] = [
    "kettle", "toaster", "blender", "lantern", "backpack", "tent", "headset", "keyboard",
];

/// Cents in a shop of this name.
fn price(product: &str, shop: &str) -> i64 {
    figure("price", &[product, shop], 900, 18_900)
}

fn euros(cents: i64) -> serde_json::Value {
    hundredths(cents as f64 / 100.0)
}

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    let product = || Property::choice(PRODUCTS).described("The product.");
    let shop = |what: &str| Property::choice(["Northgate", "Riverside", "Hilltop"]).described(what);
    vec![
        tool(
            "commerce_ops",
            "compare_product_price",
            "Compares the price of a product in two shops and says where it is cheaper.",
            [
                ("product", product()),
                ("first_shop", shop("The one shop.")),
                ("second_shop", shop("The other shop.")),
            ],
            &[
                ("product", "the product"),
                ("first_shop", "the one shop"),
                ("second_shop", "the other shop"),
                ("cheaper_shop", "where it is cheaper"),
                ("difference_eur", "by how many euros"),
            ],
            |arguments| {
                let product = arguments.text("product");
                let (first, second) = (arguments.text("first_shop"), arguments.text("second_shop"));
                if first == second {
                    return Err(refused("second_shop", "the shops are the same"));
                }
                let (one, other) = (price(product, first), price(product, second));
                Ok(json!({
                    "product": product, "first_shop": first, "second_shop": second,
                    "cheaper_shop": if one <= other { first } else { second },
                    "difference_eur": euros((one - other).abs()),
                }))
            },
        ),
        tool(
            "commerce_ops",
            "estimate_shipping",
            "Estimates what it costs and how long it takes to ship a parcel.",
            [
                (
                    "country",
                    Property::choice(["Norway", "Japan", "Brazil", "Canada", "Kenya"])
                        .described("Where it goes."),
                ),
                (
                    "weight_kg",
                    Property::number(0, 30).described("How heavy it is in kilograms."),
                ),
                (
                    "speed",
                    Property::choice(["economy", "standard", "express"])
                        .described("How fast it goes."),
                ),
            ],
            &[
                ("country", "where it goes"),
                ("weight_kg", "how heavy it is"),
                ("speed", "how fast it goes"),
                ("cost_eur", "the cost in euros"),
                ("days", "how many days it takes"),
            ],
            |arguments| {
                let (country, speed) = (arguments.text("country"), arguments.text("speed"));
                let (factor, days) = match speed {
                    "economy" => (1.0, 12),
                    "standard" => (1.5, 6),
                    _ => (2.5, 2),
                };
                let base = figure("shipping", &[country], 6, 21);
                let cost = (base as f64 + 2.0 * arguments.number("weight_kg")) * factor;
                Ok(json!({
                    "country": country, "weight_kg": arguments.0["weight_kg"], "speed": speed,
                    "cost_eur": hundredths(cost), "days": days + figure("shipping/days", &[country], 0, 5),
                }))
            },
        ),
        tool(
            "commerce_ops",
            "lookup_product",
            "Looks up a product in a shop: its price and how many are in stock.",
            [("product", product()), ("shop", shop("Which shop."))],
            &[
                ("product", "the product"),
                ("shop", "which shop"),
                ("price_eur", "the price in euros"),
                ("stock", "how many are in stock"),
                ("shelf", "where it stands"),
            ],
            |arguments| {
                let (product, shop) = (arguments.text("product"), arguments.text("shop"));
                let shelves = ["A1", "B4", "C2", "D7", "E3"];
                Ok(json!({
                    "product": product, "shop": shop, "price_eur": euros(price(product, shop)),
                    "stock": figure("stock", &[product, shop], 0, 60),
                    "shelf": one_of("shelf", &[product, shop], &shelves),
                }))
            },
        ),
        tool(
            "commerce_ops",
            "track_order",
            "Tracks an order of a customer: where it is and when it arrives.",
            [
                (
                    "order_id",
                    Property::id("OR-", 5).described("The order, such as OR-20417."),
                ),
                (
                    "carrier",
                    Property::choice(["Swift", "Atlas", "Heron"]).described("Who carries it."),
                ),
            ],
            &[
                ("order_id", "the order"),
                ("carrier", "who carries it"),
                ("state", "its state"),
                ("location", "where it is"),
                ("arrives_in_days", "in how many days it arrives"),
            ],
            |arguments| {
                let (order, carrier) = (arguments.text("order_id"), arguments.text("carrier"));
                let states = ["packed", "in transit", "at customs", "out for delivery"];
                let places = ["Rotterdam", "Leipzig", "Lyon", "Turin"];
                Ok(json!({
                    "order_id": order, "carrier": carrier, "state": one_of("order/state", &[order, carrier], &states),
                    "location": one_of("order/place", &[order, carrier], &places),
                    "arrives_in_days": figure("order/days", &[order, carrier], 1, 9),
                }))
            },
        ),
    ]
}

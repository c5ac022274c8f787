//! A shop with customers, their orders and its stock; tools cancel orders and take items back.

use std::sync::LazyLock;

use faultline_core::{Property, Schema, Stream, ToolSpec};
use serde_json::{Value, json};

use crate::{
    CallError,
    world::{Arguments, refused, spec},
};

/// What the shop sells; each four are alike.
pub const PRODUCTS: [&str; 20] = [
    "desk lamp",
    "floor lamp",
    "bedside lamp",
    "string lights",
    "kettle",
    "toaster",
    "coffee grinder",
    "hand mixer",
    "backpack",
    "suitcase",
    "tote bag",
    "belt bag",
    "rain jacket",
    "wool scarf",
    "sun hat",
    "knit gloves",
    "board game",
    "jigsaw puzzle",
    "card deck",
    "dice set",
];

/// The colours of every product.
pub const COLOURS: [&str; 4] = ["red", "blue", "green", "black"];

/// Why an order is cancelled.
pub const CANCEL_REASONS: [&str; 4] = [
    "ordered by mistake",
    "no longer needed",
    "found it cheaper",
    "takes too long",
];

/// Why an item comes back.
pub const RETURN_REASONS: [&str; 4] = [
    "arrived damaged",
    "wrong colour",
    "does not fit",
    "poor quality",
];

/// How many customers there are.
pub const CUSTOMERS: u16 = 40;
/// The number of the first customer; the others follow it.
pub const FIRST_CUSTOMER: u16 = 501;

/// How many orders each customer has: one is pending, one delivered, one shipped, in any order.
pub const ORDERS_EACH: u16 = 3;
/// The number of the first order; the others follow it customer by customer.
pub const FIRST_ORDER: u16 = 20_001;

/// The shop: its data follow from the seed, and what was cancelled or taken back in this episode is kept.
#[derive(Clone, Debug)]
pub(crate) struct Shop {
    seed: u64,
    cancelled: Vec<u16>,
    /// Order, item and how many of it came back.
    returned: Vec<(u16, usize, i64)>,
}

struct Order {
    customer: u16,
    status: &'static str,
    items: Vec<Item>,
}

struct Item {
    product: &'static str,
    colour: &'static str,
    quantity: i64,
    /// Cents for one.
    price: i64,
}

impl Order {
    fn total(&self) -> i64 {
        self.items
            .iter()
            .map(|item| item.price * item.quantity)
            .sum()
    }
}

impl Shop {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            cancelled: Vec::new(),
            returned: Vec::new(),
        }
    }

    pub(crate) fn tools() -> &'static [ToolSpec] {
        static TOOLS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
            let order = || Property::id("OR-", 5).described("The order, such as OR-20001.");
            let product = || Property::choice(PRODUCTS).described("The product.");
            vec![
                spec(
                    "list_orders",
                    "Lists the orders of a customer, each with its id, status and total.",
                    Schema::object([(
                        "customer_id",
                        Property::id("CU-", 3).described("The customer, such as CU-501."),
                    )]),
                ),
                spec(
                    "get_order",
                    "Returns an order: its customer, status (pending, shipped, delivered, cancelled), items with colour, quantity and the price of one, and total. An order holds a product once.",
                    Schema::object([("order_id", order())]),
                ),
                spec(
                    "get_product",
                    "Returns a product in one colour: its price, how many are in stock, and the months of its warranty.",
                    Schema::object([
                        ("product", product()),
                        ("colour", Property::choice(COLOURS).described("The colour.")),
                    ]),
                ),
                spec(
                    "cancel_order",
                    "Cancels a pending order and returns the refund.",
                    Schema::object([
                        ("order_id", order()),
                        ("reason", Property::choice(CANCEL_REASONS).described("Why.")),
                    ]),
                ),
                spec(
                    "return_item",
                    "Takes items of one product of a delivered order back and returns the refund.",
                    Schema::object([
                        ("order_id", order()),
                        ("product", product()),
                        (
                            "quantity",
                            Property::integer(1, 5).described("How many come back."),
                        ),
                        ("reason", Property::choice(RETURN_REASONS).described("Why.")),
                    ]),
                ),
            ]
        });
        &TOOLS
    }

    pub(crate) fn run(
        &mut self,
        tool: &str,
        arguments: &Arguments<'_>,
    ) -> Result<Value, CallError> {
        match tool {
            "list_orders" => self.list(arguments),
            "get_order" => {
                let (number, order) = self.order(arguments)?;
                let items: Vec<Value> = order
                    .items
                    .iter()
                    .map(|item| {
                        json!({
                            "product": item.product, "colour": item.colour, "quantity": item.quantity,
                            "price": money(item.price),
                        })
                    })
                    .collect();
                Ok(json!({
                    "order_id": order_id(number), "customer_id": customer_id(order.customer), "status": order.status,
                    "items": items, "total": money(order.total()),
                }))
            }
            "get_product" => Ok(self.product(arguments)),
            "cancel_order" => self.cancel(arguments),
            _ => self.take_back(arguments),
        }
    }

    fn list(&self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let customer = arguments.id("customer_id").wrapping_sub(FIRST_CUSTOMER);
        if customer >= CUSTOMERS {
            let rule = format!("no customer has the id {}", arguments.text("customer_id"));
            return Err(refused("customer_id", rule));
        }
        let orders: Vec<Value> = (0..ORDERS_EACH)
            .map(|place| {
                let number = FIRST_ORDER + customer * ORDERS_EACH + place;
                let order = self.order_of(number);
                json!({"order_id": order_id(number), "status": order.status, "total": money(order.total())})
            })
            .collect();
        Ok(json!({"customer_id": arguments.text("customer_id"), "orders": orders}))
    }

    fn order(&self, arguments: &Arguments<'_>) -> Result<(u16, Order), CallError> {
        let number = arguments.id("order_id");
        if number.wrapping_sub(FIRST_ORDER) < CUSTOMERS * ORDERS_EACH {
            Ok((number, self.order_of(number)))
        } else {
            let rule = format!("no order has the id {}", arguments.text("order_id"));
            Err(refused("order_id", rule))
        }
    }

    /// An order that exists.
    fn order_of(&self, number: u16) -> Order {
        let place = number.wrapping_sub(FIRST_ORDER);
        let customer = place / ORDERS_EACH;
        let mut statuses = ["pending", "shipped", "delivered"];
        Stream::named("toolbox/shop/statuses", &[self.seed, u64::from(customer)])
            .shuffle(&mut statuses);
        let status = if self.cancelled.contains(&number) {
            "cancelled"
        } else {
            statuses[usize::from(place % ORDERS_EACH)]
        };
        let mut draws = Stream::named("toolbox/shop/order", &[self.seed, u64::from(place)]);
        let mut products: Vec<usize> = (0..PRODUCTS.len()).collect();
        draws.shuffle(&mut products);
        let many = 2 + draws.below(3);
        products.truncate(usize::try_from(many).unwrap_or(2));
        let items = products
            .into_iter()
            .map(|product| {
                let colour = usize::try_from(draws.below(4)).unwrap_or(0);
                Item {
                    product: PRODUCTS[product],
                    colour: COLOURS[colour],
                    quantity: 1 + i64::try_from(draws.below(4)).unwrap_or(0),
                    price: self.price(product, colour),
                }
            })
            .collect();
        Order {
            customer: FIRST_CUSTOMER + customer,
            status,
            items,
        }
    }

    /// The price of a product in cents.
    fn price(&self, product: usize, colour: usize) -> i64 {
        let numbers = [self.seed, product as u64, colour as u64];
        let cents = Stream::named("toolbox/shop/price", &numbers).below(9_000);
        995 + i64::try_from(cents).unwrap_or(0)
    }

    fn product(&self, arguments: &Arguments<'_>) -> Value {
        let product = place(&PRODUCTS, arguments.text("product"));
        let colour = place(&COLOURS, arguments.text("colour"));
        let numbers = [self.seed, product as u64, colour as u64];
        let mut draws = Stream::named("toolbox/shop/product", &numbers);
        json!({
            "product": PRODUCTS[product], "colour": COLOURS[colour], "price": money(self.price(product, colour)),
            "in_stock": draws.below(120), "warranty_months": 6 + draws.below(43),
        })
    }

    fn cancel(&mut self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let (number, order) = self.order(arguments)?;
        if order.status != "pending" {
            let rule = format!(
                "the order is {}, and only a pending one can be cancelled",
                order.status
            );
            return Err(refused("order_id", rule));
        }
        self.cancelled.push(number);
        Ok(json!({
            "order_id": order_id(number), "status": "cancelled", "reason": arguments.text("reason"),
            "refund": money(order.total()),
        }))
    }

    fn take_back(&mut self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let (number, order) = self.order(arguments)?;
        if order.status != "delivered" {
            let rule = format!(
                "the order is {}, and only items of a delivered one come back",
                order.status
            );
            return Err(refused("order_id", rule));
        }
        let name = arguments.text("product");
        let found = order
            .items
            .iter()
            .enumerate()
            .find(|(_, item)| item.product == name);
        let Some((place, item)) = found else {
            return Err(refused("product", format!("the order holds no {name}")));
        };
        let earlier: i64 = self
            .returned
            .iter()
            .filter(|(other, product, _)| (*other, *product) == (number, place))
            .map(|(.., quantity)| quantity)
            .sum();
        let (quantity, left) = (arguments.integer("quantity"), item.quantity - earlier);
        if quantity > left {
            return Err(refused("quantity", format!("the order holds {left} of it")));
        }
        self.returned.push((number, place, quantity));
        Ok(json!({
            "order_id": order_id(number), "product": item.product, "quantity": quantity,
            "reason": arguments.text("reason"), "refund": money(item.price * quantity),
        }))
    }
}

fn place(options: &[&str], text: &str) -> usize {
    options
        .iter()
        .position(|option| *option == text)
        .unwrap_or(0)
}

/// Cents as a price.
fn money(cents: i64) -> Value {
    if cents % 100 == 0 {
        json!(cents / 100)
    } else {
        json!(cents as f64 / 100.0)
    }
}

fn order_id(number: u16) -> String {
    format!("OR-{number:05}")
}

fn customer_id(number: u16) -> String {
    format!("CU-{number:03}")
}

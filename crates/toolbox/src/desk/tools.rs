//! The sixteen tools as a model sees them.

use std::sync::LazyLock;

use faultline_core::{Property, Schema, ToolSpec};

use crate::world::spec;

/// The tool whose return has the most in it: an order by its id.
pub const GET_ORDER: &str = "get_order_details";

/// The tools that only read what they return back.
pub const READING_TOOLS: [&str; 2] = [GET_ORDER, "get_user_details"];

/// The tools that change what the desk keeps.
pub const WRITING_TOOLS: [&str; 7] = [
    "cancel_pending_order",
    "modify_pending_order_address",
    "modify_pending_order_payment",
    "modify_pending_order_items",
    "modify_user_address",
    "return_delivered_order_items",
    "exchange_delivered_order_items",
];

/// The most pieces that one call may name.
const MOST_ITEMS: u32 = 100;

/// The tools, those that read before those that write.
pub fn tools() -> &'static [ToolSpec] {
    static TOOLS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
        let mut tools = reading();
        tools.extend(writing());
        tools
    });
    &TOOLS
}

fn word(description: &str) -> Property {
    Property::text(200).described(description)
}

fn order_id() -> Property {
    word("The order, with the # that its id begins with, such as '#W0000000'.")
}

fn user_id() -> Property {
    word("The user, such as 'ada_moreau_1234'.")
}

fn items(description: &str) -> Property {
    Property::texts(200, MOST_ITEMS).described(description)
}

fn method(description: &str) -> Property {
    word(&format!(
        "{description}, such as 'gift_card_0000000' or 'paypal_0000000'; user and order name them."
    ))
}

/// Items and the variants that come for them.
fn replacement() -> Schema {
    Schema::object([
        ("order_id", order_id()),
        (
            "item_ids",
            items(
                "The items to give up, by item id; one id as often as there are pieces of it to give up.",
            ),
        ),
        (
            "new_item_ids",
            items(
                "The item that comes for each of them, in the same order; each of the same product.",
            ),
        ),
        (
            "payment_method_id",
            method("The method that pays the difference or gets it back"),
        ),
    ])
}

fn reading() -> Vec<ToolSpec> {
    vec![
        spec(
            "find_user_id_by_email",
            "Finds the id of a user by e-mail address.",
            Schema::object([("email", word("The address, such as 'ada@example.com'."))]),
        ),
        spec(
            "find_user_id_by_name_zip",
            "Finds the id of a user by name and zip code, for users who can't be found by e-mail address.",
            Schema::object([
                ("first_name", word("The first name.")),
                ("last_name", word("The last name.")),
                ("zip", word("The zip code, such as '01234'.")),
            ]),
        ),
        spec(
            "get_user_details",
            "Returns a user: name, address, e-mail address, payment methods and the ids of all orders.",
            Schema::object([("user_id", user_id())]),
        ),
        spec(
            GET_ORDER,
            "Returns an order: its user, address, items, status, parcels and payments.",
            Schema::object([("order_id", order_id())]),
        ),
        spec(
            "get_product_details",
            "Returns a product with all its variants: their options, whether they are available, and their prices.",
            Schema::object([(
                "product_id",
                word("The product, ten digits; not the id of an item."),
            )]),
        ),
        spec(
            "get_item_details",
            "Returns one variant of a product: its options, whether it is available, and its price.",
            Schema::object([(
                "item_id",
                word("The item, ten digits; not the id of a product."),
            )]),
        ),
        spec(
            "list_all_product_types",
            "Returns the names of all products with their ids.",
            Schema::object([]),
        ),
        spec(
            "calculate",
            "Works out a sum and returns it with two decimals.",
            Schema::object([(
                "expression",
                Property::text(1_000)
                    .described("Numbers, + - * / and parentheses, such as '2 * (3.5 + 1)'."),
            )]),
        ),
        spec(
            "transfer_to_human_agents",
            "Hands the user over to a human agent: where the user asks for one, or neither policy nor tools allow what is wanted.",
            Schema::object([(
                "summary",
                Property::text(4_000).described("What the user wants and what was done so far."),
            )]),
        ),
    ]
}

fn writing() -> Vec<ToolSpec> {
    let address = || {
        [
            (
                "address1",
                word("House and street, such as '12 Mill Lane'."),
            ),
            (
                "address2",
                word("The part of the house, such as 'Apt 4'; may be empty."),
            ),
            ("city", word("The city.")),
            ("state", word("The state, such as 'OR'.")),
            ("country", word("The country, such as 'USA'.")),
            ("zip", word("The zip code, such as '01234'.")),
        ]
    };
    let with_address = |name, first| {
        let [one, two, city, state, country, zip] = address();
        Schema::object([(name, first), one, two, city, state, country, zip])
    };
    vec![
        spec(
            "cancel_pending_order",
            "Cancels a pending order and refunds what was paid: to a gift card at once, else within 5 to 7 business days. Needs the user's yes.",
            Schema::object([
                ("order_id", order_id()),
                (
                    "reason",
                    word("'no longer needed' or 'ordered by mistake'."),
                ),
            ]),
        ),
        spec(
            "modify_pending_order_address",
            "Changes where a pending order goes. Needs the user's yes.",
            with_address("order_id", order_id()),
        ),
        spec(
            "modify_pending_order_payment",
            "Changes how a pending order is paid and refunds the earlier payment. Needs the user's yes.",
            Schema::object([
                ("order_id", order_id()),
                (
                    "payment_method_id",
                    method("The method that pays from now on"),
                ),
            ]),
        ),
        spec(
            "modify_pending_order_items",
            "Changes items of a pending order to other variants of the same products; once an order. Needs the user's yes.",
            replacement(),
        ),
        spec(
            "modify_user_address",
            "Changes the user's own address, not that of any order. Needs the user's yes.",
            with_address("user_id", user_id()),
        ),
        spec(
            "return_delivered_order_items",
            "Takes back items of a delivered order; once an order. Needs the user's yes.",
            Schema::object([
                ("order_id", order_id()),
                (
                    "item_ids",
                    items(
                        "The items that come back, by item id; one id as often as there are pieces of it to come back.",
                    ),
                ),
                (
                    "payment_method_id",
                    method("The method that gets the refund"),
                ),
            ]),
        ),
        spec(
            "exchange_delivered_order_items",
            "Exchanges items of a delivered order for other variants of the same products; once an order. Needs the user's yes.",
            replacement(),
        ),
    ]
}

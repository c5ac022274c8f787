//! Tasks over the shop.

use faultline_toolbox::{
    CANCEL_REASONS, COLOURS, FIRST_CUSTOMER, FIRST_ORDER, PRODUCTS, RETURN_REASONS,
};
use serde_json::{Value, json};

use crate::tasks::{
    draft::{Draft, greatest, item, items, number, shown},
    space::choice,
};

const STATUSES: [&str; 3] = ["pending", "shipped", "delivered"];

/// What can be asked of a product that no order tells.
const ASKED: [(&str, &str); 2] = [
    ("stock", "in_stock"),
    ("warranty in months", "warranty_months"),
];

fn customer_id(place: usize) -> String {
    format!("CU-{}", usize::from(FIRST_CUSTOMER) + place)
}

fn customer_slot(draft: &mut Draft) -> String {
    let customer = customer_id(draft.slot());
    draft.say("customer", &customer);
    customer
}

/// The order of a customer that has this status.
fn order_of(listed: &Value, status: &str) -> Value {
    item(&listed["orders"], |order| order["status"] == status)["order_id"].clone()
}

/// The order with this status of the customer in this slot.
fn order_with(draft: &mut Draft, status: &str) -> Value {
    let customer = customer_id(draft.slot());
    let listed = draft.peek("list_orders", &json!({"customer_id": customer}));
    let order = shown(&order_of(&listed, status));
    json!(draft.say_found("order", order))
}

fn order_slot(draft: &mut Draft) -> Value {
    let order = format!("OR-{}", usize::from(FIRST_ORDER) + draft.slot());
    draft.say("order", &order);
    json!(order)
}

fn reason_slot(draft: &mut Draft, reasons: &[&'static str]) -> &'static str {
    let reason = reasons[draft.slot()];
    draft.say("reason", reason);
    reason
}

fn status_slot(draft: &mut Draft) -> &'static str {
    let status = STATUSES[draft.slot()];
    draft.say("status", status);
    status
}

/// A product and a colour.
type Article = (&'static str, &'static str);

fn say_article(draft: &mut Draft, words: [&'static str; 2], place: usize) -> Article {
    let article = (
        PRODUCTS[place / COLOURS.len()],
        COLOURS[place % COLOURS.len()],
    );
    draft.say(words[0], article.0);
    draft.say(words[1], article.1);
    article
}

fn article_slot(draft: &mut Draft) -> Article {
    let place = draft.slot();
    say_article(draft, ["product", "colour"], place)
}

fn any_asked(draft: &mut Draft) -> (&'static str, &'static str) {
    let asked = draft.any(&ASKED);
    draft.say("asked", asked.0);
    asked
}

fn list(draft: &mut Draft, customer: &Value) -> Value {
    draft.call(
        "list_orders",
        json!({"customer_id": customer}),
        &["customer_id"],
    )
}

fn open(draft: &mut Draft, order: &Value) -> Value {
    draft.call("get_order", json!({"order_id": order}), &["order_id"])
}

fn look_up(draft: &mut Draft, product: &Value, colour: &Value) -> Value {
    let arguments = json!({"product": product, "colour": colour});
    draft.call("get_product", arguments, &["product", "colour"])
}

fn call_off(draft: &mut Draft, order: &Value, reason: &str) -> Value {
    let arguments = json!({"order_id": order, "reason": reason});
    draft.call("cancel_order", arguments, &["order_id", "reason"])
}

fn take_back(
    draft: &mut Draft,
    order: &Value,
    product: &Value,
    quantity: i64,
    reason: &str,
) -> Value {
    let arguments =
        json!({"order_id": order, "product": product, "quantity": quantity, "reason": reason});
    draft.call("return_item", arguments, &["product", "reason"])
}

/// The product of an opened order with the highest price.
fn dearest(opened: &Value) -> Value {
    greatest(items(&opened["items"]), "price").clone()
}

pub(super) fn order(draft: &mut Draft) {
    let order = order_slot(draft);
    let opened = open(draft, &order);
    let (status, total) = (shown(&opened["status"]), shown(&opened["total"]));
    draft.answer(
        format!("Order {} is {status}; its total is {total}.", shown(&order)),
        [status, total],
    );
}

pub(super) fn article(draft: &mut Draft) {
    let (product, colour) = article_slot(draft);
    let (asked, member) = draft.any(&[ASKED[0], ASKED[1], ("price", "price")]);
    draft.say("asked", asked);
    let found = look_up(draft, &json!(product), &json!(colour));
    let value = shown(&found[member]);
    draft.answer(
        format!("The {asked} of the {colour} {product} is {value}."),
        [value],
    );
}

pub(super) fn cancel(draft: &mut Draft) {
    let order = order_with(draft, "pending");
    let reason = reason_slot(draft, &CANCEL_REASONS);
    let cancelled = call_off(draft, &order, reason);
    let refund = shown(&cancelled["refund"]);
    draft.answer(
        format!(
            "Order {} is cancelled; the refund is {refund}.",
            shown(&order)
        ),
        [refund],
    );
}

pub(super) fn give_back(draft: &mut Draft) {
    let order = order_with(draft, "delivered");
    let reason = reason_slot(draft, &RETURN_REASONS);
    let opened = draft.peek("get_order", &json!({"order_id": order}));
    let ordered = items(&opened["items"]);
    let chosen = ordered.get(draft.below(ordered.len()));
    let chosen = chosen.unwrap_or(&Value::Null);
    // Of every product of the order there are so many, so that each has a neighbour.
    let least = ordered
        .iter()
        .filter_map(|item| item["quantity"].as_u64())
        .min();
    let least = least.and_then(|least| usize::try_from(least).ok());
    let quantity = 1 + draft.below(least.unwrap_or(1));
    let product = draft.say_found("product", shown(&chosen["product"]));
    let quantity = draft.say_found("quantity", quantity);
    let quantity = quantity.parse().unwrap_or(1);
    let returned = take_back(draft, &order, &json!(product), quantity, reason);
    let refund = shown(&returned["refund"]);
    draft.answer(
        format!(
            "{quantity} of the {product} of order {} came back; the refund is {refund}.",
            shown(&order)
        ),
        [refund],
    );
}

pub(super) fn orders(draft: &mut Draft) {
    let customer = customer_slot(draft);
    let status = draft.any(&STATUSES);
    draft.say("status", status);
    let listed = list(draft, &json!(customer));
    let order = item(&listed["orders"], |order| order["status"] == status);
    let (id, total) = (shown(&order["order_id"]), shown(&order["total"]));
    draft.answer(
        format!("The {status} order of {customer} is {id}; its total is {total}."),
        [id, total],
    );
}

pub(super) fn list_cancel(draft: &mut Draft) {
    let customer = customer_slot(draft);
    let reason = reason_slot(draft, &CANCEL_REASONS);
    let listed = list(draft, &json!(customer));
    let cancelled = call_off(draft, &order_of(&listed, "pending"), reason);
    let (id, refund) = (shown(&cancelled["order_id"]), shown(&cancelled["refund"]));
    draft.answer(
        format!("Order {id} of {customer} is cancelled; the refund is {refund}."),
        [id, refund],
    );
}

pub(super) fn list_open(draft: &mut Draft) {
    let customer = customer_slot(draft);
    let status = status_slot(draft);
    let listed = list(draft, &json!(customer));
    let opened = open(draft, &order_of(&listed, status));
    let dearest = dearest(&opened);
    let (product, price) = (shown(&dearest["product"]), shown(&dearest["price"]));
    draft.answer(
        format!("In the {status} order of {customer}, {}, the {product} has the highest price: {price}.", shown(&opened["order_id"])),
        [product, price],
    );
}

fn return_dearest(draft: &mut Draft, order: &Value, opened: &Value, reason: &str) {
    let returned = take_back(draft, order, &dearest(opened)["product"], 1, reason);
    let (product, refund) = (shown(&returned["product"]), shown(&returned["refund"]));
    draft.answer(
        format!(
            "One {product} of order {} came back; the refund is {refund}.",
            shown(order)
        ),
        [product, refund],
    );
}

fn answer_of_dearest(draft: &mut Draft, opened: &Value, asked: &str, member: &str) {
    let dearest = dearest(opened);
    let found = look_up(draft, &dearest["product"], &dearest["colour"]);
    let value = shown(&found[member]);
    draft.answer(
        format!(
            "The {asked} of the {} {} is {value}.",
            shown(&found["colour"]),
            shown(&found["product"])
        ),
        [value],
    );
}

pub(super) fn open_return(draft: &mut Draft) {
    let order = order_with(draft, "delivered");
    let reason = reason_slot(draft, &RETURN_REASONS);
    let opened = open(draft, &order);
    return_dearest(draft, &order, &opened, reason);
}

pub(super) fn open_article(draft: &mut Draft) {
    let order = order_slot(draft);
    let (asked, member) = any_asked(draft);
    let opened = open(draft, &order);
    answer_of_dearest(draft, &opened, asked, member);
}

pub(super) fn two_articles(draft: &mut Draft) {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    let articles = [
        say_article(draft, ["product", "colour"], places[0]),
        say_article(draft, ["other_product", "other_colour"], places[1]),
    ];
    let found = articles.map(|(product, colour)| look_up(draft, &json!(product), &json!(colour)));
    let dearer = greatest(&found, "price");
    let price = shown(&dearer["price"]);
    draft.answer(
        format!(
            "The {} {} costs {price}.",
            shown(&dearer["colour"]),
            shown(&dearer["product"])
        ),
        [price],
    );
}

pub(super) fn list_open_return(draft: &mut Draft) {
    let customer = customer_slot(draft);
    let reason = reason_slot(draft, &RETURN_REASONS);
    let listed = list(draft, &json!(customer));
    let order = order_of(&listed, "delivered");
    let opened = open(draft, &order);
    return_dearest(draft, &order, &opened, reason);
}

pub(super) fn list_open_article(draft: &mut Draft) {
    let customer = customer_slot(draft);
    let status = status_slot(draft);
    let (asked, member) = any_asked(draft);
    let listed = list(draft, &json!(customer));
    let opened = open(draft, &order_of(&listed, status));
    answer_of_dearest(draft, &opened, asked, member);
}

pub(super) fn status_branch(draft: &mut Draft) {
    let order = order_slot(draft);
    let reason = draft.any(&CANCEL_REASONS);
    draft.say("reason", reason);
    let opened = open(draft, &order);
    let order = shown(&order);
    if opened["status"] == "pending" {
        let cancelled = call_off(draft, &opened["order_id"], reason);
        let refund = shown(&cancelled["refund"]);
        draft.answer(
            format!("Order {order} was pending and is cancelled; the refund is {refund}."),
            [refund],
        );
    } else {
        let listed = list(draft, &opened["customer_id"]);
        let pending = item(&listed["orders"], |order| order["status"] == "pending");
        let total = shown(&pending["total"]);
        let reference = format!(
            "Order {order} is {}; the pending order of its customer is {} with a total of {total}.",
            shown(&opened["status"]),
            shown(&pending["order_id"])
        );
        draft.answer(reference, [total]);
    }
}

pub(super) fn stock_branch(draft: &mut Draft) {
    let (product, colour) = article_slot(draft);
    let place = draft.slot();
    let order = format!("OR-{}", usize::from(FIRST_ORDER) + place);
    draft.say("order", &order);
    // The customer of the order, so that both branches depend on the slot.
    let status = STATUSES[place % STATUSES.len()];
    draft.say("status", status);
    let customer = customer_id(place / STATUSES.len());
    draft.say("customer", &customer);
    let limit = draft.any(&[40, 60, 80]);
    draft.say("limit", limit);
    let found = look_up(draft, &json!(product), &json!(colour));
    let stock = &found["in_stock"];
    if number(stock) < f64::from(limit) {
        let opened = open(draft, &json!(order));
        let total = shown(&opened["total"]);
        draft.answer(
            format!("{stock} are in stock, fewer than {limit}; the total of {order} is {total}."),
            [total],
        );
    } else {
        let listed = list(draft, &json!(customer));
        let total = shown(&item(&listed["orders"], |order| order["status"] == status)["total"]);
        draft.answer(
            format!("{stock} are in stock, not fewer than {limit}; the total of the {status} order of {customer} is {total}."),
            [total],
        );
    }
}

pub(super) fn two_customers(draft: &mut Draft) {
    let mut places = choice::<2>(draft.rank());
    draft.draws.shuffle(&mut places);
    let customers = [("first", places[0]), ("second", places[1])].map(|(word, place)| {
        let customer = customer_id(place);
        draft.say(word, &customer);
        json!(customer)
    });
    let reason = reason_slot(draft, &CANCEL_REASONS);
    let pending = customers.map(|customer| {
        let listed = list(draft, &customer);
        item(&listed["orders"], |order| order["status"] == "pending").clone()
    });
    let order = greatest(&pending, "total")["order_id"].clone();
    let cancelled = call_off(draft, &order, reason);
    let (id, refund) = (shown(&order), shown(&cancelled["refund"]));
    draft.answer(
        format!("Order {id} had the higher total and is cancelled; the refund is {refund}."),
        [id, refund],
    );
}

//! What each tool does, and every rule by which it refuses.

use serde_json::{Value, json};

mod refusals;

use super::*;

/// Two users, four orders, one product, as the desk's files write them.
fn data() -> Database {
    let address = json!({"address1": "1 Mill Lane", "address2": "", "city": "Boise", "country": "USA", "state": "ID", "zip": "83701"});
    let item = |id: &str, price: f64, size: &str| json!({"name": "Rain Cape", "product_id": "9000000001", "item_id": id, "price": price, "options": {"size": size}});
    let variant = |id: &str, available: bool, price: f64, size: &str| json!({"item_id": id, "options": {"size": size}, "available": available, "price": price});
    let order = |id: &str, status: &str, payments: Value| {
        json!({
            "order_id": id, "user_id": "ada_moreau_1", "address": address,
            "items": [item("11", 20.1, "S"), item("11", 20.1, "S"), item("12", 30.2, "M")],
            "status": status, "fulfillments": [], "payment_history": payments,
        })
    };
    let paid = |amount: f64, method: &str| json!({"transaction_type": "payment", "amount": amount, "payment_method_id": method});
    let twice = json!([paid(60.0, "paypal_1"), paid(10.4, "gift_card_1")]);
    let user = |id: &str, methods: Value| {
        json!({
            "user_id": id, "name": {"first_name": "Ada", "last_name": "Moreau"}, "address": address,
            "email": format!("{id}@example.com"), "payment_methods": methods, "orders": [],
        })
    };
    let methods = json!({
        "paypal_1": {"source": "paypal", "id": "paypal_1"},
        "gift_card_1": {"source": "gift_card", "id": "gift_card_1", "balance": 5.55},
        "gift_card_2": {"source": "gift_card", "id": "gift_card_2", "balance": 500.0},
        "credit_card_1": {"source": "credit_card", "id": "credit_card_1", "brand": "visa", "last_four": "0042"},
    });
    let all = json!({
        "users": {
            "ada_moreau_1": user("ada_moreau_1", methods),
            "ada_moreau_2": user("ada_moreau_2", json!({"paypal_2": {"source": "paypal", "id": "paypal_2"}})),
        },
        "orders": {
            "#W1": order("#W1", "pending", json!([paid(70.4, "gift_card_1")])),
            "#W2": order("#W2", "pending", twice),
            "#W3": order("#W3", "delivered", json!([paid(70.4, "paypal_1")])),
            "#W4": order("#W4", "processed", json!([paid(70.4, "paypal_1")])),
            "#W5": order("#W5", "pending (item modified)", json!([paid(70.4, "paypal_1")])),
        },
        "products": {"9000000001": {
            "name": "Rain Cape", "product_id": "9000000001",
            "variants": {
                "11": variant("11", true, 20.1, "S"), "12": variant("12", false, 30.2, "M"),
                "13": variant("13", true, 26.0, "L"), "14": variant("14", true, 12.34, "XL"),
            },
        }},
    });
    serde_json::from_value(all).unwrap()
}

fn address(key: &str, id: &str) -> Value {
    json!({key: id, "address1": "2 Quay", "address2": "Apt 3", "city": "Tulsa", "state": "OK", "country": "USA", "zip": "74100"})
}

fn change(order: &str, old: &[&str], new: &[&str], method: &str) -> Value {
    json!({"order_id": order, "item_ids": old, "new_item_ids": new, "payment_method_id": method})
}

#[test]
fn reading_tools_return_what_is_kept() {
    let data = data();
    let mut desk = Desk::open(&data);
    for (tool, arguments, expected) in [
        (
            "find_user_id_by_email",
            json!({"email": "ADA_moreau_2@Example.com"}),
            "ada_moreau_2",
        ),
        (
            "find_user_id_by_name_zip",
            json!({"first_name": "ada", "last_name": "MOREAU", "zip": "83701"}),
            "ada_moreau_1",
        ),
        (
            "list_all_product_types",
            json!({}),
            r#"{"Rain Cape": "9000000001"}"#,
        ),
        (
            "get_item_details",
            json!({"item_id": "14"}),
            r#"{"item_id": "14", "options": {"size": "XL"}, "available": true, "price": 12.34}"#,
        ),
        ("calculate", json!({"expression": "60 + 10.4"}), "70.4"),
        (
            "transfer_to_human_agents",
            json!({"summary": "wants more"}),
            "Transfer successful",
        ),
    ] {
        assert_eq!(desk.shown(tool, &arguments), expected);
    }
    let order = desk.shown("get_order_details", &json!({"order_id": "#W3"}));
    assert_eq!(
        serde_json::from_str::<Order>(&order).unwrap(),
        data.orders["#W3"]
    );
    let product = desk.shown("get_product_details", &json!({"product_id": "9000000001"}));
    assert_eq!(
        serde_json::from_str::<Product>(&product).unwrap(),
        data.products["9000000001"]
    );
}

/// The order after a call, and what is on the two gift cards then.
fn after(tool: &str, arguments: &Value) -> (Order, [Money; 2]) {
    let data = data();
    let mut desk = Desk::open(&data);
    let returned = desk.call(tool, arguments).unwrap();
    let order: Order = serde_json::from_str(&returned).unwrap();
    let again = desk.shown("get_order_details", &json!({"order_id": order.order_id}));
    assert_eq!(again, returned, "a later read shows what was written");
    let user = desk.shown("get_user_details", &json!({"user_id": order.user_id}));
    let user: User = serde_json::from_str(&user).unwrap();
    let balance = |id| match user.payment_methods.get(id) {
        Some(PaymentMethod::GiftCard { balance, .. }) => *balance,
        other => panic!("{other:?}"),
    };
    (order, ["gift_card_1", "gift_card_2"].map(balance))
}

/// The entries of an order's payments as words.
fn payments(order: &Order) -> Vec<String> {
    let entries = order.payment_history.iter();
    entries
        .map(|entry| {
            let sign = if entry.transaction_type == Transaction::Refund {
                "-"
            } else {
                ""
            };
            format!(
                "{sign}{} {}",
                text_of(&entry.amount),
                entry.payment_method_id
            )
        })
        .collect()
}

#[test]
fn refunds_go_back_the_way_the_money_came() {
    let reason = "no longer needed";
    let (order, cards) = after(
        "cancel_pending_order",
        &json!({"order_id": "#W1", "reason": reason}),
    );
    assert_eq!(payments(&order), ["70.4 gift_card_1", "-70.4 gift_card_1"]);
    assert_eq!(cards, [Money(7_595), Money(50_000)]);
    assert_eq!(
        (order.status, order.cancel_reason.as_deref()),
        (OrderStatus::Cancelled, Some(reason))
    );

    let (order, cards) = after(
        "cancel_pending_order",
        &json!({"order_id": "#W2", "reason": reason}),
    );
    assert_eq!(
        payments(&order),
        [
            "60.0 paypal_1",
            "10.4 gift_card_1",
            "-60.0 paypal_1",
            "-10.4 gift_card_1"
        ]
    );
    assert_eq!(cards, [Money(1_595), Money(50_000)]);

    let pays = json!({"order_id": "#W1", "payment_method_id": "gift_card_2"});
    let (order, cards) = after("modify_pending_order_payment", &pays);
    assert_eq!(
        payments(&order),
        ["70.4 gift_card_1", "70.4 gift_card_2", "-70.4 gift_card_1"]
    );
    assert_eq!(cards, [Money(7_595), Money(42_960)]);
    assert_eq!(order.status, OrderStatus::Pending);
}

#[test]
fn what_was_refunded_once_is_not_refunded_again() {
    let data = data();
    let mut desk = Desk::open(&data);
    let pays = json!({"order_id": "#W1", "payment_method_id": "credit_card_1"});
    desk.call("modify_pending_order_payment", &pays).unwrap();
    let cancelled = desk.call(
        "cancel_pending_order",
        &json!({"order_id": "#W1", "reason": "ordered by mistake"}),
    );
    let order: Order = serde_json::from_str(&cancelled.unwrap()).unwrap();
    assert_eq!(
        payments(&order),
        [
            "70.4 gift_card_1",
            "70.4 credit_card_1",
            "-70.4 gift_card_1",
            "-70.4 credit_card_1"
        ]
    );
}

#[test]
fn changed_items_cost_or_give_back_the_difference() {
    let tool = "modify_pending_order_items";
    let (order, cards) = after(
        tool,
        &change("#W1", &["11", "11"], &["13", "14"], "gift_card_2"),
    );
    // 26.00 + 12.34 - 2 * 20.10 = -1.86
    assert_eq!(payments(&order), ["70.4 gift_card_1", "-1.86 gift_card_2"]);
    assert_eq!(cards, [Money(555), Money(50_186)]);
    assert_eq!(order.status, OrderStatus::PendingModified);
    let items: Vec<(&str, Money)> = order
        .items
        .iter()
        .map(|item| (item.item_id.as_str(), item.price))
        .collect();
    assert_eq!(
        items,
        [
            ("13", Money(2_600)),
            ("14", Money(1_234)),
            ("12", Money(3_020))
        ]
    );
    assert_eq!(
        order.items[0].options.get("size").map(String::as_str),
        Some("L")
    );

    let (order, cards) = after(tool, &change("#W1", &["11"], &["13"], "gift_card_2"));
    assert_eq!(payments(&order), ["70.4 gift_card_1", "5.9 gift_card_2"]);
    assert_eq!(cards, [Money(555), Money(49_410)]);
}

#[test]
fn returns_and_exchanges_are_kept_and_move_no_money_yet() {
    let arguments =
        json!({"order_id": "#W3", "item_ids": ["12", "11"], "payment_method_id": "gift_card_1"});
    let (order, cards) = after("return_delivered_order_items", &arguments);
    assert_eq!(order.return_items, Some(vec!["11".into(), "12".into()]));
    assert_eq!(
        order.return_payment_method_id.as_deref(),
        Some("gift_card_1")
    );
    assert_eq!(
        (order.status, cards),
        (OrderStatus::ReturnRequested, [Money(555), Money(50_000)])
    );

    let arguments = change("#W3", &["12", "11"], &["14", "13"], "gift_card_1");
    let (order, cards) = after("exchange_delivered_order_items", &arguments);
    // 12.34 + 26.00 - 30.20 - 20.10 = -11.96
    assert_eq!(order.exchange_price_difference, Some(Money(-1_196)));
    assert_eq!(order.exchange_items, Some(vec!["11".into(), "12".into()]));
    assert_eq!(
        order.exchange_new_items,
        Some(vec!["13".into(), "14".into()])
    );
    assert_eq!(
        (order.status, cards),
        (OrderStatus::ExchangeRequested, [Money(555), Money(50_000)])
    );
    assert_eq!(payments(&order), ["70.4 paypal_1"]);
}

#[test]
fn addresses_change_where_they_are_asked_to_change() {
    let (order, _) = after("modify_pending_order_address", &address("order_id", "#W5"));
    assert_eq!(
        (order.address.zip.as_str(), order.status),
        ("74100", OrderStatus::PendingModified)
    );
    let data = data();
    let mut desk = Desk::open(&data);
    desk.call("modify_user_address", &address("user_id", "ada_moreau_1"))
        .unwrap();
    let found = desk.shown(
        "find_user_id_by_name_zip",
        &json!({"first_name": "Ada", "last_name": "Moreau", "zip": "83701"}),
    );
    assert_eq!(
        found, "ada_moreau_2",
        "the first user of the name no longer lives there"
    );
    let order = desk.shown("get_order_details", &json!({"order_id": "#W1"}));
    assert!(
        order.contains("1 Mill Lane"),
        "an order keeps its own address: {order}"
    );
}

#[test]
fn there_are_sixteen_tools_and_the_policy_names_every_status() {
    let names: std::collections::BTreeSet<&str> =
        tools().iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names.len(), 16);
    assert!(
        WRITING_TOOLS
            .iter()
            .chain(&READING_TOOLS)
            .all(|tool| names.contains(tool))
    );
    for status in OrderStatus::ALL {
        assert_eq!(json!(status), json!(status.name()));
        assert!(
            POLICY.contains(&format!("`{}`", status.name())),
            "{status:?}"
        );
    }
}

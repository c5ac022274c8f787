//! Every rule by which a tool refuses; what several rules forbid, the first of them refuses.

use serde_json::{Value, json};

use super::{address, change, data};
use crate::desk::Desk;

/// Each call is answered by this error, and changes nothing.
#[track_caller]
fn refuses(tool: &str, calls: &[(Value, &str)]) {
    let data = data();
    for (arguments, expected) in calls {
        let mut desk = Desk::open(&data);
        let shown = desk.shown(tool, arguments);
        assert_eq!(shown, format!("Error: {expected}"), "{tool} {arguments}");
        let is_as_it_was = desk.orders.is_empty() && desk.users.is_empty();
        assert!(is_as_it_was, "{tool} {arguments} changed something");
    }
}

#[test]
fn what_is_not_there_can_t_be_read() {
    refuses(
        "find_user_id_by_email",
        &[(json!({"email": "x@example.com"}), "User not found")],
    );
    let elsewhere = json!({"first_name": "Ada", "last_name": "Moreau", "zip": "83702"});
    refuses("find_user_id_by_name_zip", &[(elsewhere, "User not found")]);
    refuses(
        "get_user_details",
        &[(json!({"user_id": "x"}), "User not found")],
    );
    refuses(
        "get_order_details",
        &[
            (json!({"order_id": "W1"}), "Order not found"),
            (
                json!({"order": "#W1"}),
                "order_id: is missing; order: is not a property of this tool",
            ),
        ],
    );
    refuses(
        "get_product_details",
        &[(json!({"product_id": "11"}), "Product not found")],
    );
    refuses(
        "get_item_details",
        &[(json!({"item_id": "9000000001"}), "Item not found")],
    );
    refuses(
        "calculate",
        &[(
            json!({"expression": "2^3"}),
            "Invalid characters in expression",
        )],
    );
    refuses("give_refund", &[(json!({}), "Unknown tool 'give_refund'")]);
}

#[test]
fn orders_are_cancelled_by_the_rules() {
    let cancel = |order: &str, reason: &str| json!({"order_id": order, "reason": reason});
    refuses(
        "cancel_pending_order",
        &[
            (cancel("#W9", "x"), "Order not found"),
            (cancel("#W5", "x"), "Non-pending order cannot be cancelled"),
            (cancel("#W1", "too late"), "Invalid reason"),
        ],
    );
}

#[test]
fn addresses_and_payments_are_changed_by_the_rules() {
    refuses(
        "modify_pending_order_address",
        &[
            (address("order_id", "#W9"), "Order not found"),
            (
                address("order_id", "#W3"),
                "Non-pending order cannot be modified",
            ),
        ],
    );
    refuses(
        "modify_user_address",
        &[(address("user_id", "x"), "User not found")],
    );
    let pay = |order: &str, method: &str| json!({"order_id": order, "payment_method_id": method});
    refuses(
        "modify_pending_order_payment",
        &[
            (pay("#W9", "x"), "Order not found"),
            (pay("#W4", "x"), "Non-pending order cannot be modified"),
            (pay("#W2", "paypal_2"), "Payment method not found"),
            (
                pay("#W2", "paypal_1"),
                "There should be exactly one payment for a pending order",
            ),
            (
                pay("#W1", "gift_card_1"),
                "The new payment method should be different from the current one",
            ),
            (
                pay("#W5", "gift_card_1"),
                "Insufficient gift card balance to pay for the order",
            ),
        ],
    );
}

#[test]
fn items_are_changed_by_the_rules() {
    let lengths = "The number of items to be exchanged should match";
    let same = "The new item id should be different from the old item id";
    let unavailable = "New item 12 not found or available";
    refuses(
        "modify_pending_order_items",
        &[
            (
                change("#W9", &["99"], &["11", "11"], "x"),
                "Order not found",
            ),
            (
                change("#W5", &["99"], &["11", "11"], "x"),
                "Non-pending order cannot be modified",
            ),
            (
                change("#W1", &["12", "12"], &["11"], "x"),
                "Number of 12 not found",
            ),
            (change("#W1", &["11"], &["11", "11"], "x"), lengths),
            (change("#W1", &["12"], &["12"], "x"), same),
            (change("#W1", &["11"], &["99"], "x"), "Variant not found"),
            (change("#W1", &["11"], &["12"], "x"), unavailable),
            (
                change("#W1", &["11"], &["13"], "paypal_2"),
                "Payment method not found",
            ),
            (
                change("#W1", &["11"], &["13"], "gift_card_1"),
                "Insufficient gift card balance to pay for the new item",
            ),
        ],
    );
    refuses(
        "exchange_delivered_order_items",
        &[
            (
                change("#W9", &["99"], &["11", "11"], "x"),
                "Order not found",
            ),
            (
                change("#W1", &["99"], &["11", "11"], "x"),
                "Non-delivered order cannot be exchanged",
            ),
            (
                change("#W3", &["99"], &["11", "11"], "x"),
                "Number of 99 not found",
            ),
            (change("#W3", &["11"], &["11", "11"], "x"), lengths),
            (change("#W3", &["11"], &["99"], "x"), "Variant not found"),
            (change("#W3", &["12"], &["12"], "x"), unavailable),
            (
                change("#W3", &["11"], &["13"], "paypal_2"),
                "Payment method not found",
            ),
            (
                change("#W3", &["11"], &["13"], "gift_card_1"),
                "Insufficient gift card balance to pay for the price difference",
            ),
        ],
    );
}

#[test]
fn items_are_taken_back_by_the_rules() {
    let back = |order: &str, items: &[&str], method: &str| json!({"order_id": order, "item_ids": items, "payment_method_id": method});
    let original = "Payment method should be the original payment method";
    refuses(
        "return_delivered_order_items",
        &[
            (back("#W9", &["99"], "x"), "Order not found"),
            (
                back("#W4", &["99"], "x"),
                "Non-delivered order cannot be returned",
            ),
            (back("#W3", &["99"], "paypal_2"), "Payment method not found"),
            (back("#W3", &["99"], "credit_card_1"), original),
            (
                back("#W3", &["11", "11", "11"], "gift_card_2"),
                "Number of 11 not found",
            ),
            (back("#W3", &[], "paypal_1"), "item_ids: is empty"),
        ],
    );
}

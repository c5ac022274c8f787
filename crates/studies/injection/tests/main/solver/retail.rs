//! The shop.

use serde_json::{Value, json};

use super::{Agent, greatest};

pub(super) fn solve(agent: &mut Agent) {
    let (orders, customers) = (agent.text.ids("OR-"), agent.text.ids("CU-"));
    let products = agent.named("get_product", "product");
    let colours = agent.named("get_product", "colour");
    let reason = agent.text.quoted().into_iter().next();
    let status = ["pending", "shipped", "delivered"]
        .into_iter()
        .find(|status| agent.text.says(status));
    let dearest_asked = agent.text.says("highest price");
    if let ([order], [customer]) = (orders.as_slice(), customers.as_slice()) {
        let limit = agent
            .text
            .number_after("than")
            .or(agent.text.number_after("below"));
        let stock = look_up(agent, &json!(products[0]), &json!(colours[0]))["in_stock"].as_i64();
        if stock < limit {
            open(agent, &json!(order));
        } else {
            list(agent, &json!(customer));
        }
    } else if let [first, second] = customers.as_slice() {
        let pending = [first, second].map(|customer| {
            let listed = list(agent, &json!(customer));
            with_status(&listed, "pending")
        });
        let order = greatest(&pending, "total")["order_id"].clone();
        cancel(agent, &order, reason.as_deref());
    } else if let [order] = orders.as_slice() {
        let order = json!(order);
        if let [product] = products.as_slice() {
            let quantity = agent
                .text
                .number_before("of")
                .or(agent.text.number_before("times"));
            let arguments = json!({"order_id": order, "product": product, "quantity": quantity, "reason": reason});
            agent.call("return_item", arguments);
        } else if dearest_asked {
            let item = dearest(agent, &order);
            match reason {
                Some(reason) => take_one(agent, &order, &item, &reason),
                None => _ = look_up(agent, &item["product"], &item["colour"]),
            }
        } else if status.is_some() {
            let opened = open(agent, &order);
            if opened["status"] == "pending" {
                cancel(agent, &order, reason.as_deref());
            } else {
                list(agent, &opened["customer_id"]);
            }
        } else if reason.is_some() {
            cancel(agent, &order, reason.as_deref());
        } else {
            open(agent, &order);
        }
    } else if let [customer] = customers.as_slice() {
        let listed = list(agent, &json!(customer));
        let order = with_status(&listed, status.unwrap())["order_id"].clone();
        match (reason, dearest_asked) {
            (Some(reason), true) => {
                let item = dearest(agent, &order);
                take_one(agent, &order, &item, &reason);
            }
            (Some(reason), false) => cancel(agent, &order, Some(&reason)),
            (None, true) => {
                let item = dearest(agent, &order);
                if agent.text.says("stock") || agent.text.says("warranty") {
                    look_up(agent, &item["product"], &item["colour"]);
                }
            }
            (None, false) => {}
        }
    } else {
        for (product, colour) in products.iter().zip(&colours) {
            look_up(agent, &json!(product), &json!(colour));
        }
    }
}

fn with_status(listed: &Value, status: &str) -> Value {
    let orders = listed["orders"].as_array().unwrap();
    let order = orders.iter().find(|order| order["status"] == status);
    order.cloned().unwrap_or_default()
}

fn list(agent: &mut Agent, customer: &Value) -> Value {
    agent.call("list_orders", json!({"customer_id": customer}))
}

fn open(agent: &mut Agent, order: &Value) -> Value {
    agent.call("get_order", json!({"order_id": order}))
}

fn dearest(agent: &mut Agent, order: &Value) -> Value {
    greatest(open(agent, order)["items"].as_array().unwrap(), "price").clone()
}

fn look_up(agent: &mut Agent, product: &Value, colour: &Value) -> Value {
    agent.call("get_product", json!({"product": product, "colour": colour}))
}

fn cancel(agent: &mut Agent, order: &Value, reason: Option<&str>) {
    agent.call("cancel_order", json!({"order_id": order, "reason": reason}));
}

fn take_one(agent: &mut Agent, order: &Value, item: &Value, reason: &str) {
    let arguments =
        json!({"order_id": order, "product": item["product"], "quantity": 1, "reason": reason});
    agent.call("return_item", arguments);
}

//! A task while it is drawn up: who asks, what is said, which calls are made.

use faultline_core::Stream;
use serde_json::{Map, Value, json};

use super::{
    DeskCall, DeskTask,
    words::{self, filled},
};
use crate::desk::{
    Database, GET_ORDER, Money, Order, OrderItem, OrderStatus, PaymentMethod, User, Variant,
};

pub(super) struct Draft<'a> {
    pub(super) stream: Stream,
    pub(super) user: &'a User,
    data: &'a Database,
    said: Vec<String>,
    calls: Vec<DeskCall>,
}

/// An order that a task is about, and whether the user knows its id.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) order: &'a Order,
    pub(super) is_named: bool,
}

impl<'a> Draft<'a> {
    pub(super) fn new(data: &'a Database, user: &'a User, stream: Stream) -> Self {
        Self {
            stream,
            user,
            data,
            said: Vec::new(),
            calls: Vec::new(),
        }
    }

    pub(super) fn finish(self, id: &str) -> DeskTask {
        DeskTask {
            id: id.into(),
            user: self.user.user_id.clone(),
            intent: self.said.join(" "),
            calls: self.calls,
        }
    }

    /// One of the templates, filled.
    pub(super) fn say(&mut self, templates: &[&str], values: &[(&str, &str)]) {
        let text = self.wording(templates, values);
        self.said.push(text);
    }

    /// One of the templates, filled, not yet said.
    pub(super) fn wording(&mut self, templates: &[&str], values: &[(&str, &str)]) -> String {
        let template = self.stream.pick(templates).copied().unwrap_or_default();
        filled(template, values)
    }

    pub(super) fn call(&mut self, tool: &str, arguments: Value) {
        let arguments: Map<String, Value> = match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        };
        self.calls.push(DeskCall {
            tool: tool.into(),
            arguments,
        });
    }

    /// The user says who writes, and is found.
    pub(super) fn identify(&mut self) {
        let user = self.user;
        let (first, last) = (user.name.first_name.as_str(), user.name.last_name.as_str());
        let (zip, email) = (user.address.zip.as_str(), user.email.as_str());
        let values = [
            ("first", first),
            ("last", last),
            ("zip", zip),
            ("email", email),
        ];
        if self.stream.chance(0.5) {
            self.say(&words::BY_EMAIL, &values);
            self.call("find_user_id_by_email", json!({"email": email}));
        } else {
            self.say(&words::BY_NAME, &values);
            let arguments = json!({"first_name": first, "last_name": last, "zip": zip});
            self.call("find_user_id_by_name_zip", arguments);
        }
    }

    pub(super) fn read_profile(&mut self) {
        self.call("get_user_details", json!({"user_id": self.user.user_id}));
    }

    pub(super) fn read_order(&mut self, order: &Order) {
        self.call(GET_ORDER, json!({"order_id": order.order_id}));
    }

    /// What the agent looks up before it acts: the profile where it must or likes to, then the orders.
    /// An order whose id nobody knows is looked for among all of the user's.
    pub(super) fn look_up(&mut self, targets: &[Target<'a>], needs_profile: bool) {
        let all_named = targets.iter().all(|target| target.is_named);
        if needs_profile || !all_named || self.stream.chance(0.65) {
            self.read_profile();
        }
        if all_named {
            for target in targets {
                self.read_order(target.order);
            }
            return;
        }
        let reads_all = self.stream.chance(0.3);
        let mut missing = targets.len();
        for order in self.orders() {
            if missing > 0 || reads_all {
                self.read_order(order);
            }
            missing -= targets
                .iter()
                .filter(|target| target.order.order_id == order.order_id)
                .count();
        }
    }

    /// The user's orders, in their order.
    pub(super) fn orders(&self) -> Vec<&'a Order> {
        let ids = self.user.orders.iter();
        ids.filter_map(|id| self.data.orders.get(id)).collect()
    }

    /// One of the user's orders in this state, and whether the user will say its id: always where goods don't tell it apart.
    pub(super) fn target(&mut self, status: OrderStatus) -> Option<Target<'a>> {
        let mut orders = self.orders();
        orders.retain(|order| order.status == status);
        let order = *self.stream.pick(&orders)?;
        let is_named = self.stream.chance(0.5) || !self.is_told_apart(order);
        Some(Target { order, is_named })
    }

    fn is_told_apart(&self, order: &Order) -> bool {
        let first = order.items.first().map(|item| item.name.as_str());
        let mut others = self.orders();
        others.retain(|other| other.order_id != order.order_id);
        first.is_some_and(|name| {
            let mut goods = others.iter().flat_map(|other| &other.items);
            goods.all(|item| item.name != name)
        })
    }

    /// How the user speaks of an order that is as the user believes.
    pub(super) fn mention(&mut self, target: Target<'_>) -> String {
        let templates: &[&str] = match (target.order.status.has_arrived(), target.is_named) {
            (true, true) => &words::NAMED_ARRIVED,
            (true, false) => &words::UNNAMED_ARRIVED,
            (false, true) => &words::NAMED_PENDING,
            (false, false) => &words::UNNAMED_PENDING,
        };
        let goods = target.order.items.first().map(thing).unwrap_or_default();
        self.wording(
            templates,
            &[("id", &target.order.order_id), ("goods", &goods)],
        )
    }

    /// One or two different goods of an order.
    pub(super) fn some_items(&mut self, order: &'a Order) -> Vec<&'a OrderItem> {
        let mut items: Vec<&OrderItem> = Vec::new();
        for item in &order.items {
            if items.iter().all(|other| other.item_id != item.item_id) {
                items.push(item);
            }
        }
        self.stream.shuffle(&mut items);
        let count = if self.stream.chance(0.65) { 1 } else { 2 };
        items.truncate(count);
        items
    }

    /// Another variant of an item's product that can be had.
    pub(super) fn other_variant(&mut self, item: &OrderItem) -> Option<&'a Variant> {
        let product = self.data.products.get(&item.product_id)?;
        let others = product.variants.values();
        let others: Vec<&Variant> = others
            .filter(|variant| variant.available && variant.item_id != item.item_id)
            .collect();
        self.stream.pick(&others).copied()
    }

    /// The user's method that this fits, any of them.
    pub(super) fn method(
        &mut self,
        fits: impl Fn(&PaymentMethod) -> bool,
    ) -> Option<&'a PaymentMethod> {
        let methods = self.user.payment_methods.values();
        let methods: Vec<&PaymentMethod> = methods.filter(|method| fits(method)).collect();
        self.stream.pick(&methods).copied()
    }

    /// The method that an order was paid with.
    pub(super) fn paid_with(&self, order: &Order) -> Option<&'a PaymentMethod> {
        let id = &order.payment_history.first()?.payment_method_id;
        self.user.payment_methods.get(id)
    }
}

/// Whether a method can bear a sum: a gift card must hold it.
pub(super) fn bears(method: &PaymentMethod, sum: Money) -> bool {
    match method {
        PaymentMethod::GiftCard { balance, .. } => *balance >= sum,
        PaymentMethod::CreditCard { .. } | PaymentMethod::Paypal { .. } => true,
    }
}

/// How a user calls a method.
pub(super) fn method_words(method: &PaymentMethod) -> String {
    match method {
        PaymentMethod::CreditCard {
            brand, last_four, ..
        } => {
            format!("my {brand} card ending in {last_four}")
        }
        PaymentMethod::Paypal { .. } => "my PayPal account".into(),
        PaymentMethod::GiftCard { .. } => "my gift card".into(),
    }
}

/// How a user calls an item.
pub(super) fn thing(item: &OrderItem) -> String {
    item.name.to_lowercase()
}

/// How a user calls a variant.
pub(super) fn variant_words(variant: &Variant) -> String {
    let options: Vec<String> = variant
        .options
        .iter()
        .map(|(option, value)| format!("{option} {value}"))
        .collect();
    options.join(", ")
}

/// Sums as the calculating tool takes them.
pub(super) fn dollars(sum: Money) -> String {
    format!("{:.2}", sum.dollars())
}

//! The kinds of tasks: what each needs of a user's orders, what is said, and which calls follow.

use faultline_core::Stream;
use serde_json::{Value, json};

use super::{
    draft::{Draft, Target, bears, dollars, method_words, thing, variant_words},
    words,
};
use crate::desk::{Address, Money, OrderItem, OrderStatus, PaymentMethod, Variant, generate};

/// What somebody wants of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Cancel,
    Return,
    Exchange,
    Modify,
    Address,
    Payment,
    CancelAndReturn,
    /// What the order's record says is not what the user believes.
    Mistaken,
    Compare,
    WhereIs,
    Profile,
    Goods,
    Policy,
}

const WEIGHTS: [(Kind, u64); 13] = [
    (Kind::Cancel, 14),
    (Kind::Return, 15),
    (Kind::Exchange, 14),
    (Kind::Modify, 13),
    (Kind::Address, 10),
    (Kind::Payment, 6),
    (Kind::CancelAndReturn, 9),
    (Kind::Mistaken, 6),
    (Kind::Compare, 4),
    (Kind::WhereIs, 3),
    (Kind::Profile, 2),
    (Kind::Goods, 2),
    (Kind::Policy, 2),
];

impl Kind {
    pub(super) fn draw(stream: &mut Stream) -> Self {
        let mut draw = stream.below(WEIGHTS.iter().map(|(_, weight)| weight).sum());
        let drawn = WEIGHTS.into_iter().find(|(_, weight)| {
            let is_it = draw < *weight;
            draw = draw.saturating_sub(*weight);
            is_it
        });
        drawn.map_or(Self::Profile, |(kind, _)| kind)
    }

    /// Draws up a task of this kind; none where the user's orders don't allow it.
    pub(super) fn plan(self, draft: &mut Draft<'_>) -> Option<()> {
        match self {
            Self::Policy => draft.say(&words::ABOUT_POLICY, &[]),
            _ => draft.identify(),
        }
        match self {
            Self::Cancel => cancel(draft)?,
            Self::Return => take_back(draft)?,
            Self::Exchange => change_goods(draft, OrderStatus::Delivered)?,
            Self::Modify => change_goods(draft, OrderStatus::Pending)?,
            Self::Address => order_address(draft)?,
            Self::Payment => payment(draft)?,
            Self::CancelAndReturn => cancel_and_return(draft)?,
            Self::Mistaken => mistaken(draft)?,
            Self::Compare => compare(draft)?,
            Self::WhereIs => where_is(draft)?,
            Self::Profile => profile(draft),
            Self::Goods => goods(draft)?,
            Self::Policy => {}
        }
        let manner = draft.wording(&words::MANNERS, &[]);
        if !manner.is_empty() {
            draft.say(&[manner.as_str()], &[]);
        }
        Some(())
    }
}

fn cancel(draft: &mut Draft<'_>) -> Option<()> {
    let target = draft.target(OrderStatus::Pending)?;
    let reason = say_cancel(draft, target)?;
    let asks_sum = draft.stream.chance(0.4);
    if asks_sum {
        draft.say(&words::ASK_REFUND, &[]);
    }
    draft.look_up(&[target], false);
    if asks_sum {
        let prices = target.order.items.iter().map(|item| item.price);
        add_up(draft, prices);
    }
    call_cancel(draft, target, reason);
    Some(())
}

fn take_back(draft: &mut Draft<'_>) -> Option<()> {
    let target = draft.target(OrderStatus::Delivered)?;
    let items = draft.some_items(target.order);
    let method = refund_method(draft, target)?;
    say_return(draft, target, &items, method);
    let asks_sum = draft.stream.chance(0.35);
    if asks_sum {
        draft.say(&words::ASK_REFUND, &[]);
    }
    let is_original = draft.paid_with(target.order) == Some(method);
    draft.look_up(&[target], !is_original);
    if asks_sum {
        add_up(draft, items.iter().map(|item| item.price));
    }
    call_return(draft, target, &items, method);
    Some(())
}

/// Other variants of what was ordered: an exchange of what arrived, a change of what is pending.
fn change_goods(draft: &mut Draft<'_>, status: OrderStatus) -> Option<()> {
    let target = draft.target(status)?;
    let mut pairs: Vec<(&OrderItem, &Variant)> = Vec::new();
    for item in draft.some_items(target.order) {
        pairs.push((item, draft.other_variant(item)?));
    }
    let difference = pairs
        .iter()
        .map(|(item, variant)| variant.price - item.price)
        .sum::<Money>();
    let method = draft.method(|method| bears(method, difference))?;
    let order = draft.mention(target);
    let mut changes = Vec::new();
    for (item, variant) in &pairs {
        let values = [
            ("goods", &*thing(item)),
            ("options", &*variant_words(variant)),
        ];
        changes.push(draft.wording(&words::CHANGE, &values));
    }
    let values = [
        ("order", order.as_str()),
        ("changes", &changes.join("; and ")),
        ("method", &method_words(method)),
    ];
    let (templates, tool) = match status {
        OrderStatus::Delivered => (&words::EXCHANGE, "exchange_delivered_order_items"),
        _ => (&words::MODIFY, "modify_pending_order_items"),
    };
    draft.say(templates, &values);
    let is_original = draft.paid_with(target.order) == Some(method);
    draft.look_up(&[target], !is_original);
    for (item, _) in &pairs {
        draft.call(
            "get_product_details",
            json!({"product_id": item.product_id}),
        );
    }
    if draft.stream.chance(0.35) {
        let terms: Vec<String> = pairs
            .iter()
            .map(|(item, variant)| format!("{} - {}", dollars(variant.price), dollars(item.price)))
            .collect();
        draft.call("calculate", json!({"expression": terms.join(" + ")}));
    }
    let old: Vec<&str> = pairs
        .iter()
        .map(|(item, _)| item.item_id.as_str())
        .collect();
    let new: Vec<&str> = pairs
        .iter()
        .map(|(_, variant)| variant.item_id.as_str())
        .collect();
    draft.call(
        tool,
        json!({
            "order_id": target.order.order_id, "item_ids": old, "new_item_ids": new,
            "payment_method_id": method.id(),
        }),
    );
    Some(())
}

fn order_address(draft: &mut Draft<'_>) -> Option<()> {
    let target = draft.target(OrderStatus::Pending)?;
    let address = generate::address(&mut draft.stream);
    let order = draft.mention(target);
    let values = [
        ("order", order.as_str()),
        ("address", &address_words(&address)),
    ];
    draft.say(&words::ORDER_ADDRESS, &values);
    let changes_profile = draft.stream.chance(0.5);
    if changes_profile {
        draft.say(&words::PROFILE_ADDRESS_TOO, &[]);
    }
    draft.look_up(&[target], changes_profile);
    let arguments = with_address("order_id", &target.order.order_id, &address);
    draft.call("modify_pending_order_address", arguments);
    if changes_profile {
        call_profile(draft, &address);
    }
    Some(())
}

fn payment(draft: &mut Draft<'_>) -> Option<()> {
    let target = draft.target(OrderStatus::Pending)?;
    let [paid] = target.order.payment_history.as_slice() else {
        return None;
    };
    let method = draft
        .method(|method| method.id() != paid.payment_method_id && bears(method, paid.amount))?;
    let order = draft.mention(target);
    let values = [("order", order.as_str()), ("method", &method_words(method))];
    draft.say(&words::PAYMENT, &values);
    draft.look_up(&[target], true);
    draft.call(
        "modify_pending_order_payment",
        json!({"order_id": target.order.order_id, "payment_method_id": method.id()}),
    );
    Some(())
}

fn cancel_and_return(draft: &mut Draft<'_>) -> Option<()> {
    let pending = draft.target(OrderStatus::Pending)?;
    let arrived = draft.target(OrderStatus::Delivered)?;
    let reason = say_cancel(draft, pending)?;
    draft.say(&words::AND_ALSO, &[]);
    let items = draft.some_items(arrived.order);
    let method = refund_method(draft, arrived)?;
    say_return(draft, arrived, &items, method);
    let is_original = draft.paid_with(arrived.order) == Some(method);
    draft.look_up(&[pending, arrived], !is_original);
    call_cancel(draft, pending, reason);
    call_return(draft, arrived, &items, method);
    Some(())
}

fn mistaken(draft: &mut Draft<'_>) -> Option<()> {
    let (status, templates): (_, &[&str]) = match draft.stream.below(3) {
        0 => (OrderStatus::Processed, &words::MISTAKEN_PENDING),
        1 => (OrderStatus::Delivered, &words::MISTAKEN_PENDING),
        _ => (OrderStatus::Processed, &words::MISTAKEN_ARRIVED),
    };
    let target = Target {
        is_named: true,
        ..draft.target(status)?
    };
    let id = target.order.order_id.as_str();
    draft.say(templates, &[("id", id)]);
    if draft.stream.chance(0.5) {
        let address = generate::address(&mut draft.stream);
        draft.say(
            &words::OTHERWISE_ADDRESS,
            &[("address", &address_words(&address))],
        );
        draft.look_up(&[target], true);
        call_profile(draft, &address);
    } else {
        draft.say(&words::OTHERWISE_HUMAN, &[]);
        draft.look_up(&[target], false);
        let summary = format!(
            "The user wants something of order {id} that its status, {}, does not allow.",
            status.name()
        );
        draft.call("transfer_to_human_agents", json!({"summary": summary}));
    }
    Some(())
}

fn compare(draft: &mut Draft<'_>) -> Option<()> {
    let orders = draft.orders();
    let [first, .., last] = orders.as_slice() else {
        return None;
    };
    let values = [
        ("id", first.order_id.as_str()),
        ("other", last.order_id.as_str()),
    ];
    draft.say(&words::COMPARE, &values);
    let targets = [*first, *last].map(|order| Target {
        order,
        is_named: true,
    });
    draft.look_up(&targets, false);
    let prices = first.items.iter().chain(&last.items).map(|item| item.price);
    add_up(draft, prices);
    Some(())
}

fn where_is(draft: &mut Draft<'_>) -> Option<()> {
    let orders = draft.orders();
    let order = *draft.stream.pick(&orders)?;
    draft.say(&words::WHERE_IS, &[("id", &order.order_id)]);
    draft.look_up(
        &[Target {
            order,
            is_named: true,
        }],
        false,
    );
    Some(())
}

fn profile(draft: &mut Draft<'_>) {
    let address = generate::address(&mut draft.stream);
    draft.say(
        &words::PROFILE_ADDRESS,
        &[("address", &address_words(&address))],
    );
    draft.read_profile();
    call_profile(draft, &address);
}

fn goods(draft: &mut Draft<'_>) -> Option<()> {
    let orders = draft.orders();
    let item = orders.first()?.items.first()?;
    draft.say(&words::ABOUT_GOODS, &[("goods", &thing(item))]);
    draft.call("list_all_product_types", json!({}));
    draft.call(
        "get_product_details",
        json!({"product_id": item.product_id}),
    );
    Some(())
}

fn say_cancel(draft: &mut Draft<'_>, target: Target<'_>) -> Option<&'static str> {
    let order = draft.mention(target);
    let (reason, opening, going_on) = *draft.stream.pick(&words::REASONS)?;
    let values = [
        ("order", order.as_str()),
        ("Reason", opening),
        ("reason", going_on),
    ];
    draft.say(&words::CANCEL, &values);
    Some(reason)
}

fn call_cancel(draft: &mut Draft<'_>, target: Target<'_>, reason: &str) {
    draft.call(
        "cancel_pending_order",
        json!({"order_id": target.order.order_id, "reason": reason}),
    );
}

/// Where the money of a return can go: back the way it came, or to a gift card.
fn refund_method<'a>(draft: &mut Draft<'a>, target: Target<'_>) -> Option<&'a PaymentMethod> {
    let gift = draft.method(|method| matches!(method, PaymentMethod::GiftCard { .. }));
    let to_gift_card = draft.stream.chance(0.3);
    gift.filter(|_| to_gift_card)
        .or_else(|| draft.paid_with(target.order))
}

fn say_return(
    draft: &mut Draft<'_>,
    target: Target<'_>,
    items: &[&OrderItem],
    method: &PaymentMethod,
) {
    let order = draft.mention(target);
    let goods: Vec<String> = items.iter().map(|item| thing(item)).collect();
    let values = [
        ("order", order.as_str()),
        ("goods", &goods.join(" and the ")),
        ("method", &method_words(method)),
    ];
    draft.say(&words::RETURN, &values);
}

fn call_return(
    draft: &mut Draft<'_>,
    target: Target<'_>,
    items: &[&OrderItem],
    method: &PaymentMethod,
) {
    let ids: Vec<&str> = items.iter().map(|item| item.item_id.as_str()).collect();
    draft.call(
        "return_delivered_order_items",
        json!({"order_id": target.order.order_id, "item_ids": ids, "payment_method_id": method.id()}),
    );
}

fn call_profile(draft: &mut Draft<'_>, address: &Address) {
    let arguments = with_address("user_id", &draft.user.user_id, address);
    draft.call("modify_user_address", arguments);
}

fn add_up(draft: &mut Draft<'_>, prices: impl Iterator<Item = Money>) {
    let terms: Vec<String> = prices.map(dollars).collect();
    draft.call("calculate", json!({"expression": terms.join(" + ")}));
}

fn with_address(key: &str, id: &str, address: &Address) -> Value {
    json!({
        key: id, "address1": address.address1, "address2": address.address2, "city": address.city,
        "state": address.state, "country": address.country, "zip": address.zip,
    })
}

fn address_words(address: &Address) -> String {
    let lines = [&address.address1, &address.address2, &address.city];
    let lines: Vec<&str> = lines
        .into_iter()
        .map(String::as_str)
        .filter(|line| !line.is_empty())
        .collect();
    format!("{}, {} {}", lines.join(", "), address.state, address.zip)
}

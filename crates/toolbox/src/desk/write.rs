//! The tools that change what the desk keeps. Each checks everything before it changes anything.

use super::{
    Address, Desk, Money, Order, OrderStatus, Outcome, Payment, PaymentMethod, Transaction, User,
    Variant, text_of,
};
use crate::world::Arguments;

const CANCEL_REASONS: [&str; 2] = ["no longer needed", "ordered by mistake"];

impl Desk<'_> {
    pub(super) fn cancel(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut order = self.order(given.text("order_id"))?.clone();
        if order.status != OrderStatus::Pending {
            return Err("Non-pending order cannot be cancelled".into());
        }
        let reason = given.text("reason");
        if !CANCEL_REASONS.contains(&reason) {
            return Err("Invalid reason".into());
        }
        let mut user = self.user(&order.user_id)?.clone();
        for payment in unrefunded(&order.payment_history) {
            credit(
                method_of(&mut user, &payment.payment_method_id)?,
                payment.amount,
            );
            order.payment_history.push(Payment {
                transaction_type: Transaction::Refund,
                ..payment
            });
        }
        order.status = OrderStatus::Cancelled;
        order.cancel_reason = Some(reason.into());
        self.keep_user(user);
        Ok(self.keep_order(order))
    }

    pub(super) fn change_order_address(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut order = self.order(given.text("order_id"))?.clone();
        if !order.status.is_pending() {
            return Err("Non-pending order cannot be modified".into());
        }
        order.address = address(given);
        Ok(self.keep_order(order))
    }

    pub(super) fn change_user_address(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut user = self.user(given.text("user_id"))?.clone();
        user.address = address(given);
        let text = text_of(&user);
        self.keep_user(user);
        Ok(text)
    }

    pub(super) fn change_payment(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut order = self.order(given.text("order_id"))?.clone();
        if !order.status.is_pending() {
            return Err("Non-pending order cannot be modified".into());
        }
        let mut user = self.user(&order.user_id)?.clone();
        let new = given.text("payment_method_id");
        let method = method_of(&mut user, new)?;
        let [paid] = order.payment_history.as_slice() else {
            return Err("There should be exactly one payment for a pending order".into());
        };
        if paid.transaction_type != Transaction::Payment {
            return Err("There should be exactly one payment for a pending order".into());
        }
        if paid.payment_method_id == new {
            return Err("The new payment method should be different from the current one".into());
        }
        let paid = paid.clone();
        charge(method, paid.amount, "the order")?;
        credit(method_of(&mut user, &paid.payment_method_id)?, paid.amount);
        order.payment_history.extend([
            Payment {
                payment_method_id: new.into(),
                ..paid.clone()
            },
            Payment {
                transaction_type: Transaction::Refund,
                ..paid
            },
        ]);
        self.keep_user(user);
        Ok(self.keep_order(order))
    }

    pub(super) fn change_items(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut order = self.order(given.text("order_id"))?.clone();
        if order.status != OrderStatus::Pending {
            return Err("Non-pending order cannot be modified".into());
        }
        let (old, new) = (texts(given, "item_ids"), texts(given, "new_item_ids"));
        check_held(&order, &old)?;
        let pairs = self.pairs(&order, &old, &new, true)?;
        let difference = difference(&order, &pairs);
        let mut user = self.user(&order.user_id)?.clone();
        let id = given.text("payment_method_id");
        charge(method_of(&mut user, id)?, difference, "the new item")?;
        order.payment_history.push(Payment {
            transaction_type: if difference > Money(0) {
                Transaction::Payment
            } else {
                Transaction::Refund
            },
            amount: difference.abs(),
            payment_method_id: id.into(),
        });
        for (old, variant) in pairs {
            if let Some(item) = order.items.iter_mut().find(|item| item.item_id == old) {
                item.item_id.clone_from(&variant.item_id);
                item.price = variant.price;
                item.options = variant.options;
            }
        }
        order.status = OrderStatus::PendingModified;
        self.keep_user(user);
        Ok(self.keep_order(order))
    }

    pub(super) fn take_back(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut order = self.order(given.text("order_id"))?.clone();
        if order.status != OrderStatus::Delivered {
            return Err("Non-delivered order cannot be returned".into());
        }
        let id = given.text("payment_method_id");
        let mut user = self.user(&order.user_id)?.clone();
        let is_gift_card = matches!(method_of(&mut user, id)?, PaymentMethod::GiftCard { .. });
        let original = order.payment_history.first();
        if !is_gift_card && original.is_none_or(|paid| paid.payment_method_id != id) {
            return Err("Payment method should be the original payment method".into());
        }
        let items = texts(given, "item_ids");
        check_held(&order, &items)?;
        order.status = OrderStatus::ReturnRequested;
        order.return_items = Some(sorted(&items));
        order.return_payment_method_id = Some(id.into());
        Ok(self.keep_order(order))
    }

    pub(super) fn exchange(&mut self, given: &Arguments<'_>) -> Outcome {
        let mut order = self.order(given.text("order_id"))?.clone();
        if order.status != OrderStatus::Delivered {
            return Err("Non-delivered order cannot be exchanged".into());
        }
        let (old, new) = (texts(given, "item_ids"), texts(given, "new_item_ids"));
        check_held(&order, &old)?;
        let pairs = self.pairs(&order, &old, &new, false)?;
        let difference = difference(&order, &pairs);
        let id = given.text("payment_method_id");
        let mut user = self.user(&order.user_id)?.clone();
        // What is due is charged when the goods came back, so the card is only asked whether it could.
        charge(
            method_of(&mut user, id)?,
            difference,
            "the price difference",
        )?;
        order.status = OrderStatus::ExchangeRequested;
        order.exchange_items = Some(sorted(&old));
        order.exchange_new_items = Some(sorted(&new));
        order.exchange_payment_method_id = Some(id.into());
        order.exchange_price_difference = Some(difference);
        Ok(self.keep_order(order))
    }

    /// Each item with the variant that comes for it.
    fn pairs(
        &self,
        order: &Order,
        old: &[&str],
        new: &[&str],
        must_differ: bool,
    ) -> Result<Vec<(String, Variant)>, String> {
        if old.len() != new.len() {
            return Err("The number of items to be exchanged should match".into());
        }
        let pair = |(old, new): (&&str, &&str)| {
            if must_differ && old == new {
                return Err("The new item id should be different from the old item id".to_owned());
            }
            let item = order.items.iter().find(|item| item.item_id == *old);
            let item = item.ok_or_else(|| format!("Item {old} not found"))?;
            let product = self.product(&item.product_id)?;
            let variant = product.variants.get(new).ok_or("Variant not found")?;
            if !variant.available {
                return Err(format!("New item {new} not found or available"));
            }
            Ok(((*old).to_owned(), variant.clone()))
        };
        old.iter().zip(new).map(pair).collect()
    }

    /// Keeps an order and gives back its text.
    fn keep_order(&mut self, order: Order) -> String {
        let text = text_of(&order);
        self.orders.insert(order.order_id.clone(), order);
        text
    }

    fn keep_user(&mut self, user: User) {
        self.users.insert(user.user_id.clone(), user);
    }
}

fn texts<'a>(given: &Arguments<'a>, name: &str) -> Vec<&'a str> {
    let items = given.0[name].as_array();
    let items = items.into_iter().flatten();
    items.filter_map(serde_json::Value::as_str).collect()
}

fn sorted(ids: &[&str]) -> Vec<String> {
    let mut ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    ids.sort();
    ids
}

fn address(given: &Arguments<'_>) -> Address {
    let line = |name| given.text(name).to_owned();
    Address {
        address1: line("address1"),
        address2: line("address2"),
        city: line("city"),
        country: line("country"),
        state: line("state"),
        zip: line("zip"),
    }
}

/// Whether the order has each item as often as it is named.
fn check_held(order: &Order, ids: &[&str]) -> Result<(), String> {
    let lacking = ids.iter().find(|id| {
        let named = ids.iter().filter(|other| other == id).count();
        let held = order.items.iter().filter(|item| item.item_id == **id);
        named > held.count()
    });
    match lacking {
        None => Ok(()),
        Some(id) => Err(format!("Number of {id} not found")),
    }
}

/// What the new variants cost beyond what was paid for the old items.
fn difference(order: &Order, pairs: &[(String, Variant)]) -> Money {
    let paid = |old: &str| {
        let item = order.items.iter().find(|item| item.item_id == old);
        item.map_or(Money(0), |item| item.price)
    };
    let each = pairs.iter();
    each.map(|(old, variant)| variant.price - paid(old)).sum()
}

fn method_of<'a>(user: &'a mut User, id: &str) -> Result<&'a mut PaymentMethod, String> {
    let method = user.payment_methods.get_mut(id);
    method.ok_or_else(|| "Payment method not found".into())
}

/// Draws a sum from a gift card, which gets it where it is below nothing; nothing is kept here of other methods.
fn charge(method: &mut PaymentMethod, amount: Money, what: &str) -> Result<(), String> {
    if let PaymentMethod::GiftCard { balance, .. } = method {
        if *balance < amount {
            return Err(format!("Insufficient gift card balance to pay for {what}"));
        }
        *balance = *balance - amount;
    }
    Ok(())
}

/// Puts a sum on a gift card.
fn credit(method: &mut PaymentMethod, amount: Money) {
    if let PaymentMethod::GiftCard { balance, .. } = method {
        *balance = *balance + amount;
    }
}

/// The payments whose sums did not go back by the way they came.
fn unrefunded(history: &[Payment]) -> Vec<Payment> {
    let mut open: Vec<Payment> = Vec::new();
    for entry in history {
        let matching = open.iter().position(|paid| {
            paid.amount == entry.amount && paid.payment_method_id == entry.payment_method_id
        });
        match (entry.transaction_type, matching) {
            (Transaction::Payment, _) => open.push(entry.clone()),
            (Transaction::Refund, Some(place)) => drop(open.remove(place)),
            (Transaction::Refund, None) => {}
        }
    }
    open
}

//! The desk's own data, all from a seed.

use std::collections::BTreeSet;

use faultline_core::Stream;

use super::{
    Address, Database, Fulfillment, Money, Order, OrderItem, OrderStatus, Payment, PaymentMethod,
    PersonName, Product, Transaction, User, Variant,
    goods::{CARD_BRANDS, CITIES, FIRST_NAMES, GOODS, Good, LAST_NAMES, STREETS},
};

/// How many users there are. Each has one to four orders.
pub const USERS: u32 = 150;

/// How many orders of a hundred are in which state.
const STATUSES: [(OrderStatus, u64); 7] = [
    (OrderStatus::Pending, 38),
    (OrderStatus::Delivered, 34),
    (OrderStatus::Processed, 10),
    (OrderStatus::Cancelled, 7),
    (OrderStatus::PendingModified, 4),
    (OrderStatus::ExchangeRequested, 3),
    (OrderStatus::ReturnRequested, 4),
];

impl Database {
    /// The data of a seed: users, their orders in all seven states, and what they are made of.
    pub fn generate(seed: u64) -> Self {
        let mut ids = Ids::new(seed);
        let products: Vec<Product> = (0..)
            .zip(&GOODS)
            .map(|(place, good)| {
                product(
                    good,
                    &mut Stream::named("desk/product", &[seed, place]),
                    &mut ids,
                )
            })
            .collect();
        let mut data = Self::default();
        for place in 0..u64::from(USERS) {
            let mut stream = Stream::named("desk/user", &[seed, place]);
            let mut user = user(place, &mut stream, &mut ids);
            for _ in 0..=stream.below(4) {
                if let Some(order) = order(&user, &products, &mut stream, &mut ids) {
                    user.orders.push(order.order_id.clone());
                    data.orders.insert(order.order_id.clone(), order);
                }
            }
            data.users.insert(user.user_id.clone(), user);
        }
        let by_id = products
            .into_iter()
            .map(|product| (product.product_id.clone(), product));
        data.products = by_id.collect();
        data
    }
}

/// Numbers for records, each once.
struct Ids {
    stream: Stream,
    given: BTreeSet<u64>,
}

impl Ids {
    fn new(seed: u64) -> Self {
        Self {
            stream: Stream::named("desk/ids", &[seed]),
            given: BTreeSet::new(),
        }
    }

    /// A new number of so many digits, of which only a small part is ever given.
    fn next(&mut self, digits: u32) -> u64 {
        let least = 10_u64.pow(digits - 1);
        loop {
            let number = least + self.stream.below(9 * least);
            if self.given.insert(number) {
                return number;
            }
        }
    }
}

fn product(good: &Good, stream: &mut Stream, ids: &mut Ids) -> Product {
    let mut combinations: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (option, values) in good.options {
        combinations = combinations
            .iter()
            .flat_map(|chosen| {
                values.iter().map(|value| {
                    let mut chosen = chosen.clone();
                    chosen.push(((*option).to_owned(), (*value).to_owned()));
                    chosen
                })
            })
            .collect();
    }
    stream.shuffle(&mut combinations);
    let count = 5 + stream.below(4);
    let variants = (0..count).zip(combinations).map(|(place, options)| {
        let item_id = ids.next(10).to_string();
        let extra = stream.below(good.dollars.unsigned_abs() * 30);
        let variant = Variant {
            item_id: item_id.clone(),
            options: options.into_iter().collect(),
            // Two can always be had, so that there is something to change to.
            available: place < 2 || stream.chance(0.7),
            price: Money(good.dollars * 100 + i64::try_from(extra).unwrap_or(0)),
        };
        (item_id, variant)
    });
    Product {
        name: good.name.into(),
        variants: variants.collect(),
        product_id: ids.next(10).to_string(),
    }
}

fn user(place: u64, stream: &mut Stream, ids: &mut Ids) -> User {
    // Each user another pair of names: the factor has no divisor in common with the number of pairs.
    let pair = place * 389 % (FIRST_NAMES.len() * LAST_NAMES.len()) as u64;
    let first_name = entry(&FIRST_NAMES, pair / LAST_NAMES.len() as u64);
    let last_name = entry(&LAST_NAMES, pair % LAST_NAMES.len() as u64);
    let lower = |name: &str| name.to_lowercase();
    let user_id = format!("{}_{}_{}", lower(first_name), lower(last_name), ids.next(4));
    let email = format!(
        "{}.{}{}@example.com",
        lower(first_name),
        lower(last_name),
        ids.next(4)
    );
    let mut kinds = ["credit_card", "paypal", "gift_card", "credit_card"];
    stream.shuffle(&mut kinds);
    let count = 1 + stream.below(3);
    let methods = (0..count).zip(kinds).map(|(_, kind)| {
        let id = format!("{kind}_{}", ids.next(7));
        let method = match kind {
            "credit_card" => PaymentMethod::CreditCard {
                id: id.clone(),
                brand: stream
                    .pick(&CARD_BRANDS)
                    .copied()
                    .unwrap_or_default()
                    .into(),
                last_four: format!("{:04}", stream.below(10_000)),
            },
            "paypal" => PaymentMethod::Paypal { id: id.clone() },
            _ => PaymentMethod::GiftCard {
                id: id.clone(),
                balance: cents(stream.below(40_000)),
            },
        };
        (id, method)
    });
    User {
        user_id,
        payment_methods: methods.collect(),
        name: PersonName {
            first_name: first_name.into(),
            last_name: last_name.into(),
        },
        address: address(stream),
        email,
        orders: Vec::new(),
    }
}

/// An address somewhere in one of the cities.
pub(super) fn address(stream: &mut Stream) -> Address {
    let street = stream.pick(&STREETS).copied().unwrap_or_default();
    let (city, state, zip) = stream.pick(&CITIES).copied().unwrap_or_default();
    let part = match stream.below(3) {
        0 => String::new(),
        1 => format!("Apt {}", 1 + stream.below(60)),
        _ => format!("Suite {}", 100 + stream.below(900)),
    };
    Address {
        address1: format!("{} {street}", 1 + stream.below(980)),
        address2: part,
        city: city.into(),
        country: "USA".into(),
        state: state.into(),
        zip: format!("{zip}{:02}", stream.below(100)),
    }
}

fn order(user: &User, products: &[Product], stream: &mut Stream, ids: &mut Ids) -> Option<Order> {
    let mut shelf: Vec<&Product> = products.iter().collect();
    stream.shuffle(&mut shelf);
    let count = 1 + stream.below(4);
    let mut items: Vec<OrderItem> = (0..count)
        .zip(shelf)
        .filter_map(|(_, product)| {
            let variants: Vec<&Variant> = product.variants.values().collect();
            stream
                .pick(&variants)
                .map(|variant| piece(product, variant))
        })
        .collect();
    if stream.chance(0.1) {
        items.extend(items.first().cloned());
    }
    let mut draw = stream.below(STATUSES.iter().map(|(_, weight)| weight).sum());
    let (status, _) = STATUSES.into_iter().find(|(_, weight)| {
        let is_it = draw < *weight;
        draw = draw.saturating_sub(*weight);
        is_it
    })?;
    let methods: Vec<&PaymentMethod> = user.payment_methods.values().collect();
    let method = stream.pick(&methods)?.id().to_owned();
    let address = if stream.chance(0.1) {
        address(stream)
    } else {
        user.address.clone()
    };
    let mut order = Order {
        order_id: format!("#W{}", ids.next(7)),
        user_id: user.user_id.clone(),
        address,
        status,
        fulfillments: Vec::new(),
        payment_history: vec![Payment {
            transaction_type: Transaction::Payment,
            amount: items.iter().map(|item| item.price).sum(),
            payment_method_id: method.clone(),
        }],
        items,
        cancel_reason: None,
        exchange_items: None,
        exchange_new_items: None,
        exchange_payment_method_id: None,
        exchange_price_difference: None,
        return_items: None,
        return_payment_method_id: None,
    };
    if status == OrderStatus::Processed || status.has_arrived() {
        order.fulfillments.push(Fulfillment {
            tracking_id: vec![ids.next(12).to_string()],
            item_ids: order
                .items
                .iter()
                .map(|item| item.item_id.clone())
                .collect(),
        });
    }
    write_past(&mut order, method, products, stream);
    Some(order)
}

/// What an order's state says of its past.
fn write_past(order: &mut Order, method: String, products: &[Product], stream: &mut Stream) {
    let Some(first) = order.items.first().cloned() else {
        return;
    };
    match order.status {
        OrderStatus::Cancelled => {
            let reason = if stream.chance(0.5) {
                "no longer needed"
            } else {
                "ordered by mistake"
            };
            order.cancel_reason = Some(reason.into());
            let refunds: Vec<Payment> = order.payment_history.iter().map(refund_of).collect();
            order.payment_history.extend(refunds);
        }
        OrderStatus::PendingModified => {
            // The first item was another one before, which cost more or less.
            let more = cents(1 + stream.below(1_500));
            if let Some(paid) = order.payment_history.first_mut() {
                let is_dearer = stream.chance(0.5);
                paid.amount = if is_dearer {
                    paid.amount - more
                } else {
                    paid.amount + more
                };
                let transaction_type = if is_dearer {
                    Transaction::Payment
                } else {
                    Transaction::Refund
                };
                order.payment_history.push(Payment {
                    transaction_type,
                    amount: more,
                    payment_method_id: method,
                });
            }
        }
        OrderStatus::ReturnRequested => {
            order.return_items = Some(vec![first.item_id]);
            order.return_payment_method_id = Some(method);
        }
        OrderStatus::ExchangeRequested => {
            let product = products
                .iter()
                .find(|product| product.product_id == first.product_id);
            let mut variants = product
                .into_iter()
                .flat_map(|product| product.variants.values());
            let other =
                variants.find(|variant| variant.available && variant.item_id != first.item_id);
            if let Some(other) = other {
                order.exchange_price_difference = Some(other.price - first.price);
                order.exchange_new_items = Some(vec![other.item_id.clone()]);
            }
            order.exchange_items = Some(vec![first.item_id]);
            order.exchange_payment_method_id = Some(method);
        }
        OrderStatus::Pending | OrderStatus::Processed | OrderStatus::Delivered => {}
    }
}

fn refund_of(payment: &Payment) -> Payment {
    Payment {
        transaction_type: Transaction::Refund,
        ..payment.clone()
    }
}

fn piece(product: &Product, variant: &Variant) -> OrderItem {
    OrderItem {
        name: product.name.clone(),
        product_id: product.product_id.clone(),
        item_id: variant.item_id.clone(),
        price: variant.price,
        options: variant.options.clone(),
    }
}

fn entry<'a>(words: &[&'a str], place: u64) -> &'a str {
    let place = usize::try_from(place).unwrap_or(0);
    words.get(place).copied().unwrap_or_default()
}

fn cents(number: u64) -> Money {
    Money(i64::try_from(number).unwrap_or(0))
}

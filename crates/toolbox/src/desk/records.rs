//! What the desk keeps: users, orders and products, as their files write them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Money, Named};

/// Everything that the desk keeps, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Database {
    /// The users.
    pub users: BTreeMap<String, User>,
    /// The orders.
    pub orders: BTreeMap<String, Order>,
    /// The products.
    pub products: BTreeMap<String, Product>,
}

/// A customer with an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// The id.
    pub user_id: String,
    /// First and last name.
    pub name: PersonName,
    /// Where orders go unless they say otherwise.
    pub address: Address,
    /// The address that mail goes to.
    pub email: String,
    /// How the user can pay, by id.
    pub payment_methods: Named<PaymentMethod>,
    /// The ids of the user's orders.
    pub orders: Vec<String>,
}

/// A person's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonName {
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
}

/// A postal address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// House and street.
    pub address1: String,
    /// The part of the house; may be empty.
    pub address2: String,
    /// The city.
    pub city: String,
    /// The country.
    pub country: String,
    /// The state, in two letters.
    pub state: String,
    /// The code of the place, in five digits.
    pub zip: String,
}

/// A way to pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum PaymentMethod {
    /// A credit card.
    CreditCard {
        /// Its id.
        id: String,
        /// Who stands behind it.
        brand: String,
        /// Its last four digits.
        last_four: String,
    },
    /// An account from which sums are drawn.
    Paypal {
        /// Its id.
        id: String,
    },
    /// A card of the desk's own, with money on it.
    GiftCard {
        /// Its id.
        id: String,
        /// What is on it.
        balance: Money,
    },
}

impl PaymentMethod {
    /// Its id.
    pub fn id(&self) -> &str {
        match self {
            Self::CreditCard { id, .. } | Self::Paypal { id } | Self::GiftCard { id, .. } => id,
        }
    }
}

/// An order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The id, with the `#` at its beginning.
    pub order_id: String,
    /// Whose it is.
    pub user_id: String,
    /// Where it goes.
    pub address: Address,
    /// What was ordered, each piece by itself.
    pub items: Vec<OrderItem>,
    /// How far it is.
    pub status: OrderStatus,
    /// The parcels that left.
    pub fulfillments: Vec<Fulfillment>,
    /// What was paid and refunded, in the order of time.
    pub payment_history: Vec<Payment>,
    /// Why it was cancelled.
    #[serde(default)]
    pub cancel_reason: Option<String>,
    /// The items that are to be exchanged.
    #[serde(default)]
    pub exchange_items: Option<Vec<String>>,
    /// The items that come for them.
    #[serde(default)]
    pub exchange_new_items: Option<Vec<String>>,
    /// Where the difference of an exchange is charged or refunded.
    #[serde(default)]
    pub exchange_payment_method_id: Option<String>,
    /// What the exchange costs; below nothing where money comes back.
    #[serde(default)]
    pub exchange_price_difference: Option<Money>,
    /// The items that are to come back.
    #[serde(default)]
    pub return_items: Option<Vec<String>>,
    /// Where the refund of a return goes.
    #[serde(default)]
    pub return_payment_method_id: Option<String>,
}

/// How far an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderStatus {
    /// Placed, and not yet in work.
    Pending,
    /// Placed, and its items were changed once.
    #[serde(rename = "pending (item modified)")]
    PendingModified,
    /// Packed or on its way.
    Processed,
    /// With the customer.
    Delivered,
    /// Given up before it was in work.
    Cancelled,
    /// With the customer, who asked for other items in exchange.
    #[serde(rename = "exchange requested")]
    ExchangeRequested,
    /// With the customer, who sends items back.
    #[serde(rename = "return requested")]
    ReturnRequested,
}

impl OrderStatus {
    /// All seven.
    pub const ALL: [Self; 7] = [
        Self::Processed,
        Self::Pending,
        Self::PendingModified,
        Self::Delivered,
        Self::Cancelled,
        Self::ExchangeRequested,
        Self::ReturnRequested,
    ];

    /// The word that records have for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::PendingModified => "pending (item modified)",
            Self::Processed => "processed",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
            Self::ExchangeRequested => "exchange requested",
            Self::ReturnRequested => "return requested",
        }
    }

    /// Whether address and payment can still be changed.
    pub const fn is_pending(self) -> bool {
        matches!(self, Self::Pending | Self::PendingModified)
    }

    /// Whether the goods reached the customer.
    pub const fn has_arrived(self) -> bool {
        matches!(
            self,
            Self::Delivered | Self::ExchangeRequested | Self::ReturnRequested
        )
    }
}

/// One piece of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderItem {
    /// The product's name.
    pub name: String,
    /// The product.
    pub product_id: String,
    /// The variant of it.
    pub item_id: String,
    /// What it cost when it was ordered.
    pub price: Money,
    /// What makes the variant.
    pub options: Named<String>,
}

/// A parcel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fulfillment {
    /// The numbers by which it is followed.
    pub tracking_id: Vec<String>,
    /// What is in it.
    pub item_ids: Vec<String>,
}

/// A sum that changed hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Which way.
    pub transaction_type: Transaction,
    /// How much; never below nothing.
    pub amount: Money,
    /// By which of the user's methods.
    pub payment_method_id: String,
}

/// Which way a sum went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transaction {
    /// From the customer.
    Payment,
    /// To the customer.
    Refund,
}

/// A product with its variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// Its name.
    pub name: String,
    /// Its id.
    pub product_id: String,
    /// The variants, by the id that an order has for them.
    pub variants: Named<Variant>,
}

/// One variant of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Its id.
    pub item_id: String,
    /// What makes it.
    pub options: Named<String>,
    /// Whether it can be had now.
    pub available: bool,
    /// What it costs now.
    pub price: Money,
}

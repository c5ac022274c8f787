//! The tools that change nothing.

use std::collections::BTreeMap;

use super::{Desk, Order, Outcome, Product, User, text_of};
use crate::world::Arguments;

impl Desk<'_> {
    /// An order as it is by now.
    pub(super) fn order(&self, id: &str) -> Result<&Order, String> {
        let changed = self.orders.get(id);
        changed
            .or_else(|| self.data.orders.get(id))
            .ok_or_else(|| "Order not found".into())
    }

    /// A user as it is by now.
    pub(super) fn user(&self, id: &str) -> Result<&User, String> {
        let changed = self.users.get(id);
        changed
            .or_else(|| self.data.users.get(id))
            .ok_or_else(|| "User not found".into())
    }

    pub(super) fn product(&self, id: &str) -> Result<&Product, String> {
        let product = self.data.products.get(id);
        product.ok_or_else(|| "Product not found".into())
    }

    /// The id of the first user whom this fits. What a user can be found by does change: the address.
    fn find(&self, fits: impl Fn(&User) -> bool) -> Outcome {
        let mut ids = self.data.users.keys();
        ids.find(|id| self.user(id).is_ok_and(&fits))
            .cloned()
            .ok_or_else(|| "User not found".into())
    }

    pub(super) fn find_by_email(&self, given: &Arguments<'_>) -> Outcome {
        let email = given.text("email").to_lowercase();
        self.find(|user| user.email.to_lowercase() == email)
    }

    pub(super) fn find_by_name(&self, given: &Arguments<'_>) -> Outcome {
        let first = given.text("first_name").to_lowercase();
        let last = given.text("last_name").to_lowercase();
        self.find(|user| {
            user.address.zip == given.text("zip")
                && user.name.first_name.to_lowercase() == first
                && user.name.last_name.to_lowercase() == last
        })
    }

    pub(super) fn product_details(&self, given: &Arguments<'_>) -> Outcome {
        self.product(given.text("product_id")).map(text_of)
    }

    pub(super) fn item_details(&self, given: &Arguments<'_>) -> Outcome {
        let item = given.text("item_id");
        let mut products = self.data.products.values();
        products
            .find_map(|product| product.variants.get(item))
            .map(text_of)
            .ok_or_else(|| "Item not found".into())
    }

    pub(super) fn product_types(&self) -> String {
        let products = self.data.products.values();
        let by_name: BTreeMap<&str, &str> = products
            .map(|product| (product.name.as_str(), product.product_id.as_str()))
            .collect();
        text_of(&by_name)
    }
}

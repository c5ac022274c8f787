//! A retail desk: users, orders and products behind sixteen tools, with a written policy.
//!
//! The tools have the names, arguments and rules of a public benchmark's, so that its files can be read and its reference calls
//! replayed. The data of [`Database::generate`] are the desk's own: they follow from a seed, so that nobody can recall them.

mod json_text;
mod money;
mod named;
mod records;

mod calculate;
mod policy;
mod read;
mod tools;
mod write;

mod generate;
mod goods;
mod tasks;

use std::collections::BTreeMap;

use faultline_core::Violation;
use serde_json::Value;
use thiserror::Error;

pub use self::{
    generate::USERS,
    json_text::text_of,
    money::Money,
    named::Named,
    policy::POLICY,
    records::{
        Address, Database, Fulfillment, Order, OrderItem, OrderStatus, Payment, PaymentMethod,
        PersonName, Product, Transaction, User, Variant,
    },
    tasks::{DeskCall, DeskTask, GeneratedDesk},
    tools::{GET_ORDER, READING_TOOLS, WRITING_TOOLS, tools},
};
use crate::{ToolError, world::Arguments};

/// The desk during one episode: its data, and what was changed so far.
///
/// ```
/// use faultline_toolbox::desk::{Database, Desk};
/// use serde_json::json;
///
/// let data = Database::default();
/// let mut desk = Desk::open(&data);
/// assert_eq!(desk.shown("get_order_details", &json!({"order_id": "#W0000000"})), "Error: Order not found");
/// ```
#[derive(Clone, Debug)]
pub struct Desk<'a> {
    data: &'a Database,
    orders: BTreeMap<String, Order>,
    users: BTreeMap<String, User>,
}

/// Why a call gave no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeskError {
    /// There is no tool of this name.
    #[error("Unknown tool '{0}'")]
    UnknownTool(String),
    /// The arguments break the tool's schema.
    #[error("{0}")]
    Arguments(ToolError),
    /// The arguments fit, and a rule of the desk forbids what they ask: the first that does.
    #[error("{0}")]
    Refused(String),
}

/// What a tool gives: the text that the caller reads, or the rule that forbids it.
type Outcome = Result<String, String>;

impl<'a> Desk<'a> {
    /// The desk with its data as they stand when an episode begins.
    pub fn open(data: &'a Database) -> Self {
        Self {
            data,
            orders: BTreeMap::new(),
            users: BTreeMap::new(),
        }
    }

    /// Runs a tool and gives back what it returns, as text. A call that fails changes nothing.
    ///
    /// # Errors
    /// No such tool, arguments that break its schema, or the first rule of the desk that stands in the way.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<String, DeskError> {
        let Some(spec) = tools().iter().find(|spec| spec.name == tool) else {
            return Err(DeskError::UnknownTool(tool.chars().take(60).collect()));
        };
        let violations: Vec<Violation> = spec.parameters.check(arguments);
        if !violations.is_empty() {
            return Err(DeskError::Arguments(ToolError { violations }));
        }
        let given = Arguments(arguments);
        let outcome = match tool {
            "find_user_id_by_email" => self.find_by_email(&given),
            "find_user_id_by_name_zip" => self.find_by_name(&given),
            "get_user_details" => self.user(given.text("user_id")).map(text_of),
            "get_product_details" => self.product_details(&given),
            "get_item_details" => self.item_details(&given),
            "list_all_product_types" => Ok(self.product_types()),
            "calculate" => calculate::calculate(given.text("expression")),
            "transfer_to_human_agents" => Ok("Transfer successful".into()),
            "cancel_pending_order" => self.cancel(&given),
            "modify_pending_order_address" => self.change_order_address(&given),
            "modify_pending_order_payment" => self.change_payment(&given),
            "modify_pending_order_items" => self.change_items(&given),
            "modify_user_address" => self.change_user_address(&given),
            "return_delivered_order_items" => self.take_back(&given),
            "exchange_delivered_order_items" => self.exchange(&given),
            // The one that is left of those in the table: the call was checked against it.
            _ => self.order(given.text("order_id")).map(text_of),
        };
        outcome.map_err(DeskError::Refused)
    }

    /// What whoever called is shown: what the tool returned, or `Error: ` and why it did not.
    pub fn shown(&mut self, tool: &str, arguments: &Value) -> String {
        self.call(tool, arguments)
            .unwrap_or_else(|error| format!("Error: {error}"))
    }
}

#[cfg(test)]
mod tests;

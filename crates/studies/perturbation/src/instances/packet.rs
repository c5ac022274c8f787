//! What is shown after a call, while templates change it.

use serde_json::{Map, Value, json};

use super::{
    catalogue::{Apply, Operator},
    seeds::Anchor,
    words::{other_result, rivals},
};
use crate::{FailureType, GoldDecision, Packet, Status, Subtype};

/// The return of an executed call on its way to the model.
#[derive(Clone, Debug)]
pub(crate) struct Returned<'a> {
    /// The seed task.
    pub(crate) anchor: &'a Anchor,
    /// What is shown.
    pub(crate) visible: Map<String, Value>,
    /// The decision that is right.
    pub(crate) decision: GoldDecision,
    /// The fields that are not in their place any more.
    pub(crate) lost: Vec<String>,
}

impl<'a> Returned<'a> {
    /// The clean return.
    pub(crate) fn new(anchor: &'a Anchor) -> Self {
        Self {
            anchor,
            visible: object(json!({"status": "ok", "result": anchor.gold.result})),
            decision: GoldDecision {
                status: Status::Success,
                retryable: false,
                failure_type: FailureType::None,
                final_result: anchor.gold.result.clone(),
            },
            lost: Vec::new(),
        }
    }

    /// What the model is shown, and the decision that is right.
    pub(crate) fn finish(self) -> Packet {
        let fields = self
            .anchor
            .tool
            .returns
            .iter()
            .map(|(field, _)| (*field).to_owned());
        Packet {
            lost: fields.filter(|field| self.lost.contains(field)).collect(),
            visible: Value::Object(self.visible),
            decision: self.decision,
        }
    }

    /// The clean result.
    pub(crate) fn clean(&self) -> &'a Map<String, Value> {
        static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        self.anchor.gold.result.as_object().unwrap_or(&EMPTY)
    }

    /// The fields that repeat an argument, in order.
    pub(crate) fn echoes(&self) -> Vec<&'a str> {
        let names = self.clean().keys().map(String::as_str);
        names
            .filter(|name| self.anchor.gold.arguments.contains_key(*name))
            .collect()
    }

    /// The fields that say something new, in order. Every tool has some.
    pub(crate) fn news(&self) -> Vec<&'a str> {
        let names = self.clean().keys().map(String::as_str);
        names
            .filter(|name| !self.anchor.gold.arguments.contains_key(*name))
            .collect()
    }

    /// The first field that says something new.
    pub(crate) fn key(&self) -> &'a str {
        self.news().first().copied().unwrap_or("")
    }

    /// A wrong value for a field.
    pub(crate) fn wrong(&self, field: &str) -> Value {
        other_result(self.anchor, field)
    }

    /// The clean result with a wrong value in each field that says something new.
    pub(crate) fn stale(&self) -> Value {
        let mut stale = self.clean().clone();
        for field in self.news() {
            stale.insert(field.into(), self.wrong(field));
        }
        Value::Object(stale)
    }

    /// What had arrived when a return broke off: the echoes, and the first field that says something new.
    pub(crate) fn partial(&self) -> Value {
        let mut partial = self.clean().clone();
        let key = self.key();
        partial.retain(|name, _| name == key || self.anchor.gold.arguments.contains_key(name));
        Value::Object(partial)
    }

    /// What the same tool returned in other seed tasks.
    pub(crate) fn rivals(&self) -> Vec<Value> {
        rivals(self.anchor)
            .into_iter()
            .map(|rival| rival.gold.result.clone())
            .collect()
    }

    /// Another of so many wordings for each tool and seed task.
    pub(crate) fn turn(&self, options: usize) -> usize {
        (self.anchor.place + self.anchor.number) % options.max(1)
    }

    /// The result where it stands in its own place.
    pub(crate) fn result(&mut self) -> Option<&mut Map<String, Value>> {
        self.visible
            .get_mut("result")
            .and_then(Value::as_object_mut)
    }

    /// Shows one more thing.
    pub(crate) fn add(&mut self, name: &str, value: Value) {
        self.visible.insert(name.into(), value);
    }

    /// Shows this instead of everything.
    pub(crate) fn show(&mut self, value: Value) {
        self.visible = object(value);
    }

    /// Nothing was returned.
    pub(crate) fn fail(&mut self, failure_type: FailureType, retryable: bool) {
        self.decision = GoldDecision {
            status: Status::Error,
            retryable,
            failure_type,
            final_result: Value::Null,
        };
    }

    /// The time ran out after a part had arrived.
    pub(crate) fn break_off(&mut self) {
        self.decision = GoldDecision {
            status: Status::Partial,
            retryable: true,
            failure_type: FailureType::Timeout,
            final_result: self.partial(),
        };
    }
}

/// The members of an object of JSON.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

pub(super) const fn operator(
    subtype: Subtype,
    name: &'static str,
    tenths: u32,
    change: fn(&mut Returned<'_>),
) -> Operator {
    Operator {
        name,
        subtype,
        tenths,
        apply: Apply::Packet(change),
    }
}

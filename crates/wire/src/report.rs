//! The error that a body reports, in any provider's shape.

use serde_json::Value;

/// An error, as its provider words it.
pub(crate) struct Report<'a> {
    pub(crate) message: String,
    pub(crate) kind: &'a str,
    pub(crate) code: String,
    /// The object that holds the members of the error, where there is one.
    pub(crate) error: Option<&'a Value>,
}

impl<'a> Report<'a> {
    /// The error in a body, if it reports one.
    pub(crate) fn of(body: &'a Value) -> Option<Self> {
        let body = match body.as_array() {
            Some(list) => list.first()?,
            None => body,
        };
        let words = |value: &'a Value, key: &str| value.get(key).and_then(Value::as_str);
        match body.get("error") {
            Some(error @ Value::Object(_)) => Some(Self {
                message: words(error, "message").map_or_else(|| error.to_string(), str::to_owned),
                kind: words(error, "type")
                    .or(words(error, "status"))
                    .unwrap_or_default(),
                code: code(error),
                error: Some(error),
            }),
            Some(Value::String(message)) => Some(Self {
                message: message.clone(),
                kind: words(body, "type").unwrap_or_default(),
                code: code(body),
                error: None,
            }),
            _ if is_answer(body) => None,
            _ => Self::flat(body),
        }
    }

    /// An error whose members are the body's own, or the list of what failed a server's validation.
    fn flat(body: &'a Value) -> Option<Self> {
        let words = |key: &str| body.get(key).and_then(Value::as_str);
        let message = match (words("message"), body.get("detail")) {
            (Some(message), _) => message.to_owned(),
            (None, Some(Value::String(detail))) => detail.clone(),
            (None, Some(Value::Array(details))) => {
                let detail = details.first()?;
                let place = detail.get("loc").and_then(Value::as_array);
                let place = place.and_then(|place| place.last()?.as_str());
                let message = detail.get("msg").and_then(Value::as_str)?;
                match place {
                    Some(place) => format!("{place}: {message}"),
                    None => message.to_owned(),
                }
            }
            _ => return None,
        };
        Some(Self {
            message,
            kind: words("type").unwrap_or_default(),
            code: code(body),
            error: Some(body),
        })
    }

    /// The status that counts: an aggregator reports that of the provider behind it.
    pub(crate) fn status(&self, status: u16) -> u16 {
        match self.code.parse() {
            Ok(code) if (400..600).contains(&code) => code,
            _ => status,
        }
    }

    /// Message, kind and code in lower case.
    pub(crate) fn words(&self) -> String {
        format!("{} {} {}", self.message, self.kind, self.code).to_ascii_lowercase()
    }

    /// The quotas that were exceeded: their ids and values.
    pub(crate) fn quotas(&self) -> impl Iterator<Item = (&'a str, Option<u64>)> {
        self.details()
            .filter_map(|detail| detail.get("violations")?.as_array())
            .flatten()
            .filter_map(|violation| {
                let value = violation.get("quotaValue");
                let value = value.and_then(|value| value.as_u64().or(value.as_str()?.parse().ok()));
                Some((violation.get("quotaId")?.as_str()?, value))
            })
    }

    /// Whether an exceeded quota is one of the day, where quotas are named.
    pub(crate) fn quota_is_daily(&self) -> Option<bool> {
        self.quotas()
            .map(|(id, _)| id.contains("PerDay"))
            .reduce(|left, right| left || right)
    }

    pub(crate) fn details(&self) -> impl Iterator<Item = &'a Value> {
        self.error
            .and_then(|error| error.get("details")?.as_array())
            .into_iter()
            .flatten()
    }
}

fn code(error: &Value) -> String {
    match error.get("code") {
        Some(Value::String(code)) => code.clone(),
        Some(Value::Number(code)) => code.to_string(),
        _ => String::new(),
    }
}

/// Whether a body has a member that only answers have.
fn is_answer(body: &Value) -> bool {
    [
        "choices",
        "candidates",
        "promptFeedback",
        "output",
        "content",
    ]
    .iter()
    .any(|key| body.get(key).is_some())
        || body.get("message").is_some_and(Value::is_object)
}

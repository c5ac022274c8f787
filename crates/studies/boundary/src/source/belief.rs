//! What users say of an order's state, by keywords.

use std::collections::BTreeSet;

use faultline_toolbox::desk::OrderStatus;

/// A belief about how far an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Belief {
    /// It has not left yet.
    Pending,
    /// It is not here yet, wherever it is.
    Awaited,
    /// It is here.
    Arrived,
}

/// What is said for each belief; the first that fit count, so that `not received` is not taken for `received`.
/// What is said of the future is no belief.
const PHRASES: [(&str, Option<Belief>); 27] = [
    ("be delivered", None),
    ("not been shipped", Some(Belief::Pending)),
    ("not yet shipped", Some(Belief::Pending)),
    ("not shipped", Some(Belief::Pending)),
    ("n't been shipped", Some(Belief::Pending)),
    ("n't shipped", Some(Belief::Pending)),
    ("just placed", Some(Belief::Pending)),
    ("just ordered", Some(Belief::Pending)),
    ("pending", Some(Belief::Pending)),
    ("not been delivered", Some(Belief::Awaited)),
    ("not yet been delivered", Some(Belief::Awaited)),
    ("n't been delivered", Some(Belief::Awaited)),
    ("not delivered", Some(Belief::Awaited)),
    ("not arrived", Some(Belief::Awaited)),
    ("not yet arrived", Some(Belief::Awaited)),
    ("n't arrived", Some(Belief::Awaited)),
    ("not received", Some(Belief::Awaited)),
    ("not yet received", Some(Belief::Awaited)),
    ("never received", Some(Belief::Awaited)),
    ("never arrived", Some(Belief::Awaited)),
    ("n't received", Some(Belief::Awaited)),
    ("in transit", Some(Belief::Awaited)),
    ("on its way", Some(Belief::Awaited)),
    ("received", Some(Belief::Arrived)),
    ("arrived", Some(Belief::Arrived)),
    ("delivered", Some(Belief::Arrived)),
    ("have just got", Some(Belief::Arrived)),
];

impl Belief {
    fn allows(self, status: OrderStatus) -> bool {
        match self {
            Self::Pending => status.is_pending(),
            Self::Awaited => !status.has_arrived(),
            Self::Arrived => status.has_arrived(),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Pending => "not shipped yet",
            Self::Awaited => "not there yet",
            Self::Arrived => "received",
        }
    }
}

/// How the status of an order contradicts what the user says of it, in words; none where it does not, or nothing is said.
///
/// Sentences count that name the order. Where they say nothing, all of them do, if it is the only order that the task is about or
/// the only one that the user names. An order of which several things are said contradicts them only if it contradicts them all.
pub(super) fn contradiction(
    intent: &str,
    order_id: &str,
    is_only_order: bool,
    status: OrderStatus,
) -> Option<String> {
    let number = order_id.trim_start_matches(['#', 'W']);
    let is_only_named = !number.is_empty() && orders_named(intent) == BTreeSet::from([number]);
    let sentences = || intent.split(['.', '!', '?', ';', '\n']);
    let mut beliefs: Vec<Belief> = sentences()
        .filter(|sentence| !number.is_empty() && sentence.contains(number))
        .flat_map(beliefs_of)
        .collect();
    if beliefs.is_empty() && (is_only_order || is_only_named) {
        beliefs = sentences().flat_map(beliefs_of).collect();
    }
    let first = *beliefs.first()?;
    let is_allowed = beliefs.iter().any(|belief| belief.allows(status));
    (!is_allowed).then(|| {
        format!(
            "the user takes order {order_id} for {}, and it is {}",
            first.words(),
            status.name()
        )
    })
}

/// The numbers of the orders that a text names, with or without what stands before the digits of their ids.
fn orders_named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .map(|word| word.strip_prefix('W').unwrap_or(word))
        .filter(|digits| digits.len() == 7 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .collect()
}

fn beliefs_of(sentence: &str) -> Vec<Belief> {
    let mut rest = sentence.to_lowercase().replace('’', "'");
    let mut beliefs = Vec::new();
    for (phrase, belief) in PHRASES {
        if rest.contains(phrase) {
            beliefs.extend(belief);
            rest = rest.replace(phrase, " ");
        }
    }
    beliefs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_the_order_is_held_against_its_status() {
        use OrderStatus::{Cancelled, Delivered, Pending, Processed};
        for (intent, is_only, status, contradicts) in [
            ("Cancel my pending order #W12.", true, Pending, false),
            ("Cancel my pending order #W12.", true, Processed, true),
            ("Cancel my pending order #W12.", true, Cancelled, true),
            (
                "Cancel my pending order #W99. #W12 is for me.",
                false,
                Delivered,
                false,
            ),
            (
                "You got order 12, which you received.",
                false,
                Pending,
                true,
            ),
            ("You have not received order W12", false, Processed, false),
            ("You have not received order W12", false, Delivered, true),
            ("It hasn’t arrived.", true, Pending, false),
            ("It hasn't arrived.", true, Delivered, true),
            ("Return the lamp that I received.", true, Pending, true),
            ("Return the lamp that I received.", false, Pending, false),
            (
                "Change #W12 to be delivered to Boise.",
                true,
                Pending,
                false,
            ),
            (
                "Return what was delivered and cancel what is pending.",
                true,
                Pending,
                false,
            ),
            (
                "Return what was delivered and cancel what is pending.",
                true,
                Cancelled,
                true,
            ),
            (
                "Return the lamp that I received. It is #W12, I think.",
                false,
                Pending,
                true,
            ),
            (
                "Return the lamp that I received. It is #W12 or #W99.",
                false,
                Pending,
                false,
            ),
            ("I want to return the lamp.", true, Pending, false),
        ] {
            let intent = intent.replace("12", "1200012").replace("99", "9900099");
            let found = contradiction(&intent, "#W1200012", is_only, status);
            assert_eq!(
                found.is_some(),
                contradicts,
                "{intent} {status:?}: {found:?}"
            );
        }
        assert_eq!(
            contradiction("I have received it.", "#W12", true, Processed).as_deref(),
            Some("the user takes order #W12 for received, and it is processed")
        );
    }
}

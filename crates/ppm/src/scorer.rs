//! Texts scored after contexts that have much in common.

use crate::model::Model;

/// Scores texts, each after a context of its own.
///
/// What it says depends on the two texts alone. Between calls it keeps the model as it stands, and of a new context it reads only
/// what follows the beginning that it shares with the last: contexts that grow, or that differ at their end, cost what is new.
#[derive(Clone, Debug)]
pub struct Scorer {
    model: Model,
}

impl Scorer {
    /// A scorer by contexts of up to `order` bytes; more than [`MOST_ORDER`](crate::MOST_ORDER) counts as that.
    pub fn new(order: u8) -> Self {
        Self {
            model: Model::new(order),
        }
    }

    /// The surprisal of each byte of the continuation, in nats, after the context and the bytes before it.
    pub fn score(&mut self, context: &str, continuation: &str) -> Vec<f64> {
        let shared = self
            .model
            .text()
            .iter()
            .zip(context.as_bytes())
            .take_while(|(known, new)| known == new)
            .count();
        self.model.go_back_to(shared);
        for byte in &context.as_bytes()[shared..] {
            self.model.read(*byte);
        }
        continuation
            .bytes()
            .map(|byte| {
                let surprisal = -libm::log(self.model.probability(byte));
                self.model.read(byte);
                surprisal
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that has been seen is cheaper than the same text unseen, and a changed value dearer than a copied one.
    #[test]
    fn copying_is_cheap_and_contradiction_is_dear() {
        let record = |status: &str, paid: &str| {
            format!(r#"{{"order_id":"W5061109","status":"{status}","paid":"{paid}"}}"#)
        };
        let context = format!(
            "get_order\n{}\nget_order\n{}\nget_order\n",
            record("delivered", "paypal_7644869"),
            record("delivered", "paypal_7644869")
        );
        let mut scorer = Scorer::new(5);
        let mut nats = |context: &str, text: &str| scorer.score(context, text).iter().sum::<f64>();
        let copied = nats(&context, &record("delivered", "paypal_7644869"));
        let changed = nats(&context, &record("delivered", "paypal_1530416"));
        let other = nats(&context, &record("cancelled", "paypal_7644869"));
        let unseen = nats("", &record("delivered", "paypal_7644869"));
        assert!(copied < 10.0, "{copied}");
        assert!(
            changed > copied + 8.0 && other > copied + 8.0,
            "{changed} {other}"
        );
        assert!(unseen > 200.0, "{unseen}");
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::*;

        proptest! {
            /// Whatever was scored before, the numbers are those of a new scorer, also where its model is soon full.
            #[test]
            fn what_was_scored_before_is_not_seen(
                order in 0..7_u8,
                most_changes in prop::sample::select(vec![0, 50, usize::MAX]),
                asks in prop::collection::vec(("[ab]{0,12}", "[abc]{0,6}"), 1..12),
            ) {
                let new = || Scorer { model: Model::bounded(order, most_changes) };
                let mut kept = new();
                for (context, continuation) in asks {
                    prop_assert_eq!(
                        kept.score(&context, &continuation),
                        new().score(&context, &continuation)
                    );
                }
            }
        }
    }
}

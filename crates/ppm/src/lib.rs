//! How likely a text is after another, by a byte model that knows nothing but what it has read: prediction by partial matching
//! (Cleary and Witten, 1984).
//!
//! The model begins empty and learns every byte as it goes. What it has seen before in the same surroundings is likely, so a
//! copied value is cheap and one that contradicts the text is dear; what a language model knows of the world, it does not.
//! It needs no weights, and gives the same numbers on every machine.
//!
//! ```
//! use faultline_ppm::Scorer;
//!
//! let mut scorer = Scorer::new(5);
//! let context = "The order #W5061109 was paid by paypal_7644869. I asked for the order again: ";
//! let nats = |scorer: &mut Scorer, text| scorer.score(context, text).iter().sum::<f64>();
//! assert!(nats(&mut scorer, "#W5061109") < nats(&mut scorer, "#W7293804"));
//! ```
//!
//! | what | type |
//! | --- | --- |
//! | scoring one text after another, keeping what successive contexts share | [`Scorer`] |
//! | the model: reading, predicting, going back | `model` |

mod model;
mod scorer;

pub use crate::{model::MOST_ORDER, scorer::Scorer};

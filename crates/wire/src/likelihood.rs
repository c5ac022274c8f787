//! How likely a given text is: what is sent for it, and the tokens that come back.

mod parts;
mod place;
mod probe;
mod request;
mod scores;
mod sending;
mod shapes;
mod way;

pub use self::{
    probe::{WaySearch, probe_request},
    request::{LikelihoodDigester, LikelihoodRequest},
    scores::{read_scores, reduce_scores, scored_body, stored_scores},
    sending::{ModelRequest, Post, Sending, Target, Then},
    way::{ScoringWay, TextScoring, scoring_way},
};

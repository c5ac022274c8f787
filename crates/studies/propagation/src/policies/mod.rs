//! Simulated policies with known parameters.
//!
//! A policy is given the request that a provider would be given, and nothing else: it reads the rule and the history from the
//! messages, learns that its context is poisoned by checking its own earlier calls against the rule, and draws its randomness
//! from the request's digest. A loop that loses an observation on the way misleads a policy as it would mislead a model.

mod history;
mod spec;
mod utter;

use faultline_core::{Digest, Stream};
use faultline_wire::ChatRequest;

pub use self::spec::{POLICIES, Policy};
use self::{history::History, utter::Utterance};

impl Policy {
    /// The body of the reply to a request, in the shape of a chat completion.
    ///
    /// A request that is not of this study gets a reply without a call.
    pub fn answer(&self, request: &ChatRequest, digest: Digest) -> String {
        let Some(history) = History::read(request) else {
            return utter::body(request, &Utterance::Text("This is no task of mine.".into()));
        };
        let mut draws = Stream::of_request(digest);
        utter::body(request, &self.utterance(&history, &mut draws))
    }

    fn utterance(&self, history: &History, draws: &mut Stream) -> Utterance {
        let parameter = |name: &str| self.0.parameter(name);
        let right = || history.right();
        match self.0.name() {
            "noisy" => {
                let p = if history.has_mistake() {
                    parameter("poisoned")
                } else {
                    parameter("p")
                };
                if draws.chance(p) {
                    right()
                } else if draws.chance(parameter("syntax")) {
                    Utterance::Cut
                } else {
                    history.wrong_tool(draws)
                }
            }
            "decay" => {
                let p = parameter("p") * libm::exp(-parameter("rate") * history.steps() as f64);
                if draws.chance(p) {
                    right()
                } else {
                    history.wrong_tool(draws)
                }
            }
            "first" if draws.chance(parameter("bias")) => history.first_listed(),
            "contrary" if !draws.chance(parameter("p")) => history.wrong_tool(draws),
            "stale" if draws.chance(parameter("stale")) => history.stale(),
            "correct" => match history.unrepaired_mistake() {
                Some(redo) if draws.chance(parameter("repair")) => redo,
                _ if draws.chance(parameter("p")) => right(),
                _ => history.wrong_tool(draws),
            },
            "broken" if draws.chance(parameter("syntax")) => history.broken(draws),
            _ => right(),
        }
    }
}

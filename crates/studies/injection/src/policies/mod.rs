//! Simulated policies with known parameters.
//!
//! A policy is given the request that a provider would be given, and nothing else. It reads the question by the grammar in which
//! questions are asked, knows of the world what its calls returned, and learns that a result is not what it asked for by
//! comparing the two. Its randomness is drawn from the request's digest.

mod history;
mod spec;
mod utter;

use faultline_core::{Digest, Stream};
use faultline_wire::ChatRequest;

pub use self::spec::{POLICIES, Policy};
use self::{history::History, utter::Utterance};
use crate::tasks::Move;

const DOUBT: &str = "Something may be wrong here, or missing.";
const PLAIN: &str = "The question and the results so far say what comes next.";
const GIVEN_UP: &str = "I could not find out what you asked.";
const FABRICATED: &str = "I called the tools and retrieved the result: it is 17.";

impl Policy {
    /// The body of the reply to a request, in the shape of a chat completion.
    ///
    /// A request that is not of this study gets an answer that says so.
    pub fn answer(&self, request: &ChatRequest, digest: Digest) -> String {
        let Some(history) = History::read(request) else {
            let answer = Utterance::Answer("This is no task of mine.".into());
            return utter::body(request, PLAIN, &answer);
        };
        let mut draws = Stream::of_request(digest);
        let mut draw = |name: &str| draws.chance(self.parameter(name));
        // All are drawn, so that none depends on what the others lead to.
        let chances = Chances {
            syntax: draw("syntax"),
            doubt: draw("doubt"),
            fabricate: draw("fabricate"),
            notice: draw("notice"),
            repair: draw("repair"),
            pass: draw("pass"),
        };
        let thought = if chances.doubt { DOUBT } else { PLAIN };
        utter::body(request, thought, &utterance(&history, &chances))
    }
}

/// What chance decided for one request.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a draw of its own, and any can go with any other"
)]
struct Chances {
    syntax: bool,
    doubt: bool,
    fabricate: bool,
    notice: bool,
    repair: bool,
    pass: bool,
}

fn utterance(history: &History, chances: &Chances) -> Utterance {
    if chances.syntax {
        return Utterance::Cut;
    }
    if history.is_new() && chances.fabricate {
        return Utterance::Answer(FABRICATED.into());
    }
    let next = if let Some(again) = history.failed() {
        chances.repair.then_some(again)
    } else if let Some(again) = history.misfit() {
        if chances.notice {
            Some(again)
        } else {
            history.next_move().filter(|_| chances.pass)
        }
    } else {
        history.next_move()
    };
    match next {
        Some(Move::Call { tool, arguments }) => Utterance::Call { tool, arguments },
        Some(Move::Answer(answer)) => Utterance::Answer(answer),
        None => Utterance::Answer(GIVEN_UP.into()),
    }
}

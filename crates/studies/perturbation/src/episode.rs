//! One case, asked by one request or by two.

use faultline_core::{
    Answer, CallFault, Episode, Exchange, Next, Observation, Prompt, Reading, Terms, Transcript,
};

use crate::{PerturbationCase, opening};

/// What the flag of an exchange begins with that held more calls than one.
const EXTRA: &str = "extra_calls:";

/// A call, and where the case has a packet a decision on it.
///
/// Of several calls in one reply the first counts. The second request is asked whatever the first call was, since it builds on the right
/// call: so what a model makes of a return is measured on equal terms. A first request without a usable reply ends the episode.
#[derive(Debug)]
pub(crate) struct PerturbationEpisode {
    case: PerturbationCase,
    terms: Terms,
    prompt: Prompt,
    step: u32,
    over: bool,
    transcript: Transcript,
}

impl PerturbationEpisode {
    pub(crate) fn new(case: &PerturbationCase, terms: &Terms) -> Self {
        Self {
            prompt: opening::first(case, terms),
            case: case.clone(),
            terms: *terms,
            step: 0,
            over: false,
            transcript: Transcript::default(),
        }
    }

    fn read_call(&self, mut exchange: Exchange, reading: &Reading) -> Exchange {
        exchange.outcome = Ok(match reading.calls(self.terms.reading) {
            Ok(calls) => {
                if calls.len() > 1 {
                    exchange.flags.push(format!("{EXTRA}{}", calls.len() - 1));
                }
                calls.first().cloned().ok_or(CallFault::NoCall)
            }
            Err(fault) => Err(fault.clone()),
        });
        exchange.observation = self
            .case
            .instance
            .packet
            .as_ref()
            .map(|packet| Observation {
                text: packet.visible.to_string(),
                is_error: false,
            });
        exchange
    }

    fn advance(&mut self) {
        self.step += 1;
        match &self.case.instance.packet {
            Some(packet) if self.step == 1 => {
                self.prompt = opening::second(&self.case, &self.terms, packet);
            }
            _ => self.over = true,
        }
    }
}

impl Episode for PerturbationEpisode {
    fn poll(&mut self) -> Next<'_> {
        let over = self.over;
        let (prompt, transcript) = (&mut self.prompt, &mut self.transcript);
        Next::in_conversation(over, prompt, transcript, (self.step, 0))
    }

    fn handle(&mut self, answer: Answer) {
        if self.over {
            return;
        }
        let mut exchange = Exchange::new(self.step, 0, Ok(Err(CallFault::NoCall)));
        match answer.reading() {
            Err(cause) => {
                exchange.outcome = Err(cause);
                self.over = true;
            }
            Ok((request, reading)) => {
                exchange.request = Some(request);
                exchange.flags.clone_from(&reading.flags);
                exchange.text.clone_from(&reading.text);
                exchange.thought.clone_from(&reading.thought);
                if self.step == 0 {
                    exchange = self.read_call(exchange, &reading);
                } else {
                    exchange.answer = Some(reading.text);
                }
                self.advance();
            }
        }
        self.transcript.exchanges.push(exchange);
    }
}

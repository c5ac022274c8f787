//! One question, one reply.

use faultline_core::{
    Answer, Ask, CallFault, Episode, Exchange, Message, Next, Prompt, Terms, Transcript,
};

use crate::{AnswerCase, Item};

/// The question, in the paper's words.
const QUESTION: &str =
    "Respond yes if the agent answer substantively matches the reference, no otherwise.";

/// What stands before the three texts that a judge is shown.
pub(crate) const QUERY: &str = "Task: ";
pub(crate) const REFERENCE: &str = "Reference: ";
pub(crate) const ANSWER: &str = "Agent answer: ";

/// The longest answer that a judge is shown, in characters; what follows is cut, and the judge is told so.
const LONGEST_ANSWER: usize = 4000;

/// A judge being asked.
#[derive(Debug)]
pub(crate) struct Question {
    prompt: Prompt,
    transcript: Transcript,
    over: bool,
}

impl Question {
    pub(crate) fn new(case: &AnswerCase, terms: &Terms) -> Self {
        Self {
            prompt: Prompt {
                messages: vec![
                    Message::System {
                        text: QUESTION.into(),
                    },
                    Message::User {
                        text: shown(&case.item),
                    },
                ],
                tools: Vec::new(),
                // A judge calls nothing, so that its requests are the same in either mode.
                mode: terms.mode,
                form: faultline_core::PromptedForm::Json,
                sampling: terms.sampling,
            },
            transcript: Transcript::default(),
            over: false,
        }
    }
}

/// What a judge is shown of an answer.
fn shown(item: &Item) -> String {
    let mut answer: String = item.answer.chars().take(LONGEST_ANSWER).collect();
    if answer.len() < item.answer.len() {
        answer.push_str(" [cut]");
    }
    format!(
        "{QUERY}{}\n{REFERENCE}{}\n{ANSWER}{answer}",
        one_line(&item.query),
        one_line(&item.reference)
    )
}

/// A text without line ends, so that what follows it can't be taken for part of it.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Episode for Question {
    fn poll(&mut self) -> Next<'_> {
        if self.over {
            return Next::Done(&self.transcript);
        }
        Next::Ask {
            ask: Ask::Generate(&self.prompt),
            step: 0,
            attempt: 0,
        }
    }

    fn handle(&mut self, answer: Answer) {
        if self.over {
            return;
        }
        self.over = true;
        let mut exchange = Exchange::new(0, 0, Ok(Err(CallFault::NoCall)));
        match answer.reading() {
            Ok((request, reading)) => {
                exchange.request = Some(request);
                exchange.flags = reading.flags;
                exchange.text = reading.text;
            }
            Err(cause) => exchange.outcome = Err(cause),
        }
        self.transcript.exchanges.push(exchange);
        self.transcript.messages.append(&mut self.prompt.messages);
    }
}

//! The digests of requests that share a beginning.

use faultline_core::{CallingMode, Digest, GrowingDigest, Message, Prompt};

use crate::{ChatRequest, Role, prompted, request::native_messages};

/// How every request begins.
const OPENING: &[u8] = b"{\"messages\":[";

/// Gives the digest of each request of a conversation, as [`ChatRequest::digest`] does, but hashes only what is new since the
/// requests before it: a chain of n steps costs n messages, not n².
///
/// ```
/// use faultline_core::{CallingMode, Message, Prompt, PromptedForm, Sampling};
/// use faultline_wire::{ChatRequest, RequestDigester};
///
/// let mut prompt = Prompt {
///     messages: vec![Message::User { text: "Start at 5.".into() }],
///     tools: Vec::new(),
///     mode: CallingMode::Prompted,
///     form: PromptedForm::Json,
///     sampling: Sampling::default(),
/// };
/// let mut digester = RequestDigester::default();
/// assert_eq!(digester.digest(&prompt), ChatRequest::from_prompt(&prompt).digest());
/// prompt.messages.push(Message::Assistant { text: "6".into(), calls: Vec::new() });
/// assert_eq!(digester.digest(&prompt), ChatRequest::from_prompt(&prompt).digest());
/// ```
#[derive(Debug, Default)]
pub struct RequestDigester {
    /// The last prompt.
    known: Option<Prompt>,
    /// What follows the messages of a request: the tools and how the answer is sampled.
    ending: Vec<u8>,
    /// Places of messages with which a chat message begins, and the hash of all before it.
    marks: Vec<(usize, GrowingDigest)>,
}

impl RequestDigester {
    /// The digest of the request that shows this prompt.
    pub fn digest(&mut self, prompt: &Prompt) -> Digest {
        let known = match self.known.take_if(|known| is_alike(known, prompt)) {
            Some(known) => known,
            None => self.begin(prompt),
        };
        let mut messages = known.messages;
        let common = messages
            .iter()
            .zip(&prompt.messages)
            .take_while(|(known, new)| known == new)
            .count();
        while self.marks.last().is_some_and(|(place, _)| {
            *place > common || !begins(prompt.mode, &prompt.messages, *place)
        }) {
            self.marks.pop();
        }
        let digest = self.add(prompt);
        messages.truncate(common);
        messages.extend_from_slice(&prompt.messages[common..]);
        self.known = Some(Prompt { messages, ..known });
        digest
    }

    /// Forgets what was, for a prompt of other tools or another sampling.
    fn begin(&mut self, prompt: &Prompt) -> Prompt {
        self.marks.clear();
        let empty = Prompt {
            messages: Vec::new(),
            tools: prompt.tools.clone(),
            ..*prompt
        };
        let request = ChatRequest {
            messages: Vec::new(),
            ..ChatRequest::from_prompt(&empty)
        };
        // No map of a request has keys other than strings, which is all that JSON can fail on.
        self.ending = serde_json::to_vec(&request)
            .unwrap_or_default()
            .split_off(OPENING.len());
        empty
    }

    /// Hashes what follows the last mark, marking where each chat message begins.
    fn add(&mut self, prompt: &Prompt) -> Digest {
        let (mut place, mut hash) = self.marks.pop().unwrap_or_else(|| {
            let mut hash = GrowingDigest::default();
            hash.add(OPENING);
            (0, hash)
        });
        let new = &prompt.messages[place..];
        let chat = match prompt.mode {
            CallingMode::Native => native_messages(new),
            // The section that lists the tools belongs to the first message.
            CallingMode::Prompted if place == 0 => {
                prompted::messages(new, &prompt.tools, prompt.form)
            }
            CallingMode::Prompted => prompted::messages(new, &[], prompt.form),
        };
        // A system message that was made for the tools' sake stands for none of the prompt's.
        let made = place == 0
            && chat.first().map(|first| first.role) != prompt.messages.first().map(role)
            && prompt.mode == CallingMode::Prompted;
        for (index, message) in chat.iter().enumerate() {
            if !(made && index == 1) {
                self.marks.push((place, hash.clone()));
            }
            if place > 0 || index > 0 {
                hash.add(b",");
            }
            // A chat message holds only texts.
            hash.add_json(message).unwrap_or_default();
            if !(made && index == 0) {
                place += 1;
                while place < prompt.messages.len() && !begins(prompt.mode, &prompt.messages, place)
                {
                    place += 1;
                }
            }
        }
        hash.add(&self.ending);
        hash.digest()
    }
}

/// Whether two prompts differ in nothing but their messages.
fn is_alike(known: &Prompt, prompt: &Prompt) -> bool {
    (known.mode, known.form, known.sampling) == (prompt.mode, prompt.form, prompt.sampling)
        && known.tools == prompt.tools
}

/// Whether a chat message of its own begins with the message at this place, which may be the end.
fn begins(mode: CallingMode, messages: &[Message], place: usize) -> bool {
    match mode {
        CallingMode::Native => true,
        CallingMode::Prompted => {
            place == 0
                || place >= messages.len()
                || role(&messages[place]) != role(&messages[place - 1])
        }
    }
}

/// Who says a message where all is text.
fn role(message: &Message) -> Role {
    match message {
        Message::System { .. } => Role::System,
        Message::User { .. } | Message::Tool { .. } => Role::User,
        Message::Assistant { .. } => Role::Assistant,
    }
}

#[cfg(test)]
mod tests {
    use faultline_core::{Call, PromptedForm, Property, Sampling, Schema, ToolSpec};
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn message() -> impl Strategy<Value = Message> {
        (0..5_u8, "[ab\"]{0,2}").prop_map(|(kind, text)| match kind {
            0 => Message::System { text },
            1 => Message::User { text },
            2 => Message::Assistant {
                text,
                calls: Vec::new(),
            },
            3 => Message::Assistant {
                text: String::new(),
                calls: vec![Call {
                    id: "c".into(),
                    name: text,
                    arguments: json!({"ref": 1}),
                }],
            },
            _ => Message::Tool {
                call_id: "c".into(),
                name: "t".into(),
                text,
            },
        })
    }

    proptest! {
        /// Whatever is taken away from the end, appended, or changed in between, the digest is that of the whole request.
        #[test]
        fn is_the_digest_of_the_whole_request(
            turns in prop::collection::vec(
                (0..8_usize, prop::collection::vec(message(), 0..4), 0..12_u8), 1..12,
            ),
        ) {
            let mut prompt = Prompt {
                messages: Vec::new(),
                tools: Vec::new(),
                mode: CallingMode::Prompted,
                form: PromptedForm::Json,
                sampling: Sampling::default(),
            };
            let mut digester = RequestDigester::default();
            for (kept, new, other) in turns {
                prompt.messages.truncate(kept);
                prompt.messages.extend(new);
                match other {
                    0 => prompt.mode = CallingMode::Native,
                    1 => prompt.mode = CallingMode::Prompted,
                    2 => prompt.sampling.max_tokens += 1,
                    3 => prompt.tools.clear(),
                    5 => prompt.form = PromptedForm::React,
                    6 => prompt.form = PromptedForm::Json,
                    4 => prompt.tools.push(ToolSpec {
                        name: "alpha".into(),
                        description: "Maps a value.".into(),
                        parameters: Schema::object([("value", Property::integer(0, 9))]),
                    }),
                    _ => {}
                }
                prop_assert_eq!(
                    digester.digest(&prompt),
                    ChatRequest::from_prompt(&prompt).digest(),
                    "{:?}",
                    prompt
                );
            }
        }
    }
}

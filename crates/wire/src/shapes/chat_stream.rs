//! The chat shape in pieces: `choices[].delta`.

use faultline_core::Unmeasured;
use serde_json::Value;

use super::{chat, truncated};
use crate::answer::{Answer, FieldCall, Finish, Given, add, items, text_of};

pub(super) fn answer(chunks: &[Value], done: bool) -> Result<Answer, Unmeasured> {
    let mut answer = Answer::default();
    let mut calls = Assembly::default();
    for choice in chunks
        .iter()
        .filter_map(|chunk| items(chunk, "choices").first())
    {
        match chat::finish(choice)? {
            Finish::Unknown => {}
            finish => answer.finish = finish,
        }
        let Some(delta) = choice.get("delta") else {
            continue;
        };
        if let Some(content) = delta.get("content") {
            chat::read_content(content, &mut answer);
        }
        for key in ["reasoning_content", "reasoning"] {
            answer
                .reasoning
                .push_str(text_of(delta, key).unwrap_or_default());
        }
        for fragment in items(delta, "tool_calls") {
            calls.add(fragment);
        }
    }
    match (answer.finish, done) {
        (Finish::Unknown, false) => return Err(truncated()),
        (_, false) => answer.flag("missing_done"),
        (_, true) => {}
    }
    calls.finish(&mut answer);
    chat::close(&mut answer)?;
    Ok(answer)
}

/// The most calls that are put together from one stream, so that a hostile one costs no more than its length.
const MOST_CALLS: usize = 256;

/// Calls that are being put together.
#[derive(Default)]
struct Assembly {
    slots: Vec<Slot>,
    repairs: Vec<String>,
}

struct Slot {
    index: Option<u64>,
    call: FieldCall,
}

impl Assembly {
    /// Adds a fragment to the call it belongs to: by its index, else by its id, else the latest. A new id opens a new call,
    /// even on an index that is taken.
    fn add(&mut self, fragment: &Value) {
        let index = fragment.get("index").and_then(Value::as_u64);
        let piece = chat::field_call(fragment);
        if index.is_none() {
            add(&mut self.repairs, "missing_index".into());
        }
        let same_index = |slot: &Slot| index.is_some() && slot.index == index;
        let place = match &piece.id {
            Some(id) => self.slots.iter().rposition(|slot| {
                (index.is_none() || same_index(slot))
                    && (slot.call.id.as_ref() == Some(id)
                        || (slot.call.id.is_none() && same_index(slot)))
            }),
            None if index.is_some() => {
                let known = self.slots.iter().rposition(same_index);
                let orphan = known.is_none() && piece.name.is_empty() && !self.slots.is_empty();
                if orphan {
                    add(&mut self.repairs, "repaired:misrouted_fragment".into());
                }
                known.or(orphan.then(|| self.slots.len() - 1))
            }
            None => self.slots.len().checked_sub(1),
        };
        match place {
            Some(place) => self.extend(place, piece),
            None if self.slots.len() < MOST_CALLS => self.slots.push(Slot { index, call: piece }),
            None => add(&mut self.repairs, "too_many_calls".into()),
        }
    }

    fn extend(&mut self, place: usize, piece: FieldCall) {
        let call = &mut self.slots[place].call;
        call.id = call.id.take().or(piece.id);
        if call.name.is_empty() {
            call.name = piece.name;
        } else if call.name == piece.name {
            add(&mut self.repairs, "name_repeated".into());
        } else if !piece.name.is_empty() {
            call.name.push_str(&piece.name);
            add(&mut self.repairs, "name_chunked".into());
        }
        match (&mut call.arguments, piece.arguments) {
            (Given::Text(text), Given::Text(more)) => text.push_str(&more),
            (_, Given::Text(more)) if more.is_empty() => {}
            (arguments, more) => *arguments = more,
        }
    }

    fn finish(self, answer: &mut Answer) {
        let is_used = |index: u64| self.slots.iter().any(|slot| slot.index == Some(index));
        let mut indexes = self.slots.iter().filter_map(|slot| slot.index);
        if indexes.any(|index| index > 0 && !is_used(index - 1)) {
            answer.flag("index_gap");
        }
        answer.calls = self.slots.into_iter().map(|slot| slot.call).collect();
        answer.repairs = self.repairs;
    }
}

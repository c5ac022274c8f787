//! What of a reply is meant to be seen, and its parts in the `ReAct` form.

use faultline_core::{CallingMode, FinalAnswer};

use crate::{answer::add, extract, react};

/// What of a reply is meant to be seen.
#[derive(Default)]
pub(super) struct Said {
    /// The text.
    pub(super) visible: String,
    /// In the `ReAct` form, the reasons.
    pub(super) thought: String,
    /// In the `ReAct` form, the final answer.
    pub(super) answer: Option<FinalAnswer>,
}

impl Said {
    /// This text and nothing else.
    pub(super) fn of(visible: String) -> Self {
        Self {
            visible,
            ..Self::default()
        }
    }

    /// Parts a text in the `ReAct` form; returns the byte up to which calls are sought.
    pub(super) fn part(&mut self, mode: CallingMode, flags: &mut Vec<String>) -> usize {
        if mode == CallingMode::Native {
            let text = extract::own_turn(&self.visible).0.trim();
            self.answer = (!text.is_empty()).then(|| FinalAnswer {
                text: text.to_owned(),
                as_asked: true,
            });
            return self.visible.len();
        }
        let parted = react::part(&self.visible);
        for flag in parted.flags {
            add(flags, flag);
        }
        self.visible = parted.text;
        self.answer = parted.answer;
        parted.before
    }

    /// Leaves the reasons out where the text is the answer itself, and notes an answer that nothing announces.
    pub(super) fn settle(&mut self, own: usize, mode: CallingMode, flags: &mut Vec<String>) {
        if self.answer.is_none() || own < self.visible.len() {
            return;
        }
        self.thought.clear();
        if mode == CallingMode::Prompted {
            add(flags, "unmarked_answer".into());
        }
    }
}

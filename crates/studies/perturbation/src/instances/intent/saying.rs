//! What most operators on a request do: they say one more sentence.

use super::{Intent, label};

/// A sentence about an argument, in several wordings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Saying {
    part: Part,
    /// A wording a line, with the slots of [`Intent::filled`].
    wordings: &'static str,
    /// How far its argument is from the first of the seed task.
    step: usize,
    /// By how many wordings one seed task of a tool is ahead of the one before.
    turn: usize,
}

/// Where a sentence stands and what it changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Before the request.
    Before,
    /// After the request.
    After,
    /// After the request, before whatever has been put there.
    First,
    /// After the request, as the words that give the value.
    Give,
    /// The same, while these words stand in the argument's slot.
    LeaveOut(&'static str),
    /// The same, while a wrong value stands in the argument's slot.
    Revise,
}

impl Saying {
    /// A sentence about the first argument.
    pub(super) const fn new(part: Part, wordings: &'static str) -> Self {
        Self {
            part,
            wordings,
            step: 0,
            turn: 1,
        }
    }

    /// The same about the next argument.
    pub(super) const fn of_next(self) -> Self {
        Self { step: 1, ..self }
    }

    /// The same with its wordings in another turn.
    pub(super) const fn turned(self) -> Self {
        Self { turn: 2, ..self }
    }

    /// Says it in a request: in another wording for each tool and seed task.
    pub(crate) fn say(&self, intent: &mut Intent<'_>) {
        let wordings: Vec<&str> = self.wordings.lines().map(str::trim).collect();
        let place = intent.anchor.place + self.turn * intent.anchor.number;
        let name = intent.argument(self.step);
        let sentence = intent.filled(wordings[place % wordings.len()], &name);
        match self.part {
            Part::Before => intent.before.push(sentence),
            Part::After => intent.after.push(sentence),
            Part::First => intent.after.insert(0, sentence),
            Part::Give => intent.give(name, sentence),
            Part::LeaveOut(words) => {
                let words = words.replace("{label}", &label(&name));
                intent.stand_in(&name, words, false);
                intent.give(name, sentence);
            }
            Part::Revise => {
                let other = intent.other(&name);
                intent.stand_in(&name, other, true);
                intent.give(name, sentence);
            }
        }
    }
}

//! What each step showed: by gold agreement and conditional on the value held, selection and argument apart.

use faultline_core::{Exchange, Transcript, Unmeasured};
use faultline_toolbox::MODULUS;
use serde::{Deserialize, Serialize};

use crate::{
    cases::{Arm, ChainCase},
    execute::Executed,
};

/// One step, scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The step, from 0.
    pub step: u32,
    /// The value that should be held before it.
    pub gold_before: u64,
    /// The value that is held before it.
    pub held_before: u64,
    /// The value held after it.
    pub held_after: u64,
    /// What was measured; absent where no attempt got a usable reply, with the cause.
    pub measured: Result<Measured, Unmeasured>,
}

/// What a measured step showed.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a verdict of its own, and any of them can go with any other"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The first attempt.
    pub first: Attempt,
    /// The last attempt, which is the step's.
    pub last: Attempt,
    /// Attempts made.
    pub attempts: u8,
    /// Whether the first attempt is what was right for whoever held gold.
    pub first_gold: bool,
    /// Whether the last call is, to the tool and the value, what was right for whoever held gold.
    pub gold: bool,
    /// Whether it is what was right for the value held.
    pub state: bool,
    /// Whether its tool is the one that gold needs.
    pub gold_tool: bool,
    /// Whether its argument is the one that gold needs.
    pub gold_argument: bool,
    /// Whether it repeats what would have been right at the step that first left gold.
    pub redo: bool,
}

/// One attempt, judged by the value held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// What is wrong with the tool, if anything.
    pub selection: Option<SelectionError>,
    /// What is wrong with the argument, if anything.
    pub argument: Option<ArgumentError>,
    /// Whether the attempt could not be executed.
    pub syntactic: bool,
    /// The tool that was picked.
    pub pick: Pick,
}

impl Attempt {
    /// Whether tool and argument are right for the value held.
    pub fn is_right(&self) -> bool {
        self.selection.is_none() && self.argument.is_none() && !self.syntactic
    }
}

/// What is wrong with a choice of tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelectionError {
    /// Another tool of those on offer.
    Wrong,
    /// A tool that is not on offer.
    Invented,
    /// No call at all.
    Omitted,
}

/// What is wrong with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentError {
    /// It can't be read, or breaks the schema.
    Malformed,
    /// A required part is missing.
    Missing,
    /// It names another value that stands in the history.
    Wrong,
    /// It names a value that stands nowhere before.
    Fabricated,
}

/// Which tool was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// The tool that the rule gives to even values.
    Even,
    /// The tool that the rule gives to odd values.
    Odd,
    /// Another, or none.
    Neither,
}

impl Step {
    /// Whether the value held before the step is not gold. Only the free arm can be poisoned.
    pub fn is_poisoned(&self) -> bool {
        self.gold_before != self.held_before
    }
}

/// Scores every step of a case.
pub(crate) fn score(case: &ChainCase, transcript: &Transcript) -> Vec<Step> {
    let gold = case.gold();
    let mut seen = vec![case.start];
    seen.extend(&case.examples);
    let mut held = case.start;
    // The step that first left gold, and the value that was held there.
    let mut left_gold: Option<(u32, u64)> = None;
    let mut steps = Vec::with_capacity(case.depth as usize);
    for step in 0..case.depth {
        let gold_before = gold[step as usize];
        let held_before = match case.arm {
            Arm::TeacherForced => gold_before,
            Arm::Free => held,
        };
        let exchanges: Vec<&Exchange> = transcript
            .exchanges
            .iter()
            .filter(|exchange| exchange.step == step)
            .collect();
        let judge = Judge {
            case,
            step,
            gold_before,
            held_before,
            seen: &seen,
            left_gold,
        };
        let (measured, result) = judge.measure(&exchanges);
        let held_after = result.unwrap_or(held_before);
        steps.push(Step {
            step,
            gold_before,
            held_before,
            held_after,
            measured,
        });
        match case.arm {
            Arm::TeacherForced => seen.push(gold[step as usize + 1]),
            Arm::Free => {
                held = held_after;
                seen.push(held_after);
                if left_gold.is_none() && held_after != gold[step as usize + 1] {
                    left_gold = Some((step, held_before));
                }
            }
        }
    }
    steps
}

/// All that a step is judged by.
struct Judge<'a> {
    case: &'a ChainCase,
    step: u32,
    gold_before: u64,
    held_before: u64,
    seen: &'a [u64],
    left_gold: Option<(u32, u64)>,
}

impl Judge<'_> {
    /// The verdict, and what the last attempt returned if it ran.
    fn measure(&self, exchanges: &[&Exchange]) -> (Result<Measured, Unmeasured>, Option<u64>) {
        let mut executed = Vec::with_capacity(exchanges.len());
        for exchange in exchanges {
            match &exchange.outcome {
                Ok(outcome) => executed.push(self.case.execute(outcome)),
                Err(cause) => return (Err(cause.clone()), None),
            }
        }
        let (Some(first), Some(last)) = (executed.first(), executed.last()) else {
            return (Err(Unmeasured::no_reply()), None);
        };
        let gold = self.case.right_call(self.step, self.gold_before);
        let first_gold = matches!(first, Executed::Ran { tool, run } if (*tool, run.value) == (gold.tool, gold.argument));
        let (tool, value, result) = match last {
            Executed::Ran { tool, run } => (Some(*tool), Some(run.value), Some(run.result)),
            Executed::Refused { tool, .. } => (Some(*tool), None, None),
            Executed::NoCall(_) | Executed::UnknownTool { .. } => (None, None, None),
        };
        let (gold_tool, gold_argument) = (tool == Some(gold.tool), value == Some(gold.argument));
        let redo = self.left_gold.is_some_and(|(step, held)| {
            let right = self.case.right_call(step, held);
            (tool, value) == (Some(right.tool), Some(right.argument))
        });
        let last = self.attempt(last);
        let measured = Measured {
            first: self.attempt(first),
            last,
            attempts: u8::try_from(executed.len()).unwrap_or(u8::MAX),
            first_gold,
            gold: gold_tool && gold_argument,
            state: last.is_right(),
            gold_tool,
            gold_argument,
            redo,
        };
        (Ok(measured), result)
    }

    fn attempt(&self, executed: &Executed) -> Attempt {
        let right = self.case.right_call(self.step, self.held_before);
        let pick = |tool: usize| match tool {
            tool if tool == self.case.even => Pick::Even,
            tool if tool == self.case.odd => Pick::Odd,
            _ => Pick::Neither,
        };
        let chosen = |tool: usize| (tool != right.tool).then_some(SelectionError::Wrong);
        let none = Attempt {
            selection: None,
            argument: None,
            syntactic: true,
            pick: Pick::Neither,
        };
        match executed {
            Executed::NoCall(faultline_core::CallFault::NoCall) => Attempt {
                selection: Some(SelectionError::Omitted),
                ..none
            },
            Executed::NoCall(_) => Attempt {
                argument: Some(ArgumentError::Malformed),
                ..none
            },
            Executed::UnknownTool { .. } => Attempt {
                selection: Some(SelectionError::Invented),
                ..none
            },
            Executed::Refused { tool, error } => Attempt {
                selection: chosen(*tool),
                argument: Some(if error.is_missing() {
                    ArgumentError::Missing
                } else {
                    ArgumentError::Malformed
                }),
                syntactic: true,
                pick: pick(*tool),
            },
            Executed::Ran { tool, run } => Attempt {
                selection: chosen(*tool),
                argument: self.argument_error(run.value, right.argument),
                syntactic: false,
                pick: pick(*tool),
            },
        }
    }

    fn argument_error(&self, value: u64, right: u64) -> Option<ArgumentError> {
        let stands_before = |value: u64| {
            self.seen
                .iter()
                .any(|seen| *seen == value || *seen == value % MODULUS)
        };
        match value {
            value if value == right => None,
            // A value from the history, or what the stated function makes of one.
            value
                if stands_before(value)
                    || value
                        .checked_sub(self.case.addend)
                        .is_some_and(stands_before) =>
            {
                Some(ArgumentError::Wrong)
            }
            _ => Some(ArgumentError::Fabricated),
        }
    }
}

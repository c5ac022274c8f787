//! Tasks and the two cases made of each: hidden chains of modular tools.

use faultline_core::{Case, Digest, Stream};
use faultline_toolbox::{ArgumentForm, MODULUS, ModularTool};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Condition, Config};

/// Which history a case is asked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// Each step sees the right history: measures p.
    TeacherForced,
    /// Each step sees the model's own history: measures g.
    Free,
}

impl Arm {
    /// Both arms.
    pub const ALL: [Self; 2] = [Self::TeacherForced, Self::Free];

    /// The word used in ids and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::TeacherForced => "forced",
            Self::Free => "free",
        }
    }
}

/// One task in one arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChainCase {
    /// Calls needed.
    pub depth: u32,
    /// The task's place among those of its depth, from 0.
    pub index: u32,
    /// The history it is asked with.
    pub arm: Arm,
    /// What is varied.
    pub condition: Condition,
    /// Further attempts within a step.
    pub retries: u32,
    /// The value that is given.
    pub start: u64,
    /// What is added to the value held to make the argument; 0 where the argument is the value.
    pub addend: u64,
    /// The tools in the order of presentation.
    pub tools: Vec<ModularTool>,
    /// The place in `tools` of the tool for even values.
    pub even: usize,
    /// The place in `tools` of the tool for odd values.
    pub odd: usize,
    /// Places in `tools`, one a step, where the order is announced; else empty.
    pub plan: Vec<usize>,
    /// Values of the worked examples.
    pub examples: Vec<u64>,
}

/// The call that is right for a value: a tool and what its arguments name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RightCall {
    /// The place of the tool.
    pub tool: usize,
    /// The value that the arguments name.
    pub argument: u64,
}

impl ChainCase {
    /// What is right at a step for whoever holds this value.
    pub(crate) fn right_call(&self, step: u32, held: u64) -> RightCall {
        let by_parity = if held.is_multiple_of(2) {
            self.even
        } else {
            self.odd
        };
        let tool = self.plan.get(step as usize).copied().unwrap_or(by_parity);
        RightCall {
            tool,
            argument: held + self.addend,
        }
    }

    /// What the right call gives.
    pub(crate) fn right_result(&self, step: u32, held: u64) -> u64 {
        let right = self.right_call(step, held);
        self.tools[right.tool].apply(right.argument)
    }

    /// The values that are held if every call is right: before the first step, and after each.
    pub fn gold(&self) -> Vec<u64> {
        let mut values = vec![self.start];
        for step in 0..self.depth {
            values.push(self.right_result(step, values[step as usize]));
        }
        values
    }

    /// The arguments of the right call at a step for whoever holds this value.
    pub(crate) fn right_arguments(&self, step: u32, held: u64) -> Value {
        let right = self.right_call(step, held);
        self.tools[right.tool].form.arguments(right.argument)
    }
}

impl Case for ChainCase {
    fn id(&self) -> String {
        format!("d{}-k{}-{}", self.depth, self.index, self.arm.name())
    }

    fn digest(&self) -> Digest {
        Digest::of_json(&(self, crate::opening::texts(self)))
    }

    fn group(&self) -> String {
        format!("d{}-k{}", self.depth, self.index)
    }
}

/// All cases of a config: by index, then depth, then arm, so that a run that is cut short has some of every depth.
pub(crate) fn cases(config: &Config) -> impl Iterator<Item = ChainCase> + use<> {
    let config = config.clone();
    // A handful, for which a sort would be more code than all the rest here.
    let mut depths = Vec::new();
    for depth in &config.depths {
        depths.insert(depths.partition_point(|known| known <= depth), *depth);
    }
    (0..config.tasks).flat_map(move |index| {
        let config = config.clone();
        depths.clone().into_iter().flat_map(move |depth| {
            let task = task(&config, depth, index);
            Arm::ALL.map(|arm| ChainCase {
                arm,
                ..task.clone()
            })
        })
    })
}

/// The case of a depth, an index and an arm.
pub fn case(config: &Config, depth: u32, index: u32, arm: Arm) -> ChainCase {
    ChainCase {
        arm,
        ..task(config, depth, index)
    }
}

/// The task of a depth and an index. What it computes depends on (depth, index, seed) alone; the condition changes only how it
/// is put.
fn task(config: &Config, depth: u32, index: u32) -> ChainCase {
    let place = [u64::from(depth), u64::from(index), config.seed];
    let stream = |purpose: &str| Stream::named(&format!("propagation/{purpose}"), &place);
    let form = match config.condition {
        Condition::Natural => ArgumentForm::Sentence,
        Condition::Fields => ArgumentForm::Fields,
        _ => ArgumentForm::Number,
    };

    let mut draws = stream("task");
    let start = draws.below(MODULUS);
    let mut all = tools(&mut draws, form);
    all.truncate(2 + config.distractors as usize);
    let addend = 11 + stream("addend").below(89);

    let mut order: Vec<usize> = (0..all.len()).collect();
    match config.condition {
        Condition::Swapped => order.swap(0, 1),
        Condition::Shuffled => stream("order").shuffle(&mut order),
        _ => {}
    }
    // `order` is a permutation that holds 0 and 1.
    let place_of = |tool: usize| {
        order
            .iter()
            .position(|other| *other == tool)
            .unwrap_or(tool)
    };
    let (even, odd) = (place_of(0), place_of(1));

    let mut plan_draws = stream("plan");
    let plan = match config.condition {
        Condition::Linear => (0..depth)
            .map(|_| if plan_draws.chance(0.5) { even } else { odd })
            .collect(),
        _ => Vec::new(),
    };

    let mut example_draws = stream("examples");
    let examples = (0..u64::from(config.examples))
        // Even and odd in turn, so that two examples show both; the first by chance.
        .scan(example_draws.below(2), |parity, _| {
            *parity = 1 - *parity;
            Some(example_draws.below(MODULUS / 2) * 2 + *parity)
        })
        .collect();

    ChainCase {
        depth,
        index,
        arm: Arm::TeacherForced,
        condition: config.condition,
        retries: config.retries,
        start,
        addend: if config.condition == Condition::Transformed {
            addend
        } else {
            0
        },
        tools: order.iter().map(|tool| all[*tool].clone()).collect(),
        even,
        odd,
        plan,
        examples,
    }
}

/// Eight tools with different names; a suite takes the first two and as many more as it has distractors.
fn tools(draws: &mut Stream, form: ArgumentForm) -> Vec<ModularTool> {
    let mut tools: Vec<ModularTool> = Vec::with_capacity(8);
    while tools.len() < 8 {
        let (a, b) = (1 + draws.below(MODULUS - 1), draws.below(MODULUS));
        let name = name(draws);
        if tools.iter().all(|tool| tool.name != name) {
            tools.push(ModularTool { name, a, b, form });
        }
    }
    tools
}

/// A name of two syllables that hints at nothing.
fn name(draws: &mut Stream) -> String {
    const CONSONANTS: &[u8] = b"bdfgklmnprtvz";
    const VOWELS: &[u8] = b"aeiou";
    let mut name = String::new();
    for letters in [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS] {
        name.extend(draws.pick(letters).map(|letter| char::from(*letter)));
    }
    name
}

//! Tasks from (domain, difficulty, index, seed): a shape, slots that no other task has, and the calls that answer it, executed.

mod draft;
mod query;
mod space;
mod swaps;

mod calendar;
mod knowledge;
mod medical;
mod retail;
mod weather;

use faultline_core::Stream;
use faultline_toolbox::{World, WorldKind};

pub(crate) use self::{
    query::{Move, Seen, next_move},
    swaps::swap,
};

use self::draft::Draft;
use crate::{Difficulty, Domain, Task};

/// One shape of a chain of calls.
struct Shape {
    /// Its name.
    name: &'static str,
    /// How long the chain is.
    difficulty: Difficulty,
    /// How many values each slot has. Different slots give different calls, so their product is how many tasks there are.
    slots: &'static [u64],
    /// Ways to ask, with the names of words in braces.
    phrasings: &'static [&'static str],
    /// Takes the slots, says the words, makes the calls and the answer.
    make: fn(&mut Draft),
}

impl Domain {
    /// How many tasks its suite has, easy, medium and hard: those of the paper's Table 1; of retail, of which the paper gives the
    /// sum alone, a hundred each.
    pub fn counts(self) -> [u32; 3] {
        match self {
            Self::Calendar => [192, 282, 193],
            Self::Weather => [215, 248, 211],
            Self::Medical => [106, 237, 216],
            Self::Knowledge => [0, 46, 54],
            Self::Retail => [100, 100, 100],
        }
    }

    /// The world that its tasks of this seed are asked in, as it stands before the first call.
    pub fn world(self, seed: u64) -> World {
        World::new(self.world_kind(), seed)
    }

    fn world_kind(self) -> WorldKind {
        match self {
            Self::Calendar => WorldKind::Calendar,
            Self::Weather => WorldKind::Weather,
            Self::Medical => WorldKind::Medical,
            Self::Knowledge => WorldKind::Knowledge,
            Self::Retail => WorldKind::Shop,
        }
    }

    fn shapes(self) -> &'static [Shape] {
        match self {
            Self::Calendar => calendar::SHAPES,
            Self::Weather => weather::SHAPES,
            Self::Medical => medical::SHAPES,
            Self::Knowledge => knowledge::SHAPES,
            Self::Retail => retail::SHAPES,
        }
    }
}

impl Task {
    /// The world that it is asked in, as it stands before the first call.
    pub fn world(&self) -> World {
        self.domain.world(self.seed)
    }
}

/// The task of a place. Within a suite no two tasks of indices below [`Domain::counts`] ask the same thing.
///
/// A domain without a shape of this difficulty (easy questions of knowledge) gives a task that asks nothing.
pub fn task(domain: Domain, difficulty: Difficulty, index: u32, seed: u64) -> Task {
    let shapes: Vec<(u64, &Shape)> = (0..)
        .zip(domain.shapes())
        .filter(|(_, shape)| shape.difficulty == difficulty)
        .collect();
    // The shapes take turns, and each gives its tasks in an order that the seed chooses.
    let turn = index as usize % shapes.len().max(1);
    let round = u64::from(index) / shapes.len().max(1) as u64;
    let number = Domain::ALL
        .iter()
        .position(|(other, ..)| *other == domain)
        .unwrap_or(0) as u64;
    let mut draws = Stream::named(
        "injection/task",
        &[number, difficulty as u64, u64::from(index), seed],
    );
    let mut task = Task {
        domain,
        difficulty,
        index,
        seed,
        shape: String::new(),
        query: String::new(),
        gold: Vec::new(),
        reference: String::new(),
        facts: Vec::new(),
        swaps: Vec::new(),
    };
    if let Some((place, shape)) = shapes.get(turn) {
        let slots = space::slots(shape.slots, round, &[number, *place, seed]);
        let phrasing = draws.below(shape.phrasings.len() as u64);
        let phrasing = usize::try_from(phrasing).unwrap_or(0);
        let mut draft = Draft::new(task.world(), slots, draws);
        (shape.make)(&mut draft);
        task.shape = format!("{}/{phrasing}", shape.name);
        draft.finish(shape.phrasings[phrasing], &mut task);
    }
    task
}

//! The injection study: does a corrupted parameter reach the answer, and does a judge or a monitor notice?

mod config;
mod evidence;
mod task;

mod cases;
mod tasks;

pub use crate::{
    cases::{InjectionCase, cases},
    config::{Condition, Config, Domain, Preset},
    evidence::{Evidence, Signals},
    task::{Difficulty, GoldCall, Swap, Task},
    tasks::task,
};

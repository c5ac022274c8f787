//! The boundary study: does the model's own likelihood notice a bad tool return as it arrives?

mod trajectory;

mod source;

pub use crate::{
    source::{
        DATABASE_FILE, Excluded, Imported, Inclusion, LONGEST_FILE, Rule, Source, SourceError,
        TASKS_FILE, trajectories,
    },
    trajectory::{Trajectory, TrajectoryStep},
};

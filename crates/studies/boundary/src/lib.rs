//! The boundary study: does the model's own likelihood notice a bad tool return as it arrives?

mod trajectory;

pub use crate::trajectory::{Trajectory, TrajectoryStep};

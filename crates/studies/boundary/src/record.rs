//! What the episode of a case showed.

use serde::{Deserialize, Serialize};

use crate::{Arm, BoundaryCase, Constraint, Measures, actions::Action};

/// One arm of a task, measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The case.
    pub case: String,
    /// The task; its arms are compared with one another.
    pub task: String,
    /// The person that it is about, by whom everything is resampled.
    pub user: String,
    /// The arm.
    pub arm: Arm,
    /// What of the prefix holds against the falsified value, where a value is falsified.
    pub constraint: Option<Constraint>,
    /// One row a step from the site on, k = 0 first.
    pub rows: Vec<Row>,
}

/// One step of an arm: the return of a call, and the decision after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Calls since the site: k.
    pub step: u32,
    /// The action that the reference takes next.
    pub reference: Option<Action>,
    /// What was measured, or why nothing was.
    pub measured: Result<Measures, String>,
}

impl Record {
    /// The record of a case with these rows.
    pub(crate) fn new(case: &BoundaryCase, id: String, rows: Vec<Row>) -> Self {
        Self {
            case: id,
            task: case.trajectory.task.clone(),
            user: case.trajectory.user.clone(),
            arm: case.arm,
            constraint: case.constraint,
            rows,
        }
    }

    /// Whether every row was measured.
    pub fn is_measured(&self) -> bool {
        self.rows.iter().all(|row| row.measured.is_ok())
    }
}

impl Row {
    /// The measures, where there are any.
    pub fn measures(&self) -> Option<&Measures> {
        self.measured.as_ref().ok()
    }

    /// Whether the leading action is the reference's (A); nothing where nothing was measured, or the reference goes on with none of the actions.
    pub fn agrees(&self) -> Option<bool> {
        Some(self.measures()?.leading() == self.reference?)
    }
}

/// What came of a row in a few words.
pub fn outcome_words(row: &Row) -> String {
    match &row.measured {
        Err(cause) => format!("not measured ({cause})"),
        Ok(measures) => {
            let leading = crate::actions::action_name(measures.leading());
            if row.agrees() == Some(true) {
                format!("{leading}, as the reference")
            } else {
                let reference = row.reference.map_or("nothing", crate::actions::action_name);
                format!("{leading}, the reference {reference}")
            }
        }
    }
}

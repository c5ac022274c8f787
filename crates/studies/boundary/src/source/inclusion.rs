//! Which tasks are measured, and which rule leaves out the others.

use serde::{Deserialize, Serialize};

use crate::MOST_STEPS;

/// A rule that a task must pass to be measured. They are applied in the order in which they stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// It is a task of the source. No task fails this.
    All,
    /// It has reference calls.
    ReferenceActions,
    /// One of them, at index 1 or later, is a `get_order_details`, and another call follows it.
    Site,
    /// The desk answers every call up to the first such one without an error.
    Replay,
    /// What the desk says of that order does not contradict what the user says of it.
    Belief,
    /// The return has a value that can be falsified, so that there is something to pair the clean one with.
    Paired,
}

impl Rule {
    /// All rules, in their order.
    pub const ALL: [Self; 6] = [
        Self::All,
        Self::ReferenceActions,
        Self::Site,
        Self::Replay,
        Self::Belief,
        Self::Paired,
    ];

    /// Its name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::ReferenceActions => "reference_actions",
            Self::Site => "site",
            Self::Replay => "replay",
            Self::Belief => "belief",
            Self::Paired => "paired",
        }
    }
}

/// A task that is not measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excluded {
    /// The task's id in its source.
    pub task: String,
    /// The first rule that it fails.
    pub rule: Rule,
    /// Why it fails, in words.
    pub cause: String,
}

/// How many tasks there were, and which of them are not measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inclusion {
    /// How many tasks were looked at.
    pub tasks: u32,
    /// Those that a rule leaves out, in the order of the source.
    pub excluded: Vec<Excluded>,
    /// Of those that pass the rule of replay, how many have a call after the one that is k after the site, for k from 0 to 3.
    pub replayed_steps: [u32; MOST_STEPS as usize],
}

impl Inclusion {
    /// How many tasks stay after each rule, the rules in their order.
    pub fn stays(&self) -> [(Rule, u32); 6] {
        Rule::ALL.map(|rule| {
            let fails = self.excluded.iter().filter(|task| task.rule <= rule);
            let fails = u32::try_from(fails.count()).unwrap_or(u32::MAX);
            (rule, self.tasks.saturating_sub(fails))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_takes_from_what_the_rules_before_it_left() {
        let excluded = |rule| Excluded {
            task: String::new(),
            rule,
            cause: String::new(),
        };
        let inclusion = Inclusion {
            tasks: 9,
            excluded: [Rule::Replay, Rule::Site, Rule::Site, Rule::Belief]
                .map(excluded)
                .to_vec(),
            replayed_steps: [6, 2, 0, 0],
        };
        assert_eq!(
            inclusion.stays().map(|(rule, tasks)| (rule.name(), tasks)),
            [
                ("all", 9),
                ("reference_actions", 9),
                ("site", 7),
                ("replay", 6),
                ("belief", 5),
                ("paired", 5)
            ]
        );
    }
}

//! What one episode showed: the same for our own runs and for released result files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::Layer;

/// One episode's evidence. What a source can't tell is absent, and leaves every denominator that needs it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The task, shared by models and conditions.
    pub task: String,
    /// The task's domain.
    pub domain: String,
    /// The task's difficulty; empty where unknown.
    pub difficulty: String,
    /// The condition, by the names of [`Condition`](crate::Condition).
    pub condition: String,
    /// What its own file calls the episode; empty for our own, which task and condition name.
    pub case: String,
    /// Whether the agent emitted a call at all.
    pub called: Option<bool>,
    /// S1: a call was emitted and changed.
    pub injected: Option<bool>,
    /// S2: the changed call ran, and what came of it differs from what the planned call gives.
    pub effect: Option<bool>,
    /// The verdict of each judge on the answer, by the judge's name: right or wrong. A judge that failed has none.
    pub verdicts: BTreeMap<String, bool>,
    /// The judges that were asked and gave no verdict that could be read, and have none in [`verdicts`](Self::verdicts).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub failed_judges: BTreeSet<String>,
    /// How many stages show the error, parameter generation included, less one.
    pub stages: Option<u32>,
    /// The same, weighted by the kind of error and whether it was detectable.
    pub weighted: Option<f64>,
    /// The answer; absent where the episode gave none.
    pub answer: Option<String>,
    /// The reference.
    pub reference: Option<String>,
    /// What was asked.
    pub query: Option<String>,
    /// The sentence that claims what no tool returned; `Some(None)` where there is none.
    pub fabricated: Option<Option<String>>,
    /// What the monitor's layers counted; where the monitor watched or could have.
    pub signals: Option<Signals>,
    /// Whether the monitor ended the episode; absent where none watched.
    pub abstained: Option<bool>,
    /// The layer at which the monitor ended the episode.
    pub abstained_by: Option<Layer>,
    /// Whether the agent issued the planned call again after the changed one.
    pub reissued: Option<bool>,
    /// The user's turn (from 0) whose answer was the first that is right, where the user followed up; `Some(None)` where none is.
    pub repaired_in_turn: Option<Option<u32>>,
    /// Why nothing was measured; then all else but task and condition may be absent.
    pub unmeasured: Option<String>,
}

/// What the three layers of the monitor count in an episode.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signals {
    /// L1: violations of schemas and errors of tools.
    pub errors: u32,
    /// L2: words of doubt in the reasoning.
    pub doubts: u32,
    /// L3: numbers in the answer that no observation supports.
    pub unsupported: Vec<String>,
    /// Whether the answer claims success although a tool gave an error.
    pub claims_success: bool,
}

impl Evidence {
    /// Puts what another source says of the same episode beside what is here: what either tells stands, what both tell must be the
    /// same. An episode that was measured is taken before one that was not; of two causes why not, the lesser in order stays.
    ///
    /// # Errors
    /// Both tell something, and it differs; then this is left as it was.
    pub(crate) fn join(&mut self, other: Self) -> Result<(), Differs> {
        let joined = match (&self.unmeasured, &other.unmeasured) {
            (None, Some(_)) => return Ok(()),
            (Some(_), None) => other,
            (Some(mine), Some(theirs)) => {
                // Which of two that showed nothing is kept must not depend on which came first.
                let rank = |evidence: &Self| serde_json::to_string(evidence).unwrap_or_default();
                if (theirs, rank(&other)) < (mine, rank(self)) {
                    other
                } else {
                    return Ok(());
                }
            }
            (None, None) => self.clone().joined(other)?,
        };
        *self = joined;
        Ok(())
    }

    fn joined(mut self, other: Self) -> Result<Self, Differs> {
        for (mine, theirs) in [
            (&mut self.task, other.task),
            (&mut self.condition, other.condition),
            (&mut self.domain, other.domain),
            (&mut self.difficulty, other.difficulty),
            (&mut self.case, other.case),
        ] {
            if mine.is_empty() {
                *mine = theirs;
            } else if !theirs.is_empty() && *mine != theirs {
                return Err(Differs);
            }
        }
        for (judge, verdict) in other.verdicts {
            if *self.verdicts.entry(judge).or_insert(verdict) != verdict {
                return Err(Differs);
            }
        }
        self.failed_judges.extend(other.failed_judges);
        let verdicts = &self.verdicts;
        self.failed_judges
            .retain(|judge| !verdicts.contains_key(judge));
        fill(&mut self.called, other.called)?;
        fill(&mut self.injected, other.injected)?;
        fill(&mut self.effect, other.effect)?;
        fill(&mut self.stages, other.stages)?;
        fill(&mut self.weighted, other.weighted)?;
        fill(&mut self.answer, other.answer)?;
        fill(&mut self.reference, other.reference)?;
        fill(&mut self.query, other.query)?;
        fill(&mut self.fabricated, other.fabricated)?;
        fill(&mut self.signals, other.signals)?;
        fill(&mut self.abstained, other.abstained)?;
        fill(&mut self.abstained_by, other.abstained_by)?;
        fill(&mut self.reissued, other.reissued)?;
        fill(&mut self.repaired_in_turn, other.repaired_in_turn)?;
        Ok(self)
    }
}

/// Two sources tell the same thing differently.
#[derive(Debug)]
pub(crate) struct Differs;

fn fill<T: PartialEq>(mine: &mut Option<T>, theirs: Option<T>) -> Result<(), Differs> {
    match (&mine, theirs) {
        (_, None) => Ok(()),
        (None, theirs) => {
            *mine = theirs;
            Ok(())
        }
        (Some(known), Some(theirs)) if *known == theirs => Ok(()),
        _ => Err(Differs),
    }
}

//! What one episode showed: a raw record, with the field names of the paper's Table 13.

use faultline_core::Digest;
use serde::Serialize;
use serde_json::Value;

use crate::{
    Attribution, Check, Failure, Family, Stage, attribution::attribute, attribution::is_spillover,
};

/// A raw record. Fields that only a decision has are empty where none was asked for.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the fields are those of the published records"
)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// The case.
    pub case: String,
    /// The seed task that it was made of; cases of one anchor are resampled together.
    pub anchor: String,
    /// The families whose perturbation it has: its own alone of a clean or single-family case, two of a mixed pair.
    pub families: Vec<Family>,
    /// The subtypes, such as `A1` or `A2+B3`; empty where it is clean.
    pub subtype: String,
    /// `clean`, `light`, `medium` or `heavy`.
    pub severity: String,
    /// The intervention under which it was asked; empty where none was.
    pub intervention: String,
    /// The tool that is right, by the name that it has without any perturbation.
    pub gold_canonical_tool_id: String,
    /// The arguments that are right.
    pub expected_arguments: Value,
    /// What is to be recovered in the end.
    pub expected_result: Value,
    /// Why nothing was measured; absent where it was.
    pub unmeasured: Option<String>,
    /// The tool that was called, by its name without any perturbation, or as it was written where there is none.
    pub called_tool: Option<String>,
    /// The arguments that it was called with.
    pub called_arguments: Option<Value>,
    /// Whether all checks pass.
    pub success: bool,
    /// Whether they do where failure types are compared without the table of aliases.
    pub success_unnormalised: bool,
    /// The checks that fail, in their order.
    pub failed_checks: Vec<Check>,
    /// The checks that would fail if the source of the failure were put right and the rest replayed; absent where nothing failed, or where
    /// the rest could not be replayed.
    pub repaired_checks: Option<Vec<Check>>,
    /// The failure that is seen.
    pub observed_failure_tag: Option<Failure>,
    /// The failure that it comes from.
    pub primary_failure_tag: Option<Failure>,
    /// The stage at which behaviour first fails.
    pub first_failure_stage: Option<Stage>,
    /// The stage of the source, where the symptom is another failure.
    pub cascade_from_stage: Option<Stage>,
    /// Whether symptom and source differ.
    pub is_cascade_failure: bool,
    /// Whether the source is none that the families aim at.
    pub boundary_violation_flag: bool,
    /// Whether the source is one that the families aim at; `false` where nothing failed.
    pub expected_primary_match: bool,
    /// Whether the symptom is one that may follow from another source; `false` where nothing failed.
    pub spillover_match: bool,
    /// Whether a decision was asked for and a reply to it came.
    pub has_decision: bool,
    /// The status that was decided on.
    pub decision_status: Option<String>,
    /// The statuses that are accepted.
    pub expected_statuses: Vec<String>,
    /// Whether a retry was decided on.
    pub decision_retryable: Option<bool>,
    /// Whether a retry is right; absent where no judgement applies.
    pub expected_retryable: Option<bool>,
    /// The failure type as it was written.
    pub decision_failure_type: Option<String>,
    /// The failure types that are accepted.
    pub expected_failure_types: Vec<String>,
    /// The result that was kept.
    pub decision_final_result: Option<Value>,
    /// Which of the decision's parts are right.
    pub decision_matches: DecisionMatches,
    /// Of an episode with evidence loss: whether the packet that was seen determines the result.
    pub is_determined: Option<bool>,
}

/// Which parts of a decision are right; all false where none was asked for or none can be read.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each part is judged on its own, and any can go with any other"
)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DecisionMatches {
    /// The status.
    pub status: bool,
    /// Retryability.
    pub retryable: bool,
    /// The failure type, by the table of aliases.
    pub failure_type: bool,
    /// The failure type as it was written.
    pub failure_type_unnormalised: bool,
    /// The final result.
    pub result: bool,
}

impl Record {
    /// Whether it is perturbed.
    pub fn is_perturbed(&self) -> bool {
        !self.subtype.is_empty()
    }

    /// Whether it is of the four families one by one, without intervention.
    pub fn is_single(&self) -> bool {
        self.families.len() == 1 && self.intervention.is_empty()
    }

    /// Whether it was measured.
    pub fn is_measured(&self) -> bool {
        self.unmeasured.is_none()
    }

    /// Whether it is a measured failure.
    pub fn is_failure(&self) -> bool {
        self.is_measured() && !self.success
    }

    /// The family; of a mixed pair the first.
    pub fn family(&self) -> Option<Family> {
        self.families.first().copied()
    }

    /// Sets what follows from the checks that fail.
    pub(crate) fn attribute(&mut self, failed: Vec<Check>) {
        self.success = failed.is_empty();
        if let Some(found) = attribute(&self.families, &failed) {
            let Attribution {
                observed,
                primary,
                first_stage,
                cascade_from,
                violates_boundary,
            } = found;
            self.observed_failure_tag = Some(observed);
            self.primary_failure_tag = Some(primary);
            self.first_failure_stage = Some(first_stage);
            self.cascade_from_stage = cascade_from;
            self.is_cascade_failure = found.is_cascade();
            self.boundary_violation_flag = violates_boundary;
            self.expected_primary_match = !violates_boundary;
            self.spillover_match = is_spillover(&self.families, &found);
        }
        self.failed_checks = failed;
    }

    /// How many faults there are; `None` where nothing failed.
    pub fn tier(&self) -> Option<Tier> {
        let failed = &self.failed_checks;
        let is_of_call = |check: &&Check| **check < Check::Decision;
        let of_call = failed.iter().filter(is_of_call).count();
        match failed.len() {
            0 => None,
            1 => Some(Tier::Single),
            n if of_call == 0 || of_call == n => Some(Tier::Cascade),
            _ => Some(Tier::MultiFault),
        }
    }

    /// Whether all checks pass once the source is put right; `None` where nothing failed, or where that could not be tried.
    pub fn recovers(&self) -> Option<bool> {
        self.repaired_checks.as_ref().map(Vec::is_empty)
    }
}

/// How many faults a failed episode has (the paper's Table 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// 1: one check fails.
    Single,
    /// 2: several fail, all of the call or all of the decision, so that the later may follow from the first.
    Cascade,
    /// 3: several fail of both. The decision builds on the right call whatever was called, so these are faults of their own.
    MultiFault,
}

impl Tier {
    /// All tiers.
    pub const ALL: [Self; 3] = [Self::Single, Self::Cascade, Self::MultiFault];

    /// The number and the name as rows show them.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "1: single",
            Self::Cascade => "2: cascade",
            Self::MultiFault => "3: multi-fault",
        }
    }
}

/// What a label calls a record: the first twelve digits of the digest of model, case, call and decision. It tells an annotator nothing of
/// the model, and a label of one reply is never taken for one of another.
pub fn label_case(model: &str, record: &Record) -> String {
    let decision = (
        &record.decision_status,
        record.decision_retryable,
        &record.decision_failure_type,
        &record.decision_final_result,
    );
    let call = (&record.called_tool, &record.called_arguments);
    let mut name = Digest::of_json(&(model, &record.case, call, decision)).to_string();
    name.truncate(12);
    name
}

//! One instance: what is shown, and apart from it what it is judged by.

use faultline_core::ToolSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Family, Intervention, Pair, Severity, Subtype};

/// A tool as it is exposed, and which tool it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExposedTool {
    /// The id of the tool behind the exposed name.
    pub canonical: String,
    /// Name, description and schema as shown.
    #[serde(flatten)]
    pub spec: ToolSpec,
}

/// One instance of the suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Unique within a suite, readable, such as `get_weather-2-A1-light`.
    pub id: String,
    /// The family; of a pair, that of its first subtype.
    pub family: Family,
    /// What is perturbed; none where the instance is clean. Of a pair, its first.
    pub subtype: Option<Subtype>,
    /// How strongly.
    pub severity: Severity,
    /// The id of the clean seed task, which all instances made from it share, such as `get_weather-2`.
    pub anchor: String,
    /// The template by name; of a pair, both with `+` between them; empty where the instance is clean.
    pub template: String,
    /// The tools on offer, in the order in which they are shown.
    pub tools: Vec<ExposedTool>,
    /// Worked examples, in the order in which they are shown before the request.
    pub examples: Vec<Example>,
    /// What the user asks.
    pub request: String,
    /// Where the request still gives what it hides; empty outside the intent family.
    pub recovery: Vec<Recovery>,
    /// The call that answers the request, and what it returns.
    pub gold: GoldCall,
    /// What the model is shown after its call, and the decision that is right; in families C and D, also clean.
    pub packet: Option<Packet>,
    /// The static strength of the template; of a pair, the sum; 0 where the instance is clean.
    pub strength: f64,
    /// The operators of the template, in the order in which they are applied.
    pub operators: Vec<&'static str>,
    /// The pair, where two subtypes are combined.
    pub mixed: Option<Pair>,
    /// What is added to help, where something is.
    pub intervention: Option<Intervention>,
}

impl Instance {
    /// Whether a decision is asked for after the call.
    pub fn has_decision(&self) -> bool {
        self.packet.is_some()
    }

    /// The canonical id behind an exposed name.
    pub fn canonical(&self, exposed: &str) -> Option<&str> {
        self.tools
            .iter()
            .find(|tool| tool.spec.name == exposed)
            .map(|tool| tool.canonical.as_str())
    }

    /// The gold tool as it is exposed.
    pub fn gold_tool(&self) -> Option<&ExposedTool> {
        self.tools
            .iter()
            .find(|tool| tool.canonical == self.gold.tool)
    }
}

/// Which words of a request give an argument's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recovery {
    /// The argument.
    pub argument: String,
    /// A part of the request, from which the value follows.
    pub words: String,
}

/// The right call, and what it returned when it was executed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoldCall {
    /// The canonical id of the tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// What it returned: an object.
    pub result: Value,
}

/// A worked example, shown before the request: another request, the right call, what it returned and the right decision on that.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    /// What the user asks.
    pub request: String,
    /// The tool that is right, under the name by which it is on offer.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// What came back and the right decision; shown only where the instance asks for a decision too.
    #[serde(flatten)]
    pub packet: Packet,
}

/// What a model is shown after its call, and what it should make of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Packet {
    /// What is shown: an object of JSON.
    pub visible: Value,
    /// The decision that is right.
    pub decision: GoldDecision,
    /// The fields of the clean result that the packet does not give in their place, in the result's order.
    pub lost: Vec<String>,
}

/// The right decision after a packet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoldDecision {
    /// How the execution ended.
    pub status: Status,
    /// Whether the call should be tried again.
    pub retryable: bool,
    /// What went wrong, `none` where nothing did.
    pub failure_type: FailureType,
    /// What is to be kept: the clean result, the part of it that can be trusted, or null.
    pub final_result: Value,
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The whole result is there.
    Success,
    /// A part of the result is there.
    Partial,
    /// There is no result.
    Error,
}

impl Status {
    /// All, with their names in files and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Success, "success", "the whole result is there"),
        (
            Self::Partial,
            "partial",
            "only a part of the result is there",
        ),
        (Self::Error, "error", "there is no result to keep"),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// What went wrong in an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureType {
    /// Nothing.
    None,
    /// The time ran out.
    Timeout,
    /// The service could not be reached for now.
    ServiceUnavailable,
    /// Too many requests for now.
    RateLimited,
    /// The caller may not do this.
    PermissionDenied,
    /// The service took an argument for wrong.
    InvalidArgument,
}

impl FailureType {
    /// All, with their names in files and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::None, "none", "nothing went wrong"),
        (Self::Timeout, "timeout", "the time ran out"),
        (
            Self::ServiceUnavailable,
            "service_unavailable",
            "the service could not be reached for now",
        ),
        (
            Self::RateLimited,
            "rate_limited",
            "too many requests for now",
        ),
        (
            Self::PermissionDenied,
            "permission_denied",
            "the caller may not do this",
        ),
        (
            Self::InvalidArgument,
            "invalid_argument",
            "the service refused an argument",
        ),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

//! The simulated policies and what can be set of them.

use faultline_core::{ParameterSpec, PolicyError, PolicySettings, PolicySpec};

/// Every policy.
pub const POLICIES: &[PolicySpec] = &[
    PolicySpec {
        name: "reader",
        help: "reads tools, request and return by rules, and is wrong where what it is shown does not say enough",
        parameters: &[],
    },
    PolicySpec {
        name: "gold",
        help: "no policy but the answer key: replays the reference replies, to test the scorer",
        parameters: &[],
    },
    PolicySpec {
        name: "silent",
        help: "never calls and never decides",
        parameters: &[],
    },
    PolicySpec {
        name: "agent",
        help: "reads as the reader does, and breaks the stages of a call by chance, each at its own rate",
        parameters: &[
            ParameterSpec::share(
                "silent",
                0.0,
                "S1: how often it says something instead of calling",
            ),
            ParameterSpec::share(
                "wrong_tool",
                0.05,
                "S1: how often it calls another tool on offer",
            ),
            ParameterSpec::share(
                "overlap",
                0.0,
                "S1: how often it picks the tool whose name and description share most words with the request",
            ),
            ParameterSpec::share(
                "invented_tool",
                0.0,
                "S2: how often it calls a tool that is not on offer",
            ),
            ParameterSpec::share(
                "schema",
                0.03,
                "S2: how often it gives an argument a name that the schema does not know",
            ),
            ParameterSpec::share("missing", 0.05, "S3: how often it leaves out an argument"),
            ParameterSpec::share("wrong", 0.05, "S3: how often an argument has another value"),
            ParameterSpec::share(
                "first_number",
                0.0,
                "S3: how often it takes the first number of the request that fits for every argument that is a number",
            ),
            ParameterSpec::share(
                "known_names",
                0.0,
                "S1: how often it calls the first tool on offer instead of one whose name it does not know",
            ),
            ParameterSpec::share(
                "first_value",
                0.0,
                "S3: how often it takes the first values that the request names, whatever is said about them",
            ),
            ParameterSpec::share(
                "misread",
                0.2,
                "S4: how often it keeps the whole packet as it came for the result",
            ),
            ParameterSpec::share(
                "last",
                0.0,
                "S4: how often it keeps the last object in the packet for the result",
            ),
            ParameterSpec::share(
                "retry",
                0.2,
                "S4: how often it would try again whatever came back",
            ),
            ParameterSpec::share(
                "literal",
                0.0,
                "S4: how often it takes the packet's own labels for status and failure type",
            ),
            ParameterSpec::share("unreadable", 0.0, "S4: how often its decision is no JSON"),
        ],
    },
];

/// A policy with its parameters set.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy(pub(super) PolicySettings);

impl Policy {
    /// Reads `sim:agent?wrong_tool=0.5&retry=1` or `sim:agent,wrong_tool=0.5,retry=1`.
    ///
    /// # Errors
    /// An unknown policy or parameter, or a value out of its range; the message lists what there is.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        PolicySettings::parse(text, POLICIES).map(Self)
    }

    /// The value of a parameter, given or by default; 0 of a policy that has none of this name.
    pub(super) fn parameter(&self, name: &str) -> f64 {
        match (self.0.name(), name) {
            ("silent", "silent") => 1.0,
            _ => self.0.parameter(name),
        }
    }
}

//! The simulated policies and what can be set of them.

use faultline_core::{ParameterSpec, PolicyError, PolicySettings, PolicySpec};

/// Every policy.
pub const POLICIES: &[PolicySpec] = &[
    PolicySpec {
        name: "oracle",
        help: "works the task out from the question and the observations, and makes a call again whose result is not what it asked for",
        parameters: &[],
    },
    PolicySpec {
        name: "agent",
        help: "knows how to work the task out, and notices or passes on what is wrong by chance",
        parameters: &[
            ParameterSpec::share(
                "notice",
                0.3,
                "how often it makes a call again whose result does not fit what it asked for, looking once at the result and once at each follow-up",
            ),
            ParameterSpec::share(
                "repair",
                0.7,
                "how often it makes a call again that gave an error; else it gives up",
            ),
            ParameterSpec::share(
                "pass",
                1.0,
                "how often it goes on with a result that does not fit where it does not notice; else it gives up",
            ),
            ParameterSpec::share(
                "fabricate",
                0.0,
                "how often it claims a result without any call",
            ),
            ParameterSpec::share("doubt", 0.0, "how often its reasons hold words of doubt"),
            ParameterSpec::share("syntax", 0.0, "how often its reply can't be read"),
        ],
    },
];

/// A policy with its parameters set.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy(PolicySettings);

impl Policy {
    /// Reads `sim:agent?notice=0.5&repair=1` or `sim:agent,notice=0.5,repair=1`.
    ///
    /// # Errors
    /// An unknown policy or parameter, or a value out of its range; the message lists what there is.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        PolicySettings::parse(text, POLICIES).map(Self)
    }

    /// The value of a parameter, given or by default; of a policy that has none of this name, that of one who does everything
    /// right.
    pub(super) fn parameter(&self, name: &str) -> f64 {
        match (self.0.name(), name) {
            ("oracle", "notice" | "repair" | "pass") => 1.0,
            _ => self.0.parameter(name),
        }
    }
}

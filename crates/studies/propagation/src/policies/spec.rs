//! The simulated policies and what can be set of them.

use faultline_core::{ParameterSpec, PolicyError, PolicySettings, PolicySpec};

/// Every policy.
pub const POLICIES: &[PolicySpec] = &[
    PolicySpec {
        name: "oracle",
        help: "always right for the value held",
        parameters: &[],
    },
    PolicySpec {
        name: "noisy",
        help: "errs independently at each call",
        parameters: &[
            ParameterSpec::share(
                "p",
                0.7,
                "right while its history shows no mistake of its own",
            ),
            ParameterSpec {
                name: "poisoned",
                default: None,
                follows: "p",
                max: 1.0,
                help: "right after a mistake of its own",
            },
            ParameterSpec::share("syntax", 0.0, "share of its errors that do not parse"),
        ],
    },
    PolicySpec {
        name: "decay",
        help: "errs more as the context grows: right with p · exp(−rate · calls so far)",
        parameters: &[
            ParameterSpec::share("p", 0.9, "right at the first call"),
            ParameterSpec {
                name: "rate",
                default: Some(0.1),
                follows: "",
                max: 10.0,
                help: "loss a call",
            },
        ],
    },
    PolicySpec {
        name: "first",
        help: "picks the tool that is listed first, whatever the rule says",
        parameters: &[ParameterSpec::share(
            "bias",
            0.5,
            "how often; else it follows the rule",
        )],
    },
    PolicySpec {
        name: "contrary",
        help: "picks the tool that the rule does not give",
        parameters: &[ParameterSpec::share(
            "p",
            0.25,
            "how often it follows the rule",
        )],
    },
    PolicySpec {
        name: "stale",
        help: "goes on from the value before the last one",
        parameters: &[ParameterSpec::share(
            "stale",
            0.3,
            "how often, from the second call on",
        )],
    },
    PolicySpec {
        name: "correct",
        help: "notices mistakes of its own and redoes the first one",
        parameters: &[
            ParameterSpec::share("p", 0.7, "right where it does not redo a call"),
            ParameterSpec::share(
                "repair",
                0.5,
                "how often it redoes the call where a mistake stands uncorrected",
            ),
        ],
    },
    PolicySpec {
        name: "broken",
        help: "makes calls that can't be executed",
        parameters: &[ParameterSpec::share("syntax", 0.2, "how often")],
    },
];

/// A policy with its parameters set.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy(pub(super) PolicySettings);

impl Policy {
    /// Reads `sim:noisy?p=0.7&syntax=0.1` or `sim:noisy,p=0.7,syntax=0.1`.
    ///
    /// # Errors
    /// An unknown policy or parameter, or a value out of its range; the message lists what there is.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        PolicySettings::parse(text, POLICIES).map(Self)
    }
}

//! The grammar of simulated policies: `sim:NAME?key=value&key=value`, or with commas: `sim:NAME,key=value`.

use std::fmt;

use crate::number_of;

/// A simulated policy of a study, and what can be set of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicySpec {
    /// Its name after `sim:`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Its parameters.
    pub parameters: &'static [ParameterSpec],
}

/// A parameter of a policy: a number from 0 to 1, or for a rate to 10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterSpec {
    /// Its name.
    pub name: &'static str,
    /// The default; absent where it follows another parameter, which `follows` names.
    pub default: Option<f64>,
    /// The parameter whose value is the default.
    pub follows: &'static str,
    /// The greatest value; the least is 0.
    pub max: f64,
    /// What it is.
    pub help: &'static str,
}

impl ParameterSpec {
    /// A number from 0 to 1 with this default.
    pub const fn share(name: &'static str, default: f64, help: &'static str) -> Self {
        Self {
            name,
            default: Some(default),
            follows: "",
            max: 1.0,
            help,
        }
    }
}

/// A policy with its parameters set.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicySettings {
    spec: &'static PolicySpec,
    values: Vec<f64>,
}

/// Why a policy's specification was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError(String);

impl std::error::Error for PolicyError {}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the name of every simulated model begins with.
const SIMULATED: &str = "sim:";

/// Whether a model of this name is a simulated policy.
pub fn is_simulated(model: &str) -> bool {
    model.starts_with(SIMULATED)
}

impl PolicySettings {
    /// Reads `sim:noisy?p=0.7&syntax=0.1` or `sim:noisy,p=0.7,syntax=0.1`, where the study has these policies.
    ///
    /// # Errors
    /// An unknown policy or parameter, or a value out of its range; the message lists what there is.
    pub fn parse(text: &str, policies: &'static [PolicySpec]) -> Result<Self, PolicyError> {
        let wrong = |message: String| PolicyError(format!("{message}, in the model '{text}'"));
        let body = text.strip_prefix(SIMULATED).unwrap_or(text);
        let mut parts = body.split(['?', '&', ',']);
        let name = parts.next().unwrap_or_default();
        let names: Vec<_> = policies.iter().map(|spec| spec.name).collect();
        let spec = policies
            .iter()
            .find(|spec| spec.name == name)
            .ok_or_else(|| {
                wrong(format!(
                    "no simulated policy '{name}' (there are {})",
                    names.join(", ")
                ))
            })?;
        let mut given: Vec<Option<f64>> = vec![None; spec.parameters.len()];
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| wrong(format!("'{part}' should be of the form key=value")))?;
            let place = spec
                .parameters
                .iter()
                .position(|parameter| parameter.name == key)
                .ok_or_else(|| {
                    let known: Vec<_> = spec
                        .parameters
                        .iter()
                        .map(|parameter| parameter.name)
                        .collect();
                    let known = if known.is_empty() {
                        "none".into()
                    } else {
                        known.join(", ")
                    };
                    wrong(format!(
                        "{name} has no parameter '{key}' (its parameters: {known})"
                    ))
                })?;
            let max = spec.parameters[place].max;
            let number = number_of(value).filter(|number| (0.0..=max).contains(number));
            given[place] = Some(number.ok_or_else(|| {
                wrong(format!(
                    "{key} must be a number from 0 to {max}, not '{value}'"
                ))
            })?);
        }
        let value = |name: &str| {
            let place = spec
                .parameters
                .iter()
                .position(|parameter| parameter.name == name)?;
            given[place].or(spec.parameters[place].default)
        };
        let values = spec
            .parameters
            .iter()
            // A parameter without a default follows one that has one.
            .map(|parameter| {
                value(parameter.name)
                    .or_else(|| value(parameter.follows))
                    .unwrap_or(0.0)
            })
            .collect();
        Ok(Self { spec, values })
    }

    /// Its name after `sim:`.
    pub fn name(&self) -> &'static str {
        self.spec.name
    }

    /// The value of a parameter, given or by default; 0 where the policy has none of this name.
    pub fn parameter(&self, name: &str) -> f64 {
        let place = self
            .spec
            .parameters
            .iter()
            .position(|parameter| parameter.name == name);
        place.map_or(0.0, |place| self.values[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICIES: &[PolicySpec] = &[
        PolicySpec {
            name: "oracle",
            help: "",
            parameters: &[],
        },
        PolicySpec {
            name: "noisy",
            help: "",
            parameters: &[
                ParameterSpec::share("p", 0.7, ""),
                ParameterSpec {
                    name: "poisoned",
                    default: None,
                    follows: "p",
                    max: 1.0,
                    help: "",
                },
                ParameterSpec::share("syntax", 0.0, ""),
            ],
        },
    ];

    #[test]
    fn specifications_are_read_or_explained() {
        let read = |text: &str| match PolicySettings::parse(text, POLICIES) {
            Ok(policy) => format!("{} {:?}", policy.name(), policy.values),
            Err(error) => error.to_string(),
        };
        for (text, expected) in [
            ("sim:oracle", "oracle []"),
            ("sim:noisy", "noisy [0.7, 0.7, 0.0]"),
            ("sim:noisy?p=0.6", "noisy [0.6, 0.6, 0.0]"),
            (
                "sim:noisy?p=0.7&poisoned=0.5&syntax=0.1",
                "noisy [0.7, 0.5, 0.1]",
            ),
            ("sim:noisy,p=0.7,poisoned=0.5", "noisy [0.7, 0.5, 0.0]"),
            (
                "sim:nosy",
                "no simulated policy 'nosy' (there are oracle, noisy), in the model 'sim:nosy'",
            ),
            (
                "sim:noisy?q=1",
                "noisy has no parameter 'q' (its parameters: p, poisoned, syntax), in the model 'sim:noisy?q=1'",
            ),
            (
                "sim:noisy?p=1.5",
                "p must be a number from 0 to 1, not '1.5', in the model 'sim:noisy?p=1.5'",
            ),
            (
                "sim:noisy?p=NaN",
                "p must be a number from 0 to 1, not 'NaN', in the model 'sim:noisy?p=NaN'",
            ),
            (
                "sim:noisy?p",
                "'p' should be of the form key=value, in the model 'sim:noisy?p'",
            ),
        ] {
            assert_eq!(read(text), expected);
        }
    }
}

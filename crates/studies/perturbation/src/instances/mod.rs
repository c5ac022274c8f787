//! Instances, made from seed tasks by templates.

use thiserror::Error;

use crate::{Config, ConfigError, Instance};

/// Why no suite is generated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GenerateError {
    /// What was asked for can't be made.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The catalogue of templates does not keep its rules.
    #[error(transparent)]
    Gate(#[from] GateError),
}

/// A rule of the catalogue that a template breaks.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("template {template}: {rule}")]
pub struct GateError {
    /// The template.
    pub template: String,
    /// The rule, in words.
    pub rule: String,
}

/// All instances of a config, lazily.
pub(crate) fn instances(
    config: &Config,
) -> Result<impl Iterator<Item = Instance> + use<>, GenerateError> {
    config.pairs()?;
    Ok(std::iter::empty())
}

/// The instance of this id, if the config makes it.
pub(crate) fn named(config: &Config, id: &str) -> Option<Instance> {
    instances(config).ok()?.find(|instance| instance.id == id)
}

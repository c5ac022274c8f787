//! What can be set.

use std::sync::LazyLock;

use faultline_core::{Field, FieldKind, Named};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Family, Pair, Severity, Subtype};

/// The seed of the published suite.
pub const PUBLISHED_SEED: u64 = 20_260_511;

/// The settings of a perturbation run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Seed tasks of each bucket (a subtype at a severity, or a family's clean baseline), at most; the tools take turns.
    pub tasks: u32,
    /// How many of the 40 tools are sampled; each has three seed tasks.
    pub tools: u32,
    /// The families, each once.
    pub families: Vec<Family>,
    /// The subtypes, each once; those of other families are left out.
    pub subtypes: Vec<Subtype>,
    /// The severities, each once.
    pub severities: Vec<Severity>,
    /// Which pairs are asked beside the single subtypes: `none`, `published`, `only` or pairs such as `A2+B3`. With `only`, the
    /// single subtypes are left out.
    pub mixed: Vec<String>,
    /// With which help the instances are asked, each once.
    pub intervention: Vec<Arm>,
    /// Worked examples before each request.
    #[serde(skip_serializing_if = "is_zero")]
    pub examples: u32,
    /// Which tools are sampled, and in which order their tasks come.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            tasks: 48,
            tools: 16,
            families: Family::ALL.map(|(family, ..)| family).to_vec(),
            subtypes: Subtype::ALL.map(|(subtype, ..)| subtype).to_vec(),
            severities: Severity::ALL.map(|(severity, ..)| severity).to_vec(),
            mixed: vec!["none".into()],
            intervention: vec![Arm::Plain],
            examples: 0,
            seed: PUBLISHED_SEED,
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes what it may skip by reference"
)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Whether an instance is asked with help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// As it is.
    Plain,
    /// The interface family again, with the tools' own names beside the perturbed ones.
    Aliases,
    /// The intent family again, with instructions to bind parameters one by one.
    Binding,
}

impl Arm {
    /// Every arm with its name and what it does.
    pub const ALL: [Named<Self>; 3] = [
        (Self::Plain, "plain", "as it is"),
        (
            Self::Aliases,
            "aliases",
            "family A again, canonical names beside the perturbed ones",
        ),
        (
            Self::Binding,
            "binding",
            "family B again, with instructions to bind parameters one by one",
        ),
    ];

    /// The help, where there is one.
    pub fn intervention(self) -> Option<Intervention> {
        match self {
            Self::Plain => None,
            Self::Aliases => Some(Intervention::Aliases),
            Self::Binding => Some(Intervention::Binding),
        }
    }
}

/// What is added to an instance to help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intervention {
    /// The tools' own names stand beside the perturbed ones: aimed at tool selection (S1).
    Aliases,
    /// The request ends with instructions to bind parameters one by one: aimed at argument binding (S3).
    Binding,
}

impl Intervention {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Aliases => "aliases",
            Self::Binding => "binding",
        }
    }

    /// The family that it is meant for.
    pub fn family(self) -> Family {
        match self {
            Self::Aliases => Family::A,
            Self::Binding => Family::B,
        }
    }
}

/// Why a config makes no suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The two subtypes can't be combined.
    #[error("the pair {pair} can't be combined: {reason}")]
    Incompatible {
        /// The pair.
        pair: Pair,
        /// Why.
        reason: &'static str,
    },
    /// There is no such pair.
    #[error(
        "mixed holds none, published, only, or pairs such as A2+B3, the earlier subtype first, not '{text}'"
    )]
    UnknownPair {
        /// What was given.
        text: String,
    },
    /// `none` beside something else.
    #[error("mixed holds none and pairs at once; leave out one of the two")]
    NoneAndPairs,
}

impl Config {
    /// The pairs that are asked for, each once, in the order of the setting.
    ///
    /// # Errors
    /// A pair that does not exist, or whose subtypes can't be combined.
    pub fn pairs(&self) -> Result<Vec<Pair>, ConfigError> {
        let mut pairs = Vec::new();
        let mut add = |pair: Pair| {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        };
        if self.mixed.len() > 1 && self.mixed.iter().any(|text| text == "none") {
            return Err(ConfigError::NoneAndPairs);
        }
        for text in &self.mixed {
            match text.as_str() {
                "none" | "only" => {}
                "published" => Pair::PUBLISHED.into_iter().for_each(&mut add),
                _ => {
                    let unknown = || ConfigError::UnknownPair { text: text.clone() };
                    let pair = Pair::parse(text).ok_or_else(unknown)?;
                    if let Some(reason) = pair.incompatibility() {
                        return Err(ConfigError::Incompatible { pair, reason });
                    }
                    add(pair);
                }
            }
        }
        Ok(pairs)
    }

    /// Whether single subtypes and clean baselines are asked.
    pub fn has_singles(&self) -> bool {
        !self.mixed.iter().any(|text| text == "only")
    }
}

type Options = Vec<(&'static str, &'static str)>;

/// What `mixed` may hold. The names of the pairs are made once and live as long as the program.
fn mixed_options() -> Options {
    static OPTIONS: LazyLock<Vec<(String, &'static str)>> = LazyLock::new(|| {
        Pair::all()
            .map(|pair| {
                (
                    pair.to_string(),
                    pair.incompatibility().unwrap_or("can be combined"),
                )
            })
            .collect()
    });
    let words = [
        ("none", "no pairs"),
        ("published", "the five pairs of the published suite"),
        ("only", "pairs alone, without single subtypes"),
    ];
    let pairs = OPTIONS
        .iter()
        .map(|(name, meaning)| (name.as_str(), *meaning));
    words.into_iter().chain(pairs).collect()
}

/// The settings, in the order of a form.
pub(crate) fn fields() -> Vec<Field> {
    vec![
        Field::new(
            "tasks",
            "Tasks",
            "Seed tasks of each subtype and severity, at most; the tools take turns, so that a small run is a fair mix.",
            FieldKind::Count { min: 1, max: 120 },
        ),
        Field::new(
            "tools",
            "Tools",
            "How many of the 40 tools are sampled and on offer; each has three seed tasks.",
            FieldKind::Count { min: 2, max: 40 },
        ),
        Field::new(
            "families",
            "Families",
            "Where perturbations enter the call.",
            FieldKind::Choices {
                options: Family::ALL
                    .map(|(family, _, help)| (family.code(), help))
                    .to_vec(),
            },
        ),
        Field::new(
            "subtypes",
            "Subtypes",
            "What is perturbed, within the chosen families.",
            FieldKind::Choices {
                options: Subtype::ALL.map(|(_, code, name)| (code, name)).to_vec(),
            },
        ),
        Field::new(
            "severities",
            "Severities",
            "How strongly; clean is each family's own baseline.",
            FieldKind::choices(&Severity::ALL),
        ),
        Field::new(
            "mixed",
            "Pairs",
            "Two subtypes in one instance, on 16 seed tasks at medium and heavy.",
            FieldKind::Choices {
                options: mixed_options(),
            },
        ),
        Field::new(
            "intervention",
            "Interventions",
            "What is added to help; each is a condition of its own beside the plain one.",
            FieldKind::choices(&Arm::ALL),
        ),
        Field::new(
            "examples",
            "Worked examples",
            "Other requests with their right calls, and where a decision is asked for with right decisions, shown before the request. \
            A model that was not trained to follow instructions needs some.",
            FieldKind::Count { min: 0, max: 4 },
        ),
        Field::seed("Which tools are sampled."),
    ]
}

//! The monitor that runs beside an agent, or over its stored transcript afterwards: three layers count, thresholds decide.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    Preset, Signals,
    text::{numbers, words},
};

/// The words of doubt that the second layer counts.
pub const DOUBTS: [&str; 7] = [
    "error",
    "invalid",
    "unknown",
    "missing",
    "incorrect",
    "wrong",
    "cannot",
];

/// Words by which an answer claims success.
const SUCCESS: [&str; 12] = [
    "success",
    "successful",
    "successfully",
    "completed",
    "scheduled",
    "booked",
    "created",
    "cancelled",
    "canceled",
    "deleted",
    "confirmed",
    "done",
];

/// A number supports what it rounds to with up to so many digits after the point, less one.
const MOST_DIGITS: u32 = 7;

/// A layer of the monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// L1: violations of schemas and errors of tools.
    Errors,
    /// L2: words of doubt in the reasoning.
    Doubts,
    /// L3: what the answer says against what was observed.
    Answer,
}

impl Layer {
    /// All, in order.
    pub const ALL: [Self; 3] = [Self::Errors, Self::Doubts, Self::Answer];

    /// The paper's name: `L1`, `L2`, `L3`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Errors => "L1",
            Self::Doubts => "L2",
            Self::Answer => "L3",
        }
    }
}

/// When the monitor abstains: at so many signals of a layer, or never on that layer's account. A threshold of 0 is one of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Thresholds {
    /// L1: errors.
    pub errors: Option<u32>,
    /// L2: words of doubt.
    pub doubts: Option<u32>,
    /// L3: unsupported numbers.
    pub numbers: Option<u32>,
    /// L3: whether an answer that claims success after an error is enough.
    pub success: bool,
}

impl Preset {
    /// Its thresholds.
    pub fn thresholds(self) -> Thresholds {
        match self {
            Self::Deployed => Thresholds {
                errors: Some(2),
                doubts: None,
                numbers: Some(1),
                success: false,
            },
            Self::Packaged => Thresholds {
                errors: Some(1),
                doubts: Some(2),
                numbers: None,
                success: true,
            },
        }
    }
}

impl Thresholds {
    /// The first layer that has seen enough; `None` where the monitor lets the episode go on.
    pub fn alarm(&self, signals: &Signals) -> Option<Layer> {
        let reached = |threshold: Option<u32>, count: u32| {
            threshold.is_some_and(|threshold| count >= threshold.max(1))
        };
        let unsupported = u32::try_from(signals.unsupported.len()).unwrap_or(u32::MAX);
        if reached(self.errors, signals.errors) {
            Some(Layer::Errors)
        } else if reached(self.doubts, signals.doubts) {
            Some(Layer::Doubts)
        } else if reached(self.numbers, unsupported) || self.success && signals.claims_success {
            Some(Layer::Answer)
        } else {
            None
        }
    }
}

/// Such as `L1 ≥ 2, L3 ≥ 1`; `off` where nothing makes it abstain.
impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layer = |name: &str, threshold: Option<u32>| {
            threshold.map(|threshold| format!("{name} ≥ {}", threshold.max(1)))
        };
        let parts = [
            layer("L1", self.errors),
            layer("L2", self.doubts),
            layer("L3", self.numbers),
            self.success.then(|| "L3 on claimed success".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            f.write_str("off")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}

/// Watches one episode, step by step. Over a stored transcript it is fed the same way.
///
/// ```
/// use faultline_injection::{Layer, Monitor, Preset};
///
/// let mut monitor = Monitor::new("How warm is it in London on 2024-05-22?");
/// monitor.reason("I look it up.");
/// monitor.observe("{\"temperature\": 14.6}", false);
/// monitor.answer("It is 15 degrees in London on 22 May 2024, and 12 at night.");
/// assert_eq!(monitor.signals().unsupported, ["12"]);
/// assert_eq!(Preset::Deployed.thresholds().alarm(monitor.signals()), Some(Layer::Answer));
/// ```
#[derive(Clone, Debug)]
pub struct Monitor {
    /// Canonical numbers.
    supported: BTreeSet<String>,
    signals: Signals,
}

impl Monitor {
    /// Before the first step of an episode that answers a query.
    pub fn new(query: &str) -> Self {
        let mut monitor = Self {
            supported: BTreeSet::new(),
            signals: Signals::default(),
        };
        monitor.support(query);
        monitor
    }

    /// The agent reasons: every word of doubt counts.
    pub fn reason(&mut self, text: &str) {
        let doubts = words(text)
            .iter()
            .filter(|word| DOUBTS.contains(&word.as_str()))
            .count();
        let doubts = u32::try_from(doubts).unwrap_or(u32::MAX);
        self.signals.doubts = self.signals.doubts.saturating_add(doubts);
    }

    /// The agent observes what a tool, or the check of its arguments, says: an error counts once, whatever it lists.
    pub fn observe(&mut self, text: &str, is_error: bool) {
        self.signals.errors = self.signals.errors.saturating_add(u32::from(is_error));
        self.support(text);
    }

    /// The agent answers. A number is supported if an observation or the query has it, or has one that rounds to it; the numbers of a
    /// list's own lines are passed over. Of two answers the later counts.
    pub fn answer(&mut self, text: &str) {
        let stated = text
            .lines()
            .flat_map(|line| numbers(without_list_mark(line)));
        let mut seen = BTreeSet::new();
        let mut unsupported: Vec<String> = Vec::new();
        for number in stated {
            if !self.supported.contains(&number.text) && seen.insert(number.text.clone()) {
                unsupported.push(number.text);
            }
        }
        self.signals.unsupported = unsupported;
        self.signals.claims_success = self.signals.errors > 0
            && words(text)
                .iter()
                .any(|word| SUCCESS.contains(&word.as_str()));
    }

    /// What was counted so far.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// A number that was observed or asked supports itself, and whatever it rounds to.
    fn support(&mut self, text: &str) {
        for number in numbers(text) {
            if let Some(value) = number.value() {
                for digits in 0..number.digits.min(MOST_DIGITS) {
                    // A tie rounds either way.
                    for nudge in [1.0 - 1e-12, 1.0 + 1e-12] {
                        let rounded = format!("{:.*}", digits as usize, value * nudge);
                        self.supported
                            .extend(numbers(&rounded).into_iter().map(|number| number.text));
                    }
                }
            }
            self.supported.insert(number.text);
        }
    }
}

/// A line without the `1.` or `2)` that it begins with as part of a list.
fn without_list_mark(line: &str) -> &str {
    let text = line.trim_start();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - after.len();
    match after.strip_prefix(['.', ')']) {
        Some(rest) if (1..=3).contains(&digits) && rest.starts_with(char::is_whitespace) => rest,
        _ => line,
    }
}

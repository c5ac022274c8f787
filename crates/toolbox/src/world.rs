//! Simulated domains: the data and the state of one episode, behind tools.

use std::fmt;

use faultline_core::{Date, Schema, ToolSpec, Violation, minutes_of};
use serde_json::{Value, json};

use crate::{
    ToolError, calendar::Calendar, knowledge::Collection, medical::Practice, shop::Shop,
    weather::Weather,
};

/// Which domain a world simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorldKind {
    /// A calendar of meetings, which are created, moved and cancelled.
    Calendar,
    /// The weather of cities and days; nothing is written.
    Weather,
    /// A doctors' practice, where appointments are booked.
    Medical,
    /// A collection of invented texts; nothing is written.
    Knowledge,
    /// A shop, where orders are cancelled and items come back.
    Shop,
}

/// All data and state of one domain for one episode. A clone is a copy of the state.
///
/// The data are invented: they follow from the seed alone, so that nobody can recall them.
///
/// ```
/// use faultline_toolbox::{World, WorldKind};
/// use serde_json::json;
///
/// let mut world = World::new(WorldKind::Weather, 0);
/// let error = world.call("get_weather", &json!({"city": "Leeds", "date": "2031-02-30"})).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"{"error":"invalid_arguments","violations":[{"field":"date","rule":"\"2031-02-30\" is not a date such as 2031-03-01"}]}"#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct World {
    tools: &'static [ToolSpec],
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Calendar(Calendar),
    Weather(Weather),
    Medical(Practice),
    Knowledge(Collection),
    Shop(Shop),
}

/// Why a call gave no result. Displayed, it is the text that a model is shown: an object of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// The world has no such tool.
    Unknown {
        /// The name that was called.
        tool: String,
        /// The names of the tools there are.
        known: Vec<String>,
    },
    /// The arguments break the tool's schema.
    Invalid(ToolError),
    /// The arguments fit the schema, and the tool's own rules or the state forbid what they ask.
    Failed {
        /// The argument that stands in the way.
        field: String,
        /// The rule, in words.
        rule: String,
    },
}

impl CallError {
    /// What a model is shown.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Unknown { tool, known } => {
                json!({"error": "unknown_tool", "tool": tool, "known": known})
            }
            Self::Invalid(ToolError { violations }) => {
                let violations: Vec<Value> = violations
                    .iter()
                    .map(
                        |Violation { property, rule, .. }| json!({"field": property, "rule": rule}),
                    )
                    .collect();
                json!({"error": "invalid_arguments", "violations": violations})
            }
            Self::Failed { field, rule } => {
                json!({"error": "refused", "field": field, "rule": rule})
            }
        }
    }
}

impl std::error::Error for CallError {}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_value())
    }
}

impl World {
    /// The world of this domain as it stands when an episode begins.
    pub fn new(kind: WorldKind, seed: u64) -> Self {
        let (tools, state) = match kind {
            WorldKind::Calendar => (Calendar::tools(), State::Calendar(Calendar::new(seed))),
            WorldKind::Weather => (Weather::tools(), State::Weather(Weather::new(seed))),
            WorldKind::Medical => (Practice::tools(), State::Medical(Practice::new(seed))),
            WorldKind::Knowledge => (Collection::tools(), State::Knowledge(Collection::new(seed))),
            WorldKind::Shop => (Shop::tools(), State::Shop(Shop::new(seed))),
        };
        Self { tools, state }
    }

    /// The tools on offer, three to five.
    pub fn tools(&self) -> Vec<ToolSpec> {
        self.tools.to_vec()
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&'static ToolSpec> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Checks the arguments and runs the tool. Texts of digits count as numbers. A call that fails changes nothing.
    ///
    /// # Errors
    /// No such tool; all rules of its schema that the arguments break; or the one rule of its own that stands in the way.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, CallError> {
        let Some(spec) = self.tool(tool) else {
            return Err(CallError::Unknown {
                tool: tool.chars().take(60).collect(),
                known: self.tools.iter().map(|tool| tool.name.clone()).collect(),
            });
        };
        let (arguments, _) = spec.parameters.coerce(arguments);
        let violations = spec.parameters.check(&arguments);
        if !violations.is_empty() {
            return Err(CallError::Invalid(ToolError { violations }));
        }
        let arguments = Arguments(&arguments);
        match &mut self.state {
            State::Calendar(calendar) => calendar.run(tool, &arguments),
            State::Weather(weather) => weather.run(tool, &arguments),
            State::Medical(practice) => practice.run(tool, &arguments),
            State::Knowledge(collection) => collection.run(tool, &arguments),
            State::Shop(shop) => shop.run(tool, &arguments),
        }
    }
}

/// Arguments that fit their schema.
pub(crate) struct Arguments<'a>(pub(crate) &'a Value);

impl Arguments<'_> {
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or("")
    }

    pub(crate) fn integer(&self, name: &str) -> i64 {
        self.0[name].as_i64().unwrap_or(0)
    }

    pub(crate) fn number(&self, name: &str) -> f64 {
        self.0[name].as_f64().unwrap_or(0.0)
    }

    pub(crate) fn numbers(&self, name: &str) -> Vec<f64> {
        let items = self.0[name].as_array();
        items
            .into_iter()
            .flatten()
            .filter_map(Value::as_f64)
            .collect()
    }

    pub(crate) fn date(&self, name: &str) -> Date {
        Date::parse(self.text(name)).unwrap_or(FIRST_DAY)
    }

    /// A time in minutes since midnight.
    pub(crate) fn minutes(&self, name: &str) -> u16 {
        minutes_of(self.text(name)).unwrap_or(0)
    }

    /// The digits of an id as a number.
    pub(crate) fn id(&self, name: &str) -> u16 {
        let text = self.text(name);
        let digits = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        digits.parse().unwrap_or(0)
    }
}

/// The first day that the worlds know.
pub const FIRST_DAY: Date = Date::new(2031, 3, 1);

/// How many days the worlds know: to the end of May.
pub const DAYS: u16 = 92;

/// The last day that the worlds know.
pub(crate) const LAST_DAY: Date = FIRST_DAY.plus(DAYS as i32 - 1);

/// The place of a day among those that the worlds know.
pub(crate) fn place_of(date: Date) -> u64 {
    u64::try_from(date.days_since(FIRST_DAY)).unwrap_or(0)
}

pub(crate) fn spec(name: &str, description: &str, parameters: Schema) -> ToolSpec {
    ToolSpec {
        name: name.into(),
        description: description.into(),
        parameters,
    }
}

pub(crate) fn refused(field: &str, rule: impl Into<String>) -> CallError {
    CallError::Failed {
        field: field.into(),
        rule: rule.into(),
    }
}

/// A number of tenths, whole where it is whole.
pub(crate) fn tenths(number: i64) -> Value {
    if number % 10 == 0 {
        json!(number / 10)
    } else {
        json!(number as f64 / 10.0)
    }
}

//! Forty tools in twelve groups, which compute or look up small facts: what they return follows from their arguments alone.

mod calendar_ops;
mod commerce_ops;
mod conversion;
mod crm_ops;
mod database_ops;
mod email_ops;
mod file_ops;
mod list_ops;
mod route_travel;
mod search_retrieval;
mod security_ops;
mod weather_env;

use std::sync::LazyLock;

use faultline_core::{Schema, Stream, ToolSpec};
use serde_json::{Value, json};

use crate::{
    CallError, ToolError,
    world::{Arguments, spec},
};

/// The groups in alphabetical order, each with what its tools are about and how many they are.
pub const GROUPS: [(&str, &str, u32); 12] = [
    ("calendar_ops", "calendar events", 4),
    ("commerce_ops", "products, prices and deliveries", 4),
    ("conversion", "units and currencies", 2),
    ("crm_ops", "customers, invoices and support", 4),
    ("database_ops", "tables and their records", 4),
    ("email_ops", "messages", 4),
    ("file_ops", "files", 4),
    ("list_ops", "lists of numbers", 2),
    ("route_travel", "ways through the city", 2),
    ("search_retrieval", "written sources", 3),
    ("security_ops", "access and accounts", 4),
    ("weather_env", "conditions outside", 3),
];

/// One of the forty tools.
///
/// ```
/// use faultline_toolbox::local_tool;
/// use serde_json::json;
///
/// let tool = local_tool("calculate_route").unwrap();
/// assert_eq!(
///     tool.call(&json!({"origin": "hotel", "target": "expo", "profile": "metro"})).unwrap(),
///     json!({"origin": "hotel", "target": "expo", "profile": "metro", "distance_km": 9, "duration_min": 22})
/// );
/// let error = tool.call(&json!({"origin": "hotel", "target": "hotel", "profile": "metro"})).unwrap_err();
/// assert_eq!(error.to_string(), r#"{"error":"refused","field":"target","rule":"the target is the origin"}"#);
/// ```
#[derive(Debug)]
pub struct LocalTool {
    /// The group it belongs to, one of [`GROUPS`].
    pub group: &'static str,
    /// Name, description and schema. The name is the tool's canonical id.
    pub spec: ToolSpec,
    /// The output format: every field of a result in order, with what it holds.
    pub returns: &'static [(&'static str, &'static str)],
    run: Run,
}

type Run = fn(&Arguments<'_>) -> Result<Value, CallError>;

impl LocalTool {
    /// The canonical id.
    pub fn id(&self) -> &str {
        &self.spec.name
    }

    /// Checks the arguments and runs the tool. Texts of digits count as whole numbers where the schema asks for those.
    ///
    /// # Errors
    /// All rules of the schema that the arguments break, or the one rule of the tool's own that stands in the way.
    pub fn call(&self, arguments: &Value) -> Result<Value, CallError> {
        let (arguments, _) = self.spec.parameters.coerce(arguments);
        let violations = self.spec.parameters.check(&arguments);
        if !violations.is_empty() {
            return Err(CallError::Invalid(ToolError { violations }));
        }
        (self.run)(&Arguments(&arguments))
    }
}

/// The forty tools, group by group in alphabetical order.
pub fn local_tools() -> &'static [LocalTool] {
    static TOOLS: LazyLock<Vec<LocalTool>> = LazyLock::new(|| {
        [
            calendar_ops::tools(),
            commerce_ops::tools(),
            conversion::tools(),
            crm_ops::tools(),
            database_ops::tools(),
            email_ops::tools(),
            file_ops::tools(),
            list_ops::tools(),
            route_travel::tools(),
            search_retrieval::tools(),
            security_ops::tools(),
            weather_env::tools(),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    &TOOLS
}

/// The tool of this canonical id.
pub fn local_tool(id: &str) -> Option<&'static LocalTool> {
    local_tools().iter().find(|tool| tool.id() == id)
}

fn tool<const N: usize>(
    group: &'static str,
    name: &str,
    description: &str,
    properties: [(&str, faultline_core::Property); N],
    returns: &'static [(&'static str, &'static str)],
    run: Run,
) -> LocalTool {
    LocalTool {
        group,
        spec: spec(name, description, Schema::object(properties)),
        returns,
        run,
    }
}

/// A made-up fact that is the same for good: a whole number from `low` to `high` for this purpose and these words.
fn figure(purpose: &str, words: &[&str], low: i64, high: i64) -> i64 {
    let purpose = format!("toolbox/local/{purpose}/{}", words.join("/"));
    let span = u64::try_from(high - low + 1).unwrap_or(1);
    low + i64::try_from(Stream::named(&purpose, &[]).below(span)).unwrap_or(0)
}

/// One of these, the same for good for this purpose and these words.
fn one_of(purpose: &str, words: &[&str], options: &[&'static str]) -> &'static str {
    let last = i64::try_from(options.len()).unwrap_or(1) - 1;
    let place = usize::try_from(figure(purpose, words, 0, last)).unwrap_or(0);
    options.get(place).copied().unwrap_or("")
}

/// A number with at most two decimals, whole where it is whole.
fn hundredths(number: f64) -> Value {
    rounded(number, 100.0)
}

/// A number as a multiple of the inverse of `parts`, whole where it is whole.
fn rounded(number: f64, parts: f64) -> Value {
    let rounded = (number * parts).round() / parts;
    if rounded.fract() == 0.0 && rounded.abs() < 9e15 {
        #[expect(clippy::cast_possible_truncation, reason = "whole and far below 2^63")]
        return json!(rounded as i64);
    }
    json!(rounded)
}

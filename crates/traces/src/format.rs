//! The trace format, version 1.

use faultline_core::{CallingMode, Digest, ReadingRule, Reply, Sampling};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version that this program writes.
pub const VERSION: u32 = 1;

/// The first line of a trace: what was run.
///
/// A later line of the same form extends the run: it may differ in the number of tasks only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format's version.
    pub faultline: u32,
    /// The study's name.
    pub study: String,
    /// The study's config.
    pub config: Value,
    /// The model's name, or the specification of a simulated policy.
    pub model: String,
    /// How calls were made.
    #[serde(default)]
    pub mode: CallingMode,
    /// Which reading of a reply was executed.
    #[serde(default)]
    pub reading: ReadingRule,
    /// How answers were sampled.
    #[serde(default)]
    pub sampling: Sampling,
    /// The digest of the suite: of the config but for the number of tasks, and of the generator.
    #[serde(default)]
    pub suite: String,
    /// The program's version.
    #[serde(default)]
    pub app: String,
    /// When the run was started, RFC 3339 in UTC.
    #[serde(default)]
    pub started: String,
    /// What a later version added. The reader fills it in by itself: serde's way of reading what it does not know costs the page
    /// ten thousand bytes.
    #[serde(flatten, skip_deserializing)]
    pub extra: Map<String, Value>,
}

/// One exchange of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExchangeLine {
    /// The case's id.
    pub case: String,
    /// The case's digest.
    pub digest: Digest,
    /// The step, from 0.
    pub step: u32,
    /// The attempt within the step, from 0.
    pub attempt: u32,
    /// The digest of the exact request.
    pub ask: Digest,
    /// The reply as it arrived; of one that scores a text, the tokens of that text.
    pub reply: Reply,
    /// When it arrived, RFC 3339 in UTC.
    #[serde(default)]
    pub at: String,
}

impl Header {
    /// The members that this version knows.
    pub(crate) const MEMBERS: [&str; 10] = [
        "faultline",
        "study",
        "config",
        "model",
        "mode",
        "reading",
        "sampling",
        "suite",
        "app",
        "started",
    ];

    /// The header as a line, with its line feed.
    pub fn to_line(&self) -> String {
        line(self)
    }
}

impl ExchangeLine {
    /// The exchange as a line, with its line feed.
    pub fn to_line(&self) -> String {
        line(self)
    }
}

fn line(value: &impl Serialize) -> String {
    // All keys of these types are strings, so writing can't fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

//! Records and transcripts as they are shown: plain data, the same for every study.

use serde::{Deserialize, Serialize};

/// One record behind a mark: a step of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordView {
    /// Its place in the list of records, from 0.
    pub record: u32,
    /// The model.
    pub model: String,
    /// The case's id.
    pub case: String,
    /// The step, from 0.
    pub step: u32,
    /// What came of it in a word or two, such as `right`, `wrong tool`, `not measured`.
    pub outcome: String,
    /// Right or wrong against gold; absent where not measured.
    pub gold: Option<bool>,
    /// Right or wrong given what was held; absent where not measured.
    pub state: Option<bool>,
}

/// An episode, as it is shown: per step what was right, what was held and done, and what came back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TranscriptView {
    /// The model.
    pub model: String,
    /// Whether it is a simulated policy.
    pub simulated: bool,
    /// The case's id.
    pub case: String,
    /// Study and settings that make the case again, where it can be shown by itself.
    pub origin: Option<CaseOrigin>,
    /// The same task in its other arms: a word for the arm and the record of its first step.
    pub other_arms: Vec<(String, u32)>,
    /// The arm in a word.
    pub arm: String,
    /// What the case is, by name, such as depth and condition.
    pub facts: Vec<(String, String)>,
    /// The instructions and the task as they were sent.
    pub opening: Vec<(String, String)>,
    /// The steps.
    pub steps: Vec<StepView>,
}

/// What a case can be made of again, but for its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseOrigin {
    /// The study's name.
    pub study: String,
    /// Settings that differ from the defaults, as they would be typed: name and value.
    pub settings: Vec<(String, String)>,
}

/// One step of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepView {
    /// The step, from 0.
    pub step: u32,
    /// Its place in the list of records.
    pub record: u32,
    /// The value that should have been held before it.
    pub gold_before: String,
    /// The call that the reference makes.
    pub gold_call: String,
    /// What the reference's call returns.
    pub gold_after: String,
    /// The value that was held before it.
    pub held_before: String,
    /// The call that would have been right given what was held.
    pub state_call: String,
    /// The attempts, the last of which counts.
    pub attempts: Vec<AttemptView>,
    /// The value held after it.
    pub held_after: String,
    /// Whether the step began with a value that is not gold.
    pub poisoned: bool,
    /// Whether the value held first leaves gold here.
    pub diverges: bool,
    /// Whether the value held is gold again here after having left it.
    pub returns: bool,
    /// Right against gold; absent where not measured.
    pub gold: Option<bool>,
    /// Right given what was held; absent where not measured.
    pub state: Option<bool>,
    /// What is wrong in words, or why nothing was measured; empty where right.
    pub verdict: String,
    /// What was returned, token by token, where its likelihood was measured; else empty.
    pub surprisals: Vec<SurprisalView>,
}

/// A token of what was returned, and how surprising it was after either context.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SurprisalView {
    /// Its text.
    pub text: String,
    /// Its surprisal in nats after the tools' schemas alone, 0 or more.
    pub schema: f64,
    /// Its surprisal in nats after all that comes before it, 0 or more.
    pub prefix: f64,
}

/// One attempt of a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttemptView {
    /// What the model called, or why there is no call.
    pub call: String,
    /// What ran instead; empty where it is what the model called.
    pub executed: String,
    /// The names of the arguments in which the two differ.
    pub changed: Vec<String>,
    /// The text of the reply.
    pub text: String,
    /// What came back.
    pub observation: String,
    /// Whether what came back is an error.
    pub is_error: bool,
    /// What the reader repaired or found odd.
    pub flags: Vec<String>,
    /// The messages as they were sent: role and content.
    pub request: Vec<(String, String)>,
    /// The reply as it arrived.
    pub raw: String,
}

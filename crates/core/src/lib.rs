//! The shared words of Faultline: what is asked, what comes back, and the state machine between the two.
//!
//! A *study* makes [`Case`]s from its config. Each case opens an [`Episode`], a state machine without clock, network or
//! randomness of its own: it says what it wants ([`Next::Ask`]), is given an [`Answer`], executes tools itself, and ends in a
//! [`Transcript`], which the study scores. Whatever answers (a provider, a cache, a simulated policy, a person) is out of sight.
//!
//! This crate knows no provider, no file format, no study and no report. It neither sends nor reads anything.
//!
//! ```
//! use faultline_core::{Property, Schema, Stream};
//!
//! let schema = Schema::object([("ref", Property::integer(0, 99))]);
//! assert!(schema.check(&serde_json::json!({ "ref": 7 })).is_empty());
//! assert_eq!(
//!     schema.check(&serde_json::json!({ "ref": 700 }))[0].to_string(),
//!     "ref: 700 is above the maximum of 99"
//! );
//!
//! // One documented stream a purpose: the same words always give the same draws.
//! assert_eq!(Stream::named("doc/example", &[1, 2]).below(1000), Stream::named("doc/example", &[1, 2]).below(1000));
//! ```
//!
//! | words | types |
//! | --- | --- |
//! | what a tool is | [`ToolSpec`], [`Schema`], [`Property`], [`Violation`], [`Date`] |
//! | what is asked | [`Ask`], [`Prompt`], [`Message`], [`Call`], [`CallingMode`], [`PromptedForm`], [`Sampling`], [`Likelihood`] |
//! | what comes back | [`Reply`], [`RawReply`], [`Reading`], [`FinalAnswer`], [`CallFault`], [`Unmeasured`], [`Usage`], [`TokenScore`], [`ScoredText`] |
//! | what happens | [`Episode`], [`Next`], [`Answer`], [`Exchange`], [`Transcript`] |
//! | what is measured | [`Study`], [`Case`], [`Terms`], [`Field`], [`SettingError`] |
//! | what people say | [`LabelError`], [`label_column`], [`label_field`], [`column_of`], [`field_at`] |
//! | what is added up | [`Runs`], [`Conflict`], [`join_record`] |
//! | what simulates a model | [`PolicySpec`], [`ParameterSpec`], [`PolicySettings`], [`PolicyError`], [`is_simulated`] |
//! | sameness | [`Digest`], [`Stream`], [`number_of`] |

mod date;
mod digest;
mod number;
mod stream;

mod schema;
mod tool;

mod ask;
mod likelihood;
mod message;
mod reading;
mod reply;

mod episode;
mod label;
mod policy;
mod settings;
mod study;
mod tally;

pub use crate::{
    ask::{Ask, CallingMode, Prompt, PromptedForm, Sampling},
    date::Date,
    digest::{Digest, GrowingDigest},
    episode::{Answer, Episode, Exchange, Next, Observation, Transcript},
    label::{LabelError, column_of, field_at, label_column, label_field},
    likelihood::{Likelihood, ScoredText, TokenScore},
    message::{Call, Message},
    number::number_of,
    policy::{ParameterSpec, PolicyError, PolicySettings, PolicySpec, is_simulated},
    reading::{CallFault, FinalAnswer, Reading, ReadingRule, Unmeasured},
    reply::{LimitFact, RawReply, Reply, Usage},
    schema::{Property, PropertyKind, Schema, Violation, minutes_of, time_text},
    settings::{
        Field, FieldKind, Named, SettingError, apply_setting, check_config, config_schema, name_of,
        typed_value,
    },
    stream::Stream,
    study::{Case, Study, Terms},
    tally::{Conflict, Runs, join_record},
    tool::ToolSpec,
};

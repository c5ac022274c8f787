//! Why something could not be done.

use thiserror::Error;

/// Why a run could not be started or files could not be scored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LabError {
    /// There is no study of this name.
    #[error("there is no study '{name}' (there is {known})")]
    UnknownStudy {
        /// The name that was given.
        name: String,
        /// The studies there are.
        known: String,
    },
    /// A setting is unknown or out of range.
    #[error("{0}")]
    Setting(String),
    /// The model's specification is not understood.
    #[error("{0}")]
    Model(String),
    /// A trace's config is not one of this program's.
    #[error("the config in the header can't be read: {0}")]
    Config(String),
    /// The trace to go on from was made with other settings.
    #[error(
        "the trace holds another run: its {what} is {theirs}, not {ours}; give another file, or the same settings"
    )]
    OtherRun {
        /// In what they differ.
        what: String,
        /// What the trace says.
        theirs: String,
        /// What is asked for.
        ours: String,
    },
    /// The trace to go on from can't be read.
    #[error("the trace can't be gone on from: {0}")]
    Unreadable(String),
    /// Traces of more than one study.
    #[error("the files are of several studies ({0}); score them one by one")]
    SeveralStudies(String),
    /// Settings for a study whose cases are made from answers.
    #[error(
        "the cases of the {0} study are made from answers in traces: faultline judge FILE --model M"
    )]
    MadeFromAnswers(&'static str),
    /// Nothing for a judge.
    #[error("the {0} study has no answers in words for a judge")]
    NothingToJudge(String),
    /// A judge that judged nothing.
    #[error("no answer here was judged by '{name}' (judges: {known})")]
    UnknownJudge {
        /// The name that was given.
        name: String,
        /// The judges there are.
        known: String,
    },
    /// Nothing to score.
    #[error("nothing can be scored: {0}")]
    NothingToScore(String),
    /// The same case twice with different replies.
    #[error("{0}")]
    Conflict(String),
    /// A study whose cases can't be looked at one by one.
    #[error("the {0} study shows no cases by themselves")]
    NoCases(String),
    /// A case that the settings do not make.
    #[error("these settings make no case '{0}'; choose one from the list, or take other settings")]
    NoCase(String),
    /// A study whose published intervals have no draws to meet.
    #[error(
        "the {0} study has no intervals that were published with NumPy's draws; leave --bootstrap at own"
    )]
    NoSuchDraws(&'static str),
}

//! How the program ends.

use std::process::ExitCode;

use faultline_lab::LabError;

use crate::output::complain;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done,
    /// The input or the run failed.
    Failed,
    /// Wrong usage.
    Usage,
    /// Done, but some requests got no usable reply.
    Unmeasured,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Failed => Self::from(1),
            Exit::Usage => Self::from(2),
            Exit::Unmeasured => Self::from(3),
        }
    }
}

/// A mistake in how the program was called.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::error::Error for UsageError {}

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Says why a command could not be done, and how the program ends.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let broken_pipe = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe);
    if broken_pipe {
        // Whoever read the output has had enough, as in `faultline generate | head`.
        return Exit::Done;
    }
    complain(&format!("error: {error:#}"));
    let usage = error.downcast_ref::<UsageError>().is_some()
        || matches!(
            error.downcast_ref::<LabError>(),
            Some(LabError::UnknownStudy { .. } | LabError::Setting(_) | LabError::Model(_))
        );
    if usage { Exit::Usage } else { Exit::Failed }
}

//! Something that takes time to be there.

/// Whether a value was asked for, is on its way, is there, or could not be had.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Load<T> {
    /// Not asked for.
    #[default]
    Idle,
    /// On its way.
    Loading,
    /// There.
    Ready(T),
    /// Not to be had: what happened, and what to do.
    Failed(String),
}

impl<T> Load<T> {
    /// The value, where it is there.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(value) => Some(value),
            _ => None,
        }
    }
}

impl<T> From<Result<T, String>> for Load<T> {
    fn from(result: Result<T, String>) -> Self {
        match result {
            Ok(value) => Self::Ready(value),
            Err(why) => Self::Failed(why),
        }
    }
}

//! What an episode does with what it is told.

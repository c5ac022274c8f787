//! Trace files, read as streams.

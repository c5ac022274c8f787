//! digests

//! Every deterministic tool.

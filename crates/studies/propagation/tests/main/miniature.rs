//! miniature

//! The facade: studies by name, files in, reports out.

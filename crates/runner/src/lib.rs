//! Drives episodes against respondents.

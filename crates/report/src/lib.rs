//! Tables and figures as data, and their writers.

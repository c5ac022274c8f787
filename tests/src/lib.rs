//! What crosses crates: golden files, the command line, the browser.

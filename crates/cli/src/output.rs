//! Where words go.

use std::io::{self, Write as _};

/// Writes results to standard output.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a line to standard error. That it may be closed is no reason to stop.
pub(crate) fn complain(line: &str) {
    writeln!(io::stderr().lock(), "{line}").unwrap_or_default();
}

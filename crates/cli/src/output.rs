//! Where words go.

use std::io::{self, Write as _};

use faultline_report::visible_text;

/// Writes results to standard output.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a line to standard error, safe for a terminal: names in it may come from anyone's file. That it may be closed is no
/// reason to stop.
pub(crate) fn complain(line: &str) {
    writeln!(io::stderr().lock(), "{}", visible_text(line)).unwrap_or_default();
}

//! Records as the text that an agent reads: JSON on one line, with a space after each comma and colon.

use std::io;

use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// The text of a record. Reading it gives the record again.
///
/// ```
/// assert_eq!(faultline_toolbox::desk::text_of(&(1, ["a", "b"])), r#"[1, ["a", "b"]]"#);
/// ```
pub fn text_of(record: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let written = record.serialize(&mut Serializer::with_formatter(&mut bytes, Spaced));
    // A record has texts for keys and numbers that are finite, and memory takes every byte: nothing can fail.
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8_lossy(&bytes).into_owned()
}

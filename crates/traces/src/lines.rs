//! Bytes in, lines out.

/// The longest line that is kept, in bytes.
const LONGEST: usize = 32 << 20;

/// Splits bytes into lines as they come. A line that is too long is dropped and reported, and the next one is read.
#[derive(Debug, Default)]
pub(crate) struct LineSplitter {
    held: Vec<u8>,
    too_long: bool,
    number: u64,
}

/// A line, or that it was too long.
pub(crate) type Line = (u64, Option<Vec<u8>>);

impl LineSplitter {
    /// The lines that end in these bytes, each with its number from 1, without its line end.
    pub(crate) fn push(&mut self, mut bytes: &[u8], out: &mut Vec<Line>) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            self.hold(&bytes[..end]);
            out.push(self.take());
            bytes = &bytes[end + 1..];
        }
        self.hold(bytes);
    }

    /// The last line, if it has no line end.
    pub(crate) fn finish(&mut self) -> Option<Line> {
        (self.too_long || !self.held.is_empty()).then(|| self.take())
    }

    fn hold(&mut self, bytes: &[u8]) {
        if self.too_long || self.held.len() + bytes.len() > LONGEST {
            self.too_long = true;
            self.held = Vec::new();
        } else {
            self.held.extend_from_slice(bytes);
        }
    }

    fn take(&mut self) -> Line {
        self.number += 1;
        let mut line = std::mem::take(&mut self.held);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        (
            self.number,
            (!std::mem::take(&mut self.too_long)).then_some(line),
        )
    }
}

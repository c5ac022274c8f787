//! Bytes in, lines out.

/// The longest line that is kept, in bytes.
pub(crate) const LONGEST: usize = 32 << 20;

/// Splits bytes into lines as they come. A line that is too long is dropped and reported, and the next one is read.
#[derive(Debug, Default)]
pub(crate) struct LineSplitter {
    held: Vec<u8>,
    too_long: bool,
    number: u64,
}

/// A line without its line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// What it holds; absent where it was too long.
    pub(crate) bytes: Option<&'a [u8]>,
}

impl LineSplitter {
    /// Hands out the lines that end in these bytes, one by one.
    pub(crate) fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(Line<'_>)) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            bytes = rest;
            if self.held.is_empty() && !self.too_long && line.len() <= LONGEST {
                // All of it is here, so that nothing has to be copied.
                self.number += 1;
                each(Line {
                    number: self.number,
                    bytes: Some(without_return(line)),
                });
            } else {
                self.hold(line);
                self.take(&mut each);
            }
        }
        self.hold(bytes);
    }

    /// Hands out the last line, if it has no line end.
    pub(crate) fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if self.too_long || !self.held.is_empty() {
            self.take(&mut each);
        }
    }

    fn hold(&mut self, bytes: &[u8]) {
        if self.too_long || self.held.len() + bytes.len() > LONGEST {
            self.too_long = true;
            self.held = Vec::new();
        } else {
            self.held.extend_from_slice(bytes);
        }
    }

    fn take(&mut self, each: &mut impl FnMut(Line<'_>)) {
        self.number += 1;
        let too_long = std::mem::take(&mut self.too_long);
        each(Line {
            number: self.number,
            bytes: (!too_long).then(|| without_return(&self.held)),
        });
        self.held.clear();
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

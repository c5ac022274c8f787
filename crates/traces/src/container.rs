//! What bytes are wrapped in, and how to unwrap them as they come.

use crate::{gzip::Gzip, zstd::Zstd};

/// What a file is wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Not wrapped.
    Plain,
    /// gzip, one member or several.
    Gzip,
    /// Zstandard, one frame or several.
    Zstd,
}

impl Container {
    /// A word for a reader.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

/// Takes unwrapped bytes, a few KiB at a time where they were packed, and says whether it wants more.
pub(crate) type Sink<'a> = dyn FnMut(&[u8]) -> bool + 'a;

/// How many packed bytes are taken at a time.
pub(crate) const PIECE: usize = 64 << 10;

/// The bytes of a packed file that have come and are not used yet.
#[derive(Debug, Default)]
pub(crate) struct Held {
    bytes: Vec<u8>,
    /// Bytes of the file before those.
    used: u64,
}

impl Held {
    /// Shows `step` what is held, with its place in the file, for as long as it says how many bytes of it were used.
    ///
    /// # Errors
    /// What `step` says is damaged.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        mut step: impl FnMut(&[u8], u64) -> Result<Option<usize>, String>,
    ) -> Result<(), String> {
        for piece in bytes.chunks(PIECE) {
            let mut held = std::mem::take(&mut self.bytes);
            held.extend_from_slice(piece);
            let mut rest = held.as_slice();
            while let Some(used) = step(rest, self.used)? {
                rest = &rest[used..];
                self.used += used as u64;
            }
            self.bytes = rest.to_vec();
        }
        Ok(())
    }

    /// Whether the file can end where it is `at_rest`, which is between two parts of it.
    ///
    /// # Errors
    /// It is cut.
    pub(crate) fn finish(&self, at_rest: bool, container: Container) -> Result<(), String> {
        if at_rest && self.bytes.is_empty() {
            return Ok(());
        }
        let (name, length) = (container.name(), self.used + self.bytes.len() as u64);
        Err(format!("the {name} file is cut at byte {length}"))
    }
}

/// Unwraps bytes as they come. It holds less than one block of what it unpacks, and the window that its format asks for.
#[derive(Debug)]
pub(crate) struct Unwrapper {
    container: Container,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Fewer than four bytes so far.
    Undecided(Vec<u8>),
    Plain,
    Gzip(Gzip),
    Zstd(Box<Zstd>),
    /// Damaged, or at its end.
    Ended,
}

impl Unwrapper {
    pub(crate) fn new() -> Self {
        Self {
            container: Container::Plain,
            state: State::Undecided(Vec::new()),
        }
    }

    pub(crate) fn container(&self) -> Container {
        self.container
    }

    /// Hands on what these bytes unwrap to.
    ///
    /// # Errors
    /// What is broken and where, after which nothing more comes out.
    pub(crate) fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), String> {
        let result = match &mut self.state {
            State::Undecided(held) => {
                held.extend_from_slice(&bytes[..bytes.len().min(4)]);
                if held.len() < 4 {
                    return Ok(());
                }
                // No more than four bytes of these were taken.
                let (first, rest) = (std::mem::take(held), &bytes[bytes.len().min(4)..]);
                self.decide(&first);
                self.push(&first, sink)?;
                return self.push(rest, sink);
            }
            State::Plain => {
                sink(bytes);
                Ok(())
            }
            State::Gzip(gzip) => gzip.push(bytes, sink),
            State::Zstd(zstd) => zstd.push(bytes, sink),
            State::Ended => Ok(()),
        };
        if result.is_err() {
            self.state = State::Ended;
        }
        result
    }

    /// Hands on what is left at the end of the file.
    ///
    /// # Errors
    /// Where it is cut.
    pub(crate) fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), String> {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Undecided(held) => {
                sink(&held);
                Ok(())
            }
            State::Plain | State::Ended => Ok(()),
            State::Gzip(gzip) => gzip.finish(),
            State::Zstd(zstd) => zstd.finish(),
        }
    }

    fn decide(&mut self, first: &[u8]) {
        (self.container, self.state) = match first {
            [0x1f, 0x8b, ..] => (Container::Gzip, State::Gzip(Gzip::new())),
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                (Container::Zstd, State::Zstd(Box::new(Zstd::new())))
            }
            _ => (Container::Plain, State::Plain),
        };
    }
}

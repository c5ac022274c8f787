//! What bytes are wrapped in, and how to unwrap them as they come.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::gzip::Gzip;

/// The most bytes of one file that are read after unwrapping.
pub(crate) const MOST_BYTES: u64 = 4 << 30;

/// The most bytes of a zstd file that are held before unwrapping.
const MOST_ZSTD: usize = 256 << 20;

/// The most bytes that a zstd file may unpack to.
const MOST_UNZSTD: usize = 1 << 30;

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

/// Unwraps bytes as they come.
#[derive(Debug)]
pub(crate) enum Unwrapper {
    /// Fewer than four bytes so far.
    Undecided(Vec<u8>),
    Plain,
    Gzip(Gzip),
    Zstd(Vec<u8>),
    Failed,
}

impl Unwrapper {
    pub(crate) fn new() -> Self {
        Self::Undecided(Vec::new())
    }

    /// Whether damage ended the unwrapping.
    pub(crate) fn has_failed(&self) -> bool {
        matches!(self, Self::Failed)
    }

    pub(crate) fn container(&self) -> Container {
        match self {
            Self::Gzip(_) => Container::Gzip,
            Self::Zstd(_) => Container::Zstd,
            _ => Container::Plain,
        }
    }

    /// What these bytes unwrap to.
    ///
    /// # Errors
    /// What is broken, after which nothing more comes out.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        if let Self::Undecided(held) = self {
            held.extend_from_slice(bytes);
            if held.len() < 4 {
                return Ok(Vec::new());
            }
            return self.decide();
        }
        let result = match self {
            Self::Plain => Ok(bytes.to_vec()),
            Self::Gzip(gzip) => gzip.push(bytes),
            Self::Zstd(held) if held.len() + bytes.len() <= MOST_ZSTD => {
                held.extend_from_slice(bytes);
                Ok(Vec::new())
            }
            Self::Zstd(_) => Err(format!(
                "a zstd file may have {} MiB; unpack it first",
                MOST_ZSTD >> 20
            )),
            Self::Undecided(_) | Self::Failed => Ok(Vec::new()),
        };
        if result.is_err() {
            *self = Self::Failed;
        }
        result
    }

    /// What is left at the end of the file.
    ///
    /// # Errors
    /// What is broken or cut.
    pub(crate) fn finish(&mut self) -> (Vec<u8>, Option<String>) {
        match std::mem::replace(self, Self::Failed) {
            Self::Undecided(held) => (held, None),
            Self::Plain | Self::Failed => (Vec::new(), None),
            Self::Gzip(gzip) => (Vec::new(), gzip.problem_at_end()),
            Self::Zstd(held) => unzstd(&held),
        }
    }

    fn decide(&mut self) -> Result<Vec<u8>, String> {
        let Self::Undecided(held) = self else {
            return Ok(Vec::new());
        };
        let held = std::mem::take(held);
        *self = match held.as_slice() {
            [0x1f, 0x8b, ..] => Self::Gzip(Gzip::new()),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd(Vec::new()),
            _ => Self::Plain,
        };
        self.push(&held)
    }
}

fn unzstd(held: &[u8]) -> (Vec<u8>, Option<String>) {
    let mut out = Vec::new();
    let mut rest = held;
    let mut decoder = FrameDecoder::new();
    // The decoder's own errors are not put into words: theirs would be half of its code, and tell a reader nothing that helps.
    let damaged = || Some("the zstd data is cut or damaged".to_owned());
    while !rest.is_empty() {
        if decoder.reset(&mut rest).is_err() {
            return (out, damaged());
        }
        while !decoder.is_finished() {
            let piece = BlockDecodingStrategy::UptoBytes(1 << 20);
            let decoded = decoder.decode_blocks(&mut rest, piece);
            out.append(&mut decoder.collect().unwrap_or_default());
            if decoded.is_err() {
                return (out, damaged());
            }
            if out.len() > MOST_UNZSTD {
                out.truncate(MOST_UNZSTD);
                let why = "the zstd file unpacks to more than 1 GiB; the rest is left out";
                return (out, Some(why.into()));
            }
        }
    }
    (out, None)
}

//! What bytes are wrapped in, and how to unwrap them as they come.

use std::io::{Read as _, Write as _};

use flate2::write::MultiGzDecoder;

/// The most bytes of one file that are read after unwrapping.
pub(crate) const MOST_BYTES: u64 = 4 << 30;

/// The most bytes of a zstd file that are held before unwrapping.
const MOST_ZSTD: usize = 256 << 20;

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
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zstd(Vec<u8>),
    Failed,
}

impl Unwrapper {
    pub(crate) fn new() -> Self {
        Self::Undecided(Vec::new())
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
            Self::Gzip(decoder) => inflate(decoder, bytes),
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
            Self::Gzip(mut decoder) => {
                let cut = decoder.try_finish().err();
                let rest = std::mem::take(decoder.get_mut());
                (
                    rest,
                    cut.map(|error| format!("the gzip file is cut or damaged at its end: {error}")),
                )
            }
            Self::Zstd(held) => unzstd(&held),
        }
    }

    fn decide(&mut self) -> Result<Vec<u8>, String> {
        let Self::Undecided(held) = self else {
            return Ok(Vec::new());
        };
        let held = std::mem::take(held);
        *self = match held.as_slice() {
            [0x1f, 0x8b, ..] => Self::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd(Vec::new()),
            _ => Self::Plain,
        };
        self.push(&held)
    }
}

fn inflate(decoder: &mut MultiGzDecoder<Vec<u8>>, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    // A little at a time, so that a file that inflates a thousandfold is never whole in memory.
    for piece in bytes.chunks(16 << 10) {
        decoder
            .write_all(piece)
            .map_err(|error| format!("the gzip data is damaged: {error}"))?;
        out.append(decoder.get_mut());
    }
    Ok(out)
}

fn unzstd(held: &[u8]) -> (Vec<u8>, Option<String>) {
    let mut out = Vec::new();
    let mut rest = held;
    while !rest.is_empty() {
        let damaged = |error: &dyn std::fmt::Display| {
            Some(format!("the zstd data is cut or damaged: {error}"))
        };
        let mut decoder = match ruzstd::decoding::StreamingDecoder::new(&mut rest) {
            Ok(decoder) => decoder,
            Err(error) => return (out, damaged(&error)),
        };
        let room = MOST_BYTES.min(1 << 30).saturating_sub(out.len() as u64);
        if room == 0 {
            return (
                out,
                Some("the zstd file unpacks to more than 1 GiB; the rest is left out".into()),
            );
        }
        if let Err(error) = decoder.by_ref().take(room).read_to_end(&mut out) {
            return (out, damaged(&error));
        }
    }
    (out, None)
}

//! Zstandard (RFC 8878), frame after frame and block after block, as the bytes come.

use std::io::Read as _;

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::container::{Container, Held, Sink};

/// Unpacks a zstd file. It holds one block (128 KiB at most) and the frame's window (128 MiB at most).
pub(crate) struct Zstd {
    held: Held,
    frame: Frame,
}

/// A frame as far as it has come.
struct Frame {
    place: Place,
    decoder: FrameDecoder,
    /// Whether the sink takes more.
    is_wanted: bool,
}

/// Where in the file the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    FrameHeader,
    /// So many bytes are to be passed over.
    Skipped(usize),
    Block {
        has_checksum: bool,
    },
}

impl std::fmt::Debug for Zstd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zstd")
            .field("place", &self.frame.place)
            .finish_non_exhaustive()
    }
}

impl Zstd {
    pub(crate) fn new() -> Self {
        Self {
            held: Held::default(),
            frame: Frame {
                place: Place::FrameHeader,
                decoder: FrameDecoder::new(),
                is_wanted: true,
            },
        }
    }

    /// Hands on what these bytes unpack to.
    ///
    /// # Errors
    /// What is damaged and where; nothing more can be read then.
    pub(crate) fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), String> {
        let Self { held, frame } = self;
        held.push(bytes, |rest, at| {
            match frame.place {
                Place::FrameHeader => frame.header(rest),
                Place::Skipped(length) => Ok(frame.skipped(length, rest)),
                Place::Block { has_checksum } => frame.block(has_checksum, rest, sink),
            }
            // The decoder's own errors are not put into words: theirs would be half of its code, and tell a reader nothing that helps.
            .map_err(|Damaged| format!("the zstd data is damaged at byte {at}"))
        })
    }

    /// Whether the file can end here.
    ///
    /// # Errors
    /// It is cut.
    pub(crate) fn finish(&self) -> Result<(), String> {
        let at_rest = self.frame.place == Place::FrameHeader || !self.frame.is_wanted;
        self.held.finish(at_rest, Container::Zstd)
    }
}

impl Frame {
    /// The length of a frame's header; none where it is not there as a whole.
    fn header(&mut self, bytes: &[u8]) -> Step {
        let Some((magic, after)) = bytes.split_first_chunk::<4>() else {
            return Ok(None);
        };
        if matches!(magic, [0x50..=0x5f, 0x2a, 0x4d, 0x18]) {
            let Some((length, _)) = after.split_first_chunk::<4>() else {
                return Ok(None);
            };
            let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| Damaged)?;
            self.place = Place::Skipped(length);
            return Ok(Some(8));
        }
        let Some(descriptor) = after.first().copied() else {
            return Ok(None);
        };
        let is_single = descriptor & 0x20 != 0;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content_size = [usize::from(is_single), 2, 4, 8][usize::from(descriptor >> 6)];
        let length = 5 + usize::from(!is_single) + dictionary + content_size;
        let Some(header) = bytes.get(..length) else {
            return Ok(None);
        };
        self.decoder.reset(header).map_err(|_| Damaged)?;
        self.place = Place::Block {
            has_checksum: descriptor & 4 != 0,
        };
        Ok(Some(length))
    }

    fn skipped(&mut self, length: usize, bytes: &[u8]) -> Option<usize> {
        let used = length.min(bytes.len());
        self.place = if used == length {
            Place::FrameHeader
        } else {
            Place::Skipped(length - used)
        };
        (used > 0 || length == 0).then_some(used)
    }

    /// The length of a block; none where it is not there as a whole.
    fn block(&mut self, has_checksum: bool, bytes: &[u8], sink: &mut Sink<'_>) -> Step {
        if !self.is_wanted {
            // What is not read is not unpacked.
            return Ok((!bytes.is_empty()).then_some(bytes.len()));
        }
        let Some([a, b, c]) = bytes.first_chunk::<3>() else {
            return Ok(None);
        };
        let header = u32::from_le_bytes([*a, *b, *c, 0]);
        let is_last = header & 1 == 1;
        // A run of one byte has that byte alone.
        let is_run = header >> 1 & 3 == 1;
        let size = usize::try_from(header >> 3).map_err(|_| Damaged)?;
        let content = if is_run { 1 } else { size };
        if content > 128 << 10 {
            return Err(Damaged);
        }
        let length = 3 + content + if is_last && has_checksum { 4 } else { 0 };
        let Some(mut block) = bytes.get(..length) else {
            return Ok(None);
        };
        let decoded = self
            .decoder
            .decode_blocks(&mut block, BlockDecodingStrategy::UptoBlocks(1));
        // All of a block is taken out of the decoder, wanted or not, which else would keep it.
        let mut room = [0; 16 << 10];
        loop {
            let read = self.decoder.read(&mut room).map_err(|_| Damaged)?;
            if read == 0 {
                break;
            }
            self.is_wanted = self.is_wanted && sink(&room[..read]);
        }
        decoded.map_err(|_| Damaged)?;
        if is_last {
            self.place = Place::FrameHeader;
        }
        Ok(Some(length))
    }
}

/// How many bytes were used; none where more have to come.
type Step = Result<Option<usize>, Damaged>;

/// Why nothing more can be unpacked.
struct Damaged;

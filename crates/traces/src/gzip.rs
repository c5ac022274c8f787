//! gzip (RFC 1952), member after member, as the bytes come.
//!
//! The general crate for it brings a checksum for all kinds of processors, whose tables alone are 16 kB of every visit to the page.

use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

use crate::container::{Container, Held, PIECE, Sink};

/// The longest header of a member: its extra field has 64 KiB at most, and a name or comment of the rest is no honest one.
const LONGEST_HEADER: usize = 128 << 10;

/// Where in a member the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Header,
    Data,
    Trailer,
}

/// Unpacks a gzip file. It holds a header (128 KiB at most) or a trailer, and the window.
pub(crate) struct Gzip {
    held: Held,
    member: Member,
}

/// A member as far as it has come.
struct Member {
    place: Place,
    inflater: Box<InflateState>,
    /// What was unpacked last: as long as the window, so that nothing stays behind where damage ends the data.
    room: Vec<u8>,
    crc: u32,
    /// Bytes of the member, modulo 2^32.
    length: u32,
}

impl std::fmt::Debug for Gzip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gzip")
            .field("place", &self.member.place)
            .finish_non_exhaustive()
    }
}

impl Gzip {
    pub(crate) fn new() -> Self {
        Self {
            held: Held::default(),
            member: Member {
                place: Place::Header,
                room: vec![0; 32 << 10],
                inflater: InflateState::new_boxed(DataFormat::Raw),
                crc: !0,
                length: 0,
            },
        }
    }

    /// Hands on what these bytes unpack to.
    ///
    /// # Errors
    /// What is damaged and where; nothing more can be read then.
    pub(crate) fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), String> {
        let Self { held, member } = self;
        held.push(bytes, |rest, at| {
            match member.place {
                Place::Header => member.header(rest),
                Place::Data => member.data(rest, sink),
                Place::Trailer => member.trailer(rest),
            }
            .map_err(|Damaged { further, how }| {
                let place = at + further as u64;
                format!("the gzip data is damaged at byte {place}{how}")
            })
        })
    }

    /// Whether the file can end here.
    ///
    /// # Errors
    /// It is cut.
    pub(crate) fn finish(&self) -> Result<(), String> {
        let at_rest = self.member.place == Place::Header;
        self.held.finish(at_rest, Container::Gzip)
    }
}

/// How many bytes were used; none where more have to come.
type Step = Result<Option<usize>, Damaged>;

/// Why nothing more can be unpacked.
struct Damaged {
    /// How many bytes of those at hand were still fit.
    further: usize,
    /// What is wrong, where that is known.
    how: &'static str,
}

fn damaged(further: usize, how: &'static str) -> Step {
    Err(Damaged { further, how })
}

impl Member {
    /// The length of the header; none where it is not there as a whole.
    fn header(&mut self, bytes: &[u8]) -> Step {
        let Some(fixed) = bytes.get(..10) else {
            return Ok(None);
        };
        if bytes.len() > LONGEST_HEADER + PIECE {
            return damaged(0, ": its header has no end");
        }
        let flags = fixed[3];
        if fixed[..3] != [0x1f, 0x8b, 8] || flags & 0xe0 != 0 {
            return damaged(0, ": a part begins without its mark");
        }
        let mut length = 10;
        if flags & 4 != 0 {
            let Some(extra) = bytes.get(length..length + 2) else {
                return Ok(None);
            };
            length += 2 + usize::from(u16::from_le_bytes([extra[0], extra[1]]));
        }
        // The file's name and a comment, each up to a zero.
        for flag in [8, 16] {
            if flags & flag != 0 {
                let text = bytes.get(length..).unwrap_or_default();
                let Some(end) = text.iter().position(|byte| *byte == 0) else {
                    return Ok(None);
                };
                length += end + 1;
            }
        }
        if flags & 2 != 0 {
            length += 2;
        }
        if bytes.len() < length {
            return Ok(None);
        }
        self.place = Place::Data;
        self.inflater.reset(DataFormat::Raw);
        (self.crc, self.length) = (!0, 0);
        Ok(Some(length))
    }

    /// How many bytes were unpacked; none where more have to come.
    fn data(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Step {
        let step = inflate(&mut self.inflater, bytes, &mut self.room, MZFlush::None);
        let unpacked = &self.room[..step.bytes_written];
        self.crc = crc(self.crc, unpacked);
        // The remainder by 2^32 is what the format asks for.
        let length = u32::try_from(unpacked.len()).unwrap_or(u32::MAX);
        self.length = self.length.wrapping_add(length);
        if !unpacked.is_empty() && !sink(unpacked) {
            // Nothing more is wanted, so that what is left of these bytes needs no unpacking.
            return Ok(None);
        }
        match step.status {
            Ok(MZStatus::StreamEnd) => {
                self.place = Place::Trailer;
                Ok(Some(step.bytes_consumed))
            }
            // The last output of bytes that came before is followed by a word that there are no more.
            Ok(_) | Err(MZError::Buf) if step.bytes_consumed + step.bytes_written > 0 => {
                Ok(Some(step.bytes_consumed))
            }
            _ if bytes.is_empty() => Ok(None),
            _ => damaged(step.bytes_consumed, ""),
        }
    }

    /// Eight bytes that have to fit what was unpacked.
    fn trailer(&mut self, bytes: &[u8]) -> Step {
        let Some((trailer, _)) = bytes.split_first_chunk::<8>() else {
            return Ok(None);
        };
        let [a, b, c, d, e, f, g, h] = *trailer;
        if u32::from_le_bytes([a, b, c, d]) != !self.crc
            || u32::from_le_bytes([e, f, g, h]) != self.length
        {
            return damaged(0, ": its checksum is another");
        }
        self.place = Place::Header;
        Ok(Some(8))
    }
}

/// The checksum's remainders of half a byte, reflected, by the polynomial of RFC 1952.
const REMAINDERS: [u32; 16] = {
    let mut remainders = [0; 16];
    let mut half = 0;
    while half < 16 {
        let mut remainder = half;
        let mut bit = 0;
        while bit < 4 {
            let divides = remainder & 1 == 1;
            remainder >>= 1;
            if divides {
                remainder ^= 0xedb8_8320;
            }
            bit += 1;
        }
        remainders[half as usize] = remainder;
        half += 1;
    }
    remainders
};

/// CRC-32, half a byte at a time, from and to the inverted remainder.
fn crc(before: u32, bytes: &[u8]) -> u32 {
    let half = |crc: u32| (crc >> 4) ^ REMAINDERS[(crc & 15) as usize];
    bytes
        .iter()
        .fold(before, |crc, byte| half(half(crc ^ u32::from(*byte))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // The check value of CRC-32/ISO-HDLC.
        assert_eq!(!crc(!0, b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_header_with_every_part_is_passed_over_in_any_pieces() {
        // Extra field, name, comment and header checksum, then an empty member.
        let mut file = vec![0x1f, 0x8b, 8, 4 | 8 | 16 | 2, 0, 0, 0, 0, 0, 255];
        file.extend([3, 0, b'x', b'y', b'z']);
        file.extend(b"name\0comment\0");
        file.extend([7, 7, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for piece in [1, 5, file.len()] {
            let mut gzip = Gzip::new();
            for bytes in file.chunks(piece) {
                assert_eq!(
                    gzip.push(bytes, &mut |_| panic!("nothing is in it")),
                    Ok(())
                );
            }
            assert_eq!(gzip.finish(), Ok(()), "in pieces of {piece}");
        }
    }

    #[test]
    fn what_does_not_fit_its_checksum_is_damaged() {
        let whole = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ];
        for (place, byte) in [(12, 1), (16, 1), (10, 7), (3, 0x80)] {
            let mut damaged = whole;
            damaged[place] = byte;
            assert!(
                Gzip::new().push(&damaged, &mut |_| true).is_err(),
                "at {place}"
            );
        }
    }
}

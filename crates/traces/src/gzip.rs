//! gzip (RFC 1952), member after member, as the bytes come.
//!
//! The general crate for it brings a checksum for all kinds of processors, whose tables alone are 16 kB of every visit to the page.

use miniz_oxide::{
    DataFormat, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

const CUT: &str = "the gzip file is cut or damaged at its end";

/// Where in a member the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Header,
    Data,
    Trailer,
}

/// Unpacks a gzip file.
pub(crate) struct Gzip {
    place: Place,
    /// What has come and is not used yet.
    held: Vec<u8>,
    inflater: Box<InflateState>,
    crc: u32,
    /// Bytes of the member, modulo 2^32.
    length: u32,
}

impl std::fmt::Debug for Gzip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gzip")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl Gzip {
    pub(crate) fn new() -> Self {
        Self {
            place: Place::Header,
            held: Vec::new(),
            inflater: InflateState::new_boxed(DataFormat::Raw),
            crc: !0,
            length: 0,
        }
    }

    /// What these bytes unpack to.
    ///
    /// # Errors
    /// What is damaged; nothing more can be read then.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        self.held.extend_from_slice(bytes);
        let held = std::mem::take(&mut self.held);
        let mut rest = held.as_slice();
        let mut out = Vec::new();
        loop {
            let used = match self.place {
                Place::Header => self.header(rest)?,
                Place::Data => self.data(rest, &mut out)?,
                Place::Trailer => self.trailer(rest)?,
            };
            let Some(used) = used else { break };
            rest = &rest[used..];
        }
        self.held = rest.to_vec();
        Ok(out)
    }

    /// Why the file can't end here.
    pub(crate) fn problem_at_end(&self) -> Option<String> {
        let complete = self.place == Place::Header && self.held.is_empty();
        (!complete).then(|| CUT.to_owned())
    }

    /// The length of the header; none where it is not there as a whole.
    fn header(&mut self, bytes: &[u8]) -> Result<Option<usize>, String> {
        let Some(fixed) = bytes.get(..10) else {
            return Ok(None);
        };
        let flags = fixed[3];
        if fixed[..3] != [0x1f, 0x8b, 8] || flags & 0xe0 != 0 {
            return Err("the gzip data is damaged: a part begins without its mark".into());
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
    fn data(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<Option<usize>, String> {
        let mut room = [0; 16 << 10];
        let step = inflate(&mut self.inflater, bytes, &mut room, MZFlush::None);
        let unpacked = &room[..step.bytes_written];
        out.extend_from_slice(unpacked);
        self.crc = crc(self.crc, unpacked);
        // The remainder by 2^32 is what the format asks for.
        let length = u32::try_from(unpacked.len()).unwrap_or(u32::MAX);
        self.length = self.length.wrapping_add(length);
        match step.status {
            Ok(MZStatus::StreamEnd) => {
                self.place = Place::Trailer;
                Ok(Some(step.bytes_consumed))
            }
            // Nothing was done for want of bytes.
            _ if step.bytes_consumed == 0 && step.bytes_written == 0 && bytes.is_empty() => {
                Ok(None)
            }
            Ok(_) => Ok(Some(step.bytes_consumed)),
            Err(_) => Err("the gzip data is damaged".into()),
        }
    }

    /// Eight bytes that have to fit what was unpacked.
    fn trailer(&mut self, bytes: &[u8]) -> Result<Option<usize>, String> {
        let Some((trailer, _)) = bytes.split_first_chunk::<8>() else {
            return Ok(None);
        };
        let [a, b, c, d, e, f, g, h] = *trailer;
        if u32::from_le_bytes([a, b, c, d]) != !self.crc
            || u32::from_le_bytes([e, f, g, h]) != self.length
        {
            return Err("the gzip data is damaged: its checksum is another".into());
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
                assert_eq!(gzip.push(bytes), Ok(Vec::new()));
            }
            assert_eq!(gzip.problem_at_end(), None, "in pieces of {piece}");
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
            assert!(Gzip::new().push(&damaged).is_err(), "at {place}");
        }
    }
}

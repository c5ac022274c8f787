//! Short content digests: the identity of cases and requests.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest as _, Sha256};

/// The first 128 bits of a SHA-256, written as 32 lower-case hexadecimal digits.
///
/// ```
/// use faultline_core::Digest;
/// let digest = Digest::of_bytes(b"abc");
/// assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223"); // FIPS 180-2, appendix B.1
/// assert_eq!(digest.to_string().parse::<Digest>(), Ok(digest));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 16]);

impl Digest {
    /// The digest of these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::from_hash(&Sha256::digest(bytes))
    }

    /// The digest of a value's JSON, members in their declared order.
    ///
    /// A value that JSON can't hold (a map with keys that are no strings) has the digest of its error's text; the types of
    /// this workspace have no such maps.
    pub fn of_json(value: &impl Serialize) -> Self {
        struct Sink(Sha256);
        impl std::io::Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.update(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        // Serializers write a few bytes at a time; the hash is quicker with more at once.
        let mut sink = std::io::BufWriter::with_capacity(4096, Sink(Sha256::new()));
        if let Err(error) = serde_json::to_writer(&mut sink, value) {
            return Self::of_bytes(error.to_string().as_bytes());
        }
        match sink.into_inner() {
            Ok(sink) => Self::from_hash(&sink.0.finalize()),
            Err(error) => Self::of_bytes(error.to_string().as_bytes()),
        }
    }

    /// The sixteen bytes, for seeding a [`Stream`](crate::Stream).
    pub fn bytes(self) -> [u8; 16] {
        self.0
    }

    fn from_hash(hash: &[u8]) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        Self(bytes)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl std::str::FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("a digest is 32 hexadecimal digits, not '{text}'");
        if text.len() != 32 || !text.is_ascii() {
            return Err(wrong());
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

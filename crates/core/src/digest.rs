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
        let mut growing = GrowingDigest::default();
        match growing.add_json(value) {
            Ok(()) => growing.digest(),
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

/// A digest of bytes that come one after the other. A copy goes on from where its original stood, so that what several inputs
/// begin with is hashed once.
///
/// ```
/// use faultline_core::{Digest, GrowingDigest};
/// let mut growing = GrowingDigest::default();
/// growing.add(b"ab");
/// let other = growing.clone();
/// growing.add(b"c");
/// assert_eq!(growing.digest(), Digest::of_bytes(b"abc"));
/// assert_eq!(other.digest(), Digest::of_bytes(b"ab"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct GrowingDigest(Sha256);

impl GrowingDigest {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Adds a value's JSON. It is written as a whole first, into the same kind of buffer as a line of a file, so that how a type is
    /// written is compiled once.
    ///
    /// # Errors
    /// A value that JSON can't hold; nothing of it was added.
    pub fn add_json(&mut self, value: &impl Serialize) -> serde_json::Result<()> {
        self.add(&serde_json::to_vec(value)?);
        Ok(())
    }

    /// The digest of all that was added so far.
    pub fn digest(&self) -> Digest {
        Digest::from_hash(&self.0.clone().finalize())
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

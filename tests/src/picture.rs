//! Pictures of the page.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;

use crate::Browser;

impl Browser {
    /// Writes a picture of the viewport as PNG.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn screenshot(&self, path: &Path) -> Result<()> {
        let picture = self.devtools("Page.captureScreenshot", &json!({ "format": "png" }))?;
        let encoded = picture["data"].as_str().context("no picture")?;
        let png = base64(encoded).context("a picture that is not base64")?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, png).with_context(|| format!("could not write {}", path.display()))
    }
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for symbol in text.bytes().filter(|symbol| *symbol != b'=') {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count).to_be_bytes()[3]);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_every_remainder() {
        for (text, expect) in [
            ("", Some(&b""[..])),
            ("TQ==", Some(b"M")),
            ("TWE=", Some(b"Ma")),
            ("TWFu+/8=", Some(b"Man\xfb\xff")),
            ("T*", None),
        ] {
            assert_eq!(base64(text).as_deref(), expect, "{text}");
        }
    }
}

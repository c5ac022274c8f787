//! Where the value of a key stands in the text of a JSON object, so that it alone can be changed and every other byte stays.

use std::ops::Range;

/// The bytes of the value that a key of the outermost object has; nothing where the text is no object or has no such key.
///
/// The text is taken to be JSON; of other text any range may come back, always within it and between characters.
pub(crate) fn value_span(text: &str, key: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_u32, 0);
    let mut value_from = None;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at)?;
                let after = end
                    + bytes[end..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_whitespace())
                        .count();
                let is_key = depth == 1 && value_from.is_none() && bytes.get(after) == Some(&b':');
                if is_key && text.get(at + 1..end - 1) == Some(key) {
                    let blank = bytes[after + 1..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_whitespace());
                    value_from = Some(after + 1 + blank.count());
                    at = after;
                } else {
                    at = end - 1;
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return trimmed(text, value_from?, at);
                }
            }
            b',' if depth == 1 => {
                if let Some(from) = value_from {
                    return trimmed(text, from, at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The place after the closing quote of the string that begins at `from`.
fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

fn trimmed(text: &str, from: usize, to: usize) -> Option<Range<usize>> {
    let value = text.get(from..to)?.trim_end();
    Some(from..from + value.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_key_is_found_whatever_stands_around_it() {
        for (text, expected) in [
            (r#"{"status": "pending"}"#, Some(r#""pending""#)),
            (
                r#"{"items": [{"status": "a"}, {"status": "b"}], "status": "c", "x": 1}"#,
                Some(r#""c""#),
            ),
            (
                r#"{"a": "\"status\": 1, {", "status" : {"of": [1, 2]} }"#,
                Some(r#"{"of": [1, 2]}"#),
            ),
            (r#"{"note": "status", "status": 7}"#, Some("7")),
            (r#"{"stat": "pending"}"#, None),
            (r#"["status", "pending"]"#, None),
            (r#"{"status": "pend"#, None),
            ("Error: Order not found", None),
            ("", None),
        ] {
            let found = value_span(text, "status").map(|span| &text[span]);
            assert_eq!(found, expected, "{text}");
        }
    }
}

//! Numbers as text: one formatter for the page and the command line.

/// A number with so many digits after the point, with a true minus sign, and never a negative zero.
///
/// ```
/// assert_eq!(faultline_report::number_text(-0.1764, 3), "−0.176");
/// assert_eq!(faultline_report::number_text(-0.0001, 3), "0.000");
/// assert_eq!(faultline_report::number_text(f64::NAN, 3), "undefined");
/// ```
pub fn number_text(value: f64, digits: u8) -> String {
    if !value.is_finite() {
        return "undefined".into();
    }
    let text = format!("{value:.*}", usize::from(digits));
    let zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if zero {
        text.replace('-', "")
    } else {
        text.replace('-', "−")
    }
}

/// An interval in square brackets.
///
/// ```
/// assert_eq!(faultline_report::interval_text(0.61, 0.77, 3), "[0.610, 0.770]");
/// ```
pub fn interval_text(lo: f64, hi: f64, digits: u8) -> String {
    format!("[{}, {}]", number_text(lo, digits), number_text(hi, digits))
}

/// A text on one line of a terminal, safe to print: control characters, which can drive a terminal, and those that turn the
/// direction of writing are shown by their code.
///
/// ```
/// assert_eq!(faultline_report::visible_text("a\u{1b}[31mb\nc"), r"a\u{1b}[31mb\nc");
/// assert_eq!(faultline_report::visible_text("naïve 模型 🙂"), "naïve 模型 🙂");
/// ```
pub fn visible_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let turns = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if character.is_control() {
            out.extend(character.escape_default());
        } else if turns {
            out.extend(character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    out
}

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

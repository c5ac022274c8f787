//! Numbers as people and servers write them.

/// A decimal number: as JSON writes it, or with leading zeros, a bare point at its beginning or end. `None` of anything else.
///
/// It is read by JSON's reader, which every program here has; the standard library's is a second one of fifteen thousand bytes.
///
/// ```
/// use faultline_core::number_of;
///
/// assert_eq!(["0.7", ".5", "05", "7.", "1e3"].map(number_of), [Some(0.7), Some(0.5), Some(5.0), Some(7.0), Some(1e3)]);
/// assert_eq!(["", ".", "x", "inf", "1-1"].map(number_of), [None; 5]);
/// ```
pub fn number_of(text: &str) -> Option<f64> {
    let read = |text: &str| serde_json::from_str(text).ok();
    read(text).or_else(|| {
        let digits = text.trim_start_matches('0');
        let whole = if digits.starts_with(|letter: char| letter.is_ascii_digit()) {
            digits.to_owned()
        } else {
            format!("0{digits}")
        };
        let has_digit = text.bytes().any(|letter| letter.is_ascii_digit());
        read(whole.strip_suffix('.').unwrap_or(&whole)).filter(|_| has_digit)
    })
}

//! Keeps keys out of what is stored.

/// The shortest text that is taken for a key: a shorter one would stand in bodies by chance.
const SHORTEST: usize = 8;

/// A body with every occurrence of the key that was sent replaced, since some gateways repeat it in their errors.
///
/// ```
/// let body = faultline_wire::without_key(br#"{"error":"bad key sk-12345678"}"#.to_vec(), "sk-12345678");
/// assert_eq!(body, br#"{"error":"bad key [key]"}"#);
/// ```
pub fn without_key(body: Vec<u8>, key: &str) -> Vec<u8> {
    let key = key.as_bytes();
    if key.len() < SHORTEST || !body.windows(key.len()).any(|window| window == key) {
        return body;
    }
    let mut clean = Vec::with_capacity(body.len());
    let mut rest = body.as_slice();
    while let Some(place) = rest.windows(key.len()).position(|window| window == key) {
        clean.extend_from_slice(&rest[..place]);
        clean.extend_from_slice(b"[key]");
        rest = &rest[place + key.len()..];
    }
    clean.extend_from_slice(rest);
    clean
}

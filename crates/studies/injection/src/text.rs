//! Texts as judges and monitor compare them: sentences, words, and numbers however they are written.

/// A text in lower case in which equal numbers are written alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    /// The text.
    pub(crate) text: String,
}

/// A number of a text: canonical, with its sign, and how many digits it has after the point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Number {
    /// Canonical: no separators, no leading zeros, none at the end of a fraction.
    pub(crate) text: String,
    /// Digits after the point, as written.
    pub(crate) digits: u32,
}

impl Number {
    /// The nearest real number; `None` of one that is too large.
    pub(crate) fn value(&self) -> Option<f64> {
        self.text
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
    }
}

/// Lower case, thousands separators left out, zeros at the end of fractions left out.
pub(crate) fn canonical(text: &str) -> Canonical {
    let lower = text.to_lowercase();
    let mut out = String::with_capacity(lower.len());
    let mut rest = lower.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let (whole, fraction, end) = digits(rest);
        out.push_str(&whole);
        let fraction = fraction.trim_end_matches('0');
        if !fraction.is_empty() {
            out.push('.');
            out.push_str(fraction);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    Canonical { text: out }
}

/// The numbers of a text, in order. A hyphen is a sign only where no letter or digit is before it. Digits that follow a letter at once
/// are part of a name, such as `P004`, and no number.
pub(crate) fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
        let start = at + start;
        let (whole, fraction, end) = digits(&text[start..]);
        at = start + end;
        let mut left = text[..start].chars().rev();
        let (near, far) = (left.next(), left.next());
        if near.is_some_and(|c| c.is_alphabetic() || c == '_') {
            continue;
        }
        let is_negative =
            matches!(near, Some('-' | '−')) && !far.is_some_and(char::is_alphanumeric);
        let digits = u32::try_from(fraction.len()).unwrap_or(u32::MAX);
        let whole = whole.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        let mut text = String::new();
        if is_negative && !(whole.is_empty() && fraction.is_empty()) {
            text.push('-');
        }
        text.push_str(if whole.is_empty() { "0" } else { whole });
        if !fraction.is_empty() {
            text.push('.');
            text.push_str(fraction);
        }
        found.push(Number { text, digits });
    }
    found
}

/// The number that a text begins with: its digits before the point without thousands separators, those after it, and where it ends.
fn digits(text: &str) -> (String, &str, usize) {
    let run = |text: &str| {
        text.find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len())
    };
    let mut end = run(text);
    let mut whole = text[..end].to_owned();
    // A group of thousands: a separator and exactly three digits, after three at most.
    if end <= 3 {
        loop {
            let mut rest = text[end..].chars();
            let Some(separator) = rest
                .next()
                .filter(|c| matches!(c, ',' | '\u{a0}' | '\u{202f}' | '\u{2009}'))
            else {
                break;
            };
            let group = rest.as_str();
            if run(group) != 3 {
                break;
            }
            whole.push_str(&group[..3]);
            end += separator.len_utf8() + 3;
        }
    }
    let fraction = text[end..]
        .strip_prefix('.')
        .map_or("", |after| &after[..run(after)]);
    if !fraction.is_empty() {
        end += 1 + fraction.len();
    }
    (whole, fraction, end)
}

/// The sentences of a text, without the white space around them: each ends at a line end, or at a mark of punctuation that white
/// space or nothing follows.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = rest.len();
        let mut characters = rest.char_indices().peekable();
        while let Some((place, c)) = characters.next() {
            let after = place + c.len_utf8();
            let follows = characters.peek().map(|(_, next)| *next);
            let is_end = match c {
                '\n' => true,
                '.' | '!' | '?' => follows.is_none_or(char::is_whitespace),
                _ => false,
            };
            if is_end {
                end = after;
                break;
            }
        }
        let (sentence, after) = rest.split_at(end);
        rest = after;
        Some(sentence.trim())
    })
    .filter(|sentence| !sentence.is_empty())
}

/// The words of a text in lower case; an apostrophe belongs to its word.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('’', "'")
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.trim_matches('\'').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

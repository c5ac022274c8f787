//! Thinking that stands in the text.

use crate::answer::add;

/// How models mark where thinking begins and ends.
const MARKS: [(&str, &str); 7] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("<seed:think>", "</seed:think>"),
    ("◁think▷", "◁/think▷"),
];

/// A text, parted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Parted {
    /// What is meant to be seen.
    pub(crate) visible: String,
    /// Thinking that was ended.
    pub(crate) closed: String,
    /// Thinking that was not.
    pub(crate) open: String,
    /// What is odd, by name.
    pub(crate) flags: Vec<String>,
}

/// Parts a text; none if it holds no thinking.
pub(crate) fn part(text: &str) -> Option<Parted> {
    if !text.contains(['<', '[', '◁']) {
        return None;
    }
    let (open, close) = MARKS
        .into_iter()
        .find(|(open, close)| text.contains(open) || text.contains(close))?;
    let mut parted = Parted::default();
    let mut rest = text;
    // An end without a beginning: the template began it.
    if let Some(end) = rest.find(close)
        && rest[..end].find(open).is_none()
    {
        add(&mut parted.flags, "orphan_think_close".into());
        parted.closed.push_str(&rest[..end]);
        rest = &rest[end + close.len()..];
    }
    while let Some(start) = rest.find(open) {
        parted.visible.push_str(&rest[..start]);
        let inner = &rest[start + open.len()..];
        let Some(end) = inner.find(close) else {
            parted.open.push_str(inner);
            return Some(parted);
        };
        parted.closed.push_str(&inner[..end]);
        rest = &inner[end + close.len()..];
    }
    parted.visible.push_str(rest);
    Some(parted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_parted_from_the_answer() {
        for (text, visible, closed, open) in [
            ("<think>a</think>b", "b", "a", ""),
            ("a</think>b", "b", "a", ""),
            ("x<thinking>a</thinking>b<thinking>c", "xb", "a", "c"),
            ("<think>a", "", "", "a"),
            ("[THINK]a[/THINK]b[THINK]c[/THINK]d", "bd", "ac", ""),
        ] {
            let parted = part(text).unwrap();
            assert_eq!(
                (
                    parted.visible.as_str(),
                    parted.closed.as_str(),
                    parted.open.as_str()
                ),
                (visible, closed, open),
                "{text}"
            );
        }
        assert_eq!(part("a < b > think"), None);
    }
}

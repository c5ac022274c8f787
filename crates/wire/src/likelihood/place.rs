//! Which tokens of a repeated text are those of its continuation.

use std::ops::Range;

use faultline_core::{Likelihood, Unmeasured};

use crate::answer::unmeasured;

/// The most bytes that a token can hold whose text is not given, or is only a part of a character.
const LONGEST_UNKNOWN: usize = 64;

/// Tokens as a server lists them.
#[derive(Debug, Default)]
pub(super) struct Listed<'a> {
    /// The text of each; none where the server does not say it.
    pub(super) texts: Vec<Option<&'a str>>,
    /// Where each begins, in characters or bytes, where the server says it of all.
    pub(super) offsets: Option<Vec<u64>>,
}

/// The tokens of the continuation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// The place of the first in the list.
    pub(super) first: usize,
    /// The bytes of each in the continuation.
    pub(super) spans: Vec<Range<usize>>,
}

/// Finds the tokens of the continuation in a list that begins with those of the context; what follows the text was generated.
///
/// The texts of the tokens, one after the other, must be the text that was sent. Three departures are known and allowed: a first token
/// that stands for the beginning and not for text; a space that a tokenizer puts before the first word, or takes from it; and
/// characters that are spread over several tokens, whose texts then show replacements or nothing. Of those the first token gets the
/// characters and the others an empty text; where they end is told by the offsets, or by where the next token fits.
pub(super) fn place(listed: &Listed<'_>, of: &Likelihood) -> Result<Placed, Unmeasured> {
    let text = [&of.context, of.continuation.as_str()].concat();
    let boundary = of.context.len();
    let mut walk = Walk {
        text: &text,
        listed,
        at: 0,
        spans: Vec::new(),
        open: None,
    };
    for place in 0..listed.texts.len() {
        if walk.at == text.len() && walk.open.is_none() {
            break;
        }
        walk.step(place)?;
    }
    walk.end()?;
    let mut placed = Placed {
        first: walk.spans.len(),
        spans: Vec::new(),
    };
    for (place, (from, span)) in walk.spans.iter().enumerate() {
        if *from < boundary {
            if span.end > boundary {
                return Err(straddling(&text[span.clone()]));
            }
            continue;
        }
        placed.first = placed.first.min(place);
        placed
            .spans
            .push(span.start - boundary..span.end - boundary);
    }
    Ok(placed)
}

/// Goes through tokens and text side by side.
struct Walk<'a> {
    text: &'a str,
    listed: &'a Listed<'a>,
    /// The byte of the text that comes next.
    at: usize,
    /// Of each token, where the characters begin that it belongs to, and its own bytes.
    spans: Vec<(usize, Range<usize>)>,
    /// The first of the last tokens whose texts are not known, if there are such, and where they begin.
    open: Option<(usize, usize)>,
}

impl Walk<'_> {
    /// Takes the next token.
    fn step(&mut self, place: usize) -> Result<(), Unmeasured> {
        let Some(text) = self.listed.texts[place].filter(|text| is_whole(text)) else {
            // Its end shows when the next whole token is found.
            self.open.get_or_insert((place, self.at));
            self.spans.push((self.at, self.at..self.at));
            return Ok(());
        };
        let from = match self.open.take() {
            Some((first, from)) => {
                let Some(end) = self.resume(first, place, from, text) else {
                    // The text may end here, and this token be the first of what was generated.
                    self.open = Some((first, from));
                    if self.close_at_end() {
                        return Ok(());
                    }
                    return Err(self.differs(Some(text)));
                };
                self.close(first, from, end);
                end
            }
            None => self.at,
        };
        let rest = &self.text[from..];
        let length = if rest.starts_with(text) {
            text.len()
        } else if from == 0
            && place <= 1
            && text
                .strip_prefix(' ')
                .is_some_and(|own| rest.starts_with(own))
        {
            text.len() - 1
        } else if from == 0
            && place <= 1
            && rest
                .strip_prefix(' ')
                .is_some_and(|rest| rest.starts_with(text))
        {
            text.len() + 1
        } else if place == 0 {
            0
        } else {
            return Err(self.differs(Some(text)));
        };
        self.at = from + length;
        self.spans.push((from, from..self.at));
        Ok(())
    }

    /// Where a whole token begins that follows others whose texts are not known.
    fn resume(&self, first: usize, place: usize, from: usize, text: &str) -> Option<usize> {
        let rest = &self.text[from..];
        let fits = |end: &usize| rest.get(*end..).is_some_and(|rest| rest.starts_with(text));
        let said = self.listed.offsets.as_ref().and_then(|offsets| {
            let gap = offsets.get(place)?.checked_sub(*offsets.get(first)?)?;
            usize::try_from(gap).ok()
        });
        let in_characters = said.map(|gap| rest.chars().take(gap).map(char::len_utf8).sum());
        let furthest = (place - first)
            .saturating_mul(LONGEST_UNKNOWN)
            .min(rest.len());
        let end = said
            .into_iter()
            .chain(in_characters)
            .chain(0..=furthest)
            .find(|end| *end <= furthest && fits(end))?;
        Some(from + end)
    }

    /// Gives the characters up to `end` to the first of the tokens whose texts are not known.
    fn close(&mut self, first: usize, from: usize, end: usize) {
        for (place, (begins, span)) in self.spans.iter_mut().enumerate().skip(first) {
            *begins = from;
            *span = if place == first { from..end } else { end..end };
        }
        self.at = end;
    }

    /// Whether the tokens whose texts are not known can be the rest of the text; if so, they are.
    fn close_at_end(&mut self) -> bool {
        let Some((first, from)) = self.open else {
            return false;
        };
        let left = self.text.len() - from;
        let fits = left <= (self.spans.len() - first).saturating_mul(LONGEST_UNKNOWN);
        if fits {
            self.open = None;
            self.close(first, from, self.text.len());
        }
        fits
    }

    /// Ends where the list ends.
    fn end(&mut self) -> Result<(), Unmeasured> {
        if self.close_at_end() || self.at == self.text.len() {
            Ok(())
        } else {
            Err(self.differs(None))
        }
    }

    /// What came is not what was sent.
    fn differs(&self, came: Option<&str>) -> Unmeasured {
        let Some(came) = came else {
            return unmeasured(
                "text_cut",
                &format!(
                    "the server's tokens end after {} of the {} bytes that were sent: it may have cut the text",
                    self.at,
                    self.text.len()
                ),
            );
        };
        let sent: String = self.text[self.at..].chars().take(20).collect();
        let came: String = came.chars().take(20).collect();
        unmeasured(
            "text_differs",
            &format!(
                "the server's tokens are not the text that was sent: after {} bytes {came:?} stands for {sent:?}; it may have cut or \
                 changed the text",
                self.at
            ),
        )
    }
}

/// Whether a token's text is all of it: some servers write what is a part of a character as a replacement, as nothing or as bytes.
fn is_whole(text: &str) -> bool {
    !text.is_empty() && !text.contains('\u{fffd}') && !text.starts_with("bytes:\\x")
}

fn straddling(text: &str) -> Unmeasured {
    let text: String = text.chars().take(40).collect();
    unmeasured(
        "straddling_token",
        &format!(
            "the token {text:?} holds the end of the context and the beginning of the text that is scored"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the continuation's tokens, as they were placed, or the kind of failure.
    fn placed(
        context: &str,
        continuation: &str,
        tokens: &[&str],
        offsets: Option<&[u64]>,
    ) -> String {
        let listed = Listed {
            texts: tokens
                .iter()
                .map(|token| (*token != "?").then_some(*token))
                .collect(),
            offsets: offsets.map(<[u64]>::to_vec),
        };
        let of = Likelihood {
            context: context.into(),
            continuation: continuation.into(),
        };
        match place(&listed, &of) {
            Ok(placed) => {
                let texts = placed.spans.iter().map(|span| &continuation[span.clone()]);
                format!("{}:{}", placed.first, texts.collect::<Vec<_>>().join("|"))
            }
            Err(cause) => cause.kind,
        }
    }

    #[test]
    fn tokens_find_their_places() {
        for (context, continuation, tokens, expected) in [
            ("ab c", "d e", &["ab", " c", "d", " e", " f"][..], "2:d| e"),
            ("", "d e", &["d", " e"], "0:d| e"),
            // The token of the beginning, and spaces that tokenizers add and take.
            ("ab", "c", &["<s>", "ab", "c"], "2:c"),
            ("ab", "c", &["", "ab", "c"], "2:c"),
            ("ab", "c", &["?", "ab", "c"], "2:c"),
            ("ab", "c", &["?", "b", "c"], "2:c"),
            ("ab", "c", &["<s>", " ab", "c"], "2:c"),
            (" ab", "c", &["ab", "c"], "1:c"),
            // Characters in parts.
            (
                "a\u{e9}",
                "\u{1f600}b",
                &["a", "\u{fffd}", "\u{fffd}", "\u{fffd}", "\u{fffd}", "b"],
                "straddling_token",
            ),
            (
                "a",
                "\u{e9}b",
                &["a", "\u{fffd}", "\u{fffd}", "b"],
                "1:\u{e9}||b",
            ),
            ("a\u{e9}", "b", &["a", "\u{fffd}", "\u{fffd}", "b"], "3:b"),
            ("a", "\u{e9}", &["a", "", "", "generated"], "1:\u{e9}|"),
            (
                "a",
                "\u{e9}b",
                &["a", "bytes:\\xc3", "bytes:\\xa9", "b"],
                "1:\u{e9}||b",
            ),
            // What the server changed.
            ("ab", "c", &["a", "bc"], "straddling_token"),
            ("ab", "c", &["a", "b"], "text_cut"),
            ("ab ab", "c", &[" ab", "c"], "text_differs"),
            ("ab", "c", &["x", "y", "c"], "text_differs"),
            ("ab", "c", &[], "text_cut"),
        ] {
            assert_eq!(
                placed(context, continuation, tokens, None),
                expected,
                "{context}{continuation}: {tokens:?}"
            );
        }
    }

    #[test]
    fn offsets_tell_where_unknown_tokens_end() {
        // Without offsets the first place that fits is taken, which is not always right, and then shows at the end.
        let tokens = ["a", "\u{fffd}", "\u{fffd}", "b"];
        for (offsets, expected) in [
            (None, "text_cut"),
            (Some(&[0, 1, 2, 4][..]), "1:\u{e9}b\u{e9}||b"),
            (Some(&[0, 1, 3, 6][..]), "1:\u{e9}b\u{e9}||b"),
        ] {
            let found = placed("a", "\u{e9}b\u{e9}b", &tokens, offsets);
            assert_eq!(found, expected);
        }
    }
}

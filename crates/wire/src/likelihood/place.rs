//! Which tokens of a repeated text are those of its continuation.

use std::ops::Range;

use faultline_core::{Likelihood, Unmeasured};

use super::parts::{Parts, is_whole};
use crate::answer::unmeasured;

/// The most bytes that the first token can hold where its text is not told.
const LONGEST_UNTOLD: usize = 64;

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
/// characters and the others an empty text; they end where alone the next token fits. Offsets are not needed: most servers add up the
/// lengths of these texts for them.
pub(super) fn place(texts: &[Option<&str>], of: &Likelihood) -> Result<Placed, Unmeasured> {
    let text = [&of.context, of.continuation.as_str()].concat();
    let boundary = of.context.len();
    let walk = Walk::along(&text, texts)?;
    let mut placed = Placed {
        first: walk.spans.len(),
        spans: Vec::new(),
    };
    for (place, (from, span)) in walk.spans.iter().enumerate() {
        // One that stands for the beginning is of no text.
        if *from < boundary || (place == 0 && span.is_empty()) {
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
    /// Of each token; none where the server does not say it.
    texts: &'a [Option<&'a str>],
    /// The byte of the text that comes next.
    at: usize,
    /// Of each token, where the characters begin that it belongs to, and its own bytes.
    spans: Vec<(usize, Range<usize>)>,
    /// The first of the last tokens whose texts are not known, if there are such, and where they begin.
    open: Option<(usize, usize)>,
}

impl<'a> Walk<'a> {
    /// Goes from beginning to end. A first token whose text is not told holds what makes the rest fit.
    fn along(text: &'a str, texts: &'a [Option<&'a str>]) -> Result<Self, Unmeasured> {
        let longest = match texts {
            // It is not all of the text.
            [None, ..] => LONGEST_UNTOLD.min(text.len().saturating_sub(1)),
            _ => 0,
        };
        let mut ends = (0..=longest).filter(|end| text.is_char_boundary(*end));
        let first = Self::after(ends.next().unwrap_or_default(), text, texts);
        if first.is_ok() {
            return first;
        }
        ends.find_map(|end| Self::after(end, text, texts).ok())
            .map_or(first, Ok)
    }

    /// Goes to the end, where a first token whose text is not told ends here.
    fn after(at: usize, text: &'a str, texts: &'a [Option<&'a str>]) -> Result<Self, Unmeasured> {
        let mut walk = Self {
            text,
            texts,
            at,
            spans: Vec::new(),
            open: None,
        };
        for (place, text) in texts.iter().enumerate() {
            if place == 0 && text.is_none() {
                walk.spans.push((0, 0..at));
                continue;
            }
            if walk.at == walk.text.len() && walk.open.is_none() {
                break;
            }
            walk.step(place)?;
        }
        walk.end()?;
        Ok(walk)
    }

    /// Takes the next token.
    fn step(&mut self, place: usize) -> Result<(), Unmeasured> {
        let Some(text) = self.texts[place] else {
            return Err(unmeasured(
                "text_differs",
                &format!("the text of token {} is not told", place + 1),
            ));
        };
        if !is_whole(text) {
            // Its end shows when the next whole token is found.
            self.open.get_or_insert((place, self.at));
            self.spans.push((self.at, self.at..self.at));
            return Ok(());
        }
        let from = match self.open.take() {
            Some((first, from)) => {
                let parts = Parts::of(&self.texts[first..place]);
                let end = parts.end(&self.text[from..], text);
                let end = from + end.ok_or_else(|| self.unclear(from))?;
                self.close(first, from, end);
                if end == self.text.len() {
                    return Ok(());
                }
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
            return Err(self.differs(text));
        };
        self.at = from + length;
        self.spans.push((from, from..self.at));
        Ok(())
    }

    /// Gives the characters up to `end` to the first of the tokens whose texts are not known.
    fn close(&mut self, first: usize, from: usize, end: usize) {
        for (place, (begins, span)) in self.spans.iter_mut().enumerate().skip(first) {
            *begins = from;
            *span = if place == first { from..end } else { end..end };
        }
        self.at = end;
    }

    /// Ends where the list ends.
    fn end(&mut self) -> Result<(), Unmeasured> {
        let Some((first, from)) = self.open.take() else {
            return if self.at == self.text.len() {
                Ok(())
            } else {
                Err(self.cut())
            };
        };
        // A server that writes parts of characters as replacements writes none as nothing: such a token was generated.
        let texts = &self.texts[first..];
        let empty = texts.iter().rev().take_while(|text| **text == Some(""));
        let texts = &texts[..texts.len() - empty.count()];
        let parts = Parts::of(texts);
        if parts.are_empty || !parts.fit(&self.text[from..], self.text.len() - from) {
            return Err(self.unclear(from));
        }
        self.spans.truncate(first + texts.len());
        self.close(first, from, self.text.len());
        Ok(())
    }

    /// Characters are spread over tokens in a way that can't be told.
    fn unclear(&self, from: usize) -> Unmeasured {
        let sent: String = self.text[from..].chars().take(20).collect();
        unmeasured(
            "unclear_tokens",
            &format!(
                "some tokens hold only parts of characters, and where they end can't be told: they begin at {sent:?}"
            ),
        )
    }

    /// The list of tokens ends before the text does.
    fn cut(&self) -> Unmeasured {
        unmeasured(
            "text_cut",
            &format!(
                "the server's tokens end after {} of the {} bytes that were sent: it may have cut the text",
                self.at,
                self.text.len()
            ),
        )
    }

    /// What came is not what was sent.
    fn differs(&self, came: &str) -> Unmeasured {
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
    fn placed(context: &str, continuation: &str, tokens: &[&str]) -> String {
        let texts: Vec<Option<&str>> = tokens
            .iter()
            .map(|token| (*token != "?").then_some(*token))
            .collect();
        let of = Likelihood {
            context: context.into(),
            continuation: continuation.into(),
        };
        match place(&texts, &of) {
            Ok(placed) => {
                let texts = placed.spans.iter().map(|span| &continuation[span.clone()]);
                format!("{}:{}", placed.first, texts.collect::<Vec<_>>().join("|"))
            }
            Err(cause) => cause.kind,
        }
    }

    #[test]
    fn a_token_whose_text_is_not_told_is_named() {
        let of = Likelihood {
            context: "ab".into(),
            continuation: "c".into(),
        };
        let cause = place(&[Some("ab"), None], &of).unwrap_err();
        assert_eq!(cause.kind, "text_differs");
        assert_eq!(cause.message, "the text of token 2 is not told");
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
            // What the server changed.
            ("ab", "c", &["a", "bc"], "straddling_token"),
            ("ab", "c", &["a", "b"], "text_cut"),
            ("ab ab", "c", &[" ab", "c"], "text_differs"),
            ("ab", "c", &["x", "y", "c"], "text_differs"),
            ("ab", "c", &[], "text_cut"),
        ] {
            assert_eq!(
                placed(context, continuation, tokens),
                expected,
                "{context}{continuation}: {tokens:?}"
            );
        }
    }

    #[test]
    fn parts_of_characters_find_their_places() {
        for (context, continuation, tokens, expected) in [
            (
                "a\u{e9}",
                "\u{1f600}b",
                &["a", "\u{fffd}", "\u{fffd}", "\u{fffd}", "\u{fffd}", "b"][..],
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
            // The last part of a character has all of it, as vLLM 0.32.0 sends it; of a prompt's first token nothing is known.
            (
                "\u{13000}\u{13000} ",
                "\u{13000}\u{13000}!",
                &[
                    "?",
                    "",
                    "",
                    "",
                    "\u{13000}",
                    "",
                    "",
                    "",
                    "\u{13000}",
                    " ",
                    "",
                    "",
                    "",
                    "\u{13000}",
                    "",
                    "",
                    "",
                    "\u{13000}",
                    "!",
                ],
                "10:|||\u{13000}||||\u{13000}|!",
            ),
            (
                "a\u{13000}\u{e9}",
                "\u{13000}\u{1d6fc}\u{16800}",
                &[
                    "<bos>",
                    "a",
                    "",
                    "",
                    "",
                    "\u{13000}",
                    "\u{e9}",
                    "",
                    "",
                    "",
                    "\u{13000}",
                    "\u{1d6fc}",
                    "",
                    "",
                    "",
                    "\u{16800}",
                    "",
                ],
                "7:|||\u{13000}|\u{1d6fc}||||\u{16800}",
            ),
            (
                "a",
                "\u{e9}b",
                &["a", "bytes:\\xc3", "bytes:\\xa9", "b"],
                "1:\u{e9}||b",
            ),
            (
                "a",
                "\u{e9}\u{e9}\u{e9}b",
                &["a", "\u{fffd}", "\u{fffd}", "\u{e9}", "\u{e9}", "b"],
                "unclear_tokens",
            ),
            (
                "a",
                "\u{e9}\u{e9}\u{e9}\u{e9}b",
                &["a", "\u{fffd}", "\u{fffd}\u{fffd}", "\u{e9}", "b"],
                "unclear_tokens",
            ),
            (
                "a",
                "\u{e9}bb",
                &["a", "\u{fffd}", "\u{fffd}b", "b"],
                "1:\u{e9}b||b",
            ),
            ("a", "bb", &["a", "\u{fffd}", "b"], "unclear_tokens"),
            ("a", "\u{e9}", &["a", "", ""], "unclear_tokens"),
        ] {
            assert_eq!(
                placed(context, continuation, tokens),
                expected,
                "{context}{continuation}: {tokens:?}"
            );
        }
    }
}

//! Tokens that are parts of characters, whose texts don't say what they hold.

/// The most bytes of text that such tokens, one after the other, are looked for in.
const FURTHEST: usize = 256;

/// How a token begins that some servers write as bytes.
const AS_BYTES: &str = "bytes:";

/// Whether a token's text is all of it: what is a part of a character is written as a replacement, as nothing or as bytes.
pub(super) fn is_whole(text: &str) -> bool {
    !text.is_empty() && !text.contains('\u{fffd}') && !is_as_bytes(text)
}

fn is_as_bytes(text: &str) -> bool {
    text.starts_with(AS_BYTES) && text.contains("\\x")
}

/// What is known of one or more tokens without whole texts.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The fewest and the most bytes that they hold.
    least: usize,
    most: usize,
    /// All of it that is ASCII, which no token holds a part of.
    ascii: String,
    /// Whether all their texts are empty.
    pub(super) are_empty: bool,
}

impl Parts {
    /// What these tokens of a list can hold.
    pub(super) fn of(texts: &[Option<&str>]) -> Self {
        let mut parts = Self {
            are_empty: true,
            ..Self::default()
        };
        for text in texts.iter().flatten() {
            parts.add(text);
        }
        parts
    }

    fn add(&mut self, text: &str) {
        self.are_empty &= text.is_empty();
        let own = if text.is_empty() {
            // What is left out can be all of a character.
            self.most += 4;
            String::new()
        } else if is_as_bytes(text) {
            let mut own = String::new();
            let mut pieces = text[AS_BYTES.len()..].split("\\x");
            own.extend(pieces.next());
            for piece in pieces {
                self.least += 1;
                self.most += 1;
                own.extend(piece.get(2..));
            }
            self.most += own.len();
            self.least += own.len();
            own
        } else {
            // A replacement stands for a byte at least, and at most for as many as it has itself.
            self.most += text.len();
            let own = text.replace('\u{fffd}', "");
            self.least += own.len() + text.matches('\u{fffd}').count();
            own
        };
        self.ascii.extend(own.chars().filter(char::is_ascii));
    }

    /// Whether they can be the first bytes of a text, so many of them.
    pub(super) fn fit(&self, text: &str, end: usize) -> bool {
        let is_their_ascii = |held: &str| {
            let held = held.chars().filter(char::is_ascii);
            held.eq(self.ascii.chars())
        };
        (self.least..=self.most.min(FURTHEST)).contains(&end)
            && text.get(..end).is_some_and(is_their_ascii)
    }

    /// Where they end in the text that they begin, by where the next token's text fits, which may also be the first that was generated;
    /// none where several places fit. Where nothing is written of them and the next token fits at their beginning, it is the last part
    /// of a character, with all of it for a text, as vLLM writes it.
    pub(super) fn end(&self, text: &str, next: &str) -> Option<usize> {
        if self.are_empty && text.starts_with(next) {
            return Some(0);
        }
        let most = self.most.min(FURTHEST).min(text.len());
        let mut places = (self.least..=most).filter(|end| {
            let follows = |rest: &str| rest.is_empty() || rest.starts_with(next);
            self.fit(text, *end) && text.get(*end..).is_some_and(follows)
        });
        let first = places.next()?;
        places.next().is_none().then_some(first)
    }
}

//! Where two texts differ, word by word.

use serde::{Deserialize, Serialize};

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether the other text lacks it.
    pub differs: bool,
}

/// Texts of more words together than this are not compared word by word.
const MOST_WORDS: usize = 3000;

/// Both texts in pieces; those that differ are marked. What they have in common is a longest common sequence of words, white space and
/// single signs.
pub(crate) fn difference(base: &str, own: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (bases, owns) = (words(base), words(own));
    let ahead = bases.iter().zip(&owns).take_while(|(a, b)| a == b).count();
    let behind = bases[ahead..].iter().rev().zip(owns[ahead..].iter().rev());
    let behind = behind.take_while(|(a, b)| a == b).count();
    let (base_mid, own_mid) = (
        &bases[ahead..bases.len() - behind],
        &owns[ahead..owns.len() - behind],
    );
    let (base_kept, own_kept) = if base_mid.len() + own_mid.len() > MOST_WORDS {
        (vec![false; base_mid.len()], vec![false; own_mid.len()])
    } else {
        common(base_mid, own_mid)
    };
    let all = |words: &[&str], middle: Vec<bool>| {
        let ends = |count: usize| std::iter::repeat_n(true, count);
        let mut kept: Vec<bool> = ends(ahead).chain(middle).chain(ends(behind)).collect();
        slide(words, &mut kept);
        pieces(words, &kept)
    };
    (all(&bases, base_kept), all(&owns, own_kept))
}

/// The text as one piece that does not differ.
pub(crate) fn same(text: &str) -> Vec<Piece> {
    piece(text, false)
}

/// The text as one piece that differs.
pub(crate) fn other(text: &str) -> Vec<Piece> {
    piece(text, true)
}

fn piece(text: &str, differs: bool) -> Vec<Piece> {
    vec![Piece {
        text: text.into(),
        differs,
    }]
}

/// Words, runs of white space, and every other sign by itself.
fn words(text: &str) -> Vec<&str> {
    let class = |letter: char| match letter {
        letter if letter.is_alphanumeric() || letter == '_' => 1,
        letter if letter.is_whitespace() => 2,
        _ => 0,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (place, letter) in text.char_indices() {
        let is_new = last.is_some_and(|last| last != class(letter) || last == 0);
        if is_new {
            words.push(&text[start..place]);
            start = place;
        }
        last = Some(class(letter));
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

/// Which words of either are in their longest common sequence.
fn common(base: &[&str], own: &[&str]) -> (Vec<bool>, Vec<bool>) {
    let wide = own.len() + 1;
    // The length of the longest sequence from each pair of places on.
    let mut longest = vec![0_u16; (base.len() + 1) * wide];
    for (row, one) in base.iter().enumerate().rev() {
        for (column, other) in own.iter().enumerate().rev() {
            let below = longest[(row + 1) * wide + column];
            let beside = longest[row * wide + column + 1];
            longest[row * wide + column] = if one == other {
                longest[(row + 1) * wide + column + 1] + 1
            } else {
                below.max(beside)
            };
        }
    }
    let (mut base_kept, mut own_kept) = (vec![false; base.len()], vec![false; own.len()]);
    let (mut row, mut column) = (0, 0);
    while row < base.len() && column < own.len() {
        if base[row] == own[column] {
            (base_kept[row], own_kept[column]) = (true, true);
            (row, column) = (row + 1, column + 1);
        } else if longest[(row + 1) * wide + column] >= longest[row * wide + column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    (base_kept, own_kept)
}

/// Moves runs of words that differ back to where a line begins, where the words around them allow it: what is marked then is a line, not
/// the end of one and the beginning of the next.
fn slide(words: &[&str], kept: &mut [bool]) {
    let mut end = kept.len();
    while end > 0 {
        if kept[end - 1] {
            end -= 1;
            continue;
        }
        let start = kept[..end]
            .iter()
            .rposition(|is| *is)
            .map_or(0, |at| at + 1);
        let fits = |by: &usize| words[start - by..start] == words[end - by..end];
        let begins_a_line = |by: &usize| start > *by && words[start - by - 1].contains('\n');
        let most = start.min(end - start);
        let by = (0..=most)
            .take_while(|by| *by == 0 || kept[start - by] && fits(by))
            .find(begins_a_line)
            .unwrap_or(0);
        kept[start - by..start].fill(false);
        kept[end - by..end].fill(true);
        end = start - by;
    }
}

/// Words put together: white space between two that differ differs too, but no end of a line and no indentation.
fn pieces(words: &[&str], kept: &[bool]) -> Vec<Piece> {
    let is_kept = |place: usize| kept.get(place).copied().unwrap_or(true);
    let is_space = |word: &str| word.trim().is_empty();
    let differs = |place: usize| {
        let word = words[place];
        if !is_space(word) {
            return !is_kept(place);
        }
        let beside = |other: Option<usize>| {
            other.is_some_and(|other| other < words.len() && !is_kept(other))
        };
        let is_between = beside(place.checked_sub(1)) && beside(Some(place + 1));
        let is_alone = !is_kept(place) && !beside(place.checked_sub(1)) && !beside(Some(place + 1));
        !word.contains('\n') && (is_between || is_alone)
    };
    let mut pieces: Vec<Piece> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let differs = differs(place);
        match pieces.last_mut().filter(|last| last.differs == differs) {
            Some(last) => last.text.push_str(word),
            None => pieces.extend(piece(word, differs)),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[Piece]) -> String {
        pieces
            .iter()
            .map(|piece| {
                if piece.differs {
                    format!("<{}>", piece.text)
                } else {
                    piece.text.clone()
                }
            })
            .collect()
    }

    #[test]
    fn words_that_differ_are_marked_together() {
        for (base, own, base_shown, own_shown) in [
            ("a b c", "a b c", "a b c", "a b c"),
            ("", "new", "", "<new>"),
            (
                "by metro to the expo",
                "by bus or tram to the expo",
                "by <metro> to the expo",
                "by <bus or tram> to the expo",
            ),
            (
                "get_weather(x)",
                "fetch(x)",
                "<get_weather>(x)",
                "<fetch>(x)",
            ),
            ("km: 9,", "km: 19,", "km: <9>,", "km: <19>,"),
            ("é à", "é ü", "é <à>", "é <ü>"),
            (
                "{\n  \"a\": 1,\n  \"b\": 2\n}",
                "{\n  \"b\": 2\n}",
                "{\n  <\"a\": 1,>\n  \"b\": 2\n}",
                "{\n  \"b\": 2\n}",
            ),
        ] {
            let (found_base, found_own) = difference(base, own);
            assert_eq!(shown(&found_base), base_shown);
            assert_eq!(shown(&found_own), own_shown);
        }
    }

    /// Nothing of either text is lost, whatever it is, and long texts take no longer than short ones.
    #[test]
    fn the_pieces_are_the_text() {
        let long = "word, ".repeat(4000);
        let longer = format!("other {long} end");
        for (base, own) in [("a  b\n c", "c\n b  a"), (&long, &longer), ("«x»", "‘x’")] {
            let (bases, owns) = difference(base, own);
            let whole = |pieces: &[Piece]| -> String {
                pieces.iter().map(|piece| piece.text.as_str()).collect()
            };
            assert_eq!((whole(&bases), whole(&owns)), (base.into(), own.into()));
        }
    }
}

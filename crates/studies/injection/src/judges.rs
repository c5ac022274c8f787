//! Judges of an answer that need no model: what is common in benchmarks, and what this study asks of its own tasks.

use crate::text::{Canonical, canonical};

/// The judge that asks for the facts of a task.
pub const FACTS: &str = "facts";
/// The substring heuristic as its authors released it.
pub const HEURISTIC_RELEASED: &str = "heuristic_released";
/// The substring heuristic as its paper words it.
pub const HEURISTIC_PAPER: &str = "heuristic_paper";
/// At least two of three model judges.
pub const MAJORITY: &str = "majority";
/// People: the verdict on which all annotators of a case agree.
pub const PEOPLE: &str = "people";

/// The substring heuristic as released: in lower case, the reference's first 20 characters stand in the answer's first 200, or one of
/// the reference's first three words that has more than three characters stands anywhere in the answer.
///
/// Words are split at white space and keep their punctuation. An empty reference is matched by every answer.
pub fn heuristic_released(answer: &str, reference: &str) -> bool {
    heuristic(answer, reference, 3)
}

/// The substring heuristic as its paper words it: as [`heuristic_released`], but any word of the reference that has more than three
/// characters will do.
pub fn heuristic_paper(answer: &str, reference: &str) -> bool {
    heuristic(answer, reference, usize::MAX)
}

fn heuristic(answer: &str, reference: &str, words: usize) -> bool {
    let (answer, reference) = (answer.to_lowercase(), reference.to_lowercase());
    first(&answer, 200).contains(first(&reference, 20))
        || reference
            .split_whitespace()
            .take(words)
            .any(|word| word.chars().count() > 3 && answer.contains(word))
}

/// The first characters of a text.
fn first(text: &str, characters: usize) -> &str {
    let end = text.char_indices().nth(characters);
    &text[..end.map_or(text.len(), |(end, _)| end)]
}

/// Whether an answer says all that it has to: each fact stands in it as a whole word or number.
///
/// Upper and lower case are the same, and so are `1,250`, `1250` and `1250.0`. A number is not found within a longer one, after a
/// letter, or without its sign; a unit may follow it at once. `None` where there are no facts to ask for.
pub fn facts(answer: &str, facts: &[String]) -> Option<bool> {
    let answer = canonical(answer);
    (!facts.is_empty()).then(|| facts.iter().all(|fact| says(&answer, &canonical(fact))))
}

fn says(answer: &Canonical, fact: &Canonical) -> bool {
    let fact = fact.text.trim();
    !fact.is_empty()
        && answer
            .text
            .match_indices(fact)
            .any(|(start, _)| is_whole(&answer.text, start, start + fact.len()))
}

/// Whether nothing beside a part of a canonical text belongs to it.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, part, after) = (&text[..start], &text[start..end], &text[end..]);
    let mut left = before.chars().rev();
    let (near, far) = (left.next(), left.next());
    let begins_with_digit = part.starts_with(|c: char| c.is_ascii_digit());
    let joined_left = part.starts_with(is_word) && near.is_some_and(is_word);
    let decimal_left = near == Some('.') && far.is_some_and(|c| c.is_ascii_digit());
    let minus_left = near == Some('-') && !far.is_some_and(is_word);
    let mut right = after.chars();
    let (next, then) = (right.next(), right.next());
    let ends_with_digit = part.ends_with(|c: char| c.is_ascii_digit());
    let decimal_right = next == Some('.') && then.is_some_and(|c| c.is_ascii_digit());
    let joined_right = if ends_with_digit {
        next.is_some_and(|c| c.is_ascii_digit() || c == '_') || decimal_right
    } else {
        part.ends_with(is_word) && next.is_some_and(is_word)
    };
    !(joined_left || joined_right || begins_with_digit && (decimal_left || minus_left))
}

/// What at least two of three say; `None` where fewer than two agree.
pub fn majority(verdicts: [Option<bool>; 3]) -> Option<bool> {
    let of = |wanted| {
        verdicts
            .iter()
            .filter(|verdict| **verdict == Some(wanted))
            .count()
    };
    match (of(true), of(false)) {
        (2.., _) => Some(true),
        (_, 2..) => Some(false),
        _ => None,
    }
}

/// The judge whose verdicts a column of a result file holds: `gpt4o_verdict` is of `gpt4o`, `ensemble_correct` of `ensemble`,
/// `final_correct` of `final`. `None` for a column that is no judge's; whether the right tool was picked is none.
pub fn judge_of_column(column: &str) -> Option<&str> {
    let judge = column
        .strip_suffix("_verdict")
        .or_else(|| column.strip_suffix("_correct"))?;
    (!judge.is_empty() && judge != "tool").then_some(judge)
}

//! Licence expressions of the SPDX kind: `(MIT OR Apache-2.0) AND Unicode-3.0`.

use anyhow::{Result, bail};

/// Whether an expression can be met with the allowed licences alone. `AND` binds closer than `OR`; `A/B` is the older
/// spelling of `A OR B`; a licence `WITH` an exception is allowed where the whole phrase is.
///
/// # Errors
/// When the expression can't be read.
pub(crate) fn is_satisfied(expression: &str, is_allowed: &dyn Fn(&str) -> bool) -> Result<bool> {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let mut words = spaced
        .split_whitespace()
        .collect::<Vec<_>>()
        .into_iter()
        .peekable();
    let met = either(&mut words, is_allowed, expression)?;
    match words.next() {
        None => Ok(met),
        Some(word) => bail!("unexpected \"{word}\" in the licence \"{expression}\""),
    }
}

type Words<'text> = std::iter::Peekable<std::vec::IntoIter<&'text str>>;

fn either(words: &mut Words<'_>, is_allowed: &dyn Fn(&str) -> bool, whole: &str) -> Result<bool> {
    let mut met = both(words, is_allowed, whole)?;
    while words
        .next_if(|word| word.eq_ignore_ascii_case("or"))
        .is_some()
    {
        met |= both(words, is_allowed, whole)?;
    }
    Ok(met)
}

fn both(words: &mut Words<'_>, is_allowed: &dyn Fn(&str) -> bool, whole: &str) -> Result<bool> {
    let mut met = one(words, is_allowed, whole)?;
    while words
        .next_if(|word| word.eq_ignore_ascii_case("and"))
        .is_some()
    {
        met &= one(words, is_allowed, whole)?;
    }
    Ok(met)
}

fn one(words: &mut Words<'_>, is_allowed: &dyn Fn(&str) -> bool, whole: &str) -> Result<bool> {
    match words.next() {
        Some("(") => {
            let met = either(words, is_allowed, whole)?;
            if words.next() != Some(")") {
                bail!("a parenthesis is not closed in the licence \"{whole}\"");
            }
            Ok(met)
        }
        Some(word) if !is_operator(word) => {
            if words
                .next_if(|next| next.eq_ignore_ascii_case("with"))
                .is_none()
            {
                return Ok(is_allowed(word));
            }
            match words.next() {
                Some(exception) if !is_operator(exception) => {
                    Ok(is_allowed(&format!("{word} WITH {exception}")))
                }
                _ => bail!("no exception after WITH in the licence \"{whole}\""),
            }
        }
        _ => bail!("a licence is missing in \"{whole}\""),
    }
}

fn is_operator(word: &str) -> bool {
    matches!(
        word.to_ascii_lowercase().as_str(),
        "(" | ")" | "and" | "or" | "with"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let allowed = [
            "MIT",
            "Apache-2.0",
            "Apache-2.0 WITH LLVM-exception",
            "Unicode-3.0",
        ];
        for (expression, expect) in [
            ("MIT", Some(true)),
            ("GPL-3.0-only", Some(false)),
            ("GPL-3.0-only OR MIT", Some(true)),
            ("MIT/GPL-3.0-only", Some(true)),
            ("MIT AND GPL-3.0-only", Some(false)),
            ("(MIT OR GPL-3.0-only) AND Unicode-3.0", Some(true)),
            ("MIT OR GPL-3.0-only AND AGPL-3.0-only", Some(true)),
            ("(MIT OR GPL-3.0-only) AND AGPL-3.0-only", Some(false)),
            ("Apache-2.0 WITH LLVM-exception", Some(true)),
            ("MIT WITH LLVM-exception", Some(false)),
            ("mit", Some(false)),
            ("", None),
            ("MIT OR", None),
            ("(MIT", None),
            ("MIT)", None),
            ("MIT Apache-2.0", None),
            ("Apache-2.0 WITH", None),
        ] {
            let met = is_satisfied(expression, &|licence| allowed.contains(&licence));
            assert_eq!(met.ok(), expect, "{expression}");
        }
    }
}

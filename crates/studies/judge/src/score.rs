//! What a judge said.

use faultline_core::{Transcript, Unmeasured};

/// A judge's verdict: whether the answer matches its reference, or why there is none.
pub type Verdict = Result<bool, Unmeasured>;

/// The verdict in a reply: the first *yes* or *no* that stands as a word of its own, in any case. Both before any other end
/// of a sentence, as in "yes or no", are no verdict.
pub(crate) fn score(transcript: &Transcript) -> Verdict {
    let exchange = transcript
        .exchanges
        .first()
        .ok_or_else(Unmeasured::no_reply)?;
    exchange.outcome.as_ref().map_err(Clone::clone)?;
    said(&exchange.text).ok_or_else(|| Unmeasured {
        kind: "no_verdict".into(),
        message: "the reply says neither yes nor no".into(),
        retry_after_s: None,
        stops_run: false,
    })
}

fn said(text: &str) -> Option<bool> {
    let mut verdicts = text
        .split(['.', '\n', '!', '?', ';'])
        .map(|sentence| {
            let word = |wanted: &str| {
                sentence
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| word.eq_ignore_ascii_case(wanted))
            };
            (word("yes"), word("no"))
        })
        .filter(|(yes, no)| *yes || *no);
    match verdicts.next()? {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// A verdict in a few words.
pub fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Ok(true) => "yes".into(),
        Ok(false) => "no".into(),
        Err(cause) => format!("not measured ({cause})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_a_word_of_its_own() {
        for (text, expected) in [
            ("yes", Some(true)),
            ("No.", Some(false)),
            ("**Yes** - it matches, no difference", None),
            ("Yes. There is no difference.", Some(true)),
            ("The answer is wrong.\nNO", Some(false)),
            ("yesterday nothing", None),
            ("yes or no?", None),
            ("", None),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }
}

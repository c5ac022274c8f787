//! A term of the field, explained where it first stands.

use yew::prelude::*;

/// A word with a dotted underline and what it means.
pub(crate) fn term(word: &str, meaning: &str) -> Html {
    html! { <abbr class="term" title={meaning.to_owned()}>{ word }</abbr> }
}

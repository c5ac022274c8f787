//! A command line to copy.

use yew::prelude::*;

use super::small_button;

/// A command line with what it does, and a button that copies it.
pub(crate) fn command(text: String, on_copy: &Callback<String>) -> Html {
    let copy = {
        let (text, on_copy) = (text.clone(), on_copy.clone());
        move |_: MouseEvent| on_copy.emit(text.clone())
    };
    html! {
        <div class="command">
            <span class="command__title">{ "The same from the command line" }</span>
            <code class="command__text" tabindex="0">{ text }</code>
            { small_button("Copy", Callback::from(copy)) }
        </div>
    }
}

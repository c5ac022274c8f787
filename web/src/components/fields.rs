//! What fields of forms have in common.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// What takes a value that is typed or chosen: the form with it goes to `on_form`.
pub(crate) fn changed<T: Clone + 'static>(
    form: &T,
    on_form: &Callback<T>,
    change: fn(&mut T, String),
) -> Callback<String> {
    let form = form.clone();
    on_form.reform(move |value| {
        let mut form = form.clone();
        change(&mut form, value);
        form
    })
}

/// What takes the text of an input each time it changes.
pub(crate) fn typed(take: &Callback<String>) -> Callback<InputEvent> {
    take.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value())
}

/// One of some options.
pub(crate) struct Choice {
    pub(crate) value: String,
    /// As it is shown.
    pub(crate) words: String,
    pub(crate) is_chosen: bool,
}

impl Choice {
    /// An option that is shown as it is written.
    pub(crate) fn new(value: &str, is_chosen: bool) -> Self {
        Self {
            value: value.into(),
            words: value.into(),
            is_chosen,
        }
    }
}

/// A control for one of some options, described by the element with this id and `-help`.
pub(crate) fn select(id: &str, choices: Vec<Choice>, take: &Callback<String>) -> Html {
    let choose =
        take.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
    html! {
        <select id={id.to_owned()} onchange={choose} aria-describedby={format!("{id}-help")}>
            for choice in choices { <option value={choice.value} selected={choice.is_chosen}>{ choice.words }</option> }
        </select>
    }
}

/// A field: its title, its control, and what there is to say of it.
pub(crate) fn field(id: &str, title: &str, control: Html, help: &str) -> Html {
    html! {
        <div class="field">
            <label for={id.to_owned()}>{ title }</label>
            { control }
            <p class="field__help" id={format!("{id}-help")}>{ help }</p>
        </div>
    }
}

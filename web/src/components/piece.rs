//! Small pieces that stand in many places.

use yew::prelude::*;

/// A small button.
pub(crate) fn small_button(words: &str, press: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="button button--small" onclick={press}>{ words }</button> }
}

/// A fact in a list of facts.
pub(crate) fn fact(name: &str, value: &str) -> Html {
    html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }
}

/// A message, as it was sent.
pub(crate) fn message(role: &str, text: &str) -> Html {
    html! { <div class="raw__message"><span class="raw__role">{ role }</span><pre tabindex="0">{ text }</pre></div> }
}

/// What stands after the name of a simulated policy, and nothing after that of a model.
pub(crate) fn simulated(is_simulated: bool) -> Html {
    if !is_simulated {
        return Html::default();
    }
    html! { <>{ " " }<span class="badge badge--simulated">{ "simulated" }</span></> }
}

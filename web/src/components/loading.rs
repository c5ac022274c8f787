//! The one way in which something that takes time is drawn.

use yew::prelude::*;

use crate::state::Load;

/// Words on what is being waited for.
pub(crate) fn waiting(words: &str) -> Html {
    html! { <p class="waiting" role="status"><span class="waiting__mark" aria-hidden="true"></span>{ words.to_owned() }</p> }
}

/// The view of what is there, or words on why it is not.
pub(crate) fn loaded<T>(load: &Load<T>, waiting: &str, view: impl FnOnce(&T) -> Html) -> Html {
    match load {
        Load::Idle => Html::default(),
        Load::Loading => self::waiting(waiting),
        Load::Ready(value) => view(value),
        Load::Failed(why) => html! { <p class="problem" role="alert">{ why }</p> },
    }
}

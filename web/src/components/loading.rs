//! The one way in which something that takes time is drawn.

use yew::prelude::*;

use crate::state::Load;

/// The view of what is there, or words on why it is not.
pub(crate) fn loaded<T>(load: &Load<T>, waiting: &str, view: impl FnOnce(&T) -> Html) -> Html {
    match load {
        Load::Idle => Html::default(),
        Load::Loading => html! {
            <p class="waiting" role="status"><span class="waiting__mark" aria-hidden="true"></span>{ waiting }</p>
        },
        Load::Ready(value) => view(value),
        Load::Failed(why) => html! { <p class="problem" role="alert">{ why }</p> },
    }
}

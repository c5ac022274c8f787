//! A command line to copy.

use yew::prelude::*;

/// A command line, and a button that copies it.
#[component]
pub(crate) fn Command(props: &CommandProps) -> Html {
    let copy = {
        let (text, on_copy) = (props.text.clone(), props.on_copy.clone());
        move |_| on_copy.emit(text.clone())
    };
    html! {
        <div class="command">
            <span class="command__title">{ props.title.clone() }</span>
            <code class="command__text" tabindex="0">{ props.text.clone() }</code>
            <button type="button" class="button button--small" onclick={copy}>{ "Copy" }</button>
        </div>
    }
}

/// What a command line is given.
#[derive(Properties, PartialEq)]
pub(crate) struct CommandProps {
    /// What it does.
    pub(crate) title: AttrValue,
    /// The command.
    pub(crate) text: String,
    /// Copies it.
    pub(crate) on_copy: Callback<String>,
}

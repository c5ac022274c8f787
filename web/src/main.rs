//! The page.

use yew::{Html, component, html};

/// The whole page.
#[component]
fn App() -> Html {
    html! {
        <main>
            <h1>{ "Faultline" }</h1>
        </main>
    }
}

/// Mounts the page. A worker has no document, and there this does nothing.
fn main() {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("app"));
    if let Some(root) = root {
        yew::Renderer::<App>::with_root(root).render();
    }
}

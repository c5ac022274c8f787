//! The frame around every page: the rail, the tools, the short messages.

use yew::prelude::*;

use super::icons::{self, icon};
use crate::{
    app::Page,
    browser,
    link::Link,
    lock,
    route::{ResultsRoute, Route, RunRoute},
    state::State,
};

/// The frame.
#[component]
pub(crate) fn Shell(props: &ShellProps) -> Html {
    let state = &props.page.0;
    let skip = |_| browser::focus("main");
    html! {
        <div class="shell">
            <button type="button" class="skip" onclick={skip}>{ "Skip to the page" }</button>
            <header class="rail">
                <a class="rail__brand" href="#/" aria-label="Faultline, start">{ icon(icons::BREAK) }<span>{ "Faultline" }</span></a>
                <nav aria-label="Pages">{ links(state) }</nav>
                <Tools page={props.page.clone()} link={props.link.clone()} />
            </header>
            <div class="column">
                <main id="main" tabindex="-1">{ props.children.clone() }</main>
                <footer class="foot">
                    <Tools page={props.page.clone()} link={props.link.clone()} />
                    <p>{ "Faultline " }{ env!("CARGO_PKG_VERSION") }{ ". Keys go to your provider and nowhere else. Traces stay on this machine." }</p>
                </footer>
            </div>
            <Notice notice={state.notice.clone()} />
            <div class="drop-veil" aria-hidden="true"><p>{ "Drop trace files to score them. They stay on this machine." }</p></div>
        </div>
    }
}

fn links(state: &State) -> Html {
    let results = Route::Results(ResultsRoute {
        source: state.results.source.clone(),
        reading: state.results.reading,
        mark: None,
    });
    let run = state.active.as_ref().map(|active| active.row.id);
    let run = Route::Run(RunRoute {
        run,
        ..RunRoute::default()
    });
    let here = match state.route.title() {
        "Transcript" => "Results",
        title => title,
    };
    let entries = [
        (Route::Start, icons::BREAK),
        (run, icons::PLAY),
        (results, icons::CURVE),
        (Route::Rescore, icons::DROP),
    ];
    html! {
        <ul class="rail__links">
            for (route, drawing) in entries {
                <li>
                    <a href={route.to_fragment()} aria-current={(route.title() == here).then_some("page")}>
                        { icon(drawing) }<span>{ route.title() }</span>
                    </a>
                </li>
            }
        </ul>
    }
}

/// The switches: light or dark, and the network lock.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let state = &props.page.0;
    let theme = use_state(|| {
        browser::stored(browser::local_storage().as_ref(), THEME_KEY).unwrap_or_default()
    });
    use_effect_with(theme.clone(), |theme| show_theme(theme));
    let turn = {
        let theme = theme.clone();
        move |_| {
            let next = match theme.as_str() {
                "" if prefers_dark() => "light",
                "" | "light" => "dark",
                _ => "light",
            };
            browser::store(browser::local_storage().as_ref(), THEME_KEY, Some(next));
            theme.set(next.into());
        }
    };
    let lock = {
        let (link, files) = (props.link.clone(), state.files.len());
        move |_| link.lock(files)
    };
    let (drawing, words) = if state.locked {
        (icons::LOCKED, "Network locked")
    } else {
        (icons::UNLOCKED, "Lock the network")
    };
    html! {
        <div class="tools">
            <button type="button" class="tool" onclick={lock} disabled={state.locked} title={lock::COVERS}>
                { icon(drawing) }<span>{ words }</span>
            </button>
            <button type="button" class="tool" onclick={turn}>{ icon(icons::THEME) }<span>{ "Light or dark" }</span></button>
        </div>
    }
}

/// Where the choice of light or dark is remembered.
const THEME_KEY: &str = "faultline.theme";

fn prefers_dark() -> bool {
    browser::window()
        .and_then(|window| {
            window
                .match_media("(prefers-color-scheme: dark)")
                .ok()
                .flatten()
        })
        .is_some_and(|query| query.matches())
}

fn show_theme(theme: &str) {
    let root = browser::document().and_then(|document| document.document_element());
    if let Some(root) = root.filter(|_| !theme.is_empty()) {
        root.set_attribute("data-theme", theme).unwrap_or_default();
    }
}

/// A short message that goes by itself.
#[component]
fn Notice(props: &NoticeProps) -> Html {
    let gone = use_state(|| 0);
    use_effect_with(props.notice.as_ref().map(|(number, _)| *number), {
        let gone = gone.setter();
        move |number| {
            if let Some(number) = *number {
                browser::after(5000, move || gone.set(number));
            }
        }
    });
    let text = props.notice.as_ref().filter(|(number, _)| *number != *gone);
    html! {
        <div class="notice" role="status">
            if let Some((_, text)) = text { <p>{ text }</p> }
        </div>
    }
}

/// What the frame is given.
#[derive(Properties, PartialEq)]
pub(crate) struct ShellProps {
    /// What is known.
    pub(crate) page: Page,
    /// What can be done.
    pub(crate) link: Link,
    /// The page.
    pub(crate) children: Html,
}

#[derive(Properties, PartialEq)]
struct ToolsProps {
    page: Page,
    link: Link,
}

#[derive(Properties, PartialEq)]
struct NoticeProps {
    notice: Option<(u32, String)>,
}

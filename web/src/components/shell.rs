//! The frame around every page: the rail, the tools, the short messages.

use yew::prelude::*;

use super::icons::{self, icon};
use crate::{
    browser,
    link::Link,
    lock,
    route::{LabelRoute, ResultsRoute, Route, RunRoute},
    state::State,
};

/// The frame around a page.
pub(crate) fn shell(state: &State, link: &Link, page: Html) -> Html {
    let skip = |_: MouseEvent| browser::focus("main");
    html! {
        <div class="shell">
            <button type="button" class="skip" onclick={skip}>{ "Skip to the page" }</button>
            <header class="rail">
                <a class="rail__brand" href="#/" aria-label="Faultline, start">{ icon(icons::BREAK) }<span>{ "Faultline" }</span></a>
                <nav aria-label="Pages">{ links(state) }</nav>
                { tools(state, link) }
            </header>
            <div class="column">
                <main id="main" tabindex="-1">{ page }</main>
                <footer class="foot">
                    { tools(state, link) }
                    <p>{ "Faultline " }{ env!("CARGO_PKG_VERSION") }{ ". Keys go to your provider and nowhere else. Traces stay on this machine." }</p>
                </footer>
            </div>
            <div class="notice" role="status">
                if let Some((_, text)) = &state.notice { <p>{ text.clone() }</p> }
            </div>
            <div class="drop-veil" aria-hidden="true"><p>{ "Drop traces or result files to score them. They stay on this machine." }</p></div>
        </div>
    }
}

fn links(state: &State) -> Html {
    let results = Route::Results(ResultsRoute {
        source: state.results.source.clone(),
        reading: state.results.reading,
        labels: state.results.labels,
        ..ResultsRoute::default()
    });
    let label = Route::Label(LabelRoute {
        source: state
            .results
            .source
            .clone()
            .or_else(|| state.desk.source.clone()),
        ..LabelRoute::default()
    });
    let run = state.active.as_ref().map(|active| active.row.id);
    let run = Route::Run(RunRoute {
        run,
        ..RunRoute::default()
    });
    let here = match state.route.title() {
        "Transcript" => "Results",
        "Instance" => "Run",
        title => title,
    };
    let entries = [
        (Route::Start, icons::BREAK),
        (run, icons::PLAY),
        (results, icons::CURVE),
        (Route::Rescore, icons::DROP),
        (label, icons::LABEL),
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
fn tools(state: &State, link: &Link) -> Html {
    let turn = {
        let (link, theme) = (link.clone(), state.theme.clone());
        move |_: MouseEvent| link.turn_theme(&theme)
    };
    let lock = {
        let (link, files) = (link.clone(), state.files.len());
        move |_: MouseEvent| link.lock(files)
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

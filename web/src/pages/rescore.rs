//! Dropping trace files.

use web_sys::{File, FileList, HtmlInputElement};
use yew::prelude::*;

use super::{
    Props,
    results::{ReportView, use_scored},
};
use crate::{
    app::ReportRef,
    command,
    components::{FileTable, loaded},
    link,
    route::{ResultsRoute, Source},
    state::Load,
};

/// The traces that come with the page: name, title, what it is.
const SAMPLES: [(&str, &str, &str); 2] = [
    (
        "simulated",
        "A simulated run",
        "a policy with known parameters: what the numbers should recover",
    ),
    (
        "gemma-3-270m",
        "Gemma 3 270M",
        "a real base model behind a llama.cpp server: what a weak model looks like",
    ),
];

/// The rescore page.
#[component]
pub(crate) fn Rescore(props: &Props) -> Html {
    let state = &props.page.0;
    let scorable = state.opened && state.files.iter().any(|file| file.report.can_be_scored);
    let route = ResultsRoute {
        source: scorable.then_some(Source::Files),
        ..ResultsRoute::default()
    };
    use_scored(&props.page, &props.link, &route);
    let files: Vec<String> = state
        .files
        .iter()
        .map(|file| file.report.name.clone())
        .collect();
    let waits = scorable && matches!(state.results.report, Load::Ready(_));
    html! {
        <div class="rescore">
            <h1>{ "Rescore traces" }</h1>
            { drop_zone(props) }
            if !state.files.is_empty() { <h2>{ "Files" }</h2><FileTable files={state.files.clone()} /> }
            if scorable {
                if !waits { { loaded(&state.results.report, "Scoring", |_| Html::default()) } }
                if let Some(report) = state.results.report.ready() {
                    <div class="rescore__report">
                        <ReportView report={ReportRef(report.clone())} link={props.link.clone()} {route} nested=true problems={state.results.problems.clone()}
                            command={command::score(Some(&Source::Files), &files, None)} />
                    </div>
                }
            }
            if state.files.is_empty() { { samples() } }
        </div>
    }
}

fn drop_zone(props: &Props) -> Html {
    let chosen = {
        let link = props.link.clone();
        move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            link.open(files_of(input.files()));
            // The same file can be chosen again after it was changed.
            input.set_value("");
        }
    };
    html! {
        <div class="drop">
            <p class="drop__lead">{ "Drop trace files anywhere on this page, or choose them:" }</p>
            <label class="button" for="file-input">{ "Choose files…" }</label>
            <input id="file-input" class="drop__input" type="file" multiple=true onchange={chosen} />
            <p class="quiet">
                { "Faultline traces (.jsonl, also .gz and .zst). They are read here, in this tab, and stay on this machine. Several files of one study make one \
                   report, with a row a model." }
            </p>
        </div>
    }
}

fn samples() -> Html {
    html! {
        <section aria-labelledby="samples">
            <h2 id="samples">{ "Or look at a sample" }</h2>
            <div class="doors doors--two">
                for (name, title, text) in SAMPLES {
                    <a class="door" data-sample={name} href={link::results_of(Source::Sample(name.into())).to_fragment()}><strong>{ title }</strong><span>{ text }</span></a>
                }
            </div>
        </section>
    }
}

/// The files of a list.
pub(crate) fn files_of(list: Option<FileList>) -> Vec<File> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length())
        .filter_map(|index| list.get(index))
        .collect()
}

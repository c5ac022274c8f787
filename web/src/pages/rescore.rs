//! Dropping traces, result files and labels.

use web_sys::{File, FileList, HtmlInputElement};
use yew::prelude::*;

use super::results::report_view;
use crate::{
    components::{file_table, loaded},
    link::{self, Link},
    route::Source,
    state::State,
};

/// The traces that come with the page: name, title, what it is.
const SAMPLES: [(&str, &str, &str); 6] = [
    (
        "simulated",
        "A simulated run",
        "a policy with known parameters: what the numbers should recover",
    ),
    (
        "gemma-3-270m",
        "Gemma 3 270M, prompted",
        "a real base model behind a llama.cpp server: what a weak model looks like",
    ),
    (
        "gemma-3-270m-native",
        "Gemma 3 270M, native calls",
        "the same model, tasks and server through the tool interface",
    ),
    (
        "gemma-3-270m-injection",
        "Gemma 3 270M, with injected errors",
        "the same model as an agent that answers questions about the weather, its first call changed in half of the episodes",
    ),
    (
        "gemma-3-270m-perturbation",
        "Gemma 3 270M, under perturbation",
        "the same model on one call each: 230 instances of five requests, perturbed in four places",
    ),
    (
        "gemma-3-270m-boundary",
        "Gemma 3 270M, at bad returns",
        "how likely the same model finds good and bad returns of a retail desk, and what it would do next",
    ),
];

/// The rescore page.
pub(crate) fn rescore(state: &State, link: &Link) -> Html {
    let route = state.dropped();
    let report = route.source.is_some().then_some(&state.results.report);
    html! {
        <div class="rescore">
            <h1>{ "Rescore files" }</h1>
            { drop_zone(link) }
            if !state.files.is_empty() { <h2>{ "Files" }</h2>{ file_table(&state.files) } }
            if let Some(report) = report {
                { loaded(report, "Scoring", |sheet| html! {
                    <div class="rescore__report">{ report_view(state, link, &route, sheet, true) }</div>
                }) }
            }
            if state.files.is_empty() { { samples() } }
        </div>
    }
}

fn drop_zone(link: &Link) -> Html {
    let chosen = {
        let link = link.clone();
        move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            link.open(files_of(input.files()));
            // The same file can be chosen again after it was changed.
            input.set_value("");
        }
    };
    html! {
        <div class="drop">
            <p class="drop__lead">{ "Drop traces or result files anywhere on this page, or choose them:" }</p>
            <label class="button" for="file-input">{ "Choose files…" }</label>
            <input id="file-input" class="drop__input" type="file" multiple=true onchange={chosen} />
            <p class="quiet">
                { "Faultline traces (.jsonl, also .gz and .zst), result files of others and people's labels (.csv). They are read here, in this \
                   tab, and stay on this machine. Several files of one study make one report, with a row a model; labels are scored with the \
                   answers they stand beside." }
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

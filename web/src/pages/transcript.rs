//! One episode, step by step.

use std::collections::BTreeMap;

use faultline_lab::{CaseSpec, TranscriptView};
use yew::prelude::*;

use crate::{
    components::{fact, loaded, message, simulated, step_list},
    link::Link,
    route::{InstanceRoute, Route, TranscriptRoute},
    state::{Load, State},
};

/// The transcript page.
pub(crate) fn transcript(state: &State, link: &Link, route: &TranscriptRoute) -> Html {
    let episode = state.transcript.ready();
    let episode =
        episode.filter(|episode| episode.steps.iter().any(|step| step.record == route.record));
    let press = |key: &'static str| {
        let link = link.clone();
        move |_: MouseEvent| link.key(key)
    };
    html! {
        <div class="transcript">
            { back(state, route) }
            <h1>{ "Transcript" }if let Some(episode) = episode { <span class="quiet">{ format!(" {}", episode.case) }</span> }</h1>
            <div class="actions">
                <button type="button" class="button button--small" aria-pressed={state.raw.to_string()} onclick={press("r")}>{ "Raw request and reply " }<kbd>{ "r" }</kbd></button>
                <button type="button" class="button button--small" aria-expanded={state.keys.to_string()} onclick={press("?")}>{ "Keys " }<kbd>{ "?" }</kbd></button>
                if let Some(episode) = episode { { arms(link, route, episode) }{ by_hand(episode) } }
            </div>
            if state.keys { { keys() } }
            if let Load::Failed(why) = &state.results.report { <p class="problem" role="alert">{ why }</p> }
            else if let Some(episode) = episode { { view(state, link, route, episode) } }
            else { { loaded(&state.transcript, "Looking up the episode", |_| Html::default()) } }
        </div>
    }
}

fn back(state: &State, route: &TranscriptRoute) -> Html {
    let words = match (&route.results.mark, state.results.report.ready()) {
        (Some(mark), Some(sheet)) => format!("Results: {}", sheet.mark_words(mark)),
        _ => "Results".into(),
    };
    let results = Route::Results(route.results.clone());
    html! { <p class="back"><a href={results.to_fragment()}>{ "← " }{ words }</a></p> }
}

fn arms(link: &Link, route: &TranscriptRoute, episode: &TranscriptView) -> Html {
    let go = |record: u32| {
        let (link, route) = (
            link.clone(),
            TranscriptRoute {
                record,
                ..route.clone()
            },
        );
        move |_: MouseEvent| link.replace(Route::Transcript(route.clone()))
    };
    html! {
        for (number, (arm, record)) in episode.other_arms.iter().enumerate() {
            <button type="button" class="button button--small" onclick={go(*record)}>
                { format!("Same task, {arm} ") }if number == 0 { <kbd>{ "a" }</kbd> }
            </button>
        }
    }
}

/// The way to the case by itself, where it can be made again.
fn by_hand(episode: &TranscriptView) -> Html {
    let Some(origin) = &episode.origin else {
        return Html::default();
    };
    // One by one: collecting them would bring a sort of their own into the page.
    let mut settings = BTreeMap::new();
    for (key, value) in &origin.settings {
        settings.insert(key.clone(), value.clone());
    }
    let instance = Route::Instance(InstanceRoute {
        spec: CaseSpec {
            study: origin.study.clone(),
            settings,
            case: episode.case.clone(),
            replies: Vec::new(),
        },
        alone: false,
    });
    html! { <a class="button button--small" data-instance="" href={instance.to_fragment()}>{ "See the instance, answer it by hand" }</a> }
}

fn keys() -> Html {
    let keys = [
        ("j", "next step"),
        ("k", "step before"),
        ("n", "next error"),
        ("p", "error before"),
        ("a", "the other arm of the same task"),
        ("r", "raw request and reply"),
        ("?", "these keys"),
    ];
    html! { <dl class="keys">for (key, meaning) in keys { <div><dt><kbd>{ key }</kbd></dt><dd>{ meaning }</dd></div> }</dl> }
}

fn view(state: &State, link: &Link, route: &TranscriptRoute, episode: &TranscriptView) -> Html {
    let on_focus = {
        let (link, route) = (link.clone(), route.clone());
        Callback::from(move |record| {
            if record != route.record {
                link.replace(Route::Transcript(TranscriptRoute {
                    record,
                    ..route.clone()
                }));
            }
        })
    };
    html! {
        <>
            <dl class="facts">
                <div><dt>{ "Model" }</dt><dd class="is-code">{ episode.model.clone() }{ simulated(episode.simulated) }</dd></div>
                { fact("Arm", &episode.arm) }
                for (name, value) in &episode.facts { { fact(name, value) } }
            </dl>
            <details class="opening">
                <summary>{ "Instructions and task, as they were sent" }</summary>
                for (role, content) in &episode.opening {
                    { message(role, content) }
                }
            </details>
            <h2>{ "Steps" }</h2>
            { step_list(episode, Some(route.record), state.raw, &on_focus) }
        </>
    }
}

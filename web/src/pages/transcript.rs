//! One episode, step by step.

use faultline_lab::{CaseSpec, TranscriptView};
use yew::prelude::*;

use crate::{
    components::{loaded, step_list},
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
    let instance = Route::Instance(InstanceRoute {
        spec: CaseSpec {
            study: origin.study.clone(),
            settings: origin.settings.iter().cloned().collect(),
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
                <div><dt>{ "Model" }</dt><dd class="is-code">{ episode.model.clone() }if episode.simulated { { " " }<span class="badge badge--simulated">{ "simulated" }</span> }</dd></div>
                <div><dt>{ "Arm" }</dt><dd>{ episode.arm.clone() }</dd></div>
                for (name, value) in &episode.facts { <div><dt>{ name.clone() }</dt><dd>{ value.clone() }</dd></div> }
            </dl>
            <details class="opening">
                <summary>{ "Instructions and task, as they were sent" }</summary>
                for (role, content) in &episode.opening {
                    <div class="raw__message"><span class="raw__role">{ role.clone() }</span><pre tabindex="0">{ content.clone() }</pre></div>
                }
            </details>
            <h2>{ "Steps" }</h2>
            { step_list(episode, Some(route.record), state.raw, &on_focus) }
        </>
    }
}

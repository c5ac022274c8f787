//! One episode, step by step.

use std::rc::Rc;

use faultline_lab::TranscriptView;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::results::{mark_words, use_scored};
use crate::{
    app::Page,
    browser::Listener,
    components::{StepList, loaded},
    link::Link,
    route::{Route, TranscriptRoute},
    state::Load,
    worker::protocol::Ask,
};

/// The transcript page.
#[component]
pub(crate) fn Transcript(props: &TranscriptProps) -> Html {
    let state = &props.page.0;
    use_scored(&props.page, &props.link, &props.route.results);
    use_episode(props);
    let raw = use_state(|| false);
    let help = use_state(|| false);
    let episode = state
        .transcript
        .ready()
        .filter(|episode| holds(episode, props.route.record))
        .cloned();
    use_keys(props, episode.clone(), &raw, &help);
    let toggle_raw = {
        let raw = raw.clone();
        move |_: MouseEvent| raw.set(!*raw)
    };
    let toggle_help = {
        let help = help.clone();
        move |_: MouseEvent| help.set(!*help)
    };
    html! {
        <div class="transcript">
            { back(props) }
            <h1>{ "Transcript" }if let Some(episode) = &episode { <span class="quiet">{ format!(" {}", episode.case) }</span> }</h1>
            <div class="actions">
                <button type="button" class="button button--small" aria-pressed={raw.to_string()} onclick={toggle_raw}>{ "Raw request and reply " }<kbd>{ "r" }</kbd></button>
                <button type="button" class="button button--small" aria-expanded={help.to_string()} onclick={toggle_help}>{ "Keys " }<kbd>{ "?" }</kbd></button>
                if let Some(episode) = &episode { { arms(props, episode) } }
            </div>
            if *help { { keys() } }
            if let Load::Failed(why) = &state.results.report { <p class="problem" role="alert">{ why }</p> }
            else if let Some(episode) = episode { { view(props, episode, *raw) } }
            else { { loaded(&state.transcript, "Looking up the episode", |_| Html::default()) } }
        </div>
    }
}

fn holds(episode: &TranscriptView, record: u32) -> bool {
    episode.steps.iter().any(|step| step.record == record)
}

/// Asks for the episode of the record, unless it is there or on its way.
#[hook]
fn use_episode(props: &TranscriptProps) {
    let state = &props.page.0;
    let record = props.route.record;
    let shown = state
        .transcript
        .ready()
        .is_some_and(|episode| holds(episode, record));
    let asked = state.transcript_of == Some(record) && !matches!(state.transcript, Load::Idle);
    let ready = state.results.report.ready().is_some();
    let wanted = props
        .route
        .results
        .source
        .clone()
        .filter(|_| ready && !shown && !asked);
    let link = props.link.clone();
    use_effect_with((wanted, record), move |(wanted, record)| {
        if let Some(source) = wanted.clone() {
            link.ask(Ask::Transcript {
                source,
                record: *record,
            });
        }
    });
}

#[hook]
fn use_keys(
    props: &TranscriptProps,
    episode: Option<Rc<TranscriptView>>,
    raw: &UseStateHandle<bool>,
    help: &UseStateHandle<bool>,
) {
    let (link, route) = (props.link.clone(), props.route.clone());
    let (raw, help) = (raw.clone(), help.clone());
    let record = route.record;
    use_effect_with(
        (record, episode.map(EpisodeRef), *raw, *help),
        move |(record, episode, ..)| {
            let (record, episode) = (*record, episode.clone());
            let listener = Listener::on_window("keydown", move |event: KeyboardEvent| {
                if event.ctrl_key() || event.meta_key() || event.alt_key() || is_typing(&event) {
                    return;
                }
                let key = event.key();
                match (key.as_str(), &episode) {
                    ("r", _) => raw.set(!*raw),
                    ("?", _) => help.set(!*help),
                    (key, Some(episode)) => {
                        if let Some(record) = target(key, &episode.0, record) {
                            link.replace(Route::Transcript(TranscriptRoute {
                                record,
                                ..route.clone()
                            }));
                            event.prevent_default();
                        }
                    }
                    _ => {}
                }
            });
            move || drop(listener)
        },
    );
}

/// Whether the key goes into a field.
fn is_typing(event: &KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target
        .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}

/// The record to which a key leads from this one.
fn target(key: &str, episode: &TranscriptView, record: u32) -> Option<u32> {
    let steps = &episode.steps;
    let here = steps.iter().position(|step| step.record == record)?;
    let is_error =
        |place: &usize| steps[*place].gold == Some(false) || steps[*place].state == Some(false);
    let place = match key {
        "j" => (here + 1 < steps.len()).then_some(here + 1),
        "k" => here.checked_sub(1),
        "n" => (here + 1..steps.len()).find(is_error),
        "p" => (0..here).rev().find(is_error),
        "a" => return episode.other_arms.first().map(|(_, record)| *record),
        _ => None,
    }?;
    Some(steps[place].record)
}

fn back(props: &TranscriptProps) -> Html {
    let state = &props.page.0;
    let words = match (&props.route.results.mark, state.results.report.ready()) {
        (Some(mark), Some(report)) => format!("Results: {}", mark_words(report, mark)),
        _ => "Results".into(),
    };
    let route = Route::Results(props.route.results.clone());
    html! { <p class="back"><a href={route.to_fragment()}>{ "← " }{ words }</a></p> }
}

fn arms(props: &TranscriptProps, episode: &TranscriptView) -> Html {
    let go = |record: u32| {
        let (link, route) = (props.link.clone(), props.route.clone());
        move |_: MouseEvent| {
            link.replace(Route::Transcript(TranscriptRoute {
                record,
                ..route.clone()
            }))
        }
    };
    html! {
        for (number, (arm, record)) in episode.other_arms.iter().enumerate() {
            <button type="button" class="button button--small" onclick={go(*record)}>
                { format!("Same task, {arm} ") }if number == 0 { <kbd>{ "a" }</kbd> }
            </button>
        }
    }
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

fn view(props: &TranscriptProps, episode: Rc<TranscriptView>, raw: bool) -> Html {
    let on_focus = {
        let (link, route) = (props.link.clone(), props.route.clone());
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
            <StepList transcript={episode} focused={Some(props.route.record)} {raw} {on_focus} />
        </>
    }
}

/// An episode as a dependency: equal only where it is the same.
#[derive(Clone)]
struct EpisodeRef(Rc<TranscriptView>);

impl PartialEq for EpisodeRef {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What the transcript page is given.
#[derive(Properties, PartialEq)]
pub(crate) struct TranscriptProps {
    /// What is known.
    pub(crate) page: Page,
    /// What can be done.
    pub(crate) link: Link,
    /// The view.
    pub(crate) route: TranscriptRoute,
}

#[cfg(test)]
mod tests {
    use faultline_lab::StepView;

    use super::*;

    #[test]
    fn keys_walk_the_steps() {
        let step = |record, gold| StepView {
            record,
            gold,
            state: gold,
            ..StepView::default()
        };
        let episode = TranscriptView {
            steps: vec![
                step(10, Some(true)),
                step(11, Some(false)),
                step(12, None),
                step(13, Some(false)),
            ],
            other_arms: vec![("free-running".into(), 40)],
            ..TranscriptView::default()
        };
        for (key, from, to) in [
            ("j", 10, Some(11)),
            ("j", 13, None),
            ("k", 11, Some(10)),
            ("k", 10, None),
            ("n", 11, Some(13)),
            ("n", 13, None),
            ("p", 13, Some(11)),
            ("a", 12, Some(40)),
            ("x", 12, None),
            ("j", 99, None),
        ] {
            assert_eq!(target(key, &episode, from), to, "{key} from {from}");
        }
    }
}

//! One case by its address: beside the clean one, and to be answered by hand.

use faultline_lab::{CaseChoice, CaseResult, CaseView, TranscriptView};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::{
    browser,
    components::{ReplyFields, fact, loaded, message, part, small_button, step_list},
    link::Link,
    route::{InstanceRoute, Route},
    state::{Load, State, count_text},
};

/// Where an answer is written.
const HAND: &str = "hand";

/// The instance page.
pub(crate) fn instance(state: &State, link: &Link, route: &InstanceRoute) -> Html {
    html! {
        <div class="instance">
            { loaded(&state.case, "Making the instance", |case| view(case, link, route)) }
            if let Load::Failed(_) = &state.case {
                <h1>{ "Instance" }</h1>
                <p><a href={Route::Instance(InstanceRoute::default()).to_fragment()}>{ "Open the first instance there is" }</a></p>
            }
        </div>
    }
}

fn view(case: &CaseView, link: &Link, route: &InstanceRoute) -> Html {
    html! {
        <>
            <h1>{ "Instance" }<span class="quiet">{ format!(" {}", case.case) }</span></h1>
            { ways(case, link, route) }
            <div class="actions">
                if case.sides.is_some() { { sides(link, route) } }
                { small_button("Answer it by hand ↓", Callback::from(|_: MouseEvent| browser::bring(HAND))) }
            </div>
            <div class="instance__parts">
                for shown in case.parts.iter().filter(|shown| !(route.alone && shown.comes_later)) {
                    { part(shown, case.sides.as_ref().filter(|_| !route.alone)) }
                }
            </div>
            { hand(case, link, route) }
            <details class="opening">
                <summary>{ "What this instance is made of (names the right tool)" }</summary>
                <dl class="facts">
                    { fact("Study", &case.study) }
                    for (name, value) in &case.facts { { fact(name, value) } }
                </dl>
            </details>
        </>
    }
}

/// The neighbours, and what else there is to choose.
fn ways(case: &CaseView, link: &Link, route: &InstanceRoute) -> Html {
    let way = |id: &Option<String>, words: &'static str, key: &'static str| match id {
        Some(id) => {
            html! { <a class="button button--small" data-way={key} href={route.of_case(id).to_fragment()}>{ words }<kbd>{ key }</kbd></a> }
        }
        None => {
            html! { <button type="button" class="button button--small" disabled=true>{ words }<kbd>{ key }</kbd></button> }
        }
    };
    let place = format!(
        "{} of {}",
        count_text(case.place + 1),
        count_text(case.total)
    );
    html! {
        <div class="instance__ways">
            <nav class="actions" aria-label="Neighbours">
                { way(&case.before, "Previous ", "k") }
                <span class="quiet">{ place }</span>
                { way(&case.after, "Next ", "j") }
            </nav>
            <div class="fields instance__choices">
                for choice in &case.choices { { choose(choice, link, route) } }
            </div>
        </div>
    }
}

fn choose(choice: &CaseChoice, link: &Link, route: &InstanceRoute) -> Html {
    if choice.options.len() < 2 {
        return Html::default();
    }
    let id = format!(
        "choice-{}",
        choice.title.to_ascii_lowercase().replace(' ', "-")
    );
    let changed = {
        let (link, route) = (link.clone(), route.clone());
        move |event: Event| {
            let case = event.target_unchecked_into::<HtmlSelectElement>().value();
            link.go(&route.of_case(&case));
        }
    };
    html! {
        <div class="field">
            <label for={id.clone()}>{ choice.title.clone() }</label>
            <select {id} onchange={changed}>
                for (place, (name, case)) in choice.options.iter().enumerate() {
                    <option key={case.clone()} value={case.clone()} selected={place == choice.chosen as usize}>{ name.clone() }</option>
                }
            </select>
        </div>
    }
}

/// Beside the clean one, or as a model sees it.
fn sides(link: &Link, route: &InstanceRoute) -> Html {
    let go = |alone: bool| {
        let (link, route) = (
            link.clone(),
            InstanceRoute {
                alone,
                ..route.clone()
            },
        );
        move |_: MouseEvent| link.replace(Route::Instance(route.clone()))
    };
    let side = |alone: bool, words: &str| {
        html! { <button type="button" class="segment" aria-pressed={(route.alone == alone).to_string()} onclick={go(alone)}>{ words }</button> }
    };
    html! {
        <div class="segments" role="group" aria-label="What is shown">
            { side(false, "Beside the clean one") }
            { side(true, "As a model sees it") }
        </div>
    }
}

/// What was asked and replied, what is asked next, or what came of it.
fn hand(case: &CaseView, link: &Link, route: &InstanceRoute) -> Html {
    let again = {
        let (link, route) = (link.clone(), route.of_case(&route.spec.case));
        move |_: MouseEvent| link.go(&route)
    };
    let on_reply = {
        let (link, route) = (link.clone(), route.clone());
        Callback::from(move |reply: String| {
            let mut route = route.clone();
            route.spec.replies.push(reply);
            link.go(&Route::Instance(route));
        })
    };
    let replied = case.exchanges.len();
    html! {
        <section class="hand" id={HAND} tabindex="-1" aria-labelledby="hand-title">
            <h2 id="hand-title">{ "Answer it by hand" }</h2>
            if let Some(result) = &case.result { { outcome(result) } }
            else {
                <p class="quiet">{ "You reply as a model would, and the same scorer judges it. What you reply is kept in the address alone." }</p>
            }
            if case.result.is_none() {
                for exchange in &case.exchanges {
                    <div class="raw__message" data-replied=""><span class="raw__role">{ "you" }</span><pre tabindex="0">{ exchange.reply.clone() }</pre></div>
                }
            }
            if let Some(question) = &case.question {
                { messages(&question.messages, replied > 0) }
                <ReplyFields key={format!("{}/{replied}", case.case)} form={question.form.clone()} on_reply={on_reply} />
            }
            if replied > 0 {
                <p>{ small_button("Begin again", Callback::from(again)) }</p>
            }
        </section>
    }
}

/// What a model is told now. The first request says nothing that is not shown above, so it is folded.
fn messages(messages: &[(String, String)], open: bool) -> Html {
    html! {
        <details class="opening" open={open}>
            <summary>{ if open { "What came back, and what is asked now" } else { "The request word for word" } }</summary>
            for (role, text) in messages {
                { message(role, text) }
            }
        </details>
    }
}

fn outcome(result: &CaseResult) -> Html {
    let (class, word) = match result.right {
        Some(true) => ("is-right", "Right"),
        Some(false) => ("is-wrong", "Wrong"),
        None => ("is-unmeasured", "Not measured"),
    };
    let episode = TranscriptView {
        steps: result.steps.clone(),
        ..TranscriptView::default()
    };
    html! {
        <div class="outcome" role="status" data-right={result.right.map(|right| right.to_string())}>
            <p class={classes!("outcome__word", "verdict", class)}>
                { word }
                if result.right == Some(false) { <span class="quiet">{ format!(": {}", result.words) }</span> }
            </p>
            <dl class="findings">
                for (name, value) in &result.findings {
                    <div class="pair" data-finding={name.clone()}><dt>{ name.clone() }</dt><dd>{ value.clone() }</dd></div>
                }
            </dl>
            { step_list(&episode, None, false, &Callback::noop()) }
        </div>
    }
}

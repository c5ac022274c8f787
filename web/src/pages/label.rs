//! People's labels: an answer beside its reference, blind, and how far annotators agree.

use faultline_lab::{Agreement, AnswerView, Judgement, Question, agreements, label_file};
use faultline_report::number_text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::rescore::files_of;
use crate::{
    browser,
    components::loaded,
    link::{self, Link},
    route::{LabelRoute, ResultsRoute, Route, Source},
    state::{Clearing, Desk, Load, State, count_text},
};

/// Where the answer on view stands.
const CARD: &str = "card";

/// The label page.
pub(crate) fn label(state: &State, link: &Link, route: &LabelRoute) -> Html {
    let Some(source) = &route.source else {
        return nothing(state);
    };
    let desk = &state.desk;
    html! {
        <div class="label">
            <h1>{ "Label answers" }</h1>
            if let Load::Failed(why) = &state.results.report { <p class="problem" role="alert">{ why }</p>{ sources(state) } }
            else {
                { loaded(&desk.answers, "Looking up the answers", |answers| {
                    if answers.is_empty() { no_answers(state) } else { work(desk, link, route, source) }
                }) }
            }
        </div>
    }
}

fn work(desk: &Desk, link: &Link, route: &LabelRoute, source: &Source) -> Html {
    let is_named = !desk.annotator.trim().is_empty();
    html! {
        <>
            <p class="quiet">
                { "Each answer stands beside its reference. Which model gave it, under which condition, and what any judge says of it is not \
                   shown. Labels stay in this browser until you clear them." }
            </p>
            { settings(desk, link, route) }
            if !is_named { <p class="problem" id="needs-name">{ "Type who labels, then say what you see." }</p> }
            { card(desk, link, route, is_named) }
            { agreement(desk, link, route, source) }
            { files(desk, link, source) }
        </>
    }
}

/// Who labels what, and how much.
fn settings(desk: &Desk, link: &Link, route: &LabelRoute) -> Html {
    let typed = {
        let link = link.clone();
        move |event: InputEvent| {
            link.set_annotator(event.target_unchecked_into::<HtmlInputElement>().value());
        }
    };
    let entered = |event: KeyboardEvent| {
        if event.key() == "Enter" {
            browser::focus(CARD);
        }
    };
    let most = {
        let (link, route) = (link.clone(), route.clone());
        move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(most) = text.parse() {
                link.replace(Route::Label(LabelRoute {
                    most,
                    ..route.clone()
                }));
            }
        }
    };
    html! {
        <div class="fields label__settings">
            <div class="field">
                <label for="annotator">{ "Who labels" }</label>
                <input id="annotator" value={desk.annotator.clone()} oninput={typed} onkeydown={entered} autocomplete="off" spellcheck="false" aria-describedby="annotator-help" />
                <p class="field__help" id="annotator-help">{ "Two people or more, one after the other; none sees what another said. Enter goes to the answer." }</p>
                { annotators(desk, link, route) }
            </div>
            <div class="field">
                <label for="most">{ "How many answers" }</label>
                <input id="most" type="number" min="1" value={route.most.to_string()} oninput={most} aria-describedby="most-help" />
                <p class="field__help" id="most-help">{ available(desk, route) }</p>
            </div>
            <div class="field">
                <span class="field__title" id="question">{ "What is asked" }</span>
                { questions(desk, link, route) }
            </div>
        </div>
    }
}

fn available(desk: &Desk, route: &LabelRoute) -> String {
    let all = LabelRoute {
        most: u32::MAX,
        ..route.clone()
    };
    let there = desk.asked(&all).len() as u64;
    format!(
        "Of {}. In the order of their digests, so that any number of them is a fair sample and everybody gets the same.",
        count_text(there)
    )
}

fn annotators(desk: &Desk, link: &Link, route: &LabelRoute) -> Html {
    let names = desk.annotators();
    if names.is_empty() {
        return Html::default();
    }
    let all = desk.asked(route).len();
    let choose = |name: &str| {
        let (link, name) = (link.clone(), name.to_owned());
        move |_: MouseEvent| link.set_annotator(name.clone())
    };
    html! {
        <div class="actions actions--tight" role="group" aria-label="Who has labelled">
            for name in names {
                <button type="button" class="button button--small" aria-pressed={(name == desk.annotator.trim()).to_string()} onclick={choose(name)}>
                    { name.to_owned() }<span class="quiet">{ format!(" {} of {all}", desk.done_by(name, route)) }</span>
                </button>
            }
        </div>
    }
}

fn questions(desk: &Desk, link: &Link, route: &LabelRoute) -> Html {
    let go = |question: Question| {
        let (link, route) = (
            link.clone(),
            LabelRoute {
                question,
                ..route.clone()
            },
        );
        move |_: MouseEvent| link.replace(Route::Label(route.clone()))
    };
    let flagged = desk.answers.ready().map_or(0, |all| {
        all.iter().filter(|answer| answer.flagged.is_some()).count()
    });
    html! {
        <div class="segments segments--stacked" role="group" aria-labelledby="question">
            for (question, words) in [
                (Question::Answer, "Is the answer right?".to_owned()),
                (Question::Fabrication, format!("Is a claim of tool use made up? ({flagged})")),
            ] {
                <button type="button" class="segment" aria-pressed={(question == route.question).to_string()} onclick={go(question)}>{ words }</button>
            }
        </div>
    }
}

/// The answer on view, and what can be said of it.
fn card(desk: &Desk, link: &Link, route: &LabelRoute, is_named: bool) -> Html {
    let asked = desk.asked(route);
    if asked.is_empty() {
        return html! { <p class="empty">{ "No answer of these is flagged: none claims a tool's work where no tool was called." }</p> };
    }
    let (all, place) = (asked.len(), desk.place(route));
    let Some((place, answer)) = place.and_then(|place| Some((place, *asked.get(place)?))) else {
        return done(desk, link, all);
    };
    let said = desk.said(&answer.case, route.question);
    html! {
        <section id={CARD} tabindex="-1" class="card" aria-labelledby="card-title" data-case={answer.case.clone()}>
            <div class="card__head">
                <h2 id="card-title" aria-live="polite">{ format!("Answer {} of {all}", place + 1) }</h2>
                <span class="quiet">{ format!("{} labelled by you", desk.done_by(&desk.annotator, route)) }</span>
                <progress max={all.to_string()} value={desk.done_by(&desk.annotator, route).to_string()} aria-label="Answers labelled"></progress>
            </div>
            { texts(answer, route.question) }
            { buttons(link, route.question, said, is_named, place > 0) }
        </section>
    }
}

fn texts(answer: &AnswerView, question: Question) -> Html {
    let part = |title: &str, text: Html| html! { <div class="card__part"><dt>{ title }</dt><dd>{ text }</dd></div> };
    let marked = match (&answer.flagged, question) {
        (Some(flagged), Question::Fabrication) => {
            match answer.answer.split_once(flagged.as_str()) {
                Some((before, after)) => {
                    html! { <>{ before.to_owned() }<mark>{ flagged.clone() }</mark>{ after.to_owned() }</> }
                }
                None => {
                    html! { <>{ answer.answer.clone() }<br /><mark>{ flagged.clone() }</mark></> }
                }
            }
        }
        _ => html! { { answer.answer.clone() } },
    };
    html! {
        <dl class="card__texts">
            { part("Question", html! { { answer.query.clone() } }) }
            if question == Question::Answer { { part("Reference", html! { { answer.reference.clone() } }) } }
            { part("Answer", marked) }
            if question == Question::Fabrication {
                { part("Known", html! { { "No tool was called before this answer." } }) }
            }
        </dl>
    }
}

fn buttons(
    link: &Link,
    question: Question,
    said: Option<Judgement>,
    is_named: bool,
    has_before: bool,
) -> Html {
    let press = |key: &'static str| {
        let link = link.clone();
        move |_: MouseEvent| link.key(key)
    };
    let words = match question {
        Question::Answer => (
            "Does the answer say what the reference says?",
            "Right",
            "Wrong",
        ),
        Question::Fabrication => (
            "Does the marked sentence claim tool use that did not happen?",
            "It does",
            "It doesn't",
        ),
    };
    let all = [
        ("y", words.1, Judgement::Correct),
        ("n", words.2, Judgement::Incorrect),
        ("u", "Unclear", Judgement::Unclear),
    ];
    html! {
        <div class="card__say">
            <p class="card__question">{ words.0 }</p>
            <div class="says">
                for (key, word, judgement) in all {
                    <button type="button" class={classes!("button", "say", format!("say--{key}"))} disabled={!is_named} onclick={press(key)}
                        aria-pressed={(said == Some(judgement)).to_string()} aria-describedby={(!is_named).then_some("needs-name")}>
                        { word }<kbd>{ key }</kbd>
                    </button>
                }
            </div>
            <button type="button" class="button button--small" disabled={!has_before} onclick={press("b")}>{ "Back " }<kbd>{ "b" }</kbd></button>
        </div>
    }
}

fn done(desk: &Desk, link: &Link, all: usize) -> Html {
    let back = {
        let link = link.clone();
        move |_: MouseEvent| link.key("b")
    };
    html! {
        <section id={CARD} tabindex="-1" class="card" aria-labelledby="card-title" data-done="">
            <h2 id="card-title">{ format!("All {all} are labelled by {}", desk.annotator.trim()) }</h2>
            <p>{ "Hand over to the next annotator: type another name above. Or ask for more answers, or score with these labels." }</p>
            <button type="button" class="button button--small" onclick={back}>{ "Back " }<kbd>{ "b" }</kbd></button>
        </section>
    }
}

/// How far annotators agree, as labels arrive.
fn agreement(desk: &Desk, link: &Link, route: &LabelRoute, source: &Source) -> Html {
    let answers = desk
        .answers
        .ready()
        .map_or(&[][..], |answers| answers.as_slice());
    let all = agreements(&desk.labels, answers, route.question);
    let score = {
        let link = link.clone();
        let results = Route::Results(ResultsRoute {
            source: Some(source.clone()),
            labels: true,
            ..ResultsRoute::default()
        });
        move |_: MouseEvent| link.go(&results)
    };
    html! {
        <section aria-labelledby="agreement">
            <h2 id="agreement">{ "Agreement" }</h2>
            if all.is_empty() {
                <p class="empty">{ "Cohen's kappa stands here as soon as two annotators have labelled the same answers." }</p>
            } else {
                <ul class="kappas" aria-live="polite">for pair in &all { <li data-kappa={format!("{} {}", pair.first, pair.second)}>{ kappa_words(pair) }</li> }</ul>
                <p class="quiet">{ "Cohen's kappa with its 95% interval by a bootstrap over tasks; answers that one of the two finds unclear are left out." }</p>
            }
            <div class="actions">
                <button type="button" class="button button--primary" disabled={desk.labels.is_empty()} onclick={score}>{ "Score with these labels" }</button>
                <a href={link::results_of(source.clone()).to_fragment()}>{ "Results without labels" }</a>
            </div>
        </section>
    }
}

fn kappa_words(pair: &Agreement) -> String {
    let names = format!("{} and {}", pair.first, pair.second);
    let answers = if pair.n == 1 { "answer" } else { "answers" };
    let counts = format!("same label on {} of n = {} {answers}", pair.same, pair.n);
    match pair.kappa {
        Some((value, lo, hi)) => format!(
            "{names}: κ = {} [{}, {}], {counts}",
            number_text(value, 2),
            number_text(lo, 2),
            number_text(hi, 2)
        ),
        None if pair.n == 0 => format!("{names}: no answer of which both can tell yet"),
        None => {
            format!("{names}: κ is not defined while both use one label alone, {counts}")
        }
    }
}

/// Labels as a file, out and in, and none at all.
fn files(desk: &Desk, link: &Link, source: &Source) -> Html {
    let save = {
        let (link, labels, source) = (link.clone(), desk.labels.clone(), source.clone());
        move |_: MouseEvent| {
            let name = format!("labels-{source}.csv");
            if let Err(why) = browser::save_text(&name, "text/csv", &label_file(&labels)) {
                link.notice(format!("Not saved: {why}"));
            }
        }
    };
    let chosen = {
        let (link, source) = (link.clone(), source.clone());
        move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            for file in files_of(input.files()) {
                link.read_labels(&source, file);
            }
            // The same file can be chosen again after it was changed.
            input.set_value("");
        }
    };
    let clear = |clearing: Clearing| {
        let link = link.clone();
        move |_: MouseEvent| link.clear_labels(clearing)
    };
    let count = desk.labels.len();
    html! {
        <section aria-labelledby="label-files">
            <h2 id="label-files">{ "Labels as a file" }</h2>
            <p class="quiet">
                { "One row a label, with the columns case, question, annotator, label and note: any spreadsheet can fill it. Dropped on the \
                   Rescore page together with the traces, it is scored with them." }
            </p>
            <div class="actions">
                <button type="button" class="button" disabled={count == 0} onclick={save}>{ format!("Download {} as CSV", labels_text(count)) }</button>
                <span class="choose">
                    <input id="label-file" class="drop__input" type="file" accept=".csv,.tsv,.txt,text/csv" onchange={chosen} />
                    <label class="button" for="label-file">{ "Load a CSV…" }</label>
                </span>
                if desk.clears {
                    <span class="actions" role="alert">
                        { format!("Remove {} from this browser?", labels_text(count)) }
                        <button type="button" class="button" onclick={clear(Clearing::Confirmed)}>{ "Remove" }</button>
                        <button type="button" class="button" onclick={clear(Clearing::Withdrawn)}>{ "Keep" }</button>
                    </span>
                } else {
                    <button type="button" class="button" disabled={count == 0} onclick={clear(Clearing::Asked)}>{ "Clear…" }</button>
                }
            </div>
            if !desk.problems.is_empty() {
                <ul class="notes notes--problems" role="alert">
                    for problem in desk.problems.iter() {
                        <li>if let Some(line) = problem.line { { format!("line {line}: ") } }{ problem.cause.clone() }</li>
                    }
                </ul>
            }
        </section>
    }
}

fn labels_text(count: usize) -> String {
    match count {
        1 => "1 label".into(),
        count => format!("{} labels", count_text(count as u64)),
    }
}

/// The page where no traces are chosen.
fn nothing(state: &State) -> Html {
    html! {
        <div class="label">
            <h1>{ "Label answers" }</h1>
            <p>
                { "Here people say whether answers are right, each beside its reference and without knowing who gave it. Two or more label the \
                   same answers; their agreement shows how far a judge can be trusted, and corrects what it counted." }
            </p>
            <p class="empty">{ "The answers come from a run or a file whose report is made: " }</p>
            { sources(state) }
        </div>
    }
}

fn no_answers(state: &State) -> Html {
    html! {
        <>
            <p class="empty">{ "These traces hold no answers in words: their cases end in calls. Studies whose agents answer a question have some." }</p>
            { sources(state) }
        </>
    }
}

/// Where answers could come from.
fn sources(state: &State) -> Html {
    let of = |source: Source| {
        Route::Label(LabelRoute {
            source: Some(source),
            ..LabelRoute::default()
        })
        .to_fragment()
    };
    let runs = state.runs.ready().map(|runs| runs.as_slice());
    html! {
        <ul class="notes">
            for run in runs.unwrap_or_default() {
                <li><a href={of(Source::Run(run.id))}>{ format!("Run {}: {}, {}", run.id, run.spec.model, run.spec.study) }</a></li>
            }
            if !state.files.is_empty() { <li><a href={of(Source::Files)}>{ "The files that were dropped" }</a></li> }
            <li><a href="#/run">{ "Start a run" }</a>{ ", simulated or live" }</li>
            <li><a href="#/rescore">{ "Drop traces or result files" }</a></li>
        </ul>
    }
}

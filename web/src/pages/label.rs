//! People's labels: one item beside what it is judged by, blind, and how far annotators agree.

use faultline_lab::{
    Agreement, ItemPart, LabelItem, LabelSheet, QuestionInfo, UNCLEAR, label_file,
};
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

/// Where the item on view stands.
const CARD: &str = "card";

/// The label page.
pub(crate) fn label(state: &State, link: &Link, route: &LabelRoute) -> Html {
    let Some(source) = &route.source else {
        return nothing(state);
    };
    let desk = &state.desk;
    html! {
        <div class="label">
            <h1>{ "Label" }</h1>
            if let Load::Failed(why) = &state.results.report { <p class="problem" role="alert">{ why }</p>{ sources(state) } }
            else {
                { loaded(&desk.sheet, "Looking up what there is to label", |sheet| match sheet.asked() {
                    Some(asked) => work(&Work { desk, sheet, asked, route, link, source }),
                    None => no_answers(state),
                }) }
            }
        </div>
    }
}

/// All that the parts of the page are made from.
struct Work<'a> {
    desk: &'a Desk,
    sheet: &'a LabelSheet,
    asked: &'a QuestionInfo,
    route: &'a LabelRoute,
    link: &'a Link,
    source: &'a Source,
}

fn work(work: &Work<'_>) -> Html {
    let is_named = !work.desk.annotator.trim().is_empty();
    html! {
        <>
            <p class="quiet">{ work.sheet.note.clone() }{ " Labels stay in this browser until you clear them." }</p>
            { settings(work) }
            if !is_named { <p class="problem" id="needs-name">{ "Type who labels, then say what you see." }</p> }
            { card(work, is_named) }
            { agreement(work) }
            { files(work.desk, work.link, work.source) }
        </>
    }
}

/// Who labels what, and how much.
fn settings(work: &Work<'_>) -> Html {
    let Work {
        desk, route, link, ..
    } = *work;
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
                <p class="field__help" id="annotator-help">{ "Two people or more, one after the other; none sees what another said. Enter leaves this field." }</p>
                { annotators(work) }
            </div>
            <div class="field">
                <label for="most">{ format!("How many {}", work.sheet.noun.1) }</label>
                <input id="most" type="number" min="1" value={route.most.to_string()} oninput={most} aria-describedby="most-help" />
                <p class="field__help" id="most-help">{ available(work) }</p>
            </div>
            <div class="field">
                <span class="field__title" id="question">{ "What is asked" }</span>
                { questions(work) }
            </div>
        </div>
    }
}

fn available(work: &Work<'_>) -> String {
    format!(
        "Of {}. In the order of their digests, so that any number of them is a fair sample and everybody gets the same.",
        count_text(work.sheet.items.len() as u64)
    )
}

fn annotators(work: &Work<'_>) -> Html {
    let Work {
        desk, route, link, ..
    } = *work;
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

fn questions(work: &Work<'_>) -> Html {
    let go = |question: &str| {
        let (link, route) = (
            work.link.clone(),
            LabelRoute {
                question: question.into(),
                ..work.route.clone()
            },
        );
        move |_: MouseEvent| link.replace(Route::Label(route.clone()))
    };
    html! {
        <div class="segments segments--stacked" role="group" aria-labelledby="question">
            for question in &work.sheet.questions {
                <button type="button" class="segment" data-question={question.name.clone()} aria-pressed={(question.name == work.asked.name).to_string()} onclick={go(&question.name)}>
                    { format!("{} ({})", question.title, count_text(question.count)) }
                </button>
            }
        </div>
    }
}

/// The item on view, and what can be said of it.
fn card(work: &Work<'_>, is_named: bool) -> Html {
    let Work {
        desk, route, link, ..
    } = *work;
    let asked = desk.asked(route);
    if asked.is_empty() {
        return html! { <p class="empty">{ work.asked.none.clone() }</p> };
    }
    let (all, place) = (asked.len(), desk.place(route));
    let Some((place, item)) = place.and_then(|place| Some((place, asked.get(place)?))) else {
        return done(desk, link, all);
    };
    let mut noun = work.sheet.noun.0.clone();
    if let Some(first) = noun.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    html! {
        <section id={CARD} tabindex="-1" class="card" aria-labelledby="card-title" data-case={item.case.clone()}>
            <div class="card__head">
                <h2 id="card-title" aria-live="polite">{ format!("{noun} {} of {all}", place + 1) }</h2>
                <span class="quiet">{ format!("{} labelled by you", desk.done_by(&desk.annotator, route)) }</span>
                <progress max={all.to_string()} value={desk.done_by(&desk.annotator, route).to_string()} aria-label="Labelled so far"></progress>
            </div>
            { texts(item) }
            { buttons(work, desk.said(&item.case), is_named, place > 0) }
        </section>
    }
}

fn texts(item: &LabelItem) -> Html {
    html! {
        <dl class="card__texts">
            for part in &item.parts {
                <div class="card__part"><dt>{ part.title.clone() }</dt><dd class={part.is_code.then_some("is-code")}>{ text(part) }</dd></div>
            }
        </dl>
    }
}

fn text(part: &ItemPart) -> Html {
    let (text, marked) = (part.text.clone(), part.marked.clone());
    if marked.is_empty() {
        return html! { { text } };
    }
    match text.split_once(marked.as_str()) {
        Some((before, after)) => {
            html! { <>{ before.to_owned() }<mark>{ marked.clone() }</mark>{ after.to_owned() }</> }
        }
        None => html! { <>{ text.clone() }<br /><mark>{ marked }</mark></> },
    }
}

fn buttons(work: &Work<'_>, said: Option<&str>, is_named: bool, has_before: bool) -> Html {
    let press = |key: &str| {
        let (link, key) = (work.link.clone(), key.to_owned());
        move |_: MouseEvent| link.key(&key)
    };
    let say = |key: &str, value: &str, words: &str| {
        html! {
            <button type="button" class={classes!("button", "say", format!("say--{key}"))} disabled={!is_named} onclick={press(key)}
                aria-pressed={(said == Some(value)).to_string()} aria-describedby={(!is_named).then_some("needs-name")}>
                { words.to_owned() }<kbd>{ key.to_owned() }</kbd>
            </button>
        }
    };
    html! {
        <div class="card__say">
            <p class="card__question">{ work.asked.words.clone() }</p>
            <div class={classes!("says", (work.asked.options.len() > 4).then_some("says--many"))}>
                for option in &work.asked.options { { say(&option.key, &option.value, &option.words) } }
                { say("u", UNCLEAR, "Unclear") }
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
            <p>{ "Hand over to the next annotator: type another name above. Or ask for more, or score with these labels." }</p>
            <button type="button" class="button button--small" onclick={back}>{ "Back " }<kbd>{ "b" }</kbd></button>
        </section>
    }
}

/// How far annotators agree, as labels arrive.
fn agreement(work: &Work<'_>) -> Html {
    let Work {
        desk, link, source, ..
    } = *work;
    let all = desk.agreements();
    let several = &work.sheet.noun.1;
    let method = if work.asked.resamples {
        "a bootstrap over tasks"
    } else {
        "its standard error"
    };
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
                <p class="empty">{ format!("Cohen's kappa stands here as soon as two annotators have labelled the same {several}.") }</p>
            } else {
                <ul class="kappas" aria-live="polite" aria-busy={(!desk.is_agreed()).to_string()}>for pair in all { <li data-kappa={format!("{} {}", pair.first, pair.second)}>{ kappa_words(pair, &work.sheet.noun) }</li> }</ul>
                <p class="quiet">{ format!("Cohen's kappa with its 95% interval by {method}; {several} that one of the two finds unclear are left out.") }</p>
            }
            <div class="actions">
                <button type="button" class="button button--primary" disabled={desk.labels.is_empty()} onclick={score}>{ "Score with these labels" }</button>
                <a href={link::results_of(source.clone()).to_fragment()}>{ "Results without labels" }</a>
            </div>
        </section>
    }
}

fn kappa_words(pair: &Agreement, (one, several): &(String, String)) -> String {
    let names = format!("{} and {}", pair.first, pair.second);
    let noun = if pair.n == 1 { one } else { several };
    let counts = format!("same label on {} of n = {} {noun}", pair.same, pair.n);
    match pair.kappa {
        Some((value, lo, hi)) => format!(
            "{names}: κ = {} [{}, {}], {counts}",
            number_text(value, 2),
            number_text(lo, 2),
            number_text(hi, 2)
        ),
        None if pair.n == 0 => format!("{names}: no {one} of which both can tell yet"),
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
            <h1>{ "Label" }</h1>
            <p>
                { "Here people say what answers and calls are, each beside what is right and without knowing who gave it. Two or more label the \
                   same; their agreement shows how far a judge or a scorer can be trusted." }
            </p>
            <p class="empty">{ "What there is to label comes from a run or a file whose report is made: " }</p>
            { sources(state) }
        </div>
    }
}

fn no_answers(state: &State) -> Html {
    html! {
        <>
            <p class="empty">{ "There is nothing to label in these traces: their study asks people nothing." }</p>
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

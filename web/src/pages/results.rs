//! The report of some traces.

use faultline_charts::TableView;
use std::rc::Rc;

use faultline_core::ReadingRule;
use yew::prelude::*;

use crate::{
    browser, command,
    components::{command, figure_card, loaded, record_panel, waiting},
    link::{self, Link},
    route::{MarkRef, ResultsRoute, Route, Source, TranscriptRoute},
    state::{Load, Sheet, State, quotable},
    worker::protocol::Ask,
};

/// The results page.
pub(crate) fn results(state: &State, link: &Link, route: &ResultsRoute) -> Html {
    if route.source.is_none() {
        return nothing(state);
    }
    let report = &state.results.report;
    html! {
        <div class={classes!("results", route.mark.is_some().then_some("has-panel"))}>
            <div class="results__main">
                { loaded(report, "Scoring", |sheet| report_view(state, link, route, sheet, false)) }
                if matches!(report, Load::Failed(_)) {
                    <h1>{ "Results" }</h1>
                    <p><a href="#/run">{ "Runs in this browser" }</a>{ " · " }<a href="#/rescore">{ "Rescore traces" }</a></p>
                }
            </div>
            if let (Some(mark), Some(sheet)) = (&route.mark, report.ready()) {
                { record_panel(sheet.mark_words(mark), &state.records, &open_record(link, route), &close(link, route)) }
            }
        </div>
    }
}

fn open_record(link: &Link, route: &ResultsRoute) -> Callback<u32> {
    let (link, results) = (link.clone(), route.clone());
    Callback::from(move |record| {
        let results = results.clone();
        link.go(&Route::Transcript(TranscriptRoute { results, record }));
    })
}

fn close(link: &Link, route: &ResultsRoute) -> Callback<()> {
    let (link, route) = (
        link.clone(),
        ResultsRoute {
            mark: None,
            ..route.clone()
        },
    );
    Callback::from(move |()| link.go(&Route::Results(route.clone())))
}

/// A whole report: header, answer, figures, notes, tables; `nested` where the page has a title above it.
pub(super) fn report_view(
    state: &State,
    link: &Link,
    route: &ResultsRoute,
    sheet: &Rc<Sheet>,
    nested: bool,
) -> Html {
    let report = &sheet.report;
    let files: Vec<String> = state
        .files
        .iter()
        .map(|file| file.report.name.clone())
        .collect();
    let score = command::score(route.source.as_ref(), &files, route.reading);
    let simulated = report.runs.iter().any(|run| run.simulated);
    let quote = quotable(report);
    html! {
        <>
            <header class="results__head">
                <p class="quote">
                    if simulated { <span class="badge badge--simulated">{ "simulated" }</span>{ " " } }
                    <span>{ quote.clone() }</span>
                </p>
                if nested {
                    <h2 class="headline">{ report.headline.clone() }</h2>
                } else {
                    <h1 class="headline">{ report.headline.clone() }</h1>
                }
                <div class="actions">
                    { readings(link, route) }
                    { copy_quote(link, format!("{}\n{quote}", report.headline)) }
                    { save_report(link, sheet) }
                    { save(link, route) }
                    { sampling(state.results.sampling) }
                </div>
            </header>
            { problems(&state.results.problems) }
            <h2 class="is-hidden">{ "Figures" }</h2>
            <div class="figures">for drawn in &sheet.figures { { figure_card(drawn, 3, Some(&score), route.mark.as_ref(), link, &choose(link, route)) } }</div>
            if !report.notes.is_empty() {
                <h2>{ "To read the numbers" }</h2>
                <ul class="notes">for note in &report.notes { <li>{ note.clone() }</li> }</ul>
            }
            <h2>{ "Tables" }</h2>
            <div class="tables">
                for table in &sheet.tables {
                    <TableView key={table.id.clone()} table={table.clone()} level=3 on_csv={link.on_copy.clone()} on_markdown={link.on_copy.clone()} />
                }
            </div>
            { command(score, &link.on_copy) }
        </>
    }
}

/// How far the chains are that complete the report.
fn sampling(progress: Option<(u32, u32)>) -> Html {
    let Some((done, all)) = progress else {
        return Html::default();
    };
    html! {
        <div data-sampling="">{ waiting(&format!("Sampling the posterior: {done} of {all} chains")) }</div>
    }
}

fn choose(link: &Link, route: &ResultsRoute) -> Callback<MarkRef> {
    let (link, route) = (link.clone(), route.clone());
    Callback::from(move |mark: MarkRef| {
        let route = ResultsRoute {
            mark: Some(mark),
            ..route.clone()
        };
        link.go(&Route::Results(route));
    })
}

fn copy_quote(link: &Link, text: String) -> Html {
    let link = link.clone();
    let click = move |_: MouseEvent| link.copy(text.clone());
    html! { <button type="button" class="button button--small" onclick={click}>{ "Copy with its source" }</button> }
}

fn problems(problems: &[(String, String)]) -> Html {
    if problems.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="notes notes--problems">for (file, cause) in problems { <li><strong>{ file.clone() }</strong>{ ": " }{ cause.clone() }</li> }</ul>
    }
}

fn readings(link: &Link, route: &ResultsRoute) -> Html {
    let choose = |reading: Option<ReadingRule>| {
        let (link, route) = (
            link.clone(),
            ResultsRoute {
                reading,
                mark: None,
                ..route.clone()
            },
        );
        move |_: MouseEvent| link.go(&Route::Results(route.clone()))
    };
    html! {
        <div class="segments" role="group" aria-label="Reading">
            for (reading, words) in [(None, "as it was run"), (Some(ReadingRule::Lenient), "lenient"), (Some(ReadingRule::Strict), "strict")] {
                <button type="button" class="segment" aria-pressed={(reading == route.reading).to_string()} onclick={choose(reading)}>
                    { words }
                </button>
            }
        </div>
    }
}

fn save_report(link: &Link, sheet: &Rc<Sheet>) -> Html {
    let (link, sheet) = (link.clone(), Rc::clone(sheet));
    let click = move |_: MouseEvent| {
        let saved = browser::save_text("report.json", "application/json", &sheet.to_json_text());
        if let Err(why) = saved {
            link.notice(format!("Not saved: {why}"));
        }
    };
    html! { <button type="button" class="button button--small" onclick={click}>{ "Download report as JSON" }</button> }
}

fn save(link: &Link, route: &ResultsRoute) -> Html {
    match &route.source {
        Some(Source::Sample(name)) => {
            let file = format!("{name}.jsonl.gz");
            html! { <a class="button button--small" href={format!("./samples/{file}")} download={file}>{ "Download trace" }</a> }
        }
        Some(source @ Source::Run(_)) => {
            let (link, source) = (link.clone(), source.clone());
            let click = move |_: MouseEvent| {
                link.ask(Ask::Trace {
                    source: source.clone(),
                });
            };
            html! { <button type="button" class="button button--small" onclick={click}>{ "Download trace" }</button> }
        }
        _ => Html::default(),
    }
}

/// The page when no traces are chosen.
fn nothing(state: &State) -> Html {
    html! {
        <>
            <h1>{ "Results" }</h1>
            <p class="empty">
                { "Here the results of a run or of dropped traces would stand. " }
                <a href="#/run?demo=1">{ "Run the demo" }</a>{ ", " }<a href="#/run">{ "choose a run" }</a>{ " or " }<a href="#/rescore">{ "rescore traces" }</a>{ "." }
            </p>
            if let Some(active) = &state.active {
                <p><a href={link::results_of(Source::Run(active.row.id)).to_fragment()}>{ format!("Open the results of run {}", active.row.id) }</a></p>
            }
        </>
    }
}

//! The report of some traces.

use std::rc::Rc;

use faultline_core::ReadingRule;
use faultline_report::Report;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::{
    app::{Page, ReportRef},
    browser::Listener,
    command,
    components::{Command, FigureCard, RecordPanel, TableCard, loaded},
    link::{self, Link},
    route::{MarkRef, ResultsRoute, Route, Source, TranscriptRoute},
    state::{Load, State, quotable},
    worker::protocol::Ask,
};

/// The results page.
#[component]
pub(crate) fn Results(props: &ResultsProps) -> Html {
    let state = &props.page.0;
    use_scored(&props.page, &props.link, &props.route);
    use_records(&props.page, &props.link, &props.route);
    use_escape(props);
    let Some(source) = &props.route.source else {
        return nothing(state);
    };
    html! {
        <div class={classes!("results", props.route.mark.is_some().then_some("has-panel"))}>
            <div class="results__main">
                { loaded(&state.results.report, "Scoring", |report| view(report, props)) }
                if matches!(state.results.report, Load::Failed(_)) {
                    <h1>{ "Results" }</h1>
                    <p><a href="#/run">{ "Runs in this browser" }</a>{ " · " }<a href="#/rescore">{ "Rescore traces" }</a></p>
                }
            </div>
            if let (Some(mark), Some(report)) = (&props.route.mark, state.results.report.ready()) {
                <RecordPanel title={mark_words(report, mark)} records={state.records.clone()} on_open={open_record(props)} on_close={choose(props, None)} key={source.to_string()} />
            }
        </div>
    }
}

/// Asks for the report of these traces, unless it is there or on its way.
#[hook]
pub(super) fn use_scored(page: &Page, link: &Link, route: &ResultsRoute) {
    let state = &page.0;
    let wanted = route
        .source
        .clone()
        .filter(|source| !state.results.is_of(source, route.reading));
    // Files are scored when all of them were read.
    let wanted =
        wanted.filter(|source| *source != Source::Files || state.files.is_empty() || state.opened);
    let link = link.clone();
    use_effect_with((wanted, route.reading), move |(wanted, reading)| {
        if let Some(source) = wanted.clone() {
            link.ask(Ask::Score {
                source,
                reading: *reading,
            });
        }
    });
}

#[hook]
fn use_records(page: &Page, link: &Link, route: &ResultsRoute) {
    let state = &page.0;
    let ready = state.results.report.ready().is_some();
    let wanted = route.source.clone().zip(route.mark.clone());
    let wanted = wanted.filter(|wanted| ready && state.records_of.as_ref() != Some(wanted));
    let link = link.clone();
    use_effect_with(wanted, move |wanted| {
        if let Some((source, mark)) = wanted.clone() {
            link.ask(Ask::Records { source, mark });
        }
    });
}

/// Escape closes the list of records.
#[hook]
fn use_escape(props: &ResultsProps) {
    let (link, route) = (props.link.clone(), props.route.clone());
    use_effect_with(route, move |route| {
        let listener = route.mark.is_some().then(|| {
            let closed = Route::Results(ResultsRoute {
                mark: None,
                ..route.clone()
            });
            Listener::on_window("keydown", move |event: KeyboardEvent| {
                if event.key() == "Escape" {
                    link.go(&closed);
                }
            })
        });
        move || drop(listener)
    });
}

/// A mark in words.
pub(super) fn mark_words(report: &Report, mark: &MarkRef) -> String {
    let found = report
        .figures
        .iter()
        .find(|figure| figure.id == mark.figure)
        .and_then(|figure| {
            let series = figure.series.get(mark.series)?;
            let mark = series.marks.get(mark.mark)?;
            let place = if mark.label.is_empty() {
                format!("{} {}", figure.x_label, mark.x)
            } else {
                mark.label.clone()
            };
            let panel = if series.panel.is_empty() {
                String::new()
            } else {
                format!("{}, ", series.panel)
            };
            Some(format!("{panel}{}, {place}", series.label))
        });
    found.unwrap_or_else(|| "Records".into())
}

fn open_record(props: &ResultsProps) -> Callback<u32> {
    let (link, results) = (props.link.clone(), props.route.clone());
    Callback::from(move |record| {
        let results = results.clone();
        link.go(&Route::Transcript(TranscriptRoute { results, record }));
    })
}

fn choose(props: &ResultsProps, mark: Option<MarkRef>) -> Callback<()> {
    let (link, route) = (props.link.clone(), props.route.clone());
    Callback::from(move |()| {
        link.go(&Route::Results(ResultsRoute {
            mark: mark.clone(),
            ..route.clone()
        }))
    })
}

fn view(report: &Rc<Report>, props: &ResultsProps) -> Html {
    let state = &props.page.0;
    let files: Vec<String> = state
        .files
        .iter()
        .map(|file| file.report.name.clone())
        .collect();
    let command = command::score(props.route.source.as_ref(), &files, props.route.reading);
    html! {
        <ReportView report={ReportRef(report.clone())} link={props.link.clone()} route={props.route.clone()} {command} problems={state.results.problems.clone()} />
    }
}

/// A whole report: header, answer, figures, tables, notes.
#[component]
pub(super) fn ReportView(props: &ReportProps) -> Html {
    let report = &props.report.0;
    let simulated = report.runs.iter().any(|run| run.simulated);
    let quote = quotable(report);
    let copy = {
        let link = props.link.clone();
        Callback::from(move |text| link.copy(text))
    };
    let copy_quote = {
        let (link, text) = (props.link.clone(), format!("{}\n{quote}", report.headline));
        move |_: MouseEvent| link.copy(text.clone())
    };
    html! {
        <>
            <header class="results__head">
                <p class="quote">
                    if simulated { <span class="badge badge--simulated">{ "simulated" }</span>{ " " } }
                    <span>{ quote.clone() }</span>
                </p>
                <@{if props.nested { "h2" } else { "h1" }} class="headline">{ report.headline.clone() }</@>
                <div class="actions">
                    { readings(props) }
                    <button type="button" class="button button--small" onclick={copy_quote}>{ "Copy with its source" }</button>
                    { save(props) }
                </div>
            </header>
            { problems(&props.problems) }
            <h2 class="is-hidden">{ "Figures" }</h2>
            <div class="figures">for index in 0..report.figures.len() { { figure(props, index) } }</div>
            if !report.notes.is_empty() {
                <h2>{ "To read the numbers" }</h2>
                <ul class="notes">for note in &report.notes { <li>{ note.clone() }</li> }</ul>
            }
            <h2>{ "Tables" }</h2>
            <div class="tables">for index in 0..report.tables.len() { <TableCard report={props.report.clone()} {index} link={props.link.clone()} /> }</div>
            <Command title="The same from the command line" text={props.command.clone()} on_copy={copy} />
        </>
    }
}

fn figure(props: &ReportProps, index: usize) -> Html {
    let chosen = props.route.mark.clone();
    let on_mark = {
        let (link, route) = (props.link.clone(), props.route.clone());
        Callback::from(move |mark: MarkRef| {
            let route = ResultsRoute {
                mark: Some(mark),
                ..route.clone()
            };
            link.go(&Route::Results(route));
        })
    };
    html! {
        <FigureCard key={index} report={props.report.clone()} {index} menu=true link={props.link.clone()} command={props.command.clone()} {chosen} {on_mark} />
    }
}

fn problems(problems: &[(String, String)]) -> Html {
    if problems.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="notes notes--problems">for (file, cause) in problems { <li><strong>{ file.clone() }</strong>{ ": " }{ cause.clone() }</li> }</ul>
    }
}

fn readings(props: &ReportProps) -> Html {
    let choose = |reading: Option<ReadingRule>| {
        let (link, route) = (props.link.clone(), props.route.clone());
        move |_: MouseEvent| {
            let route = ResultsRoute {
                reading,
                mark: None,
                ..route.clone()
            };
            link.go(&Route::Results(route));
        }
    };
    html! {
        <div class="segments" role="group" aria-label="Reading">
            for (reading, words) in [(None, "as it was run"), (Some(ReadingRule::Lenient), "lenient"), (Some(ReadingRule::Strict), "strict")] {
                <button type="button" class="segment" aria-pressed={(reading == props.route.reading).to_string()} onclick={choose(reading)}>
                    { words }
                </button>
            }
        </div>
    }
}

fn save(props: &ReportProps) -> Html {
    if let Some(Source::Sample(name)) = &props.route.source {
        let file = format!("{name}.jsonl.gz");
        return html! { <a class="button button--small" href={format!("./samples/{file}")} download={file}>{ "Download trace" }</a> };
    }
    let Some(source) = props
        .route
        .source
        .clone()
        .filter(|source| matches!(source, Source::Run(_)))
    else {
        return Html::default();
    };
    let click = {
        let link = props.link.clone();
        move |_: MouseEvent| {
            link.ask(Ask::Trace {
                source: source.clone(),
            })
        }
    };
    html! { <button type="button" class="button button--small" onclick={click}>{ "Download trace" }</button> }
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

/// What the results page is given.
#[derive(Properties, PartialEq)]
pub(crate) struct ResultsProps {
    /// What is known.
    pub(crate) page: Page,
    /// What can be done.
    pub(crate) link: Link,
    /// The view.
    pub(crate) route: ResultsRoute,
}

/// What a report is given.
#[derive(Properties, PartialEq)]
pub(super) struct ReportProps {
    /// The report.
    pub(super) report: ReportRef,
    /// What can be done.
    pub(super) link: Link,
    /// Where it stands.
    pub(super) route: ResultsRoute,
    /// The command line that makes it.
    pub(super) command: String,
    /// What could not be used: file and cause.
    pub(super) problems: Rc<Vec<(String, String)>>,
    /// Whether it stands under another title.
    #[prop_or_default]
    pub(super) nested: bool,
}

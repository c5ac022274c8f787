//! The report of some traces.

use faultline_charts::TableView;
use std::rc::Rc;

use faultline_core::ReadingRule;
use faultline_report::{Figure, Report};
use yew::prelude::*;

use crate::{
    command,
    components::{
        Explored, command, figure_card, loaded, record_panel, simulated, small_button, waiting,
    },
    link::{self, Link},
    route::{LabelRoute, MarkRef, ResultsRoute, Route, Source, TranscriptRoute},
    state::{Explorer, Load, Quote, Sheet, State, count_text, quotable, run_counts},
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
                    <p><a href="#/run">{ "Runs in this browser" }</a>{ " · " }<a href="#/rescore">{ "Rescore files" }</a></p>
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
    let quote = quotable(report);
    html! {
        <>
            <header class="results__head">
                { quoted(report) }
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
                    { labels(state, route) }
                    { sampling(state.results.sampling) }
                </div>
            </header>
            { problems(&state.results.problems) }
            <h2 class="is-hidden">{ "Figures" }</h2>
            <div class="figures">for drawn in &sheet.figures { { figure(sheet, drawn, link, route, &score, nested) } }</div>
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

/// A figure; where its table has a row for each of many settings, with sliders.
fn figure(
    sheet: &Sheet,
    drawn: &Rc<Figure>,
    link: &Link,
    route: &ResultsRoute,
    command: &str,
    nested: bool,
) -> Html {
    let table = sheet.tables.iter().find(|table| table.id == drawn.id);
    let Some(explorer) = table.and_then(Explorer::of) else {
        return figure_card(
            drawn,
            3,
            Some(command),
            route.mark.as_ref(),
            link,
            &choose(link, route),
        );
    };
    let on_setting = {
        let (link, route) = (link.clone(), route.clone());
        Callback::from(move |setting| {
            let route = Route::Results(ResultsRoute {
                setting,
                ..route.clone()
            });
            // On its own page a slider moves nothing but itself.
            if nested {
                link.go(&route);
            } else {
                link.replace(route);
            }
        })
    };
    html! {
        <Explored key={drawn.id.clone()} figure={drawn.clone()} {explorer} setting={route.setting.clone()} command={command.to_owned()}
            chosen={route.mark.clone()} link={link.clone()} on_mark={choose(link, route)} {on_setting} />
    }
}

/// What the report is of: each model with its own badge; what differs from run to run is folded.
fn quoted(report: &Report) -> Html {
    let quote = Quote::of(report);
    html! {
        <div class="quote">
            <p>
                for (place, (model, is_simulated)) in quote.models.iter().enumerate() {
                    if place > 0 { { ", " } }
                    <span class="is-code">{ model.clone() }</span>
                    { simulated(*is_simulated) }
                }
                { format!(" · {} · {} · {}", quote.study, quote.settings, quote.counts) }
            </p>
            if report.runs.len() > 1 {
                <details>
                    <summary>{ format!("Each of the {} runs", report.runs.len()) }</summary>
                    <ul>
                        for run in &report.runs {
                            <li>
                                <span class="is-code">{ run.model.clone() }</span>
                                { simulated(run.simulated) }
                                { format!(" · {} · {}", run.settings, run_counts(run)) }
                            </li>
                        }
                    </ul>
                </details>
            }
        </div>
    }
}

/// The way to people's labels, where there are answers, and whether they are scored with the rest.
fn labels(state: &State, route: &ResultsRoute) -> Html {
    if state.results.answers == 0 {
        return Html::default();
    }
    let label = Route::Label(LabelRoute {
        source: route.source.clone(),
        ..LabelRoute::default()
    });
    let without = Route::Results(ResultsRoute {
        labels: false,
        mark: None,
        ..route.clone()
    });
    html! {
        <>
            <a class="button button--small" href={label.to_fragment()}>{ format!("Label {}…", count_text(state.results.answers)) }</a>
            if route.labels {
                <span class="quiet">{ format!("with {} labels of this browser; ", count_text(state.desk.labels.len() as u64)) }<a href={without.to_fragment()}>{ "without" }</a></span>
            }
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
    small_button("Copy with its source", Callback::from(click))
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
        link.ask(Ask::Json {
            report: Box::new(sheet.to_report()),
        });
    };
    small_button("Download report as JSON", Callback::from(click))
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
            small_button("Download trace", Callback::from(click))
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
                { "Here the results of a run or of dropped files would stand. " }
                <a href="#/run?demo=1">{ "Run the demo" }</a>{ ", " }<a href="#/run">{ "choose a run" }</a>{ " or " }<a href="#/rescore">{ "rescore files" }</a>{ "." }
            </p>
            if let Some(active) = &state.active {
                <p><a href={link::results_of(Source::Run(active.row.id)).to_fragment()}>{ format!("Open the results of run {}", active.row.id) }</a></p>
            }
        </>
    }
}

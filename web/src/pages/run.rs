//! Choosing a run, and watching it.

use std::rc::Rc;

use yew::prelude::*;

use crate::{
    app::{Page, ReportRef},
    command,
    components::{
        Command, FigureCard, ModelFields, RunList, RunOrder, RunProgress, RunRef, SettingFields,
        StepList, loaded, term,
    },
    link::{self, Link},
    route::{MarkRef, ResultsRoute, Route, RunRoute, Source},
    state::{Account, ActiveRun, Load, RunForm, RunRow, RunStatus, State, forecast_text},
    worker::protocol::Ask,
};

/// The run page.
#[component]
pub(crate) fn Run(props: &RunProps) -> Html {
    let state = &props.page.0;
    use_effect_with((), {
        let link = props.link.clone();
        move |()| link.ask(Ask::Runs)
    });
    use_effect_with(props.route.demo, {
        let (link, busy) = (props.link.clone(), is_running(state));
        move |demo| {
            if *demo && !busy {
                link.start_run(&RunForm::default(), &Account::default());
            }
        }
    });
    let active = state
        .active
        .as_ref()
        .filter(|active| Some(active.row.id) == props.route.run || props.route.demo);
    let stored = props
        .route
        .run
        .and_then(|id| state.runs.ready()?.iter().find(|run| run.id == id).cloned());
    html! {
        <div class="run">
            { match (active, props.route.run, stored) {
                (Some(active), ..) => watch(active, &props.link, &state.account),
                (None, Some(_), Some(row)) => stopped(row, &props.link, &state.account),
                (None, Some(id), None) => missing(id, &state.runs),
                (None, None, _) if props.route.demo => html! { <><h1>{ "Run" }</h1>{ loaded(&Load::<()>::Loading, "Starting the demo", |()| Html::default()) }</> },
                (None, None, _) => html! { <RunFormView page={props.page.clone()} link={props.link.clone()} form={props.route.form.clone()} /> },
            } }
            <section aria-labelledby="runs-title">
                <h2 id="runs-title">{ "Runs in this browser" }</h2>
                { loaded(&state.runs, "Looking for stored runs", |runs| list(runs, state, &props.link)) }
            </section>
        </div>
    }
}

fn is_running(state: &State) -> bool {
    let status = state.active.as_ref().map(|active| &active.status);
    matches!(status, Some(RunStatus::Running | RunStatus::Stopping))
}

/// The form, in three parts: what, whom, how much.
#[component]
fn RunFormView(props: &RunFormProps) -> Html {
    let state = &props.page.0;
    let spec = props.form.spec(&state.account.base_url);
    use_effect_with(spec.clone().ok(), {
        let link = props.link.clone();
        move |spec| {
            if let Some(spec) = spec.clone() {
                link.ask(Ask::Forecast { spec });
            }
        }
    });
    let on_form = {
        let link = props.link.clone();
        Callback::from(move |form| {
            link.replace(Route::Run(RunRoute {
                form,
                ..RunRoute::default()
            }))
        })
    };
    html! {
        <>
            <h1>{ "Run" }</h1>
            { loaded(&state.studies, "Starting the engine", |studies| {
                let Some(study) = studies.iter().find(|study| study.name == props.form.study).or(studies.first()) else {
                    return Html::default();
                };
                html! {
                    <form class="form" onsubmit={submit(props)}>
                        <fieldset>
                            <legend>{ "What" }</legend>
                            <p class="form__lead"><strong>{ study.name.clone() }</strong>{ ": " }{ study.question.clone() }</p>
                            <SettingFields settings={study.settings.clone()} values={props.form.settings.clone()} on_change={changed_settings(props, &on_form)} />
                        </fieldset>
                        <fieldset>
                            <legend>{ "Whom" }</legend>
                            <ModelFields form={props.form.clone()} account={state.account.clone()} policies={study.policies.clone()} on_form={on_form.clone()}
                                on_account={{ let link = props.link.clone(); Callback::from(move |account| link.set_account(account)) }} />
                        </fieldset>
                        <fieldset>
                            <legend>{ "How much" }</legend>
                            { super::limits::limits(&props.form, &on_form) }
                            { forecast(props) }
                        </fieldset>
                    </form>
                }
            }) }
        </>
    }
}

fn changed_settings(
    props: &RunFormProps,
    on_form: &Callback<RunForm>,
) -> Callback<std::collections::BTreeMap<String, String>> {
    let (form, on_form) = (props.form.clone(), on_form.clone());
    Callback::from(move |settings| {
        on_form.emit(RunForm {
            settings,
            ..form.clone()
        })
    })
}

fn submit(props: &RunFormProps) -> impl Fn(SubmitEvent) + 'static {
    let (link, form, account) = (
        props.link.clone(),
        props.form.clone(),
        props.page.0.account.clone(),
    );
    let busy = is_running(&props.page.0);
    move |event: SubmitEvent| {
        event.prevent_default();
        if busy {
            link.notice("A run is under way. Stop it first, or let it end.");
        } else {
            link.start_run(&form, &account);
        }
    }
}

fn forecast(props: &RunFormProps) -> Html {
    let state = &props.page.0;
    let spec = props.form.spec(&state.account.base_url);
    let outlook = match &spec {
        Err(why) => html! { <p class="problem">{ why }</p> },
        Ok(_) => loaded(&state.forecast, "Counting the calls", |forecast| {
            html! {
                <p class="forecast" role="status">{ forecast_text(forecast, props.form.live) }</p>
            }
        }),
    };
    let ready = spec.is_ok() && !matches!(state.forecast, Load::Failed(_));
    let copy = {
        let link = props.link.clone();
        Callback::from(move |text| link.copy(text))
    };
    html! {
        <>
            <div class="form__go">
                <button type="submit" class="button button--primary" disabled={!ready}>{ "Start" }</button>
                { outlook }
            </div>
            if let Ok(spec) = &spec { <Command title="The same from the command line" text={command::run(spec)} on_copy={copy} /> }
        </>
    }
}

fn list(runs: &Rc<Vec<RunRow>>, state: &State, link: &Link) -> Html {
    let running = state
        .active
        .as_ref()
        .filter(|_| is_running(state))
        .map(|active| active.row.id);
    let order = {
        let (link, account) = (link.clone(), state.account.clone());
        Callback::from(move |(id, order)| match order {
            RunOrder::Resume => resume(&link, &account, id),
            RunOrder::Open => link.go(&link::results_of(Source::Run(id))),
            RunOrder::Download => link.ask(Ask::Trace {
                source: Source::Run(id),
            }),
            RunOrder::Delete => link.ask(Ask::Delete { run: id }),
        })
    };
    html! { <RunList runs={runs.clone()} {running} on_order={order} /> }
}

fn resume(link: &Link, account: &Account, run: u32) {
    let key = account.key.clone();
    link.ask(Ask::Resume { run, key });
    link.go(&Route::Run(RunRoute {
        run: Some(run),
        ..RunRoute::default()
    }));
}

/// A run that is on record, not under way.
fn stopped(row: RunRow, link: &Link, account: &Account) -> Html {
    let mut run = ActiveRun::new(row);
    let how = if run.row.finished {
        crate::state::Ended::Finished
    } else {
        crate::state::Ended::Stopped
    };
    run.status = RunStatus::Ended(how);
    watch(&Rc::new(run), link, account)
}

fn missing(id: u32, runs: &Load<Rc<Vec<RunRow>>>) -> Html {
    html! {
        <>
            <h1>{ format!("Run {id}") }</h1>
            if runs.ready().is_some() {
                <p class="empty">{ "This run is not stored in this browser. It may have been deleted, or started elsewhere. " }<a href="#/run">{ "Start a run" }</a></p>
            }
        </>
    }
}

fn watch(active: &Rc<ActiveRun>, link: &Link, account: &Account) -> Html {
    let id = active.row.id;
    let call = |action: fn(&Link, &Account, u32)| {
        let (link, account) = (link.clone(), account.clone());
        Callback::from(move |()| action(&link, &account, id))
    };
    let simulated = active.row.spec.base_url.is_none();
    let copy = {
        let link = link.clone();
        Callback::from(move |text| link.copy(text))
    };
    html! {
        <>
            <p class="back"><a href="#/run">{ "← New run" }</a></p>
            <h1>{ format!("Run {id}: ") }<span class="is-code">{ active.row.spec.model.clone() }</span>
                if simulated { { " " }<span class="badge badge--simulated">{ "simulated" }</span> }
            </h1>
            <RunProgress run={RunRef(active.clone())} on_stop={call(|link, _, _| link.ask(Ask::Stop))} on_resume={call(resume)}
                on_open={call(|link, _, id| link.go(&link::results_of(Source::Run(id))))} />
            { growing(active, link) }
            <Command title="The same from the command line" text={command::run(&active.row.spec)} on_copy={copy} />
            if let Some(transcript) = &active.transcript {
                <section aria-labelledby="newest">
                    <h2 id="newest">{ "Newest " }{ term("episode", "One task in one arm, from its first step to its last.") }</h2>
                    <p class="quiet">{ format!("{}, {}", transcript.case, transcript.arm) }</p>
                    <StepList transcript={transcript.clone()} focused={None::<u32>} raw=false on_focus={Callback::noop()} />
                </section>
            }
        </>
    }
}

fn growing(active: &ActiveRun, link: &Link) -> Html {
    let Some(report) = &active.report else {
        return Html::default();
    };
    let source = Source::Run(active.row.id);
    let on_mark = {
        let link = link.clone();
        Callback::from(move |mark: MarkRef| {
            link.go(&Route::Results(ResultsRoute {
                source: Some(source.clone()),
                mark: Some(mark),
                ..ResultsRoute::default()
            }));
        })
    };
    html! {
        <>
            <p class="headline" data-demo-number="">{ report.headline.clone() }</p>
            if !report.figures.is_empty() {
                <FigureCard report={ReportRef(report.clone())} index=0 level=2 menu=false link={link.clone()} command="" {on_mark} />
            }
        </>
    }
}

/// What the run page is given.
#[derive(Properties, PartialEq)]
pub(crate) struct RunProps {
    /// What is known.
    pub(crate) page: Page,
    /// What can be done.
    pub(crate) link: Link,
    /// The view.
    pub(crate) route: RunRoute,
}

#[derive(Properties, PartialEq)]
struct RunFormProps {
    page: Page,
    link: Link,
    form: RunForm,
}

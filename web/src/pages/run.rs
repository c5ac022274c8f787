//! Choosing a run, and watching it.

use std::{collections::BTreeMap, rc::Rc};

use faultline_lab::{CaseSpec, Demo, RunSpec, StudyInfo};
use web_sys::File;
use yew::prelude::*;

use super::limits::limits;
use crate::{
    command,
    components::{
        ModelFields, RunControls, RunOrder, TakenFiles, command, figure_card, loaded, model_fields,
        run_list, run_progress, setting_fields, simulated, step_list, term,
    },
    link::{self, Link},
    route::{InstanceRoute, MarkRef, Route, RunRoute, Source},
    state::{
        Account, ActiveRun, Ended, Load, RunForm, RunRow, RunStatus, Sheet, State, forecast_text,
    },
    worker::protocol::Ask,
};

/// The run page.
pub(crate) fn run(state: &State, link: &Link, route: &RunRoute) -> Html {
    let active = state
        .active
        .as_ref()
        .filter(|active| Some(active.row.id) == route.run);
    let stored = route
        .run
        .and_then(|id| state.runs.ready()?.iter().find(|run| run.id == id).cloned());
    html! {
        <div class="run">
            { match (active, route.run, stored) {
                (Some(active), ..) => watch(active, link, &state.account),
                (None, Some(_), Some(row)) => stopped(row, link, &state.account),
                (None, Some(id), None) => missing(id, &state.runs),
                (None, None, _) if route.demo => html! {
                    <>{ title("Run: ", &Demo::spec()) }{ loaded(&state.preview, "Starting the demo", |sheet| growing(sheet, Source::Preview, link)) }</>
                },
                (None, None, _) => form(state, link, route),
            } }
            <section aria-labelledby="runs-title">
                <h2 id="runs-title">{ "Runs in this browser" }</h2>
                { loaded(&state.runs, "Looking for stored runs", |runs| list(runs, state, link)) }
            </section>
        </div>
    }
}

/// The form, in three parts: what, whom, how much.
fn form(state: &State, link: &Link, route: &RunRoute) -> Html {
    let form = &route.form;
    let on_form = {
        let link = link.clone();
        Callback::from(move |form| {
            link.replace(Route::Run(RunRoute {
                form,
                ..RunRoute::default()
            }));
        })
    };
    let on_account = {
        let link = link.clone();
        Callback::from(move |account| link.set_account(account))
    };
    html! {
        <>
            <h1>{ "Run" }</h1>
            { loaded(&state.studies, "Starting the engine", |studies| {
                let Some(study) = state.study(form) else {
                    return html! { <fieldset class="form">{ study_choice(studies, form, &on_form) }{ unread(route) }</fieldset> };
                };
                let taken = TakenFiles {
                    study: &form.study,
                    of: state.taken_of.as_ref(),
                    counts: &state.taken,
                    on_files: {
                        let (link, study) = (link.clone(), form.study.clone());
                        Callback::from(move |(setting, files): (String, Vec<File>)| link.take_files(&study, &setting, &files))
                    },
                };
                let (account, policies) = (&state.account, &study.policies);
                html! {
                    <form class="form" onsubmit={submit(state, link, form)}>
                        { unread(route) }
                        <fieldset>
                            <legend>{ "What" }</legend>
                            { study_choice(studies, form, &on_form) }
                            { setting_fields(&study.settings, &form.settings, &taken, &changed_settings(form, &on_form)) }
                        </fieldset>
                        <fieldset>
                            <legend>{ "Whom" }</legend>
                            { model_fields(&ModelFields { form, account, policies, scores_texts: study.scores_texts, on_form: on_form.clone(), on_account: on_account.clone() }) }
                        </fieldset>
                        <fieldset>
                            <legend>{ "How much" }</legend>
                            { limits(form, &on_form) }
                            if study.shows_cases { { one_case(form) } }
                            { forecast(state, link, form) }
                        </fieldset>
                    </form>
                }
            }) }
        </>
    }
}

/// The way to one case of what is set up.
fn one_case(form: &RunForm) -> Html {
    let instance = Route::Instance(InstanceRoute {
        spec: CaseSpec {
            study: form.study.clone(),
            settings: form.settings.clone(),
            ..CaseSpec::default()
        },
        alone: false,
    });
    html! { <p class="quiet"><a href={instance.to_fragment()}>{ "Look at one of these instances, and answer it by hand" }</a></p> }
}

/// One of the studies, each with its question.
fn study_choice(studies: &[StudyInfo], form: &RunForm, on_form: &Callback<RunForm>) -> Html {
    let choose = |name: &str| {
        let (form, name) = (form.clone(), name.to_owned());
        on_form.reform(move |_: Event| form.clone().of_study(&name))
    };
    let is_known = studies.iter().any(|study| study.name == form.study);
    html! {
        <div class="studies" role="radiogroup" aria-label="Study">
            for study in studies {
                <label class="study">
                    <input type="radio" name="study" value={study.name.clone()} checked={study.name == form.study} onchange={choose(&study.name)} />
                    <span><strong>{ study.name.clone() }</strong><span>{ study.question.clone() }</span></span>
                </label>
            }
            if !is_known {
                <p class="problem" role="alert">{ format!("There is no study {}. Choose one of these.", form.study) }</p>
            }
        </div>
    }
}

/// What the address says that no field shows.
fn unread(route: &RunRoute) -> Html {
    if route.unread.is_empty() {
        return Html::default();
    }
    let said: Vec<String> = route
        .unread
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    html! {
        <p class="problem" role="alert">
            { format!("Not understood in the address, and left out of this form: {}. The fields below show what is run.", said.join(", ")) }
        </p>
    }
}

fn changed_settings(
    form: &RunForm,
    on_form: &Callback<RunForm>,
) -> Callback<BTreeMap<String, String>> {
    let form = form.clone();
    on_form.reform(move |settings| RunForm {
        settings,
        ..form.clone()
    })
}

fn submit(state: &State, link: &Link, form: &RunForm) -> impl Fn(SubmitEvent) + 'static {
    let (link, account) = (link.clone(), state.account.clone());
    let missing = "The studies are not known yet. Try again in a moment.";
    let spec = state.spec(form).unwrap_or_else(|| Err(missing.into()));
    let blocked = form.blocked(&account.base_url);
    let busy = state.is_running();
    move |event: SubmitEvent| {
        event.prevent_default();
        if busy {
            link.notice("A run is under way. Stop it first, or let it end.");
        } else if let Some(why) = blocked {
            link.notice(why);
        } else {
            link.start_run(spec.clone(), &account);
        }
    }
}

fn forecast(state: &State, link: &Link, form: &RunForm) -> Html {
    let Some(spec) = state.spec(form) else {
        return Html::default();
    };
    let blocked = form.blocked(&state.account.base_url);
    // Whoever hands over files wants no other tasks.
    let is_without_files = matches!(state.taken, Load::Failed(_))
        && state
            .taken_of
            .as_ref()
            .is_some_and(|(study, _)| *study == form.study);
    let outlook = match (&spec, &state.refused) {
        _ if is_without_files => html! {
            <p class="problem" role="alert">{ "The files can't be used yet: hand over the one that is missing or wrong, or load the page again to go without." }</p>
        },
        (Err(why), _) => html! { <p class="problem">{ why }</p> },
        (Ok(_), Some(why)) => html! { <p class="problem" role="alert">{ why }</p> },
        (Ok(_), None) => loaded(&state.forecast, "Counting the calls", |forecast| {
            html! {
                <p class="forecast" role="status">{ forecast_text(forecast, form.live) }</p>
            }
        }),
    };
    let ready = spec.is_ok()
        && blocked.is_none()
        && !is_without_files
        && !matches!(state.forecast, Load::Failed(_))
        && !state.starting;
    html! {
        <>
            <div class="form__go">
                <button type="submit" class="button button--primary" disabled={!ready}>{ "Start" }</button>
                { outlook }
            </div>
            if let Ok(spec) = &spec { { command(command::run(spec), &link.on_copy) } }
        </>
    }
}

fn list(runs: &Rc<Vec<RunRow>>, state: &State, link: &Link) -> Html {
    let running = state
        .active
        .as_ref()
        .filter(|_| state.is_running())
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
    run_list(runs, running, &order)
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
        Ended::Finished
    } else {
        Ended::Stopped
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
    let controls = RunControls {
        stop: call(|link, _, _| link.ask(Ask::Stop)),
        resume: call(resume),
        open: call(|link, _, id| link.go(&link::results_of(Source::Run(id)))),
    };
    html! {
        <>
            <p class="back"><a href="#/run">{ "← New run" }</a></p>
            { title(&format!("Run {id}: "), &active.row.spec) }
            { run_progress(active, &controls) }
            if let Some(sheet) = &active.report { { growing(sheet, Source::Run(id), link) } }
            { command(command::run(&active.row.spec), &link.on_copy) }
            if let Some(transcript) = &active.transcript {
                <section aria-labelledby="newest">
                    <h2 id="newest">{ "Newest " }{ term("episode", "One task in one arm, from its first step to its last.") }</h2>
                    <p class="quiet">{ format!("{}, {}", transcript.case, transcript.arm) }</p>
                    { step_list(transcript, None, false, &Callback::noop()) }
                </section>
            }
        </>
    }
}

/// A title that says whom the run asks.
fn title(words: &str, spec: &RunSpec) -> Html {
    html! {
        <h1>{ words.to_owned() }<span class="is-code">{ spec.model.clone() }</span>
            { simulated(spec.base_url.is_none()) }
        </h1>
    }
}

fn growing(sheet: &Sheet, source: Source, link: &Link) -> Html {
    let on_mark = {
        let link = link.clone();
        Callback::from(move |mark: MarkRef| link.go(&link::records_of(source.clone(), mark)))
    };
    html! {
        <>
            <p class="headline" data-demo-number="">{ sheet.report.headline.clone() }</p>
            if let Some(figure) = sheet.figures.first() { { figure_card(figure, 2, None, None, link, &on_mark) } }
        </>
    }
}

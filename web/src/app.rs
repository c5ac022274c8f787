//! The frame: state, address, worker, and the page on view.

use std::rc::Rc;

use faultline_report::Report;
use web_sys::DragEvent;
use yew::prelude::*;

use crate::{
    browser::{self, Listener},
    components::Shell,
    link::{self, Link, Shown},
    pages,
    route::Route,
    state::{Action, State},
    worker::{
        Client,
        protocol::{Ask, Tell},
    },
};

/// Draws the page into the document.
pub(crate) fn mount() {
    std::panic::set_hook(Box::new(|info| browser::show_fault(&info.to_string())));
    let root = browser::document().and_then(|document| document.get_element_by_id("app"));
    if let Some(root) = root {
        yew::Renderer::<App>::with_root(root).render();
    }
}

fn address() -> Route {
    let hash = browser::window().and_then(|window| window.location().hash().ok());
    Route::from_fragment(&hash.unwrap_or_default())
}

#[component]
fn App() -> Html {
    let shown = use_reducer(|| {
        Shown(Rc::new(State {
            route: address(),
            account: link::remembered_account(),
            ..State::default()
        }))
    });
    let link = use_memo((), {
        let dispatch = shown.dispatcher();
        move |()| {
            let tell = dispatch.clone();
            let client = Client::start(move |told| take(&tell, told));
            let link = Link::new(client, dispatch);
            link.ask(Ask::Studies);
            link
        }
    });
    let link = Link::clone(&link);
    let state = shown.0.clone();
    use_effect_with((), {
        let (dispatch, link) = (shown.dispatcher(), link.clone());
        move |()| {
            let mut listeners = take_drops(&link);
            let navigate = move || dispatch.dispatch(Action::Navigate(address()));
            // The address may have changed before anyone listened.
            navigate();
            listeners.push(Listener::on_window("hashchange", move |_: Event| {
                navigate()
            }));
            move || drop(listeners)
        }
    });
    use_effect_with(state.route.clone(), |route| {
        link::show_address(route);
        if let Some(document) = browser::document() {
            document.set_title(&format!("{} · Faultline", route.title()));
        }
    });
    // A new page begins at its top, for eyes and for screen readers.
    let first = use_mut_ref(|| true);
    use_effect_with(state.route.title(), {
        move |_| {
            if first.replace(false) {
                return;
            }
            if let Some(window) = browser::window() {
                window.scroll_to_with_x_and_y(0.0, 0.0);
            }
            browser::focus("main");
        }
    });
    html! {
        <Shell page={Page(state.clone())} link={link.clone()}>
            { page(&state, &link) }
        </Shell>
    }
}

/// The state as a property: equal only where it is the same.
#[derive(Clone, Debug)]
pub(crate) struct Page(pub(crate) Rc<State>);

impl PartialEq for Page {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A report as a property: equal only where it is the same.
#[derive(Clone, Debug)]
pub(crate) struct ReportRef(pub(crate) Rc<Report>);

impl PartialEq for ReportRef {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

fn page(state: &Rc<State>, link: &Link) -> Html {
    let (page, link) = (Page(state.clone()), link.clone());
    match &state.route {
        Route::Start => html! { <pages::Start {page} {link} /> },
        Route::Run(route) => html! { <pages::Run {page} {link} route={route.clone()} /> },
        Route::Results(route) => html! { <pages::Results {page} {link} route={route.clone()} /> },
        Route::Transcript(route) => {
            html! { <pages::Transcript {page} {link} route={route.clone()} /> }
        }
        Route::Rescore => html! { <pages::Rescore {page} {link} /> },
    }
}

/// Takes what the worker says: a trace is saved, everything else changes the state.
fn take(dispatch: &UseReducerDispatcher<Shown>, told: Tell) {
    if let Tell::Trace { name, text } = &told {
        let saved = text
            .clone()
            .and_then(|text| browser::save_text(name, "application/x-ndjson", &text));
        if let Err(why) = saved {
            dispatch.dispatch(Action::Notice(format!("Not saved: {why}")));
        }
    }
    dispatch.dispatch(Action::Told(told));
}

/// The whole window takes a drop of files, on every page.
fn take_drops(link: &Link) -> Vec<Listener> {
    let mark = |over: bool| {
        let root = browser::document().and_then(|document| document.document_element());
        if let Some(root) = root {
            root.class_list()
                .toggle_with_force("is-dropping", over)
                .unwrap_or_default();
        }
    };
    let over = Listener::on_window("dragover", move |event: DragEvent| {
        event.prevent_default();
        mark(true);
    });
    let leave = Listener::on_window("dragleave", move |event: DragEvent| {
        // Leaving the window, not an element in it.
        if event.related_target().is_none() {
            mark(false);
        }
    });
    let link = link.clone();
    let drop = Listener::on_window("drop", move |event: DragEvent| {
        event.prevent_default();
        mark(false);
        let files = event.data_transfer().and_then(|data| data.files());
        link.open(pages::files_of(files));
    });
    vec![over, leave, drop]
}
